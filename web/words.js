// @ts-check
/** The page's own words. English stands where it is said; the engine words its own in the language that each request names. */
import {signal} from "./vendor/preact.js";
import {zh as page} from "./words/zh.js";
import {zh as views} from "./words/zh-views.js";
import {zh as rules} from "./words/zh-rules.js";

/** @typedef {"en" | "zh"} Language */
const wanted = localStorage.getItem("lang") ?? (navigator.language.startsWith("zh") ? "zh" : "en");
/** The language that the page speaks. @type {{value: Language, peek: () => Language}} */
export const lang = signal(/** @type {Language} */ (wanted === "zh" ? "zh" : "en"));

/** @type {Record<string, string>} */
const zh = {...views, ...rules, ...page};

/** A text in the reader's language; `{name}` in it is filled in. @param {string} text @param {Record<string, any>} [fill] */
export function t(text, fill = {}) {
  const said = lang.value === "zh" ? zh[text] ?? text : text;
  return said.replace(/\{(\w+)\}/g, (whole, name) => name in fill ? String(fill[name]) : whole);
}
