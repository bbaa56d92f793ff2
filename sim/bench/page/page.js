// What all parts of the page share: its elements, its line to the bench, and what it last heard of it.

export const $ = (id) => document.getElementById(id);
const socket = new WebSocket(`ws://${location.host}/socket/bench`);
socket.binaryType = "arraybuffer";
const hears = [];
export const say = (what) => socket.send(JSON.stringify(what));
// `data` is what the bench says as JSON, or a part of a picture as bytes.
export const hear = (told) => hears.push(told);
socket.onmessage = ({ data }) => { for (const told of hears) told(data instanceof ArrayBuffer ? data : JSON.parse(data)); };
socket.onclose = () => { $("where").textContent = "The bench has ended."; };

export function element(tag, properties = {}, ...inside) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...inside);
  return made;
}

// A button acts where the finger leaves it, though it may have been drawn anew meanwhile; one that slid off takes it back.
export function press(button, act) {
  button.addEventListener("pointerdown", (down) => {
    const { left, top, right, bottom } = button.getBoundingClientRect();
    const heard = new AbortController();
    const ends = (event) => {
      if (event.pointerId !== down.pointerId) return;
      heard.abort();
      const { clientX: x, clientY: y } = event;
      if (event.type === "pointerup" && x >= left && x < right && y >= top && y < bottom) act();
    };
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, ends, { signal: heard.signal });
  });
  button.addEventListener("click", (event) => { if (event.detail === 0) act(); });
  return button;
}

export function toast(text) {
  $("toast").textContent = text;
  $("toast").classList.add("shown");
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => $("toast").classList.remove("shown"), 4000);
}
