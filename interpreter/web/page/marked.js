// Texts with signs in them: what stands out, and names.
import { html } from "./lit/lit-html.js";

// What stands between two pairs of stars stands out, and names between backticks are set apart; nobody sees the signs.
const names = (text) => text.split("`").map((part, n) => (n % 2 ? html`<i>${part}</i>` : part));
export const bold = (text) => text.split("**").map((part, n) => (n % 2 ? html`<b>${names(part)}</b>` : names(part)));
export const plain = (text) => text.replaceAll("**", "").replaceAll("`", "");
