// A game: what is on the table, what can be chosen, what happened. The list of options is the truth; a lit thing is a
// shortcut to the same option.
import { html, nothing, render } from "./lit/lit-html.js";
import { repeat } from "./lit/directives/repeat.js";
import { Drawing, colourSeats, parse, seatMark } from "./draw.js";
import { handleKeys, settleTabs } from "./keys.js";
import { Bell } from "./bell.js";
import { Closed } from "./closed.js";
import { keepStill } from "./still.js";
import { languageChoice } from "./home.js";
import { Faraway } from "./faraway.js";
import * as motion from "./motion.js";
import { Past } from "./past.js";
import { Peek } from "./peek.js";
import { bold, plain } from "./marked.js";
import { fetchRules, rulesSearch, rulesView } from "./rules.js";
import { Seats } from "./seats.js";
import { CONFIRM, announce, answered, counted, lang, learn, mine, post, scored, sent, setSetting, settings, store, t } from "./words.js";
import { Wire } from "./wire.js";

const LAST = new Set(["done", "no"]);
const TABS = ["board", "mine", "others", "log"];
const FAR = 8, MANY = 12;

export class Table {
  constructor(root, game) {
    Object.assign(this, { root, game, scene: null, state: null, log: [], me: null, seats: [], watching: 0, busy: false, tab: "board",
      dialog: null, note: "", link: "connecting", filter: "", menu: null, cover: null, names: [], amount: null, arrival: null, people: new Seats(this), bell: new Bell(this), past: new Past(this), closed: new Closed(this) });
  }

  async begin() {
    const secret = decodeURIComponent(location.hash.slice(1)) || mine.of(this.game)[0]?.secret;
    this.links = store.get("links." + this.game, null);
    if (!secret) throw new Error(t("no_entry"));
    history.replaceState(null, "", location.pathname);
    addEventListener("keydown", (event) => { this.finger = false; handleKeys(this, event); });
    addEventListener("resize", () => keepStill(this.root));
    this.root.addEventListener("pointerdown", (event) => { this.finger = event.pointerType !== "mouse"; this.down = [event.clientX, event.clientY]; this.pressed = setTimeout(() => this.longPress(event), 600); });
    this.root.addEventListener("pointermove", (event) => { if (this.moved(event)) clearTimeout(this.pressed); });
    for (const end of ["pointerup", "pointercancel"]) this.root.addEventListener(end, () => clearTimeout(this.pressed));
    this.root.addEventListener("click", (event) => this.clicked(event));
    new Peek(this);
    this.faraway = new Faraway(this);
    this.root.addEventListener("pointerover", (event) => this.point(event.target.closest?.("[data-option]")?.dataset.option));
    this.root.addEventListener("focusin", (event) => this.point(event.target.closest?.("[data-option]")?.dataset.option));
    this.sit(secret);
    this.draw();
  }

  // `open`: the table stays as it is until it is shown from the other seat, since nothing of it is hidden from that one.
  sit(secret, open = false) {
    this.wire?.close();
    this.secret = secret;
    this.turning = open;
    this.busy = open;
    if (!open) { this.state = null; this.log = []; }
    this.wire = new Wire(this.game, secret, lang, (message) => this.hear(message));
  }

  async hear(message) {
    if (message.type === "welcome") await this.welcome(message);
    else if (message.type === "state") this.take(message);
    else if (message.type === "ahead") this.foresee(message);
    else if (message.type === "presence") this.meet(message);
    else if (message.type === "lost") { this.turning = false; this.link = "lost"; this.busy = false; announce(t("lost"), true); this.draw(); }
    else if (message.type === "error") this.fail(message);
  }

  async welcome(message) {
    if (this.link === "lost") announce(t("back"));
    this.link = "";
    this.me = message.you;
    mine.add({ game: this.game, seat: message.you, secret: this.secret, pack: message.pack, title: this.scene?.title });
    const wanted = `${message.digest} ${lang}`;
    if (this.sceneOf !== wanted) {
      const answer = await fetch(`/api/scene?game=${encodeURIComponent(this.game)}&lang=${lang}&v=${message.digest}`);
      this.scene = await answer.json();
      this.scene.from = `game=${encodeURIComponent(this.game)}`;
      this.sceneOf = wanted;
      this.index = nameIndex(this.scene);
      mine.add({ game: this.game, seat: message.you, secret: this.secret, pack: message.pack, title: this.scene.title });
      const first = this.scene.first, region = this.scene.board.find((one) => one.name === first);
      this.tab = [first, region?.in].find((one) => TABS.includes(one)) ?? "board";
      if (this.tab === "mine" && this.me === null) this.tab = "board";
      if (this.tab === "board" && !this.scene.board.length) this.tab = "others";
      if (this.waitingState) { const late = this.waitingState; this.waitingState = null; this.take(late); }
    }
    this.draw();
  }

  take(message) {
    this.log.splice(message.log_from >= 0 ? message.log_from + 1 : 0, Infinity, ...message.log);
    if (!this.scene) { this.waitingState = this.waitingState ? { ...message, log_from: -1, log: this.log.slice() } : message; return; }
    const old = this.turning ? null : this.state;
    this.state = message;
    this.busy = this.turning = false;
    this.filter = "";
    this.menu = null;
    this.amount = null;
    if (this.past.step !== null && this.past.step > message.step) this.past.now();
    this.tell(old, message);
    this.bell.ring(old, message);
    const was = old && this.past.step === null ? motion.before(this.root) : null;
    this.draw();
    motion.after(this.root, was);
    this.hotSeat();
    this.reached();
    if (message.result && (!old || !old.result)) { this.dialog = { kind: "result" }; this.draw(); }
    else if (old?.result && !message.result && this.dialog?.kind === "result") { this.dialog = null; this.draw(); }
  }

  // What options cost and bring, where a busy server tells it a moment after the options themselves.
  foresee(message) {
    if (message.rev !== this.state?.rev || !this.state.decision) return;
    this.state.decision.options.forEach((option, n) => Object.assign(option, message.options[n]));
    this.draw();
  }

  // A sentence for each pick, and urgently whose turn it is when that is mine.
  tell(old, now) {
    const fresh = now.log.filter((entry) => entry.n >= 0 && entry.who !== this.me);
    if (old && fresh.length) announce(fresh.map((entry) => this.sentence(entry)).join(" "));
    this.tellAsked(old, now);
    const mineNow = now.decision && (!old || !old.decision || old.rev !== now.rev);
    if (now.result) announce([t("over"), now.result.why ? `${now.result.why}.` : "", this.winnerWords(now.result)].join(" "), true);
    else if (mineNow) announce([t("your_turn", { prompt: now.decision.prompt }), plain(now.lesson?.words ?? "")].filter(Boolean).join(" "), true);
  }

  // What became of a wish to take something back: who is asked hears it, who asked hears the answer.
  tellAsked(old, now) {
    const before = old?.asked, asked = now.asked;
    if (asked && !before && asked.missing.includes(this.me)) announce(t("undo_ask", { name: this.person(asked.by) }), true);
    if (old && now.step < old.step) { announce(t("undone")); this.note = ""; }
    else if (before?.by === this.me && !asked && now.step === old.step && !this.withdrawn) { this.note = t("undo_refused"); announce(this.note, true); }
    if (!asked) this.withdrawn = false;
  }

  sentence(entry) { return this.renamed(`${this.person(entry.who)}${t("colon")}${said(entry)}`); }

  meet(message) {
    this.seats = message.seats;
    this.watching = message.watching;
    this.people.met();
    if (this.arrival) this.arrive();
    this.draw();
    this.hotSeat();
  }

  // Who comes by an invitation says what to call them, and plays what a bot may have played meanwhile.
  arrive() {
    const { name } = this.arrival, seat = this.seats[this.me];
    this.arrival = null;
    if (seat && name && name !== seat.name) this.wire.say("name", { name });
    if (seat && seat.who !== "human") this.wire.say("seat", { who: "human" });
  }

  fail(message) {
    this.busy = this.turning = false;
    this.note = t(message.code, { text: message.text ?? "" }) + (message.code === "fault" && message.text ? ` (${message.text})` : "");
    announce(this.note, true);
    if (this.wire.ended) this.link = "ended";
    this.draw();
  }

  // ---- hot seat: the others of this screen come when it is their turn, behind a cover where something is hidden

  hotSeat() {
    if (!this.state || !this.scene || this.turning || this.cover) return;
    const asked = this.state.asked?.missing ?? [];
    const turn = (asked.includes(this.me) ? this.me : asked.find((seat) => this.people.comesHere(seat))) ?? this.state.turn;
    if (turn === null || turn === this.me || !this.people.comesHere(turn)) return;
    const other = this.people.own(turn);
    if (!this.scene.secrets) { this.past.now(); this.sit(other.secret, true); return; }
    this.cover = other;
    this.dialog = null;
    this.draw();
    announce(t("cover", { name: this.person(turn) }), true);
  }

  uncover() {
    const { secret, seat } = this.cover;
    this.cover = null;
    if (seat !== this.me) { this.past.now(); this.sit(secret); }
    this.draw();
  }

  // ---- what is so

  get isMyTurn() { return Boolean(this.state?.decision) && this.past.step === null; }
  person(seat) { return this.seats[seat]?.name || this.scene?.people[seat] || ""; }

  options() {
    const options = (this.state?.decision?.options ?? []).map((option, number) => ({ ...option, number, label: this.renamed(option.label), then: option.then && this.renamed(option.then), effect: option.effect?.map((line) => this.renamed(line)) }));
    const times = new Map();
    for (const one of options) times.set(one.label, (times.get(one.label) ?? 0) + 1);
    const nth = new Map();
    for (const one of options) if (times.get(one.label) > 1) {
      nth.set(one.label, (nth.get(one.label) ?? 0) + 1);
      one.where = this.whereIs(one) || `${nth.get(one.label)}`;
    }
    const clash = new Map();
    for (const one of options) if (one.where) { const k = one.label + "|" + one.where; clash.set(k, (clash.get(k) ?? 0) + 1); if (clash.get(k) > 1) one.where += ` ${clash.get(k)}`; }
    if (options[0]?.as !== undefined) return options.sort((a, b) => a.as - b.as);
    return [...options.filter((one) => !LAST.has(one.key)), ...options.filter((one) => LAST.has(one.key))];
  }

  // Where a thing lies, for options that are called the same.
  whereIs(option) {
    const [kind, key] = option.touches?.[0] ?? [];
    if (!kind) return "";
    const thing = (this.scene.things[kind] ?? []).find((one) => one.key === key);
    if (thing?.in) { const host = this.scene.kinds[kind].part_of; return this.drawing.placeName(host, thing.in); }
    if (thing?.owner !== undefined) return this.person(thing.owner);
    for (const [host, list] of [["shared", [this.state.view.shared]], ["player", this.state.view.players], ...Object.entries(this.state.view.places)])
      for (const one of list) for (const zone of this.scene.kinds[host]?.zones ?? [])
        if (zone.holds === kind && Array.isArray(one[zone.name]) && one[zone.name].some((text) => parse(text).key === key))
          return host === "shared" ? zone.word : `${this.drawing.placeName(host, one.id)}, ${zone.word}`;
    return "";
  }

  litThings(options) {
    const lit = new Map();
    for (const one of options) for (const [kind, key] of one.touches ?? []) lit.set(`${kind} ${key}`, [...(lit.get(`${kind} ${key}`) ?? []), one.number]);
    return lit;
  }

  // ---- what is done

  async choose(number) {
    const option = this.state.decision?.options[number];
    if (!option || this.busy || !this.isMyTurn) return;
    if ((settings.confirm === "always" || (settings.confirm === "touch" && this.finger)) && this.dialog?.kind !== "sure") { this.dialog = { kind: "sure", number, label: option.label }; this.draw(); return; }
    this.busy = true;
    this.menu = null;
    this.dialog = null;
    this.note = "";
    this.draw();
    const pick = { rev: this.state.rev, key: option.key };
    const answer = await this.wire.ask("pick", pick);
    if (answer === null) { this.busy = false; this.draw(); }
  }

  // What was pointed at is on offer now, in one way: it was meant.
  reached() {
    const [kind, key] = this.wanted ?? [], found = this.wanted && this.isMyTurn ? this.drawing.lit.get(`${kind} ${key}`) ?? [] : [];
    this.wanted = null;
    if (found.length === 1) this.choose(found[0]);
  }

  say(note) { this.note = note; announce(note, true); this.draw(); }

  undo(to) { if (!this.busy) this.wire.say("undo", { rev: this.state.rev, to }); }
  undoLast() {
    const undo = this.state?.undo;
    if (!undo) return;
    if (undo.trail.length) this.undo(undo.trail[undo.trail.length - 1].step);
    else if (undo.ask) { if (!this.state.asked) this.undo(undo.ask.step); }
    else this.say(t(undo.why));
  }

  moved(event) { return this.down && Math.hypot(event.clientX - this.down[0], event.clientY - this.down[1]) > FAR; }

  clicked(event) {
    if (event.detail && this.moved(event)) return;
    if (this.ignoreClick) { this.ignoreClick = false; return; }
    const thing = event.target.closest?.("[data-key]");
    if (!thing || event.target.closest("dialog")) return;
    this.touch(thing);
  }

  // A thing was clicked: the innermost that is lit counts; else it says what it is and why it cannot be chosen.
  touch(element) {
    for (let one = element; one; one = one.parentElement?.closest("[data-key]")) {
      const found = this.drawing.lit.get(`${one.dataset.kind} ${one.dataset.key}`);
      if (!found || !this.isMyTurn) continue;
      if (found.length === 1) this.choose(found[0]);
      else { this.menu = { numbers: found, name: this.drawing.placeName(one.dataset.kind, one.dataset.key) }; this.dialog = { kind: "menu" }; this.draw(); }
      return;
    }
    this.read(element.dataset.kind, element.dataset.key, this.isMyTurn);
  }

  longPress(event) {
    const thing = event.target.closest?.("[data-key]");
    if (thing && event.pointerType !== "mouse") { this.ignoreClick = true; this.read(thing.dataset.kind, thing.dataset.key, false); }
  }

  async read(kind, key, why = false) {
    if (!kind || !key) return;
    this.dialog = { kind: "read", of: kind, key, lines: [], why: "" };
    this.draw();
    const shown = this.dialog;
    shown.lines = (await this.wire.ask("read", { kind, key }))?.lines ?? [];
    if (why) {
      const answer = await this.wire.ask("why", { kind, key });
      shown.why = answer?.text ?? (answer?.code ? t(answer.code) : "");
      shown.ways = answer?.ways ?? [];
      if (shown.why) announce(plain(shown.why));
    }
    this.draw();
  }

  point(number) {
    for (const one of this.root.querySelectorAll(".pointed")) one.classList.remove("pointed");
    if (number === undefined || !this.state?.decision) return;
    for (const [kind, key] of this.state.decision.options[number]?.touches ?? [])
      for (const one of this.root.querySelectorAll(`[data-kind="${CSS.escape(kind)}"][data-key="${CSS.escape(key)}"]`)) one.classList.add("pointed");
  }

  look(step) { return this.past.look(step); }

  async speak(code) { await learn(code); this.wire.lang = code; this.sceneOf = ""; this.scene = null; this.state = null; this.sit(this.secret); }

  async branch() {
    const begun = await post("/api/branch", { game: this.game, secret: this.secret, step: this.past.step ?? this.state.step, seat: this.me ?? 0 });
    mine.add({ game: begun.game, seat: this.me ?? 0, secret: begun.seats[this.me ?? 0], title: this.scene.title });
    location.href = `/g/${begun.game}#${begun.seats[this.me ?? 0]}`;
  }

  // The game as a file, to keep or to give to somebody.
  async keepFile() {
    try {
      const answer = await sent("/api/file?lang=" + lang, { game: this.game, secret: this.secret });
      if (!answer.ok) await answered(answer);
      const link = document.createElement("a");
      link.href = URL.createObjectURL(await answer.blob());
      link.download = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition"))[1];
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    } catch (error) { this.say(error.message); }
  }

  showTab(tab) { this.tab = tab; this.draw(); scrollTo(0, 0); this.root.querySelector(`#${tab}`)?.focus({ preventScroll: true }); }

  close() { if (this.cover) return; this.dialog = null; this.menu = null; this.note = ""; this.draw(); }

  // ---- drawing

  draw() {
    this.bell.title();
    if (this.turning) return;
    const focused = document.activeElement, key = focused?.dataset?.key, option = focused?.dataset?.option, kind = focused?.dataset?.kind;
    render(this.page(), this.root);
    const modal = this.root.querySelector("dialog");
    if (modal && !modal.open) { modal.showModal(); }
    keepStill(this.root);
    settleTabs(this.root);
    this.faraway?.look();
    if (focused && !document.contains(focused) || document.activeElement === document.body) {
      const same = key ? this.root.querySelector(`.thing[data-kind="${CSS.escape(kind ?? "")}"][data-key="${CSS.escape(key)}"]`) : option ? this.root.querySelector("#bar .option") : null;
      same?.focus({ preventScroll: true });
    }
  }

  page() {
    if (this.link === "ended") return html`<main class="page"><p role="alert">${this.note}</p><p><a href="/">${t("home")}</a></p></main>`;
    if (!this.state || !this.scene) return html`<main class="page"><p>${t(this.link || "connecting")}</p>${this.cover ? this.coverDialog() : nothing}</main>`;
    const options = this.options(), lit = this.isMyTurn && !this.busy ? this.litThings(options) : new Map();
    const view = this.past.frame ?? this.state.view;
    const d = this.drawing = new Drawing(this.scene, view, this.me, lit);
    d.names = this.seats.map((seat) => seat.name);
    colourSeats(this.scene, view);
    const people = view.players.map((_, seat) => seat), others = people.filter((seat) => seat !== this.me);
    const litIn = (tab) => this.litIn(tab, lit);
    const bare = !this.scene.board.length, rivals = html`<section id="others" aria-label=${t("others")} tabindex="-1">${others.map((seat) => html`<details class="other" ?open=${others.length === 1 || this.me === null || bare}><summary>${seatMark(seat)} <span class="called">${this.person(seat)}</span> <small>${this.standing(seat)}</small>${this.litAt(seat, lit)}</summary>${d.player(seat, { named: false })}</details>`)}${this.regionsIn("others", view, d)}</section>`;
    return html`${this.top(d, view)}
      <main class="game ${bare ? "bare" : ""} tab-${this.tab} ${this.me === null ? "watching" : ""}">
        <nav class="tabs" aria-label=${t("table")}>${TABS.filter((tab) => (tab !== "mine" || this.me !== null) && (tab !== "board" || this.scene.board.length)).map((tab) => html`<button type="button" aria-pressed=${tab === this.tab} @click=${() => this.showTab(tab)}>${t(tab)}${litIn(tab) ? html`<span class="badge">${litIn(tab)}</span>` : nothing}</button>`)}</nav>
        ${bare ? rivals : html`<section id="board" aria-label=${t("board")} tabindex="-1">${this.regionsIn("board", view, d)}</section>`}
        ${this.me === null ? nothing : html`<section id="mine" aria-label=${t("mine")} tabindex="-1">${d.player(this.me)}${this.regionsIn("mine", view, d)}</section>`}
        ${!this.scene.board.some((region) => region.in === "below") ? nothing : html`<section id="below" aria-label=${t("table")} tabindex="-1">${this.regionsIn("below", view, d)}</section>`}
        <div class="side">
        <section id="bar" class="bar" aria-label=${t("choices")} tabindex="-1">${this.bar(options)}</section>
        ${bare ? nothing : rivals}
        <section id="log" aria-label=${t("log")} tabindex="-1"><h2>${t("log")}</h2>${this.history()}${this.logView()}</section></div>
      </main>${this.dialogs(d)}`;
  }

  regionsIn(area, view, d) {
    return this.scene.board.filter((region) => (region.in ?? "board") === area && region.holds.length).map((region) => d.region(region));
  }

  litIn(tab, lit) {
    const own = (key) => { const p = parse(key); return p.owner === this.me; };
    const mineKeys = new Set();
    if (this.me !== null) for (const zone of this.scene.kinds.player.zones) for (const text of Array.isArray(this.state.view.players[this.me]?.[zone.name]) ? this.state.view.players[this.me][zone.name] : []) mineKeys.add(`${zone.holds} ${parse(text).key}`);
    let count = 0;
    for (const key of lit.keys()) {
      const inMine = mineKeys.has(key) || (this.scene.mine.includes(key.split(" ")[0]) && own(key.split(" ")[1]));
      const inOthers = key.startsWith("player ") || (this.scene.mine.includes(key.split(" ")[0]) && !inMine);
      if ((tab === "mine" && inMine) || (tab === "others" && inOthers) || (tab === "board" && !inMine && !inOthers)) count++;
    }
    return count;
  }

  litAt(seat, lit) { const count = [...lit.keys()].filter((key) => key === `player player${seat + 1}` || parse(key.split(" ")[1]).owner === seat).length; return count ? html`<span class="badge" aria-label=${t("lit")}>${count}</span>` : nothing; }

  standing(seat) {
    const now = this.drawing.view.players[seat] ?? {}, decl = this.scene.kinds.player;
    const numbers = decl.vars.filter((v) => v.draw === "number" && typeof now[v.name] === "number").slice(0, 3).map((v) => `${counted(v, now[v.name])} ${now[v.name]}`);
    const cards = decl.zones.filter((zone) => zone.draw === "held").map((zone) => `${zone.word} ${Array.isArray(now[zone.name]) ? now[zone.name].length : now[zone.name] ?? 0}`);
    return [...numbers, ...cards].join(" · ");
  }

  top(d, view) {
    const vars = this.scene.kinds.shared?.vars ?? [], drawn = (some) => some.map((v) => d.counter(v, view.shared[v.name]));
    return html`<header class="top"><h1>${this.scene.title}</h1>
      <div class="counters">${drawn(vars.filter((v) => v.draw !== "badge"))}<div class="flags">${drawn(vars.filter((v) => v.draw === "badge"))}</div></div>
      <div class="people">${this.seats.map((seat, n) => html`<span class="person ${this.state.turn === n ? "turn" : ""}" title=${`${this.person(n)}${t("colon")}${seat.who === "human" ? t(this.people.isHere(n) ? "here" : "away") : t("bot")}`}>${seatMark(n)}<i class="dot ${seat.who !== "human" ? "bot" : this.people.isHere(n) ? "here" : "away"}"></i><span class="told">${this.person(n)} ${seat.who === "human" ? t(this.people.isHere(n) ? "here" : "away") : t("bot")}</span></span>`)}
      ${this.watching ? html`<small>${t("watching", { count: this.watching })}</small>` : nothing}</div>
      <button type="button" id="rules" @click=${() => this.openRules()}>${t("rules")}</button>
      <button type="button" id="menu" @click=${() => { this.dialog = { kind: "settings" }; this.draw(); }}>${t("menu")}</button></header>`;
  }

  bar(options) {
    const state = this.state, decision = state.decision;
    const trail = state.undo?.trail ?? [], ask = state.asked ? null : state.undo?.ask;
    return html`${this.link ? html`<p class="error">${t(this.link)}</p>` : nothing}${this.note ? html`<p class="error">${this.note}</p>` : nothing}
      ${this.people.strip()}${this.stand()}${this.asked()}
      ${trail.length ? html`<ol class="trail" aria-label=${t("undo")}>${trail.slice(-3).map((one) => html`<li><button type="button" class="crumb" title=${t("undo_to", { label: one.label })} aria-label=${t("undo_to", { label: one.label })} @click=${() => this.undo(one.step)}>↶ ${one.label}</button></li>`)}</ol>` : nothing}
      ${ask ? html`<p class="trail"><button type="button" class="crumb ask-back" @click=${() => this.undo(ask.step)}>↶ ${t("undo_please", { label: ask.label })}</button></p>` : nothing}
      ${this.past.step !== null ? this.pastView()
        : decision ? html`${this.since()}${this.lesson()}${this.aim()}${decision.during && (!trail.length || this.log.at(-1)?.who !== this.me) ? html`<p class="during">${decision.during}</p>` : nothing}<h2 class="prompt">${this.linked(decision.prompt)}</h2>${decision.secret ? html`<p class="secret"><small>${t("secret_wait")}</small></p>` : nothing}
          ${decision.about.map((one) => html`<p class="about"><b>${one.name}</b> ${this.cardText(one.card)}</p>`)}
          ${this.optionList(options)}${this.closed.view()}`
        : state.result ? html`<h2 class="prompt">${t("over")}</h2><p>${this.winnerWords(state.result)}</p>${state.result.why ? html`<p class="why-over">${state.result.why}.</p>` : nothing}<button type="button" id="points" @click=${() => { this.dialog = { kind: "result" }; this.draw(); }}>${t("points")}</button>`
        : html`${this.lesson()}<h2 class="prompt">${state.turn === null ? "" : t("waiting_for", { name: this.person(state.turn) })}</h2>${state.waiting?.length ? html`<p class="secret">${t("secret_wait")} ${t("waiting_for", { name: state.waiting.map((seat) => this.person(seat)).join(", ") })}</p>` : nothing}
          ${this.bell.offer()}${this.me === null ? html`<p>${t("you_watch")}</p>` : nothing}`}`;
  }

  // A step that is over: which it is, and what was done by it.
  pastView() {
    const { step } = this.past, done = this.log.find((entry) => entry.n >= 0 && entry.n === step - 1);
    return html`<p><b class="at-step">${t("step", { step, count: this.state.step })}</b> <button type="button" @click=${() => this.look(this.state.step)}>${t("to_now")}</button></p>
      ${done ? html`<div class="then"><p>${seatMark(done.who)} <b>${this.person(done.who)}</b>${t("colon")}${this.linked(chosen(done))}</p>${this.lines([...done.masked ? [] : done.lines, ...(done.parts ?? []).flat(2)])}</div>` : nothing}`;
  }

  // My own counters, in sight wherever on the table I look while I decide.
  stand() {
    const d = this.drawing, now = this.me === null ? null : d.view.players[this.me];
    if (!now) return nothing;
    const decl = this.scene.kinds.player, vars = decl.vars.filter((v) => ["number", "strip", "track"].includes(v.draw) && now[v.name] !== undefined);
    const held = decl.zones.filter((zone) => zone.draw === "held").map((zone) => html`<span class="counter"><small>${zone.word}</small> <b>${Array.isArray(now[zone.name]) ? now[zone.name].length : now[zone.name] ?? 0}</b></span>`);
    if (!vars.length) return nothing;
    return html`<div class="stand counters" role="group" aria-label=${t("mine")}>${vars.map((v) => d.counter({ ...v, track: false }, now[v.name], true))}${held}</div>`;
  }

  // What the lesson says, before a choice of the learner.
  lesson() {
    const said = this.state.lesson;
    if (!said) return nothing;
    const option = this.state.decision?.options.find((one) => one.key === said.key);
    return html`<div class="lesson" role="note">${said.number ? html`<small>${t("step", { step: said.number, count: said.count })}</small>` : nothing}
      ${said.words ? html`<p>${bold(said.words)}</p>` : nothing}${option ? html`<p><b>→ ${option.label}</b></p>` : nothing}${said.left ? html`<p>${t("lesson_left")}</p>` : nothing}</div>`;
  }

  async openRules() {
    this.dialog = { kind: "rules", wanted: "", rules: null };
    this.draw();
    const shown = this.dialog;
    try { shown.rules = await fetchRules(`game=${encodeURIComponent(this.game)}`); } catch (error) { shown.error = error.message; }
    this.draw();
  }

  rulesBody() {
    const { rules, wanted, error } = this.dialog;
    if (!rules) return html`<p>${error ?? t("connecting")}</p>`;
    return html`<h2>${rules.title}</h2>${rulesSearch((text) => { this.dialog.wanted = text; this.draw(); })}${rulesView(rules, wanted)}`;
  }

  cardText(reference) {
    for (const items of Object.values(this.scene.items)) if (items[reference]) return items[reference].text ?? "";
    return "";
  }

  asked() {
    const asked = this.state.asked;
    if (!asked) return nothing;
    const withdraw = () => { this.withdrawn = true; this.wire.say("agree", { yes: false }); };
    if (!asked.missing.includes(this.me)) return html`<p>${t("undo_waits")} ${asked.by === this.me ? html`<button type="button" @click=${withdraw}>${t("withdraw")}</button>` : nothing}</p>`;
    return html`<p>${t("undo_ask", { name: this.person(asked.by) })} <button type="button" @click=${() => this.wire.say("agree", { yes: true })}>${t("agree")}</button> <button type="button" @click=${() => this.wire.say("agree", { yes: false })}>${t("refuse")}</button></p>`;
  }

  // Where the choices lie over the table, what happened is folded until somebody wants it.
  get sinceShown() { return this.sinceOpen ?? innerWidth >= 1100; }

  // What others did since this seat last chose.
  since() {
    const own = this.log.map((entry) => entry.who).lastIndexOf(this.me);
    // Who says that they are done may end a round by it: what came of that is news to them as well.
    const last = this.log[own], ended = Boolean(last?.plain && last.lines.length && !this.state.undo?.trail.length);
    const news = own < 0 ? [] : [ended ? last : { n: -1, parts: last.parts }, ...this.log.slice(own + 1)];
    if (news.length < 2 && !ended) return nothing;
    const again = news.filter((entry) => entry.n >= 0 && !(entry.plain && !entry.lines.length));
    return html`<details class="since" ?open=${this.sinceShown} @toggle=${(event) => { this.sinceOpen = event.target.open; }}><summary>${t("what_happened")} <small>${news.length - (ended ? 0 : 1)}</small></summary>${again.length > 1 ? html`<button type="button" class="replay" @click=${() => this.past.replay(again)}>▶ ${t("replay")}</button>` : nothing}${this.turns(news, false, true)}</details>`;
  }

  optionList(options) {
    const wanted = this.filter.toLowerCase();
    const shown = options.filter((one) => !wanted || `${one.label} ${one.where ?? ""} ${one.note ?? ""}`.toLowerCase().includes(wanted));
    if (this.state.decision.form === "amount" && options.length > 7) return this.stepper(options);
    let group = null;
    // What comes of every option, but for its name, is no reason to choose one.
    const telling = options.filter((one) => !LAST.has(one.key));
    const blank = (one, line) => [one.label, one.name].filter(Boolean).reduce((text, name) => text.replaceAll(name, "…"), line);
    const blanks = telling.map((one) => (one.effect ?? []).map((line) => blank(one, line)));
    const anyway = telling.length > 1 && blanks.every((lines) => lines.length) ? blanks.reduce((some, more) => some.filter((line) => more.includes(line))) : [];
    // But a gain that comes with others is told with them: what brings three things must not look worse than what brings two.
    const differ = telling.some((one, n) => blanks[n].some((line) => !anyway.includes(line)));
    const news = (one) => (one.effect ?? []).filter((line, n) => (differ && n < (one.own ?? 0) && !LAST.has(one.key)) || !anyway.includes(blank(one, line)));
    return html`${options.length > 9 ? html`<label class="filter"><span class="told">${t("filter")}</span><input id="filter" type="search" placeholder=${t("filter")} .value=${this.filter} @input=${(event) => { this.filter = event.target.value; this.draw(); }}></label>` : nothing}
      <ul class="options" aria-label=${t("more_choices", { count: options.length })}>${repeat(shown, (one) => one.key, (one, n) => {
        const heading = one.group && one.group !== group ? html`<li class="heading">${(group = one.group)}</li>` : nothing;
        const key = one.as ?? n + 1, typed = key <= 9 ? key : nothing;
        return html`${heading}<li><button type="button" data-typed=${typed} class="option ${LAST.has(one.key) ? "last" : ""} ${this.state.lesson?.key === one.key ? "advised" : ""}" data-option=${one.number} ?disabled=${this.busy} @click=${() => this.choose(one.number)}>
          ${typed === nothing ? nothing : html`<kbd aria-hidden="true">${typed}</kbd>`}<span class="label">${called(one)}${one.where ? html` <small>(${one.where})</small>` : nothing}</span>
          ${this.bringing(one, news(one))}</button></li>`;
      })}</ul>`;
  }

  // What an option costs and brings, and what it says itself.
  bringing(one, news) {
    const lines = [news.join("; "), one.then, one.idle ? t("idle") : "", one.note, one.card ? this.cardText(one.card) : ""].filter(Boolean);
    return html`${one.price ? html`<span class="price">${one.price.join(", ")}</span>` : nothing}${lines.map((line) => html`<small class="effect">${line}</small>`)}`;
  }

  stepper(options) {
    const at = this.amount ?? 0, one = options[Math.min(at, options.length - 1)];
    const move = (by) => { this.amount = Math.max(0, Math.min(options.length - 1, at + by)); this.draw(); };
    return html`<div class="stepper" role="group" aria-label=${t("choices")}>
      <button type="button" aria-label="−" ?disabled=${at <= 0} @click=${() => move(-1)}>−</button>
      <input id="amount" type="range" min="0" max=${options.length - 1} .value=${String(at)} aria-label=${this.state.decision.prompt} aria-valuetext=${one.label} @input=${(event) => { this.amount = Number(event.target.value); this.draw(); }}>
      <button type="button" aria-label="+" ?disabled=${at >= options.length - 1} @click=${() => move(1)}>+</button>
      <button type="button" class="option main" data-option=${one.number} ?disabled=${this.busy} @click=${() => this.choose(one.number)}>${t("pick")}${t("colon")}${one.label}</button></div>`;
  }

  // ---- the log

  // Turns under the headings of the pack; with the newest first, a heading still stands above what belongs to it.
  // `brief`: what a heading says is not said again below it, unless somebody wants to know.
  turns(entries, newestFirst = false, brief = false) {
    let turns = [];
    // That somebody chose in secret is no news any more once everybody sees what.
    const open = entries.findLastIndex((entry) => entry.n >= 0 && entry.parts);
    for (const [n, entry] of entries.entries()) {
      const last = turns[turns.length - 1];
      if (entry.n >= 0 && !(entry.secret && n <= open)) { if (last?.entries && last.who === entry.who) last.entries.push(entry); else turns.push({ who: entry.who, entries: [entry] }); }
      for (const [head, lines] of entry.parts ?? []) turns.push({ head, lines });
    }
    if (newestFirst) {
      const parts = [];
      for (const turn of turns) if (turn.head !== undefined || !parts.length) parts.push([turn]); else parts[parts.length - 1].push(turn);
      turns = parts.reverse().flatMap(([first, ...rest]) => (first.head !== undefined ? [first, ...rest.reverse()] : [...rest.reverse(), first]));
    }
    // A bare yes is told by what came of it, and a bare end of something is not told beside the rest of a turn.
    const told = (all) => all.filter((entry) => !entry.plain || entry.lines.length || entry.parts || all.length === 1);
    const folds = (turn) => brief && this.feats(turn.entries) !== nothing;
    return turns.map((turn) => turn.head !== undefined ? html`<div class="part-of"><h2>${turn.head}</h2>${this.lines(turn.lines)}</div>` : html`<div class="turn-of"><h3>${seatMark(turn.who)} ${this.person(turn.who)} ${this.feats(turn.entries)}</h3>${folds(turn) ? this.atMe(turn.entries) : nothing}${this.folded(folds(turn), told(turn.entries).length, html`<ol>${told(turn.entries).map((entry) => html`<li class=${entry.act ? "act" : ""}>
      ${entry.plain && entry.lines.length ? nothing : html`<button type="button" class="step ${this.past.step === entry.n + 1 ? "at" : ""}" @click=${() => this.look(entry.n + 1)}>${chosen(entry)}</button>`}
      ${this.lines(entry.lines.filter((line) => !entry.feats?.some((feat) => feat === line || feat.startsWith(`${line} `))))}</li>`)}</ol>`)}</div>`);
  }

  // What somebody did to who looks, which the heading does not say.
  atMe(entries) {
    const name = this.me === null ? "" : this.scene.people[this.me];
    const named = name && whole(name, "u"), said = entries.flatMap((entry) => [...entry.feats ?? [], ...entry.besides ?? []]);
    return named ? this.lines(entries.flatMap((entry) => entry.lines).filter((line) => named.test(line) && !said.some((feat) => feat.includes(line)))) : nothing;
  }

  folded(fold, count, body) { return fold ? html`<details class="more"><summary>${t("more_lines", { count })}</summary>${body}</details>` : body; }

  // What a player did, for the heading: in words of the pack, with prices; an action without any is named with what it brought.
  feats(entries) {
    const parts = [];
    let act = null, gains = [];
    const close = () => { if (act) parts.push(!gains.length ? act.act : parts.length ? gains.join(", ") : `${act.did} (${gains.join(", ")})`); act = null; gains = []; };
    for (const entry of entries) {
      if (entry.act) { close(); act = entry; }
      if (entry.feats) { parts.push(...entry.feats); act = null; gains = []; } else if (act) gains.push(...entry.gains ?? []);
    }
    close();
    const beside = entries.flatMap((entry) => entry.besides ?? []);
    return parts.length || beside.length ? html`<span class="feats">${this.linked(once(parts).join("; "))}</span>${once(beside).map((one) => html`<span class="beside">${this.linked(one)}</span>`)}` : nothing;
  }

  // What came of something; of very much the rest is folded.
  lines(all) {
    const shown = all.length > MANY ? all.slice(0, MANY - 4) : all, list = (some) => html`<ul>${some.map((line) => html`<li>${this.linked(line)}</li>`)}</ul>`;
    if (!all.length) return nothing;
    return html`${list(shown)}${shown.length < all.length ? html`<details><summary>${t("more_lines", { count: all.length - shown.length })}</summary>${list(all.slice(shown.length))}</details>` : nothing}`;
  }

  // Who has a name of their own is called by it in what the game says, too.
  renamed(text) {
    return this.seats.reduce((said, { name }, n) => (name && said ? said.replace(whole(this.scene.people[n], "gu"), () => name) : said), text);
  }

  // Names of cards in a line open the card.
  linked(said) {
    const line = this.renamed(said);
    if (!this.index) return line;
    const parts = [];
    let at = 0;
    for (const found of line.matchAll(this.index.pattern)) {
      const [kind, id] = this.index.of.get(found[0]);
      parts.push(line.slice(at, found.index), html`<button type="button" class="link" @click=${() => this.read(kind, id)}>${found[0]}</button>`);
      at = found.index + found[0].length;
    }
    return [...parts, line.slice(at)];
  }

  // What it is all about, until one has chosen something; then it stands at the end of the log, where the game begins.
  aim() { return this.scene.aim && !this.state.lesson && !this.log.some((entry) => entry.n >= 0 && entry.who === this.me) ? html`<p class="aim">${bold(this.scene.aim)}</p>` : nothing; }

  logView() {
    const set_up = this.log.find((entry) => entry.n < 0), rest = this.log.filter((entry) => entry.n >= 0 && (this.past.step === null || entry.n < this.past.step));
    const first = { n: -1, parts: set_up?.parts };
    const shown = this.allLog || rest.length <= 60 ? [first, ...rest] : rest.slice(-60);
    return html`<div class="entries" tabindex="0" role="group" aria-label=${t("log")}>
      ${this.turns(shown, true)}
      ${shown.length < rest.length ? html`<button type="button" @click=${() => { this.allLog = true; this.draw(); }}>${t("before")}${t("colon")}${rest.length - shown.length}</button>` : nothing}
      ${set_up?.lines.length ? html`<details><summary>${t("set_up")} <small>${set_up.lines.length}</small></summary><ul>${set_up.lines.map((line) => html`<li>${this.linked(line)}</li>`)}</ul></details>` : nothing}
      ${this.scene.aim ? html`<p class="aim">${bold(this.scene.aim)}</p>` : nothing}</div>`;
  }

  history() {
    const last = this.state.step, at = this.past.step ?? last;
    if (!last) return nothing;
    return html`<div class="history" role="group" aria-label=${t("history")}>
      <button type="button" aria-label=${t("before")} ?disabled=${at <= 0} @click=${() => this.look(at - 1)}>◀</button>
      <input type="range" min="0" max=${last} .value=${String(at)} aria-label=${t("history")} aria-valuetext=${t("step", { step: at, count: last })} @input=${(event) => this.look(Number(event.target.value))}>
      <button type="button" aria-label=${t("after")} ?disabled=${at >= last} @click=${() => this.look(at + 1)}>▶</button>
      ${this.state.result && this.past.step !== null ? html`<button type="button" id="branch" @click=${() => this.branch()}>${t("branch")}</button>` : nothing}
      ${this.state.result ? html`<button type="button" class="keep" @click=${() => this.keepFile()}>${t("keep_file")}</button>` : nothing}</div>`;
  }

  // ---- dialogs

  winnerWords(result) {
    const names = result.winners.map((seat) => this.person(seat)).join(", ");
    return t(result.winners.length === 1 ? "winner" : names ? "winners" : "no_winner", { names });
  }

  dialogs(d) {
    if (this.cover) return this.coverDialog();
    if (!this.dialog) return nothing;
    const body = { read: () => this.readView(d), menu: () => this.menuView(), result: () => this.resultView(), settings: () => this.settingsView(), sure: () => this.sureView(), invite: () => this.people.invitation(this.dialog.seat), rules: () => this.rulesBody() }[this.dialog.kind]();
    return html`<dialog aria-label=${this.dialogTitle(d)} @cancel=${(event) => { event.preventDefault(); this.close(); }} @click=${(event) => { if (event.target.localName === "dialog") this.close(); }}>
      <div class="inside">${body}${this.dialog.kind === "result" ? nothing : html`<p class="ends"><button type="button" class="close" @click=${() => this.close()}>${t("close")}</button></p>`}</div></dialog>`;
  }

  dialogTitle(d) {
    if (this.dialog.kind === "read") return d.placeName(this.dialog.of, this.dialog.key);
    if (this.dialog.kind === "invite") return this.people.heading(this.dialog.seat);
    return t({ menu: "which", result: "over", settings: "settings", sure: "pick", rules: "rules" }[this.dialog.kind]);
  }

  coverDialog() {
    const { seat, invite } = this.cover, name = this.person(seat) || `${seat + 1}`;
    return html`<dialog class="cover" aria-label=${t("cover", { name })} @cancel=${(event) => event.preventDefault()}><div class="inside"><h2>${t("cover", { name })}</h2><button type="button" class="main" @click=${() => this.uncover()}>${t("show_me", { name })}</button>
      ${this.people.invitations(seat)}${invite === undefined ? nothing : this.people.invitation(invite)}</div></dialog>`;
  }

  readView(d) {
    const { of, key, lines, why } = this.dialog, p = parse(key), text = d.item(of, p.id)?.text;
    const ways = this.options().filter((one) => this.dialog.ways?.includes(one.key));
    const decl = this.scene.kinds[of];
    const drawn = decl.draw === "card" || (decl.picture && decl.draw !== "place");
    const told = lines.slice(1).map((line) => line.trim()).filter((line) => !(drawn && line === text));
    return html`<h2>${d.placeName(of, key)}</h2>
      <div class="read">${drawn ? html`<div class="big">${d.piece(of, key, { inside: true })}</div>` : nothing}
      <div>${lines.length ? told.map((line) => html`<p class="line">${bold(line)}</p>`) : text && !drawn ? html`<p>${text}</p>` : nothing}</div></div>
      ${why ? html`${ways.length ? nothing : html`<h3>${t("why_not")}</h3>`}<p class="why">${bold(why)}</p>` : nothing}
      ${ways.length ? this.buttons(ways, (one) => this.reach(one.number, of, key)) : nothing}`;
  }

  // An option that takes a thing, or asks for it next: then the thing is chosen, too.
  async reach(number, kind, key) {
    this.wanted = key.includes("#") ? null : [kind, key]; // a number tells equal pieces apart in one picture only
    await this.choose(number);
  }

  menuView() {
    const options = this.options().filter((one) => this.menu?.numbers.includes(one.number));
    return html`<h2>${this.menu?.name ?? t("which")}</h2>${this.buttons(options, (one) => this.choose(one.number))}`;
  }

  buttons(options, act) {
    return html`<ul class="options">${options.map((one) => html`<li><button type="button" class="option" data-option=${one.number} @click=${() => act(one)}><span class="label">${called(one)}${one.where ? html` <small>(${one.where})</small>` : nothing}</span>${this.bringing(one, one.effect ?? [])}</button></li>`)}</ul>`;
  }

  sureView() { return html`<h2>${t("sure", { label: this.dialog.label })}</h2><p><button type="button" class="main" @click=${() => this.choose(this.dialog.number)}>${t("pick")}</button></p>`; }

  resultView() {
    const result = this.state.result;
    if (!result) return nothing;
    const order = result.ranks.map((rank, seat) => [rank, seat]).sort((a, b) => a[0] - b[0]);
    return html`<h2>${t("over")}</h2><p class="won">${this.winnerWords(result)}</p>${result.why ? html`<p class="why-over">${result.why}.</p>` : nothing}
      ${result.ties.length ? html`<ul class="ties">${result.ties.map(([what, values, decided, seats]) => html`<li>${t(decided ? "tie_decided" : "tie_equal", { what })} (${seats.map((seat) => `${this.person(seat)} ${values[seat]}`).join(", ")})</li>`)}</ul>` : nothing}
      ${order.map(([rank, seat]) => html`<section class="sheet"><h3>${seatMark(seat)} ${this.person(seat)} <small>${t(scored(result, result.scores[seat]), { score: result.scores[seat], rank })}</small></h3>
      ${result.lines[seat]?.length ? html`<table><tbody>${result.lines[seat].map(([reason, points]) => html`<tr><th scope="row">${reason}</th><td>${String(points).replace("-", "−")}</td></tr>`)}</tbody></table>` : nothing}
      ${result.achieved[seat]?.length && this.seats[seat]?.who === "human" ? html`<p>${t("achieved")}${t("colon")}${result.achieved[seat].map((one) => one.name).join(", ")}</p>` : nothing}</section>`)}
      <p class="row"><button type="button" @click=${() => this.close()}>${t("final_board")}</button> <button type="button" class="keep" @click=${() => this.keepFile()}>${t("keep_file")}</button> <button type="button" class="close" @click=${() => this.close()}>${t("close")}</button></p>`;
  }

  settingsView() {
    const tick = (name) => html`<label class="tick"><input type="checkbox" ?checked=${settings[name]} @change=${(event) => { setSetting(name, event.target.checked); this.draw(); }}> ${t(name)}</label>`;
    const seat = this.seats[this.me];
    return html`<h2>${t("settings")}</h2>${languageChoice((code) => { this.dialog = null; this.speak(code); })}${tick("motion")}${tick("letters")}
      <label class="choice">${t("confirm")} <select id="confirm" @change=${(event) => { setSetting("confirm", event.target.value); this.draw(); }}>${CONFIRM.map((when) => html`<option value=${when} ?selected=${settings.confirm === when}>${t("confirm_" + when)}</option>`)}</select></label>
      ${seat ? html`<label class="choice">${t("name")} <input maxlength="40" .value=${seat.name} @change=${(event) => this.rename(event.target.value.trim())}></label>
        <p>${seat.who === "human" ? html`<button type="button" @click=${() => this.wire.say("seat", { who: "greedy" })}>${t("to_bot")}</button>` : html`<button type="button" @click=${() => this.wire.say("seat", { who: "human" })}>${t("from_bot")}</button>`}</p>` : nothing}
      ${this.people.list()}${this.me === null ? nothing : this.bell.setting()}
      <h3>${t("keys")}</h3><p class="keys">${t("keys_help").split(" · ").map((one) => html`<span>${one}</span>`)}</p>
      <p><a href="/">${t("home")}</a> · <a href="/pieces/${encodeURIComponent(this.scene.pack)}?game=${encodeURIComponent(this.game)}&seat=${this.me ?? ""}">${t("showcase")}</a></p>`;
  }

  // A name is remembered by the browser of one person, not by a screen of several.
  rename(name) {
    this.wire.say("name", { name });
    if (mine.of(this.game).length === 1) store.set("name", name);
  }
}

// What somebody chose: where others could not see it then, what they saw of it.
const chosen = (entry) => (entry.feats ? entry.feats.join("; ") : entry.did);
const said = (entry) => `${[...(entry.masked || entry.feats ? [] : [entry.did]), ...entry.lines, ...(entry.parts ?? []).flat(2)].join(". ")}.`;

// The same one after another is said once, with its number.
function once(words) {
  const found = [];
  for (const one of words) if (found.at(-1)?.[0] === one) found.at(-1)[1]++; else found.push([one, 1]);
  return found.map(([one, times]) => (times > 1 ? `${one} (×${times})` : one));
}

// What an option is called; what else is said of the thing itself stands small beside its name.
function called({ label, name }) {
  return name && label.startsWith(name) ? html`${name}<small>${label.slice(name.length)}</small>` : label;
}

const whole = (name, flags) => new RegExp(`(?<![\\p{L}\\p{N}])${escaped(name)}(?![\\p{L}\\p{N}])`, flags);
const escaped = (words) => words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function nameIndex(scene) {
  const of = new Map();
  for (const [kind, items] of Object.entries(scene.items)) {
    if (scene.kinds[kind].draw !== "card") continue;
    for (const [id, item] of Object.entries(items)) for (const face of item.faces) if (face.name.length > 3) of.set(face.name, [kind, id]);
  }
  if (!of.size) return null;
  const names = [...of.keys()].sort((a, b) => b.length - a.length).map(escaped);
  return { of, pattern: new RegExp(names.join("|"), "g") };
}
