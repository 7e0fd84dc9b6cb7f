// The table stands still: a zone has its place whatever lies in it. Where there is more than fits, pieces lie over each
// other, then they scroll; the room that a hand once took is kept for it.
const LEAST = 40;
const tall = new Map();

export function keepStill(root) {
  for (const lies of root.querySelectorAll(".zone.open:not(.z-held) > .lies")) lap(lies);
  for (const lies of root.querySelectorAll(".zone.z-held > .lies")) hold(lies);
}

function lap(lies) {
  const pieces = [...lies.children];
  lies.style.removeProperty("--lap");
  if (pieces.length < 2 || !lies.offsetParent) return;
  const last = pieces[pieces.length - 1], wide = last.offsetWidth, style = getComputedStyle(lies);
  const room = lies.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const needs = last.offsetLeft + wide - pieces[0].offsetLeft;
  if (needs <= room) return;
  const over = Math.min((needs - room) / (pieces.length - 1), Math.max(0, wide - LEAST));
  lies.style.setProperty("--lap", `${-Math.ceil(over)}px`);
}

function hold(lies) {
  if (!lies.offsetParent) return;
  const zone = lies.parentElement, key = [innerWidth, zone.dataset.owner, zone.dataset.zone, zone.closest("#mine, #others")?.id].join(" ");
  lies.style.minHeight = "";
  const most = Math.max(tall.get(key) ?? 0, lies.offsetHeight);
  tall.set(key, most);
  lies.style.minHeight = `${most}px`;
}
