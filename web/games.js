// @ts-check
/** Games as texts: what the registry's cards say, and the way from a position to its rules and back. */
import {effect, signal} from "./vendor/preact.js";
import {ask} from "./ask.js";
import {lang} from "./words.js";

/** The cards of all games in the reader's language. @type {{value: any[], peek: () => any[]}} */
export const cards = signal(/** @type {any[]} */ ([]));
effect(() => {
  const language = lang.value;
  ask({do: "games", lang: language}).then(all => { if (Array.isArray(all) && language === lang.peek()) cards.value = all; });
});

/** What a view is of: a position or rules. @param {string} view */
export const reads = view => ["play", "steps", "gallery", "learn"].includes(view) ? "spec" : "rules";

/** The request that tells whether a text is one for this view. @param {string} view @param {string} text @returns {any} */
export function request(view, text) {
  if (reads(view) === "spec") return {do: "parse", spec: text};
  // A code of digits is short for the game that it tells.
  return {do: "parse", rules: /^[\d.]/.test(text) ? `octal[${text}]` : text};
}

/** The rules of a position of one part: the text without its last bracket. @param {string} spec */
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

/** A position to begin with. @param {string} rules @param {number} [numbers] how many numbers make a position */
export function exampleOf(rules, numbers) {
  const [, misere, plain] = /^(misere\s+)?(.*)$/s.exec(rules) ?? [], name = /^\w+/.exec(plain)?.[0];
  const card = cards.peek().find(card => card.name === name), example = card?.example.replace(/^misere /, "");
  if (example && rulesOf(example) === plain) return (misere ?? "") + example;
  const own = example?.slice(rulesOf(example).length), usual = ["(10)", "(10)", "(5,7)", "(3,4,5)"][numbers ?? 1];
  return rules + (own === undefined || (numbers ?? 1) > 1 && own.split(",").length !== numbers ? usual : own);
}
