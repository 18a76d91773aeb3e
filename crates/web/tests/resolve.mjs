// Targets and their steps, compared with the program and with RFC 3986.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { BASE, REFERENCES } from "./examples.mjs";
import { onPage, record, settled, source, texts, type } from "./page.mjs";

/** Opens all folded parts. */
async function open(page) {
  await page.evaluate(() => document.querySelectorAll("#part-resolve details").forEach((one) => (one.open = true)));
}

for (const edition of ["rfc3986", "rfc2396", "rfc1630"]) {
  test(`targets and steps by ${edition} are those of the program`, onPage({ view: "resolve", edition, base: BASE }, async (page) => {
    for (const reference of REFERENCES) {
      await type(page, reference);
      await settled(page);
      const wanted = record("resolve", "--json", "--edition", edition, "--base", BASE, "--", reference);
      if (!wanted.valid) {
        assert.notEqual(await page.locator(".wrong-block, .cause").count(), 0, reference);
        continue;
      }
      const shown = await page.innerText(".target");
      if (wanted.target === null) assert.match(shown, /current document/, reference);
      else assert.equal(shown, wanted.target, reference);
      assert.equal(await page.locator(".warnings li").count(), wanted.warnings.length, reference);
      // Each assignment in the program's trace is a row.
      await open(page);
      await page.waitForSelector(".steps");
      const lines = (await texts(page, ".steps tbody tr td:nth-child(2)")).filter((line) => line !== "");
      const trace = execFileSync(process.env.URISPEC, ["resolve", "--trace", "--edition", edition, "--base", BASE, "--", reference], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
      for (const line of lines) assert.ok(trace.includes(line), `${reference}: ${line}`);
    }
  }));
}

// RFC 3986, 5.2.4: the first of its two examples.
test("the two buffers are those printed in the document", onPage({ view: "resolve", text: "/a/b/c/./../../g", base: "http://h" }, async (page) => {
  await settled(page);
  await open(page);
  await page.waitForSelector(".buffers");
  const rows = await page.locator(".buffers tbody tr").evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent.trim())));
  assert.deepEqual(rows.map(([, output, input]) => [output, input]), [
    ["", "/a/b/c/./../../g"], ["/a", "/b/c/./../../g"], ["/a/b", "/c/./../../g"], ["/a/b/c", "/./../../g"],
    ["/a/b/c", "/../../g"], ["/a/b", "/../g"], ["/a", "/g"], ["/a/g", ""],
  ]);
  assert.deepEqual(rows.map(([label]) => label.replace(/[^0-9A-E]/g, "")), ["1", "2E", "2E", "2E", "2B", "2C", "2C", "2E"]);
}));

test("a departure from the algorithm can be chosen, and is in the address", onPage({ view: "resolve", text: "http:g", base: BASE }, async (page) => {
  await settled(page);
  assert.equal(await page.innerText(".target"), "http:g");
  await open(page);
  await page.getByLabel(/Non-strict/).check();
  await settled(page);
  assert.equal(await page.innerText(".target"), "http://a/b/c/g");
  assert.match(page.url(), /policy=non-strict/);
  assert.match(await page.innerText("#part-resolve .command"), /--non-strict/);
}));

test("an error of the base is reported for the base", onPage({ view: "resolve", text: "a", base: "//h" }, async (page) => {
  await settled(page);
  assert.deepEqual(await texts(page, "#part-resolve h3"), ["The base is invalid"]);
  assert.equal(await page.innerText("#part-resolve .cause"), record("resolve", "--json", "--base", "//h", "a").error.message);
}));

/** Returns the rows of the table: component, base, reference, target, and its origin. */
const grid = (page) => page.locator(".origins tbody tr").evaluateAll((rows) => rows.map((row) => {
  const [base, reference, target] = [...row.querySelectorAll("td")];
  const value = (cell) => (cell.querySelector(".undefined") ? null : cell.querySelector(".empty") ? "" : cell.querySelector(".value").textContent);
  return [row.dataset.part, value(base), value(reference), value(target), target.querySelector(".origin").textContent];
}));

// RFC 3986, 5.2.2 and 5.2.3, derived manually for two examples of 5.4.1.
test("each component of the target has its origin", onPage({ view: "resolve", text: "../g" }, async (page) => {
  await settled(page);
  await page.waitForSelector(".origins");
  assert.deepEqual(await grid(page), [
    ["scheme", "http", null, "http", "the base’s (5.2.2)"],
    ["authority", "a", null, "a", "the base’s (5.2.2)"],
    ["path", "/b/c/d;p", "../g", "/b/g", "the base’s up to its last “/”, then the reference’s, without dot segments (5.2.3, 5.2.4)"],
    ["query", "q", null, null, "the reference’s (5.2.2)"],
  ]);
  await type(page, "//g?y#s");
  await settled(page);
  await page.waitForSelector("[data-part=fragment]");
  assert.deepEqual(await grid(page), [
    ["scheme", "http", null, "http", "the base’s (5.2.2)"],
    ["authority", "a", "g", "g", "the reference’s (5.2.2)"],
    ["path", "/b/c/d;p", "", "", "the reference’s, without dot segments (5.2.4)"],
    ["query", "q", "y", "y", "the reference’s (5.2.2)"],
    ["fragment", null, "s", "s", "the reference’s (5.2.2)"],
  ]);
}));

test("with other step descriptions, equal values decide the origin", async () => {
  const { originOf } = await source("provenance.ts");
  const [base, reference, target] = [{ scheme: "http", authority: "a", path: "/b/c" }, { path: "g" }, { scheme: "http", authority: "a", path: "/b/g" }];
  const sides = (part) => [originOf(part, [], base, reference, target)].map(({ base, reference }) => [base, reference])[0];
  assert.deepEqual(sides("scheme"), [true, false]);
  assert.deepEqual(sides("path"), [true, true]);
  assert.deepEqual(sides("query"), [false, true]);
});

test("the default base of 5.4 is in the field and not in the address", onPage({ view: "resolve", text: "g" }, async (page) => {
  await settled(page);
  assert.equal(await page.inputValue("#base"), BASE);
  assert.match(await page.innerText("#base-note"), /RFC 3986, 5\.4/);
  assert.equal(await page.innerText(".target"), "http://a/b/c/g");
  assert.ok(!page.url().includes("base="));
  // After clearing the field, the user can type another base.
  await page.fill("#base", "");
  assert.equal(await page.inputValue("#base"), "");
  await page.locator("#base").pressSequentially("http://h/x/");
  await settled(page);
  assert.equal(await page.innerText(".target"), "http://h/x/g");
  assert.equal(await page.locator("#base-note").count(), 0);
  // RFC 1630 does not derive that base; its examples have another, against which `../g` is magic://a/b/c//d/g.
  await page.evaluate(() => (location.hash = "#view=resolve&edition=rfc1630&text=../g"));
  await page.waitForFunction(() => document.querySelector("#base")?.value === "magic://a/b/c//d/e/f");
  await settled(page);
  assert.equal(await page.innerText(".target"), "magic://a/b/c//d/g");
}));

// RFC 2396, 5.2, 6a: with an empty path, the base without its last segment is kept; RFC 3986, 5.2.2, keeps the whole
// path.
test("only the differing targets of other documents are shown", onPage({ view: "resolve", text: "?y" }, async (page) => {
  await settled(page);
  await page.waitForSelector(".targets");
  const by = (id) => page.innerText(`.targets [data-by~="${id}"] dd`);
  assert.equal(await by("rfc2396"), "http://a/b/c/?y");
  assert.equal(await page.locator('.targets [data-by~="browser"]').count(), 0);
  assert.match(await page.innerText("#view"), /The same target: this browser, /);
}));
