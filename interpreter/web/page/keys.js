// Everything can be done with keys: one stop for Tab in each region, arrows inside, letters for the rest.
// The board may go on below one's own things: it is one region all the same.
const BOARD = ["board", "below"], ALL = "#board, #below, #mine, #others";
const REGIONS = { b: "board", m: "mine", o: "others", l: "log" };

// Only one thing of each region can be reached by Tab; arrows go on from there.
export function settleTabs(root) {
  for (const region of ["board", "mine", "others"]) {
    const things = thingsIn(root, region);
    const at = things.find((one) => one === document.activeElement) ?? things.find((one) => one.classList.contains("lit")) ?? things[0];
    for (const one of things) one.tabIndex = one === at ? 0 : -1;
  }
}

const thingsIn = (root, id) => (BOARD.includes(id) ? BOARD : [id]).flatMap((one) => [...root.querySelectorAll(`#${one} button.thing`)]);

export function handleKeys(table, event) {
  const target = event.target;
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  if (target.matches?.("input, select, textarea")) { if (event.key === "Escape") { target.blur(); } return; }
  if (event.key === "Escape") { table.close(); return; }
  if (table.cover || table.root.querySelector("dialog[open]")) return;
  if (event.key.startsWith("Arrow") && target.closest?.(ALL)) { step(table, target, event.key); event.preventDefault(); return; }
  if (event.key === " " && target.dataset?.key) { table.read(target.dataset.kind, target.dataset.key); event.preventDefault(); return; }
  if (!(table.settingsLetters ?? true)) return;
  letter(table, event);
}

function letter(table, event) {
  const { key } = event, target = event.target;
  if (/^[0-9]$/.test(key)) (table.root.querySelector(`#bar .option[data-typed="${key}"]`) ?? (key === "1" ? table.root.querySelector("#bar .stepper .option") : null))?.click();
  else if (!lettersOn()) return;
  else if (key === "n" || key === "p") nextLit(table, key === "n" ? 1 : -1);
  else if (key === "u") table.undoLast();
  else if (key === "?") whyNot(table, target);
  else if (key === "/") { table.root.querySelector("#filter")?.focus(); }
  else if (key === "w") { table.sinceOpen = !table.sinceShown; table.draw(); table.root.querySelector(".since summary")?.focus(); }
  else if (key === "[") table.look((table.past.step ?? table.state.step) - 1);
  else if (key === "]") table.look((table.past.step ?? table.state.step) + 1);
  else if (key in REGIONS) { table.tab = REGIONS[key]; table.draw(); (thingsIn(table.root, REGIONS[key]).find((one) => one.tabIndex === 0) ?? table.root.querySelector(`#${REGIONS[key]}`))?.focus(); }
  else return;
  event.preventDefault();
}

import { settings, t } from "./words.js";
const lettersOn = () => settings.letters;

// Of the thing that has the focus, else of the one under the pointer.
function whyNot(table, target) {
  const thing = target.dataset?.key ? target : [...table.root.querySelectorAll("[data-key]:hover")].pop();
  if (thing) table.read(thing.dataset.kind, thing.dataset.key, table.isMyTurn);
  else table.say(t("why_what"));
}

function nextLit(table, by) {
  const lit = [...table.root.querySelectorAll("button.thing.lit")].filter((one) => one.offsetParent);
  if (!lit.length) return;
  const at = lit.indexOf(document.activeElement);
  focusThing(lit[(at + by + lit.length) % lit.length] ?? lit[0], table.root);
}

function focusThing(one, root) { one.focus(); settleTabs(root); }

// The nearest thing in that direction.
function step(table, from, key) {
  const region = from.closest(ALL), box = from.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  let best = null, least = Infinity;
  for (const one of thingsIn(table.root, region.id)) {
    if (one === from || !one.offsetParent) continue;
    const b = one.getBoundingClientRect(), ox = b.left + b.width / 2 - x, oy = b.top + b.height / 2 - y;
    const ahead = ox * dx + oy * dy, aside = Math.abs(ox * dy) + Math.abs(oy * dx);
    if (ahead < 4) continue;
    const far = ahead + aside * 2.5;
    if (far < least) { least = far; best = one; }
  }
  if (best) focusThing(best, table.root);
}
