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
  assert.match(said[0], /^The pattern, line 1, column 2: unclosed/);
  assert.match(said[1], /^The document and the production: .*no production `nothing`/);
}));

test("an error of either side has a button that leads to it", onPage({ view: "lab", left: "abnf", printed: "a = b\nb = \"x\n", kind: "abnf", against: "a = %x\n" }, async (page) => {
  await judged(page);
  const said = await texts(page, ".faults li");
  assert.match(said[0], /^The first printed grammar, line 2\b/);
  assert.match(said[1], /^The second printed grammar, line 1\b/);
  const lines = () => page.evaluate(() => [document.activeElement.id, document.activeElement.value.slice(0, document.activeElement.selectionStart).split("\n").length]);
  await page.locator(".faults button").nth(0).click();
  assert.deepEqual(await lines(), ["printed", 2]);
  await page.locator(".faults button").nth(1).click();
  assert.deepEqual(await lines(), ["against", 1]);
  assert.equal(await page.getAttribute("#against", "aria-invalid"), "true");
}));

// U+00E9 is two bytes: the bracket is byte 3, and the third character.
test("an error of a pattern alone leads to its character", onPage({ view: "lab", kind: "python", against: "^é(a$" }, async (page) => {
  await judged(page);
  assert.match(await page.innerText(".faults li"), /^The pattern, line 1, column 3: unclosed/);
  await page.getByRole("button", { name: "Go there" }).click();
  assert.deepEqual(await page.evaluate(() => [document.activeElement.id, document.activeElement.selectionStart]), ["against", 2]);
}));

// The second alternative never matches: the first matches a prefix of its only string.
test("a finding leads to its line", onPage({ view: "lab", left: "pest", printed: "a = { b }\nb = { \"x\" | \"xy\" }\n" }, async (page) => {
  await judged(page);
  const place = page.locator(".findings li", { hasText: "line 2" }).first();
  await place.getByRole("button", { name: "Go there" }).click();
  assert.equal(await page.evaluate(() => document.activeElement.value.slice(0, document.activeElement.selectionStart).split("\n").length), 2);
}));

const DATE = "date = year \"-\" month\nyear = 4DIGIT\nmonth = 2DIGIT\n";

test("the production to blame is named", onPage({ view: "lab", left: "abnf", printed: DATE, kind: "abnf", against: DATE.replace("2DIGIT", "1*2DIGIT") }, async (page) => {
  await page.waitForSelector("#causes");
  assert.match(await page.innerText("#judged"), /second accepts all strings of the first, and more/);
  assert.match(await page.innerText("#causes p"), /3 productions of the first are also in the second\. This one differs by itself: those that it uses are equal/);
  assert.deepEqual(await texts(page, "#causes li > code"), ["month"]);
  assert.match(await page.innerText("#causes .only"), /Only the second accepts "0"/);
  await page.getByRole("button", { name: "Line 3 of the second" }).click();
  assert.deepEqual(await page.evaluate(() => [document.activeElement.id, document.activeElement.selectionStart]), ["against", DATE.indexOf("month =")]);
  await page.fill("#against", DATE);
  await page.waitForSelector("#judged.valid");
  assert.equal(await page.locator("#causes").count(), 0);
}));

test("a grammar is blamed by a document, and a pair of single productions is not", onPage({ view: "lab", left: "abnf", printed: "IPv4address = dec-octet 3(\".\" dec-octet)\ndec-octet = 1*3DIGIT\n", kind: "production", against: "rfc3986:IPv4address" }, async (page) => {
  await page.waitForSelector("#causes");
  assert.deepEqual(await texts(page, "#causes li > code"), ["dec-octet"]);
  assert.deepEqual(await texts(page, "#causes button"), ["Line 2 of the first"]);
  await page.fill("#printed", "port = 1*DIGIT\n");
  await page.fill("#against", "rfc3986:port");
  await page.waitForFunction(() => /the empty string/.test(document.querySelector(".only")?.textContent));
  await settled(page);
  assert.equal(await page.locator("#causes").count(), 0);
}));

test("an audit names the production that others differ by", onPage({ view: "lab", left: "abnf", printed: DATE, kind: "pest", against: "date = { year ~ \"-\" ~ month }\nyear = { ASCII_DIGIT{4} }\nmonth = { ASCII_DIGIT{1,2} }\n" }, async (page) => {
  await judged(page);
  assert.match(await page.innerText("[data-judged=date]"), /It differs only because of month, which it uses/);
  assert.doesNotMatch(await page.innerText("[data-judged=month]"), /because of/);
}));

test("a production of the user's grammar is drawn, with the path of a tested string", onPage({ view: "lab", left: "abnf", printed: DATE, tests: "2020-12" }, async (page) => {
  await page.waitForSelector("#tested");
  assert.equal(await page.locator(".picture").count(), 0);
  await page.click("summary:has-text('Railroad diagram')");
  await page.waitForSelector(".picture .taken text", { state: "attached" });
  const names = async () => (await page.locator(".picture g.terminal text, .picture g.nonterminal text").allTextContents()).map((text) => text.trim());
  assert.deepEqual(await names(), ["year", '"-"', "month"]);
  assert.match(await page.innerText("#part-lab .field .note"), /The path of "2020-12" is drawn thick/);
  await page.locator(".picture a", { hasText: "month" }).click();
  await page.waitForFunction(() => document.querySelector(".picture")?.getAttribute("aria-label") === "The railroad diagram of month");
  assert.equal(await page.inputValue("#drawn-printed"), "month");
  // DIGIT is a core rule (RFC 5234, B.1), which the grammar does not define.
  assert.equal(await page.locator(".picture a[href]").count(), 0);
  assert.deepEqual(await page.locator("#drawn-printed option").allTextContents(), ["date", "year", "month"]);
  await page.fill("#printed", "a = \"x\"\n");
  await page.waitForFunction(() => document.querySelector(".picture")?.getAttribute("aria-label") === "The railroad diagram of a");
  await page.fill("#printed", "a = \"x\n");
  await page.waitForFunction(() => [...document.querySelectorAll("#part-lab .note")].some((note) => note.textContent === "No diagram: `a` cannot be drawn"));
}));

test("both grammars and the text of a document are drawn", onPage({ view: "lab", left: "w3c", printed: "a ::= b\nb ::= [0-9]\n", kind: "grammar", against: "# Ports\n\n## 2. Syntax\n\n~~~ abnf\nport = *DIGIT\n~~~\n" }, async (page) => {
  await judged(page);
  await page.click("summary:has-text('Railroad diagram of the first')");
  await page.click("summary:has-text('Railroad diagram of the second')");
  await page.waitForFunction(() => document.querySelectorAll(".picture").length === 2);
  assert.deepEqual(await page.locator(".picture").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label"))), ["The railroad diagram of a", "The railroad diagram of port"]);
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

test("the command names a file for each grammar", onPage({ view: "lab", left: "abnf", printed: "a = %s\"b\"\n", kind: "w3c", against: "a ::= 'b'\n", whole: "a" }, async (page) => {
  await page.waitForFunction(() => /same/i.test(document.querySelector("#part-lab .judgement")?.textContent ?? ""));
  assert.equal(await page.innerText("#part-lab .command code"), "urispec relation 'first.abnf#a' second.ebnf");
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
