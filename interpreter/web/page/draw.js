// Draws things of a scene: pieces, zones, places, counters. Knows no game and no network; everything is text or shape.
import { html, svg, nothing } from "./lit/lit-html.js";
import { directive, Directive } from "./lit/directive.js";
import { counted, t } from "./words.js";

let icons = {};
export async function learnIcons() { icons = await (await fetch("/page/icons.json")).json(); }

// Where something lies in its host, in parts of a hundred; set on the element, since the page forbids inline styles.
class Placed extends Directive {
  update(part, [box]) {
    for (const name of ["left", "top", "width", "height", "aspectRatio", "gridTemplateColumns", "flex"]) part.element.style[name] = box?.[name] ?? "";
    return nothing;
  }
  render() { return nothing; }
}
export const placed = directive(Placed);

const COLOURS = ["red", "blue", "green", "yellow", "purple", "orange", "black", "white", "grey", "gray", "brown", "pink", "teal"];
const IN_TURN = ["blue", "orange", "green", "purple", "red", "yellow", "teal", "brown"];
const SEAT_SHAPES = [
  "M12 3a9 9 0 100 18 9 9 0 000-18z", "M4 4h16v16H4z", "M12 2l10 19H2z", "M12 1l11 11-11 11L1 12z",
  "M12 1l3.200 7.300 7.800.700-6 5.200 1.900 7.700L12 17.800 5.100 21.900 7 14.200 1 9l7.800-.700z", "M7 2h10l5 10-5 10H7L2 12z",
];

// Seats whose players choose a colour have that one once they have, and until then none that another may choose.
const SEAT_COLOURS = { red: "#b3261e", blue: "#1c5fb8", green: "#17773f", yellow: "#d9a400", purple: "#6b2fa0", orange: "#d55e00", black: "#26221c", white: "#fbf7ea", grey: "#7a8087", brown: "#7a4a22", pink: "#cc4d8b", teal: "#0f7b83" };
export function colourSeats(scene, view) {
  const { colour: named, colours } = scene.kinds.player ?? {}, style = document.documentElement.style;
  for (const [seat, player] of view.players.entries()) {
    const value = named && player[named], chosen = colours?.[value] ?? colourOf(value);
    if (named) style.setProperty(`--seat-${seat % 6}`, SEAT_COLOURS[chosen] ?? "#cfc6b0");
    else style.removeProperty(`--seat-${seat % 6}`);
  }
}

export const icon = (name) => name && icons[name]
  ? html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${svg`<path d=${icons[name]}></path>`}</svg>` : nothing;
export const seatMark = (seat) => html`<svg class="icon seat-${seat % 6}" viewBox="0 0 24 24" aria-hidden="true">${svg`<path d=${SEAT_SHAPES[seat % 6]}></path>`}</svg>`;

// A piece as it is written on the wire: `id@owner#number:face=pips`, `?back`, or nothing at all.
export function parse(text) {
  if (text === null || text === undefined) return { hidden: true };
  if (text[0] === "?") return { hidden: true, back: text.slice(1) };
  const found = /^([^#@:=]+)(?:@(\d+))?(?:#(\d+))?(?::(\d+))?(?:=(-?\d+))?$/.exec(text);
  if (!found) return { hidden: true };
  const [, id, owner, number, face, pips] = found;
  return {
    id, owner: owner === undefined ? null : Number(owner) - 1, face: face === undefined ? 0 : Number(face) - 1,
    pips: pips === undefined ? null : Number(pips), key: id + (owner ? "@" + owner : "") + (number ? "#" + number : ""),
  };
}

// What stands above and below a lattice on a large screen: a lattice is no higher than what is left. Where players have
// places of their own, these are to be seen as well.
const FRAME = 170, WITH_OWN = 320;

// How wide pieces are; the style sheet says the same.
const WIDTHS = { "u-card": 124, "u-back": 66, "u-picture": 120, "u-counter": 72, "u-small": 44 };

export class Drawing {
  // `lit` maps "kind key" to the numbers of options, `me` is the seat (null: beside the table).
  constructor(scene, view, me, lit = new Map()) {
    Object.assign(this, { scene, view, me, lit });
    this.things = new Map();
    for (const [kind, list] of Object.entries(view?.places ?? {})) for (const one of list) if (one.id) this.things.set(kind + " " + one.id, one);
  }

  // ---- words

  item(kind, id) { return this.scene.items[kind]?.[id]; }
  face(kind, p) { const item = this.item(kind, p.id); return item && item.faces[Math.min(p.face || 0, item.faces.length - 1)]; }

  name(kind, p) {
    const decl = this.scene.kinds[kind];
    if (p.hidden) return `${decl.word} (${t("hidden")})`;
    const own = this.face(kind, p)?.name || decl.word;
    return p.owner === null || p.owner === undefined ? own : `${own} (${this.scene.people[p.owner]})`;
  }

  placeName(kind, key) {
    if (kind === "player") return this.person(Number(key.slice(6)) - 1);
    const thing = (this.scene.things[kind] ?? []).find((one) => one.key === key);
    if (thing?.name) return thing.name;
    return this.name(kind, parse(key));
  }

  person(seat) { return this.names?.[seat] || this.scene.people[seat] || ""; }

  word(type, of, value) {
    if (value === null || value === undefined || value === "none") return "";
    if (type === "enum") return this.scene.words[of]?.[value] ?? String(value);
    if (type === "kind") return of === "player" ? this.placeName("player", value) : value[0] === "?" ? t("hidden") : this.placeName(of, value);
    if (type === "truth") return t(value === true || value === "yes" ? "yes" : "no");
    return String(value);
  }

  // ---- colour, icon and label: by the hints, else by an enum whose values are colours

  values(kind, p) { return this.face(kind, p)?.values ?? {}; }

  hue(kind, p) {
    const decl = this.scene.kinds[kind];
    if (p.hidden) return `back ${this.hueOfBack(decl, p)}`;
    if (p.owner !== null && p.owner !== undefined && decl.draw === "token") return `seat-${p.owner % 6}`;
    const values = this.values(kind, p);
    const named = decl.colour ?? decl.fields.find((f) => f.type === "enum" && colourOf(values[f.name]))?.name;
    if (!named) return p.owner !== null && p.owner !== undefined ? `seat-${p.owner % 6}` : "plain";
    return this.hueOf(decl, decl.fields.find((f) => f.name === named), values[named]);
  }

  hueOf(decl, field, value) {
    const found = decl.colours?.[value] ?? colourOf(value);
    if (found) return `c-${found}`;
    if (field?.type !== "enum" || !value) return "plain";
    return `c-${IN_TURN[Object.keys(this.scene.words[field.of]).indexOf(value) % IN_TURN.length]}`;
  }

  // A back that shows what gives the front its colour has that colour.
  hueOfBack(decl, p) {
    const field = decl.fields.find((f) => f.name === decl.colour), words = field?.type === "enum" ? this.scene.words[field.of] : {};
    const shown = p.back?.split(",").find((value) => value in words);
    return shown ? this.hueOf(decl, field, shown) : "";
  }

  iconOf(kind, p) {
    const said = this.scene.kinds[kind].icon;
    if (!said || p.hidden) return nothing;
    if (typeof said === "string") { const value = this.values(kind, p)[said]; return value === undefined ? icon(said) : icon(value); }
    const values = Object.values(this.values(kind, p));
    return icon(Object.entries(said).find(([value]) => values.includes(value))?.[1] ?? said[p.id]);
  }

  // A picture of the pack's own: what it shows is also said in words, so it has none itself.
  pictureOf(kind, p) {
    const said = this.scene.kinds[kind].picture;
    if (!said || p.hidden) return nothing;
    const values = Object.values(this.values(kind, p));
    const name = typeof said === "string" ? said : said[p.id] ?? Object.entries(said).find(([value]) => values.includes(value))?.[1];
    return name ? html`<img class="picture" src=${`/picture/${name}?${this.scene.from}`} alt="" decoding="async">` : nothing;
  }

  label(kind, p) {
    const said = this.scene.kinds[kind].label;
    if (!said) return null;
    const field = this.scene.kinds[kind].fields.find((one) => one.name === said);
    return this.word(field?.type, field?.of, this.values(kind, p)[said]);
  }

  chips(kind, p) {
    const decl = this.scene.kinds[kind], values = this.values(kind, p);
    return decl.fields.filter((f) => f.show && values[f.name] !== undefined && values[f.name] !== false).map((f) =>
      html`<span class="chip" title=${f.word}>${f.type === "truth" ? f.word : html`${icon(f.icon)}<small class=${f.icon ? "told" : ""}>${f.word}</small> ${this.word(f.type, f.of, values[f.name])}`}</span>`);
  }

  marks(kind, p) {
    const decl = this.scene.kinds[kind];
    const said = this.view?.marks?.[kind]?.[p.key] ?? this.things.get(kind + " " + p.key);
    if (!said) return [];
    return decl.vars.filter((v) => v.name !== decl.rolls && v.name in said && !v.each).flatMap((v) => {
      if (v.type === "truth") return said[v.name] === "yes" || said[v.name] === true ? [v.word] : [];
      if (v.type === "number") return said[v.name] ? [`${v.word} ${said[v.name]}`] : [];
      const shown = this.word(v.type, v.of, said[v.name]);
      return shown ? [`${v.word} ${shown}`] : [];
    });
  }

  isLit(kind, key) { return this.lit.has(kind + " " + key); }

  // ---- pieces

  piece(kind, text, { inside = false, count = 1 } = {}) {
    const decl = this.scene.kinds[kind], p = parse(text);
    const lit = !p.hidden && this.isLit(kind, p.key);
    const name = this.name(kind, p), marks = p.hidden ? [] : this.marks(kind, p);
    const held = p.hidden ? [] : this.attached(kind, p);
    const label = [count > 1 ? t("count", { count, name }) : name, p.pips ?? "", ...marks, ...held.map((one) => one.words), lit ? t("lit") : ""].filter((one) => one !== "").join(", ");
    const kinds = `piece thing ${decl.draw} ${this.hue(kind, p)} ${decl.shape ? "s-" + decl.shape : ""} ${lit ? "lit" : ""} ${marks.length ? "marked" : ""}`;
    const body = p.hidden ? this.back(kind, p) : this.body(kind, p, decl, marks, held);
    const many = count > 1 ? html`<span class="times">×${count}</span>` : nothing;
    return inside
      ? html`<span class=${kinds} data-kind=${kind} data-key=${p.key ?? nothing} title=${label}>${body}${many}</span>`
      : html`<button type="button" class=${kinds} data-kind=${kind} data-key=${p.key ?? nothing} tabindex="-1"><span class="told">${label}${decl.draw === "card" ? `. ${this.saying(kind, p)}` : ""}</span><span class="shown" aria-hidden="true">${body}${many}</span></button>`;
  }

  // What stands on a card, for those who listen.
  saying(kind, p) {
    if (p.hidden) return "";
    const decl = this.scene.kinds[kind], values = this.values(kind, p);
    const fields = decl.fields.filter((f) => f.show && values[f.name] !== undefined && values[f.name] !== false).map((f) => (f.type === "truth" ? f.word : `${f.word} ${this.word(f.type, f.of, values[f.name])}`));
    return [fields.join(", "), this.item(kind, p.id)?.text ?? ""].filter(Boolean).join(". ");
  }

  back(kind, p) {
    const decl = this.scene.kinds[kind];
    const seen = p.back ? p.back.split(",").map((value) => decl.fields.map((f) => this.scene.words[f.of]?.[value]).find(Boolean) ?? value) : [];
    return html`<span class="backside">${seen.length ? html`<b>${seen.join(" ")}</b>` : nothing}</span>`;
  }

  body(kind, p, decl, marks, held) {
    if (decl.draw === "cube") return html`${pips(p.pips)}`;
    const picture = this.pictureOf(kind, p);
    if (decl.draw === "token") return html`${picture !== nothing ? picture : decl.icon ? this.iconOf(kind, p) : seatShape(p.owner ?? 0)}${this.label(kind, p) !== null ? html`<b>${this.label(kind, p)}</b>` : nothing}`;
    const label = this.label(kind, p);
    if (decl.draw === "counter") {
      const name = this.face(kind, p)?.name ?? decl.word;
      return html`${picture}<span class="inscribed">${this.iconOf(kind, p)} <b>${label ?? name}</b>${picture !== nothing && label !== null ? html` <small>${name}</small>` : nothing}</span>`;
    }
    const name = this.face(kind, p)?.name || decl.word;
    return html`<b class="name ${wordy(name)}">${this.iconOf(kind, p)}${name}</b>
      ${picture}<span class="chips">${this.chips(kind, p)}</span>
      ${marks.length ? html`<span class="chips">${marks.map((one) => html`<span class="chip mark">${one}</span>`)}</span>` : nothing}
      <span class="says">${this.item(kind, p.id)?.text ?? ""}</span>
      ${held.length ? html`<span class="held">${held.map((one) => one.drawn)}</span>` : nothing}`;
  }

  // What lies on a piece: its zones, drawn small.
  attached(kind, p) {
    const decl = this.scene.kinds[kind], thing = this.things.get(kind + " " + p.key);
    if (!thing || decl.draw === "place") return [];
    return decl.zones.flatMap((zone) => {
      const pieces = thing[zone.name];
      if (!pieces || (Array.isArray(pieces) && !pieces.length)) return [];
      if (!Array.isArray(pieces)) return [{ words: `${zone.word} ${pieces}`, drawn: html`<span class="chip">${zone.word} ${pieces}</span>` }];
      return [{ words: `${zone.word}${t("colon")}${pieces.map((one) => this.name(zone.holds, parse(one))).join(", ")}`,
        drawn: this.scene.kinds[zone.holds].draw === "card"
          ? html`<span class="chip">${zone.word}${t("colon")}${pieces.map((one) => this.name(zone.holds, parse(one))).join(", ")}</span>`
          : pieces.map((one) => this.piece(zone.holds, one, { inside: true })) }];
    });
  }

  // ---- zones

  zone(zone, contents, { inside = false, owner = null, quietTitle = false } = {}) {
    const list = Array.isArray(contents) ? contents : null, count = list ? list.length : contents ?? 0;
    const shown = this.zoneBody(zone, list, count, { inside, owner });
    const flow = zone.flow ? `f-${zone.flow}` : "";
    if (inside || quietTitle) return html`<span class="zone z-${zone.draw} ${flow}" data-zone=${zone.name}>${shown}</span>`;
    const told = count > 1 || zone.draw === "pile" || zone.draw === "held";
    const title = html`<h4>${zone.word}${zone.draw === "slot" ? nothing : html` <small class="number">${told ? count : ""}</small>`}</h4>`;
    if (zone.fold) return html`<details class="zone z-${zone.draw}" data-zone=${zone.name}><summary>${zone.word} <small>${count}</small>${this.badge(zone, list)}</summary><div class="lies ${flow}">${shown}</div></details>`;
    const open = this.isOpen(zone) ? `open ${this.unit(zone)}` : "";
    const few = (zone.draw === "heap" || zone.draw === "row") && !zone.room && this.isFew(zone);
    const room = few ? { width: `${zone.most * (WIDTHS[this.unit(zone)] + 5)}px` } : null;
    return html`<div class="zone z-${zone.draw} ${open} ${zone.wide ? "wide" : ""}" data-zone=${zone.name} data-owner=${owner ?? ""}>${title}<div class="lies ${this.unit(zone)} ${flow}" tabindex=${open && zone.draw !== "held" && count > 3 ? 0 : nothing} role=${open && zone.draw !== "held" && count > 3 ? "group" : nothing} aria-label=${open && zone.draw !== "held" && count > 3 ? zone.word : nothing} ${placed(room)}>${shown}</div></div>`;
  }

  badge(zone, list) {
    const lit = (list ?? []).filter((one) => { const p = parse(one); return !p.hidden && this.isLit(zone.holds, p.key); }).length;
    return lit ? html`<span class="badge" aria-label=${t("lit")}>${lit}</span>` : nothing;
  }

  // A zone without a limit has a place of its own on the table: what lies in it moves together, then scrolls.
  // Where there are but a few pieces of its kind in the whole game, their number is a limit, too.
  isOpen(zone) { return zone.draw === "held" || ((zone.draw === "heap" || zone.draw === "row") && !zone.room && !this.isFew(zone)); }
  isFew(zone) { return zone.most <= (this.unit(zone) === "u-small" ? 6 : 4); }

  // How large a piece of a zone is: so much room is kept for it where it is missing, too.
  unit(zone) {
    const decl = this.scene.kinds[zone.holds];
    if (decl.draw === "card") return zone.visible === "nobody" && zone.draw !== "slot" ? "u-back" : "u-card";
    if (decl.draw === "counter") return decl.picture ? "u-picture" : decl.label ? "u-small" : "u-counter";
    return "u-small";
  }

  zoneBody(zone, list, count, { inside, owner }) {
    const holds = zone.holds, unit = this.unit(zone), empty = () => html`<span class="slot ${unit}" title="${zone.word}${t("colon")}${t("empty")}"><small aria-hidden="true">${zone.word}</small></span>`;
    if (zone.draw === "slot") return count ? this.piece(holds, list ? list[0] : null, { inside }) : empty();
    if (zone.draw === "pile") {
      const top = list ? list[list.length - 1] : null;
      return count ? html`<span class="stack ${unit}">${this.piece(holds, top, { inside })}<span class="count">${count}</span></span>` : empty();
    }
    if (!list) return count ? html`<span class="stack">${this.piece(holds, null, { inside })}<span class="count">${count}</span></span>` : empty();
    if (zone.draw === "heap" && list.length > 1) return this.heap(zone, list, inside);
    const room = Math.min(zone.room ?? 0, 12), gaps = Math.max(0, room - list.length);
    if (!list.length && !gaps) return inside ? nothing : html`<span class="none">–</span>`;
    return html`${list.map((one) => this.piece(holds, one, { inside }))}${Array.from({ length: gaps }, empty)}`;
  }

  // Pieces that are equal to the eye are drawn once with their number, unless they differ in what can be done with them;
  // dice lie by what they are and by their pips.
  heap(zone, list, inside) {
    const groups = new Map(), looks = [];
    const look = (p) => { const sign = JSON.stringify([this.face(zone.holds, p), this.item(zone.holds, p.id)?.text]); if (!looks.includes(sign)) looks.push(sign); return looks.indexOf(sign); };
    const rolled = list.map((one) => [one, parse(one)]).map(([one, p]) => [one, p.hidden ? -1 : look(p), p.pips ?? 0]);
    if (this.scene.kinds[zone.holds].rolls) rolled.sort((a, b) => a[1] - b[1] || a[2] - b[2]);
    for (const [one, looked] of rolled) {
      const p = parse(one);
      const sign = p.hidden ? "?" + (p.back ?? "") : [looked, p.owner, p.face, p.pips, this.isLit(zone.holds, p.key), this.marks(zone.holds, p).join()].join(" ");
      const own = this.attached(zone.holds, p).length ? one : sign;
      groups.set(own, [...(groups.get(own) ?? []), one]);
    }
    return [...groups.values()].map((same) => this.piece(zone.holds, same[0], { inside, count: same.length }));
  }

  // ---- places

  kindThings(kind, test = () => true) { return (this.scene.things[kind] ?? []).filter(test); }

  isCompact(kind) {
    const decl = this.scene.kinds[kind];
    const parts = Object.values(this.scene.kinds).some((one) => one.part_of === kind);
    return !parts && decl.zones.every((zone) => this.scene.kinds[zone.holds].draw !== "card" || decl.grid);
  }

  place(kind, thing, box = null) {
    return this.isCompact(kind) ? this.compact(kind, thing, box) : this.panel(kind, thing, box);
  }

  // A place whose pieces are small: one button, with the pieces drawn on it.
  compact(kind, thing, box) {
    const decl = this.scene.kinds[kind], now = this.things.get(kind + " " + thing.key) ?? {};
    const lit = this.isLit(kind, thing.key), p = { ...parse(thing.key), owner: null };
    const contents = decl.zones.map((zone) => [zone, now[zone.name] ?? []]);
    const held = contents.flatMap(([zone, list]) => (Array.isArray(list) ? list.map((one) => this.name(zone.holds, parse(one)) + (parse(one).pips === null || parse(one).pips === undefined ? "" : " " + parse(one).pips)) : list ? [`${list}`] : []));
    const vars = decl.vars.filter((v) => v.name !== decl.rolls || decl.draw !== "cube").map((v) => this.counter(v, now[v.name], true));
    const marker = decl.vars.find((v) => v.type === "kind" && v.of === "player" && now[v.name] && now[v.name] !== "none");
    const name = thing.name ?? this.name(kind, p);
    const says = this.item(kind, p.id)?.text;
    const label = [name, this.labelWords(kind, p), ...held, marker ? this.placeName("player", now[marker.name]) : "", !held.length && !marker && contents.length ? t("empty") : "", lit ? t("lit") : ""].filter(Boolean).join(", ");
    const named = !decl.grid && !box?.bare;
    if (decl.draw === "cube") return html`<button type="button" class="piece thing cube ${this.hue(kind, p)} ${lit ? "lit" : ""}" data-kind=${kind} data-key=${thing.key} tabindex="-1" ${placed(box)}><span class="told">${name}, ${now[decl.rolls] ?? ""}</span><span class="shown" aria-hidden="true">${pips(now[decl.rolls])}</span></button>`;
    return html`<button type="button" class="place thing compact ${this.hue(kind, p)} ${decl.shape ? "s-" + decl.shape : ""} ${decl.grid ? "cell" : ""} ${lit ? "lit" : ""}"
      data-kind=${kind} data-key=${thing.key} title=${says ? `${name}${t("colon")}${says}` : name} tabindex="-1" ${placed(box)}><span class="told">${label}</span><span class="shown" aria-hidden="true">
      ${named ? html`${this.tag(kind, p, name)}` : nothing}
      ${marker ? html`<span class="piece token ${`seat-${Number(now[marker.name].slice(6)) - 1}`}">${seatShape(Number(now[marker.name].slice(6)) - 1)}</span>` : nothing}
      ${contents.map(([zone, list]) => this.zone(zone, list, { inside: true }))}
      ${marker ? nothing : decl.grid ? vars.filter((_, n) => decl.vars[n].of !== "player") : vars}</span>
    </button>`;
  }

  // What is written on a small place: a picture that says as much as a word stands for it.
  tag(kind, p, name) {
    const decl = this.scene.kinds[kind], label = this.label(kind, p);
    const field = decl.fields.find((one) => one.name === decl.label);
    const drawn = field?.type === "enum" && decl.icon?.[this.values(kind, p)[decl.label]];
    return html`<span class="tag ${wordy(label ?? name)}">${this.pictureOf(kind, p)}${this.iconOf(kind, p)}<span class=${drawn ? "told" : ""}>${label ?? name}</span></span>`;
  }

  labelWords(kind, p) {
    const decl = this.scene.kinds[kind];
    if (!decl.label) return "";
    const field = decl.fields.find((f) => f.name === decl.label), value = this.label(kind, p);
    return field && value !== "" ? `${field.word} ${value}` : "";
  }

  // A place with parts, or with cards: a box with its name, its zones, its parts.
  panel(kind, thing, box) {
    const decl = this.scene.kinds[kind], now = this.things.get(kind + " " + thing.key) ?? {};
    const lit = this.isLit(kind, thing.key), p = { ...parse(thing.key), owner: null };
    const name = thing.name ?? this.name(kind, p);
    const parts = Object.entries(this.scene.kinds).filter(([, one]) => one.part_of === kind && !one.quiet && one.draw === "place");
    const free = decl.size && decl.at;
    const inner = (at, content, part = "") => (free && at ? html`<div class="spot ${part}" ${placed(this.spot(decl.size, at))}>${content}</div>` : html`<div class="spot ${part}">${content}</div>`);
    return html`<section class="place panel ${this.hue(kind, p)} ${decl.shape ? "s-" + decl.shape : ""} ${lit ? "lit" : ""} ${free ? "free" : ""}" data-kind=${kind} data-key=${thing.key} ${placed(box)}>
      <button type="button" class="thing title ${lit ? "lit" : ""}" data-kind=${kind} data-key=${thing.key} aria-label=${lit ? `${name}, ${t("lit")}` : name} tabindex="-1">${this.pictureOf(kind, p)}${this.iconOf(kind, p)}${name}</button>
      ${!free && this.item(kind, p.id)?.text ? html`<span class="says">${this.item(kind, p.id).text}</span>` : nothing}
      ${decl.vars.map((v) => this.counter(v, now[v.name]))}
      ${decl.zones.map((zone) => inner(zone.at, this.zone(zone, now[zone.name] ?? [], { quietTitle: Boolean(free) })))}
      ${parts.map(([part, one]) => inner(one.at, html`<div class="parts f-${one.flow ?? "row"}" role="group" aria-label=${`${name}${t("colon")}${one.words}`}>${this.kindThings(part, (x) => x.in === thing.key).map((x) => this.place(part, x, { bare: Boolean(one.icon || one.label) && false }))}</div>`, "part-" + part))}
    </section>`;
  }

  spot(size, at) { return { left: `${(100 * at[0]) / size[0]}%`, top: `${(100 * at[1]) / size[1]}%` }; }

  // All places of a kind: a lattice, free positions, or equal boxes.
  places(kind, owner = null, region = null) {
    const decl = this.scene.kinds[kind];
    const things = this.kindThings(kind, (one) => (owner === null ? one.owner === undefined : one.owner === owner));
    // The size of a lattice follows from its columns and from what its cells can hold, never from what lies there.
    const cell = decl.zones.some((zone) => this.scene.kinds[zone.holds].draw === "card") ? 112 : 84;
    if (decl.grid) return this.lattice(kind, decl.grid, things, cell);
    if (region?.size && decl.at && !Array.isArray(decl.at)) {
      return things.map((one) => {
        const box = decl.spots?.[parse(one.key).id], at = box ?? decl.at[parse(one.key).id] ?? [0, 0];
        const size = box ? { width: `${(100 * box[2]) / region.size[0]}%`, height: `${(100 * box[3]) / region.size[1]}%` } : {};
        return this.place(kind, one, { ...this.spot(region.size, at), ...size });
      });
    }
    const small = this.isCompact(kind) && owner === null;
    const columns = decl.columns ? { gridTemplateColumns: `repeat(${decl.columns}, minmax(0, ${small ? "170px" : "1fr"}))`, flex: small ? `1 1 ${decl.columns * 130 + 10}px` : "" } : null;
    return html`<div class="boxes ${decl.flow ? "f-" + decl.flow : ""} ${columns ? "columns" : ""} ${this.isCompact(kind) ? "small" : ""}" ${placed(columns)}>${things.map((one) => this.place(kind, one))}</div>`;
  }

  // Columns and rows have their numbers beside them, since options are called by these; who listens hears them with the option.
  lattice(kind, [columns, rows], things, cell) {
    const high = `100vh - ${this.scene.mine.length ? WITH_OWN : FRAME}px`;
    const box = { gridTemplateColumns: `auto repeat(${columns}, minmax(0, 1fr))`, width: `min(${columns * cell}px, max(${columns * 48}px, calc((${high}) * ${(columns / rows).toFixed(3)})))` };
    const axis = (along, n) => html`<span class="axis ${along}" aria-hidden="true">${n || ""}</span>`;
    return html`<div class="grid" ${placed(box)}>${Array.from({ length: columns + 1 }, (_, n) => axis(n ? "column" : "", n))}
      ${things.map((one, n) => html`${n % columns ? nothing : axis("row", n / columns + 1)}${this.place(kind, one)}`)}</div>`;
  }

  // ---- counters

  counter(v, value, small = false) {
    if (value === undefined || value === null) return nothing;
    if (v.draw === "badge") return html`<span class="counter badge-on ${value === "yes" || value === true ? "" : "off"}">${v.word}</span>`;
    if (value === "none") return html`<span class="counter"><small>${v.word}</small> <b>–</b></span>`;
    if (v.draw === "strip") return html`<span class="counter strip">${v.keys.map(([key, word]) => html`<span class="chip" title=${word}>${icon(v.icon?.[key])}<small class=${v.icon?.[key] ? "told" : ""}>${word}</small> <b>${value[key]}</b></span>`)}</span>`;
    const ic = typeof v.icon === "string" ? icon(v.icon) : nothing;
    if (v.draw === "track" && !small && v.track !== false) return html`<span class="counter track" title="${v.word}${t("colon")}${value}"><small>${v.word}</small> ${this.steps(v.low, v.high, value)}</span>`;
    if (typeof v.track === "number" && value <= v.track) return html`<span class="counter track" title="${v.word}${t("colon")}${value}"><small>${v.word}</small> ${this.steps(v.low ?? 0, v.track, value)}</span>`;
    if (v.draw === "marker") return html`<span class="counter"><small>${v.word}</small> <b>${v.of === "player" ? seatMark(Number(value.slice(6)) - 1) : nothing}${this.word(v.type, v.of, value)}</b></span>`;
    const word = counted(v, value);
    return html`<span class="counter" title=${word}>${ic}<small class=${ic === nothing ? "" : "told"}>${word}</small> <b>${value}</b></span>`;
  }

  steps(low, high, value) {
    return html`<span class="steps" aria-hidden="true">${Array.from({ length: high - low + 1 }, (_, n) => html`<i class=${n + low === value ? "at" : n + low < value ? "past" : ""}></i>`)}</span><b>${value}</b>`;
  }

  value(v, value) {
    if (!v.keys) return html`<span class="counter"><small>${v.word}</small> <b>${value}</b></span>`;
    const some = v.keys.filter(([key]) => value?.[key]);
    return html`<span class="counter strip line"><small>${v.word}</small>${some.length ? nothing : html` <b>–</b>`}${some.map(([key, word]) => html`<span class="chip"><small>${word}</small> <b>${value[key]}</b></span>`)}</span>`;
  }

  counters(kind, now) {
    const decl = this.scene.kinds[kind];
    return html`<div class="counters">${decl.vars.map((v) => this.counter(v, now[v.name]))}${decl.values.map((v) => this.value(v, now[v.name]))}</div>`;
  }

  // ---- regions

  region(region) {
    const shared = this.scene.kinds.shared, zones = shared?.zones ?? [];
    const zoneOf = (name) => zones.find((zone) => zone.name === name);
    const title = region.title || (region.holds.length === 1 && this.scene.kinds[region.holds[0]]?.words) || "";
    const free = Boolean(region.size);
    const wide = region.holds.some((name) => (zoneOf(name) ? this.isOpen(zoneOf(name)) && !zoneOf(name).fold : this.scene.kinds[name] && !this.scene.kinds[name].grid && !(this.isCompact(name) && this.scene.kinds[name].columns)));
    const large = region.holds.some((name) => (zoneOf(name) ? this.isOpen(zoneOf(name)) && this.unit(zoneOf(name)) === "u-card" : this.scene.kinds[name] && !this.isCompact(name)));
    return html`<section class="region ${free ? "free" : ""} ${wide && !free ? (large ? "wide large" : "wide") : ""} ${region.flow ? "f-" + region.flow : ""} ${region.slim ? "slim" : ""}" data-region=${region.name} aria-label=${title || t("board")}
        ${placed(free ? { aspectRatio: `${region.size[0]} / ${region.size[1]}` } : null)}>
      ${title && !free ? html`<h3>${title}</h3>` : nothing}
      <div class="holds">${region.holds.map((name) => (zoneOf(name) ? this.zone(zoneOf(name), this.view.shared?.[name] ?? []) : this.scene.kinds[name] ? this.places(name, null, region) : nothing))}</div>
    </section>`;
  }

  // `named`: whether the name is written out; where it stands above already, its sign is enough.
  player(seat, { named = true } = {}) {
    const decl = this.scene.kinds.player, now = this.view.players[seat] ?? {};
    const lit = this.isLit("player", `player${seat + 1}`);
    const zones = [...decl.zones].sort((a, b) => (b.draw === "held") - (a.draw === "held"));
    return html`<section class="player seat-edge-${seat % 6} ${named ? "" : "brief"} ${lit ? "lit" : ""}" data-seat=${seat}>
      <button type="button" class="thing title ${lit ? "lit" : ""}" data-kind="player" data-key=${`player${seat + 1}`} tabindex="-1" aria-label=${lit ? `${this.person(seat)}, ${t("lit")}` : this.person(seat)}>${seatMark(seat)}${named ? html` ${this.person(seat)}${seat === this.me ? html` <small>(${t("you")})</small>` : nothing}` : nothing}</button>
      ${this.counters("player", now)}
      <div class="zones">${zones.map((zone) => this.zone(zone, now[zone.name] ?? [], { owner: seat }))}</div>
      ${this.scene.mine.map((kind) => html`<div class="own" role="group" aria-label=${this.scene.kinds[kind].words}>${this.places(kind, seat)}</div>`)}
    </section>`;
  }
}

// Names with long words are written smaller: a word that is cut in two is read twice.
function wordy(name) {
  const longest = Math.max(...name.split(/[\s\-–]/).map((word) => word.length));
  return longest > 16 ? "longest" : longest > 13 ? "longer" : longest > 11 ? "long" : "";
}

function colourOf(value) {
  if (typeof value !== "string") return null;
  const found = value.split("_").find((word) => COLOURS.includes(word));
  return found === "gray" ? "grey" : found ?? null;
}

export const seatShape = (seat) => html`<svg class="shape" viewBox="0 0 24 24" aria-hidden="true">${svg`<path d=${SEAT_SHAPES[((seat % 6) + 6) % 6]}></path>`}</svg>`;

const DOTS = { 1: [[12, 12]], 2: [[7, 7], [17, 17]], 3: [[7, 7], [12, 12], [17, 17]], 4: [[7, 7], [17, 7], [7, 17], [17, 17]], 5: [[7, 7], [17, 7], [12, 12], [7, 17], [17, 17]], 6: [[7, 6], [17, 6], [7, 12], [17, 12], [7, 18], [17, 18]] };
function pips(value) {
  const dots = DOTS[value];
  if (!dots) return html`<b>${value ?? ""}</b>`;
  return html`<svg class="pips" viewBox="0 0 24 24" aria-hidden="true">${dots.map(([x, y]) => svg`<circle cx=${x} cy=${y} r="2.3"></circle>`)}</svg>`;
}
