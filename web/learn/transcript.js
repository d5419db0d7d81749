// @ts-check
/** Transcripts of a terminal as questions: the reader tries first, and then the engine answers. The transcript can be opened below them. */
import {html, useEffect, useRef, useState} from "../vendor/preact.js";
import {ask} from "../ask.js";
import {Mini, still} from "../boards/mini.js";
import {rulesOf} from "../games.js";
import {address} from "../route.js";
import {lang, t} from "../words.js";
import {QuestionForm, TIME} from "./exercise.js";

/** A command: its verb, the texts that it is about, and its options. @typedef {{verb: string, what: string[], options: Record<string, string>}} Command */
/** The maximum number of steps listed. */
const LISTED = 20;

/** The commands of a transcript. @param {string[]} lines @returns {Command[]} */
export function commands(lines) {
  return lines.filter(line => line.startsWith("$ grundy ")).map(line => {
    const words = [...line.slice(9).matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain), first = words.findIndex(word => word.startsWith("--"));
    const [verb, ...what] = first < 0 ? words : words.slice(0, first), given = first < 0 ? [] : words.slice(first);
    return {verb, what, options: Object.fromEntries(given.flatMap((word, k) => word.startsWith("--") ? [[word.slice(2), given[k + 1] ?? ""]] : []))};
  });
}

/** @param {{lines: string[]}} props */
export function Transcript({lines}) {
  const questions = commands(lines).flatMap((command, k) => {
    const {verb, what, options} = command, rules = what.join(" ");
    if (verb === "solve" && !("coalition" in options)) return what.map(spec => html`<${Solve} key=${`${k} ${spec}`} spec=${spec} options=${options}/>`);
    if (verb === "prove") return [html`<${Claim} key=${k} rules=${rules} claim=${options.claim}/>`];
    return verb in SHOWN ? [html`<${Shown} key=${k} verb=${verb} what=${rules} options=${options}/>`] : [];
  });
  return html`<div class="console">${questions}<details><summary>${t("In a terminal")}</summary><pre tabindex="0">${lines.join("\n").trimEnd()}</pre></details></div>`;
}

/** The question who wins a position. The request is sent as soon as the question is visible.
 *  @param {{spec: string, options: Record<string, string>}} props */
function Solve({spec, options}) {
  const box = useRef(/** @type {any} */ (null)), [answer, setAnswer] = useState(/** @type {any} */ (null)), [pictures, setPictures] = useState(/** @type {any[]} */ ([]));
  const [isTried, setTried] = useState(false), [isBusy, setBusy] = useState(false);
  useEffect(() => {
    let isGone = false;
    const load = async () => {
      setBusy(true);
      const found = await ask({do: "solve", spec, why: options.why === "steps" ? "steps" : undefined, time: TIME}), {pieces = []} = await ask({do: "board", spec, time: TIME});
      if (isGone) return;
      setPictures(pieces.map((/** @type {any} */ {picture}) => picture));
      setAnswer(found);
      setBusy(false);
    };
    const closed = box.current.closest("details:not([open])");
    if (closed) closed.addEventListener("toggle", load, {once: true});
    else load();
    return () => { isGone = true; closed?.removeEventListener("toggle", load); };
  }, [spec, lang.value]);
  const task = /** @type {any} */ ({ask: {scoring: "score", multiplayer: "loser"}[/** @type {"scoring"} */ (answer?.kind)] ?? "who"}), {search} = options;
  const hasStepsLink = options.why === "steps" || search, hasSteps = answer?.kind !== "scoring" && answer?.kind !== "partizan" && answer?.steps?.length <= LISTED;
  return html`<section class="question" ref=${box} data-spec=${spec} aria-busy=${isBusy}>${pictures.length > 0 && pictures.every(still) && html`<${Mini} pictures=${pictures} words=""/>`}
    ${!answer ? html`<p class="quiet"><code>${spec}</code> …</p>` : answer.error ? html`<p><code>${spec}</code> ${answer.error.message}</p>`
      : html`<${QuestionForm} task=${task} question=${{spec, answer}} onAttempt=${() => setTried(true)}>${isTried && html`<a href=${address("play", spec)}>${t("Play it")}</a>
        ${hasStepsLink && html`<a href=${address("steps", spec, {search})}>${t("Step by step")}</a>`}`}<//>`}
    ${hasSteps && (isTried ? html`<${StepList} steps=${answer.steps}/>` : html`<p class="quiet">${t("The steps appear here after your answer.")}</p>`)}</section>`;
}

/** The steps of a solution, one on each line, as the transcript shows them. @param {{steps: any[]}} props */
function StepList({steps}) {
  const short = (/** @type {string} */ position) => position.slice(rulesOf(position).length) || position;
  return html`<ol class="walked">${steps.map(({position, options, values, mex, outcome}) => html`<li key=${position}><code>${short(position)}</code>: ${options.length > 0
    ? html`<span class="quiet">${options.map((/** @type {string} */ option, /** @type {number} */ k) => `${short(option)} = ${values[k]}`).join(", ")}</span> ⇒ ` : ""}${
    typeof mex === "number" && options.length > 0 ? `mex{${[...new Set(values)].sort((a, b) => a - b).join(",")}} = ` : ""}${mex === null || mex === undefined ? "" : `${mex}, `}<b>${outcome}</b></li>`)}</ol>`;
}

/** The question whether a claim holds. @param {{rules: string, claim: string}} props */
function Claim({rules, claim}) {
  const [verdict, setVerdict] = useState(/** @type {any} */ (null)), [isBusy, setBusy] = useState(false), [before, after] = t("Is this true of all positions of {what}?").split("{what}");
  const say = async (/** @type {boolean} */ isTrue) => {
    setBusy(true);
    setVerdict({isTrue, ...await ask({do: "prove", rules, claim, time: 2 * TIME})});
    setBusy(false);
  };
  const {status, counterexample, names = [], method, error} = verdict ?? {}, isKnown = status === "proved" || status === "refuted", isRight = verdict?.isTrue === (status === "proved");
  const text = status === "proved" ? t("Proved for all positions.") : counterexample ? t("It fails at {at}.", {at: counterexample.map((/** @type {any} */ x, /** @type {number} */ k) => `${names[k]} = ${x}`).join(", ")}) : t("This could not be proved.");
  return html`<section class="question" data-claim=${claim} aria-busy=${isBusy}><p class="formula"><code>${claim}</code></p><p>${before}<code class="asked">${rules}</code>${after}</p>
    <p class="bar" role="group" aria-label=${t("Your answer")}><button type="button" data-say="yes" disabled=${isBusy} onClick=${() => say(true)}>${t("Yes")}</button>
      <button type="button" data-say="no" disabled=${isBusy} onClick=${() => say(false)}>${t("No")}</button>${verdict && html` <a href=${address("pattern", rules, {claim})}>${t("Pattern")}</a>`}</p>
    <div aria-live="polite">${verdict && (error ? html`<p class="mistake">${error.message}</p>`
      : html`<p class=${!isKnown ? "" : isRight ? "good-line" : "bad-line"}>${isKnown ? t(isRight ? "Correct." : "Incorrect.") : ""} ${text}</p>${method && html`<p class="quiet">${method}</p>`}`)}</div></section>`;
}

/** Commands whose answer is shown on demand: the question, the view that shows the same with its tab, and what is shown.
 *  @type {Record<string, {text: string, view?: ["table" | "pattern", string], answer: (reply: any) => any}>} */
const SHOWN = {
  find: {text: "What is the pattern of {what}?", view: ["pattern", "Pattern"], answer: reply => [reply].flat().map((finding, k) => html`<p class="formula" key=${k}><code>${finding.formula ?? finding.family?.formula}</code></p>
    <p class="quiet">${t(finding.status === "proved" ? "proved" : "conjecture, not proved")}${finding.method && ": " + finding.method}</p>`)},
  table: {text: "Work out the first entries of the table of {what}. Then compare.", view: ["table", "Table"], answer: ({text}) => html`<pre tabindex="0">${text.trimEnd()}</pre>`},
  value: {text: "What is the value of {what}?", answer: reply => html`<p class="formula"><code>${reply.value}</code></p><p class="quiet">${t("mean {mean}, temperature {temperature}", reply)}</p>`},
};

/** @param {{verb: string, what: string, options: Record<string, string>}} props */
function Shown({verb, what, options}) {
  const {text, view, answer} = SHOWN[verb], [reply, setReply] = useState(/** @type {any} */ (null)), [isBusy, setBusy] = useState(false), [before, after] = t(text).split("{what}");
  const {of, only, to} = options, isText = verb === "table";
  const show = async () => {
    setBusy(true);
    setReply(await ask({do: verb, [verb === "value" ? "expr" : "rules"]: what, of, only, to: to && Number(to), format: isText ? "text" : undefined, time: 2 * TIME}));
    setBusy(false);
  };
  return html`<section class="question" data-what=${what} aria-busy=${isBusy}><p>${before}<code class="asked">${what}</code>${after}</p>
    <p class="bar"><button type="button" class="show" disabled=${isBusy || !!reply} onClick=${show}>${t("Show the answer")}</button>${view && html`<a href=${address(view[0], what, isText ? {to} : {})}>${t(view[1])}</a>`}</p>
    <div aria-live="polite">${reply && (reply.error ? html`<p class="mistake">${reply.error.message}</p>` : answer(reply))}</div></section>`;
}
