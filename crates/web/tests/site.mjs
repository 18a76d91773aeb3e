// The documents as pages: search, the string that is tried, and what axe finds.
//
// The site is that of dist/documents, if the program has written it there with its table of documents; else the program
// writes the pages of one document.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { PROGRAM, visit } from "./page.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const WHOLE = fileURLToPath(new URL("../dist/documents", import.meta.url));

const isWhole = existsSync(join(WHOLE, "matrix.html"));
const folder = isWhole ? WHOLE : mkdtempSync(join(tmpdir(), "urispec-site-"));
if (!isWhole) {
  execFileSync(PROGRAM, ["explain", "--edition", "rfc3986", "--site", folder, "--page", "../index.html"]);
  after(() => rmSync(folder, { recursive: true }));
}
const at = (path) => pathToFileURL(join(folder, path)).href;
const PAGES = ["index.html", "rfc3986/index.html", "rfc3986/URI.html", "rfc3986/host.html", ...(isWhole ? ["matrix.html"] : [])];

for (const colorScheme of ["light", "dark"]) {
  for (const width of [1280, 390]) {
    test(`axe finds nothing in ${colorScheme} colours, ${width} wide`, async () => {
      for (const path of PAGES) {
        const page = await visit(at(path), { colorScheme, viewport: { width, height: 800 } });
        await page.evaluate(AXE);
        const options = { preload: false, runOnly: { type: "tag", values: TAGS } };
        const { violations } = await page.evaluate((options) => axe.run(options), options);
        assert.deepEqual(violations.map(({ id, nodes }) => [path, id, nodes[0].html]), []);
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(beyond <= 0, `${path} is ${beyond} pixels too wide`);
        assert.deepEqual(page.said, []);
        await page.context().close();
      }
    });
  }
}

test("the key / leads to the search, and its results are links", async () => {
  const page = await visit(at("rfc3986/host.html"));
  await page.keyboard.press("/");
  // Of all documents that have the production, this one.
  await page.keyboard.type("dec-oct 3986");
  // Each key that is typed has results of its own.
  await page.waitForFunction(() => document.querySelector(".found a")?.innerText === "dec-octet RFC 3986, section 3.2.2");
  await page.keyboard.press("Enter");
  await page.waitForURL(/rfc3986\/dec-octet\.html$/);
  // A section leads to what it says; what is typed is text.
  await page.fill("[type=search]", "3986 section 6.2.2.1");
  await page.waitForSelector(".found a");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(/rfc3986\/index\.html#section:6\.2\.2\.1$/);
  await page.fill("[type=search]", "<img src=x onerror=alert(1)>");
  await page.waitForFunction(() => document.querySelector(".said").textContent === "0 found");
  assert.deepEqual(page.said, []);
  await page.context().close();
});

test("a string that is typed goes into the address of the page", async () => {
  const page = await visit(at("rfc3986/host.html"));
  const fragment = async () => new URL(await page.getAttribute(".try a", "href"), "http://h").hash;
  // RFC 3986, 1.1, prints a URI with this host.
  assert.equal(await fragment(), "#edition=rfc3986&rule=host&view=production&text=localhost");
  await page.fill(".try input", "a&b #%é");
  assert.equal(await fragment(), "#edition=rfc3986&rule=host&view=production&text=a%26b%20%23%25%C3%A9");
  await page.context().close();
});

test("without a script everything is there but the search", async () => {
  const page = await visit(at("index.html"), { javaScriptEnabled: false });
  assert.equal(await page.locator("input").count(), 0);
  const names = page.locator("ul.names a[href='rfc3986/host.html']");
  assert.equal(await names.count(), 1);
  await page.goto(at("rfc3986/host.html"));
  assert.match(await page.locator(".try a").getAttribute("href"), /index\.html#edition=rfc3986&rule=host/);
  await page.context().close();
});
