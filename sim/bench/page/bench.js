// The bench's page: screens as they really draw themselves, devices and what can happen to them, the journal as it grows.

const NAME_BYTES = 16;
const KEPT_LINES = 500;
const FIRST_TERMINALS = 2;
const TABS = { shoe: "Shoe", devices: "Devices", tickets: "Tickets", traffic: "Traffic", scenario: "Scenario" };
const TITLES = { sgc: "Dealer's console", wnd: "Winning number display" };
const DEALS = {
  draw: "Draw", "face-up": "Face up", "wrong-hand": "Wrong hand", player: "Onto Player", banker: "Onto Banker",
  together: "Two at once",
};
// What else happens at a shoe.
const SHOE = {
  unreadable: ["Unreadable", "A card leaves that the reader cannot read; the dealer enters it"],
  clear: ["Clear", "Somebody puts the shoe right"],
  cut: ["Cutting card", "The cutting card leaves the shoe"],
};
const RANKS = "A23456789TJQK", SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };

const $ = (id) => document.getElementById(id);
const socket = new WebSocket(`ws://${location.host}/socket/bench`);
socket.binaryType = "arraybuffer";
const say = (what) => socket.send(JSON.stringify(what));
let state = null, watched = null, devicesShown = "";

function element(tag, properties = {}, ...inside) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...inside);
  return made;
}

// A button acts when it is pressed: what follows may draw it anew before the finger has left it.
function press(button, act) {
  button.addEventListener("pointerdown", act);
  button.addEventListener("click", (event) => { if (event.detail === 0) act(); });
  return button;
}

function toast(text) {
  $("toast").textContent = text;
  $("toast").classList.add("shown");
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => $("toast").classList.remove("shown"), 4000);
}

// Screens.

function figureOf(name) {
  const image = element("canvas", { id: `screen-${name}`, role: "img", ariaLabel: TITLES[name] ?? name });
  const place = (event) => {
    const box = image.getBoundingClientRect();
    return {
      x: Math.round((event.clientX - box.left) * image.width / box.width),
      y: Math.round((event.clientY - box.top) * image.height / box.height),
    };
  };
  const touch = (motion) => (event) => {
    if (motion === "move" && !event.buttons) return;
    event.preventDefault();
    say({ do: "touch", screen: name, motion, ...place(event) });
  };
  image.addEventListener("pointerdown", touch("down"));
  image.addEventListener("pointermove", touch("move"));
  image.addEventListener("pointerup", touch("up"));
  const caption = element("figcaption", {}, TITLES[name] ?? `Terminal ${name.slice(4)}`);
  if (name in state.boards) {
    const power = element("button", { title: "Take its power, or give it back" });
    power.onclick = () => say({ do: "power", board: name, on: !state.boards[name] });
    caption.append(power);
  } else {
    const power = element("button", { textContent: "Power cut", title: "The table board loses its power and comes back" });
    power.onclick = () => say({ do: "power", board: "table", on: false });
    caption.append(power);
  }
  return element("figure", { id: `figure-${name}` }, caption, image);
}

function watch(screens) {
  watched = screens;
  $("screens").replaceChildren(...screens.map(figureOf));
  const others = state.screens.filter((name) => !screens.includes(name));
  if (others.length) {
    const choose = element("select", { id: "more" }, element("option", { textContent: "another terminal …" }),
      ...others.map((name) => element("option", { value: name, textContent: name })));
    choose.onchange = () => watch([...screens, choose.value]);
    $("screens").append(choose);
  }
  say({ do: "watch", screens });
}

// What has changed of a screen comes in parts, each drawn after the one before, however long each takes to be read.
let drawing = Promise.resolve();

function draw(data) {
  const name = new TextDecoder().decode(data.slice(0, NAME_BYTES)).replace(/\0+$/, "");
  const [x, y, width, height] = [0, 2, 4, 6].map((at) => new DataView(data, NAME_BYTES).getUint16(at));
  const part = createImageBitmap(new Blob([data.slice(NAME_BYTES + 8)], { type: "image/png" }));
  drawing = drawing.then(async () => {
    const bitmap = await part, screen = $(`screen-${name}`);
    if (screen) {
      if (screen.width !== width || screen.height !== height) Object.assign(screen, { width, height });
      screen.getContext("2d").drawImage(bitmap, x, y);
      screen.dataset.drawn = "yes";
    }
    bitmap.close();
  });
}

// The shoe, where cards come from.

function shoePane() {
  const how = element("select", { id: "how" }, ...Object.entries(DEALS).map(([value, text]) => element("option", { value, textContent: text })));
  const next = element("button", { id: "deal-next", textContent: "Next card" });
  next.onclick = () => say({ do: "deal", how: how.value });
  const more = Object.entries(SHOE).map(([line, [textContent, title]]) => {
    const button = element("button", { textContent, title, id: `shoe-${line}` });
    button.onclick = () => say({ do: "device", device: "table shoe", line });
    return button;
  });
  const grid = element("div", { className: "cards" });
  for (const suit of Object.keys(SUITS)) {
    for (const rank of RANKS) {
      const card = element("button", { textContent: `${rank === "T" ? 10 : rank}${SUITS[suit]}`, title: `deal ${rank}${suit}` });
      card.id = `card-${rank}${suit}`;
      card.className = suit === "H" || suit === "D" ? "red" : "";
      card.onclick = () => say({ do: "deal", how: how.value, card: rank + suit });
      grid.append(card);
    }
  }
  $("pane-shoe").replaceChildren(element("div", { className: "row" }, how, next, ...more), element("p", { className: "none", textContent: "or a card of your choice:" }), grid);
}

// Devices.

function deviceOf(name, device) {
  const trouble = device.stage !== "ready" || device.faults.length > 0;
  const rows = element("div", { className: "row" });
  const does = (label, line) => {
    rows.append(press(element("button", { textContent: label }), () => say({ do: "device", device: name, line })));
  };
  for (const form of device.commands) {
    if (/[A-Z]{2}|\|/.test(form)) {
      const button = element("button", { textContent: `${form.split(" ")[0]} …`, title: form });
      button.onclick = () => {
        const line = prompt(form, form.split(" | ")[0].replace("AMOUNT", "20").replace("CARD", "7C"));
        if (line) say({ do: "device", device: name, line });
      };
      rows.append(button);
    } else does(form, form);
  }
  for (const value of device.notes) does(`insert ${value}`, `insert ${value}`);
  if (device.plugged !== null) does(device.plugged ? "unplug" : "plug in", device.plugged ? "unplug" : "plug");
  for (const [input, on] of Object.entries(device.inputs)) does(`${input} ${on ? "on" : "off"}`, `${input} ${on ? "off" : "on"}`);
  for (const [lamp, lit] of Object.entries(device.lamps)) rows.append(element("span", { className: `lamp ${lit ? "lit" : ""}`, textContent: lamp }));
  const stage = element("span", { className: "stage", textContent: `${device.stage}${device.faults.length ? `: ${device.faults.join(", ")}` : ""} · ${device.driver}` });
  const holds = device.holds ? [element("p", { className: "holds", textContent: device.holds })] : [];
  return element("div", { className: `device ${trouble ? "trouble" : ""}` }, element("h3", {}, name, stage), ...holds, rows);
}

function devicesPane() {
  // The watchdog's lamp beats; it alone is no reason to draw the buttons anew under the pointer.
  const shown = JSON.stringify(state.devices, (key, value) => (key === "watchdog" ? undefined : value));
  if (shown === devicesShown) return;
  devicesShown = shown;
  $("pane-devices").replaceChildren(...Object.entries(state.devices).map(([name, device]) => deviceOf(name, device)));
}

// What happens.

function journal(events) {
  const list = document.querySelector("#journal ol");
  for (const event of events) {
    const line = element("li", { className: `${event.kind} ${event.irregular ? "irregular" : ""}`, title: JSON.stringify(event.fields) });
    if (event.rule) line.append(element("span", { className: "rule", textContent: event.rule }));
    line.append(event.text);
    list.append(line);
  }
  while (list.children.length > KEPT_LINES) list.firstChild.remove();
  $("journal").scrollTop = $("journal").scrollHeight;
}

function traffic(lines) {
  const body = document.querySelector("#pane-traffic tbody");
  for (const line of lines) {
    const known = $(`traffic-${line.row}`);
    if (known) {
      known.lastChild.textContent = line.count;
      continue;
    }
    const row = element("tr", { className: line.from, id: `traffic-${line.row}` });
    for (const text of [line.line, line.from, line.hex, line.words, line.count]) row.append(element("td", { textContent: text }));
    body.prepend(row);
  }
  while (body.children.length > KEPT_LINES) body.lastChild.remove();
}

function tickets(pages) {
  $("pane-tickets").querySelector(".none")?.remove();
  for (const page of pages) {
    $("pane-tickets").prepend(element("img", { className: "ticket", alt: `ticket of ${page.printer}`, src: `data:image/png;base64,${page.png}` }));
  }
}

function steps(all, became) {
  $("steps").replaceChildren(...all.map((step, place) => {
    const what = became[place] ?? "";
    const className = place === became.length ? "next" : what === "done" ? "done" : what ? "refused" : "";
    return element("li", { className, textContent: what && what !== "done" ? `${step}: ${what}` : step });
  }));
}

function follow(fresh) {
  state = fresh;
  if (!watched) watch(state.screens.slice(0, 2 + FIRST_TERMINALS));
  $("where").textContent = (state.dark ? "the table's board is without power" : state.stopped) || `${state.phase}${state.coup ? `, coup ${state.coup}` : ""}${state.due ? `, a card is due to ${state.due}` : ""}`;
  $("where").title = Object.entries(state.people).map(([number, who]) => `${number}: ${who}`).join("\n");
  $("autoplay").classList.toggle("on", state.autoplay);
  for (const [name, on] of Object.entries({ ...state.boards, sgc: !state.dark })) {
    const figure = $(`figure-${name}`);
    figure?.classList.toggle("off", !on);
    if (figure && name !== "sgc") figure.querySelector("button").textContent = on ? "Power off" : "Power on";
  }
  steps(state.scenario, state.became);
  $("play").textContent = state.playing ? "Pause" : "Play";
  devicesPane();
}

socket.onmessage = ({ data }) => {
  if (data instanceof ArrayBuffer) return draw(data);
  const told = JSON.parse(data);
  if (told.state) follow(told.state);
  if (told.journal) journal(told.journal);
  if (told.traffic) traffic(told.traffic);
  if (told.pages) tickets(told.pages);
  if (told.problem) toast(told.problem);
  if (told.stepped) for (const said of told.stepped) if (!said.endsWith(": done")) toast(said);
};
socket.onclose = () => { $("where").textContent = "The bench has ended."; };

for (const [key, title] of Object.entries(TABS)) {
  const tab = element("button", { textContent: title, id: `tab-${key}` });
  tab.onclick = () => {
    for (const other of document.querySelectorAll("nav button")) other.ariaSelected = other === tab;
    for (const pane of document.querySelectorAll(".pane")) pane.classList.toggle("open", pane.id === `pane-${key}`);
  };
  $("tabs").append(tab);
}
$("tab-shoe").click();
shoePane();
$("autoplay").onclick = () => say({ do: "autoplay", on: !state.autoplay, mistakes: Number($("mistakes").value) });
$("speed").onchange = () => say({ do: "speed", speed: Number($("speed").value) });
$("load").onclick = () => say({ do: "load", text: $("scenario-text").value });
$("step").onclick = () => say({ do: "step" });
$("play").onclick = () => say(state.playing ? { do: "pause" } : { do: "step", whole: true });
$("file").onchange = async () => {
  $("scenario-text").value = await $("file").files[0].text();
  $("file").value = "";
  $("load").click();
};
