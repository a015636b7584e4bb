// The page around the chat: it opens the frame on demand, and keeps which conversation is shown in its own address.

const launcher = document.getElementById("launcher"), chat = document.getElementById("chat");

launcher.addEventListener("click", () => {
  if (!chat.firstChild) {
    const frame = document.createElement("iframe");
    Object.assign(frame, { src: `/widget${location.search}`, title: "Riverside Clinic assistant" });
    chat.append(frame);
  }
  chat.hidden = !chat.hidden;
  launcher.setAttribute("aria-expanded", String(!chat.hidden));
});

window.addEventListener("message", ({ origin, data }) => {
  if (origin !== location.origin || !data.conversation) return;
  const address = new URL(location.href);
  address.searchParams.set("conversation", data.conversation);
  history.replaceState(null, "", address);
});

document.getElementById("review").addEventListener("submit", (event) => {
  event.preventDefault();
  document.getElementById("thanks").hidden = false;
});
document.getElementById("search").addEventListener("submit", (event) => event.preventDefault());
