// Sends requests to the module and compares its replies with those of the native program. The standard input contains
// requests and replies in alternate lines; the arguments are the module and the file of Chinese translations. `cargo
// xtask wasm` runs this program.
import { readFileSync } from "node:fs";

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const decoder = new TextDecoder();
let reports = 0;
const bytes = (at, length) => new Uint8Array(engine.memory.buffer, at, length);
const host = {
  now: () => performance.now(),
  panicked: (at, length) => console.error(decoder.decode(bytes(at, length))),
  progress: () => { reports += 1; },
};
const names = WebAssembly.Module.exports(module).filter((entry) => entry.kind === "function").map((entry) => entry.name);
const engine = new WebAssembly.Instance(module, { host }).exports;

// Returns the reply to a request as bytes; `act` is the function of the module that answers it.
function put(request, act) {
  const text = new TextEncoder().encode(request);
  const address = engine.request_buffer(text.length); // before creating a view: the call may move the memory
  bytes(address, text.length).set(text);
  const length = act();
  if (length !== engine.reply_length()) throw new Error("the length of a reply is told in two ways");
  return bytes(engine.reply_address(), length).slice();
}

const ask = (request) => decoder.decode(put(request, engine.ask));
// Removes running times, which may differ.
const timeless = (reply) => reply.replace(/"seconds":[0-9.]+/g, '"seconds":0');
const fail = (message) => { console.error(message); process.exitCode = 1; };

const expected = ["ask", "learn", "reply_address", "reply_length", "request_buffer", "reset", "table"];
if (names.sort().join() !== expected.join()) fail(`exports: ${names}`);

const chinese = '{"do":"games","name":"wythoff","lang":"zh"}';
if (!ask(chinese).includes("Wythoff's game")) fail("words are known that nobody has learnt");
const words = readFileSync(process.argv[3]);
const address = engine.request_buffer(words.length);
bytes(address, words.length).set(words);
engine.learn();
if (!ask(chinese).includes("威佐夫博弈")) fail("words are not learnt");

const lines = readFileSync(0, "utf8").split("\n").slice(0, -1);
let specs = 0;
for (let k = 0; k < lines.length; k += 2) {
  const [request, native] = [lines[k], lines[k + 1]];
  const reply = ask(request);
  if (timeless(reply) !== timeless(native)) fail(`${request}\n  native: ${native}\n  wasm:   ${reply}`);
  if (JSON.parse(request).do === "solve") specs += 1;
}
if (specs < 300) fail(`only ${specs} positions`);
if (!ask('{"do":"solve","spec":"nim(18446744073709551615)","numbers":"text"}').includes('"grundy":"18446744073709551615"')) {
  fail("an integer has lost digits");
}

// A text that is not a request gets an error as reply.
for (const act of [engine.ask, engine.table]) {
  const reply = JSON.parse(decoder.decode(put("\ud800{", act)));
  if (reply.error.kind !== "syntax") fail(`no request: ${JSON.stringify(reply)}`);
}

// A table as bytes has the same values as the table in JSON.
const request = '{"do":"table","rules":"wythoff","to":99}';
const table = put(request, engine.table);
const head = new DataView(table.buffer);
const [mark, version, width, dims] = [0, 4, 8, 12].map((at) => head.getUint32(at, true));
const [of, to, count] = [head.getUint32(16, true), head.getUint32(20, true), head.getBigUint64(24, true)];
const cells = width === 1 ? table.subarray(32) : null;
const rows = JSON.parse(ask(request)).grundy;
if (mark !== 0x42545247 || version !== 1 || dims !== 2 || of !== 1 || to !== 99 || count !== 10000n || cells === null) {
  fail("the head of a table");
} else if (rows.some((row, a) => row.some((value, b) => cells[100 * a + b] !== value))) {
  fail("the cells of a table");
}
engine.reset();
if (!ask('{"do":"solve","spec":"nim(1)"}').includes('"outcome":"N"')) fail("nothing is answered after reset()");
if (process.exitCode === undefined) console.log(`${lines.length / 2} requests, ${specs} of them positions: all replies are the native ones`);
