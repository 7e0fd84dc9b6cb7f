// The table stands still: a zone has its place whatever lies in it. Where there is more than fits, pieces lie over each
// other, then they scroll; the room that a hand once took is kept for it.
const LEAST = 40;
const tall = new Map();

// Everything is written, then everything is measured, then everything is written: a measure between two writes would
// make the browser lay the whole page out anew each time.
export function keepStill(root) {
  const open = [...root.querySelectorAll(".zone.open:not(.z-held) > .lies")].filter((lies) => lies.childElementCount > 1 || lies.style.length);
  const held = [...root.querySelectorAll(".zone.z-held > .lies")];
  for (const lies of open) lies.style.removeProperty("--lap");
  for (const lies of held) lies.style.minHeight = "";
  const laps = open.map(lapOf), heights = held.map(heightOf);
  open.forEach((lies, n) => { if (laps[n]) lies.style.setProperty("--lap", `${-laps[n]}px`); });
  held.forEach((lies, n) => { if (heights[n]) lies.style.minHeight = `${heights[n]}px`; });
}

// How far pieces have to lie over each other to fit.
function lapOf(lies) {
  const count = lies.childElementCount;
  if (count < 2 || !lies.offsetParent) return 0;
  const last = lies.lastElementChild, wide = last.offsetWidth, style = getComputedStyle(lies);
  const room = lies.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const needs = last.offsetLeft + wide - lies.firstElementChild.offsetLeft;
  return needs <= room ? 0 : Math.ceil(Math.min((needs - room) / (count - 1), Math.max(0, wide - LEAST)));
}

// The most room that a hand has taken so far.
function heightOf(lies) {
  if (!lies.offsetParent) return 0;
  const zone = lies.parentElement, key = [innerWidth, zone.dataset.owner, zone.dataset.zone, zone.closest("#mine, #others")?.id].join(" ");
  const most = Math.max(tall.get(key) ?? 0, lies.offsetHeight);
  tall.set(key, most);
  return most;
}
