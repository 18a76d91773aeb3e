// Normal forms, and the comparison of two strings, compared with the program.
import assert from "node:assert/strict";
import { test } from "node:test";
import { onPage, record, settled, source, texts, type } from "./page.mjs";

// RFC 3986, 6.2.2: the second of two equivalent URIs, which each rung changes.
const SECTION_6 = "eXAMPLE://a/./b/../b/%63/%7bfoo%7d";

test("each rung shows its changes", onPage({ view: "normalize" }, async (page) => {
  for (const text of [SECTION_6, "http://EXAMPLE.com:80/%7euser/../a", "mailto:A@B.example", "a/../b", "//h/%2e%2E/c"]) {
    await type(page, text);
    await settled(page);
    const wanted = record("normalize", "--json", "--", text);
    assert.equal(await page.innerText(".target"), wanted.normalized, text);
    for (const rung of ["case", "percent-encoding", "path-segments"]) {
      const own = wanted.changes.filter((change) => change.rung === rung);
      const shown = await page.locator(`[data-rung~="${rung}"] .changed`).evaluateAll((all) => all.map((one) => [...one.querySelectorAll("code")].map((code) => code.textContent)));
      assert.deepEqual(shown, own.map(({ before, after }) => [before, after]), `${text}: ${rung}`);
    }
  }
  await page.selectOption("#rung", "case");
  await type(page, SECTION_6);
  await settled(page);
  assert.equal(await page.innerText(".target"), "example://a/./b/../b/%63/%7Bfoo%7D");
  assert.match(await page.innerText('[data-rung~="path-segments"]'), /not selected/);
}));

test("the missing rungs of an edition are reported", onPage({ view: "normalize", edition: "rfc1738", text: "HTTP://h/%7e" }, async (page) => {
  await settled(page);
  assert.match(await page.innerText('[data-rung~="path-segments"]'), /RFC 1738 does not define it/);
  assert.equal(await page.innerText(".target"), record("normalize", "--json", "--edition", "rfc1738", "HTTP://h/%7e").normalized);
}));

/** RFC 3986, 6.2: the section of each rung. */
const SECTIONS = { case: "6.2.2.1", "percent-encoding": "6.2.2.2", "path-segments": "6.2.2.3", scheme: "6.2.3" };

test("two strings are equivalent at the rung of the program", onPage({ view: "compare" }, async (page) => {
  for (const [a, b] of [
    ["example://a/b/c/%7Bfoo%7D", SECTION_6], ["http://example.com", "http://EXAMPLE.com:80/"], ["a:b", "a:b"], ["a:b", "a:c"],
  ]) {
    await page.fill("#text", a);
    await page.fill("#other", b);
    await settled(page);
    const { rung } = record("compare", "--json", "--", a, b);
    const said = await page.innerText("#met");
    if (rung === undefined) assert.match(said, /Not the same/);
    else if (rung === "string") assert.match(said, /the same string/);
    else assert.ok(said.includes(`The same URL, by RFC 3986, ${SECTIONS[rung]}:`), said);
  }
  await page.getByText("Swap", { exact: true }).click();
  assert.equal(await page.inputValue("#text"), "a:c");
}));

test("an error is reported for its side", onPage({ view: "compare", text: "a:b", other: "a b" }, async (page) => {
  await settled(page);
  assert.deepEqual(await texts(page, "#part-compare h3"), ["The other string is invalid"]);
  await page.locator("#part-compare .mend").click();
  assert.equal(await page.inputValue("#other"), "a%20b");
  assert.equal(await page.inputValue("#text"), "a:b");
}));

test("a fixed base replaces the base", onPage({ view: "normalize", text: "a", base: "http://h/a b" }, async (page) => {
  await settled(page);
  await page.locator("#part-normalize .mend").click();
  assert.equal(await page.inputValue("#text"), "a");
  assert.match(page.url(), /base=http%3A%2F%2Fh%2Fa%2520b/);
}));

// RFC 3986, 6.2.2: 6.2.2.1 permits three changes of case, and 6.2.3 refers to the section on ports.
test("a rung shows its section once, and rungs without a change share a line", onPage({ view: "normalize", text: SECTION_6 }, async (page) => {
  await settled(page);
  assert.equal((await page.innerText('[data-rung="case"]')).match(/6\.2\.2\.1/g).length, 1);
  assert.equal(await page.innerText(".before"), SECTION_6);
  await type(page, "http://a/b");
  await settled(page);
  assert.match(await page.innerText(".same"), /No change up to path-segments/);
  assert.deepEqual(await page.locator(".ladder > li").evaluateAll((all) => all.map((one) => one.dataset.rung)), ["case percent-encoding path-segments", "scheme"]);
  await type(page, "http://a:80/b");
  await page.getByText("Normalize this too").click();
  await settled(page);
  assert.equal(await page.innerText(".target"), "http://a/b");
  assert.equal(await page.inputValue("#rung"), "scheme");
  // The section on ports permits the change, not the section of the rung.
  assert.match(await page.innerText('[data-rung="scheme"] li'), /:80 .*3\.2\.3/s);
}));

test("two strings are aligned", async () => {
  const { aligned } = await source("alignment.ts");
  const runs = (a, b) => aligned(a, b).map((run) => (run.same ? run.a : [run.a, run.b]));
  assert.deepEqual(runs("http://example.com", "http://EXAMPLE.com:80/"), ["http://", ["example", "EXAMPLE"], ".com", ["", ":80/"]]);
  assert.deepEqual(runs("h/%7eu", "h:80/~u"), ["h", ["", ":80"], "/", ["%7e", "~"], "u"]);
  assert.deepEqual(runs("", ""), []);
  assert.deepEqual(runs("", "a"), [["", "a"]]);
  assert.deepEqual(runs("a", "a"), ["a"]);
  // A pair is one character, even if one half is equal.
  assert.deepEqual(runs("x\u{1f600}", "x\u{1f601}"), ["x", ["\u{1f600}", "\u{1f601}"]]);
  assert.deepEqual(runs("\u{1f600}y", "\u{1fa00}y"), [["\u{1f600}", "\u{1fa00}"], "y"]);
  // A long middle is a single run, and is fast.
  const [a, b] = ["a".repeat(500_000), "b".repeat(500_000)];
  assert.deepEqual(aligned(`x${a}`, `x${b}`), [{ same: true, a: "x", b: "x" }, { same: false, a, b }]);
});

test("differences are marked in two lines of the same width", onPage({ view: "compare", text: "http://a/%7e", other: "http://A:80/~" }, async (page) => {
  await settled(page);
  assert.deepEqual(await page.locator(".two mark").allTextContents(), ["a", "A:80", "%7e", "~"]);
  const widths = await page.locator(".two").evaluateAll((all) => all.map(({ children: [one, other] }) => [one.textContent.length, other.textContent.length]));
  for (const [one, other] of widths) assert.equal(one, other);
  assert.match(await page.locator(".difference .aside").textContent(), /first: a; other: A:80.*first: %7e; other: ~/);
}));
