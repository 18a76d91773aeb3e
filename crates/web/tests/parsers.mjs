// The page of parsers: the matrix, its lists, and damaged data.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { blank, closed, FILE, open, serve, SERVED, source, texts } from "./page.mjs";

const PUBLISHED = JSON.parse(await readFile(new URL("../../../docs/data/parsers.json", import.meta.url), "utf8"));
const HOSTILE = "<script>alert(1)</script>\u202e\u0000\u001b";
const BASE = "http://a/b/c/d;p?q";
const NO = { does: "no" };

/** Four parsers and four reasons. */
const SMALL = {
  schema: 1,
  reasons: [
    { reason: "takes two `@`", danger: "host", section: "3.2.1", base: "", strings: ["//a@b@c", "http://a@b@c/"] },
    { reason: "climbs above the root", danger: "host", section: "5.2.4", base: BASE, strings: ["/.."] },
    { reason: "takes controls", danger: "valid", section: "2", base: "", strings: [HOSTILE, "it's"] },
    { reason: "takes two @", danger: "data", section: "2", base: "", strings: ["?"] },
  ],
  parsers: [
    parser("beta", "rfc3986", [{ does: "yes", string: "//a@b@c", part: "valid", said: "takes it", unlike: "//a@b@c" }, NO, { does: "partly", string: HOSTILE, part: "host", said: HOSTILE, unlike: "it's" }, NO], { parse: 1200, resolve: 90 }),
    parser("alpha", "rfc2396", [{ does: "yes", string: "//a@b@c", part: "valid", said: "takes it" }, { does: "yes", string: "/..", part: "target", said: null }, NO, { does: "partly", string: "?", part: "crash", said: "crashes" }], { parse: 300 }),
    parser("gamma-url", "whatwg", [NO, { does: "unknown" }, NO, NO]),
    parser("delta", "none", [NO, NO, NO, { does: "yes", string: "?", part: "query", said: "" }], { parse: null }),
  ],
  pairs: [{ parsers: ["alpha", "beta"], string: "http://a\\@b", hosts: ["b", HOSTILE] }],
};

function parser(name, standard, cells, times = {}) {
  return { name, reader: `The ${name} 1.2.3 of its package`, version: "x", standard, from: `apt:${name}`, cells, ...times };
}

/** Opens the page with data, and with a fragment. */
async function shown(data = SMALL, hash = "", options = {}) {
  const at = await serve({ changed: { "parsers.json": typeof data === "string" ? data : JSON.stringify(data) }, ...options.server });
  const page = await blank(options);
  page.at = `${at}parsers.html`;
  await page.goto(page.at + hash);
  await page.waitForSelector("#view, .failed");
  return page;
}

/** Closes the page, and checks that it reported nothing and fetched nothing else. */
async function done(page) {
  const names = new Set(page.requests.filter((url) => !url.startsWith("data:")).map((url) => url.replace(/.*\//, "").replace(/#.*/, "")));
  assert.deepEqual([...names].sort(), ["parsers.css", "parsers.html", "parsers.js", "parsers.json", "style.css"]);
  assert.deepEqual(page.said, []);
  await page.context().close();
}

const cell = (page, reason, name) => page.locator("table.parsers tbody tr", { has: page.locator("th a", { hasText: reason }) }).first().locator("td").nth(name);
const names = (page) => texts(page, "table.parsers thead a > .shown");

test("the matrix has every cell of the published data", async () => {
  const page = await blank();
  await page.goto(`${SERVED}parsers.html`);
  await page.waitForSelector("table.parsers");
  assert.equal(await page.locator("table.parsers thead th[scope=col]").count(), PUBLISHED.parsers.length);
  assert.equal(await page.locator("table.parsers tbody:not(.sums) th[scope=row]").count(), PUBLISHED.reasons.length);
  const labels = await page.locator("table.parsers td button").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  const parsers = [...PUBLISHED.parsers].sort((a, b) => (a.name < b.name ? -1 : 1));
  const wanted = PUBLISHED.reasons.flatMap((_, at) => parsers.map(({ cells }) => cells[at].does + (cells[at].unlike === undefined ? "" : ", unlike")));
  assert.deepEqual(labels.map((label) => label.replace(/ (RFC \d+|URL Standard)$/, "")), wanted);
  await closed(page);
});

test("cells differ without colours, and more if against the parser's own document", async () => {
  const page = await shown();
  assert.deepEqual(await names(page), ["alpha", "beta", "delta", "gamma-url"]);
  assert.deepEqual(await texts(page, "tr.danger th"), ["Another host", "Takes what no URI has", "Another path, query, fragment or target"]);
  assert.deepEqual(await texts(page, "table.parsers td button"), ["●", "●", "·", "·", "●", "·", "·", "?", "·", "◐", "·", "·", "◐", "·", "●", "·"]);
  const ground = (at) => page.locator("table.parsers td button").nth(at).evaluate((one) => getComputedStyle(one).backgroundColor);
  assert.notEqual(await ground(1), await ground(0));
  assert.equal(await page.locator("table.parsers td button").nth(1).getAttribute("aria-label"), "yes, unlike RFC 3986");
  assert.match(await page.innerText("table.parsers thead th"), /alpha\s+1\.2\.3/);
  await done(page);
});

test("a cell under the pointer, and a chosen one, show their string and command", async () => {
  const page = await shown();
  await cell(page, "climbs", 0).hover();
  assert.match(await page.innerText(".details"), /alpha climbs above the root: .*yes.*\/\.\. against the base http:\/\/a\/b\/c\/d;p\?q.*target: none.*RFC 2396 says the same/s);
  assert.equal(await page.innerText(".details .command code"), "urispec differ --canonical --with alpha --base 'http://a/b/c/d;p?q' /..");
  await cell(page, "takes two", 1).locator("button").click();
  await page.mouse.move(0, 0);
  assert.equal(new URL(page.url()).hash, "#parser=beta&reason=takes-two");
  assert.match(await page.innerText(".details"), /beta takes two @: .*\/\/a@b@c.*takes it.*RFC 3986 says otherwise/s);
  // A string that a terminal cannot take has a note.
  await cell(page, "controls", 1).locator("button").click();
  assert.match(await page.innerText(".details"), /RFC 3986 says otherwise, with it's.*contains a NUL.*urispec differ --canonical --with beta -f FILE/s);
  await cell(page, "climbs", 3).hover();
  assert.match(await page.innerText(".details"), /unknown.*No answer to\s+\/\.\./s);
  await page.goBack();
  await page.waitForFunction(() => document.querySelector(".chosen button")?.dataset.at === "0,1");
  await done(page);
});

test("the table is one stop of the keyboard, and arrows move in it", async () => {
  const page = await shown();
  await page.focus("#name");
  await page.keyboard.press("Tab");
  const at = () => page.evaluate(() => document.activeElement.dataset.at);
  assert.equal(await at(), "0,0");
  assert.match(await page.innerText(".details"), /alpha takes two @/);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  assert.equal(await at(), "1,1");
  assert.match(await page.innerText(".details"), /beta climbs above the root: .*no.*No departure with/s);
  await page.keyboard.press("Enter");
  assert.match(page.url(), /#parser=beta&reason=climbs-above-the-root$/);
  for (const [key, place] of [["End", "1,3"], ["ArrowRight", "1,3"], ["Home", "1,-1"], ["ArrowDown", "2,-1"], ["ArrowUp", "1,-1"], ["ArrowUp", "0,-1"], ["ArrowRight", "0,0"], ["ArrowUp", "-1,0"], ["End", "-1,3"]]) {
    await page.keyboard.press(key);
    assert.equal(await at(), place, key);
  }
  assert.equal(await page.locator("table.parsers [tabindex='0']").count(), 1);
  await page.keyboard.press("Enter");
  await page.waitForSelector("h2:has-text('gamma-url')");
  assert.equal(await page.evaluate(() => document.activeElement.id), "view");
  await done(page);
});

test("parsers are sorted and filtered, and the address has it", async () => {
  const page = await shown();
  await page.selectOption("#sort", "departures");
  assert.deepEqual(await names(page), ["alpha", "beta", "delta", "gamma-url"]);
  await page.selectOption("#sort", "own");
  assert.deepEqual(await names(page), ["beta", "alpha", "delta", "gamma-url"]);
  await page.selectOption("#document", "none");
  assert.deepEqual(await names(page), ["delta"]);
  await page.selectOption("#document", "");
  await page.fill("#name", "TA");
  assert.deepEqual(await names(page), ["beta", "delta"]);
  assert.equal(await page.innerText(".count"), "2 of 4 parsers");
  assert.equal(new URL(page.url()).hash, "#sort=own&name=TA");
  await page.reload();
  await page.waitForSelector("table.parsers");
  assert.deepEqual(await names(page), ["beta", "delta"]);
  await page.fill("#name", "<script>");
  assert.match(await page.innerText("#view"), /No parser has/);
  await page.fill("#name", "");
  assert.equal((await names(page)).length, 4);
  await done(page);
});

test("a parser has a list of all it does", async () => {
  const page = await shown();
  await page.click("table.parsers thead a:has-text('alpha')");
  await page.waitForSelector("h2:has-text('alpha')");
  assert.equal(new URL(page.url()).hash, "#parser=alpha");
  assert.match(await page.innerText(".facts"), /The alpha 1\.2\.3 of its package.*RFC 2396.*apt:alpha.*for 3 of 4 reasons, for 0 from its own document.*300 ns/s);
  assert.deepEqual(await texts(page, ".list tbody th[scope=row]"), ["takes two @", "climbs above the root", "takes two @"]);
  assert.match(await page.innerText(".list"), /partly\s+\?\s+crashes/);
  await page.click("summary:has-text('Times of 2 parsers, of which this is number 1')");
  assert.deepEqual(await texts(page, ".times tbody tr"), ["alpha\t300 \tunknown", "beta\t1,200 \t90"]);
  await page.click("summary:has-text('What it does not do: 1 reason')");
  assert.equal(await page.innerText(".more[open] li"), "takes controls");
  await page.selectOption("#parser", "gamma-url");
  await page.waitForSelector("text=What RFC 3986 says, with every string");
  assert.equal(await page.title(), "gamma-url · Parsers by reason · urispec");
  await page.click("nav.parts a:has-text('All parsers')");
  await page.waitForSelector("table.parsers");
  await done(page);
});

test("a reason has a list of the parsers, and two equal names have two addresses", async () => {
  const page = await shown(SMALL, "#reason=takes-two");
  assert.match(await page.innerText(".facts"), /Another host.*3\.2\.1.*http:\/\/a@b@c\/.*2 of 4 that answered/s);
  assert.deepEqual(await texts(page, ".list tbody th"), ["beta", "alpha"]);
  assert.match(await page.innerText("#view"), /Not so: gamma-url, delta/);
  await page.selectOption("#reason", "climbs-above-the-root");
  await page.waitForSelector("text=Unknown: gamma-url");
  await page.goto(`${page.at}#reason=takes-two-2`);
  await page.waitForSelector(".list th:has-text('delta')");
  assert.match(await page.innerText(".list"), /query: "" empty/);
  await done(page);
});

test("two parsers: their hosts and the rows that differ", async () => {
  const page = await shown(SMALL, "#parser=beta&with=alpha");
  assert.deepEqual(await texts(page, ".hosts dd"), ["http://a\\@b", "<script>alert(1)</script>\\u{202e}\\0\\u{1b}", "b"]);
  assert.equal(await page.innerText(".command code"), "urispec differ --readers beta,alpha 'http://a\\@b'");
  assert.deepEqual(await texts(page, ".two-parsers tbody th[scope=row]"), ["climbs above the root", "takes controls", "takes two @"]);
  assert.match(await page.innerText("#view"), /They differ in 3 of 4 reasons\./);
  await page.selectOption("#one", "gamma-url");
  await page.waitForSelector("text=None was found");
  assert.match(await page.innerText("#view"), /They differ in 2 of 3 reasons; unknown for one or both: 1\./);
  await page.selectOption("#other", "gamma-url");
  await page.waitForSelector("text=Choose two parsers");
  await done(page);
  const none = await shown({ ...SMALL, pairs: [] }, "#parser=beta&with=alpha");
  assert.match(await none.innerText("#view"), /The data have no hosts of two parsers/);
  await done(none);
});

test("a hostile string of the data, or in the address, is text", async () => {
  const hostile = structuredClone(SMALL);
  hostile.reasons[0].reason = `takes \`${HOSTILE}\``;
  Object.assign(hostile.parsers[0], { name: HOSTILE, reader: HOSTILE, standard: "__proto__", from: HOSTILE });
  Object.assign(hostile.reasons[3], { danger: HOSTILE, section: "1\" onclick=\"alert(1)" });
  const page = await shown(hostile);
  for (const hash of ["", `#parser=${encodeURIComponent(HOSTILE)}`, `#parser=${encodeURIComponent(HOSTILE)}&with=alpha`, "#reason=takes-controls", "#reason=takes-two",
    `#parser=${encodeURIComponent(HOSTILE)}&reason=takes-controls`, `#parser=${encodeURIComponent(`${HOSTILE}!`)}`, "#%", "#parser=__proto__&reason=constructor&document=__proto__&sort=x"]) {
    await page.evaluate((hash) => (location.hash = hash), hash);
    await page.waitForTimeout(50);
    const found = await page.evaluate(() => ({
      elements: document.querySelectorAll("#page script, #page img, #page iframe, #page [onclick], #page svg:not(.bar-of)").length,
      hidden: /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/u.test(document.body.textContent + document.title + [...document.querySelectorAll("[title]")].map((one) => one.title)),
      links: [...document.querySelectorAll("#page a")].map((link) => link.getAttribute("href")).filter((href) => !/^(#|index\.html$|parsers\.json$|https:\/\/www\.rfc-editor\.org\/rfc\/rfc3986#section-[\d.]+$)/.test(href)),
    }));
    assert.deepEqual(found, { elements: 0, hidden: false, links: [] }, hash);
    if (hash.includes("alert")) assert.match(await page.innerText("#view"), /<script>alert\(1\)<\/script>\\u\{202e\}\\0\\u\{1b\}/);
  }
  assert.match(await page.innerText(".failed >> nth=0"), /The data have no parser __proto__/);
  await done(page);
});

test("a phone does not scroll sideways, but the matrix does in its own box", async () => {
  const many = structuredClone(SMALL);
  for (let number = 0; number < 40; number++) many.parsers.push({ ...SMALL.parsers[number % 4], name: `a-long-parser-name-${number}` });
  for (const width of [320, 375, 1280]) {
    for (const hash of ["", "#parser=beta", "#parser=beta&with=alpha", "#reason=takes-two", "#parser=a-long-parser-name-9&reason=takes-two"]) {
      const page = await shown(many, hash, { viewport: { width, height: 700 } });
      await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
      await page.waitForTimeout(50);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} ${hash}`);
      if (hash === "" && width < 1280) {
        const left = await page.evaluate(() => {
          const box = document.querySelector(".box");
          box.scrollLeft = 500;
          return document.querySelector(".parsers tbody th[scope=row]").getBoundingClientRect().left - box.getBoundingClientRect().left;
        });
        assert.ok(left >= 0 && left < 5, `${left}`);
      }
      if (hash.includes("&reason")) {
        // The chosen cell is in view, neither below the headings nor below the details.
        const isSeen = await page.evaluate(() => {
          const { left, right, top, bottom } = document.querySelector(".chosen").getBoundingClientRect();
          return document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest(".chosen") !== null;
        });
        assert.ok(isSeen, `${width}`);
      }
      await page.context().close();
    }
  }
});

test("missing and damaged data are reported", async () => {
  const without = (change) => {
    const data = structuredClone(SMALL);
    change(data);
    return data;
  };
  for (const [data, message] of [
    ["{\"schema\": 1,", /parsers\.json is not JSON: /],
    ["", /parsers\.json is not JSON: /],
    ["[]", /parsers\.json is damaged: the file is not an object/],
    [without((data) => (data.schema = 2)), /the schema is 2; this page reads 1/],
    [without((data) => delete data.parsers), /parsers is not a list/],
    [without((data) => data.parsers[1].cells.pop()), /parser alpha has 3 cells for 4 reasons/],
    [without((data) => (data.parsers[1].cells[0].does = "often")), /parser alpha, reason 1 has neither yes, partly, no nor unknown/],
    [without((data) => delete data.parsers[1].cells[0].string), /parser alpha, reason 1: string is not a text/],
    [without((data) => (data.parsers[1].name = "beta")), /parser beta has no name of its own/],
    [without((data) => (data.parsers[0].parse = "fast")), /parser beta: parse is not a time/],
    [without((data) => data.pairs[0].hosts.pop()), /pair 1: hosts is not a text/],
  ]) {
    const page = await shown(data);
    assert.match(await page.innerText(".failed[role=alert]"), message);
    assert.equal(await page.locator("#view").count(), 0);
    await done(page);
  }
  const page = await shown(SMALL, "", { server: { missing: ["parsers.json"] } });
  assert.match(await page.innerText(".failed[role=alert]"), /parsers\.json: the server responded with status 404/);
  await page.context().close();
  // Data without parsers or reasons are shown as they are.
  await done(await shown({ schema: 1, reasons: [], parsers: [] }));
});

test("the page opens from a file, in a frame without an origin, and where the server forbids connections", async () => {
  const file = await blank();
  await file.goto(FILE.replace("index.html", "parsers.html"));
  await file.waitForSelector("table.parsers");
  await closed(file);
  const at = await serve({ changed: { "frame.html": '<link rel=icon href=data:,><iframe width="900" height="700" sandbox="allow-scripts" src="parsers.html"></iframe>' } });
  const page = await blank();
  await page.goto(`${at}frame.html`);
  const frame = await (await page.waitForSelector("iframe")).contentFrame();
  await frame.waitForSelector("table.parsers");
  await frame.click("table.parsers thead a");
  await frame.waitForSelector("h2");
  assert.deepEqual(page.said, []);
  await page.context().close();
  const policy = { "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:" };
  const strict = await blank();
  await strict.goto(`${await serve({ headers: policy })}parsers.html`);
  await strict.waitForSelector("table.parsers");
  await strict.context().close();
});

test("the two pages link to each other", async () => {
  const page = await open();
  await page.click("footer a[href='parsers.html']");
  await page.waitForSelector("table.parsers");
  await page.click("header a[href='index.html']");
  await page.waitForSelector("#verdict");
  await closed(page);
});

test("the program reads the commands of the published data", async () => {
  const { checked, departs } = await source("parsers/data.ts");
  const { quoted } = await source("shell-quote.ts");
  const { parsers } = checked(PUBLISHED);
  for (const { cells } of parsers) {
    for (const { string } of cells.filter(departs)) {
      const word = quoted(string);
      if (word !== null) assert.equal(execFileSync("bash", ["-c", `printf %s ${word}`], { encoding: "utf8", env: { ...process.env, LC_ALL: "C.UTF-8" } }), string);
    }
  }
});
