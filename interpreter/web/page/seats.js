// Who sits where: which seats are at this screen, which somebody has with a link, and how to invite to those that wait.
import { html, nothing } from "./lit/lit-html.js";
import { seatMark } from "./draw.js";
import { announce, mine, post, store, t } from "./words.js";

const NEAR = ["127.0.0.1", "localhost", "[::1]", "0.0.0.0"];

export class Seats {
  constructor(table) { Object.assign(this, { table, codes: new Map(), known: new Map(), there: new Set(), copied: "", byHand: false }); }

  // The links of all seats, for who has begun the game.
  get links() { return this.table.links; }
  own(seat) { return mine.of(this.table.game).find((one) => one.seat === seat); }
  atScreen(seat) { return seat === this.table.me || Boolean(this.own(seat)); }
  // Another seat of this screen, if there is one.
  beside(seat) { return mine.of(this.table.game).find((one) => one.seat !== null && one.seat !== seat); }
  isPerson(seat) { return this.table.seats[seat]?.who === "human"; }
  isHere(seat) { return Boolean(this.table.seats[seat]?.here) || (this.isPerson(seat) && this.atScreen(seat)); }

  // Whether another seat has to be shown at this screen for its player to choose: nobody is at it anywhere.
  comesHere(seat) { return this.isPerson(seat) && Boolean(this.own(seat)) && !this.table.seats[seat].here; }

  // Seats that were given away, and nobody has come yet.
  get waiting() {
    if (!this.links || this.table.state?.result) return [];
    return this.table.seats.flatMap((seat, n) => (this.isPerson(n) && !this.isHere(n) && !this.links.came?.includes(n) ? [n] : []));
  }

  keep() { store.set("links." + this.table.game, this.links); }

  // Who is there was told: a seat that is open in another browser is no longer at this screen.
  met() {
    const { game, me, seats } = this.table;
    for (const [n, seat] of seats.entries()) {
      const there = seat.elsewhere && seat.who === "human" && n !== me;
      if (there && !this.there.has(n)) this.arrived(n);
      if (there) this.there.add(n); else this.there.delete(n);
      if (there && this.own(n)) mine.leave(game, n);
    }
    if (this.table.cover && this.table.cover.seat !== me && !this.own(this.table.cover.seat)) this.table.cover = null;
  }

  arrived(seat) {
    if (!this.links || this.links.came?.includes(seat)) return;
    this.links.came = [...this.links.came ?? [], seat];
    this.keep();
    const { cover, dialog } = this.table;
    if (dialog?.kind === "invite" && dialog.seat === seat) this.table.dialog = null;
    if (cover?.invite === seat) delete cover.invite;
    announce(t("has_come", { name: this.table.person(seat) }));
  }

  // ---- giving a seat away, and taking it back

  give(seat) {
    const { table, links } = this;
    if (seat === table.me && !this.beside(seat)) return;
    if (!this.isPerson(seat)) table.wire.say("seat", { who: "human", secret: links.seats[seat] });
    mine.leave(table.game, seat);
    links.came = links.came?.filter((one) => one !== seat);
    this.keep();
  }

  take(seat) {
    const { table } = this, own = this.own(table.me);
    mine.add({ game: table.game, seat, secret: this.links.seats[seat], title: table.scene.title });
    if (own) mine.add(own);
    table.hotSeat();
    table.draw();
  }

  // Whoever stays at a screen with others goes on behind a cover: who takes the link need not see what lies there.
  invite(seat) {
    const { table } = this, goes = seat === table.me, covered = table.cover?.seat;
    const stays = goes ? this.beside(seat) : this.own(covered === seat ? table.me : covered ?? table.me);
    if (seat !== null && !table.seats[seat].elsewhere) this.give(seat);
    this.copied = "";
    if (stays && (table.cover || (goes && table.scene.secrets))) Object.assign(table, { cover: { ...stays, invite: seat }, dialog: null });
    else Object.assign(table, { cover: null, dialog: { kind: "invite", seat } });
    table.draw();
    if (goes && stays) table.sit(stays.secret, !table.cover);
  }

  // ---- what is drawn

  // For everybody who has not come; under a cover for who it covers, too.
  invitations(besides = -1) {
    const { table } = this, some = this.waiting.filter((seat) => seat !== table.cover?.invite), away = this.links && besides !== table.me && this.own(besides);
    if (!some.length && !away) return nothing;
    return html`<p class="invites">${away ? html`<button type="button" @click=${() => this.invite(besides)}>${t("plays_elsewhere", { name: table.person(besides) })}</button>` : nothing}
      ${some.map((seat) => html`<button type="button" class="invite" @click=${() => this.invite(seat)}>${seatMark(seat)} ${t("invite_name", { name: table.person(seat) })}</button>`)}</p>`;
  }

  // On the table, as long as somebody has not come.
  strip() {
    const { table } = this, twice = table.seats[table.me]?.elsewhere;
    return html`${this.invitations()}
      ${twice ? html`<p class="soft">${t("seat_twice")}</p>` : nothing}`;
  }

  state(seat) {
    if (!this.isPerson(seat)) return t("bot");
    if (seat === this.table.me) return t("you");
    if (this.atScreen(seat)) return t("at_screen");
    if (this.table.seats[seat].here) return t("seat_elsewhere");
    return t(this.waiting.includes(seat) ? "not_yet" : "away");
  }

  // In the menu: every seat, and what can be done about it.
  list() {
    if (!this.links) return nothing;
    const { table } = this, button = (words, act) => html`<button type="button" @click=${act}>${t(words)}</button>`;
    const acts = (seat) => {
      const absent = this.isPerson(seat) && !this.isHere(seat);
      const stays = seat === table.me ? !this.beside(seat) : this.isPerson(seat) && table.seats[seat].here;
      return html`${button(stays ? "link" : "invite", () => this.invite(seat))}
        ${absent ? button("play_here", () => { table.dialog = null; this.take(seat); }) : nothing}
        ${absent ? button("bot_instead", () => table.wire.say("seat", { who: "greedy", secret: this.links.seats[seat] })) : nothing}`;
    };
    return html`<h3>${t("seats")}</h3><ul class="links">${table.seats.map((_, seat) => html`<li>${seatMark(seat)} <b>${table.person(seat)}</b> <span class="soft">${this.state(seat)}</span> ${acts(seat)}</li>`)}
      <li>${t("link_watch")} ${button("link", () => this.invite(null))}</li></ul>`;
  }

  address(seat) {
    const { game, me } = this.table;
    if (seat === null) return `${location.origin}/g/${game}#${this.links.watch}`;
    return `${location.origin}/join/${game}#${this.links.seats[seat]}${me === null ? "" : `.${me}`}`;
  }

  // The same as others can open it: who sits at the server's machine may have opened the page under a name of that machine alone.
  outside(seat) {
    const address = this.address(seat), code = this.code(address);
    return [this.known.get(address) ?? address, code];
  }

  heading(seat) { return seat === null ? t("link_watch") : t(seat === this.table.me ? "link_seat" : "invite_name", { name: this.table.person(seat) }); }

  // A link as words and as a picture. Where a page may not write to the clipboard, what is marked can be copied by hand.
  invitation(seat) {
    const [link, code] = this.outside(seat), heading = this.heading(seat);
    const copy = async (event) => {
      const field = event.target.closest(".invitation").querySelector("input");
      const done = await navigator.clipboard?.writeText(link).then(() => true, () => false);
      field.select();
      Object.assign(this, done || document.execCommand("copy") ? { copied: link, byHand: false } : { copied: "", byHand: true });
      announce(t(this.byHand ? "copy_by_hand" : "copied"));
      this.table.draw();
    };
    return html`<div class="invitation"><h2>${heading}</h2>${seat === null ? nothing : html`<p>${t("link_warn")}</p>`}
      <p class="row"><input class="address" readonly aria-label=${heading} .value=${link} @focus=${(event) => event.target.select()}>
        <button type="button" class="copy ${this.table.cover ? "" : "main"}" @click=${copy}>${t(this.copied === link ? "copied" : "copy")}</button>
        ${navigator.share ? html`<button type="button" @click=${() => navigator.share({ title: this.table.scene?.title ?? "", url: link }).catch(() => {})}>${t("share")}</button>` : nothing}</p>
      ${this.byHand ? html`<p>${t("copy_by_hand")}</p>` : nothing}${NEAR.includes(new URL(link).hostname) ? html`<p class="soft near">${t("link_near")}</p>` : nothing}
      <div class="qr" role="img" aria-label=${t("qr")}>${code}</div></div>`;
  }

  // The picture of an address is made by the server; without it there is still the address.
  code(link) {
    if (!this.codes.has(link)) {
      this.codes.set(link, nothing);
      post("/api/qr", { text: link }).then(({ svg, text }) => {
        this.known.set(link, text);
        if (svg) this.codes.set(link, document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true));
        this.table.draw();
      }, () => {});
    }
    return this.codes.get(link);
  }
}
