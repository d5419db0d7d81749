// @ts-check
/** The box for everything: a position, or rules; mistakes are shown under the text while one types. */
import {html, useEffect, useRef, useState} from "./vendor/preact.js";
import {ask} from "./ask.js";
import {Mistaken} from "./mistake.js";
import {GAME, go, place} from "./route.js";
import {t} from "./words.js";
import {exampleOf, isQuotient, reads, request} from "./games.js";

/** How long somebody pauses who wants to see what is wrong, in milliseconds. */
const PAUSE = 120;
/** What the box says it takes. */
const LABELS = {spec: "a position, for example nim(3,4,5)", rules: "rules, for example take[1,3,4]", expr: "an expression, for example {2|0||-1}"};

export function Command() {
  // What a lesson is about stands in the lesson.
  const {view} = place.value, what = view === "learn" ? "" : place.value.what, input = useRef(/** @type {any} */ (null));
  const [text, setText] = useState(what), [pick, setPick] = useState(-1);
  const [typing, setTyping] = useState(false), [mistake, setMistake] = useState(/** @type {any} */ (null));
  const [offers, setOffers] = useState(/** @type {any[]} */ ([]));
  const start = (/** @type {string} */ to) => { setText(to); setMistake(null); setPick(-1); };
  useEffect(() => { start(what); setTyping(false); }, [what, view]);
  useEffect(() => {
    const key = (/** @type {any} */ e) => {
      if (e.key !== "/" || e.target.closest("input,textarea,select")) return;
      e.preventDefault();
      input.current.focus();
      input.current.select();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, []);
  useEffect(() => {
    if (!typing) return;
    let late = false;
    const timer = setTimeout(async () => {
      const wrong = text.trim() ? (await find(view, text)).error : null;
      if (!late) setMistake(wrong && wrong.kind !== "stopped" ? wrong : null);
    }, PAUSE);
    return () => { late = true; clearTimeout(timer); };
  }, [text, typing]);

  useEffect(() => {
    if (!typing) { setOffers([]); return; }
    let late = false;
    ask({do: "complete", [reads(view) === "rules" ? "rules" : "spec"]: text}).then(({completions}) => { if (!late) setOffers(completions ?? []); });
    return () => { late = true; };
  }, [text, typing, view]);

  const take = (/** @type {any} */ offer) => {
    start(offer.text);
    setTyping(true);
    input.current.focus();
  };
  const enter = async (/** @type {string} */ text) => {
    const found = await find(view, text);
    setMistake(found.error ?? null);
    if (found.error) return;
    const [to, what, more = {}] = found.to, now = place.peek().more;
    // In Play a new position keeps the opponent and whether the answer is hidden; from another view it starts as games of the gallery do.
    const how = to !== "play" ? {} : view === "play" ? {machine: now.get("machine"), hidden: now.get("hidden")} : GAME;
    go(to, what, {...how, ...more});
  };
  const submit = async (/** @type {any} */ e) => {
    e.preventDefault();
    if (offers[pick]) return take(offers[pick]);
    setTyping(false);
    await enter(text.trim());
  };
  const down = (/** @type {any} */ e) => {
    const step = {ArrowDown: 1, ArrowUp: -1}[/** @type {"ArrowUp"} */ (e.key)];
    if (step && offers.length) {
      setPick(Math.max(-1, Math.min(pick + step, offers.length - 1)));
      e.preventDefault();
    }
    if (e.key === "Escape") { setTyping(false); setMistake(null); }
  };
  // Whoever has come back meanwhile is typing.
  const left = () => setTimeout(() => { if (document.activeElement !== input.current) setTyping(false); }, 200);
  const label = t(LABELS[reads(view)]);
  const shows = mistake && offers.length === 0;
  return html`<form class="command ${mistake ? "wrong" : ""}" role="search" onSubmit=${submit}>
    <input ref=${input} value=${text} spellcheck=${false} autocapitalize="off" autocomplete="off" autocorrect="off" enterkeyhint="go"
      aria-label=${label} placeholder=${label} role="combobox" aria-autocomplete="list" aria-expanded=${offers.length > 0}
      aria-controls="offers" aria-activedescendant=${offers[pick] ? `offer-${pick}` : undefined} aria-invalid=${!!mistake}
      aria-describedby=${shows ? "mistake" : undefined}
      onInput=${(/** @type {any} */ e) => { setText(e.target.value); setTyping(true); setPick(-1); }}
      onKeyDown=${down} onBlur=${left}/>
    <button class="go" aria-label=${t("Go")}>↵</button>
    <ul id="offers" role="listbox" aria-label=${t("Games")} hidden=${offers.length === 0}>${offers.map((offer, k) => html`
      <li role="option" id="offer-${k}" key=${offer.name} aria-selected=${k === pick} class=${k === pick ? "on" : ""}
        onMouseDown=${(/** @type {any} */ e) => { e.preventDefault(); take(offer); }}><b>${offer.name}</b><span>${offer.title}</span><code>${offer.example}</code></li>`)}</ul>
    ${shows && html`<${Mistaken} id="mistake" text=${text} mistake=${mistake}
      onMend=${(/** @type {string} */ better) => { start(better); input.current.focus(); enter(better); }}/>`}
  </form>`;
}

/** Where a text belongs, as `go` takes it, or what is wrong with it where it belongs nowhere: a text of the kind that the view takes stays in
 *  the view; a position is played otherwise, rules are played from their example, and the value of anything else is shown.
 *  @param {string} view @param {string} text @returns {Promise<{to: Parameters<typeof go>, error?: undefined} | {error: import("./ask.js").Mistake}>} */
async function find(view, text) {
  const own = reads(view), home = view === "gallery" || view === "learn" ? "play" : view;
  /** @type {any} */
  let mistake = null;
  for (const kind of new Set([own, .../** @type {const} */ (["spec", "rules", "expr"])])) {
    const asked = request(kind, text), reply = await ask(asked), {error} = reply;
    if (error?.kind === "stopped") return {error};
    // A text that takes too long to read is not wrong.
    if (error && !error.limit) {
      // A code is read within the brackets of `octal[…]`.
      if (error.span && asked.rules?.length > text.length) error.span = error.span.map((/** @type {number} */ at) => at - "octal[".length);
      // The reading that comes farthest in the text knows best what is wrong with it; one without a place has read all of it.
      if (!mistake || (error.span?.[0] ?? Infinity) > (mistake.span?.[0] ?? Infinity)) mistake = error;
      continue;
    }
    if (kind === "expr") return {to: ["value", text]};
    // A position typed as words, such as `nim 3 4 5`, is written with its brackets.
    if (kind === "spec") return {to: [own === "spec" ? home : view === "value" ? "value" : "play", /^(misere\s+)?[^\s(]*\(/.test(text) ? text : reply.spec ?? text]};
    if (own === "rules") return {to: [view, asked.rules, isQuotient() ? {of: "quotient"} : {}]};
    return {to: [view === "value" ? "value" : "play", exampleOf(text, reply.numbers)]};
  }
  return {error: mistake};
}
