// Targets and their steps, held against the program and against what RFC 3986 prints.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { BASE, REFERENCES } from "./examples.mjs";
import { onPage, record, settled, texts, type } from "./page.mjs";

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
      // Each line of the program's trace that assigns something is a row.
      const lines = (await texts(page, ".steps tbody tr td:nth-child(2)")).filter((line) => line !== "");
      const trace = execFileSync(process.env.URISPEC, ["resolve", "--trace", "--edition", edition, "--base", BASE, "--", reference], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
      for (const line of lines) assert.ok(trace.includes(line), `${reference}: ${line}`);
    }
  }));
}

// RFC 3986, 5.2.4: the first of its two examples.
test("the two buffers stand as the document prints them", onPage({ view: "resolve", text: "/a/b/c/./../../g", base: "http://h" }, async (page) => {
  await settled(page);
  const rows = await page.locator(".buffers tbody tr").evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent.trim())));
  assert.deepEqual(rows.map(([, output, input]) => [output, input]), [
    ["", "/a/b/c/./../../g"], ["/a", "/b/c/./../../g"], ["/a/b", "/c/./../../g"], ["/a/b/c", "/./../../g"],
    ["/a/b/c", "/../../g"], ["/a/b", "/../g"], ["/a", "/g"], ["/a/g", ""],
  ]);
  assert.deepEqual(rows.map(([label]) => label.replace(/[^0-9A-E]/g, "")), ["1", "2E", "2E", "2E", "2B", "2C", "2C", "2E"]);
}));

test("a departure from the letter is chosen, and is in the address", onPage({ view: "resolve", text: "http:g", base: BASE }, async (page) => {
  await settled(page);
  assert.equal(await page.innerText(".target"), "http:g");
  await page.getByLabel(/Non-strict/).check();
  await settled(page);
  assert.equal(await page.innerText(".target"), "http://a/b/c/g");
  assert.match(page.url(), /policy=non-strict/);
  assert.match(await page.innerText(".command"), /--non-strict/);
}));

test("what is wrong with the base is said of the base", onPage({ view: "resolve", text: "a", base: "//h" }, async (page) => {
  await settled(page);
  assert.deepEqual(await texts(page, "#view h3"), ["The base"]);
  assert.equal(await page.innerText(".cause"), record("resolve", "--json", "--base", "//h", "a").error.message);
}));
