// A chunk of the page that is loaded when it is needed; it stands for a large one, which takes its time.

const TAKES_MS = 900;

await new Promise((arrived) => { setTimeout(arrived, TAKES_MS); });
