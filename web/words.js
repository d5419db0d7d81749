// @ts-check
/** The texts of the page in the reader's language. The code contains the English texts; the engine translates its own
 *  texts into the language that each request names. */
import {signal} from "./vendor/preact.js";
/** @typedef {"en" | "zh"} Language */
const kept = (() => { try { return localStorage.getItem("lang"); } catch { return null; } })();
const wanted = kept ?? (navigator.language.startsWith("zh") ? "zh" : "en");
/** The language of the page. @type {{value: Language, peek: () => Language}} */
export const lang = signal(/** @type {Language} */ (wanted === "zh" ? "zh" : "en"));

/** The Chinese translations, loaded on demand. @type {Record<string, string>} */
let zh = {};
async function load() { ({zh} = await import("./words/all.js")); }
if (lang.peek() === "zh") await load();

/** Switches the page to a language. @param {Language} language */
export async function speak(language) {
  if (language === "zh") await load();
  lang.value = language;
}

/** A text in the reader's language; `{name}` in it is filled in. @param {string} text @param {Record<string, any>} [fill] */
export function t(text, fill = {}) {
  const said = lang.value === "zh" ? zh[text] ?? text : text;
  // Between a Chinese character and a digit or Latin letter of a value there is a space, as in `玩家 1 走`.
  return said.replace(/\{(\w+)\}/g, (whole, name, /** @type {number} */ at) => {
    if (!(name in fill)) return whole;
    const value = String(fill[name]), isChinese = (/** @type {string | undefined} */ other) => /[\u4e00-\u9fff]/.test(other ?? "");
    return (isChinese(said[at - 1]) && /^[a-z\d]/i.test(value) ? " " : "") + value + (isChinese(said[at + whole.length]) && /[a-z\d]$/i.test(value) ? " " : "");
  });
}
