// The lab: two languages of any kinds, compared with the program; one alone; and strings that are tested.
import assert from "node:assert/strict";
import { test } from "node:test";
import { onPage, record, settled, source, texts } from "./page.mjs";

const judged = async (page) => {
  await settled(page);
  await page.waitForSelector("#judged");
};

test("the lab opens with two patterns", onPage({ view: "lab" }, async (page) => {
  assert.deepEqual([await page.inputValue("#left"), await page.inputValue("#kind")], ["regex", "regex"]);
  assert.match(await page.innerText(".waiting-for"), /Type or paste both/);
}));

const RELATIONS = { equal: /exactly the same/, wider: /first accepts all strings of the second, and more/, narrower: /second accepts all strings of the first, and more/, overlapping: /each accepts strings/, disjoint: /no string is accepted by both/ };

test("each relation is that of the program, with its strings", onPage({ view: "lab" }, async (page) => {
  const { nameOf, kindOf } = await source("kinds.ts");
  for (const [left, printed, kind, against] of [
    ["regex", "^a+$", "python", "^aa*\\Z"], ["regex", "^a*$", "regex", "^a+$"], ["iam", "ab", "iam", "a*"], ["fnmatch", "*.com", "production", "rfc3986:host"],
    ["template", "/users/{id}", "openapi", "/posts/{id}"], ["format", "ipv4", "production", "rfc3986:IPv4address"],
  ]) {
    await page.selectOption("#left", left);
    await page.selectOption("#kind", kind);
    await page.fill("#printed", printed);
    await page.fill("#against", against);
    const names = [nameOf(kindOf(left), printed), nameOf(kindOf(kind), against)];
    const { relation, only_left, only_right } = record("relation", "--json", ...names);
    await page.waitForFunction(([names, source]) => {
      const command = document.querySelector("#part-lab .command code")?.textContent ?? "";
      return !document.querySelector(".stale, .waiting") && names.every((name) => command.includes(name)) && new RegExp(source).test(document.querySelector("#judged")?.textContent);
    }, [names, RELATIONS[relation].source]);
    const only = (await texts(page, ".only")).join("\n");
    for (const text of [only_left, only_right]) if (text !== undefined) assert.ok(only.includes(text === "" ? "the empty string" : `"${text}"`), `${names}: ${only}`);
  }
}));

// RFC 3986, 3.2.3: a port may be empty.
test("a grammar is compared with a production of a document", onPage({ view: "lab", left: "grammar", printed: "port = 1*DIGIT\n", kind: "production", against: "rfc3986:port" }, async (page) => {
  await judged(page);
  assert.match(await page.innerText("#judged"), /second accepts all strings of the first, and more/);
  assert.match(await page.innerText(".only"), /Only the second accepts the empty string/);
}));

test("an error is said of its side", onPage({ view: "lab", printed: "^(a$", kind: "production", against: "rfc3986:nothing" }, async (page) => {
  await judged(page);
  const said = await texts(page, ".faults li");
  assert.equal(said.length, 2);
  assert.match(said[0], /^The first: .*unclosed/);
  assert.match(said[1], /^The second: .*no production `nothing`/);
}));

test("a pattern that is not anchored is said to be so, of its side", onPage({ view: "lab", printed: "[a-z]+", against: "^[a-z]+$" }, async (page) => {
  await judged(page);
  assert.match(await page.innerText("#unanchored"), /^The first pattern is not anchored/);
}));

// The textbook example of exponential backtracking.
test("one pattern alone is linted", onPage({ view: "lab", printed: "^(a+)+$" }, async (page) => {
  await judged(page);
  assert.equal(await page.locator("[data-finding=exponential-time]").count(), 1);
  assert.match(await page.innerText(".only"), /"a", "aa"/);
  assert.match(await page.innerText("#judged"), /Decided in/);
}));

test("strings are tested on both sides", onPage({ view: "lab", left: "grammar", printed: "port = *DIGIT\n", against: "^[0-8]*$", tests: "8\n9\nx" }, async (page) => {
  await page.waitForSelector("#tested");
  const rows = await page.locator("#tested tbody tr").evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
  assert.deepEqual(rows, [['"8"', "✓ accepts", "✓ accepts"], ['"9"', "✓ accepts", "✗ rejects at byte 0"], ['"x"', "✗ rejects at byte 0", "✗ rejects at byte 0"]]);
  assert.match(await page.innerText("#judged"), /differs from port/);
}));

test("a string has a tree by one's own grammar", onPage({ view: "lab", left: "grammar", printed: "time = hour \":\" minute\nhour = 2DIGIT\nminute = 2DIGIT\n", tests: "12:30\n12:3" }, async (page) => {
  await page.waitForSelector("#tested");
  assert.match(await page.innerText("#tested"), /"12:3"\s+✗ rejects at byte 4/);
  await page.click("#part-lab summary:has-text('The tree of')");
  await page.waitForSelector("#part-lab [role=tree]");
  const nodes = await page.locator("#part-lab [role=treeitem]").evaluateAll((all) => all.map((one) => [one.ariaLevel, one.querySelector(".rule").textContent, one.querySelector(".bytes").textContent]));
  assert.deepEqual(nodes.filter(([, rule]) => rule !== "DIGIT"), [["1", "time", "0–5"], ["2", "hour", "0–2"], ["2", "minute", "3–5"]]);
  assert.equal(await page.locator("#part-lab [role=tree] a").count(), 0);
}));

test("the addresses of an earlier version lead to the same answers", async () => {
  globalThis.history ??= { state: null };
  const { stateOf } = await source("state.ts");
  const of = (hash) => (({ view, left, kind }) => [view, left, kind])(stateOf(hash));
  assert.deepEqual(of("#view=audit&printed=a&against=b&kind=regex"), ["lab", "grammar", "regex"]);
  assert.deepEqual(of("#view=audit&printed=a&against=b&kind=regex&dialect=python&notation=w3c"), ["lab", "w3c", "python"]);
  assert.deepEqual(of("#view=audit"), ["lab", "grammar", "pest"]);
  assert.deepEqual(of("#view=lab"), ["lab", "", ""]);
});

test("each view of an earlier version has its place", onPage({ text: "http://h/%7e" }, async (page) => {
  const places = {
    string: "url", tree: "url", editions: "url", normalize: "url", edit: "url", lint: "url", lines: "url", resolve: "same", compare: "same",
    template: "lab", audit: "lab", production: "documents", grammar: "documents",
  };
  const renamed = { audit: "lab", edit: "string" };
  for (const [view, question] of Object.entries(places)) {
    const part = `#part-${renamed[view] ?? view}`;
    await page.evaluate((view) => (location.hash = `#text=http://h/%257e&view=${view}`), view);
    await page.waitForSelector(`#tab-${question}[aria-selected=true]`);
    await page.waitForSelector(view === "lines" ? "#totals" : part);
    if (view !== "lines") assert.ok(await page.locator(part).evaluate((part) => !part.matches("details:not([open])")), view);
    assert.equal(await page.locator("#view > .failed").count(), 0, view);
  }
}));
