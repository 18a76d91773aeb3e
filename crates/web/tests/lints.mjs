// Lints, compared with the program; their marks in the string, and their fixes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { onPage, record, settled, source, texts, type } from "./page.mjs";

/** Returns the marked parts of the string, each with the numbers of its findings. */
const marks = (page) => page.locator(".annotated mark").evaluateAll((all) => all.map((one) => [one.textContent, one.dataset.notes]));

// %7e: its digit should be in upper case (RFC 3986, 2.1), and the tilde needs no escape (2.3).
test("every place of every finding is marked in the one string", onPage({ view: "lint", text: "http://h/%7ea%7eb%7ec" }, async (page) => {
  await settled(page);
  assert.deepEqual(await marks(page), [["%7e", "1 2"], ["%7e", "1 2"], ["%7e", "1 2"]]);
  assert.deepEqual(await texts(page, ".numbered"), ["1", "2"]);
  assert.equal(await page.locator(".annotated").count(), 1);
  // Hovering over a finding in the list highlights it in the string.
  await page.locator("[data-lint]").nth(1).hover();
  assert.equal(await page.locator(".annotated mark.pointed").count(), 3);
}));

test("the numbers increase along the string", onPage({ view: "lint", text: "http://0x7f.1/%7euser" }, async (page) => {
  await settled(page);
  const [host, escape] = await marks(page);
  assert.deepEqual([host[0], escape[0]], ["0x7f.1", "%7e"]);
  const numbers = [...host[1].split(" "), ...escape[1].split(" ")].map(Number);
  assert.deepEqual(numbers, numbers.map((_, index) => index + 1));
}));

// Derived manually: RFC 3986, 2, requires a%20b for a space; then %7e is ~ (2.3).
test("all is fixed, the error first, and the fixes are listed", onPage({ view: "lint", text: "http://h/a b%7e" }, async (page) => {
  await settled(page);
  await page.click(".mend-all");
  await page.waitForFunction(() => document.querySelector("#text").value === "http://h/a%20b~");
  await settled(page);
  assert.match(await page.innerText(".setting [role=status]"), /^Fixed: space.*needless-escape/);
  assert.equal(await page.locator(".mend-all").count(), 0);
  await page.goBack();
  await page.waitForFunction(() => document.querySelector("#text").value === "http://h/a b%7e");
}));

test("fixes that undo each other stop", async () => {
  globalThis.WORKER_SOURCE = "";
  const { mendAll } = await source("mend.ts");
  const turn = async (text) => ({ id: "turn", text: text === "a" ? "b" : "a" });
  assert.deepEqual(await mendAll("a", turn), { text: "b", ids: ["turn"], ended: "in a circle" });
  const grow = async (text) => ({ id: "grow", text: `${text}x` });
  assert.equal((await mendAll("", grow)).ids.length, 100);
  assert.equal((await mendAll("", grow)).ended, "after many");
  assert.deepEqual(await mendAll("a", async () => null), { text: "a", ids: [], ended: "nothing more" });
});

test("only the chosen lints are shown, and fixed", onPage({ view: "lint", text: "http://0x7f.1/%7euser", pack: "security" }, async (page) => {
  await settled(page);
  assert.deepEqual((await page.locator("[data-lint]").evaluateAll((all) => all.map((one) => one.dataset.lint))).sort(), ["disguised-address", "loopback-address"]);
  await page.selectOption("#pack", "letter");
  await page.click(".mend-all");
  await page.waitForFunction(() => document.querySelector("#text").value === "http://127.0.0.1/~user");
}));

test("lints equal the program's, and fix the string", onPage({ view: "lint" }, async (page) => {
  for (const text of ["http://0x7f.1/%7euser", "http:/\\evil.example", "http://h/a b", "http://h/"]) {
    await type(page, text);
    await settled(page);
    const wanted = record("lint", "--json", "--pack", "all", "--", text);
    const shown = await page.locator("[data-lint]").evaluateAll((all) => all.map((one) => one.dataset.lint));
    assert.deepEqual(shown.sort(), wanted.findings.map(({ id }) => id).sort(), text);
  }
  await type(page, "http://h/%7euser");
  await settled(page);
  await page.locator('[data-lint="needless-escape"] .mend').click();
  assert.equal(await page.inputValue("#text"), "http://h/~user");
}));
