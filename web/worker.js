// @ts-check
/** The engine in a worker; crates/wasm documents its interface. */
const encoder = new TextEncoder(), decoder = new TextDecoder();
let current = 0, panic = "";
/** @type {any} */
let engine;
/** The address of the second part of the engine; empty if it has one part. */
let secondAddress = "";
/** Whether the second part is being loaded; still true after loading has failed. */
let isLoading = false;

/** @param {number} at @param {number} length */
const bytes = (at, length) => new Uint8Array(engine.memory.buffer, at, length);
const host = {
  now: () => performance.now(),
  panicked: (/** @type {number} */ at, /** @type {number} */ length) => { panic = decoder.decode(bytes(at, length)); },
  progress: (/** @type {number} */ at, /** @type {number} */ length, /** @type {number} */ done, /** @type {number} */ total) =>
    postMessage({id: current, progress: {work: decoder.decode(bytes(at, length)), done, total: total < 0 ? null : total}}),
  // Called within an answer, which cannot wait for a promise.
  load_second: () => {
    const load = new XMLHttpRequest();
    load.open("GET", secondAddress, false);
    load.responseType = "arraybuffer";
    load.timeout = 60_000;
    isLoading = true;
    load.send();
    if (load.status !== 200) throw new Error(`${secondAddress}: ${load.status}`);
    isLoading = false;
    new WebAssembly.Instance(new WebAssembly.Module(load.response), {first: engine});
  },
};

/** @param {any} request */
function answer({bytes: asBytes, ...request}) {
  const text = encoder.encode(JSON.stringify(request));
  const address = engine.request_buffer(text.length); // before creating a view: the call may move the memory
  bytes(address, text.length).set(text);
  const length = asBytes ? engine.table() : engine.ask(), reply = bytes(engine.reply_address(), length);
  // Errors are JSON, even if bytes were requested.
  if (!asBytes || reply[0] === 0x7b) return {text: decoder.decode(reply)};
  return {bytes: reply.slice().buffer};
}

/** @param {ArrayBuffer} words */
function learn(words) {
  const address = engine.request_buffer(words.byteLength);
  bytes(address, words.byteLength).set(new Uint8Array(words));
  engine.learn();
}

onmessage = async ({data: {id, request, module, address, words}}) => {
  if (module) {
    engine = new WebAssembly.Instance(module, {host}).exports;
    if (address) secondAddress = address.replace(/\.wasm$/, "-2.wasm");
  }
  if (words) learn(words);
  if (!request) return;
  current = id;
  try {
    const reply = answer(request);
    postMessage({id, reply}, {transfer: reply.bytes ? [reply.bytes] : []});
  } catch (error) {
    postMessage({id, panic: panic || String(error), offline: isLoading});
  }
};
