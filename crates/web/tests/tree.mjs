// The view of the tree, compared with the program's tree.
import assert from "node:assert/strict";
import { test } from "node:test";
import { URIS } from "./examples.mjs";
import { marked, onPage, read, record, settled, type } from "./page.mjs";

/** Returns the program's nodes: depth, rule, first and last byte. */
function nodes(tree, depth = 1) {
  return [[depth, tree.rule, `${tree.start}–${tree.end}`], ...tree.children.flatMap((child) => nodes(child, depth + 1))];
}

function shown(page) {
  return page.locator("[role=treeitem]").evaluateAll((items) =>
    items.map((item) => [Number(item.ariaLevel), item.querySelector(".rule").textContent, item.querySelector(".bytes").textContent]));
}

test("examples have the program's tree, in each edition", onPage({ view: "tree" }, async (page) => {
  for (const edition of ["rfc3986", "rfc2396", "rfc1738"]) {
    await read(page, edition);
    for (const text of URIS.slice(0, 4)) {
      await type(page, text);
      await settled(page);
      const { tree } = record("parse", "--json", "--edition", edition, text);
      // RFC 1738 derives no `ldap` URL with brackets.
      assert.deepEqual(await shown(page), tree ? nodes(tree) : [], `${edition} ${text}`);
    }
  }
}));

test("the keyboard moves through the tree", onPage({ text: "http://h/p?q", view: "tree" }, async (page) => {
  await settled(page);
  const focused = () => page.evaluate(() => document.activeElement.querySelector(".rule").textContent);
  await page.focus("[role=treeitem]");
  const count = await page.locator("[role=treeitem]").count();
  await page.keyboard.press("ArrowDown");
  assert.equal(await focused(), "URI");
  await page.keyboard.press("ArrowRight");
  assert.equal(await focused(), "scheme");
  assert.equal(await marked(page, "lit"), "http");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await focused(), "URI");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await page.locator("[role=treeitem]").count(), 2);
  assert.equal(await page.locator("[role=treeitem]").nth(1).getAttribute("aria-expanded"), "false");
  await page.keyboard.press(" ");
  assert.equal(await page.locator("[role=treeitem]").count(), count);
  await page.keyboard.press("End");
  assert.equal(await focused(), "query");
  await page.keyboard.press("Home");
  assert.equal(await focused(), "URI-reference");
  // The tree is one tab stop, including its links.
  assert.equal(await page.locator("[role=tree] [tabindex='0']").count(), 1);
  assert.equal(await page.locator("[role=tree] a:not([tabindex='-1'])").count(), 0);
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".production-name");
  assert.match(await page.innerText(".production-name"), /^query/);
}));

// RFC 3986, 3: the host is within the authority, and each has its colour.
test("a text has the colour of its component", onPage({ text: "http://u@[::1]:80/p", view: "tree" }, async (page) => {
  await settled(page);
  const coloured = await page.locator("[role=treeitem]").evaluateAll((items) => Object.fromEntries(items.map((item) => [item.querySelector(".rule").textContent, /c-(\w+)/.exec(item.querySelector(".text").className)?.[1]])));
  assert.deepEqual([coloured.IPv6address, coloured.userinfo, coloured.port, coloured.segment, coloured.authority], ["host", "userinfo", "port", "path", undefined]);
}));

test("omitted nodes are counted", onPage({ text: `http://h${"/a".repeat(3000)}`, view: "tree" }, async (page) => {
  await settled(page);
  // The nodes out of sight are drawn when they are needed.
  assert.ok((await page.locator("[role=treeitem]").count()) < 400);
  const drawn = (count) => page.waitForFunction((count) => {
    const all = document.querySelectorAll("[role=treeitem]");
    all[all.length - 1].scrollIntoView();
    return all.length === count;
  }, count);
  await drawn(400);
  assert.match(await page.locator("[role=treeitem]").last().innerText(), /segment/);
  assert.match(await page.innerText("#part-tree .note"), /more than 400 nodes/);
  await page.click("#part-tree .note button");
  await drawn(2000);
}));
