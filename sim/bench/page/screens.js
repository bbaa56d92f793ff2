// The screens, as they really draw themselves: as large as the window lets them be, or one of them alone.

import { $, element, say } from "./page.js";

const NAME_BYTES = 16;
const FIRST_TERMINALS = 2;
const TITLES = { sgc: "Dealer's console", wnd: "Winning number display" };
const GAP = 10;
// Below this width a page is a column that scrolls as one, as on a phone.
export const NARROW = 1100;
let state = null, watched = null, ring = null;

export const terminalInHand = () => (alone()?.startsWith("ats") ? alone() : watched?.find((name) => name.startsWith("ats")));

// #terminal=2, #screen=sgc: one screen alone.
function alone() {
  const said = new URLSearchParams(location.hash.slice(1));
  const name = said.has("terminal") ? `ats-${said.get("terminal")}` : said.get("screen");
  return state?.screens.includes(name) ? name : null;
}

const linkTo = (name) => (name.startsWith("ats-") ? `#terminal=${name.slice(4)}` : `#screen=${name}`);

function figureOf(name) {
  const canvas = element("canvas", { id: `screen-${name}`, role: "img", ariaLabel: TITLES[name] ?? name, width: 1280, height: 800 });
  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return {
      x: Math.round((event.clientX - box.left) * canvas.width / box.width),
      y: Math.round((event.clientY - box.top) * canvas.height / box.height),
    };
  };
  // Where a finger leaves counts, though it is beside the screen by then: so it takes back what it began.
  const touch = (motion) => (event) => {
    if (motion === "move" && !event.buttons) return;
    event.preventDefault();
    document.activeElement?.blur();
    if (motion === "down") canvas.setPointerCapture(event.pointerId);
    say({ do: "touch", screen: name, motion, ...place(event) });
  };
  canvas.addEventListener("pointerdown", touch("down"));
  canvas.addEventListener("pointermove", touch("move"));
  canvas.addEventListener("pointerup", touch("up"));
  canvas.addEventListener("pointercancel", () => say({ do: "touch", screen: name, motion: "up", x: -1, y: -1 }));
  const title = TITLES[name] ?? `Terminal ${name.slice(4)}`;
  const larger = element("a", { className: "larger", href: linkTo(name), title: `${title} alone; Escape leads back` });
  const power = element("button", { className: "power" });
  power.onclick = () => say({ do: "power", board: name in state.boards ? name : "table", on: name in state.boards && !state.boards[name] });
  const caption = element("figcaption", {}, element("span", { textContent: title }), power, larger);
  return element("figure", { id: `figure-${name}` }, caption, element("div", { className: "glass" }, canvas));
}

function watch(screens) {
  watched = screens;
  const others = state.screens.filter((name) => !screens.includes(name));
  const choose = element("select", { id: "more", hidden: !others.length }, element("option", { textContent: "another terminal …" }),
    ...others.map((name) => element("option", { value: name, textContent: name })));
  choose.onchange = () => watch([...screens, choose.value]);
  $("screens").replaceChildren(...screens.map(figureOf), choose);
  say({ do: "watch", screens });
  follow(state);
}

// As many columns as make the screens largest: each keeps its shape, and none is cut off.
function fit() {
  const only = alone(), room = $("screens");
  const shown = [...room.querySelectorAll("figure")].filter((figure) => !figure.hidden);
  if (!shown.length) return;
  const style = getComputedStyle(room);
  const wide = room.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const scrolls = innerWidth < NARROW && !only;
  const high = (only ? innerHeight : room.clientHeight) - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom)
    - ($("more")?.offsetHeight ?? 0);
  const caption = shown[0].offsetHeight - shown[0].querySelector(".glass").offsetHeight;
  const shapes = shown.map((figure) => { const { width, height } = figure.querySelector("canvas"); return width / height; });
  const widest = Math.max(...shapes), narrowest = Math.min(...shapes);
  let best = { width: 0, columns: 1 };
  for (let columns = 1; columns <= (scrolls ? 1 : shown.length); columns++) {
    const rows = Math.ceil(shown.length / columns);
    const cell = { w: (wide - GAP * (columns - 1)) / columns, h: (high - GAP * (rows - 1)) / rows - caption };
    const width = scrolls ? cell.w : Math.min(cell.w, cell.h * (shown.length === 1 ? widest : Math.max(narrowest, 1)));
    if (width > best.width) best = { width, columns };
  }
  room.style.setProperty("--columns", best.columns);
  room.style.setProperty("--width", `${Math.floor(best.width)}px`);
}

export function follow(fresh) {
  state = fresh;
  const only = alone();
  if (only && watched && !watched.includes(only)) return watch([...watched, only]);
  if (!watched) return watch([...new Set([...state.screens.slice(0, 2 + FIRST_TERMINALS), ...(only ? [only] : [])])]);
  document.body.classList.toggle("alone", Boolean(only));
  for (const name of watched) {
    const figure = $(`figure-${name}`), on = name === "sgc" ? !state.dark : state.boards[name];
    figure.hidden = Boolean(only) && name !== only;
    figure.classList.toggle("off", !on);
    const power = figure.querySelector(".power"), larger = figure.querySelector(".larger");
    power.textContent = name === "sgc" ? "Power cut" : on ? "Power off" : "Power on";
    power.title = name === "sgc" ? "The table board loses its power and comes back" : "Take its power, or give it back";
    larger.textContent = only ? "all screens" : "larger";
    larger.href = only ? "#" : linkTo(name);
  }
  point();
  fit();
}

// A ring around what the guide speaks of.
function point() {
  ring?.remove();
  ring = null;
  const { screen, box } = state.guide;
  const glass = $(`figure-${screen}`)?.querySelector(".glass");
  if (!box || !glass || $("guide").hidden) return;
  const [left, top, width, height] = box.map((part) => `${part * 100}%`);
  ring = element("div", { className: "ring" });
  Object.assign(ring.style, { left, top, width, height });
  glass.append(ring);
}

// What has changed of a screen comes in parts, each drawn after the one before, however long each takes to be read.
let drawing = Promise.resolve();

export function draw(data) {
  const name = new TextDecoder().decode(data.slice(0, NAME_BYTES)).replace(/\0+$/, "");
  const [x, y, width, height] = [0, 2, 4, 6].map((at) => new DataView(data, NAME_BYTES).getUint16(at));
  const part = createImageBitmap(new Blob([data.slice(NAME_BYTES + 8)], { type: "image/png" }));
  drawing = drawing.then(async () => {
    const bitmap = await part, screen = $(`screen-${name}`);
    if (screen) {
      if (screen.width !== width || screen.height !== height) {
        Object.assign(screen, { width, height });
        fit();
      }
      screen.getContext("2d").drawImage(bitmap, x, y);
      screen.dataset.drawn = "yes";
    }
    bitmap.close();
  });
}

addEventListener("resize", fit);
addEventListener("hashchange", () => state && follow(state));
addEventListener("keydown", (event) => { if (event.key === "Escape" && alone()) location.hash = ""; });
