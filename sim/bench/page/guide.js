// A newcomer's first coup: what the bench says is next, and a ring around the place. Whoever leaves it is not asked again.

import { $, element, press, say } from "./page.js";

const LEFT = "rapid-table-guide-left";
let shown = "";

const hasLeft = () => sessionStorage.getItem(LEFT) === "yes";

export function guide(state, refresh) {
  const { step, of, says, button } = state.guide;
  $("guide").hidden = hasLeft() || state.scenario.length > 0 || state.autoplay || state.cup.under_way === true;
  for (const pointed of document.querySelectorAll(".pointed")) pointed.classList.remove("pointed");
  if ($("guide").hidden) return;
  const ended = says && !button && !state.guide.screen;
  if (shown !== says) {
    shown = says;
    const leave = element("button", { id: "guide-leave", textContent: ended ? "Done" : "Leave", title: "Leave the guide" });
    leave.onclick = () => { sessionStorage.setItem(LEFT, "yes"); refresh(); };
    const title = element("h2", { textContent: ended ? "Your first coup is played" : `Your first coup: ${step} of ${of}` });
    // All that it ever says takes its room, and one of it is seen: nothing below moves when a step is done.
    const note = press(element("button", { id: "guide-note", textContent: "Put in a note of 50" }),
      () => say({ do: "device", device: "ats-1 note_acceptor", line: "insert 50" }));
    const texts = state.guide.all.map((text) => element("div", { className: text === says ? "" : "unseen" },
      element("p", { textContent: text }), ...(text === state.guide.note ? [note] : [])));
    $("guide").replaceChildren(title, leave, element("div", { className: "steps" }, ...texts));
  }
  if (button) $(button)?.classList.add("pointed");
}
