// The first page: begin a game, or go on with one.
import { html, nothing, render } from "./lit/lit-html.js";
import { bold } from "./marked.js";
import { ago, answered, learn, lang, mine, packQuery, post, store, t } from "./words.js";

export const languageChoice = (change) => html`<label class="choice">${t("language")}
  <select @change=${(event) => change(event.target.value)}>${[["en", "English"], ["fr", "Français"], ["de", "Deutsch"]].map(([code, name]) =>
    html`<option value=${code} ?selected=${code === lang}>${name}</option>`)}</select></label>`;

// So many milliseconds before a game goes it is told.
const SOON = 14 * 86400e3;

// Where the people of a game sit: here, each in turn, or elsewhere.
const SEATS = ["me", "human", "friend"];

export class Home {
  constructor(root) { Object.assign(this, { root, offers: null, standing: [], error: "", news: "", refused: "", wrong: "", myName: store.get("name", ""), names: store.get("names", []) }); }

  async begin() {
    await this.ask();
    const known = store.get("setup", {});
    const first = this.offers.packs.find((one) => one.name === (this.offers.first || known.pack)) ?? this.offers.packs.find((one) => one.most > 1) ?? this.offers.packs[0];
    this.choose(first.name);
    const ticked = first.name === this.offers.first ? this.offers.with : first.name === known.pack ? known.with ?? [] : [];
    if (ticked.length) await this.join(ticked.filter((one) => first.fits.includes(one)));
    await this.look();
    this.draw();
  }

  // How my games stand, and what they are called in the language that is read now.
  async look() {
    const games = mine.all();
    if (games.length) this.standing = (await post(`/api/mine?lang=${lang}`, { games: games.map(({ game, secret }) => ({ game, secret })) })).games;
  }

  // What is chosen: a pack, or what several make together.
  get pack() { return this.stack ?? this.offers.packs.find((one) => one.name === this.name); }

  choose(name) {
    Object.assign(this, { name, others: [], stack: null, error: "" });
    this.fresh();
  }

  // Play with other packs on the same game; those that do not go together are told in words, and nothing changes.
  async join(others) {
    const name = this.name;
    this.joining = true;
    this.draw();
    try {
      const stack = others.length ? await answered(await fetch(`/api/offer?${packQuery(name, others)}&lang=${lang}`)) : null;
      if (name === this.name) Object.assign(this, { others, stack, error: "" });
    } catch (error) { this.error = error.message; }
    this.joining = false;
    if (!this.error) this.fresh(); else this.draw();
  }

  fresh() {
    this.mode = "";
    this.options = Object.fromEntries(this.pack.options.map((one) => [one.name, one.default]));
    this.seat(Math.min(Math.max(this.pack.least, 2), this.pack.most));
  }

  seat(count) { this.players = Array.from({ length: count }, (_, n) => (n ? "greedy" : "me")); this.draw(); }

  // There is one "me": who sat there before takes what was chosen here.
  setPlayer(seat, who) {
    const before = this.players.indexOf("me");
    if (who === "me" && before >= 0) this.players[before] = this.players[seat];
    this.players[seat] = who;
    this.draw();
  }

  setName(seat, name) { if (this.players[seat] === "me") this.myName = name; else this.names[seat] = name; }
  nameAt(seat) { return (this.players[seat] === "me" ? this.myName : this.players[seat] === "human" ? this.names[seat] : "") ?? ""; }

  setMode(name) {
    this.mode = name;
    const mode = this.pack.modes.find((one) => one.name === name);
    if (!mode) { this.draw(); return; }
    Object.assign(this.options, mode.options);
    this.seat(Math.min(Math.max(this.players.length, mode.least), mode.most));
  }

  async start(lesson = false) {
    try {
      const begun = await post("/api/games", lesson ? { pack: this.name, lesson } : { pack: this.name, players: this.players.map((who) => (SEATS.includes(who) ? "human" : who)), names: this.players.map((_, seat) => this.nameAt(seat)), options: this.options, with: this.others });
      store.set("setup", { pack: this.name, with: this.others });
      store.set("name", this.myName);
      store.set("names", this.names.map((one) => one ?? ""));
      this.enter(begun, lesson ? ["me"] : this.players, this.pack.title);
    } catch (error) { this.error = error.message; this.draw(); }
  }

  // The seats of this screen are remembered here; whoever else is a person comes with a link.
  enter(begun, players, title) {
    const here = (wanted) => players.flatMap((who, seat) => (who === wanted ? [seat] : [])), people = [...here("me"), ...here("human")];
    store.set("links." + begun.game, { seats: begun.seats, watch: begun.watch });
    for (const seat of people.length ? people : [null]) mine.add({ game: begun.game, seat, secret: seat === null ? begun.watch : begun.seats[seat], title });
    location.href = `/g/${begun.game}#${people.length ? begun.seats[people[0]] : begun.watch}`;
  }

  // A game from a file, from here or from the terminal: it goes on where the file leaves it.
  async openFile(file) {
    if (!file) return;
    try {
      const begun = await answered(await fetch("/api/open", { method: "POST", headers: { "content-type": "application/octet-stream" }, body: file }));
      this.enter(begun, begun.players);
    } catch (error) { this.error = error.message; this.draw(); }
  }

  // A pack of a visitor: the server looks at it, and says in words what is wrong with it.
  async bring(input) {
    const [file] = input.files;
    if (!file) return;
    Object.assign(this, { refused: "", wrong: "", news: t("bringing") });
    this.draw();
    const answer = await fetch("/api/packs", { method: "POST", headers: { "content-type": "application/zip" }, body: file }).catch(() => null);
    const data = answer ? await answer.json() : { error: "lost" };
    input.value = "";
    this.news = "";
    if (!answer?.ok) {
      this.refused = t(data.error ?? "bad_message", data);
      if (data.error === "bad_pack") this.wrong = data.text;
      this.draw();
      return;
    }
    store.set("brought", { ...store.get("brought", {}), [data.name]: data.key });
    await this.ask();
    this.choose(data.name);
    this.news = t("brought_now", { title: this.pack.title });
    this.draw();
  }

  async takeAway(name) {
    const keys = store.get("brought", {});
    try { await post("/api/packs/remove", { name, key: keys[name] }); } catch (error) { this.refused = error.message; }
    delete keys[name];
    store.set("brought", keys);
    await this.ask();
    if (!this.pack) this.choose(this.offers.packs[0].name);
    this.news = "";
    this.draw();
  }

  async ask() { this.offers = await (await fetch(`/api/packs?lang=${lang}`)).json(); }

  async speak(code) {
    await learn(code);
    await Promise.all([this.ask(), this.look()]);
    if (this.stack) this.stack = await answered(await fetch(`/api/offer?${packQuery(this.name, this.others)}&lang=${lang}`));
    this.draw();
  }

  draw() {
    if (!this.offers) return;
    const pack = this.pack, title = t("title");
    document.title = title;
    render(html`<main class="page home"><header><h1>${title}</h1>${languageChoice((code) => this.speak(code))}</header>
      ${this.games()}
      <section><h2>${t("new_game")}</h2>
        <div class="packs" role="group" aria-label=${t("game")}>${this.offers.packs.filter((one) => !one.brought).map((one) => this.card(one))}</div>
        ${this.visitors()}${pack.aim ? html`<p class="aim">${bold(pack.aim)}</p>` : nothing}${this.expansions()}
        ${pack.modes.length ? html`<label class="choice">${t("mode")} <select id="mode" @change=${(event) => this.setMode(event.target.value)}><option value="">${t("mode_free")}</option>${pack.modes.map((one) => html`<option value=${one.name} ?selected=${one.name === this.mode}>${one.text}</option>`)}</select></label>` : nothing}
        <fieldset><legend>${t("players")}</legend>
          ${pack.least < pack.most ? html`<span class="counts">${Array.from({ length: pack.most - pack.least + 1 }, (_, n) => n + pack.least).map((count) => html`<button type="button" aria-pressed=${count === this.players.length} @click=${() => this.seat(count)}>${count}</button>`)}</span>` : nothing}
          ${this.players.map((who, seat) => html`<div class="choice"><label>${seat + 1}. <select .value=${who} @change=${(event) => this.setPlayer(seat, event.target.value)}>${[...SEATS, ...this.offers.players.filter((one) => one !== "human")].map((one) => html`<option value=${one} ?selected=${one === who}>${t(SEATS.includes(one) ? `seat_${one}` : one)}</option>`)}</select></label>
            ${["me", "human"].includes(who) ? html`<input class="name" maxlength="40" autocomplete=${who === "me" ? "nickname" : "off"} placeholder=${t(who === "me" ? "name" : "their_name")} aria-label=${t(who === "me" ? "name" : "their_name")} .value=${this.nameAt(seat)} @input=${(event) => this.setName(seat, event.target.value)}>` : nothing}</div>`)}
        </fieldset>
        ${pack.options.length ? html`<details><summary>${t("options")}</summary>${pack.options.map((one) => html`<label class="choice">${one.text}
          <select @change=${(event) => { this.options[one.name] = one.values[event.target.selectedIndex]; }}>${one.values.map((value, n) => html`<option ?selected=${value === this.options[one.name]}>${value === true ? t("yes") : value === false ? t("no") : one.words[n]}</option>`)}</select></label>`)}</details>` : nothing}
        ${this.error ? html`<p role="alert" class="error">${this.error}</p>` : nothing}
        <p><button type="button" class="main" id="start" ?disabled=${this.joining} @click=${() => this.start()}>${t("start")}</button>
          ${pack.lesson ? html`<button type="button" id="lesson" @click=${() => this.start(true)}>${t("lesson")}</button>` : nothing}
          <a href="/rules/${encodeURIComponent(this.name)}${this.withQuery}">${t("rules")}</a> <a href="/pieces/${encodeURIComponent(this.name)}${this.withQuery}">${t("showcase")}</a></p>
        <p><label class="choice file">${t("open_file")} <input type="file" class="told" id="file" accept=".rws" @change=${(event) => this.openFile(event.target.files[0])}></label></p>
      </section></main>`, this.root);
  }

  get withQuery() { return this.others.length ? `?${this.others.map((one) => `with=${encodeURIComponent(one)}`).join("&")}` : ""; }

  // Other packs on the same game.
  expansions() {
    const some = this.offers.packs.filter((one) => this.pack.fits.includes(one.name));
    if (!some.length) return nothing;
    const tick = async (one, box) => {
      await this.join(this.others.includes(one.name) ? this.others.filter((name) => name !== one.name) : [...this.others, one.name]);
      box.checked = this.others.includes(one.name);
    };
    return html`<fieldset class="expansions"><legend>${t("play_with")}</legend>${some.map((one) => html`<label class="tick"><input type="checkbox" data-with=${one.name} ?disabled=${this.joining} .checked=${this.others.includes(one.name)} @change=${(event) => tick(one, event.target)}> ${one.title}</label>`)}</fieldset>`;
  }

  card(one) {
    return html`<button type="button" class="pack ${one.name === this.name ? "chosen" : ""}" data-pack=${one.name} aria-pressed=${one.name === this.name} @click=${() => this.choose(one.name)}><b>${one.title}</b><small>${one.least === one.most ? one.least : `${one.least}–${one.most}`} ${t("players")}</small></button>`;
  }

  // What strangers made stands apart from what the server's owner has chosen.
  visitors() {
    const some = this.offers.packs.filter((one) => one.brought), keys = store.get("brought", {});
    if (!this.offers.uploads && !some.length) return nothing;
    return html`<div class="visitors" role="group" aria-label=${t("visitors")}><h3>${t("visitors")}</h3><p class="soft">${t("visitors_note")} ${t("visitors_kept", { days: Math.round(this.offers.kept_days) })}</p>
      <div class="packs">${some.map((one) => html`<span class="brought">${this.card(one)}${one.name in keys ? html`<button type="button" class="take-away" aria-label=${`${t("take_away")}${t("colon")}${one.title}`} @click=${() => this.takeAway(one.name)}>${t("take_away")}</button>` : nothing}</span>`)}</div>
      <label class="choice file">${t("bring")} <input type="file" class="told" id="bring" accept=".zip,application/zip" @change=${(event) => this.bring(event.target)}></label>
      <p role="status">${this.news}</p>${this.refused ? html`<p role="alert" class="error">${this.refused}</p>` : nothing}
      ${this.wrong ? html`<pre class="wrong" tabindex="0" role="group" aria-label=${t("bad_pack")}>${this.wrong}</pre>` : nothing}</div>`;
  }

  // Who sits at a seat of a game in the list, in a word or two.
  called(now, who, seat) {
    const person = seat === now.seat ? t("you") : who === "human" ? `${t("human")} ${seat + 1}` : t("bot");
    return who === "human" || seat === now.seat ? now.names[seat] || person : person;
  }

  games() {
    const known = mine.all(), rows = known.map((one, n) => [one, this.standing[n]]).filter(([, now]) => now);
    if (!rows.length) return nothing;
    const order = ([, now]) => (now.over ? 2 : now.seat !== null && now.turn === now.seat ? 0 : 1);
    return html`<section><h2>${t("your_games")}</h2><ul class="games">${[...rows].sort((a, b) => order(a) - order(b)).map(([one, now]) => html`<li>
      <a href="/g/${one.game}#${one.secret}">${now.title ?? one.title ?? now.pack}${now.seat === null ? "" : ` · ${now.seat + 1}`}</a>
      <span class=${order([one, now]) ? "" : "turn"}>${t(["your_turn_short", "waiting_short", "over_short"][order([one, now])])}</span>
      <span class="who">${now.players.map((who, seat) => this.called(now, who, seat)).join(", ")}</span> <span class="soft">${t("last_move", { when: ago(now.ago) })}</span>
      ${now.until && now.until * 1000 < Date.now() + SOON ? html`<span class="goes">${t("goes", { date: new Date(now.until * 1000).toLocaleDateString(lang) })}</span>` : nothing}
      <button type="button" aria-label=${t("forget")} title=${t("forget")} @click=${() => { const at = mine.all().indexOf(one); mine.drop(one.game); this.standing = this.standing.filter((_, n) => n !== at && known[n].game !== one.game); this.draw(); }}>✕</button></li>`)}</ul></section>`;
  }
}
