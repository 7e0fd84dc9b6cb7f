// Whose turn it is, for who looks elsewhere: in the title of the tab, and as a notification if the player wants it.
import { html, nothing } from "./lit/lit-html.js";
import { setSetting, settings, t } from "./words.js";

export class Bell {
  constructor(table) { Object.assign(this, { table, refused: false }); }

  // Browsers allow it on this machine or behind TLS only.
  get possible() { return isSecureContext && "Notification" in window && Notification.permission !== "denied"; }
  get isOn() { return Boolean(settings.notify) && this.possible && Notification.permission === "granted"; }

  title() {
    const { scene, state, seats, me, people } = this.table;
    if (!scene) return;
    const game = scene.title, mark = (words) => `● ${words} – ${game}`;
    if (!state) document.title = game;
    else if (state.result || state.turn === null) document.title = `${t("title_over")} – ${game}`;
    else if (state.turn === me && !seats.some((_, seat) => seat !== me && people.comesHere(seat))) document.title = mark(t("title_turn"));
    else if (state.turn === me || people.comesHere(state.turn)) document.title = mark(this.table.person(state.turn));
    else document.title = `${t("waiting_for", { name: this.table.person(state.turn) })} – ${game}`;
  }

  // It has become the turn of somebody at this screen, and nobody looks at it.
  ring(old, now) {
    const { people, scene, game } = this.table, ours = (state) => state.turn !== null && people.isPerson(state.turn) && people.atScreen(state.turn);
    if (!this.isOn || !old || ours(old) || !ours(now) || document.hasFocus()) return;
    try {
      const told = new Notification(scene.title, { body: t("title_turn"), tag: game, icon: "/page/icon.svg" });
      told.onclick = () => { window.focus(); told.close(); };
    } catch { /* a telephone that tells only through a worker: the title says it */ }
  }

  async ask() {
    setSetting("notify", await Notification.requestPermission() === "granted");
    this.refused = !settings.notify;
    this.table.draw();
  }

  // Beside the question whose turn it is, until it was answered once.
  offer() {
    const { turn } = this.table.state, { people } = this.table;
    if (!this.possible || settings.notify !== undefined || turn === null || !people.isPerson(turn) || people.atScreen(turn)) return nothing;
    return html`<p><button type="button" class="notify" @click=${() => this.ask()}>${t("notify")}</button></p>`;
  }

  setting() {
    if (!this.possible) return html`<p class="soft">${t("notify_denied")}</p>`;
    return this.isOn ? html`<p>${t("notify_on")} <button type="button" @click=${() => { setSetting("notify", false); this.table.draw(); }}>${t("notify_off")}</button></p>`
      : html`<p><button type="button" class="notify" @click=${() => this.ask()}>${t("notify")}</button></p>`;
  }
}
