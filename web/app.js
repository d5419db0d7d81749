// @ts-check
/** The page: its head, and the view that the address names. */
import {effect, html, render, signal, useEffect, useState} from "./vendor/preact.js";
import {ask, host, isServed} from "./ask.js";
import {Command} from "./command.js";
import {cards, exampleOf, isSum, isValue, reads, rulesOf} from "./games.js";
import {GAME, address, place} from "./route.js";
import {lang, speak, t} from "./words.js";

/** The views in the order of their tabs: the title of each tab, and the text that the view shows if the address has
 *  none.
 *  @type {Record<string, [string, string]>} */
const VIEWS = {
  play: ["Play", "nim(3,4,5)"],
  table: ["Table", "wythoff"],
  pattern: ["Pattern", "take[1,3,4]"],
  sequence: ["Sequence", "kayles"],
  rules: ["Rules", "rule{ n -> n-k for k in 1..n/2 }"],
  steps: ["Steps", "nim(1,2)"],
  value: ["Value", "{2|0||-1}"],
  learn: ["Learn", ""],
  gallery: ["Gallery", ""],
};
const view = () => place.value.view in VIEWS ? place.value.view : "gallery";

/** Returns a saved setting; empty if there is none or if the browser saves nothing. @param {string} name */
const kept = name => { try { return localStorage.getItem(name) ?? ""; } catch { return ""; } };
/** Saves a setting. @param {string} name @param {string} value */
const keep = (name, value) => { try { localStorage.setItem(name, value); } catch { /* the setting is not saved */ } };
const theme = signal(kept("theme"));
const isDark = () => theme.value ? theme.value === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
effect(() => { document.documentElement.lang = lang.value === "zh" ? "zh-CN" : "en"; });
effect(() => { document.documentElement.dataset.theme = theme.value; });
effect(() => { document.title = [view() === "learn" ? "" : place.value.what.slice(0, 60), t(VIEWS[view()][0]), "Grundy"].filter(Boolean).join(" · "); });
effect(() => { document.documentElement.toggleAttribute("data-embed", place.value.more.get("embed") === "1" || new URLSearchParams(location.search).get("embed") === "1"); });

/** The components of the views whose modules are loaded, by name. @type {Record<string, any>} */
const loaded = {};
function View() {
  const name = view(), [, again] = useState(0);
  useEffect(() => {
    if (loaded[name]) return;
    const found = (/** @type {any} */ component) => { loaded[name] = component; again(n => n + 1); };
    import(`./views/${name}.js`).then(module => found(Object.values(module).find(value => typeof value === "function" && value.name.endsWith("View"))),
      error => found(() => html`<p class="card mistake" role="alert">${String(error)}</p>`));
  }, [name]);
  return loaded[name] ? html`<${loaded[name]} key=${name}/>` : html`<p class="quiet pad" aria-busy="true">…</p>`;
}

/** Returns the address at which another view shows the same game: its rules, or a position of it. @param {string} to */
function addressOf(to) {
  const from = view(), what = from === "learn" ? spec.value : place.value.what;
  if (to === from) return location.hash || address(to);
  if (to === "gallery" || to === "learn") return address(to);
  if (!what) return address(to, VIEWS[to][1], to === "play" ? GAME : {});
  const had = reads(from), wanted = reads(to);
  if (from === "value" && !parsed.value) return address(to, VIEWS[to][1]);
  if (wanted !== "rules") return address(to, had === "rules" ? exampleOf(what, parsed.value?.numbers) : now(what));
  if (had !== "rules" && isSum(what)) return address(to, VIEWS[to][1]);
  return address(to, had === "rules" ? what : rulesOf(what));
}
/** Returns the current position of the play; in the view of values and without a play, returns `what`.
 *  @param {string} what */
const now = what => view() !== "value" && spec.value || what;

/** The parsed rules of the address, or its expression parsed as a position; null until the engine has answered, and if
 *  the text is not valid.
 *  @type {{value: {numbers?: number} | null}} */
const parsed = signal(/** @type {any} */ (null));
effect(() => {
  const {what} = place.value, kind = reads(view());
  parsed.value = null;
  if (!what || kind === "spec") return;
  ask({do: "parse", [kind === "rules" ? "rules" : "spec"]: what}).then(reply => {
    const isExpression = kind === "expr" && isValue(reply.spec ?? "");
    if (!reply.error && !isExpression && place.peek().what === what) parsed.value = reply;
  });
});
/** The position that Play shows; Play sends it in an event. @type {{value: string}} */
const spec = signal("");
addEventListener("grundy-position", (/** @type {any} */ event) => { spec.value = event.detail; });

const ICONS = {
  link: html`<path d="M8 12l4-4M7 9l-2 2a3 3 0 004 4l2-2M13 11l2-2a3 3 0 00-4-4L9 7"/>`,
  done: html`<path d="M4 11l4 4 8-9"/>`,
  sun: html`<circle cx="10" cy="10" r="3.5"/><path d="M10 2v2M10 16v2M2 10h2M16 10h2M4.5 4.5l1.4 1.4M14.1 14.1l1.4 1.4M4.5 15.5l1.4-1.4M14.1 5.9l1.4-1.4"/>`,
  moon: html`<path d="M16 12A6.5 6.5 0 018 4a6.5 6.5 0 108 8z"/>`,
};
/** @param {{icon: keyof typeof ICONS, label: string, id: string, onClick: () => void}} props */
const Tool = ({icon, label, id, onClick}) => html`<button class="icon" id=${id} aria-label=${label} title=${label} onClick=${onClick}>
  <svg viewBox="0 0 20 20" aria-hidden="true">${ICONS[icon]}</svg></button>`;

function Tools() {
  const [copied, setCopied] = useState(false), other = lang.value === "en" ? "zh" : "en", dark = isDark();
  const copy = async () => {
    await navigator.clipboard?.writeText(location.href);
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return html`<div class="tools">
    ${navigator.clipboard && html`<${Tool} id="link" icon=${copied ? "done" : "link"} label=${t(copied ? "Copied" : "Copy link")} onClick=${copy}/>`}
    <button class="icon" id="language" lang=${other} aria-label=${other === "zh" ? "中 (中文)" : "En (English)"}
      onClick=${() => { speak(other); keep("lang", other); }}>${other === "zh" ? "中" : "En"}</button>
    <${Tool} id="theme" icon=${dark ? "sun" : "moon"} label=${t(dark ? "Light" : "Dark")}
      onClick=${() => { theme.value = dark ? "light" : "dark"; keep("theme", theme.value); }}/>
  </div>`;
}

function App() {
  const current = view();
  // Read the cards, so that the links to other views, which contain examples from them, are updated when they arrive.
  void cards.value;
  return html`<a class="skip" href="#main" onClick=${(/** @type {any} */ e) => { e.preventDefault(); document.getElementById("main")?.focus(); }}>${t("Skip to the answer")}</a>
  <header>
    <a class="logo" href=${address("gallery")} aria-label="Grundy"><img src="icon.svg" alt="" width="28" height="28"/><span>Grundy</span></a>
    <${Command}/>
    <${Tools}/>
    <nav aria-label=${t("Views")}>${Object.entries(VIEWS).map(([id, [name]]) => html`<a key=${id} id="tab-${id}"
      href=${addressOf(id)} aria-current=${current === id ? "page" : undefined}>${t(name)}</a>`)}</nav>
  </header>
  <main id="main" tabindex="-1" class="view-${current}"><${View}/></main>
  <footer><span id="host">${host ? t("Computed on {host}", {host}) : t("Computed on this device")}</span><a href=${location.href.replace(/([?&])embed=1&/, "$1").replace(/[?&]embed=1/g, "")} target="_blank" rel="noopener">Grundy</a></footer>`;
}

render(html`<${App}/>`, document.body);
// A page that a server answers is of no use without the server, so it is not cached.
if ("serviceWorker" in navigator && window.isSecureContext && !isServed) {
  navigator.serviceWorker.register(new URL("sw.js", document.baseURI)).catch(() => {});
}
