// @ts-check
/** The descriptions of the games (cards), and conversions between the texts of positions and rules. */
import {effect, signal} from "./vendor/preact.js";
import {ask} from "./ask.js";
import {place} from "./route.js";
import {lang} from "./words.js";

/** The cards of all games in the reader's language. @type {{value: any[], peek: () => any[]}} */
export const cards = signal(/** @type {any[]} */ ([]));
/** Whether the engine has answered the request for the cards. */
export const hasCards = signal(false);
effect(() => {
  const language = lang.value;
  ask({do: "games", lang: language}).then(all => {
    if (Array.isArray(all) && language === lang.peek()) cards.value = all;
    hasCards.value = true;
  });
});

/** What a view takes: a position (`spec`), rules, or an expression of values. @typedef {"spec" | "rules" | "expr"} Kind */

/** The kind of text that a view takes; the view of values takes rules where it shows a misère quotient. @param {string} view @returns {Kind} */
export function reads(view) {
  if (view === "value") return isQuotient() ? "rules" : "expr";
  return ["play", "steps", "gallery", "learn"].includes(view) ? "spec" : "rules";
}

/** Whether the address asks for a misère quotient. */
export const isQuotient = () => place.value.view === "value" && place.value.more.get("of") === "quotient";

/** The request whose reply shows whether a text is of this kind.
 *  @param {Kind} kind @param {string} text @returns {any} */
export function request(kind, text) {
  // A short limit suffices: a text whose value takes longer is an expression as well.
  if (kind === "expr") return {do: "value", expr: text, time: 1};
  if (kind === "spec") return {do: "parse", spec: text};
  // A quotient may be of several games; the quotient of the smallest heaps takes no time.
  if (isQuotient()) return {do: "quotient", rules: text, to: 1};
  // A code of digits is short for an octal game.
  return {do: "parse", rules: /^[\d.]/.test(text) ? `octal[${text}]` : text};
}

/** The rules of a position that is not a sum: the text without its last bracket. @param {string} spec */
export function rulesOf(spec) {
  if (!spec.endsWith(")")) return spec;
  let depth = 0;
  for (let at = spec.length - 1; at >= 0; at--) {
    depth += { ")": 1, "(": -1 }[spec[at]] ?? 0;
    if (depth === 0) return spec.slice(0, at);
  }
  return spec;
}

/** Whether a position is a sum, whose rules are those of several games. @param {string} spec */
export const isSum = spec => /\)\s*[-+]|^\s*(misere\s+)?(\d+\s*\*|-)/.test(spec);

/** Whether a position has no games, only values such as `2Tiny(2)`: it is shown in Value. @param {string} spec */
export const isValue = spec => !/[\w\]}]\s*\(/.test(spec.replace(/(tiny|miny)\s*\(/gi, ""));

/** An example of a position with these rules.
 *  @param {string} rules @param {number} [numbers] how many numbers make a position */
export function exampleOf(rules, numbers) {
  const [, misere, plain] = /^(misere\s+)?(.*)$/s.exec(rules) ?? [], name = /^\w+/.exec(plain)?.[0];
  const card = cards.peek().find(card => card.name === name), example = card?.example.replace(/^misere /, "");
  if (example && rulesOf(example) === plain) return (misere ?? "") + example;
  const own = example?.slice(rulesOf(example).length), usual = ["(10)", "(10)", "(5,7)", "(3,4,5)"][numbers ?? 1];
  return rules + (own === undefined || (numbers ?? 1) > 1 && own.split(",").length !== numbers ? usual : own);
}
