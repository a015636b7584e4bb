// ChatUI: streams are typed letter by letter, as in its demo; buttons are quick replies above the composer, a card is a message of its own.
import '@chatui/core/dist/index.css';
import Chat, {
  Bubble, Button, Card, CardActions, CardContent, CardTitle, Form, FormItem, Input, KvItem, KvList, Typing, TypingBubble, toast, useMessages,
  useQuickReplies,
} from '@chatui/core';
import { marked } from 'marked';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { say } from './say.js';
import { BUTTONS, CARD, CARD_BUTTON, CARD_FIELDS, CARD_INPUT, CARD_TEXT, CARD_TITLE, COLOURS, FAILED, ORDERED, QUESTION } from './script.js';

const written = (text, more) => ({ type: 'text', content: { text }, ...more });
const WELCOME = [written('Welcome to ChatUI.')];
const TYPED = { step: [1, 6], interval: 100 };

const Order = ({ send }) => {
  const [note, setNote] = useState('');
  return (
    <Card size="xl">
      <CardTitle>{CARD_TITLE}</CardTitle>
      <CardContent>
        <KvList>{Object.entries(CARD_FIELDS).map(([item, price]) => <KvItem key={item} title={item}>{price}</KvItem>)}</KvList>
        <Form><FormItem label={CARD_INPUT}><Input value={note} onChange={setNote} /></FormItem></Form>
      </CardContent>
      <CardActions><Button color="primary" onClick={() => send(ORDERED + note)}>{CARD_BUTTON}</Button></CardActions>
    </Card>
  );
};

const App = () => {
  const { messages, appendMsg, updateMsg, deleteMsg } = useMessages(WELCOME);
  const { quickReplies, replace } = useQuickReplies([]);

  const answer = async text => {
    const id = appendMsg({ type: 'typing' });
    try {
      await say(text, soFar => updateMsg(id, { type: 'stream', content: { text: soFar } }));
    } catch (error) {
      deleteMsg(id);
      toast.fail(`${FAILED}: ${error.message}`);
    }
  };

  const send = text => {
    appendMsg(written(text, { position: 'right' }));
    replace([]);
    if (text === COLOURS) {
      appendMsg(written(QUESTION));
      replace(BUTTONS.map(name => ({ name })));
    } else if (text === CARD) {
      appendMsg(written(CARD_TEXT));
      appendMsg({ type: 'order' });
    } else answer(text);
  };

  const message = ({ type, content }) => {
    switch (type) {
      case 'text': return <Bubble content={content.text} />;
      case 'stream': return <TypingBubble content={content.text} messageRender={marked.parse} isRichText options={TYPED} />;
      case 'typing': return <Typing />;
      default: return <Order send={send} />;
    }
  };

  return (
    <Chat
      locale="en-US"
      navbar={{ title: 'Assistant' }}
      messages={messages}
      renderMessageContent={message}
      quickReplies={quickReplies}
      onQuickReplyClick={({ name }) => send(name)}
      placeholder="Type a message"
      onSend={(type, text) => { if (type === 'text' && text.trim()) send(text); }}
    />
  );
};

createRoot(document.getElementById('root')).render(<App />);
