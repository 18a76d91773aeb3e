// Productions and grammars, compared with the program and the documents.
import assert from "node:assert/strict";
import { test } from "node:test";
import { onPage, record, records, settled, texts, type } from "./page.mjs";

for (const [edition, production] of [["rfc3986", "host"], ["rfc3986", "path-empty"], ["rfc1738", "scheme"], ["rfc1630", "path"]]) {
  test(`${production} of ${edition} is explained as by the program`, onPage({ view: "production", edition, production }, async (page) => {
    await settled(page);
    const wanted = records("explain", "--json", "--edition", edition, production);
    assert.equal(await page.locator("[data-known]").count(), wanted.length);
    const printed = await page.locator("dd:first-of-type > pre.printed").allTextContents();
    assert.ok(wanted.every((one) => printed.includes(one.printed)), JSON.stringify(printed));
    for (const one of wanted) {
      // A choice has a member of each alternative.
      const wanted = one.alternatives ? one.alternatives.flatMap(({ member }) => member ?? []) : one.members;
      const shown = await texts(page, one.alternatives ? "[data-known] .lines li a" : ".strings li");
      assert.ok(wanted.every((text) => shown.includes(`"${text}"`)), JSON.stringify(shown));
    }
    const [first] = records("explain", "--history", "--json", "--edition", edition, production);
    const rows = await page.locator("[data-version]").count();
    assert.equal(rows, first.history.length);
  }));
}

test("the lists of strings have plain names", onPage({ view: "production", production: "h16" }, async (page) => {
  await settled(page);
  const names = await texts(page, "[data-known] dt");
  assert.ok(names.includes("Strings that it accepts") && names.includes("Similar strings that it rejects"), `${names}`);
  assert.doesNotMatch(await page.innerText("#view"), /members?\b|near miss/i);
}));

test("a click on a member makes it the string", onPage({ view: "production", production: "h16" }, async (page) => {
  await settled(page);
  await page.locator(".strings a", { hasText: '"a"' }).first().click();
  assert.equal(await page.inputValue("#text"), "a");
  await settled(page);
  assert.match(await page.innerText("#of-string"), /h16 derives the string/);
}));

// RFC 3986, 3.2.2: the host of the example is an IP-literal, and within that an IPv6address.
test("the path of the string is marked in the diagram", onPage({ view: "production", production: "host", text: "http://[::1]/" }, async (page) => {
  await settled(page);
  const taken = async () => (await page.locator(".picture .taken text").allTextContents()).map((text) => text.trim());
  await page.waitForSelector(".picture .taken text", { state: "attached" });
  assert.deepEqual(await taken(), ["IP-literal"]);
  await page.selectOption("#expand", "1");
  await page.waitForFunction(() => document.querySelectorAll(".picture .taken text").length > 1);
  assert.deepEqual(await taken(), ['"["', "IPv6address", '"]"']);
  await type(page, "http://1.2.3.4/");
  await page.selectOption("#expand", "0");
  await page.waitForFunction(() => document.querySelector(".picture .taken text")?.textContent.trim() === "IPv4address");
  await page.locator(".picture a", { hasText: "reg-name" }).click();
  await settled(page);
  assert.match(await page.innerText(".production-name"), /^reg-name/);
}));

test("the regular expressions equal the program's", onPage({ view: "production", production: "scheme" }, async (page) => {
  await settled(page);
  await page.getByText("As a regular expression").click();
  for (const [dialect, pattern] of [["python", "\\A[A-Za-z][+\\-.0-9A-Za-z]*\\Z"], ["ecmascript", "^[A-Za-z][+\\-.0-9A-Za-z]*$"]]) {
    await page.waitForSelector(`[data-dialect="${dialect}"] code`);
    assert.equal(await page.innerText(`[data-dialect="${dialect}"] code`), pattern);
  }
}));

// A port has only digits.
test("the automaton shows the path of the string", onPage({ view: "production", production: "port", text: "80" }, async (page) => {
  await settled(page);
  await page.getByText("Its minimal automaton").click();
  await page.waitForSelector("table.states");
  assert.match(await page.innerText("details:has(table.states) p"), /The path of the string is 0 → 0 → 0: the last state accepts/);
  assert.equal(await page.locator("table.states tbody tr").count(), 1);
}));

test("two documents differ by shortest strings", onPage({ view: "production", production: "host" }, async (page) => {
  await settled(page);
  await page.selectOption("#with", "rfc1738");
  await page.waitForSelector("#different");
  const wanted = record("diff", "--json", "rfc3986", "rfc1738", "--rule", "host", "host");
  const said = await page.innerText("#different");
  for (const text of [wanted.only_left, wanted.only_right, wanted.common].filter(Boolean)) assert.ok(said.includes(text), said);
}));

test("each name of the printed grammar leads to its production", onPage({ view: "grammar", text: "http://h/a" }, async (page) => {
  await settled(page);
  const productions = await page.locator("[data-production]").evaluateAll((all) => all.map((one) => one.dataset.production));
  // The first and last productions of Appendix A.
  assert.deepEqual([productions[0], productions[1], productions.includes("sub-delims")], ["URI", "hier-part", true]);
  assert.ok(await page.locator('[data-production="URI"].taken').count());
  assert.equal(await page.locator('[data-production="IPv6address"].taken').count(), 0);
  await page.fill("#filter", "dec-octet");
  assert.deepEqual(await page.locator("[data-production]").evaluateAll((all) => all.map((one) => one.dataset.production)), ["IPv4address", "dec-octet"]);
  await page.locator('[data-production="IPv4address"] a', { hasText: "dec-octet" }).first().click();
  await settled(page);
  assert.match(await page.innerText(".production-name"), /^dec-octet/);
}));

test("parts that were not searched have no verdict", onPage({ view: "production", production: "fragment", text: `http://h/${"/".repeat(600)}#nose` }, async (page) => {
  await settled(page);
  assert.match(await page.innerText("#of-string"), /not among the first 400 nodes/);
  await page.evaluate(() => { location.hash = `#view=production&production=port&text=${"1".repeat(5000)}x`; });
  await page.waitForFunction(() => document.querySelector(".production-name")?.textContent.startsWith("port"));
  await settled(page);
  await page.getByText("Its minimal automaton").click();
  await page.waitForSelector("table.states");
  assert.match(await page.innerText("details:has(table.states) p"), /only its first 4096 bytes are shown/);
}));
