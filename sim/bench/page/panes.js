// What stands beside the screens: the shoe, the devices and what can happen to them, tickets, traffic, a scenario, the journal.

import { $, element, press, say } from "./page.js";

const KEPT_LINES = 500;
const TABS = { shoe: "Shoe", devices: "Devices", tickets: "Tickets", traffic: "Traffic", scenario: "Scenario" };
const DEALS = {
  draw: "As it is due", "face-up": "Face up", "wrong-hand": "Wrong hand", player: "Onto Player", banker: "Onto Banker",
  together: "Two at once", burn: "Burned",
};
// What else happens at a shoe.
const SHOE = {
  unreadable: ["Unreadable", "A card leaves that the reader cannot read; the dealer enters it"],
  clear: ["Clear", "Somebody puts the shoe right"],
  cut: ["Cutting card", "The cutting card leaves the shoe"],
};
const RANKS = "A23456789TJQK", SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };
let devicesShown = "", burns = false;

// The next card: burned where one is due to be, else dealt as is chosen.
export const nextCard = () => say({ do: "deal", how: burns ? "burn" : $("how").value });

export function shoePane() {
  const how = element("select", { id: "how" }, ...Object.entries(DEALS).map(([value, text]) => element("option", { value, textContent: text })));
  const next = press(element("button", { id: "deal-next", className: "main" }), nextCard);
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
  $("pane-shoe").replaceChildren(element("div", { className: "row" }, next, how, ...more), element("p", { className: "none", textContent: "or a card of your choice:" }), grid);
}

export function shoe(state) {
  burns = state.burns;
  $("deal-next").textContent = burns ? "Burn card" : "Next card";
}

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

export function devices(state) {
  // The watchdog's lamp beats; it alone is no reason to draw the buttons anew under the pointer.
  const shown = JSON.stringify(state.devices, (key, value) => (key === "watchdog" ? undefined : value));
  if (shown === devicesShown) return;
  devicesShown = shown;
  $("pane-devices").replaceChildren(...Object.entries(state.devices).map(([name, device]) => deviceOf(name, device)));
}

export function people(state) {
  $("people").replaceChildren(...state.people.map(([number, name, role, pin, on]) =>
    element("li", { className: on ? "on" : "", title: on ? "Signed on at the console" : `Signs on at the console with ${number} and PIN ${pin}` },
      element("span", {}, element("i", { textContent: "● " }), `${number} ${name}, ${role}`), element("b", { textContent: pin }))));
}

export function journal(events) {
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

export function traffic(lines) {
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

export function tickets(pages) {
  $("pane-tickets").querySelector(".none")?.remove();
  for (const page of pages) {
    $("pane-tickets").prepend(element("img", { className: "ticket", alt: `ticket of ${page.printer}`, src: `data:image/png;base64,${page.png}` }));
  }
}

export function steps(state) {
  $("steps").replaceChildren(...state.scenario.map((step, place) => {
    const what = state.became[place] ?? "";
    const className = place === state.became.length ? "next" : what === "done" ? "done" : what ? "refused" : "";
    return element("li", { className, textContent: what && what !== "done" ? `${step}: ${what}` : step });
  }));
  $("play").textContent = state.playing ? "Pause" : "Play";
}

export function tabs() {
  for (const [key, title] of Object.entries(TABS)) {
    const tab = element("button", { textContent: title, id: `tab-${key}` });
    tab.onclick = () => {
      for (const other of document.querySelectorAll("nav button")) other.ariaSelected = other === tab;
      for (const pane of document.querySelectorAll(".pane")) pane.classList.toggle("open", pane.id === `pane-${key}`);
    };
    $("tabs").append(tab);
  }
  const wanted = new URLSearchParams(location.hash.slice(1)).get("tab");
  $(`tab-${wanted in TABS ? wanted : "shoe"}`).click();
}
