// Pieces move from where they were to where they are. Off where people want none, and never in the way of a click.
import { settings } from "./words.js";

const MOST = 12, TIME = 450;
const still = matchMedia("(prefers-reduced-motion: reduce)");
export const moves = () => settings.motion && !still.matches && document.visibilityState === "visible";

const own = (root) => {
  const found = new Map();
  for (const one of root.querySelectorAll(".piece[data-key]")) {
    const key = `${one.dataset.kind} ${one.dataset.key}`;
    if (!found.has(key) && one.offsetParent) found.set(key, one);
  }
  return found;
};

export function before(root) {
  if (!moves()) return null;
  return new Map([...own(root)].map(([key, one]) => [key, one.getBoundingClientRect()]));
}

export function after(root, was) {
  if (!was || !was.size) return;
  const changed = [];
  for (const [key, one] of own(root)) {
    const old = was.get(key), now = one.getBoundingClientRect();
    if (!old) { changed.push([one, null]); continue; }
    const [x, y] = [old.left - now.left, old.top - now.top];
    if (Math.abs(x) + Math.abs(y) > 12) changed.push([one, [x, y]]);
  }
  if (changed.length > MOST * 3) return;
  for (const [one, from] of changed) {
    if (!from || changed.length > MOST) one.animate([{ outline: "3px solid currentColor" }, { outline: "3px solid transparent" }], 900);
    else one.animate([{ transform: `translate(${from[0]}px, ${from[1]}px)`, zIndex: 5 }, { transform: "none", zIndex: 5 }], { duration: TIME, easing: "ease-out" });
  }
}
