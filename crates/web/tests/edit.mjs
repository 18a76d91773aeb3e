// The components, changed in their rows.
import assert from "node:assert/strict";
import { test } from "node:test";
import { onPage, settled, type } from "./page.mjs";

const used = (page, text) => page.waitForFunction((text) => document.querySelector("#text").value === text && !document.querySelector("#becomes, .stale, .waiting"), text);

test("a component is changed in its row; Enter uses the string, which the field can undo", onPage({ text: "http://h/p?q" }, async (page) => {
  await settled(page);
  assert.equal(await page.locator("#becomes").count(), 0);
  await page.fill("#edit-host", "example.com");
  await settled(page);
  assert.equal(await page.innerText("#becomes .uri"), "http://example.com/p?q");
  assert.equal(await page.innerText("#becomes .command code"), "urispec edit --set host=example.com 'http://h/p?q'");
  assert.equal(await page.inputValue("#text"), "http://h/p?q");
  await page.press("#edit-host", "Enter");
  await used(page, "http://example.com/p?q");
  assert.equal(await page.evaluate(() => document.activeElement.id), "edit-host");
  // Enter at once after typing waits for the answer.
  await page.locator("#edit-path").pressSequentially("x");
  await page.press("#edit-path", "Enter");
  await used(page, "http://example.com/px?q");
  await page.focus("#text");
  await page.keyboard.press("Control+z");
  await used(page, "http://example.com/p?q");
  assert.equal(await page.inputValue("#edit-path"), "/p");
}));

test("Escape restores the component", onPage({ text: "http://h/p" }, async (page) => {
  await settled(page);
  await page.fill("#edit-path", "/other");
  await page.waitForSelector("#becomes");
  await page.press("#edit-path", "Escape");
  assert.equal(await page.inputValue("#edit-path"), "/p");
  assert.equal(await page.locator("#becomes").count(), 0);
  assert.equal(await page.inputValue("#text"), "http://h/p");
  // A change of the string ends that of its component.
  await page.fill("#edit-path", "/other");
  await type(page, "http://h/q");
  await settled(page);
  assert.equal(await page.inputValue("#edit-path"), "/q");
  await type(page, "http://h/p");
  await settled(page);
  assert.equal(await page.inputValue("#edit-path"), "/p");
}));

test("a component is added and removed", onPage({ text: "http://h/p?q" }, async (page) => {
  await settled(page);
  await page.click("button[aria-label='Remove the query']");
  await page.click("button[aria-label='Add the port']");
  await page.waitForFunction(() => document.activeElement.id === "edit-port");
  await page.keyboard.type("80");
  await settled(page);
  assert.equal(await page.innerText("#becomes .uri"), "http://h:80/p");
  await page.click("#becomes .go");
  await used(page, "http://h:80/p");
  assert.ok((await page.locator("#undefined .swatch").allTextContents()).includes("query"));
  await page.goBack();
  await used(page, "http://h/p?q");
}));

test("an invalid host is reported, and not used", onPage({ text: "http://h/p" }, async (page) => {
  await settled(page);
  await page.fill("#edit-host", "a b");
  await settled(page);
  await page.waitForSelector("#becomes .cause");
  assert.match(await page.innerText("#becomes .cause"), /a space is not allowed in a URI \(section 2\)/);
  assert.ok(await page.isDisabled("#becomes .go"));
  assert.deepEqual([await page.getAttribute("#edit-host", "aria-invalid"), await page.getAttribute("#edit-host", "aria-describedby")], ["true", "becomes"]);
  assert.equal(await page.getAttribute("#edit-path", "aria-invalid"), null);
  await page.press("#edit-host", "Enter");
  await settled(page);
  assert.equal(await page.inputValue("#text"), "http://h/p");
  assert.equal(await page.inputValue("#edit-host"), "a b");
}));

// RFC 3986, 3.3: without an authority a path cannot begin with two slashes.
test("a path that would be read as an authority is rejected", onPage({ text: "a://h//p" }, async (page) => {
  await settled(page);
  await page.click("button[aria-label='Remove the host']");
  await page.waitForSelector("#becomes .failed");
  assert.equal(await page.innerText("#becomes .uri"), "a://p");
  assert.match(await page.innerText("#becomes .failed"), /different components/);
  assert.ok(await page.isDisabled("#becomes .go"));
}));

// RFC 3986, 3: a userinfo precedes a host, which may be empty.
test("an empty component differs from an undefined one", onPage({ text: "a:p" }, async (page) => {
  await settled(page);
  await page.click("button[aria-label='Add the fragment']");
  await settled(page);
  assert.equal(await page.innerText("#becomes .uri"), "a:p#");
  assert.equal(await page.getAttribute("#edit-fragment", "placeholder"), "empty");
}));

test("a long string is not changed in its rows", onPage({ text: `http://h/${"a".repeat(20_000)}` }, async (page) => {
  await settled(page);
  assert.equal(await page.locator("table.components tbody tr").count(), 4);
  assert.equal(await page.locator("table.components textarea").count(), 0);
  assert.doesNotMatch(await page.innerText("#part-string .note"), /Enter/);
}));
