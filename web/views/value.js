// @ts-check
/** Values: the value of an expression of games with its thermograph, or the misère quotient of heap games. */
import {html, signal} from "../vendor/preact.js";
import {ask} from "../ask.js";
import {cards, exampleOf, isQuotient, isSum, rulesOf} from "../games.js";
import {Mistaken} from "../mistake.js";
import {address, go, place} from "../route.js";
import {Facts, Rows, Walls} from "./thermograph.js";
import {Working, useWork} from "../work.js";
import {lang, t} from "../words.js";

const EXPRESSIONS = ["{2|0||-1}", "domineering(2x3) + 1/2", "*2 + ^", "±{1,{3|0}}", "hackenbush(0-1:b,1-2:r)", "misere kayles(7)"];
const GAMES = ["kayles", "octal[0.123]", "guiles", "take[1,3,4]", "octal[0.75] + octal[0.34]"];
/** The time limit of an answer in seconds. */
const TIME = 20;
/** The number of heaps in a row. */
const ROW = 10;

/** The last answer, with the key of its request. @type {{value: {key: string, reply: any} | null}} */
const held = signal(/** @type {any} */ (null));

export function ValueView() {
  const {what} = place.value, quotient = isQuotient(), text = what || (quotient ? GAMES[0] : EXPRESSIONS[0]);
  const more = quotient ? {of: "quotient"} : {}, key = [text, quotient, lang.value].join(), request = quotient ? {do: "quotient", rules: text} : {do: "value", expr: text};
  const work = useWork(how => ask({...request, time: TIME}, how), reply => { held.value = {key, reply}; }, [key]);
  const reply = held.value?.key === key ? held.value.reply : null, right = reply && !reply.error;
  return html`<div class="split"><div class="main-column">
      <section class="card finding" aria-busy=${!work && !reply}><div class="bar filter" role="group" aria-label=${t("Display")}>
          <button id="of-value" aria-pressed=${!quotient} onClick=${() => { if (quotient) go("value", text.includes("+") ? "" : exampleOf(text)); }}>${t("Value")}</button>
          <button id="of-quotient" aria-pressed=${quotient} onClick=${() => { if (!quotient) go("value", gameOf(text), {of: "quotient"}); }}>${t("Misère quotient")}</button></div>
        <h1 class="spec">${text}</h1>
        ${work && html`<${Working} work=${work}/>`}
        ${reply?.error && html`<${Mistaken} text=${text} mistake=${reply.error} onMend=${(/** @type {string} */ better) => go("value", better, more)}/>`}
        ${right && (quotient ? html`<${Quotient} reply=${reply}/>` : html`<${Value} reply=${reply}/>`)}</section>
      ${right && quotient && reply.order !== null && html`<${Elements} reply=${reply}/>`}
    </div><aside class="side">
      ${right && reply.thermograph && html`<section class="card"><h2>${t("Thermograph")}</h2><${Walls} facts=${reply}/></section>`}
      <section class="card"><h2>${t("Examples")}</h2><p class="bar offered">${(quotient ? GAMES : EXPRESSIONS).map(one => html`<a class="chip" key=${one}
        href=${address("value", one, more)}>${one}</a>`)}</p></section></aside></div>`;
}

/** The rules of a position of heaps, or those of the first example. @param {string} text */
function gameOf(text) {
  const plain = text.replace(/^misere\s+/, ""), name = /^\w*/.exec(plain)?.[0];
  return !isSum(text) && cards.value.some(card => card.name === name && card.kind === "impartial" && card.table === "heaps") ? rulesOf(plain) : GAMES[0];
}

/** @param {{reply: any}} props */
function Value({reply}) {
  const {outcome, form, value = form, tame, genus} = reply;
  return html`<h2>${t(genus ? "Canonical form under misère play" : "Canonical form")}</h2><p class="formula">${value ?? t("too long to show")}</p>
    <p><span class="chip">${outcome}</span> ${outcome === "L" || outcome === "R" ? t("{who} wins, whoever starts", {who: t(outcome === "L" ? "Left" : "Right")})
      : t(outcome === "N" ? "The player to move wins" : "The player to move loses")}${genus && " · " + t(tame ? "tame" : "wild")}</p>
    <${Facts} facts=${reply}/>`;
}

/** Formats powers with superscripts: `b^2c` is b²c; no line ends within an equation. @param {string} text */
const powers = text => text.replaceAll("=", "\u00a0=\u00a0").replace(/\^(\d+)/g, (_, digits) => digits.replace(/\d/g, (/** @type {number} */ digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]));

/** @param {{reply: any}} props */
function Quotient({reply}) {
  const {status, checked_to, stopped_by, order, accept, generators, relations, kernel} = reply;
  return html`<p>${status === "proved" ? html`<span class="chip good">✓ ${t("proved for all heaps")}</span>`
      : html`<span class="chip open">? ${checked_to === null ? stopped_by : t("for heaps up to {n}", {n: checked_to})}</span> ${checked_to !== null && stopped_by}`}</p>
    ${order !== null && html`<${Rows} rows=${[[t("Order"), order],
      [t("P-portion"), t("{n} of {all}: {list}", {n: accept.length, all: order, list: powers(accept.join(", "))})],
      [t("Generators"), powers(generators.map((/** @type {any} */ {name, rules, heap}) => `${name}=${rules}(${heap})`).join(", "))],
      [t("Relations"), powers(relations.join(", "))],
      [t("Kernel"), kernel && t("a group of order {order} with identity {unit}", {...kernel, unit: powers(kernel.unit)})]]}/>`}`;
}

/** The element of each heap, ten in a row. @param {{reply: any}} props */
function Elements({reply}) {
  const lost = new Set(reply.accept), games = reply.games ?? [reply];
  return html`<section class="card">${games.map((/** @type {any} */ {rules, phi, period, preperiod}) => html`<h2>${t("Elements of the heaps of {rules}", {rules})}</h2>
    ${period && html`<p>${t("Period {period} from heap {preperiod} on", {period, preperiod})}</p>`}
    <div class="scroll" tabindex="0" role="group" aria-label=${rules}><table class="grid"><tbody>${Array.from({length: Math.ceil(phi.length / ROW)}, (_, row) => html`<tr key=${row}>
      <th scope="row">${row * ROW + 1}</th>${phi.slice(row * ROW, (row + 1) * ROW).map((/** @type {string} */ element, /** @type {number} */ k) => html`<td key=${k} class=${lost.has(element) ? "p" : ""}>${powers(element)}</td>`)}</tr>`)}</tbody></table></div>`)}
    <p class="legend"><span>■ ${t("P: the player to move loses.")}</span></p></section>`;
}
