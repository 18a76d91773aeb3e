// Templates, compared with the program.
import assert from "node:assert/strict";
import { test } from "node:test";
import { onPage, record } from "./page.mjs";

const TEMPLATE = "/{a}{.ext}{?q}";

test("the values of a URI equal the program's", onPage({ view: "template", template: TEMPLATE, text: "/x.y?q=1%202" }, async (page) => {
  await page.waitForSelector("#matched.valid");
  const { ways } = record("template", "match", "--json", TEMPLATE, "/x.y?q=1%202");
  const shown = await page.$$eval("#matched + .ways > li", (all) => all.map((one) => [...one.querySelectorAll("[data-variable]")].map(({ dataset }) => dataset.variable)));
  assert.equal(shown.length, ways.length);
  assert.deepEqual(shown, ways.map((values) => Object.keys(values)));
}));

test("a string that is not an expansion, and an invalid template", onPage({ view: "template", template: "/{a}", text: "/b/c" }, async (page) => {
  await page.waitForSelector("#matched.invalid");
  await page.fill("#template", "/{a");
  await page.waitForFunction(() => document.querySelector("#matched")?.textContent.includes("Invalid template"));
}));

test("two templates and the shortest URI of both", onPage({ view: "template", template: "/users/{id}", collide: "/users/new{?ref}", text: "a:b" }, async (page) => {
  await page.waitForSelector("#collision");
  const { uri } = record("template", "collide", "--json", "/users/{id}", "/users/new{?ref}");
  assert.equal(uri, "/users/new");
  assert.match(await page.textContent("#collision"), /Both expand to\s*\/users\/new/);
  assert.match(await page.textContent('[data-fact="reference"]'), /Every expansion is a URI or a relative reference \(URI-reference of RFC 3986\)/);
}));
