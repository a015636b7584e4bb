// chatscope's kit: it shows what is written as it is, and has buttons, but no cards.
import '@chatscope/chat-ui-kit-styles/dist/default/styles.min.css';
import { Button, ChatContainer, MainContainer, Message, MessageInput, MessageList, TypingIndicator } from '@chatscope/chat-ui-kit-react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { say } from './say.js';
import { BUTTONS, COLOURS, FAILED, QUESTION } from './script.js';

const App = () => {
  const [messages, setMessages] = useState([{ from: 'incoming', text: 'Welcome to chatscope.' }]);
  const [writes, setWrites] = useState(false);
  const [failure, setFailure] = useState('');
  const add = message => setMessages(all => [...all, message]);

  const send = async text => {
    setFailure('');
    add({ from: 'outgoing', text });
    if (text === COLOURS) return add({ from: 'incoming', text: QUESTION, buttons: BUTTONS });
    setWrites(true);
    try {
      const reply = { from: 'incoming' };
      const show = soFar => setMessages(all => [...all.filter(one => one.reply !== reply), { ...reply, reply, text: soFar }]);
      await say(text, show);
    } catch (error) {
      setFailure(`${FAILED}: ${error.message}`);
    }
    return setWrites(false);
  };

  const message = ({ from, text, buttons }, index) => (
    <Message key={index} model={{ message: text, direction: from, position: 'single', type: buttons ? 'custom' : 'text' }}>
      {buttons && (
        <Message.CustomContent>
          {text}
          {buttons.map(name => <Button key={name} border onClick={() => send(name)}>{name}</Button>)}
        </Message.CustomContent>
      )}
    </Message>
  );

  return (
    <MainContainer>
      <ChatContainer>
        <MessageList typingIndicator={writes && <TypingIndicator content="The bot is typing" />}>
          {messages.map(message)}
          {failure && <div key="failure" role="alert">{failure}</div>}
        </MessageList>
        <MessageInput placeholder="Message" attachButton={false} onSend={(html, text) => send(text)} />
      </ChatContainer>
    </MainContainer>
  );
};

createRoot(document.getElementById('root')).render(<App />);
