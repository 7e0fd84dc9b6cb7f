// What can be chosen may lie off the screen: then a button over the table leads there.
import { html, render } from "./lit/lit-html.js";
import { settleTabs } from "./keys.js";
import { moves } from "./motion.js";
import { t } from "./words.js";

const EDGE = 8;

export class Faraway {
  constructor(table) {
    this.table = table;
    this.button = document.createElement("button");
    Object.assign(this.button, { type: "button", className: "faraway", hidden: true });
    this.button.addEventListener("click", () => this.go());
    document.body.append(this.button);
    for (const change of ["scroll", "resize"]) addEventListener(change, () => this.look(), { passive: true });
  }

  // Measured once before the next picture, however often it was asked for.
  look() {
    cancelAnimationFrame(this.due);
    this.due = requestAnimationFrame(() => this.measure());
  }

  measure() {
    const lit = [...this.table.root.querySelectorAll("button.thing.lit")].filter((one) => one.offsetParent);
    const [top, bottom] = this.seen();
    const boxes = lit.map((one) => one.getBoundingClientRect());
    const far = boxes.length > 0 && boxes.every((box) => box.bottom < top + EDGE || box.top > bottom - EDGE);
    this.button.hidden = !far || Boolean(this.table.dialog || this.table.cover);
    if (this.button.hidden) return;
    this.first = lit[0];
    render(html`◆ ${t("lit_far")} ${boxes[0].top > bottom - EDGE ? "↓" : "↑"}`, this.button);
    this.button.style.bottom = `${innerHeight - bottom + EDGE}px`;
  }

  // From where to where the table can be seen: on small screens the question lies over it.
  seen() {
    const bar = this.table.root.querySelector("#bar")?.getBoundingClientRect(), tabs = this.table.root.querySelector(".tabs")?.getBoundingClientRect();
    const over = bar && bar.width > innerWidth / 2;
    return [over ? tabs.bottom : 0, over ? bar.top : innerHeight];
  }

  go() {
    const box = this.first.getBoundingClientRect(), [top, bottom] = this.seen();
    scrollBy({ top: (box.top + box.bottom - top - bottom) / 2, behavior: moves() ? "smooth" : "auto" });
    this.first.focus({ preventScroll: true });
    settleTabs(this.table.root);
  }
}
