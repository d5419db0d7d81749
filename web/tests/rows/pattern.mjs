// Tests Pattern: findings, the reader's own claims, certificates.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { go, open, until } from "../drive.mjs";

const CERTIFICATE = `grundy certificate 1 54b6b12ddbe47d52
{"rules":"take[1..4]","claim":"P iff n % 5 == 0","proof":{"method":"periodic","theorem":"window","of":"outcome","preperiod":0,"period":5,"table":"PNNNN"}}
`;

export const places = ["#pattern/take[1,3,4]", "#pattern/take[1,3,4]?claim=P%20iff%20n%20%25%207%20==%200"];

export const rows = {
  async "patterns are found, claims are proved or refuted, and certificates are verified"() {
    const page = await open("#pattern/take[1,3,4]");
    const status = (of) => page.$eval(of, (one) => one.getAttribute("data-status"));
    await until(page, () => document.querySelectorAll(".finding[data-status]").length === 2);
    assert.equal(await status(".finding[data-status]"), "proved");
    assert.match(await page.$eval(".formula", (one) => one.textContent), /^P iff n mod 7 in/);
    const claim = async (text, status) => {
      await page.$eval("#claim", (input) => { input.value = ""; });
      await page.type("#claim", text);
      await page.click("#prove");
      await until(page, (text, status) => decodeURIComponent(location.hash.replaceAll("+", " ")).includes(text)
        && document.querySelector(".verdict-of-claim")?.getAttribute("data-status") === status, text, status);
    };
    await claim("P iff n % 7 in {0,2}", "proved");
    await claim("P iff n % 7 == 0", "refuted");
    assert.match(await page.$eval(".verdict-of-claim", (one) => one.textContent), /n = 2/);
    await page.$eval(".verdict-of-claim a", (link) => link.click()); // not by mouse: findings may still move the link
    await until(page, () => location.hash === "#play/take[1,3,4](2)");
    // The link plays the counterexample, also for several numbers, and for rules with letters.
    await go(page, "#pattern/wythoff?claim=P%20iff%20a%20==%20b");
    await until(page, () => document.querySelector(".verdict-of-claim a"));
    assert.equal(await page.$eval(".verdict-of-claim a", (link) => link.hash), "#play/wythoff(1,1)");
    await go(page, "#pattern/take[1..k]?claim=P%20iff%20n%20%25%20k%20==%200");
    await until(page, () => document.querySelector(".verdict-of-claim a")?.hash.startsWith("#play/take[1.."));
    await page.$eval(".verdict-of-claim a", (link) => link.click()); // not by mouse: findings may still move the link
    await until(page, () => document.querySelector(".verdict, .mistake"));
    assert.ok(await page.$(".verdict"));
    // A claim in the address is checked at once; mistakes in claims and rules are shown where they occur.
    await go(page, "#pattern/take[1,3,4]?claim=P%20iff%20n%20%25%207%20==");
    await until(page, () => document.querySelector(".claim .mistake"));
    await go(page, "#pattern/nosuch");
    await until(page, () => document.querySelector(".finding .mistake"));
    await go(page, "#pattern/take[1,3,4]");
    const input = await page.$("#certificate");
    for (const [file, told] of [["wrong.cert", ".certificate .mistake"], ["right.cert", ".certificate .chip.good"]]) {
      const path = `${tmpdir()}/grundy-${process.pid}-${file}`;
      writeFileSync(path, file === "wrong.cert" ? "nonsense" : CERTIFICATE);
      await input.uploadFile(path);
      await until(page, (told) => document.querySelector(told), told);
      rmSync(path);
    }
    await page.browserContext().close();
  },

  async "a pattern is exported as a picture, as code, and as certificates that the program accepts"() {
    const page = await open("#pattern/rule%7B%20n%20-%3E%20n-k%20for%20k%20in%201..n%2F2%20%7D");
    await page.evaluate(() => {
      globalThis.saved = [];
      const blobs = [];
      URL.createObjectURL = (blob) => { blobs.push(blob); return "#"; };
      HTMLAnchorElement.prototype.click = function () { globalThis.saved.push(blobs.at(-1).text().then((text) => [this.download, text])); };
    });
    await until(page, () => document.querySelectorAll(".certificate-file").length === 2);
    await page.$$eval(".certificate-file", (all) => all.forEach((button) => button.click()));
    await page.$$eval(".files button", (all) => all.find((button) => button.textContent.includes("SVG")).click());
    await until(page, () => document.querySelector(".picture svg title")?.textContent.includes("outcomes"));
    await page.$$eval(".files button", (all) => all.find((button) => button.textContent === "Python").click());
    await until(page, () => document.querySelector(".program")?.textContent.includes("def is_p(n)"));
    const files = await page.evaluate(() => Promise.all(globalThis.saved));
    assert.deepEqual(files.map(([name]) => name.split(".").pop()), ["cert", "cert", "svg"]);
    assert.ok(files[2][1].startsWith("<svg"));
    for (const [name, text] of files.slice(0, 2)) {
      const path = `${tmpdir()}/grundy-${process.pid}-${name}`;
      writeFileSync(path, text);
      assert.match(execFileSync(process.env.GRUNDY_PROGRAM, ["verify", path], { encoding: "utf8" }), /verified/);
      rmSync(path);
    }
    await page.browserContext().close();
  },
};
