// @ts-check
/** Where one is, is the address: `#play/nim(3,4,5)`, `#table/wythoff?to=1000&by=4`. What can be seen can be sent. */
import {signal} from "./vendor/preact.js";

/** @typedef {{view: string, what: string, more: URLSearchParams}} Place */

/** What the part of an address behind `#` says; nonsense in it stays text. @param {string} hash @returns {Place} */
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
  // What every program leaves alone in an address stays readable in it.
  const kept = encodeURIComponent(what).replace(/%(2C|3A|3B|40|2B|24|2F|3D|5B|5D|7B|7D|7C)/g, code => decodeURIComponent(code));
  return `#${view}/${kept}${tail && "?" + tail}`;
}

/** A play against the computer with the answer hidden: how a visit begins. */
export const GAME = {machine: "70", hidden: "1"};

/** Where we are. */
export const place = signal(readPlace(location.hash));
addEventListener("hashchange", () => { place.value = readPlace(location.hash); });

/** Goes to another place; `how.replace` leaves no step behind for the browser's way back.
 *  @param {string} view @param {string} [what] @param {Record<string, string | number | null | undefined>} [more] @param {{replace?: boolean}} [how] */
export function go(view, what, more, how = {}) {
  // An embedded page stays one.
  const to = address(view, what, {...more, embed: place.peek().more.get("embed")});
  if (to === location.hash) return;
  if (how.replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  place.value = readPlace(to);
}
