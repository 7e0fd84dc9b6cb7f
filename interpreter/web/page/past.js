// Steps that are over: one is looked at, or several one after another, as somebody who was away would have seen them.
import * as motion from "./motion.js";
import { announce } from "./words.js";

// How long a step stays when several are shown, in milliseconds: long enough to read what it was.
const STAYS = 1400;

export class Past {
  // `table` draws what lies at `step` (null: now) as `frame` shows it.
  constructor(table) { Object.assign(this, { table, step: null, frame: null, running: null, fetching: false }); }

  get last() { return this.table.state.step; }

  async look(step) {
    this.running = null;
    await this.go(step);
  }

  async go(step) {
    if (step < 0) return;
    if (step >= this.last) { this.now(); this.table.draw(); return; }
    this.step = step;
    if (this.fetching) return;
    this.fetching = true;
    try { await this.fetch(); } finally { this.fetching = false; }
  }

  now() { this.step = null; this.frame = null; this.running = null; }

  // Who leafs fast is shown where they stop: one step is asked for at a time, and then the one that is wanted by then.
  async fetch() {
    for (let step = null; this.step !== null && this.step !== step;) {
      step = this.step;
      const answer = await this.table.wire.ask("frame", { step });
      if (!answer?.frame || this.step === null) continue;
      const was = motion.before(this.table.root);
      this.frame = answer.frame.view;
      this.table.note = "";
      this.table.draw();
      motion.after(this.table.root, was);
    }
  }

  // Show several choices again, one after another, until somebody does something else.
  async replay(entries) {
    const run = this.running = {};
    await this.go(entries[0].n);
    for (const entry of entries) {
      if (this.running !== run) return;
      if (entry.n + 1 < this.last) await this.go(entry.n + 1);
      else { this.step = this.last; this.frame = this.table.state.view; this.table.draw(); }
      announce(this.table.sentence(entry));
      await new Promise((done) => setTimeout(done, STAYS));
    }
    if (this.running === run) { this.now(); this.table.draw(); }
  }
}
