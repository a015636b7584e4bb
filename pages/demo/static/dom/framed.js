// The chat in its frame tells the page around it which conversation is shown.

for (const name of ["pushState", "replaceState"]) {
  const change = history[name];
  history[name] = function (...given) {
    change.apply(this, given);
    parent.postMessage({ conversation: new URLSearchParams(location.search).get("conversation") }, location.origin);
  };
}
