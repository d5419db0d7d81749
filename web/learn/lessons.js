// @ts-check
/** The course: for each chapter of the tutorial, a position to play, the sections of the theory that prove what the chapter says, and
 *  exercises. The engine judges the answers; this file contains none. */

/** A position chosen at random: one of `list`, or `text`, where `{a}` stands for a random number from its range. @typedef {{text?: string, ranges?: Record<string, [number, number]>, list?: string[]}} Make */
/** What is asked: who wins, a winning move, the Grundy value, the value of a partizan game, the score, who loses, or a
 *  claim about all positions of rules.
 *  @typedef {{ask: "who" | "move" | "value" | "worth" | "score" | "loser", from: Make} | {ask: "claim", rules: string[], like: string}} Task */
/** `n` is the number of a chapter of the tutorial, `proofs` are numbers of sections of the theory. @typedef {{n: number, play: string, proofs: number[], tasks: Task[]}} Lesson */

/** @param {"who" | "move" | "value" | "worth" | "score" | "loser"} ask @param {string} text @param {Record<string, [number, number]>} ranges @returns {Task} */
const random = (ask, text, ranges) => ({ask, from: {text, ranges}});
/** @param {"who" | "move" | "value" | "worth" | "score" | "loser"} ask @param {string[]} list @returns {Task} */
const oneOf = (ask, list) => ({ask, from: {list}});
/** @param {string[]} rules @param {string} like @returns {Task} */
const claim = (rules, like) => ({ask: "claim", rules, like});

/** @type {Lesson[]} */
export const LESSONS = [
  {n: 1, play: "take[1,2](6)", proofs: [1], tasks: [random("who", "take[1,2]({a})", {a: [3, 20]}), random("move", "take[1,2]({a})", {a: [4, 20]})]},
  {n: 2, play: "take[1..3](21)", proofs: [2], tasks: [random("who", "take[1..{k}]({a})", {k: [3, 6], a: [10, 40]}), random("move", "take[1..{k}]({a})", {k: [3, 6], a: [10, 40]}),
    claim(["take[1..4]", "take[1..6]", "take[1..9]"], "P iff n % 3 == 0")]},
  {n: 3, play: "take[2..5](17)", proofs: [2], tasks: [random("who", "take[{l}..{r}]({a})", {l: [2, 3], r: [5, 7], a: [10, 40]}), random("value", "take[{l}..{r}]({a})", {l: [2, 3], r: [4, 6], a: [6, 25]})]},
  {n: 4, play: "take[1,3,4](10)", proofs: [2, 8], tasks: [random("who", "take[1,3,4]({a})", {a: [7, 30]}), random("value", "take[1,3,4]({a})", {a: [4, 16]}),
    claim(["take[1,3,4]", "take[1,4]", "take[2,3]"], "P iff n % 7 == 0 or n % 7 == 2")]},
  {n: 5, play: "token[a>b,a>c,b>d,c>d,d>e](a)", proofs: [6], tasks: [
    oneOf("who", ["a", "b", "c", "d", "f"].map(at => `token[f>a,f>e,a>b,a>c,b>d,c>d,d>e](${at})`)),
    oneOf("value", ["a", "b", "c", "d"].map(at => `token[a>b,a>c,a>d,b>c,b>e,c>d,d>e](${at})`)),
    oneOf("who", ["a", "b", "c", "d"].map(at => `token[a>b,b>a,b>c,c>d,d>e,e>c,c>f](${at})`))]},
  {n: 6, play: "take[1..3 | 2..5](7)", proofs: [14], tasks: [random("who", "take[1..3 | 2..5]({a})", {a: [4, 19]}), random("who", "take[1,2 | 1,3]({a})", {a: [3, 16]})]},
  {n: 7, play: "take[2^k](14)", proofs: [3], tasks: [random("move", "take[2^k]({a})", {a: [10, 60]}), claim(["take[2^k]", "take[4^k]", "take[3^k]"], "P iff n % 2 == 0")]},
  {n: 8, play: "nim(3,4,5)", proofs: [4, 5], tasks: [random("who", "nim({a},{b},{c})", {a: [1, 7], b: [2, 9], c: [3, 12]}), random("move", "nim({a},{b},{c})", {a: [1, 7], b: [2, 9], c: [3, 12]}),
    random("move", "nim({a},{b},{c},{d})", {a: [1, 7], b: [2, 9], c: [3, 12], d: [4, 15]})]},
  {n: 9, play: "nim(3) + wythoff(3,5) + take[1..3](6)", proofs: [6], tasks: [random("value", "nim({a}) + take[1..3]({b})", {a: [1, 7], b: [3, 12]}),
    random("move", "nim({a}) + take[1..3]({b}) + take[1,2]({c})", {a: [1, 6], b: [3, 12], c: [3, 9]})]},
  {n: 10, play: "kayles(7)", proofs: [7, 8], tasks: [random("value", "lasker({a})", {a: [3, 14]}), random("value", "kayles({a})", {a: [3, 9]}), random("move", "lasker({a},{b})", {a: [3, 9], b: [2, 9]})]},
  {n: 11, play: "stairs[ground](1,2,3)", proofs: [9], tasks: [random("who", "stairs[ground]({a},{b},{c},{d})", {a: [0, 5], b: [0, 5], c: [0, 5], d: [0, 5]}),
    random("move", "stairs[ground]({a},{b},{c},{d})", {a: [0, 5], b: [0, 5], c: [1, 5], d: [0, 5]})]},
  {n: 12, play: "rivals[1,3 : 3>2>1 / 1,2 : 1>3>2 / 1 : 1>2>3](5)", proofs: [15], tasks: [random("loser", "rivals[1,3 : 3>2>1 / 1,2 : 1>3>2 / 1 : 1>2>3]({a})", {a: [2, 7]})]},
  {n: 13, play: "wythoff(8,11)", proofs: [10], tasks: [random("who", "wythoff({a},{b})", {a: [1, 8], b: [2, 13]}), random("move", "wythoff({a},{b})", {a: [3, 9], b: [4, 13]})]},
  {n: 14, play: "misere nim(1,1,5)", proofs: [11], tasks: [random("who", "misere nim({a},{b},{c})", {a: [1, 2], b: [1, 3], c: [1, 4]}), random("move", "misere nim({a},{b},{c})", {a: [1, 2], b: [1, 3], c: [1, 5]})]},
  {n: 15, play: "take[2,5](7,9,11)", proofs: [8], tasks: [random("value", "take[2,5]({a})", {a: [4, 14]}), random("move", "take[2,5]({a},{b},{c})", {a: [3, 9], b: [3, 12], c: [3, 12]})]},
  {n: 16, play: "hackenbush(0-1,1-2,1-3)", proofs: [12], tasks: [
    oneOf("value", ["0-1,1-2,1-3,3-4", "0-1,1-2,2-3,2-4,1-5", "0-1,1-2,1-3,1-4", "0-1,1-2,2-3,3-4,1-5,5-6", "0-1,1-2,0-3,3-4,4-5"].map(edges => `hackenbush(${edges})`)),
    oneOf("move", ["0-1,1-2,1-3,3-4", "0-1,1-2,2-3,2-4,1-5", "0-1,1-2,2-3,0-4,4-5", "0-1,1-2,2-3,3-4,1-5,5-6"].map(edges => `hackenbush(${edges})`))]},
  {n: 17, play: "hackenbush(0-1,1-2,2-0,2-3,3-4)", proofs: [13], tasks: [
    oneOf("value", ["0-1,1-2,2-0,2-3", "0-1,1-2,2-3,3-0,3-4", "0-1,1-1,1-2", "0-1,1-2,2-3,3-1,3-4", "0-1,0-2,0-3,1-2,1-3,2-3"].map(edges => `hackenbush(${edges})`)),
    oneOf("move", ["0-1,1-2,2-0,2-3", "0-1,1-2,2-0,2-3,3-4", "0-1,1-2,2-3,3-1,3-4"].map(edges => `hackenbush(${edges})`))]},
  {n: 18, play: "take[1,2](4) + nim(2)", proofs: [1], tasks: [random("who", "nim({a},{b})", {a: [1, 3], b: [1, 3]}), random("who", "take[1,3]({a}) + nim({b})", {a: [2, 6], b: [1, 2]})]},
  {n: 19, play: "row[1..2](2,-1,3,1)", proofs: [16], tasks: [random("score", "row[1..2]({a},{b},{c})", {a: [-3, 5], b: [-3, 5], c: [-3, 5]}), random("move", "row[1..2]({a},{b},{c},{d})", {a: [-3, 5], b: [-3, 5], c: [-3, 5], d: [-3, 5]})]},
  {n: 20, play: "rule{ n -> n-k for k in 1..n/2 }(12)", proofs: [8], tasks: [claim(["take[1,2,4,8]", "take[1,3,5]", "take[1,2,7]", "take[2,4]"], "P iff n % 5 == 0"),
    random("value", "rule{ n -> n-k for k in 1..n/2 }({a})", {a: [5, 30]})]},
  {n: 21, play: "hackenbush(0-1:b,1-2:r,1-3:g)", proofs: [14], tasks: [
    oneOf("worth", ["0-1:b,1-2:r", "0-1:b,1-2:b,2-3:r", "0-1:r,1-2:b", "0-1:b,1-2:r,2-3:r", "0-1:b,1-2:r,2-3:b", "0-1:b,0-2:b,2-3:r"].map(edges => `hackenbush(${edges})`)),
    random("who", "take[1,2 | 1,3]({a}) + -take[1,2 | 1,3]({b})", {a: [2, 8], b: [2, 8]})]},
  {n: 22, play: "fibonacci_nim(20)", proofs: [17], tasks: [random("move", "nim({a},{b},{c})", {a: [1, 9], b: [2, 9], c: [3, 15]}), random("move", "wythoff({a},{b})", {a: [3, 12], b: [4, 15]})]},
];

/** A position to ask about. @param {Make} make @param {() => number} [chance] returns a random number, at least 0 and less than 1 */
export function made({text = "", ranges = {}, list}, chance = Math.random) {
  if (list) return list[Math.floor(chance() * list.length)];
  return text.replace(/\{(\w)\}/g, (_, name) => { const [low, high] = ranges[name]; return String(low + Math.floor(chance() * (high - low + 1))); });
}
