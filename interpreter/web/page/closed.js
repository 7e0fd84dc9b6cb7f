// What one could do at other times: the actions of a menu that are closed now, each with its reason for who wants to know.
import { html, nothing } from "./lit/lit-html.js";
import { bold, plain } from "./marked.js";
import { announce, t } from "./words.js";

export class Closed {
  constructor(table) { Object.assign(this, { table, rev: null, reasons: new Map(), open: false }); }

  view() {
    const { rev, decision } = this.table.state;
    if (this.rev !== rev) { this.rev = rev; this.reasons.clear(); }
    if (!decision.closed?.length) return nothing;
    return html`<details class="closed" ?open=${this.open} @toggle=${(event) => { this.open = event.target.open; }}><summary>${t("closed")} <small>${decision.closed.length}</small></summary>
      <ul>${decision.closed.map(([key, name]) => html`<li><button type="button" @click=${() => this.ask(key)}>${name}<span aria-hidden="true">?</span><span class="told"> ${t("why_not")}</span></button>
        ${this.reasons.has(key) ? html`<p class="why">${bold(this.reasons.get(key))}</p>` : nothing}</li>`)}</ul></details>`;
  }

  async ask(key) {
    const rev = this.rev, answer = await this.table.wire.ask("why", { kind: "action", key });
    if (rev !== this.rev) return;
    const said = answer?.text ?? (answer?.code ? t(answer.code) : "");
    if (!said) return;
    this.reasons.set(key, said);
    announce(plain(said));
    this.table.draw();
  }
}
