// @ts-check
/** Steps: how an answer is computed, from the last positions to the first one; and the nodes that a search visits, with
 *  its cuts. */
import {html, signal, useEffect, useRef} from "../vendor/preact.js";
import {ask} from "../ask.js";
import {Graph} from "./graph.js";
import {ZoomButtons} from "./viewport.js";
import {Mistaken} from "../mistake.js";
import {address, go, place} from "../route.js";
import {lang, t} from "../words.js";

const START = "nim(1,2)";
/** The maximum number of positions of a graph that is drawn. */
const DRAWN = 60;
/** The search methods. */
const SEARCHES = ["minimax", "alpha-beta", "memo", "full"];

/** The last answer, with the key of its request. @type {{value: {key: string, spec: string, answer: any} | null}} */
const found = signal(/** @type {any} */ (null));

export function StepsView() {
  const panZoom = useRef(/** @type {any} */ (null));
  const {what, more} = place.value, spec = what || START, search = SEARCHES.includes(more.get("search") ?? "") ? more.get("search") : null;
  const wanted = [spec, search, lang.value].join();
  useEffect(() => {
    const stop = new AbortController();
    ask({do: "solve", spec, why: "steps", search, time: 10}).then(answer => { if (!stop.signal.aborted) found.value = {key: wanted, spec, answer}; });
    return () => stop.abort();
  }, [wanted]);
  const answer = found.value?.answer, tree = search && answer?.tree, total = (tree || answer?.steps || []).length;
  const at = Math.max(1, Math.min(Number(more.get("at") ?? 1) || 1, total || 1));
  const to = (/** @type {number} */ step) => go("steps", spec, {search, at: Math.max(1, Math.min(step, total))}, {replace: true});
  useEffect(() => {
    const key = (/** @type {any} */ e) => {
      if (e.target.closest("input,textarea,select") || e.ctrlKey || e.metaKey || e.altKey) return;
      const step = {ArrowRight: at + 1, ArrowLeft: at - 1, Home: 1, End: total}[/** @type {"Home"} */ (e.key)];
      if (step === undefined) return;
      e.preventDefault();
      to(step);
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  });
  if (!answer) return html`<p class="quiet pad" aria-busy="true">…</p>`;
  const isLate = found.value?.key !== wanted;
  if (answer.error) return html`<section class="card" aria-busy=${isLate}><${Mistaken} text=${found.value?.spec ?? spec} mistake=${answer.error} onMend=${(/** @type {string} */ text) => go("steps", text)}/></section>`;
  return html`<div class="split" aria-busy=${isLate}><section class="card walk">
      <div class="bar"><h1>${spec}</h1><span class="grow"></span>
        <label class="select">${t("Show")} <select id="search" onChange=${(/** @type {any} */ e) => go("steps", spec, {search: e.target.value || null})}>
          <option value="" selected=${!search}>${t("values, backwards from the end")}</option>${SEARCHES.map(name => html`<option key=${name} value=${name} selected=${search === name}>${t("search: {name}", {name: t(name)})}</option>`)}</select></label></div>
      ${total === 0 ? html`<p class="quiet">${answer.no_tree ?? answer.no_steps ?? t("There are no steps to show.")}</p>`
        : tree ? html`<${Tree} tree=${tree} at=${at}/>` : answer.steps.length > DRAWN ? html`<${List} steps=${answer.steps} at=${at}/>` : html`<${Graph} steps=${answer.steps} at=${at} to=${to} panZoom=${panZoom}/>`}
      ${total > 0 && html`<div class="bar"><button id="first" onClick=${() => to(1)} disabled=${at === 1}>${t("First")}</button><button id="before" onClick=${() => to(at - 1)} disabled=${at === 1}>← ${t("Back")}</button>
        <span class="at" aria-live="polite">${at} / ${total}</span><button id="next" class="primary" onClick=${() => to(at + 1)} disabled=${at === total}>${t("Next")} →</button><button onClick=${() => to(total)} disabled=${at === total}>${t("Last")}</button>
        ${!tree && total <= DRAWN && html`<span class="grow"></span><${ZoomButtons} panZoom=${panZoom}/>`}</div>`}
    </section>
    <aside class="side">${!tree && total > 0 && html`<${Step} step=${answer.steps[at - 1]} kind=${answer.kind}/>`}
      ${search && html`<${Searches} answer=${answer} search=${search}/>`}<${Theorems} answer=${answer}/>
      <section class="card"><p><a href=${address("play", spec)}>${t("Play it")}</a></p></section></aside></div>`;
}

/** One position: its options, their values, and the result that follows from them.
 *  @param {{step: any, kind: string}} props */
function Step({step, kind}) {
  const {position, options, values, mex, outcome} = step;
  return html`<section class="card verdict ${outcome === "P" ? "loss" : outcome === "N" ? "win" : ""}"><p class="spec">${position}</p>
    ${options.length === 0 ? html`<p>${t("No moves are left.")}</p>` : html`<ul class="options">${options.map((/** @type {string} */ option, /** @type {number} */ k) =>
      html`<li key=${k}><code>${option}</code><b>${String(values[k])}</b></li>`)}</ul>`}
    ${mex !== null && mex !== undefined && html`<p>${t("Least missing number (mex): {mex}.", {mex})}</p>`}
    <p><b>${kind === "impartial" ? t(outcome === "P" ? "P: the player to move loses." : outcome === "N" ? "N: the player to move wins." : "D: a draw.") : outcome}</b></p></section>`;
}

/** The last steps up to the current one as a list, if there are too many for a graph.
 *  @param {{steps: any[], at: number}} props */
function List({steps, at}) {
  const box = useRef(/** @type {any} */ (null));
  useEffect(() => { box.current?.querySelector(".now")?.scrollIntoView({block: "nearest", inline: "nearest"}); }, [at]);
  return html`<ol class="list" ref=${box} tabindex="0" aria-label=${t("Steps")} start=${Math.max(1, at - 14)}>${steps.slice(Math.max(0, at - 15), at).map((step, k) => html`<li key=${step.position}
    class=${k === Math.min(14, at - 1) ? "now" : ""}><code>${step.position}</code> <span class="quiet">${step.values.join(" ")}</span> <b>${step.mex ?? step.outcome}</b> <span class="mark ${step.outcome === "P" ? "loss" : "win"}"></span></li>`)}</ol>`;
}

/** The nodes that a search visits, in order; a pair of scissors marks the branches that it cuts.
 *  @param {{tree: any[], at: number}} props */
function Tree({tree, at}) {
  const box = useRef(/** @type {any} */ (null));
  useEffect(() => { box.current?.querySelector(".now")?.scrollIntoView({block: "nearest"}); }, [at]);
  return html`<ol class="tree" ref=${box} tabindex="0" aria-label=${t("Steps")}>${tree.slice(Math.max(0, at - 300), at).map((node, k, shown) => html`<li key=${k + Math.max(0, at - 300)} class="${k === shown.length - 1 ? "now" : ""} depth-${Math.min(12, node.depth)}">
    ${node.score === undefined ? html`<span class="mark ${node.wins ? "win" : "loss"}" aria-hidden="true"></span><code>${node.position}</code> <span class="quiet">${t(node.wins ? "wins" : "loses")}</span>`
      : html`<code>${node.position}</code> <b>${signed(node.score)}</b> ${node.alpha !== undefined && html`<span class="quiet" title=${t("alpha: the score that the first player can guarantee; beta: the most that the second player allows")}>(${signed(node.alpha, "−∞")}, ${signed(node.beta, "∞")})</span>`}`}${node.cut && html` <span class="chip">✂ ${t("the rest is pruned")}</span>`}</li>`)}</ol>`;
}

/** Formats a number with a real minus sign; null, which means infinity, becomes `none`.
 *  @param {any} n @param {string} [none] */
const signed = (n, none = "") => n === null ? none : String(n).replace("-", "−");

/** @param {{answer: any, search: string}} props */
function Searches({answer, search}) {
  return html`<section class="card"><h2>${t("Positions visited by each search")}</h2><dl>${(answer.searches ?? []).map((/** @type {any} */ {search: name, nodes}) => html`<dt key=${name}>${name === search ? html`<b>${t(name)}</b>` : t(name)}</dt><dd>${nodes ?? "–"}</dd>`)}</dl></section>`;
}

/** @param {{answer: any}} props */
function Theorems({answer}) {
  const lines = answer.theorem_steps ?? [], {counts} = answer;
  return html`${lines.length > 0 && html`<section class="card why"><h2>${t("By the theorem")}</h2><pre>${lines.join("\n")}</pre></section>`}
    ${counts && html`<section class="card"><dl><dt>${t("nodes of the game tree")}</dt><dd>${counts.tree ?? "∞"}</dd><dt>${t("different positions")}</dt><dd>${counts.positions}</dd><dt>${t("up to the order of components")}</dt><dd>${counts.unordered}</dd></dl></section>`}`;
}
