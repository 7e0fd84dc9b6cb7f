// Every card and piece of a pack as it looks on the table.
import { html, render } from "./lit/lit-html.js";
import { Drawing } from "./draw.js";
import { languageChoice } from "./home.js";
import { learn, lang, packQuery, t } from "./words.js";

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
    render(html`<main class="page gallery"><header><h1>${scene.title}: ${t("showcase")}</h1><a href="/">${t("home")}</a>${languageChoice((code) => this.speak(code))}
      <label class="choice">${t("search")} <input type="search" @input=${(event) => { this.wanted = event.target.value; this.draw(); }}></label></header>
      ${Object.entries(scene.items).map(([kind, items]) => {
        const found = Object.entries(items).filter(([id, item]) => fits(kind, id, item));
        return found.length ? html`<section><h2>${scene.kinds[kind].words} <small>${found.length}</small></h2><div class="cards">${found.flatMap(([id, item]) => item.faces.map((_, face) => html`<figure data-item=${id}>
          ${scene.kinds[kind].draw === "place" ? html`<span class="piece card ${drawing.hue(kind, { id, owner: null })}"><b class="name">${drawing.iconOf(kind, { id })}${item.faces[face].name}</b>${drawing.pictureOf(kind, { id })}<span class="says">${item.text ?? ""}</span></span>` : drawing.piece(kind, `${id}${scene.kinds[kind].owned ? "@1" : ""}${scene.kinds[kind].faces ? `:${face + 1}` : ""}${scene.kinds[kind].rolls ? "=5" : ""}`, { inside: true })}
          <figcaption>${item.faces[face].name}${item.count > 1 ? ` ×${item.count}` : ""}</figcaption></figure>`))}</div></section>` : "";
      })}</main>`, this.root);
  }
}
