// Axe finds no problem in any view, in both themes and at both widths, for a valid and an invalid string.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { blank, closed, fragment, open, SERVED, settled, VIEWS } from "./page.mjs";

const AXE = await readFile(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** A state for each kind of content of a view: an answer, and an error. */
const STRINGS = [
  { text: "http://u:p@EXAMPLE.com:80/%7euser/../a?b#c", other: "http://example.com/a?b#c", printed: "port = *DIGIT\n", against: "^\\d*$", left: "grammar", kind: "python" },
  { text: "http://h/a b", other: "a b", base: "//h", printed: "a = b\n", against: "a = { \"x\" ~ }\n", left: "grammar", kind: "pest", tests: "x\ny" },
];

/** The rules that depend on the theme, and those that do not. */
const COLOURS = { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } };
const ALL = { rules: { "target-size": { enabled: true } } };

/** Returns the problems of a page, with the first elements that have each. */
async function violations(page, rules) {
  return page.evaluate(
    (options) => globalThis.axe.run(document, { resultTypes: ["violations"], preload: false, ...options }).then(({ violations }) =>
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).slice(0, 4).join(", ")}`)),
    rules,
  );
}

for (const [colorScheme, rules] of [["light", ALL], ["dark", COLOURS]]) {
  for (const width of [1280, 375]) {
    test(`axe finds nothing, ${colorScheme}, ${width} px`, async () => {
      const page = await open({}, { colorScheme, viewport: { width, height: 800 } });
      await page.evaluate(AXE);
      const found = [];
      for (const view of [...VIEWS, "lines"]) {
        for (const state of STRINGS) {
          await page.evaluate((hash) => (location.hash = hash), fragment({ ...state, view }));
          await page.waitForSelector(view === "lines" ? "#totals" : `#part-${view}`);
          await settled(page);
          await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
          // An opened part is drawn, and may then send requests.
          await page.evaluate(() => new Promise((drawn) => setTimeout(drawn, 50)));
          await settled(page);
          found.push(...(await violations(page, rules)).map((one) => `${view}, ${state.text}: ${one}`));
        }
      }
      await closed(page);
      assert.deepEqual(found, []);
    });

    test(`axe finds nothing on the page of parsers, ${colorScheme}, ${width} px`, async () => {
      const page = await blank({ colorScheme, viewport: { width, height: 800 } });
      await page.goto(`${SERVED}parsers.html`);
      await page.evaluate(AXE);
      await page.waitForSelector("table.parsers");
      const [parser, other] = await page.locator("table.parsers thead a").evaluateAll((all) => all.map((one) => one.getAttribute("href")));
      const reasons = await page.locator("table.parsers tbody th a").evaluateAll((all) => all.map((one) => one.getAttribute("href").slice(1)));
      const found = [];
      for (const hash of ["", parser, `${parser}&with=${other.split("=")[1]}`, `#${reasons[1]}`, `${parser}&${reasons[1]}`]) {
        await page.evaluate((hash) => (location.hash = hash), hash);
        await page.waitForTimeout(100);
        await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
        await page.waitForTimeout(50);
        found.push(...(await violations(page, rules)).map((one) => `${hash}: ${one}`));
      }
      await closed(page);
      assert.deepEqual(found, []);
    });
  }
}
