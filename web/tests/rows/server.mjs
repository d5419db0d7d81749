// Tests of the page with `grundy web`, whose server computes one long request at a time here.
import assert from "node:assert/strict";
import { ask, inTime, open } from "../drive.mjs";

const LONG = { do: "table", rules: "rule{ (n,m) -> (n-k,m-j) for k in 1..n for j in 0..m }", to: 1000, of: "grundy", theorems: false };
const SHORT = { do: "table", rules: "take[1,3,4]", to: 4 };

export const served = {
  async "a server answers, so the page loads no engine and registers no service worker"() {
    const page = await open("#play/nim(3,4,5)");
    const loaded = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname));
    assert.ok(loaded.includes("/api/v1/ask") && !loaded.some((path) => /wasm|worker/.test(path)), loaded.join(" "));
    assert.equal(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), 0);
    await page.browserContext().close();
  },

  async "long requests report their progress, and end when they are stopped or their tab is closed"() {
    const page = await open("#play/nim(1)");
    const [told, end] = await page.evaluate(async (request) => {
      const { ask } = await import(new URL("ask.js", document.baseURI).href);
      const stop = new AbortController(), told = [];
      const progress = (report) => { told.push(report); if (told.length === 3) stop.abort(); };
      return [told, await ask(request, { signal: stop.signal, progress })];
    }, LONG);
    assert.equal(end.error.kind, "stopped");
    assert.ok(told.length >= 3 && told.every(({ work, done }) => typeof work === "string" && done >= 0), JSON.stringify(told));
    assert.equal((await ask(page, SHORT)).grundy.join(), "0,1,0,1,2");
    const other = await open("#play/nim(1)");
    await other.evaluate((request) => { import(new URL("ask.js", document.baseURI).href).then(({ ask }) => ask(request)); }, LONG);
    await new Promise((done) => setTimeout(done, 1000));
    // While the long request runs, short requests are answered.
    assert.equal((await ask(page, { do: "solve", spec: "nim(1,2)" })).grundy, 3);
    await other.close();
    // The server is free again long before the long table would be complete.
    const start = Date.now();
    assert.equal((await ask(page, SHORT)).grundy.join(), "0,1,0,1,2");
    inTime(start, 20000);
    await page.browserContext().close();
  },

  async "tables are sent as bytes"() {
    const page = await open("#play/nim(1)");
    const [table, wrong] = await page.evaluate(async () => {
      const { askTable } = await import(new URL("ask.js", document.baseURI).href);
      const table = await askTable({ rules: "wythoff", to: 300, of: "grundy" });
      return [{ ...table, cells: [...table.cells.slice(0, 5)], length: table.cells.length }, await askTable({ rules: "nosuch", to: 9 })];
    });
    assert.deepEqual(table.cells, [0, 1, 2, 3, 4]);
    assert.deepEqual([table.width, table.dims, table.values, table.to, table.side, table.length], [2, 2, true, 300, 301, 301 * 301]);
    assert.equal(wrong.error.kind, "unknown_game");
    await page.browserContext().close();
  },
};
