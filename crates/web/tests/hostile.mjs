// Hostile strings, typed and in the address.
import assert from "node:assert/strict";
import { test } from "node:test";
import { drop, FILE, onPage, SERVED, settled, show, type, VIEWS } from "./page.mjs";

const STRINGS = [
  "<img src=x onerror=alert(1)>",
  "<script>alert(1)</script>",
  "javascript:alert(1)",
  "http://h/\"onmouseover=\"alert(1)",
  "'\"><svg/onload=alert(1)>",
  "http://h/{{constructor.constructor('alert(1)')()}}",
  "data:text/html,<script>alert(1)</script>",
  "\0\x1b[31m\x7f",
  "a\u202egpj.exe",
  "\ud800a\udc00",
  "http://\u0430pple.com/",
  "%00%ff%",
  "\\\\\\\\\\ud800\\u202e",
  "__proto__",
  "a:" + "%".repeat(300),
];

for (const at of [SERVED, FILE]) {
  test(`a hostile string is text, from ${at.split(":")[0]}:`, onPage({}, async (page) => {
    for (const text of STRINGS) {
      await show(page, "string");
      await type(page, text);
      // The page is the same from a file.
      for (const view of at === FILE ? VIEWS.slice(0, 3) : VIEWS) {
        await show(page, view);
        await settled(page);
        await harmless(page, text);
      }
    }
  }, { at }));
}

test("a hostile address is text", onPage({}, async (page) => {
  for (const text of STRINGS) {
    for (const key of ["text", "base", "edition", "rule", "view", "production", "other", "rung"]) {
      const params = new URLSearchParams({ text: "a:b", view: "editions", [key]: text });
      await page.evaluate((hash) => (location.hash = hash), `#${params}`);
      await settled(page);
      await harmless(page, text);
    }
  }
  for (const hash of ["#%", "#text=%ff%fe%", "#text", "#=&&=", `#text=${"%".repeat(5000)}`, "#<img src=x onerror=alert(1)>"]) {
    await page.evaluate((hash) => (location.hash = hash), hash);
    await settled(page);
    await harmless(page, hash);
  }
}));

/** Checks that no part of the string became an element, and that nothing shown contains hidden characters. */
async function harmless(page, text) {
  const found = await page.evaluate(() => ({
    elements: document.querySelectorAll("#page img, #page script, #page svg:not(.picture svg), #page iframe, #page object, #page [onload], #page [onerror], #page [onmouseover]").length,
    links: [...document.querySelectorAll("#page a")].map((link) => link.getAttribute("href")).filter((href) => !/^(#|parsers\.html$|https:\/\/(www\.rfc-editor\.org|url\.spec\.whatwg\.org)\/)/.test(href)),
    hidden: /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u.test(
      [...document.querySelectorAll(".uri, .value, .command, .verdict, .messages, .notes, .tree")].map((one) => one.textContent).join("")),
    proto: Object.prototype.polluted,
  }));
  assert.deepEqual(found, { elements: 0, links: [], hidden: false, proto: undefined }, JSON.stringify(text));
}

test("a megabyte does not stop the page", onPage({}, async (page) => {
  await page.evaluate(() => {
    window.longest = 0;
    let last = performance.now();
    const tick = () => {
      window.longest = Math.max(window.longest, performance.now() - last);
      last = performance.now();
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  const megabytes = [`http://h/${"segment/".repeat(131_072)}`, `http://h/?${"é".repeat(524_288)}`, "\0".repeat(1_048_576)];
  for (const text of megabytes) {
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.setData("text/plain", text);
      document.querySelector("#text").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    }, text);
    await page.waitForSelector(".long");
    for (const view of VIEWS) {
      await show(page, view);
      await settled(page);
    }
    await show(page, "string");
    assert.match(await page.innerText("#notes"), /is not in the address/);
    assert.ok((await page.innerText("body")).length < 200_000);
    assert.ok(page.url().length < 200);
    await page.click(".long button:has-text('Clear')");
    await page.waitForSelector(".coloured textarea");
  }
  const longest = await page.evaluate(() => window.longest);
  console.log(`the longest pause: ${Math.round(longest)} ms`);
  assert.ok(longest < 3000, `${longest}`);
  // Back to a megabyte, which is not in the address.
  await page.goBack();
  await page.waitForSelector(".long");
}));

test("a part of a long string can be edited", onPage({}, async (page) => {
  await type(page, `http://h/${"a".repeat(30_000)} b`);
  await page.waitForSelector("#verdict.invalid");
  await page.click(".long button:has-text('To the error')");
  // The window of 2,000 bytes has the error in its middle, at 1,000.
  assert.equal((await page.inputValue("#window")).indexOf(" b"), 1000);
  await page.focus("#window");
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await page.waitForSelector("#verdict.valid");
}));

test("the address may have a megabyte", onPage(`#text=${"a".repeat(1_000_000)}`, async (page) => {
  await page.waitForSelector(".long");
  await settled(page);
  assert.match(await page.innerText("#verdict"), /Valid/);
}));

/** Returns the longest time that the page is unresponsive during an action, in milliseconds. */
async function longest(page, act) {
  await page.evaluate(() => {
    window.longest = 0;
    window.ticks = true;
    let last = performance.now();
    const tick = () => {
      window.longest = Math.max(window.longest, performance.now() - last);
      last = performance.now();
      if (window.ticks) setTimeout(tick, 0);
    };
    setTimeout(tick, 0);
  });
  await act();
  return page.evaluate(() => {
    window.ticks = false;
    return window.longest;
  });
}

test("of a hundred thousand changes, a hundred are drawn", onPage({ view: "normalize" }, async (page) => {
  await type(page, `a:${"%41".repeat(6000)}`);
  await settled(page);
  assert.equal(await page.locator('[data-rung~="percent-encoding"] li').count(), 100);
  assert.match(await page.innerText('[data-rung~="percent-encoding"] .left-out'), /5,900 more are not shown/);
  const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
  assert.ok(nodes < 3000, `${nodes}`);
  const pause = await longest(page, async () => {
    await type(page, `a:${"%41".repeat(333_333)}`);
    await settled(page);
  });
  console.log(`the longest pause over a million characters: ${Math.round(pause)} ms`);
  assert.match(await page.innerText('[data-rung~="percent-encoding"] .left-out'), /333,233 more are not shown/);
}));

test("a long string survives a reload", onPage({}, async (page) => {
  const text = `http://h/${"a".repeat(18_000)}`;
  await type(page, text);
  // The history entry is written after a pause in typing.
  await page.waitForFunction(() => history.state?.long !== undefined);
  await page.reload();
  await page.waitForSelector("#verdict.valid");
  assert.equal(await page.inputValue("#text"), text);
  // Without the storage, the page reports what it no longer has.
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await page.waitForSelector("#verdict");
  assert.match(await page.innerText(".failed"), /The string was too long for the address/);
  // A link without another long text is reported too.
  await page.evaluate(() => (location.hash = "#view=compare&text=a:b&long=other"));
  await page.waitForFunction(() => /The other string was too long/.test(document.querySelector(".failed")?.textContent));
}));

test("a history entry has its own long text, or reports that it is gone", onPage({}, async (page) => {
  const long = (letter) => `http://${letter}/${letter.repeat(17_000)}`;
  const stands = () => page.waitForFunction(() => history.state?.long !== undefined);
  await type(page, long("a"));
  await stands();
  await page.click("#tab-same");
  await type(page, "http://short/");
  await page.waitForFunction(() => location.hash.includes("short"));
  await page.reload();
  await page.waitForSelector("#tab-url");
  await page.click("#tab-url");
  await type(page, long("b"));
  await stands();
  await page.goBack();
  await page.goBack();
  await page.waitForFunction((own) => document.querySelector("#text")?.value === own || /was too long for the address/.test(document.querySelector(".failed")?.textContent ?? ""), long("a"));
}));

test("a carriage return is preserved while other text is typed", onPage({ text: "a\r\nb\rc" }, async (page) => {
  await page.focus("#text");
  await page.keyboard.press("End");
  await page.keyboard.press("Control+End");
  await page.keyboard.type("d");
  await page.waitForFunction(() => new URLSearchParams(location.hash.slice(1)).get("text") === "a\r\nb\rcd");
}));

test("unknown values in the address are reported", onPage({ text: "a:b", view: "nowhere", rung: "roof", policy: "non-strict odd" }, async (page) => {
  const said = await page.locator(".failed").allInnerTexts();
  assert.equal(said.length, 3);
  assert.match(said.join(" "), /a view that does not exist, "nowhere".*a normalization.*"roof".*a policy.*"odd"/s);
}));

test("the documents of single schemes are available", onPage({ text: "urn:isbn:0", edition: "rfc8141" }, async (page) => {
  await page.waitForSelector("#verdict.valid");
  assert.match(await page.innerText("#verdict"), /RFC 8141/);
  await drop(page, "reading");
  assert.equal(await page.locator("#edition optgroup").count(), 3);
}));
