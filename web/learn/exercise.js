// @ts-check
/** Questions of the course: exercises with random numbers, and the engine's verdict on the reader's answer. */
import {html, useEffect, useState} from "../vendor/preact.js";
import {ask} from "../ask.js";
import {lang, t} from "../words.js";
import {Mistaken} from "../mistake.js";
import {made} from "./lessons.js";

/** @typedef {import("./lessons.js").Task} Task */
/** The position or the rules that a question shows, and the engine's solution of the position. @typedef {{spec?: string, rules?: string, answer?: any}} Question */
/** How many positions are tried to find one with a winning move. */
const TRIES = 40;
/** The time limit of a request in seconds. */
export const TIME = 5;

/** A new question. If it asks for a winning move, positions are tried until one has such a move. @param {Task} task @returns {Promise<Question>} */
export async function posed(task) {
  if (task.ask === "claim") return {rules: task.rules[Math.floor(Math.random() * task.rules.length)]};
  let spec = "", answer = /** @type {any} */ (null);
  for (let k = 0; k < TRIES; k++) {
    spec = made(task.from);
    answer = await ask({do: "solve", spec, time: TIME});
    if (!answer.error && (task.ask !== "move" || answer.moves_total > 0 && answer.outcome !== "P")) break;
  }
  return {spec, answer};
}

/** The possible answers to the question who wins. @param {any} answer @returns {[string, string][]} */
function choices(answer) {
  if (answer.kind === "partizan") return [["L", "Left wins, whoever moves first"], ["R", "Right wins, whoever moves first"], ["N", "The first player wins"], ["P", "The first player loses"]];
  return [["N", "The first player wins"], ["P", "The first player loses"], ...(answer.remoteness !== undefined || answer.outcome === "D" ? [/** @type {[string, string]} */ (["D", "Nobody: it is a draw"])] : [])];
}

/** Whether an answer is right, with a comment or the mistake in it. @param {Task} task @param {Question} question @param {string} said
 *  @returns {Promise<{right: boolean, text?: string, mistake?: any}>} */
export async function judged(task, {spec, rules, answer}, said) {
  const language = lang.peek();
  if (task.ask === "claim") {
    if (!/^\s*[PN]\b.*\biff\b/.test(said)) return {right: false, text: t("State for which n the player to move loses, for example: {like}", {like: task.like})};
    const reply = await ask({do: "prove", rules, claim: said, lang: language, time: 10});
    if (reply.error) return {right: false, mistake: reply.error};
    const right = reply.status === "proved", at = reply.counterexample;
    return {right, text: right ? t("Proved for all n.") : at ? t("It fails at {at}.", {at: at.join(", ")}) : t("This could not be proved.")};
  }
  if (task.ask === "who") return {right: said === answer.outcome, text: (answer.reason?.[0]?.working ?? [])[0]};
  if (task.ask === "move") {
    // The engine's board gives the result of each move that it lists. A move that it does not list is right if it leaves a lost position.
    const board = await ask({do: "board", spec, time: TIME, lang: language}), after = await ask({do: "board", spec, moves: said, time: TIME, lang: language});
    if (after.error) return {right: false, mistake: {...after.error, span: undefined}};
    const made = after.played[0].move, move = board.pieces.flatMap((/** @type {any} */ piece) => piece.moves).find((/** @type {any} */ move) => move.move === made);
    const right = move ? move.result === board.result && board.result !== "loss" : after.result === "loss";
    const wrong = answer.kind === "scoring" ? "There is a better move than {move}." : "After {move}, the other player wins.";
    return {right, text: right ? undefined : t(wrong, {move: after.played[0].text ?? made})};
  }
  const number = {value: answer.grundy, worth: answer.value, score: answer.score, loser: answer.loser}[task.ask];
  return {right: said.trim().replace("−", "-") === String(number), text: (answer.reason?.[0]?.working ?? [])[0]};
}

/** The engine's answer to a question about a position. @param {Task} task @param {any} answer @returns {string} */
function solution({ask}, answer) {
  if (ask === "move") return answer.moves?.[0]?.move;
  if (ask === "who") return t(choices(answer).find(([key]) => key === answer.outcome)?.[1] ?? "");
  return String({value: answer.grundy, worth: answer.value, score: answer.score, loser: answer.loser}[/** @type {"value"} */ (ask)]);
}

/** A question with its controls and the engine's verdict on the reader's answer. `onAttempt` receives whether the answer was right; the
 *  children are further controls.
 *  @param {{task: Task, question: Question, onAttempt: (isRight: boolean) => void, children?: any}} props */
export function QuestionForm({task, question, onAttempt, children}) {
  const [said, setSaid] = useState(""), [word, setWord] = useState(/** @type {any} */ (null)), [busy, setBusy] = useState(false), {spec, rules, answer} = question;
  const say = async (/** @type {string} */ text) => {
    if (!text.trim()) return;
    setBusy(true);
    const verdict = await judged(task, question, text);
    setWord(verdict);
    setBusy(false);
    onAttempt(verdict.right);
  };
  const show = () => setWord({right: false, shown: true, text: task.ask === "claim" ? t("Look at the table of {rules}, or search for its pattern.", {rules}) : solution(task, answer)});
  const asks = {who: "Who wins {what}?", move: answer?.kind === "scoring" ? "Find a best move in {what}." : "Find a winning move in {what}.", value: "What is the Grundy value of {what}?", worth: "Which number is the value of {what}?", score: "What is the net score of the first player in {what}?",
    loser: "Who loses {what}?", claim: "For which n does the player to move lose {what}?"}[task.ask];
  const [before, after] = t(asks).split("{what}");
  return html`<p aria-busy=${busy}>${before}<code class="asked">${spec ?? rules ?? ""}</code>${after}</p>
    ${task.ask === "who" ? html`<p class="bar" role="group" aria-label=${t("Your answer")}>${choices(answer).map(([key, words]) => html`<button type="button" key=${key} data-say=${key} disabled=${busy} onClick=${() => say(key)}>${t(words)}</button>`)}</p>`
      : html`<form class="typed" onSubmit=${(/** @type {any} */ e) => { e.preventDefault(); say(said); }}>
        <input value=${said} spellcheck=${false} autocapitalize="off" autocomplete="off" aria-label=${t("Your answer")} placeholder=${task.ask === "claim" ? task.like : task.ask === "move" ? t("a move, such as {example}", {example: "1 1"}) : "0"}
          onInput=${(/** @type {any} */ e) => setSaid(e.target.value)}/><button disabled=${busy}>${t("Check")}</button></form>`}
    <div aria-live="polite">${word && (word.mistake ? html`<${Mistaken} text=${said} mistake=${word.mistake}/>`
      : html`<p class="${word.right ? "good-line" : "bad-line"}">${word.shown ? "" : word.right ? t("Correct.") : t("Incorrect.")} ${word.text ?? ""}</p>`)}</div>
    <p class="bar">${children}${word && !word.right && !word.shown && html`<button type="button" class="link" onClick=${show}>${t("Show the answer")}</button>`}</p>`;
}

/** @param {{task: Task, done: boolean, onDone: () => void, number: number}} props */
export function Exercise({task, done, onDone, number}) {
  const [question, setQuestion] = useState(/** @type {Question | null} */ (null)), [turn, setTurn] = useState(0);
  const next = async () => {
    setQuestion(await posed(task));
    setTurn(turn => turn + 1);
  };
  useEffect(() => { next(); }, [task]);
  return html`<section class="card exercise ${done ? "done" : ""}" id=${`task-${number}`} aria-busy=${!question}>
    <h3>${done && html`<span class="good-line" aria-label=${t("done")}>✓ </span>`}${t("Exercise {n}", {n: number})}</h3>
    ${question && html`<${QuestionForm} key=${turn} task=${task} question=${question} onAttempt=${(/** @type {boolean} */ isRight) => { if (isRight) onDone(); }}>
      <button type="button" class="link" onClick=${next}>${t("New question")}</button><//>`}</section>`;
}
