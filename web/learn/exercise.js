// @ts-check
/** An exercise: a question with random numbers, and the engine's verdict on the reader's answer. */
import {html, useEffect, useState} from "../vendor/preact.js";
import {ask} from "../ask.js";
import {t} from "../words.js";
import {made} from "./lessons.js";
import {Asked, TIME} from "./question.js";

/** @typedef {import("./lessons.js").Task} Task @typedef {import("./question.js").Question} Question */
/** How many positions are tried to find one with a winning move. */
const TRIES = 40;

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
    ${question && html`<${Asked} key=${turn} task=${task} question=${question} onAttempt=${(/** @type {boolean} */ isRight) => { if (isRight) onDone(); }}>
      <button type="button" class="link" onClick=${next}>${t("New question")}</button><//>`}</section>`;
}
