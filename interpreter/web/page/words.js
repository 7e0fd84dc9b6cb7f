// What the page says by itself, what it remembers, and what it tells to those who listen.
let table = {};
export let lang = "en";
let plurals = new Intl.PluralRules(lang);

export const store = {
  get(name, otherwise) {
    try { const kept = localStorage.getItem("rulewright." + name); return kept === null ? otherwise : JSON.parse(kept); }
    catch { return otherwise; }
  },
  set(name, value) { try { localStorage.setItem("rulewright." + name, JSON.stringify(value)); } catch { /* private window */ } },
};

// What this browser calls itself towards the server: so its own pages can be told from those of others.
export const device = store.get("device", null) ?? crypto.getRandomValues(new Uint32Array(3)).join("-");
store.set("device", device);

export const settings = Object.assign(
  { motion: true, letters: true, confirm: "never" },
  store.get("settings", {}),
);
// When a choice is asked about before it is made; who had said yes or no means always or never.
export const CONFIRM = ["never", "touch", "always"];
if (!CONFIRM.includes(settings.confirm)) settings.confirm = settings.confirm ? "always" : "never";
export function setSetting(name, value) { settings[name] = value; store.set("settings", settings); }

export async function learn(wanted) {
  lang = wanted;
  plurals = new Intl.PluralRules(lang);
  table = await (await fetch(`/api/words?lang=${encodeURIComponent(wanted)}`)).json();
  document.documentElement.lang = wanted;
  store.set("lang", wanted);
}

export function t(key, facts = {}) {
  const words = (table[key] ?? key).replaceAll("`", "");
  return words.replace(/\{(\w+)\}/g, (whole, name) => (name in facts ? String(facts[name]) : whole));
}

// What a score is called: several points, one point, or only a place where nothing is counted.
export function scored(result, score) {
  if (result.scores.every((one) => one === 0) && result.lines.every((sheet) => sheet.length === 0)) return "score_none";
  return plurals.select(Math.abs(score)) === "one" ? "score_one" : "score";
}

// The word for a counter beside its number: one point, several points.
export function counted(v, value) {
  const one = typeof value !== "number" || plurals.select(value) === "one";
  return one ? v.word : v.words ?? v.word;
}

const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60]];

// How long ago something was, in words.
export function ago(seconds) {
  const [unit, long] = UNITS.find(([, length]) => seconds >= length) ?? ["second", Infinity];
  return new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(-Math.floor(seconds / long), unit);
}

// Live regions stand in the first HTML; the same sentence twice is made to differ, or it would not be read again.
export function announce(text, urgent = false) {
  const region = document.getElementById(urgent ? "assertive" : "polite");
  region.textContent = region.textContent === text ? text + "\u00a0" : text;
}

// A pack, and what it is played with, as the server is asked for it; the address of this page says the latter.
export const packQuery = (name, others = new URLSearchParams(location.search).getAll("with")) =>
  [["pack", name], ...others.map((one) => ["with", one])].map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join("&");

export async function answered(answer) {
  const data = await answer.json();
  if (!answer.ok) throw new Error(t(data.error ?? "bad_message", { ...data, text: (data.text ?? "").replaceAll("`", "") }));
  return data;
}

export const sent = (path, body) => fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
export const post = async (path, body) => answered(await sent(path, body));

// Games this browser knows, newest first: {game, seat, secret, pack}; the secrets stay here.
export const mine = {
  all() { return store.get("games", []); },
  add(entry) {
    const rest = this.all().filter((one) => one.game !== entry.game || one.secret !== entry.secret);
    store.set("games", [entry, ...rest].slice(0, 100));
  },
  of(game) { return this.all().filter((one) => one.game === game); },
  leave(game, seat) { store.set("games", this.all().filter((one) => one.game !== game || one.seat !== seat)); },
  drop(game) { store.set("games", this.all().filter((one) => one.game !== game)); },
};
