// A link to a seat: who invites and to what, before one sits down. Who has sat there already goes straight to the table.
import { html, nothing, render } from "./lit/lit-html.js";
import { seatMark } from "./draw.js";
import { languageChoice } from "./home.js";
import { bold } from "./marked.js";
import { Table } from "./table.js";
import { answered, lang, learn, mine, post, store, t } from "./words.js";

export class Join {
  constructor(root, game) { Object.assign(this, { root, game, name: store.get("name", "") }); }

  async begin() {
    const [secret, by] = decodeURIComponent(location.hash.slice(1)).split(".");
    Object.assign(this, { secret, by: by === undefined ? null : Number(by) });
    if (mine.of(this.game).some((one) => one.secret === secret)) await this.sit();
    else await this.look();
  }

  async look() {
    const game = encodeURIComponent(this.game);
    [this.now] = (await post(`/api/mine?lang=${lang}`, { games: [{ game: this.game, secret: this.secret }] })).games;
    if (!this.now) throw new Error(t("no_entry"));
    this.scene = await answered(await fetch(`/api/scene?game=${game}&lang=${lang}`));
    if (this.now.seat === null) await this.sit();
    else this.draw();
  }

  // At the table one is called as one was called before; a bot that kept the seat leaves it.
  async sit(name = "") {
    if (name) store.set("name", name);
    history.replaceState(null, "", `/g/${encodeURIComponent(this.game)}#${this.secret}`);
    const table = new Table(this.root, this.game);
    table.arrival = { name };
    await table.begin();
  }

  person(seat) { return this.now.names[seat] || this.scene.people[seat]; }

  draw() {
    const { now, scene } = this, named = now.names[this.by];
    const heading = now.players[this.by] === "human" && this.by !== now.seat && named ? t("invited_by", { name: named, game: scene.title }) : t("invited", { game: scene.title });
    document.title = heading;
    render(html`<main class="page join"><header><h1>${heading}</h1>${languageChoice(async (code) => { await learn(code); await this.look(); })}</header>
      ${scene.aim ? html`<p class="aim">${bold(scene.aim)}</p>` : nothing}
      <ul class="table-of">${now.players.map((who, seat) => html`<li class=${seat === now.seat ? "turn" : ""}>${seatMark(seat)} ${this.person(seat)} <small>${seat === now.seat ? t("your_place") : who !== "human" ? t("bot") : now.here[seat] ? t("here") : ""}</small></li>`)}</ul>
      ${now.over ? html`<p>${t("over")}</p>` : nothing}${this.way()}
      <p><a href="/rules/${encodeURIComponent(now.pack)}?game=${encodeURIComponent(this.game)}" target="_blank">${t("rules")}</a></p></main>`, this.root);
  }

  way() {
    const { now } = this, person = this.person(now.seat), own = mine.of(this.game).find((one) => one.seat !== null);
    const there = now.players[now.seat] === "human" && (now.here[now.seat] || now.names[now.seat]);
    if (own) return html`<p>${t("own_table", { name: this.person(own.seat) })}</p><p><button type="button" class="main" @click=${() => { location.href = `/g/${encodeURIComponent(this.game)}#${own.secret}`; }}>${t("to_game")}</button> <button type="button" id="sit" @click=${() => this.sit()}>${t("sit_too", { name: person })}</button></p>`;
    if (there) return html`<p>${t("place_of", { name: person })}${now.here[now.seat] ? ` ${t("taken_now")}` : ""}</p><p><button type="button" class="main" id="sit" @click=${() => this.sit()}>${t("show_me", { name: person })}</button></p>`;
    return html`<form @submit=${(event) => { event.preventDefault(); this.sit(this.name.trim()); }}><label class="choice">${t("name")} <input id="name" maxlength="40" autocomplete="nickname" .value=${this.name} @input=${(event) => { this.name = event.target.value; }}></label>
      <p><button type="submit" class="main" id="sit">${t("sit_down")}</button></p></form>`;
  }
}
