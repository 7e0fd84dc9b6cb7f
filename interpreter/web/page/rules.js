// The rule book of a pack: chapters, a first turn, the glossary; on a page of its own and beside a game.
import { html, nothing, render } from "./lit/lit-html.js";
import { languageChoice } from "./home.js";
import { bold } from "./marked.js";
import { learn, lang, packQuery, t } from "./words.js";

export async function fetchRules(query) {
  const answer = await fetch(`/api/rules?${query}&lang=${lang}`);
  const data = await answer.json();
  if (!answer.ok) throw new Error(t(data.error));
  return data;
}

const FORMS = {
  heading: (rows) => html`<h4>${bold(rows[0][0])}</h4>`,
  points: (rows) => html`<ul class="list">${rows.map((row) => html`<li>${bold(row[0])}</li>`)}</ul>`,
  steps: (rows) => html`<ol class="list">${rows.map((row) => html`<li>${bold(row[0])}</li>`)}</ol>`,
  table: ([head, ...rows]) => html`<div class="wide" tabindex="0" role="group" aria-label=${head[0]}><table><thead><tr>${head.map((cell) => html`<th scope="col">${bold(cell)}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${bold(cell)}</td>`)}</tr>`)}</tbody></table></div>`,
};
const part = ([form, rows]) => (FORMS[form] ?? (([[text]]) => html`<p>${bold(text)}</p>`))(rows);

export function rulesView(rules, wanted = "") {
  const has = (...texts) => !wanted || texts.flat(3).join(" ").toLowerCase().includes(wanted.toLowerCase());
  const chapters = rules.chapters.filter((one) => has(one.title, one.parts));
  const meanings = rules.glossary.game[1].filter((one) => has(one)), all = rules.glossary.all[1].filter((one) => has(one));
  if (!chapters.length && !meanings.length && !all.length) return html`<p>${t("nothing_found")}</p>`;
  return html`<div class="rules">${chapters.map((one, n) => html`<details data-chapter=${one.id} ?open=${Boolean(wanted) || n === 0}><summary><h3>${one.title}</h3></summary>${one.parts.map(part)}</details>`)}
    ${meanings.length || all.length ? html`<details data-chapter="glossary" ?open=${Boolean(wanted)}><summary><h3>${rules.glossary.title}</h3></summary>
      ${meanings.length ? html`<h4>${rules.glossary.game[0]}</h4><dl>${meanings.map(([word, text]) => html`<dt>${word}</dt><dd>${bold(text)}</dd>`)}</dl>` : nothing}
      ${all.length ? html`<h4>${rules.glossary.all[0]}</h4><ul class="list">${all.map((one) => html`<li>${bold(one)}</li>`)}</ul>` : nothing}</details>` : nothing}</div>`;
}

export const rulesSearch = (change) => html`<label class="choice">${t("search")} <input type="search" id="rules-search" @input=${(event) => change(event.target.value)}></label>`;

export class Rules {
  constructor(root, pack) { Object.assign(this, { root, pack, wanted: "" }); }

  async begin() { const game = new URLSearchParams(location.search).get("game"); this.rules = await fetchRules(game ? `game=${encodeURIComponent(game)}` : packQuery(this.pack)); this.draw(); }

  async speak(code) { await learn(code); await this.begin(); }

  draw() {
    document.title = this.rules.title;
    render(html`<main class="page"><header><h1>${this.rules.title}</h1><a href="/">${t("home")}</a>${languageChoice((code) => this.speak(code))}${rulesSearch((text) => { this.wanted = text; this.draw(); })}</header>${rulesView(this.rules, this.wanted)}</main>`, this.root);
  }
}
