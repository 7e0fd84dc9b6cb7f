// The table stands still: a zone has its place whatever lies in it. Where there is more than fits, cards become narrower, as
// long as they can be read; then pieces lie over each other, then they scroll. The room that a hand once took is kept for it.
const LEAST = 40, PART = 0.6, NARROW = 92;
const tall = new Map();

// Everything is written, then everything is measured, then everything is written: a measure between two writes would
// make the browser lay the whole page out anew each time.
export function keepStill(root) {
  const open = [...root.querySelectorAll(".zone.open:not(.z-held) > .lies")].filter((lies) => lies.childElementCount > 1 || lies.style.length);
  const held = [...root.querySelectorAll(".zone.z-held > .lies")];
  for (const lies of open) for (const name of ["--lap", "--wide"]) lies.style.removeProperty(name);
  for (const lies of held) lies.style.minHeight = "";
  const texts = [...root.querySelectorAll(".zone .card .says")].filter((says) => says.childElementCount === 0 && says.textContent);
  const fits = open.map(fitOf), heights = held.map(heightOf);
  open.forEach((lies, n) => { lies.classList.toggle("narrow", fits[n][0]?.[0] === "--wide"); for (const [name, size] of fits[n]) lies.style.setProperty(name, `${size}px`); });
  held.forEach((lies, n) => { if (heights[n]) lies.style.minHeight = `${heights[n]}px`; });
  const lines = texts.map(linesOf);
  texts.forEach((says, n) => { if (lines[n]) says.style.setProperty("--lines", lines[n]); });
}

// How many whole lines of its text a card has room for, below its name and above what lies on it.
function linesOf(says) {
  const card = says.closest(".card");
  if (!says.offsetParent) return 0;
  const style = getComputedStyle(card), held = card.querySelector(".held")?.offsetHeight ?? 0;
  const end = card.getBoundingClientRect().bottom - parseFloat(style.paddingBottom) - parseFloat(style.borderBottomWidth) - held;
  return Math.max(1, Math.floor((end - says.getBoundingClientRect().top + 1) / parseFloat(getComputedStyle(says).lineHeight)));
}

// How narrow cards have to be to fit, or how far pieces have to lie over each other: so much of each is still seen.
function fitOf(lies) {
  const count = lies.childElementCount;
  if (count < 2 || !lies.offsetParent) return [];
  const last = lies.lastElementChild, wide = last.offsetWidth, style = getComputedStyle(lies);
  const room = lies.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const needs = last.offsetLeft + wide - lies.firstElementChild.offsetLeft;
  if (needs <= room) return [];
  const gap = parseFloat(style.columnGap), narrow = Math.floor((room - (count - 1) * gap) / count);
  if (narrow >= NARROW && [...lies.children].every((one) => one.matches(".card:not(.back), .slot.u-card"))) return [["--wide", narrow]];
  return [["--lap", -Math.ceil(Math.min((needs - room) / (count - 1), Math.max(0, wide + gap - Math.min(LEAST, wide * PART))))]];
}

// The most room that a hand has taken so far.
function heightOf(lies) {
  if (!lies.offsetParent) return 0;
  const zone = lies.parentElement, key = [innerWidth, zone.dataset.owner, zone.dataset.zone, zone.closest("#mine, #others")?.id].join(" ");
  const most = Math.max(tall.get(key) ?? 0, lies.offsetHeight);
  tall.set(key, most);
  return most;
}
