// Every card and piece of a pack as it looks on the table.
import { html, render } from "./lit/lit-html.js";
import { Drawing } from "./draw.js";
import { languageChoice } from "./home.js";
import { learn, lang, mine, packQuery, t } from "./words.js";

export class Gallery {
  constructor(root, pack) { Object.assign(this, { root, pack, wanted: "" }); }

  async begin() {
    const answer = await fetch(`/api/scene?${packQuery(this.pack)}&lang=${lang}`);
    this.scene = await answer.json();
    if (!answer.ok) throw new Error(t(this.scene.error));
    this.scene.from = packQuery(this.pack);
    this.draw();
  }

  async speak(code) { await learn(code); await this.begin(); }

  draw() {
    const scene = this.scene, drawing = new Drawing(scene, { players: [], places: {}, shared: {} }, null);
    const fits = (kind, id, item) => [id, item.text ?? "", ...item.faces.map((face) => face.name), scene.kinds[kind].word].join(" ").toLowerCase().includes(this.wanted.toLowerCase());
    document.title = `${scene.title} – ${t("showcase")}`;
    render(html`<main class="page gallery"><header><h1>${scene.title}${t("colon")}${t("showcase")}</h1>${this.back()}${languageChoice((code) => this.speak(code))}
      <label class="choice">${t("search")} <input type="search" @input=${(event) => { this.wanted = event.target.value; this.draw(); }}></label></header>
      ${Object.entries(scene.items).map(([kind, items]) => {
        const found = Object.entries(items).filter(([id, item]) => !item.like && fits(kind, id, item));
        const brief = Object.values(items).every((item) => !item.text);
        return found.length ? html`<section class=${brief ? "brief" : ""}><h2>${scene.kinds[kind].words} <small>${found.length}</small></h2><div class="cards">${found.flatMap(([id, item]) => item.faces.map((_, face) => this.figure(drawing, kind, id, face)))}</div></section>` : "";
      })}</main>`, this.root);
  }
  // Who comes from a game goes back to it, at their own seat.
  back() {
    const asked = new URLSearchParams(location.search), game = asked.get("game");
    const own = mine.of(game).find((one) => String(one.seat ?? "") === asked.get("seat")) ?? mine.of(game)[0];
    return own ? html`<a class="back" href=${`/g/${encodeURIComponent(game)}#${own.secret}`}>${t("to_game")}</a>` : html`<a class="back" href="/">${t("home")}</a>`;
  }

  // One face of a piece; below it stands what is not on it.
  figure(drawing, kind, id, face) {
    const decl = this.scene.kinds[kind], item = this.scene.items[kind][id], name = item.faces[face].name;
    const inscribed = decl.draw === "place" || decl.draw === "card" || (decl.draw === "counter" && (!decl.label || decl.picture));
    const alike = Object.values(this.scene.items[kind]).filter((one) => one.like === id);
    const count = [item, ...alike].reduce((sum, one) => sum + one.count, 0);
    const below = [inscribed ? "" : name, count > 1 ? `×${count}` : ""].filter(Boolean).join(" ");
    return html`<figure data-item=${id}>
      ${decl.draw === "place" ? html`<span class="piece card ${drawing.hue(kind, { id, owner: null })}"><b class="name">${drawing.iconOf(kind, { id })}${name}</b>${drawing.pictureOf(kind, { id })}<span class="says">${item.text ?? ""}</span></span>` : drawing.piece(kind, `${id}${decl.owned ? "@1" : ""}${decl.faces ? `:${face + 1}` : ""}${decl.rolls ? "=5" : ""}`, { inside: true })}
      ${below ? html`<figcaption>${below}</figcaption>` : ""}</figure>`;
  }
}
