// React ChatBotify: a flow of blocks; options and a component of one's own belong to a block, an error is a toast.
import ChatBot from 'react-chatbotify';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { say } from './say.js';
import { BUTTONS, CARD, CARD_BUTTON, CARD_FIELDS, CARD_INPUT, CARD_TEXT, CARD_TITLE, COLOURS, FAILED, ORDERED, QUESTION } from './script.js';

const answer = async (text, { streamMessage, endStreamMessage, showToast }) => {
  let shown = Promise.resolve(); // one piece after the other, or each begins a message
  try {
    await say(text, soFar => { shown = shown.then(() => streamMessage(soFar)); });
    await shown;
    await endStreamMessage('BOT');
  } catch (error) {
    await showToast(`${FAILED}: ${error.message}`);
  }
};

const Order = ({ params }) => {
  const [note, setNote] = useState('');
  const confirm = async () => {
    await params.injectMessage(ORDERED + note, 'USER');
    await answer(ORDERED + note, params);
  };
  return (
    <article>
      <h3>{CARD_TITLE}</h3>
      <dl>{Object.entries(CARD_FIELDS).map(([item, price]) => <div key={item}><dt>{item}</dt><dd>{price}</dd></div>)}</dl>
      <label>{CARD_INPUT} <input value={note} onChange={event => setNote(event.target.value)} /></label>
      <button onClick={confirm}>{CARD_BUTTON}</button>
    </article>
  );
};

const path = ({ userInput }) => ({ [COLOURS]: 'offer', [CARD]: 'order' })[userInput] ?? 'talk';

const flow = {
  start: { message: 'Welcome to React ChatBotify.', path },
  talk: { message: params => answer(params.userInput, params), path },
  offer: { message: QUESTION, options: BUTTONS, path },
  order: { message: CARD_TEXT, component: params => <Order params={params} />, path },
};

createRoot(document.getElementById('root')).render(<ChatBot settings={{ general: { embedded: true } }} flow={flow} />);
