// The view for changing components.
import assert from "node:assert/strict";
import { test } from "node:test";
import { onPage, settled } from "./page.mjs";

test("a changed component gives a new string, which can be used", onPage({ text: "http://h/p?q", view: "edit" }, async (page) => {
  await settled(page);
  assert.equal(await page.locator("#becomes").count(), 0);
  await page.fill("#edit-host", "example.com");
  await page.click("button[aria-label='Remove the query']");
  await settled(page);
  assert.equal(await page.innerText("#becomes .uri"), "http://example.com/p");
  assert.equal(await page.innerText("#part-edit .command code"), "urispec edit --set host=example.com --unset query 'http://h/p?q'");
  await page.click("#becomes .go");
  assert.equal(await page.inputValue("#text"), "http://example.com/p");
  assert.equal(await page.getAttribute("#edit-query", "placeholder"), "undefined");
  await page.goBack();
  assert.equal(await page.inputValue("#text"), "http://h/p?q");
}));

test("an invalid host is reported, and cannot be used", onPage({ text: "http://h/p", view: "edit" }, async (page) => {
  await settled(page);
  await page.fill("#edit-host", "a b");
  await settled(page);
  assert.match(await page.innerText("#becomes .cause"), /a space is not allowed/);
  assert.ok(await page.isDisabled("#becomes .go"));
}));

// RFC 3986, 3.3: without an authority a path cannot begin with two slashes.
test("a path that would be read as an authority is rejected", onPage({ text: "a://h//p", view: "edit" }, async (page) => {
  await settled(page);
  await page.click("button[aria-label='Remove the host']");
  await settled(page);
  assert.equal(await page.innerText("#becomes .uri"), "a://p");
  assert.match(await page.innerText("#becomes .failed"), /different components/);
  assert.ok(await page.isDisabled("#becomes .go"));
}));

// RFC 3986, 3: a userinfo precedes a host, which may be empty.
test("an empty component differs from an undefined one", onPage({ text: "a:p", view: "edit" }, async (page) => {
  await settled(page);
  await page.fill("#edit-fragment", "x");
  await page.fill("#edit-fragment", "");
  await settled(page);
  assert.equal(await page.innerText("#becomes .uri"), "a:p#");
  assert.equal(await page.getAttribute("#edit-fragment", "placeholder"), "empty");
}));
