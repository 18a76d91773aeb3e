// The verdict line: what browsers do differently, the warnings, and what a screen reader hears; copying and undoing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { blank, closed, drop, fragment, onPage, serve, SERVED, settled, source, type } from "./page.mjs";

/** Waits until the verdict matches: the warnings need the whole library. */
const says = (page, pattern) => page.waitForFunction((source) => new RegExp(source).test(document.querySelector("#verdict").textContent), pattern.source);

// RFC 3986, 3.2.2: what is not an IPv4address is a reg-name; 3: without "//" there is no authority. The host parser and
// the special authority slashes state of the URL Standard read both otherwise.
test("the verdict says where a browser goes, if that differs", onPage({ text: "http://0x7f.1/" }, async (page) => {
  await says(page, /Valid by RFC 3986.* The host is 0x7f\.1, a name \(reg-name\)\. A browser goes to 127\.0\.0\.1\. 3 warnings\.$/);
  for (const [text, said] of [
    ["http://2130706433/", /A browser goes to 127\.0\.0\.1/],
    ["https:example.com", /has no host\. A browser goes to example\.com/],
    ["http://h/a b", /^✗ Not valid.*A browser accepts it, and goes to h\./],
    ["http://1.2.3.256/", /A browser rejects it/],
  ]) {
    await type(page, text);
    await says(page, said);
  }
  for (const text of ["http://EXAMPLE.com:80/", "http://%65xample.com/", "http://[0:0::1]/", "mailto:a@b", "//h/p", "a/b"]) {
    await type(page, text);
    await settled(page);
    await says(page, /Valid/);
    assert.equal(await page.locator("#browser").count(), 0, text);
  }
}));

test("the warnings are a link to their list", onPage({ text: "http://0x7f.1/" }, async (page) => {
  await page.click("#verdict a.caution");
  await settled(page);
  assert.equal(await page.locator("[data-lint].warning").count(), 3);
}));

test("the differences of a browser are those that a visitor would notice", async () => {
  const { browserDifference } = await source("browsers.ts");
  const own = (components, valid = true) => ({ valid, components });
  const http = (host) => ({ valid: true, components: { scheme: "http", host, path: "/" } });
  assert.equal(browserDifference(own({ scheme: "http", host: "A%62c", path: "/" }), http("abc")), null);
  assert.deepEqual(browserDifference(own({ scheme: "http", host: "a", path: "/" }), http("b")), { kind: "host", host: "b", goes: true });
  assert.deepEqual(browserDifference(own(undefined, false), http("b")), { kind: "accepts", host: "b", goes: true });
  assert.deepEqual(browserDifference(own({ scheme: "http", host: "a", path: "/" }), { valid: false }), { kind: "rejects" });
  assert.equal(browserDifference(own({ path: "a" }), { valid: false }), null);
});

test("the verdict describes the field, and is announced once for many keys", async () => {
  const page = await blank();
  // The clock of the page stands, so that the speed of the machine does not matter.
  await page.clock.install();
  await page.goto(SERVED + fragment({ text: "a:b" }));
  await page.waitForSelector("#verdict.valid");
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.evaluate(() => {
    window.heard = [];
    new MutationObserver(() => window.heard.push(document.querySelector("#announced").textContent)).observe(document.querySelector("#announced"), { childList: true, characterData: true, subtree: true });
  });
  assert.equal(await page.getAttribute("#verdict", "aria-live"), null);
  const text = "http://example.com/a b c";
  for (let end = 1; end <= text.length; end++) {
    await page.evaluate((value) => {
      const field = document.querySelector("#text");
      field.value = value;
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }, text.slice(0, end));
    await page.clock.runFor(30);
  }
  await page.waitForSelector("#text[aria-invalid=true]");
  assert.equal(await page.getAttribute("#text", "aria-describedby"), "verdict notes");
  assert.deepEqual(await page.evaluate(() => window.heard), []);
  await page.waitForFunction(() => /A browser accepts it/.test(document.querySelector("#verdict").textContent));
  await page.clock.runFor(1500);
  await page.waitForFunction(() => window.heard.length > 0);
  const heard = await page.evaluate(() => window.heard);
  assert.equal(heard.length, 1);
  assert.match(heard[0], /^Not valid by URI-reference of RFC 3986: .*A browser accepts it, and goes to example\.com/);
  await page.context().close();
});

/** Records what is copied by a command, and lets the clipboard API fail, as in an insecure context. */
const insecure = () => {
  Object.defineProperty(navigator, "clipboard", { value: undefined });
  window.copied = [];
  document.addEventListener("copy", () => window.copied.push(document.activeElement.value));
};

test("a text is copied in an insecure context, and that is said", async () => {
  const page = await blank();
  await page.addInitScript(insecure);
  await page.goto(SERVED + fragment({ text: "a:b" }));
  await page.waitForSelector("#verdict.valid");
  await drop(page, "share");
  await page.click("#share button:has-text('Link')");
  await page.waitForSelector("#share .said:has-text('copied')");
  assert.deepEqual(await page.evaluate(() => window.copied), [`${SERVED}#text=a%3Ab`]);
  await closed(page);
});

test("a browser that forbids copying shows the text instead", async () => {
  const page = await blank();
  await page.addInitScript(insecure);
  await page.addInitScript(() => { document.execCommand = () => false; });
  await page.goto(SERVED + fragment({ text: "a:b" }));
  await page.waitForSelector("#verdict.valid");
  await drop(page, "share");
  await page.click("#share button:has-text('Link')");
  await page.waitForSelector("#share .by-hand");
  assert.match(await page.innerText("#share .said:not(:empty)"), /does not let this page copy/);
  const [value, selected] = await page.locator("#share .by-hand").evaluate(({ value, selectionStart, selectionEnd }) => [value, value.slice(selectionStart, selectionEnd)]);
  assert.equal(value, `${SERVED}#text=a%3Ab`);
  assert.equal(selected, value);
  await closed(page);
});

test("copying in the frame of the documentation says what happened", async () => {
  const page = await blank();
  await page.goto(`${SERVED}style.css`);
  await page.evaluate((address) => {
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts");
    frame.width = 900;
    frame.height = 600;
    frame.src = address;
    document.body.append(frame);
  }, `${SERVED}?embed#text=a:b`);
  const frame = page.frameLocator("iframe");
  await frame.locator("#verdict.valid").waitFor();
  await frame.locator("#open-share").click();
  await frame.locator("#share button", { hasText: "Link" }).click();
  await frame.locator("#share .said", { hasText: /copied|copy the selected text/ }).waitFor();
  await page.context().close();
});

test("a fix can be undone in the field", onPage({ text: "http://h/a b" }, async (page) => {
  await settled(page);
  await page.click("button.mend >> nth=0");
  await page.waitForFunction(() => document.querySelector("#text").value === "http://h/a%20b");
  assert.equal(await page.evaluate(() => document.activeElement.id), "text");
  await page.keyboard.press("Control+z");
  await page.waitForFunction(() => document.querySelector("#text").value === "http://h/a b");
  await page.waitForSelector("#verdict.invalid");
  await page.keyboard.press("Control+Shift+z");
  await page.waitForSelector("#verdict.valid");
}));

test("the library's progress is shown while it loads", async () => {
  let give;
  const at = await serve({ held: { "urispec.wasm": new Promise((resolve) => (give = resolve)) } });
  const page = await blank();
  await page.goto(at + fragment({ text: "http://h/", view: "editions" }));
  await page.waitForSelector(".waiting progress");
  assert.match(await page.innerText(".waiting"), /^Loading the library for this: \d+\.\d MB/);
  give();
  await settled(page);
  await page.context().close();
});
