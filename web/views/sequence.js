// @ts-check
/** Sequences: the values of heaps 0, 1, 2, ... as points, their period, and the rare values. */
import {html, signal, useEffect, useMemo, useRef, useState} from "../vendor/preact.js";
import {ask, askTable} from "../ask.js";
import {Plot, minTickDistances, plotImage, ticks, writeTicks} from "./axes.js";
import {Canvas, colour} from "./canvas.js";
import {request} from "../games.js";
import {ZoomButtons} from "./viewport.js";
import {Mistaken} from "../mistake.js";
import {address, go, place} from "../route.js";
import {fileName, latexOf, save} from "../save.js";
import {Rows} from "./thermograph.js";
import {Working, useWork} from "../work.js";
import {lang, t} from "../words.js";

const START = "kayles";
const SIZES = [200, 1000, 10000, 100000, 1000000];
/** The minimum number of heaps for the search for a period, because a few hundred values prove none. */
const FAR = 4096;
const TIME = 120;
/** The number of values that are written as LaTeX, and the number in a row. */
const READ = 200, ROW = 20;
/** The margin above and below the points, in pixels. */
const EDGE = 16;

/** The values and facts of the last request. @type {{value: any}} */
const held = signal(/** @type {any} */ (null));

export function SequenceView() {
  const {what, more} = place.value, code = what || START, to = +(more.get("to") ?? 1000), rules = request("rules", code).rules;
  const key = `${rules} ${to} ${lang.value}`;
  const work = useWork(how => read(rules, to, how), reply => { held.value = {key, rules, ...reply}; }, [key]);
  const found = held.value?.key === key ? held.value : null;
  return html`<div class="split"><section class="card table-card" aria-busy=${!work && !found}><h1 class="spec">${code}</h1>
      ${work && html`<${Working} work=${work}/>`}
      ${!work && found?.error && html`<${Mistaken} text=${code} mistake=${found.error} onMend=${(/** @type {string} */ text) => go("sequence", text)}/>`}
      ${found?.table && html`<${Points} key=${key} found=${found}/>`}
    </section><aside class="side"><section class="card"><h2>${t("Display")}</h2>
        <label class="field" for="to">${t("Up to")}<select id="to" onChange=${(/** @type {any} */ event) => go("sequence", code, {to: event.target.value}, {replace: true})}>
          ${[...new Set([...SIZES, to])].sort((a, b) => a - b).map(size => html`<option key=${size} value=${size} selected=${size === to}>${size}</option>`)}</select></label></section>
      ${found?.table && html`<${Facts} found=${found}/>`}
      <${Exports} code=${code} rules=${rules} to=${to} cells=${found?.table?.cells}/></aside></div>`;
}

/** Requests the values up to a bound, and separately the facts about the sequence, because the proof of a period may
 *  need more values.
 *  @param {string} rules @param {number} to @param {any} how */
async function read(rules, to, how) {
  const table = await askTable({rules, to, of: "grundy", time: TIME}, how);
  if (table.error) return table;
  if (table.dims !== 1) return {error: {kind: "unsupported", message: t("Positions of several numbers do not form a sequence. Look at their table.")}};
  const facts = await ask({do: "sequence", rules, to: Math.max(to, FAR), stats: true, time: TIME}, how);
  const [stats, known] = Array.isArray(facts) ? facts : [null, null];
  return {table, stats, known, none: facts.error?.message};
}

/** @param {{found: any}} props */
function Points({found: {table: {cells}, stats, known, rules}}) {
  const panZoom = useRef(/** @type {any} */ (null)), [n, setN] = useState(0);
  const most = useMemo(() => { let most = 1; for (const value of cells) if (value > most) most = value; return most; }, [cells]);
  const rare = useMemo(() => new Set((stats?.rare_list ?? []).map((/** @type {number[]} */ [heap]) => heap)), [stats]);
  const paint = (/** @type {any} */ context, /** @type {any} */ {x, scale}, /** @type {[number, number]} */ [wide, high]) => {
    const y = (/** @type {number} */ value) => high - EDGE - value / most * (high - 2 * EDGE), first = Math.max(0, Math.floor(x)), last = Math.min(cells.length, Math.ceil(x + wide / scale) + 1);
    if (known?.period) {
      const {preperiod, period} = known, left = (preperiod - x) * scale;
      context.fillStyle = colour("--win-soft");
      if (period * scale < 4) context.fillRect(Math.max(0, left), 0, wide, high);
      else for (let k = Math.max(0, Math.floor((x - preperiod) / period)); preperiod + k * period < x + wide / scale; k++) if (k % 2 === 0) context.fillRect((preperiod + k * period - x) * scale, 0, period * scale, high);
    }
    const ink = colour("--accent"), isFew = last - first <= 2000, size = Math.max(isFew ? 4 : 1.5, Math.min(9, scale * .7));
    if (last - first > 20000) crowd(context, cells, first, last, x, scale, y, wide, high, ink);
    else {
      context.fillStyle = ink;
      for (let k = first; k < last; k++) if (!rare.has(k)) context.fillRect((k + .5 - x) * scale - size / 2, y(cells[k]) - size / 2, size, size);
    }
    context.fillStyle = colour("--loss");
    const r = Math.max(isFew ? 5 : 3, Math.min(8, scale * .6));
    for (const k of rare) {
      if (k < first || k >= last) continue;
      const [px, py] = [(k + .5 - x) * scale, y(cells[k])];
      context.beginPath();
      context.moveTo(px, py - r); context.lineTo(px + r, py); context.lineTo(px, py + r); context.lineTo(px - r, py);
      context.fill();
    }
    context.strokeStyle = colour("--gold");
    context.lineWidth = 2.5;
    context.strokeRect((n + .5 - x) * scale - 6, y(cells[n]) - 6, 12, 12);
    const [far, low] = minTickDistances(cells.length);
    writeTicks(context.canvas, ticks(Math.max(0, x), Math.min(cells.length - 1, x + wide / scale), far / scale).map(k => [(k + .5 - x) * scale, k]),
      ticks(0, most, low * most / (high - 2 * EDGE)).map(value => [y(value), value]));
  };
  const play = () => go("play", `${rules}(${n})`);
  return html`<${Plot} across=${t("heap size n")} upright=${t("Grundy value")} maxUpright=${most} below=${true}><div class="canvas-box low"><${Canvas} width=${cells.length} height=${1} maxScale=${40} fillsHeight=${true} paint=${paint} version=${`${n} ${document.documentElement.dataset.theme}`}
      label=${t("Values of {rules}. The left and right arrow keys move between heaps, Enter plays the heap, + and - zoom, 0 fits the sequence.", {rules})} cursor=${[n, 0]}
      onCursor=${(/** @type {number} */ x) => setN(x)} onEnter=${play} onMount=${(/** @type {any} */ own) => { panZoom.current = own; }}/></div><//>
    <div class="tools-row"><${ZoomButtons} panZoom=${panZoom} factor=${2}/><p id="readout" class="readout" aria-live="polite">G(${n}) = ${cells[n]}${rare.has(n) ? `, ${t("rare")}` : ""}</p>
      <button type="button" id="play-cell" onClick=${play}>${t("Play it")}</button></div>
    <p class="legend"><span>■ ${t("values")}</span>${rare.size > 0 && html`<span>◆ ${t("rare values")}</span>`}${known?.period && html`<span>▒ ${t("periodic part")}</span>`}</p>
    <details class="reading"><summary>${t("The first values")}</summary><p class="values">${[...cells.slice(0, 200)].join(", ")}${cells.length > 200 ? ", …" : ""}</p></details>`;
}

/** Draws a large number of points, each pixel at most once. */
function crowd(/** @type {any} */ context, /** @type {any} */ cells, /** @type {number} */ first, /** @type {number} */ last, /** @type {number} */ x, /** @type {number} */ scale,
  /** @type {any} */ y, /** @type {number} */ wide, /** @type {number} */ high, /** @type {string} */ ink) {
  const w = Math.ceil(wide), seen = new Uint8Array(w * Math.ceil(high));
  context.fillStyle = ink;
  for (let k = first; k < last; k++) {
    const px = Math.floor((k + .5 - x) * scale), py = Math.round(y(cells[k]));
    if (px < 0 || px >= w || seen[py * w + px]) continue;
    seen[py * w + px] = 1;
    context.fillRect(px, py - 1, 1.5, 1.5);
  }
}

/** @param {{found: any}} props */
function Facts({found: {known, stats, none, table}}) {
  if (!known) return html`<section class="card"><h2>${t("What is known")}</h2><p class="quiet">${none}</p></section>`;
  const rows = [[t("Preperiod"), known.preperiod], [t("Period"), known.period], [t("Theorem"), known.theorem], [t("Largest value"), known.max_value], [t("Rare values"), known.rares], [t("Last rare value"), known.last_rare], [t("Computed to"), known.computed_to]];
  const counts = stats?.histogram ?? [], top = Math.max(1, ...counts.slice(0, 64).map(Number));
  void table;
  return html`<section class="card"><h2>${t("What is known")}</h2><p>${known.status === "proved" ? html`<span class="chip good">✓ ${t("period proved")}</span>` : html`<span class="chip open">? ${t("no period is known")}</span>`}</p>
    <${Rows} rows=${rows}/>
    ${counts.length > 0 && html`<details><summary>${t("Frequency of each value")}</summary><ol class="counts" start="0">${counts.slice(0, 64).map((/** @type {number} */ count, /** @type {number} */ value) => html`<li key=${value}><span>${value}</span><meter min="0" max=${top} value=${count} aria-label=${String(value)}></meter> ${count}</li>`)}</ol></details>`}</section>`;
}

/** @param {{code: string, rules: string, to: number, cells?: any}} props */
function Exports({code, rules, to, cells}) {
  const [error, setError] = useState(/** @type {any} */ (null));
  useEffect(() => setError(null), [code, to]);
  const text = async (/** @type {string} */ format, /** @type {string} */ end, /** @type {string} */ type) => {
    const reply = await ask({do: "sequence", rules, to, format, time: TIME});
    setError(reply.error ?? null);
    if (!reply.error) save(fileName(`${code} ${to}`, end), reply.text, type);
  };
  const png = () => { const plot = document.querySelector(".plot"); if (plot) plotImage(plot).toBlob(blob => { if (blob) save(fileName(`${code} ${to}`, "png"), blob, "image/png"); }); };
  const latex = () => save(fileName(`${code} ${to}`, "tex"), latexOf(rules, Array.from({length: Math.ceil(Math.min(cells.length, READ) / ROW)}, (_, row) => [...cells.slice(row * ROW, Math.min(READ, (row + 1) * ROW))]), ROW));
  return html`<section class="card exports"><h2>${t("Export")}</h2><div class="files">${cells && html`<button type="button" onClick=${png}>PNG ↓</button>`}<button type="button" onClick=${() => text("csv", "csv", "text/csv")}>CSV ↓</button>
      <button type="button" onClick=${() => text("bfile", "txt", "text/plain")}>b-file ↓</button><button type="button" onClick=${() => text("svg", "svg", "image/svg+xml")}>SVG ↓</button>
      ${cells && html`<button type="button" onClick=${latex}>LaTeX ↓</button>`}</div>
    <div aria-live="polite">${error && html`<p class="mistake">${error.message}</p>`}</div>
    <p><a href=${address("pattern", rules)}>${t("Find the pattern")}</a> · <a href=${address("table", rules)}>${t("Table")}</a></p></section>`;
}
