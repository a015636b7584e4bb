// assistant-ui's parts, put together as in its templates; buttons and cards are parts of a message's data.
import {
  ActionBarPrimitive, AssistantRuntimeProvider, AuiIf, ComposerPrimitive, ErrorPrimitive, MessagePrimitive, ThreadPrimitive,
  useAui, useLocalRuntime,
} from '@assistant-ui/react';
import { MarkdownTextPrimitive } from '@assistant-ui/react-markdown';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import remarkGfm from 'remark-gfm';
import { say } from './say.js';
import { BUTTONS, CARD, CARD_BUTTON, CARD_FIELDS, CARD_INPUT, CARD_TEXT, CARD_TITLE, COLOURS, ORDERED, QUESTION } from './script.js';

const written = text => ({ type: 'text', text });
const OWN = {
  [COLOURS]: [written(QUESTION), { type: 'data', name: 'offer', data: BUTTONS }],
  [CARD]: [written(CARD_TEXT), { type: 'data', name: 'order', data: CARD_FIELDS }],
};

// What is pushed from outside, to be read as it comes.
const channel = () => {
  const waiting = [];
  let wake = () => {}, over = false;
  return {
    push: value => { waiting.push(value); wake(); },
    close: () => { over = true; wake(); },
    async *read() {
      while (waiting.length || !over) {
        if (waiting.length) yield waiting.shift();
        else await new Promise(done => { wake = done; });
      }
    },
  };
};

const bot = {
  async *run({ messages }) {
    const { text } = messages.at(-1).content[0];
    if (OWN[text]) return yield { content: OWN[text] };
    const { push, close, read } = channel(), whole = say(text, push).finally(close);
    for await (const soFar of read()) yield { content: [written(soFar)] };
    return void await whole;
  },
};

const useSend = () => {
  const aui = useAui();
  return text => aui.thread().append({ role: 'user', content: [written(text)] });
};

const Offer = ({ data }) => {
  const send = useSend();
  return <div>{data.map(name => <button key={name} onClick={() => send(name)}>{name}</button>)}</div>;
};

const Order = ({ data }) => {
  const send = useSend();
  const [note, setNote] = useState('');
  return (
    <article>
      <h3>{CARD_TITLE}</h3>
      <dl>{Object.entries(data).map(([item, price]) => <div key={item}><dt>{item}</dt><dd>{price}</dd></div>)}</dl>
      <label>{CARD_INPUT} <input value={note} onChange={event => setNote(event.target.value)} /></label>
      <button onClick={() => send(ORDERED + note)}>{CARD_BUTTON}</button>
    </article>
  );
};

const Text = () => <MarkdownTextPrimitive className="aui-md" remarkPlugins={[remarkGfm]} />;

const UserMessage = () => (
  <MessagePrimitive.Root className="aui-user-message-root" data-role="user">
    <div className="aui-user-message-content"><MessagePrimitive.Parts /></div>
  </MessagePrimitive.Root>
);

const AssistantMessage = () => (
  <MessagePrimitive.Root className="aui-assistant-message-root" data-role="assistant">
    <div className="aui-assistant-message-content">
      <MessagePrimitive.Parts components={{ Text, data: { by_name: { offer: Offer, order: Order } } }} />
      <MessagePrimitive.Error>
        <ErrorPrimitive.Root className="aui-message-error-root"><ErrorPrimitive.Message /></ErrorPrimitive.Root>
      </MessagePrimitive.Error>
    </div>
    <ActionBarPrimitive.Root hideWhenRunning autohide="not-last">
      <ActionBarPrimitive.Copy>Copy</ActionBarPrimitive.Copy>
      <ActionBarPrimitive.Reload>Refresh</ActionBarPrimitive.Reload>
    </ActionBarPrimitive.Root>
  </MessagePrimitive.Root>
);

const App = () => (
  <AssistantRuntimeProvider runtime={useLocalRuntime(bot)}>
    <ThreadPrimitive.Root className="aui-thread-root" style={{ height: '95vh', display: 'flex', flexDirection: 'column' }}>
      <ThreadPrimitive.Viewport className="aui-thread-viewport" style={{ flex: 1, overflowY: 'auto' }}>
        <ThreadPrimitive.Empty><p>Welcome to assistant-ui.</p></ThreadPrimitive.Empty>
        <ThreadPrimitive.Messages components={{ UserMessage, AssistantMessage }} />
      </ThreadPrimitive.Viewport>
      <ComposerPrimitive.Root className="aui-composer-root">
        <ComposerPrimitive.Input className="aui-composer-input" placeholder="Send a message..." rows={1} />
        <AuiIf condition={({ thread }) => !thread.isRunning}><ComposerPrimitive.Send>Send</ComposerPrimitive.Send></AuiIf>
        <AuiIf condition={({ thread }) => thread.isRunning}><ComposerPrimitive.Cancel>Stop</ComposerPrimitive.Cancel></AuiIf>
      </ComposerPrimitive.Root>
    </ThreadPrimitive.Root>
  </AssistantRuntimeProvider>
);

createRoot(document.getElementById('root')).render(<App />);
