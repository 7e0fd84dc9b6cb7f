// What lies under the pointer is shown in full beside it: who wants to read a card need not choose it.
import { html, render } from "./lit/lit-html.js";
import { parse } from "./draw.js";

const WAIT = 400, GAP = 12;

export class Peek {
  constructor(table) {
    Object.assign(this, { table, thing: null, timer: null });
    this.box = document.createElement("div");
    Object.assign(this.box, { id: "peek", hidden: true });
    this.box.setAttribute("aria-hidden", "true"); // who listens has heard all of it with the thing itself
    document.body.append(this.box);
    table.root.addEventListener("pointerover", (event) => { if (event.pointerType === "mouse") this.over(event.target); });
    for (const end of ["pointerdown", "keydown", "wheel"]) addEventListener(end, () => this.away(), { passive: true });
    document.documentElement.addEventListener("pointerleave", () => this.away());
  }

  over(target) {
    const thing = target.closest?.("[data-key]");
    if (thing === this.thing) return;
    this.away();
    if (!thing || thing.closest("dialog")) return;
    this.thing = thing;
    this.timer = setTimeout(() => this.show(), WAIT);
  }

  away() {
    clearTimeout(this.timer);
    this.thing = null;
    this.box.hidden = true;
  }

  show() {
    const { kind, key } = this.thing?.dataset ?? {}, d = this.table.drawing, decl = d?.scene.kinds[kind];
    const text = decl && d.item(kind, parse(key).id)?.text;
    if (!this.thing?.isConnected || !(text || decl?.draw === "card")) return;
    const card = decl.draw === "card";
    render(html`<div class="big">${card ? d.piece(kind, key, { inside: true }) : html`<b>${d.placeName(kind, key)}</b> <p class="says">${text}</p>`}</div>`, this.box);
    this.box.hidden = false;
    this.place(this.thing.getBoundingClientRect());
  }

  // Beside the thing, where there is room, and never outside the window.
  place(by) {
    const { offsetWidth: wide, offsetHeight: high } = this.box;
    const left = by.right + GAP + wide <= innerWidth ? by.right + GAP : by.left - GAP - wide;
    this.box.style.left = `${Math.max(4, Math.min(left, innerWidth - wide - 4))}px`;
    this.box.style.top = `${Math.max(4, Math.min(by.top, innerHeight - high - 4))}px`;
  }
}
