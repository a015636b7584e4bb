// How the pages ask the bot: `onText` is called with all of the reply so far and its last piece, until it is whole.
const chat = crypto.randomUUID();

export const asked = text => ({ chat, text });

export const say = async (text, onText) => {
  const reply = await fetch('/say', { method: 'POST', body: JSON.stringify(asked(text)) });
  if (!reply.ok) throw new Error(`the bot answers ${reply.status}`);
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let lines = '', soFar = ''; ;) {
    const { done, value } = await reader.read();
    if (done) return soFar;
    const whole = (lines + value).split('\n\n');
    lines = whole.pop();
    for (const event of whole) {
      const piece = JSON.parse(event.slice('data: '.length)).text;
      soFar += piece;
      onText(soFar, piece);
    }
  }
};
