// @ts-check
/** The box for everything: a position, or rules; mistakes are shown under the text while one types. */
import {html, useEffect, useRef, useState} from "./vendor/preact.js";
import {ask} from "./ask.js";
import {Mistaken} from "./mistake.js";
import {go, place} from "./route.js";
import {t} from "./words.js";
import {exampleOf, reads, request} from "./games.js";

/** How long somebody pauses who wants to see what is wrong, in milliseconds. */
const PAUSE = 120;

export function Command() {
  // What a lesson is about stands in the lesson.
  const {view} = place.value, what = view === "learn" ? "" : place.value.what, isApart = view === "gallery" || view === "learn", input = useRef(/** @type {any} */ (null));
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
      const wrong = text.trim() ? (await ask(request(view, text))).error : null;
      if (!late) setMistake(wrong && wrong.kind !== "stopped" ? wrong : null);
    }, PAUSE);
    return () => { late = true; clearTimeout(timer); };
  }, [text, typing]);

  useEffect(() => {
    if (!typing) { setOffers([]); return; }
    let late = false;
    ask({do: "complete", [reads(view)]: text}).then(({completions}) => { if (!late) setOffers(completions ?? []); });
    return () => { late = true; };
  }, [text, typing, view]);

  const take = (/** @type {any} */ offer) => {
    start(offer.text);
    setTyping(true);
    input.current.focus();
  };
  const submit = async (/** @type {any} */ e) => {
    e.preventDefault();
    if (offers[pick]) return take(offers[pick]);
    const wrong = await enter(view, text.trim());
    setTyping(false);
    setMistake(wrong);
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
  const label = t(reads(view) === "spec" ? "a position, for example nim(3,4,5)" : "rules, for example take[1,3,4]");
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
      onMend=${(/** @type {string} */ better) => { start(better); input.current.focus(); go(isApart ? "play" : view, better); }}/>`}
  </form>`;
}

/** Goes where the text belongs; what is wrong with it where it belongs nowhere. @param {string} view @param {string} text */
async function enter(view, text) {
  const own = reads(view), asked = request(view, text), reply = await ask(asked);
  // A position typed as words, such as `nim 3 4 5`, is written with its brackets.
  const written = own === "rules" ? asked.rules : text.includes("(") ? text : reply.spec ?? text;
  if (!reply.error) { go(view === "gallery" || view === "learn" ? "play" : view, written); return null; }
  // A position in a view of rules is played; rules in a view of positions are played from their example.
  const other = await ask({do: "parse", [own === "spec" ? "rules" : "spec"]: text});
  if (other.error) return reply.error;
  go("play", own === "spec" ? exampleOf(text, other.numbers) : text);
  return null;
}
