// The audit view: the verdict while typing, errors at their positions, the examples and their surprises.
import assert from "node:assert/strict";
import { test } from "node:test";
import { onPage, settled, source, texts } from "./page.mjs";

const verdict = (page) => page.innerText("#judged");
const judged = async (page) => {
  await settled(page);
  await page.waitForSelector("#judged");
};

test("the link of an audit has its verdict", onPage({ view: "audit", printed: "port = *DIGIT\n", against: "^[0-9]*$", kind: "regex" }, async (page) => {
  await page.waitForSelector("#judged.valid");
}));

test("the verdict follows the input", onPage({ view: "audit", printed: "port = *DIGIT\n", against: "^[0-9]*$", kind: "regex" }, async (page) => {
  await page.waitForSelector("#judged.valid");
  await page.fill("#against", "^[0-9]+$");
  await page.waitForSelector("#judged.invalid");
  // A port may be empty (RFC 3986, 3.2.3).
  assert.match(await page.innerText(".only"), /Only the grammar accepts the empty string/);
  // One language alone is described.
  await page.fill("#against", "");
  await page.waitForFunction(() => /^Its shortest strings: the empty string, "0"/.test(document.querySelector(".only")?.textContent));
  await page.fill("#printed", "");
  await page.waitForSelector(".waiting-for");
  assert.equal(await page.locator("#judged").count(), 0);
}));

// In Python, `$` also matches before a final line break (re, "Regular Expression Syntax").
test("the dialect is chosen", onPage({ view: "audit", printed: "port = *DIGIT\n", against: "^\\d*$", kind: "regex" }, async (page) => {
  await page.waitForSelector("#judged.valid");
  await page.selectOption("#kind", "python");
  await page.waitForSelector("#judged.invalid");
  assert.match(await page.innerText(".only"), /Only the pattern accepts "\\n"/);
}));

test("the notation is chosen", onPage({ view: "audit", printed: "port ::= [0-9]*\n", against: "^[0-9]*$", kind: "regex", notation: "w3c" }, async (page) => {
  await judged(page);
  assert.match(await verdict(page), /matches exactly the strings of port/);
}));

test("each example has its surprise", onPage({ view: "audit" }, async (page) => {
  const { LAB_EXAMPLES } = await source("lab-examples.ts");
  assert.equal(await page.locator(".stories button").count(), LAB_EXAMPLES.length);
  const said = [
    [/the first accepts all strings of the second, and more/, /Only the first accepts "http:\/\/example!com\/"/],
    [/both accept exactly the same strings/, /^$/],
    [/differs from IPv4address/, /Only the pattern accepts "0\.0\.0\.00"/],
    [/Equal: the pattern matches exactly the strings of full-date/, /^$/],
    [/1 of 4 productions is not equal/, /Only pest accepts "00:00 "/],
    [/1 of 1 production is not equal/, /Only the grammar accepts "10"/],
  ];
  for (const [index, { title, surprise }] of LAB_EXAMPLES.entries()) {
    if (index > 0) await page.evaluate(() => (document.querySelector(".examples").open = true));
    await page.getByRole("button", { name: title }).click();
    await page.waitForFunction((surprise) => document.querySelector(".surprise")?.textContent.includes(surprise), surprise);
    await judged(page);
    assert.match(await verdict(page), said[index][0], title);
    assert.match((await texts(page, ".only")).join(" "), said[index][1], title);
  }
  // Both sides of a date accept the month 99; in Python, the pattern also accepts a line break.
  await page.getByRole("button", { name: LAB_EXAMPLES[3].title }).click();
  await page.waitForSelector("#judged.valid");
  await page.selectOption("#kind", "python");
  await page.waitForSelector("#judged.invalid");
  assert.match(await page.innerText(".only"), /"0000-00-00\\n"/);
}));

test("an error is shown with its line, which is marked, and a button leads there", onPage({ view: "audit", printed: "a = b\nb = \"x\"\n", against: "a = { b }\nb = { \"x\" ~ }\n" }, async (page) => {
  await judged(page);
  assert.match(await page.innerText(".faults li"), /The pest grammar, line 2\b.*expected term/s);
  assert.deepEqual(await page.locator("#against").locator("xpath=..").locator(".at-fault").allTextContents(), ['b = { "x" ~ }']);
  assert.equal(await page.getAttribute("#against", "aria-invalid"), "true");
  assert.equal(await page.getAttribute("#against", "aria-describedby"), "faults");
  assert.equal(await page.getAttribute("#printed", "aria-invalid"), null);
  await page.getByRole("button", { name: "Go there" }).click();
  const [id, line] = await page.evaluate(() => [document.activeElement.id, document.activeElement.value.slice(0, document.activeElement.selectionStart).split("\n").length]);
  assert.deepEqual([id, line], ["against", 2]);
  await page.fill("#against", "a = { b }\nb = { \"x\" }\n");
  await page.waitForFunction(() => /Only the grammar accepts "X"/.test(document.querySelector("#view").textContent));
  // ABNF strings ignore case (RFC 5234, 2.3), and pest strings do not: both lines are marked.
  assert.deepEqual(await page.locator(".at-parting").allTextContents(), ['b = "x"', 'b = { "x" }']);
  assert.equal(await page.locator(".at-fault").count(), 0);
}));

test("an invalid pattern has its column", onPage({ view: "audit", printed: "port = *DIGIT\n", against: "^(\\d*$", kind: "regex" }, async (page) => {
  await judged(page);
  assert.match(await page.innerText(".faults li"), /The pattern, line 1, column 2: unclosed `\(`/);
}));

test("an undefined name is reported without the options of the program", onPage({ view: "audit", printed: "port = *DIGITS\n", against: "^\\d*$", kind: "regex" }, async (page) => {
  await judged(page);
  assert.match(await page.innerText(".faults li"), /The printed grammar, line 1: `port` uses `DIGITS`, which is not defined; add a rule for it/);
  assert.doesNotMatch(await page.innerText(".judgement"), /--/);
}));

test("messages lose the options, and nothing else", async () => {
  const { plainly } = await source("plainly.ts");
  assert.equal(plainly("`a` uses `b`, which is not defined; add a reading of it, import the document that defines it (`--import`) or assume it (`--assume`)"), "`a` uses `b`, which is not defined; add a rule for it");
  assert.equal(plainly("<b> names a production of [RFC1], which is unknown; import that document (`--import RFC1=FILE`) or assume the production (`--assume`)"), "<b> names a production of [RFC1], which is unknown; add its rule");
  assert.equal(plainly("<x> is prose, which cannot be read; give a reading of the production, or assume a definition for it (`--assume`)"), "<x> is prose, which cannot be read; write a rule in its place");
  assert.equal(plainly("too large (`--new-option`), and so on"), "too large, and so on");
  assert.equal(plainly("a -- b"), "a -- b");
});

test("a message has its place", async () => {
  const { placeOf } = await source("places.ts");
  assert.deepEqual(placeOf("pest grammar:3:8: rule `d`: `c` is undefined"), { side: "against", line: 3, column: 8, message: "rule `d`: `c` is undefined" });
  assert.deepEqual(placeOf("pest grammar:1: rule `a`: expected expression"), { side: "against", line: 1, message: "rule `a`: expected expression" });
  assert.deepEqual(placeOf("the production is undecided: printed grammar, line 12: column 7 has `x`, which means nothing"), { side: "printed", line: 12, column: 7, message: "column 7 has `x`, which means nothing" });
  assert.equal(placeOf("no string of at most 60 characters distinguishes the two sides"), null);
});

test("tokens put together are the text", async () => {
  const { tokens, lines } = await source("tokens.ts");
  const kinds = (text, language) => tokens(text, language).filter(({ kind }) => kind).map(({ kind, text }) => [kind, text.trim()]);
  assert.deepEqual(kinds('a = "b" / %x31-39 2DIGIT ; c', "printed"), [["rule", "a"], ["operator", "="], ["string", '"b"'], ["operator", "/"], ["value", "%x31-39"], ["operator", "2"], ["comment", "; c"]]);
  assert.deepEqual(kinds("a = @{ ^\"b\" ~ ANY{2} } // c", "pest"), [["rule", "a"], ["operator", "="], ["operator", "@"], ["operator", "{"], ["string", '^"b"'], ["operator", "~"], ["value", "ANY"], ["value", "{2}"], ["operator", "}"], ["comment", "// c"]]);
  assert.deepEqual(kinds("^(?:[]a]|\\.){3}$", "regex"), [["rule", "^"], ["operator", "(?:"], ["string", "[]a]"], ["operator", "|"], ["value", "\\."], ["operator", ")"], ["operator", "{3}"], ["rule", "$"]]);
  for (const language of ["printed", "pest", "regex"]) {
    for (const text of ["", "\n", "\"", "'", "/*", "(*", "[", "[^]", "\\", "{", "%", "a\n\n b = ;\n", "<a\n>", "(?", "(?<", "é\u{1f600}"]) {
      assert.equal(tokens(text, language).map(({ text }) => text).join(""), text);
      assert.equal(lines(text, language).map((line) => line.map(({ text }) => text).join("")).join("\n"), text);
    }
  }
});

test("a slow verdict is reported, and can be stopped", onPage({ view: "audit", printed: "a = *(ALPHA / DIGIT)\n", against: "^[0-9A-Za-z]*$", kind: "regex" }, async (page) => {
  await page.waitForSelector("#judged.valid");
  // A worker that does not answer replaces one that is slow on every machine.
  await page.evaluate(() => {
    Worker.prototype.postMessage = function () {};
  });
  await page.fill("#against", "^[0-9A-Za-z]+$");
  await page.waitForSelector(".waiting");
  await page.waitForSelector(".long-wait", { timeout: 10_000 });
  await page.getByRole("button", { name: "Stop" }).click();
  assert.match(await page.innerText(".judgement"), /Stopped/);
  assert.equal(await page.locator(".waiting, .long-wait").count(), 0);
}));

test("the coloured letters align with the field's own", onPage({ view: "audit", printed: "port = *DIGIT ; any\n", against: "^[0-9]*$", kind: "regex" }, async (page) => {
  await judged(page);
  for (const id of ["printed", "against"]) {
    const [field, behind] = await page.locator(`#${id}`).evaluate((area) => [area, area.previousElementSibling].map((one) => {
      const { left, top, width } = one.getBoundingClientRect();
      const { fontFamily, fontSize, lineHeight, paddingLeft, paddingTop, whiteSpace } = getComputedStyle(one);
      return { left, top, width, fontFamily, fontSize, lineHeight, paddingLeft, paddingTop, whiteSpace };
    }));
    assert.deepEqual(behind, field);
  }
  // Invisible characters could reorder the letters: then the field shows its own.
  await page.fill("#printed", "port = *DIGIT ; \u202e\n");
  assert.equal(await page.locator("#printed").locator("xpath=..").locator(".code-behind").count(), 0);
  assert.equal(await page.locator("#printed").evaluate((area) => getComputedStyle(area).webkitTextFillColor), await page.locator("#printed").evaluate((area) => getComputedStyle(area).color));
}));

// A pattern that is searched for matches every string that contains a match.
test("a pattern that is not anchored is said to be so", onPage({ view: "audit", printed: "port = 1*DIGIT\n", against: "[0-9]+", kind: "regex" }, async (page) => {
  await judged(page);
  assert.match(await page.innerText("#unanchored"), /not anchored/);
  await page.fill("#against", "^[0-8]+$");
  await page.waitForFunction(() => /"9"/.test(document.querySelector(".only")?.textContent));
  assert.equal(await page.locator("#unanchored").count(), 0);
}));

test("a production with an error is not called undecided", onPage({ view: "audit", printed: "a = \"x\" (\nb = \"y\"\n", against: "a = { \"x\" }\nb = { \"y\" }\n" }, async (page) => {
  await judged(page);
  assert.match(await page.innerText("[data-judged=a]"), /has an error/);
  assert.doesNotMatch(await page.innerText(".judgement"), /undecided/i);
}));

test("a document is read for the grammar that it prints", onPage({ view: "audit", printed: "# Ports\n\n## 2. Syntax\n\nA port is\n\n~~~ abnf\nport = *DIGIT\n~~~\n", against: "^[0-9]*$", kind: "regex" }, async (page) => {
  await page.waitForSelector("#judged.valid");
  assert.match(await verdict(page), /exactly the strings of port/);
}));
