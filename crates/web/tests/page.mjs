// One browser and one server for all tests.
//
// `open` returns a page and records its console, policy violations and requests; `closed` checks that the console is
// empty, and that only the page's own files were fetched.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, resolve } from "node:path";
import { after } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { chromium } from "playwright-core";

const HERE = fileURLToPath(new URL("..", import.meta.url));
const DIST = join(HERE, "dist");
/** The path of the page on the server: any, but not the root. */
const UNDER = "/some/where/";
const FILES = new Set([
  "", "index.html", "page.js", "style.css", "first.js", "urispec.wasm", "urispec.wasm.js", "worker.js", "sw.js",
  "parsers.html", "parsers.css", "parsers.js", "parsers.json", "parsers.json.js",
]);
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".json": "application/json" };

export const PROGRAM = process.env.URISPEC ?? resolve(HERE, "../../target/debug/urispec");
/** The browser: that of the variable, Debian's, or the one that Playwright finds. */
const BROWSER = process.env.CHROMIUM ?? (existsSync("/usr/bin/chromium") ? "/usr/bin/chromium" : undefined);

const packed = new Map();

/** Returns a file of the page as a server sends it, gzipped once. */
async function file(name) {
  if (!packed.has(name)) packed.set(name, gzipSync(await readFile(join(DIST, name)), { level: 6 }));
  return packed.get(name);
}

const servers = [];

/**
 * Starts a server of the page, as a host may have set it up: with more `headers`, with other media `types`, without the
 * files in `missing`, and with `changed` texts replacing or adding files. A file in `held` waits for its promise; one in
 * `redirected` is elsewhere.
 */
export async function serve({ headers = {}, types = {}, missing = [], held = {}, changed = {}, redirected = {} } = {}) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://h").pathname;
    const name = path.startsWith(UNDER) ? path.slice(UNDER.length) || "index.html" : "";
    if (name === "" || !(FILES.has(name) || name in changed) || missing.includes(name)) {
      response.writeHead(404).end();
      return;
    }
    if (name in redirected) {
      response.writeHead(308, { location: redirected[name] }).end();
      return;
    }
    await held[name];
    const type = types[extname(name)] ?? TYPES[extname(name)];
    response.writeHead(200, { "content-type": type, "content-encoding": "gzip", ...headers });
    response.end(name in changed ? gzipSync(changed[name]) : await file(name));
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  servers.push(server);
  return `http://127.0.0.1:${server.address().port}${UNDER}`;
}

const browser = await chromium.launch({ executablePath: BROWSER, args: ["--no-sandbox"] });
after(async () => {
  await browser.close();
  for (const server of servers) server.close();
});

/** The address of the page on the server, and as a file. */
export const SERVED = await serve();
export const FILE = pathToFileURL(join(DIST, "index.html")).href;

/** Opens a page at any address, and records its console. */
export async function visit(address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
  const page = await context.newPage();
  page.said = [];
  page.on("console", (message) => page.said.push(message.text()));
  page.on("pageerror", (error) => page.said.push(String(error)));
  await page.goto(address);
  return page;
}

/** Opens a page with a state: an object, or the text of a fragment. */
export async function open(state = {}, { at = SERVED, ...options } = {}) {
  const page = await blank(options);
  await page.goto(at + fragment(state));
  await page.waitForSelector("#view, .embedded main section");
  return page;
}

/** Opens an empty page, and records its console and requests. Service workers are enabled only in their own test. */
export async function blank(options = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, serviceWorkers: "block", ...options });
  const page = await context.newPage();
  page.said = [];
  page.requests = [];
  page.on("console", (message) => {
    if (!/^Service Worker registration blocked/.test(message.text())) page.said.push(message.text());
  });
  page.on("pageerror", (error) => page.said.push(String(error)));
  page.on("dialog", (dialog) => {
    page.said.push(`a dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  context.on("request", (request) => page.requests.push(request.url()));
  return page;
}

/** Returns the fragment of a state. */
export function fragment(state) {
  return typeof state === "string" ? state : `#${new URLSearchParams(state)}`;
}

/** Closes a page, and checks its console and requests. */
export async function closed(page) {
  const files = [...FILES].flatMap((name) => [SERVED + name, FILE.replace("index.html", name)]);
  const own = (url) => /^(blob|data):/.test(url) || files.includes(url.replace(/[?#].*/s, ""));
  assert.deepEqual(page.requests.filter((url) => !own(url)), []);
  assert.deepEqual(page.said, []);
  await page.context().close();
}

/** Defines a test on a page, followed by the checks of `closed`. */
export function onPage(state, test, options = {}) {
  return async () => {
    const page = await open(state, options);
    await test(page);
    await closed(page);
  };
}

/** Replaces the string by typing. */
export async function type(page, text) {
  await page.fill("#text", text);
}

/** Opens a dropdown: `reading`, `share`, `strings`. */
export async function drop(page, id) {
  await page.click(`#open-${id}`);
  await page.waitForSelector(`#${id}`);
}

/** Chooses the document for reading the string. */
export async function read(page, edition) {
  await drop(page, "reading");
  await page.selectOption("#edition", edition);
  await page.keyboard.press("Escape");
}

/** Waits until the page shows the current answer. */
export async function settled(page) {
  await page.waitForFunction(() => !document.querySelector(".stale, .waiting"));
}

/** Returns the text that is marked as wrong in the field, or highlighted there. */
export async function marked(page, which) {
  return (await page.locator(`.backdrop .${which}`).allTextContents()).join("");
}

/** The parts of each question, by their ids in the address. */
export const QUESTIONS = {
  url: ["string", "lint", "editions", "normalize", "tree"],
  same: ["compare", "resolve"],
  lab: ["lab", "template"],
  documents: ["production", "grammar"],
};
export const VIEWS = Object.values(QUESTIONS).flat();

/** Shows a part as a visitor does: by the tab of its question, and by opening it. */
export async function show(page, view) {
  const [question] = Object.entries(QUESTIONS).find(([, views]) => views.includes(view));
  if ((await page.getAttribute(`#tab-${question}`, "aria-selected")) !== "true") await page.click(`#tab-${question}`);
  const part = page.locator(`#part-${view}`);
  await part.waitFor();
  if (await part.evaluate((one) => one.matches("details:not([open])"))) await part.locator("summary").first().click();
}

/** Returns the program's `--json` output: a record for each string argument. */
export function records(...args) {
  return said(args).trimEnd().split("\n").map((line) => JSON.parse(line));
}

/** Returns the program's `--json` record for one string. */
export function record(...args) {
  return records(...args)[0];
}

function said(args) {
  try {
    return execFileSync(PROGRAM, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    // The program exits with 1 if the answer is no.
    if (error.status !== 1) throw error;
    return error.stdout;
  }
}

/** Returns the trimmed texts of the elements that match a selector. */
export async function texts(page, selector) {
  return (await page.locator(selector).allInnerTexts()).map((text) => text.trim());
}

let modules = 0;

/** Loads a new copy of a page module that needs no browser. */
export async function source(name) {
  const built = await build({ entryPoints: [join(HERE, "page", name)], bundle: true, format: "esm", write: false });
  return import(`data:text/javascript,${encodeURIComponent(`${built.outputFiles[0].text}// ${modules++}`)}`);
}
