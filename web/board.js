// @ts-check
/** The state of the play: the starting position, the moves so far, and the engine's reply for each position. */
import {computed, effect, signal} from "./vendor/preact.js";
import {ask} from "./ask.js";
import {go, place} from "./route.js";
import {lang} from "./words.js";

/** @typedef {"win" | "loss" | "draw" | number | null} Result */
/** @typedef {{move: string, text?: string, short: string | null, fields: any, touches: any, result: Result, grundy: number | null,
 *    value: string | null, to: string | null, left?: number, next: number, pictures: any[]}} Move */
/** @typedef {{label: string, part: number, game: string, spec: string | null, copies: number, negative: boolean, picture: any,
 *    grundy: number | null, moves: Move[], moves_total: number | null}} Piece */
/** @typedef {{spec: string | null, play: string, kind: string, mover: number, players: number, over: boolean, result: Result,
 *    outcome: string | null, grundy: number | null, value: string | null, pieces: Piece[], pieces_total: number, played: any[],
 *    points: [number, number], end: {how: string, winner: number | null, loser: number | null} | null}} Board */

/** The starting position if the address names none. */
export const START = "nim(3,4,5)";
/** The time limit for a board in seconds; results that are not found in this time stay unknown. */
const PATIENCE = 4;

/** The boards from the first position to the current one. @type {{value: Board[], peek: () => Board[]}} */
export const boards = signal(/** @type {Board[]} */ ([]));
/** The mistake in the address, and the text that contains it. @type {{value: {mistake: any, text: string} | null}} */
export const wrong = signal(/** @type {any} */ (null));
/** The answer for the current position, with its reasons. @type {{value: any}} */
export const answer = signal(/** @type {any} */ (null));
/** The move that has the pointer or the focus. @type {{value: Move | null}} */
export const aim = signal(/** @type {Move | null} */ (null));
/** The moves of the clicked element if there are several, for the reader to choose from. @type {{value: Move[]}} */
export const choice = signal(/** @type {Move[]} */ ([]));
/** The first clicked cell of a move that names several cells: its index on the board of the piece, its name, and the
 *  names of the cells that complete a move with it.
 *  @type {{value: {piece: Piece, at: number, name: string, others: string[]} | null}} */
export const firstCell = signal(/** @type {any} */ (null));
/** The level of the hint: 0 shows nothing; higher levels add who wins, where, the move, and why. */
export const hint = signal(0);
/** Whether something is being computed, or the machine is thinking. */
export const busy = signal(false);
/** Whether the board is shown and its answer is still being computed. */
export const isAnswerPending = signal(false);

export const board = computed(() => boards.value[boards.value.length - 1]);
/** @param {string} name */
const option = name => computed(() => place.value.more.get(name) ?? "");
export const hidden = computed(() => place.value.more.get("hidden") === "1");
/** The strength of the machine: the percentage of its moves that are perfect; 0 if it does not play. */
export const strength = computed(() => Number(place.value.more.get("machine") ?? 0) || 0);
/** The reader's player in a play against the machine. */
const you = option("you");

/** Whether the machine is to move. @param {Board} board */
export const isMachines = ({mover, end}) => strength.value > 0 && you.value !== "" && Number(you.value) !== mover && !end;

/** The moves in the address. @param {URLSearchParams} more */
const movesOf = more => (more.get("moves") ?? "").split(";").filter(Boolean);
/** All moves that are listed. @param {Board} board @returns {Move[]} */
export const movesIn = board => board.pieces.flatMap(piece => piece.moves);
/** The text of a move in the reader's language. @param {{move: string, text?: string}} move */
export const worded = move => move.text ?? move.move;

/** The result of a move for the player who makes it. In games with points or several players, a move counts as a win if
 *  its result is that of best play.
 *  @param {Board} board @param {Move} move @returns {"win" | "draw" | "loss" | ""} */
export function quality(board, move) {
  if (move.result === null || board.result === null) return "";
  if (typeof move.result === "string") return /** @type {any} */ (move.result);
  return move.result === board.result ? "win" : "loss";
}
/** The moves with the result of best play; if positions can repeat, those that win soonest come first.
 *  @param {Board} board */
export const best = board => movesIn(board).filter(move => move.result !== null && move.result === board.result).sort((a, b) => (a.left ?? 0) - (b.left ?? 0));
/** The maximum number of winning moves for which the remaining length of play is requested. */
const HASTENED = 48;
/** Finds how long play lasts after each winning move, because a winning move need not bring the end closer.
 *  @param {Board} board */
async function hasten(board) {
  for (const move of best(board).slice(0, HASTENED)) {
    if (move.to && move.left === undefined) move.left = (await ask({do: "solve", spec: move.to, moves: "none", time: PATIENCE})).remoteness ?? Infinity;
  }
}

/** The boards received so far, since a reader who goes back sees the same positions again.
 *  @type {Map<string, Board>} */
const known = new Map();
let asked = 0;
/** The running request; a later request may stop it. @type {{stop: AbortController, since: number} | null} */
let running = null;
/** The age in milliseconds from which a running request is stopped, which loses the tables of the engine. */
const STALE = 500;

/** @param {any} request */
async function consult(request) {
  if (running && performance.now() - running.since > STALE) running.stop.abort();
  const mine = running = {stop: new AbortController(), since: performance.now()};
  const reply = await ask(request, {signal: mine.stop.signal});
  if (running === mine) running = null;
  return reply;
}

/** The position of the lesson that is shown, which the address need not contain. @type {{value: string}} */
export const lesson = signal("");
/** The starting position of the play in the address; empty if there is none. */
const start = computed(() => {
  const {view, what, more} = place.value;
  return view === "play" ? what || START : view === "learn" ? more.get("spec") || lesson.value : "";
});

effect(() => {
  const {more} = place.value, language = lang.value;
  if (start.value) load(start.value, more.get("mover"), movesOf(more), language);
});

/** @param {string} spec @param {string | null} mover @param {string[]} moves @param {string} language */
async function load(spec, mover, moves, language) {
  const turn = ++asked, all = [];
  busy.value = true;
  isAnswerPending.value = false;
  for (let made = 0; made <= moves.length; made++) {
    const text = moves.slice(0, made).join("; "), key = JSON.stringify([spec, mover, text, language]);
    const reply = known.get(key) ?? await consult({do: "board", spec, mover, moves: text, lang: language, time: PATIENCE});
    if (turn !== asked) return;
    if (reply.error) {
      // If a later move is invalid, the board shows the position before it.
      wrong.value = {mistake: reply.error, text: made ? text : spec};
      if (!made) { boards.value = []; answer.value = null; busy.value = false; return; }
      break;
    }
    known.set(key, reply);
    all.push(reply);
    if (made === moves.length) wrong.value = null;
  }
  if (known.size > 500) known.clear();
  aim.value = null;
  choice.value = [];
  firstCell.value = null;
  hint.value = 0;
  answer.value = null;
  boards.value = all;
  // A won position without a value may belong to a game in which positions repeat.
  const last = all[all.length - 1], circles = last.spec && !last.over && last.result === "win" && last.grundy === null;
  const isOpen = last.spec && !last.over;
  busy.value = !!circles;
  isAnswerPending.value = !!isOpen;
  dispatchEvent(new CustomEvent("grundy-position", {detail: last.spec ?? ""}));
  if (!isOpen) return;
  const reply = await consult({do: "solve", spec: last.spec, lang: language, time: PATIENCE});
  if (turn !== asked) return;
  if (circles && reply.remoteness > 0) {
    await hasten(last);
    if (turn !== asked) return;
    boards.value = [...all.slice(0, -1), {...last}];
  }
  answer.value = reply;
  busy.value = false;
  isAnswerPending.value = false;
}

/** Goes to the address with other moves. @param {string[]} moves @param {Record<string, string | null>} [more] */
function goTo(moves, more = {}) {
  const {view, what, more: old} = place.peek();
  go(view, what || START, {...Object.fromEntries(old), moves: moves.join(";") || null, ...more});
}
/** The moves so far, as they are written in the address. */
const typed = () => movesOf(place.peek().more).slice(0, boards.peek().length - 1);

/** Makes a move; if the machine plays the other side, it replies. @param {Move} move */
export function play(move) {
  const mover = board.peek().mover;
  make(move.short && movesIn(board.peek()).filter(other => other.short === move.short).length === 1 ? move.short : move.move,
    strength.peek() ? {you: String(mover)} : {});
  if (strength.peek()) reply(mover);
}
/** @param {string} text @param {Record<string, string | null>} [more] */
const make = (text, more) => goTo([...typed(), text], more);

/** Makes a move that the reader typed; returns the mistake if the move is invalid, otherwise null.
 *  @param {string} text @returns {Promise<any>} */
export async function playTyped(text) {
  const {more} = place.peek(), mover = board.peek().mover;
  const checked = await ask({do: "board", spec: start.peek(), mover: more.get("mover"), moves: [...typed(), text].join("; "), time: PATIENCE});
  if (checked.error) return {...checked.error, span: undefined};
  make(text.replaceAll(";", ""), strength.peek() ? {you: String(mover)} : {});
  if (strength.peek()) reply(mover);
  return null;
}

/** Resolves when the board of the current address has arrived. */
const settled = () => new Promise(done => {
  const stop = effect(() => { if (!busy.value) queueMicrotask(() => { stop(); done(undefined); }); });
});

/** Lets the machine move until this player is to move again. @param {number} mover */
async function reply(mover) {
  await settled();
  const pause = matchMedia("(prefers-reduced-motion: reduce)").matches ? 200 : 600;
  while (!board.peek().end && board.peek().mover !== mover) {
    const before = boards.peek();
    await new Promise(done => setTimeout(done, pause));
    // The reader may have gone to another position.
    if (boards.peek() !== before || !strength.peek()) return;
    await machine();
    await settled();
  }
}

/** The moves of an answer that belong to the player to move; in partizan games, an answer contains moves of both
 *  players.
 *  @param {Board} here @param {any[] | undefined} moves */
export const movesOfMover = (here, moves = []) => moves.filter(({to, by}) => to && (!by || by === ["left", "right"][here.mover - 1]));

/** Lets the machine move for the player to move. With two players, the machine keeps this side, and the reader gets the
 *  other one. */
export function takeOver() {
  const {players, mover} = board.peek();
  if (!strength.peek() || players !== 2) return machine();
  set({you: String(3 - mover)});
  return reply(3 - mover);
}

/** Lets the machine make a move for the player to move. */
export async function machine() {
  const here = board.peek(), all = movesIn(here), perfect = Math.random() * 100 < (strength.peek() || 100);
  if (!all.length) return;
  const any = (/** @type {Move[]} */ moves) => moves[Math.floor(Math.random() * moves.length)];
  const good = best(here), soonest = good.filter(move => move.left === good[0].left);
  let pick = perfect ? any(soonest) : any(all);
  if (perfect && here.result === "loss") pick = await hardest(all);
  if (!pick && here.spec) {
    // A board lists only some of many moves, and the best move may be missing.
    const found = movesOfMover(here, (await ask({do: "solve", spec: here.spec, time: PATIENCE})).moves)[0];
    if (found) return make(found.to);
  }
  pick ??= any(all);
  make(pick.short && all.filter(other => other.short === pick.short).length === 1 ? pick.short : pick.move);
}

/** Returns a losing move after which only a small share of the replies is good. @param {Move[]} moves */
async function hardest(moves) {
  const tried = [...moves].sort(() => Math.random() - .5).slice(0, 12);
  let found = tried[0], least = Infinity;
  for (const move of tried) {
    if (!move.to) continue;
    const then = await ask({do: "board", spec: move.to, time: 1}), all = then.error ? [] : movesIn(then);
    const share = all.length ? best(then).length / all.length : 1;
    if (share < least) [found, least] = [move, share];
  }
  return found;
}

/** Takes back the reader's last move and the machine's reply to it. */
export function undo() {
  const moves = typed(), me = Number(you.peek());
  if (!moves.length) return;
  let keep = moves.length - 1;
  while (strength.peek() && me && keep > 0 && boards.peek()[keep].mover !== me) keep--;
  goTo(moves.slice(0, keep));
}
/** Goes back to the position after this many moves. @param {number} made */
export const back = made => goTo(typed().slice(0, made));
/** Goes back to the first position. */
export const anew = () => goTo([], {you: null});
/** Starts a play from another position. @param {string} spec @param {Record<string, string>} [more] */
export const begin = (spec, more = {}) => go("play", spec, {...Object.fromEntries(place.peek().more), moves: null, you: null, ...more});
/** Changes settings in the address, but not the play. @param {Record<string, string | null>} more */
export function set(more) {
  const {view, what, more: old} = place.peek();
  go(view, what || START, {...Object.fromEntries(old), ...more}, {replace: true});
}

/** Finds the mistake that decided the play: the player's last move that gave a win or a draw away; null if there is
 *  none.
 *  @param {number} player @returns {{made: number, board: Board, move: any, better: Move[], kept: string} | null} */
export function turn(player) {
  const all = boards.value;
  for (let made = all.length - 2; made >= 0; made--) {
    const here = all[made], move = all[made + 1].played[made];
    if (here.mover !== player || here.result === null) continue;
    const chosen = movesIn(here).find(other => other.move === move.move);
    if (!chosen || chosen.result === null || chosen.result === here.result) continue;
    return {made, board: here, move, better: best(here), kept: here.result === "draw" ? "draw" : "win"};
  }
  return null;
}
