// Which page it is, from its address.
import { render, html } from "./lit/lit-html.js";
import { learn, store, t } from "./words.js";
import { learnIcons } from "./draw.js";
import { Home } from "./home.js";
import { Gallery } from "./gallery.js";
import { Rules } from "./rules.js";
import { Join } from "./join.js";
import { Table } from "./table.js";

const LANGUAGES = ["en", "fr", "de"];
const asked = new URLSearchParams(location.search).get("lang");
const likely = [asked, store.get("lang", null), navigator.language?.slice(0, 2), "en"].find((one) => LANGUAGES.includes(one));

async function begin() {
  await Promise.all([learn(likely), learnIcons()]);
  const root = document.getElementById("app");
  const [, place, name] = location.pathname.split("/");
  if (place === "g") await new Table(root, decodeURIComponent(name)).begin();
  else if (place === "join") await new Join(root, decodeURIComponent(name)).begin();
  else if (place === "pieces") await new Gallery(root, decodeURIComponent(name)).begin();
  else if (place === "rules") await new Rules(root, decodeURIComponent(name)).begin();
  else await new Home(root).begin();
}

begin().catch((error) => {
  render(html`<main class="page"><p role="alert">${error.message}</p><p><a href="/">${t("home")}</a></p></main>`, document.getElementById("app"));
});
