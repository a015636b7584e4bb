// nlux with an adapter that streams; buttons and cards stand below the text of a reply, in a renderer of the app's.
import '@nlux/themes/nova.css'; // asks another server for its font, and does without
import { AiChat, useAiChatApi, useAsStreamAdapter } from '@nlux/react';
import { useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { say } from './say.js';
import { BUTTONS, CARD, CARD_BUTTON, CARD_FIELDS, CARD_INPUT, CARD_TEXT, CARD_TITLE, COLOURS, ORDERED, QUESTION } from './script.js';

const OWN = { [COLOURS]: QUESTION, [CARD]: CARD_TEXT };

const stream = (text, observer) => {
  const said = OWN[text] ? Promise.resolve(observer.next(OWN[text])) : say(text, (_, piece) => observer.next(piece));
  said.then(() => observer.complete(), error => observer.error(error));
};

const Offer = ({ send }) => BUTTONS.map(name => <button key={name} onClick={() => send(name)}>{name}</button>);

const Order = ({ send }) => {
  const [note, setNote] = useState('');
  return (
    <article>
      <h3>{CARD_TITLE}</h3>
      <dl>{Object.entries(CARD_FIELDS).map(([item, price]) => <div key={item}><dt>{item}</dt><dd>{price}</dd></div>)}</dl>
      <label>{CARD_INPUT} <input value={note} onChange={event => setNote(event.target.value)} /></label>
      <button onClick={() => send(ORDERED + note)}>{CARD_BUTTON}</button>
    </article>
  );
};

const BELOW = { [QUESTION]: Offer, [CARD_TEXT]: Order };

const App = () => {
  const api = useAiChatApi();
  const responseRenderer = useMemo(() => ({ containerRef, content, status }) => {
    const Below = status === 'complete' && BELOW[content.join('')];
    return (
      <>
        <div ref={containerRef} />
        {Below && <Below send={api.composer.send} />}
      </>
    );
  }, [api]);
  return (
    <AiChat
      api={api}
      adapter={useAsStreamAdapter(stream, [])}
      personaOptions={{ assistant: { name: 'Bot', tagline: 'Welcome to nlux.' } }}
      composerOptions={{ placeholder: 'Type your prompt here' }}
      messageOptions={{ responseRenderer }}
    />
  );
};

createRoot(document.getElementById('root')).render(<App />);
