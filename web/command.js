// @ts-check
/** The input at the top of the page. It takes a position, rules or an expression, and shows mistakes while the reader types. */
import {html, useEffect, useRef, useState} from "./vendor/preact.js";
import {ask} from "./ask.js";
import {Mistaken} from "./mistake.js";
import {GAME, go, place} from "./route.js";
import {t} from "./words.js";
import {exampleOf, isQuotient, isValue, reads, request} from "./games.js";

/** The text is checked when the reader has not typed for this many milliseconds. */
const PAUSE = 120;
/** The label of the input, by the kind of text that the view takes. */
const LABELS = {spec: "a position, for example nim(3,4,5)", rules: "rules, for example take[1,3,4]", expr: "an expression, for example {2|0||-1}"};

export function Command() {
  // A lesson shows its position itself.
  const {view} = place.value, what = view === "learn" ? "" : place.value.what, input = useRef(/** @type {any} */ (null));
  const [text, setText] = useState(what), [pick, setPick] = useState(-1);
  const [typing, setTyping] = useState(false), [checked, setChecked] = useState(""), [mistake, setMistake] = useState(/** @type {any} */ (null));
  const [offers, setOffers] = useState(/** @type {any[]} */ ([]));
  const start = (/** @type {string} */ to) => { setText(to); setMistake(null); setChecked(""); setPick(-1); };
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
      if (late) return;
      setMistake(wrong && wrong.kind !== "stopped" ? wrong : null);
      setChecked(text);
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
  // The reader may return to the input in the meantime.
  const left = () => setTimeout(() => { if (document.activeElement !== input.current) setTyping(false); }, 200);
  const label = t(LABELS[reads(view)]);
  const shows = mistake && offers.length === 0;
  return html`<form class="command ${mistake ? "wrong" : ""}" role="search" aria-busy=${typing && checked !== text} onSubmit=${submit}>
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

/** Finds the view for a text: the arguments of `go`, or the mistake in a text that no view takes. A text of the kind that the present view
 *  takes stays in this view. Otherwise Play shows a position, or the example position of rules, and Value shows an expression.
 *  @param {string} view @param {string} text @returns {Promise<{to: Parameters<typeof go>, error?: undefined} | {error: import("./ask.js").Mistake}>} */
async function find(view, text) {
  const own = reads(view), home = view === "gallery" || view === "learn" ? "play" : view;
  /** @type {any} */
  let mistake = null;
  for (const kind of new Set([own, .../** @type {const} */ (["spec", "rules", "expr"])])) {
    const asked = request(kind, text), reply = await ask(asked), {error} = reply;
    if (error?.kind === "stopped") return {error};
    // A text that exceeds a limit may be valid.
    if (error && !error.limit) {
      // A code was sent in the brackets of `octal[…]`; the span counts from the start of the code.
      if (error.span && asked.rules?.length > text.length) error.span = error.span.map((/** @type {number} */ at) => at - "octal[".length);
      // Show the mistake of the reading that understood most of the text. A mistake without a span comes after all of the text was read.
      if (!mistake || (error.span?.[0] ?? Infinity) > (mistake.span?.[0] ?? Infinity)) mistake = error;
      continue;
    }
    if (kind === "spec" && isValue(reply.spec ?? text)) continue;
    if (kind === "expr") return {to: ["value", text]};
    // A position typed as words, such as `nim 3 4 5`, is written with its brackets.
    if (kind === "spec") return {to: [own === "spec" ? home : view === "value" ? "value" : "play", /^(misere\s+)?[^\s(]*\(/.test(text) ? text : reply.spec ?? text]};
    if (own === "rules") return {to: [view, asked.rules, isQuotient() ? {of: "quotient"} : {}]};
    return {to: [view === "value" ? "value" : "play", exampleOf(text, reply.numbers)]};
  }
  return {error: mistake};
}
