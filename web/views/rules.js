// @ts-check
/** The editor of rules: it underlines mistakes while the reader types, and shows the first values of the game below. */
import {html, signal, useEffect, useRef, useState} from "../vendor/preact.js";
import {ask, askTable} from "../ask.js";
import {exampleOf, request} from "../games.js";
import {Mistaken} from "../mistake.js";
import {address, go, place} from "../route.js";
import {lang, t} from "../words.js";

/** The text is evaluated when the reader has not typed for this many milliseconds. */
const PAUSE = 120;
/** The largest number in the first values, by how many numbers make a position. */
const LAST = [0, 60, 15, 9];
/** The time limit of an answer in seconds; the view of tables has a longer limit. */
const TIME = 5;

/** Examples: the title, what the example shows, and the text. @type {[string, string, string][]} */
const EXAMPLES = [
  ["Take at most half", "A variable ranges over the amounts.", "rule{ n -> n-k for k in 1..n/2 }"],
  ["Take one or halve", "Options are separated by semicolons.", "rule{ n -> n-1; n/2 }"],
  ["A queen's walk", "Positions of two numbers.", "rule{ (a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b; (a-k,b-k) for k in 1..min(a,b) }"],
  ["At most twice the previous move", "A number can record the previous move.", "rule{ (n,m) -> (n-k,2*k) for k in 1..min(n,m) }"],
  ["Split a heap into two unequal heaps", "A move may leave several positions.", "rule{ n -> (i)+(n-i) for i in 1..n-1 if i < n-i }"],
  ["Take a square", "Named sets: squares, primes, powers(2), divisors(n).", "rule{ n -> n-k for k in squares }"],
  ["Different moves for Left and Right", "The options of each player.", "rule{ left: n -> n-1; n-2; right: n -> n-1; n-3 }"],
  ["Take from both ends of a row", "Points of moves, and a list.", "rule{ v = [3,1,4,1,5,9,2,6]; (l,r) -> (l+1,r) gain v[l] if l <= r; (l,r-1) gain v[r] if l <= r }"],
  ["The player who cannot move wins", "misere reverses who wins at the end.", "misere rule{ n -> n-k for k in {1,3,4} }"],
  ["Games with a name", "Games with a name need no braces.", "take[1,3,4]"],
];

/** The text in the editor. @type {{value: string}} */
const draft = signal("");
/** The text that was evaluated last, and the replies to it.
 *  @type {{value: {text: string, lang: string, parsed: any, table: any} | null}} */
const told = signal(/** @type {any} */ (null));

export function RulesView() {
  const {what} = place.value;
  const [text, setText] = useState(what || draft.peek() || EXAMPLES[0][2]);
  // If the address changes elsewhere, its text replaces the one in the editor.
  useEffect(() => { if (what && what !== draft.peek()) setText(what); }, [what]);
  useEffect(() => {
    draft.value = text;
    const before = told.peek();
    if (before?.text === text && before.lang === lang.value) {
      // The address may contain a text that was replaced before its values arrived.
      if (!before.parsed.error) go("rules", text, {}, {replace: true});
      return;
    }
    const stop = new AbortController();
    const timer = setTimeout(() => read(text, stop.signal), before ? PAUSE : 0);
    return () => { clearTimeout(timer); stop.abort(); };
  }, [text, lang.value]);
  const now = told.value, fresh = now?.text === text && now.lang === lang.value, mistake = now?.parsed.error;
  return html`<div class="split"><div class="main-column" aria-busy=${!fresh}>
      <section class="card editor"><h1>${t("Rules of your own")}</h1>
        <p class="quiet" id="rules-hint">${t("Write rules as on paper: a position, an arrow, and its options. The player who cannot move loses.")}</p>
        <${Paper} text=${text} mistake=${fresh ? mistake : null} onText=${setText}/>
        <div id="rules-told" aria-live="polite">${now && (mistake ? fresh && html`<${Mistaken} text=${text} mistake=${mistake} onMend=${setText}/>`
          : html`<p class="good-line"><span aria-hidden="true">✓ </span>${understood(now.parsed)}</p>`)}</div>
        ${now && !mistake && html`<${Ways} text=${now.text} parsed=${now.parsed}/>`}</section>
      ${now && !mistake && html`<${First} now=${now}/>`}
    </div><aside class="side"><section class="card"><h2>${t("Examples")}</h2>
      <ul class="examples">${EXAMPLES.map(([title, shows, rules]) => html`<li key=${rules}><button type="button" aria-pressed=${rules === text}
        onClick=${() => setText(rules)}><b>${t(title)}</b><span>${t(shows)}</span><code>${rules}</code></button></li>`)}</ul></section>
      <${Reference}/></aside></div>`;
}

/** @param {string} text @param {AbortSignal} signal */
async function read(text, signal) {
  const language = lang.peek(), wanted = request("rules", text.trim()), parsed = await ask(wanted);
  if (signal.aborted || parsed.error?.kind === "stopped") return;
  if (parsed.error) { told.value = {text, lang: language, parsed, table: null}; return; }
  // The address follows the text in the editor, without an entry in the history for each letter.
  go("rules", text, {}, {replace: true});
  const last = parsed.kind === "scoring" ? undefined : LAST[parsed.numbers ?? 0];
  const table = last ? await askTable({rules: wanted.rules, to: last, time: TIME}, {signal}) : null;
  if (!signal.aborted) told.value = {text, lang: language, parsed, table};
}

/** @param {any} parsed */
function understood({kind, play, numbers}) {
  const what = {impartial: t("both players have the same moves"), partizan: t("Left and Right have different moves"), scoring: t("won on points"),
    multiplayer: t("several players"), positional: t("won by completing a pattern on the board")}[/** @type {"impartial"} */ (kind)] ?? kind;
  const size = numbers === 1 ? t("one number") : numbers ? t("{numbers} numbers", {numbers}) : "";
  return [t("A game"), size && t("a position has {size}", {size}), what, play === "misere" && t("the player who cannot move wins")].filter(Boolean).join(" · ");
}

/** The text field with the mistake underlined: behind the field is a copy of the text in the same font.
 *  @param {{text: string, mistake: any, onText: (text: string) => void}} props */
function Paper({text, mistake, onText}) {
  const under = useRef(/** @type {any} */ (null)), span = mistake?.span;
  const lines = Math.min(Math.max(text.split("\n").length, 2), 18);
  return html`<div class="paper ${mistake ? "wrong" : ""}">
    <pre class="under" aria-hidden="true" ref=${under}>${span && text.length < 20000
      ? html`${text.slice(0, span[0])}<mark>${text.slice(span[0], span[1]) || " "}</mark>${text.slice(span[1])}` : text.slice(0, 20000)} ${"\n"}</pre>
    <textarea id="rules-text" rows=${lines} spellcheck="false" autocapitalize="off" autocomplete="off" aria-label=${t("Rules")} aria-invalid=${!!mistake}
      aria-describedby="rules-hint rules-told" value=${text} onInput=${(/** @type {any} */ event) => onText(event.target.value)}
      onScroll=${(/** @type {any} */ event) => { under.current.scrollTop = event.target.scrollTop; under.current.scrollLeft = event.target.scrollLeft; }}></textarea></div>`;
}

/** The links to other views of the game. @param {{text: string, parsed: any}} props */
function Ways({text, parsed}) {
  const rules = parsed.rules ?? text;
  const play = html`<a class="button" href=${address("play", exampleOf(rules, parsed.numbers))}>${t("Play")}</a>`;
  if (parsed.kind === "scoring") return html`<p class="ways">${play}</p>`;
  return html`<p class="ways"><a class="button primary" id="to-pattern" href=${address("pattern", rules)}>${t("Find the pattern")}</a>
    <a class="button" href=${address("table", rules)}>${t("Table")}</a>
    ${play}</p>`;
}

/** @param {{now: any}} props */
function First({now: {text, table, parsed}}) {
  const [layer, setLayer] = useState(0);
  if (parsed.kind === "scoring") return html`<section class="card"><p>${t("Positions of a game with points have scores. Play one to see them.")}</p></section>`;
  if (!table) return html`<section class="card"><p>${t("There is no table for positions with this many numbers. Play one instead.")}</p></section>`;
  if (table.error) return html`<section class="card"><${Mistaken} text=${text} mistake=${{...table.error, span: undefined}}/></section>`;
  const {cells, side, dims, values} = table, rules = parsed.rules ?? text;
  const entry = (/** @type {number} */ at) => values ? cells[at] : String.fromCharCode(cells[at]);
  const lost = (/** @type {number} */ at) => values ? cells[at] === 0 : cells[at] === 80;
  const cell = (/** @type {number} */ at, /** @type {number[]} */ numbers) => html`<a class="first ${lost(at) ? "p-position" : ""}" href=${address("play", `${rules}(${numbers.join(",")})`)}
    aria-label=${`(${numbers.join(",")}): ${entry(at)}${lost(at) && values ? ", P" : ""}`}>${entry(at)}</a>`;
  const range = [...Array(side).keys()];
  const title = values ? t("The first values") : t("Outcomes of the first positions");
  if (dims === 1) {
    return html`<section class="card"><h2>${title}</h2><ol class="firsts">${range.map(n => html`<li key=${n}>${cell(n, [n])}<small aria-hidden="true">${n}</small></li>`)}</ol></section>`;
  }
  // With three numbers, the reader chooses the first.
  const base = dims === 3 ? layer * side * side : 0, front = dims === 3 ? [layer] : [];
  return html`<section class="card"><h2>${title}</h2>
    ${dims === 3 && html`<label class="field" for="layer">${t("The first number: {layer}", {layer})}<input id="layer" type="range" min="0" max=${side - 1} value=${layer}
      onInput=${(/** @type {any} */ event) => setLayer(+event.target.value)}/></label>`}
    <div class="scroll" tabindex="0" role="group" aria-label=${title}><table class="first-grid"><thead><tr><td></td>${range.map(b => html`<th scope="col" key=${b}>${b}</th>`)}</tr></thead>
      <tbody>${range.map(a => html`<tr key=${a}><th scope="row">${a}</th>${range.map(b => html`<td key=${b}>${cell(base + a * side + b, [...front, a, b])}</td>`)}</tr>`)}</tbody></table></div></section>`;
}

/** A summary of the notation of rules. */
function Reference() {
  const rows = [["n -> n-1; n/2", "options, separated by ;"], ["(a,b) -> (a-1,b+1)", "positions of several numbers"], ["for k in 1..n/2", "one option for each k"],
    ["for k in {1,3,4}", "the numbers of a set"], ["if k != 4", "only if the condition is true"], ["(i)+(n-i)", "several positions, played as a sum"],
    ["left: …; right: …", "the options of each player"], ["must n-2", "a move that must be made where it is possible"], ["loses if n == 1", "play ends when n is 1, and the player to move loses"],
    ["gain k*k", "points for the player who makes the move"], ["v = [3,1,4]; … v[n]", "a list before the options, and an entry of it"], ["# …", "a comment up to the end of the line"]];
  return html`<details class="card reference"><summary>${t("How to write rules")}</summary>
    <dl>${rows.map(([code, says]) => html`<div key=${code}><dt><code>${code}</code></dt><dd>${t(says)}</dd></div>`)}</dl></details>`;
}
