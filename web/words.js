// @ts-check
/** The page's own words. English stands where it is said; the engine words its own in the language that each request names. */
import {signal} from "./vendor/preact.js";
/** @typedef {"en" | "zh"} Language */
const kept = (() => { try { return localStorage.getItem("lang"); } catch { return null; } })();
const wanted = kept ?? (navigator.language.startsWith("zh") ? "zh" : "en");
/** The language that the page speaks. @type {{value: Language, peek: () => Language}} */
export const lang = signal(/** @type {Language} */ (wanted === "zh" ? "zh" : "en"));

/** Chinese, once it is wanted. @type {Record<string, string>} */
let zh = {};
async function load() { ({zh} = await import("./words/all.js")); }
if (lang.peek() === "zh") await load();

/** From now on the page speaks this language. @param {Language} language */
export async function speak(language) {
  if (language === "zh") await load();
  lang.value = language;
}

/** A text in the reader's language; `{name}` in it is filled in. @param {string} text @param {Record<string, any>} [fill] */
export function t(text, fill = {}) {
  const said = lang.value === "zh" ? zh[text] ?? text : text;
  // Between a number at the end of a value and a Chinese character there is a blank, as in `玩家 1 走`.
  return said.replace(/\{(\w+)\}([\u4e00-\u9fff]?)/g, (whole, name, next) =>
    name in fill ? `${fill[name]}${next && /\d$/.test(fill[name]) ? " " : ""}${next}` : whole);
}
