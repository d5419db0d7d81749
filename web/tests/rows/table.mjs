// Tests Table and Sequence: the cell under the pointer, keys, overlaid claims, saved files.
import assert from "node:assert/strict";
import { ask, go, open, ready, settled, text, until } from "../drive.mjs";

export const places = [
  "#table/wythoff?to=100", "#table/take[1,3,4]?to=1000&by=7", "#table/wythoff?to=100&claim=P%20iff%20a%20==%20b", "#table/take[1,2%20%7C%201]?to=100",
  "#table/rivals[1,2%20:%202%3E3%3E1%20/%201,3%20:%201%3E3%3E2%20/%20%7B%7D%20:%201%3E2%3E3]", "#sequence/kayles?to=200", "#sequence/0.16?to=10000",
];

// Returns the centre of a cell while the whole table is shown.
const middle = (page, x, y, width, height) => page.$eval("canvas", (canvas, x, y, width, height) => {
  const box = canvas.getBoundingClientRect(), scale = Math.min(64, box.width / width, box.height / height);
  const [left, above] = [box.left + (box.width - width * scale) / 2, box.top + (box.height - height * scale) / 2];
  return [left + (x + .5) * scale, above + (y + .5) * scale];
}, x, y, width, height);
const readout = (page) => text(page, "#readout");
const catching = (page) => page.evaluate(() => {
  globalThis.saved = [];
  const blobs = [];
  URL.createObjectURL = (blob) => { blobs.push(blob); return "#"; };
  HTMLAnchorElement.prototype.click = function () { globalThis.saved.push([this.download, blobs.at(-1)]); };
});
const saved = (page) => page.evaluate(() => Promise.all(globalThis.saved.map(async ([name, blob]) => [name, blob.size, blob.type.startsWith("image/png") ? "" : await blob.text()])));
const press = (page, label) => page.$$eval("button", (all, label) => all.find((button) => button.textContent.includes(label)).click(), label);

export const rows = {
  async "table cells under the pointer and under the cursor have the engine's values"() {
    const page = await open("#table/wythoff?to=30");
    await settled(page);
    const { grundy } = await ask(page, { do: "table", rules: "wythoff", to: 30, of: "grundy" });
    for (const [a, b] of [[0, 0], [1, 2], [3, 5], [30, 30], [17, 4]]) {
      await page.mouse.move(...await middle(page, b, a, 31, 31));
      await until(page, (start) => document.querySelector("#readout").textContent.startsWith(start), `(${a}, ${b}): value ${grundy[a][b]}, ${grundy[a][b] === 0 ? "P" : "N"}`);
    }
    // Zooming keeps the cell under the pointer in its place.
    const place = await middle(page, 12, 20, 31, 31);
    await page.mouse.move(...place);
    await until(page, () => document.querySelector("#readout").textContent.startsWith("(20, 12)"));
    const before = await readout(page), numbers = await text(page, ".ticks.across");
    await page.mouse.wheel({ deltaY: -400 });
    await until(page, (numbers) => document.querySelector(".ticks.across").textContent !== numbers, numbers);
    await page.mouse.move(place[0] + 1, place[1]);
    await page.mouse.move(...place);
    // The browser reports movements of the mouse once per frame.
    await ready(page);
    assert.equal(await readout(page), before);
    await page.focus("canvas");
    await page.keyboard.press("0");
    await page.mouse.move(...await middle(page, 2, 1, 31, 31));
    await until(page, () => document.querySelector("#readout").textContent.startsWith("(1, 2)"));
    await page.mouse.move(5, 5);
    for (const key of ["ArrowRight", "ArrowDown", "+", "ArrowRight"]) await page.keyboard.press(key);
    assert.match(await readout(page), /^\(2, 4\)/);
    await page.keyboard.press("Enter");
    await until(page, () => location.hash === "#play/wythoff(2,4)");
    // Single numbers are shown in rows, triples with a slider.
    await go(page, "#table/take[1,3,4]?to=100&row=7&at=9");
    await settled(page);
    assert.match(await readout(page), /^\(9\): value 0, P/);
    await page.focus("canvas");
    await page.keyboard.press("ArrowDown");
    assert.match(await readout(page), /^\(16\): value 0, P/);
    await go(page, "#table/rule%7B%20(a,b,c)%20-%3E%20(a-1,b,c);%20(a,b-1,c%2B1);%20(a,b,c-2)%20%7D?to=10&at=2,3,0");
    await settled(page);
    const solid = await ask(page, { do: "table", rules: "rule{ (a,b,c) -> (a-1,b,c); (a,b-1,c+1); (a,b,c-2) }", to: 10, of: "grundy" });
    assert.ok((await readout(page)).startsWith(`(2, 3, 0): value ${solid.grundy[2][3][0]}`));
    await page.focus("#layer");
    for (let k = 0; k < 3; k++) await page.keyboard.press("ArrowRight");
    await until(page, (start) => document.querySelector("#readout").textContent.startsWith(start), `(2, 3, 3): value ${solid.grundy[2][3][3]}`);
    await page.browserContext().close();
  },

  async "a table of sixteen million cells is shown, and an address selects one of its cells"() {
    const page = await open("#table/wythoff?to=4095&at=2530,4094");
    // This takes a second or two on an idle machine.
    await settled(page);
    // This is the largest P-position of the table, computed from the golden ratio.
    assert.equal((await ask(page, { do: "solve", spec: "wythoff(2530,4094)" })).outcome, "P");
    assert.match(await readout(page), /^\(2530, 4094\): value 0, P/);
    // P-positions are visible even if a cell is smaller than a pixel, unless their marks are switched off.
    const seen = (marked) => until(page, (marked) => {
      const canvas = document.querySelector("canvas"), { width, height } = canvas, copy = Object.assign(document.createElement("canvas"), { width, height });
      const context = copy.getContext("2d", { willReadFrequently: true });
      context.drawImage(canvas, 0, 0);
      const { data } = context.getImageData(0, 0, width, height);
      let white = 0;
      for (let k = 0; k < data.length; k += 4) white += data[k] > 250 && data[k + 1] > 250 && data[k + 2] > 250;
      return marked ? white > 500 : white < 100;
    }, marked);
    await seen(true);
    await page.click("#marks");
    await seen(false);
    await page.focus("canvas");
    for (let k = 0; k < 12; k++) await page.keyboard.press("+");
    await page.keyboard.press("ArrowLeft");
    assert.match(await readout(page), /^\(2530, 4093\): value \d+, N/);
    await page.browserContext().close();
  },

  async "claims are overlaid on tables, and tables are exported"() {
    const page = await open("#table/wythoff?to=100");
    await settled(page);
    const lay = async (claim) => {
      await page.$eval("#claim", (field) => { field.focus(); field.select(); });
      await page.keyboard.press("Backspace");
      await page.type("#claim", claim);
      await page.click("#overlay");
      await until(page, (claim) => new URLSearchParams(location.hash.split("?")[1]).get("claim") === claim && !document.querySelector(".working") && document.querySelector(".compared,.side .mistake"), claim);
    };
    await lay("P iff min(a,b) == floor(phi*abs(a-b))");
    assert.equal(await page.$eval(".compared", (line) => line.dataset.fails), "0");
    await lay("P iff a == b");
    assert.ok(Number(await page.$eval(".compared", (line) => line.dataset.fails)) > 100);
    assert.match(await text(page, ".compared"), /first at \(1, 1\)/);
    await lay("P iff a ==");
    assert.ok(await page.$(".side .mistake"));
    await catching(page);
    for (const name of ["PNG", "CSV", "LaTeX", "SVG"]) await press(page, name);
    await until(page, () => globalThis.saved.length === 4);
    const files = Object.fromEntries((await saved(page)).map(([name, size, text]) => [name.split(".").pop(), [size, text]]));
    assert.ok(files.png[0] > 1000);
    assert.equal(files.csv[1], (await ask(page, { do: "table", rules: "wythoff", to: 100, format: "csv" })).text);
    assert.match(files.tex[1], /^% wythoff\n\\begin\{array\}\{r{30}\}\n0 & 1 & 2 & 3 &/);
    assert.ok(files.svg[1].startsWith("<svg"));
    await go(page, "#table/take[1,3,4]?to=100");
    await settled(page);
    await press(page, "b-file");
    await until(page, () => globalThis.saved.length === 5);
    assert.ok((await saved(page))[4][2].startsWith("0 0\n1 1\n2 0\n"));
    // Graphs are shown as the text of the command. For unknown games, the page shows a mistake.
    await go(page, "#table/token[0%3E1,1%3E2]");
    await until(page, () => document.querySelector(".table-text,.table-card .mistake"));
    await go(page, "#table/nosuch");
    await until(page, () => document.querySelector(".table-card .mistake"));
    // A long computation can be stopped.
    await go(page, "#table/rule%7B%20(a,b)%20-%3E%20(a-k,b)%20for%20k%20in%201..a;%20(a,b-k)%20for%20k%20in%201..b;%20(a-1,b%2B1)%20%7D?to=2000");
    await until(page, () => document.querySelector(".working button"));
    await page.click(".working button");
    await until(page, () => document.querySelector(".table-card .mistake"));
    await page.browserContext().close();
  },

  async "sequences of up to a million values show their values, their period and their rare values"() {
    const page = await open("#sequence/kayles?to=200");
    await settled(page);
    await until(page, () => document.querySelector(".facts"));
    assert.match(await text(page, ".facts"), /Preperiod71Period12/);
    await page.focus("canvas");
    for (let k = 0; k < 11; k++) await page.keyboard.press("ArrowRight");
    assert.match(await readout(page), /^G\(11\) = 6, rare/);
    await page.keyboard.press("Enter");
    await until(page, () => location.hash === "#play/kayles(11)");
    await go(page, "#sequence/0.16?to=1000000");
    await settled(page);
    await page.focus("canvas");
    await page.keyboard.press("+");
    await catching(page);
    await press(page, "PNG");
    await until(page, () => globalThis.saved.length === 1);
    await go(page, "#sequence/0.77?to=200");
    await settled(page);
    await catching(page);
    for (const name of ["b-file", "CSV", "SVG", "LaTeX"]) await press(page, name);
    await until(page, () => globalThis.saved.length === 4);
    const taken = Object.fromEntries((await saved(page)).map(([name, , text]) => [name.split(".").pop(), text]));
    assert.ok(taken.txt.startsWith("0 0\n1 1\n2 2\n3 3\n4 1\n"));
    assert.match(taken.tex, /\n0 & 1 & 2 & 3 & 1 & 4 & /);
    assert.ok(taken.csv.includes("4,1\n") && taken.svg.startsWith("<svg"));
    await go(page, "#sequence/wythoff");
    await until(page, () => document.querySelector(".table-card .mistake"));
    await page.browserContext().close();
  },
};
