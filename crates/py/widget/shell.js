// @ts-check
/** The notebook board, a widget of anywidget. `build.rs` puts the modules and the style of the page before this file,
 *  as `modules` and `style`. This file replaces the objects of the browser that modules use: the widget contains the
 *  address, and the kernel answers requests. */

/** The identifier of this browser, because several browsers can show the same notebook. */
const own = Math.random().toString(36).slice(2);
let last = 0;

/** Returns a function `fetch` that sends requests to the kernel, and a function that disconnects it.
 *  @param {any} model @returns {[typeof fetch, () => void]} */
function kernel(model) {
  /** @type {Map<string, (reply: string) => void>} */
  const waiting = new Map();
  const heard = (/** @type {any} */ {id, reply}) => { waiting.get(id)?.(reply); waiting.delete(id); };
  model.on("msg:custom", heard);
  const fetch = (/** @type {any} */ _, /** @type {any} */ {body, signal}) => new Promise((resolve, reject) => {
    const id = `${own}.${++last}`;
    // A kernel handles one request at a time. It still answers an aborted request, but the answer is ignored.
    signal?.addEventListener("abort", () => { waiting.delete(id); reject(new DOMException("stopped", "AbortError")); });
    waiting.set(id, reply => resolve(new Response(reply)));
    model.send({id, request: body});
  });
  return [/** @type {any} */ (fetch), () => model.off("msg:custom", heard)];
}

/** Returns the objects that replace those of the browser in modules, and a function that disconnects them.
 *  @param {any} model @param {HTMLElement} page */
function browser(model, page) {
  const events = new EventTarget(), [fetch, leave] = kernel(model);
  const address = () => "#" + model.get("address");
  const move = (/** @type {any} */ _, /** @type {any} */ __, /** @type {string} */ to) => {
    if (to === address()) return;
    model.set("address", to.slice(1));
    model.save_changes();
  };
  const moved = () => events.dispatchEvent(new Event("hashchange"));
  model.on("change:address", moved);
  // Key events come from the board only.
  const of = (/** @type {string} */ type) => type.startsWith("key") ? page : events;
  const host = {
    document: {
      baseURI: "kernel:/",
      querySelector: () => ({getAttribute: () => "ask"}),
      createElement: (/** @type {string} */ name) => document.createElement(name),
    },
    location: {get hash() { return address(); }},
    history: {pushState: move, replaceState: move},
    localStorage: {getItem: (/** @type {string} */ name) => name === "lang" ? model.get("language") : null},
    fetch,
    addEventListener: (/** @type {string} */ type, /** @type {any} */ act) => of(type).addEventListener(type, act),
    removeEventListener: (/** @type {string} */ type, /** @type {any} */ act) => of(type).removeEventListener(type, act),
    dispatchEvent: (/** @type {Event} */ event) => events.dispatchEvent(event),
  };
  return {host, leave: () => { leave(); model.off("change:address", moved); }};
}

/** Returns the style of the page, adapted to a notebook: for the widget instead of the document, by its width instead
 *  of the window's, and in pixels, since notebooks have other font sizes. */
const styled = () => style
  .replace(/:root:not\((.*?)\)/g, ":host(:not($1))").replace(/:root(\[.*?\])/g, ":host($1)").replace(/:root/g, ":host")
  .replace(/@media \((min|max)-width/g, "@container ($1-width")
  .replace(/([\d.]+)rem\b/g, (_, n) => `${16 * n}px`)
  .replace(/([\d.]+)vw\b/g, "$1cqw");

const OWN = `
:host { display: block; container-type: inline-size; background: none; font-size: 16px; }
.page { padding: 4px; outline: none; }
.board { position: static; min-height: 0; }
.pieces { min-height: 160px; padding-top: 24px; }
.why p:has(> a[href^="#"]) { display: none; }
`;

/** Returns whether the notebook has a dark theme; null if that is unknown. */
function isDark() {
  const {body, documentElement: all} = document, told = body.dataset.jpThemeLight ?? null;
  if (told !== null) return told === "false";
  if (body.className.includes("vscode-")) return /vscode-(dark|high-contrast(?!-light))/.test(body.className);
  return all.getAttribute("theme") ?? all.dataset.theme ? (all.getAttribute("theme") ?? all.dataset.theme) === "dark" : null;
}

export default {
  /** @param {{model: any, el: HTMLElement}} given */
  async render({model, el}) {
    // Keep the notebook from treating letters that are typed here as shortcuts.
    const place = document.createElement("div"), root = place.attachShadow({mode: "open"});
    el.dataset.lmSuppressShortcuts = "true";
    const look = document.createElement("style"), page = document.createElement("div");
    look.textContent = styled() + OWN;
    page.className = "page";
    root.append(look, page);
    el.append(place);
    const theme = () => { const dark = isDark(); place.dataset.theme = dark === null ? "" : dark ? "dark" : "light"; };
    theme();
    const watch = new MutationObserver(theme);
    for (const element of [document.body, document.documentElement]) watch.observe(element, {attributes: true});

    const {host, leave} = browser(model, page);
    /** @type {Map<string, Promise<any>>} */
    const made = new Map();
    const use = (/** @type {string} */ name) => {
      if (!made.has(name)) made.set(name, modules[name](use, host));
      return made.get(name);
    };
    const [{html, render}, {PlayView}, {lang, speak}] = await Promise.all(["vendor/preact.js", "views/play.js", "words.js"].map(use));
    const named = () => { page.lang = lang.peek() === "zh" ? "zh-CN" : "en"; };
    const spoken = () => speak(model.get("language")).then(named);
    model.on("change:language", spoken);
    named();
    render(html`<${PlayView}/>`, page);
    // This listener runs after the board's own listeners.
    page.addEventListener("keydown", event => event.stopPropagation());
    return () => {
      render(null, page);
      watch.disconnect();
      model.off("change:language", spoken);
      leave();
    };
  },
};
