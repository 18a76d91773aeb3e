// Normal forms, two strings compared, and lints, held against the program.
import assert from "node:assert/strict";
import { test } from "node:test";
import { onPage, record, settled, texts, type } from "./page.mjs";

// RFC 3986, 6.2.2: the two URIs that are equivalent, and what each rung does to the second.
const SECTION_6 = "eXAMPLE://a/./b/../b/%63/%7bfoo%7d";

test("each rung says what it changed", onPage({ view: "normalize" }, async (page) => {
  for (const text of [SECTION_6, "http://EXAMPLE.com:80/%7euser/../a", "mailto:A@B.example", "a/../b", "//h/%2e%2E/c"]) {
    await type(page, text);
    await settled(page);
    const wanted = record("normalize", "--json", "--", text);
    assert.equal(await page.innerText(".target"), wanted.normalized, text);
    for (const rung of ["case", "percent-encoding", "path-segments"]) {
      const own = wanted.changes.filter((change) => change.rung === rung);
      const shown = await page.locator(`[data-rung="${rung}"] .changed`).evaluateAll((all) => all.map((one) => [...one.querySelectorAll("code")].map((code) => code.textContent)));
      assert.deepEqual(shown, own.map(({ before, after }) => [before, after]), `${text}: ${rung}`);
    }
  }
  await page.selectOption("#rung", "case");
  await type(page, SECTION_6);
  await settled(page);
  assert.equal(await page.innerText(".target"), "example://a/./b/../b/%63/%7Bfoo%7D");
  assert.match(await page.innerText('[data-rung="path-segments"]'), /Not asked for/);
}));

test("an edition with fewer rungs says so", onPage({ view: "normalize", edition: "rfc1738", text: "HTTP://h/%7e" }, async (page) => {
  await settled(page);
  assert.match(await page.innerText('[data-rung="path-segments"]'), /rfc1738 has no such rung/);
  assert.equal(await page.innerText(".target"), record("normalize", "--json", "--edition", "rfc1738", "HTTP://h/%7e").normalized);
}));

test("two strings meet at the rung of the program", onPage({ view: "compare" }, async (page) => {
  for (const [a, b] of [
    ["example://a/b/c/%7Bfoo%7D", SECTION_6], ["http://example.com", "http://EXAMPLE.com:80/"], ["a:b", "a:b"], ["a:b", "a:c"],
  ]) {
    await type(page, a);
    await page.fill("#other", b);
    await settled(page);
    const { rung } = record("compare", "--json", "--", a, b);
    const said = await page.innerText("#met");
    if (rung === undefined) assert.match(said, /No rung/);
    else if (rung === "string") assert.match(said, /the same string/);
    else assert.ok(said.includes(`at the rung ${rung}`), said);
  }
  await page.getByText("Swap the two").click();
  assert.equal(await page.inputValue("#text"), "a:c");
}));

test("an invalid side is said of its side", onPage({ view: "compare", text: "a:b", other: "a b" }, async (page) => {
  await settled(page);
  assert.deepEqual(await texts(page, "#view h3"), ["The other string"]);
  await page.getByText("Take the mended string").click();
  assert.equal(await page.inputValue("#other"), "a%20b");
  assert.equal(await page.inputValue("#text"), "a:b");
}));

test("a mended base is the base", onPage({ view: "normalize", text: "a", base: "http://h/a b" }, async (page) => {
  await settled(page);
  await page.locator(".mend").click();
  assert.equal(await page.inputValue("#text"), "a");
  assert.match(page.url(), /base=http%3A%2F%2Fh%2Fa%2520b/);
}));

test("every place of a finding is marked", onPage({ view: "lint", text: "http://h/%7ea%7eb%7ec" }, async (page) => {
  await settled(page);
  assert.deepEqual(await texts(page, '[data-lint="needless-escape"] .lit'), ["%7e", "%7e", "%7e"]);
}));

test("lints are those of the program, and mend the string", onPage({ view: "lint" }, async (page) => {
  for (const text of ["http://0x7f.1/%7euser", "http:/\\evil.example", "http://h/a b", "http://h/"]) {
    await type(page, text);
    await settled(page);
    const wanted = record("lint", "--json", "--pack", "all", "--", text);
    const shown = await page.locator("[data-lint]").evaluateAll((all) => all.map((one) => one.dataset.lint));
    assert.deepEqual(shown, wanted.findings.map(({ id }) => id), text);
  }
  await type(page, "http://h/%7euser");
  await settled(page);
  await page.locator('[data-lint="needless-escape"] .mend').click();
  assert.equal(await page.inputValue("#text"), "http://h/~user");
}));
