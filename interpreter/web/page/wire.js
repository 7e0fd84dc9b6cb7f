// The connection to a game: says hello, hears, asks, and comes back by itself when it is cut.
import { device } from "./words.js";

const PROTOCOL = 2;
const FINAL = new Set(["no_entry", "old_page", "pack_changed", "unfit", "no_such_pack", "damaged"]);

export class Wire {
  constructor(game, secret, lang, on) {
    Object.assign(this, { game, secret, lang, on, tries: 0, asked: new Map(), open: false, ended: false, count: 0 });
    this.wake = () => { if (document.visibilityState === "visible" && !this.open) this.connect(); };
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    if (this.ended || (this.socket && this.socket.readyState < 2)) return;
    const socket = this.socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", proto: PROTOCOL, game: this.game, secret: this.secret, lang: this.lang, device }));
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = () => { if (socket === this.socket) this.lost(); };
  }

  lost() {
    this.open = false;
    for (const done of this.asked.values()) done(null);
    this.asked.clear();
    if (this.ended) return;
    this.on({ type: "lost" });
    const wait = Math.min(30000, 500 * 2 ** this.tries++) * (0.5 + Math.random());
    this.timer = setTimeout(() => this.connect(), wait);
  }

  hear(message) {
    if (message.type === "welcome") { this.tries = 0; this.open = true; }
    if (message.type === "error" && FINAL.has(message.code)) this.ended = true;
    const done = message.id ? this.asked.get(message.id) : null;
    if (done) { this.asked.delete(message.id); done(message); }
    this.on(message);
  }

  say(type, fields) {
    if (this.open) this.socket.send(JSON.stringify({ type, ...fields }));
    return this.open;
  }

  // Ask and wait for the answer; null when the connection is lost before.
  ask(type, fields) {
    const id = crypto.getRandomValues(new Uint32Array(2)).join("-") + "-" + ++this.count;
    return new Promise((done) => {
      if (!this.say(type, { ...fields, id })) { done(null); return; }
      this.asked.set(id, done);
    });
  }

  close() {
    this.ended = true;
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket?.close();
  }
}
