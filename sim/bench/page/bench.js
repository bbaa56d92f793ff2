// The bench's page: it shows what the bench says, and says what its tester does.

import { guide } from "./guide.js";
import { $, hear, say, toast } from "./page.js";
import * as panes from "./panes.js";
import * as screens from "./screens.js";

let state = null;

function follow(fresh) {
  state = fresh;
  $("where").textContent = (state.dark ? "the table's board is without power" : state.stopped) || `${state.phase}${state.coup ? `, coup ${state.coup}` : ""}${state.due ? `, a card is due to ${state.due}` : ""}`;
  $("where").title = $("where").textContent;
  $("autoplay").classList.toggle("on", state.autoplay);
  $("cup").classList.toggle("on", state.cup.under_way === true);
  $("cup").textContent = state.cup.under_way ? `${state.cup.name}: ${state.cup.round || "entry"}` : "Tournament";
  $("cup").title = state.cup.refused || $("cup").dataset.about;
  panes.people(state);
  panes.steps(state);
  panes.devices(state);
  panes.shoe(state);
  guide(state, () => follow(state));
  screens.follow(state);
}

panes.tabs();
panes.shoePane();
hear((told) => {
  if (told instanceof ArrayBuffer) return screens.draw(told);
  if (told.state) follow(told.state);
  if (told.journal) panes.journal(told.journal);
  if (told.traffic) panes.traffic(told.traffic);
  if (told.pages) panes.tickets(told.pages);
  if (told.problem) toast(told.problem);
  if (told.stepped) for (const said of told.stepped) if (!said.endsWith(": done")) toast(said);
});

$("autoplay").onclick = () => say({ do: "autoplay", on: !state.autoplay, mistakes: Number($("mistakes").value) });
$("cup").dataset.about = $("cup").title;
$("cup").onclick = () => say({ do: "cup" });
$("speed").onchange = () => say({ do: "speed", speed: Number($("speed").value) });
$("load").onclick = () => say({ do: "load", text: $("scenario-text").value });
$("step").onclick = () => say({ do: "step" });
$("play").onclick = () => say(state.playing ? { do: "pause" } : { do: "step", whole: true });
$("file").onchange = async () => {
  $("scenario-text").value = await $("file").files[0].text();
  $("file").value = "";
  $("load").click();
};

// Space deals the next card, digits choose a chip at the terminal in hand; not where somebody writes or chooses.
addEventListener("keydown", (event) => {
  if (!state || event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input, textarea, select")) return;
  if (event.key === " ") {
    event.preventDefault();
    if (!event.repeat) panes.nextCard();
  } else if (/^[1-9]$/.test(event.key) && screens.terminalInHand()) {
    say({ do: "chip", screen: screens.terminalInHand(), place: Number(event.key) });
  }
});
