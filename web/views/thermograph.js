// @ts-check
/** The facts about the value of a partizan position, with its thermograph. */
import {html, useEffect, useState} from "../vendor/preact.js";
import {ask} from "../ask.js";
import {lang, t} from "../words.js";

/** Converts an exact number such as `-3/4` to a float, which is precise enough for the picture. @param {string} text */
const number = text => { const [top, below = "1"] = text.split("/"); return Number(top) / Number(below); };
const WIDE = 320, HIGH = 220, SIDE = 26, TOP = 14, BELOW = 24;

/** @param {{expr: string}} props */
export function Thermograph({expr}) {
  const [facts, setFacts] = useState(/** @type {any} */ (null));
  useEffect(() => {
    const stop = new AbortController();
    setFacts(null);
    ask({do: "value", expr, time: 4, lang: lang.peek()}, {signal: stop.signal}).then(reply => { if (!stop.signal.aborted) setFacts(reply); });
    return () => stop.abort();
  }, [expr]);
  if (!facts) return html`<p class="quiet" aria-busy="true">…</p>`;
  if (facts.error) return html`<p class="quiet">${facts.error.message}</p>`;
  return html`<${Facts} facts=${facts}/><${Walls} facts=${facts}/>`;
}

/** Stops, mean and so on, as far as the reply has them. @param {{facts: any}} props */
export function Facts({facts}) {
  return html`<${Rows} rows=${[[t("Left stop"), facts.left_stop], [t("Right stop"), facts.right_stop], [t("Mean"), facts.mean], [t("Temperature"), facts.temperature],
    [t("Atomic weight"), facts.atomic_weight], [t("Reduced form"), facts.reduced !== facts.value ? facts.reduced : null], [t("Genus"), facts.genus], [t("Wild position"), facts.wild && `${facts.wild.form}: ${facts.wild.genus}`], [t("Birthday"), facts.birthday]]}/>`;
}

/** A list of names and values; a name without a value has no row. @param {{rows: [string, any][]}} props */
export const Rows = ({rows}) => html`<dl class="facts">${rows.filter(([, value]) => value !== null && value !== undefined && value !== "")
  .map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;

/** The walls of a thermograph: as usual, numbers grow to the left and temperatures upwards.
 *  @param {{facts: any}} props */
export function Walls({facts: {thermograph: {left, right}, mean, temperature}}) {
  const walls = [left, right].map(wall => wall.map((/** @type {string[]} */ [at, x]) => [number(at), number(x)]));
  const xs = walls.flat().map(([, x]) => x), low = Math.min(...xs), high = Math.max(...xs), margin = Math.max((high - low) * .12, .5, Math.max(-low, high) * 1e-9);
  const top = Math.max(0, ...walls.flat().map(([at]) => at)) + .6;
  const x = (/** @type {number} */ value) => SIDE + (high + margin - value) / (high - low + 2 * margin) * (WIDE - 2 * SIDE);
  const y = (/** @type {number} */ at) => HIGH - BELOW - (Math.max(at, -1) + 1) / (top + 1) * (HIGH - TOP - BELOW);
  // Above its last point, a wall continues as the vertical mast.
  const path = (/** @type {number[][]} */ wall) => "M" + [...wall, [top, wall[wall.length - 1][1]]].map(([at, value]) => `${x(value).toFixed(1)} ${y(at).toFixed(1)}`).join("L");
  const ticks = [...new Set([Math.ceil(low), Math.round((low + high) / 2), Math.floor(high)])].filter(n => n >= low - margin && n <= high + margin);
  return html`<svg class="thermograph" viewBox="0 0 ${WIDE} ${HIGH}" role="img" aria-label=${t("Thermograph: mean {mean}, temperature {temperature}", {mean, temperature})}>
    <path class="axis-line" d="M${SIDE} ${y(0)}H${WIDE - SIDE}"/>${ticks.map(n => html`<g key=${n}><path class="axis-line" d="M${x(n)} ${HIGH - BELOW}v5"/><text x=${x(n)} y=${HIGH - 6}>${n}</text></g>`)}
    <text class="end" x=${SIDE - 5} y=${y(0) + 4}>0</text>
    <path class="wall left" d=${path(walls[0])}/><path class="wall right" d=${path(walls[1])}/></svg>`;
}
