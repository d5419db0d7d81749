// @ts-check
/** The state of the page is in its address: `#play/nim(3,4,5)`, `#table/wythoff?to=1000&by=4`. A link shows others the
 *  same view. */
import {signal} from "./vendor/preact.js";

/** @typedef {{view: string, what: string, more: URLSearchParams}} Place */

/** Parses the part of an address after `#`; invalid escapes stay as they are. @param {string} hash @returns {Place} */
export function readPlace(hash) {
  const [, view, what, more] = /^#?(\w*)\/?([^?]*)\??(.*)$/s.exec(hash) ?? ["", "", "", ""];
  return {view: view || "gallery", what: decoded(what), more: new URLSearchParams(more)};
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address of a place, to be put into a link. @param {string} view @param {string} [what] @param {Record<string, string | number | null | undefined>} [more] */
export function address(view, what = "", more = {}) {
  const given = Object.entries(more).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const tail = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  // Characters that all programs keep in an address stay readable.
  const kept = encodeURIComponent(what).replace(/%(2C|3A|3B|40|2B|24|2F|3D|5B|5D|7B|7D|7C)/g, code => decodeURIComponent(code));
  return `#${view}/${kept}${tail && "?" + tail}`;
}

/** The settings of a first play: against the computer, with the answer hidden. */
export const GAME = {machine: "70", hidden: "1"};

/** The current place. */
export const place = signal(readPlace(location.hash));
addEventListener("hashchange", () => { place.value = readPlace(location.hash); });

/** Goes to another place; with `how.replace`, the history of the browser gets no new entry.
 *  @param {string} view @param {string} [what] @param {Record<string, string | number | null | undefined>} [more]
 *  @param {{replace?: boolean}} [how] */
export function go(view, what, more, how = {}) {
  // An embedded page stays embedded.
  const to = address(view, what, {...more, embed: place.peek().more.get("embed")});
  if (to === location.hash) return;
  if (how.replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  place.value = readPlace(to);
}
