// Axe finds no problem in any view, in both themes and at both widths, for a valid and an invalid string.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { closed, fragment, open, settled, VIEWS } from "./page.mjs";

const AXE = await readFile(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** A state for each kind of content of a view: an answer, and an error. */
const STRINGS = [
  { text: "http://u:p@EXAMPLE.com:80/%7euser/../a?b#c", other: "http://example.com/a?b#c", printed: "port = *DIGIT\n", against: "^\\d*$", left: "grammar", kind: "python" },
  { text: "http://h/a b", other: "a b", base: "//h", printed: "a = b\n", against: "a = { \"x\" ~ }\n", left: "grammar", kind: "pest", tests: "x\ny" },
];

/** The rules that depend on the theme, and those that do not. */
const COLOURS = { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } };
const ALL = { rules: { "target-size": { enabled: true } } };

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
          const violations = await page.evaluate(
            (options) => globalThis.axe.run(document, { resultTypes: ["violations"], preload: false, ...options }).then(({ violations }) =>
              violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).slice(0, 4).join(", ")}`)),
            rules,
          );
          found.push(...violations.map((one) => `${view}, ${state.text}: ${one}`));
        }
      }
      await closed(page);
      assert.deepEqual(found, []);
    });
  }
}
