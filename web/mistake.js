// @ts-check
/** Shows a mistake in a text: the text with the mistake underlined, the message, and a button that corrects the mistake
 *  if the engine suggests how. */
import {html} from "./vendor/preact.js";

/** @typedef {import("./ask.js").Mistake} Mistake */

/** The text corrected as the help suggests: "did you mean `wythoff`?", "perhaps you mean: nim(3,4,5)".
 *  @param {string} text @param {Mistake} mistake */
export function mended(text, {kind, help = "", span}) {
  const whole = /^(perhaps you mean: |你的意思或许是：)(.+)()/.exec(help), [, before, name, after] = whole ?? /^([^`]*)`([^`]+)`(.*)/.exec(help) ?? [];
  return whole ? {before, name, after, text: name}
    : name && span && kind.startsWith("unknown") ? {before, name, after, text: text.slice(0, span[0]) + name + text.slice(span[1])} : undefined;
}

/** @param {{text: string, mistake: Mistake, onMend?: (text: string) => void, id?: string}} props */
export function Mistaken({text, mistake, onMend, id}) {
  const {span, message, help} = mistake, mend = onMend && mended(text, mistake);
  return html`<div id=${id} class="mistake" role="alert">
    ${span && html`<pre>${shortened(text.slice(0, span[0]), true)}<mark>${text.slice(span[0], span[1]) || " "}</mark>${shortened(text.slice(span[1]))}</pre>`}
    <p>${message}</p>
    ${help && html`<p class="quiet">${mend ? html`${mend.before}<button type="button" class="link mend" onClick=${() => onMend?.(mend.text)}>${mend.name}</button>${mend.after}` : help}</p>`}</div>`;
}

/** Shortens a long text, at its start if `end` is set. @param {string} text @param {boolean} [end] */
const shortened = (text, end) => text.length <= 200 ? text : end ? "…" + text.slice(-200) : text.slice(0, 200) + "…";
