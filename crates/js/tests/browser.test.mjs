// Runs the unbundled modules of the package in Chromium, from a server, on the main thread and in a worker.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { test } from "node:test";
import { chromium } from "playwright-core";

const executablePath = process.env.CHROMIUM ?? (existsSync("/usr/bin/chromium") ? "/usr/bin/chromium" : undefined);
const dist = new URL("../dist/", import.meta.url);
/**
 * The code to run in the browser; `at` is the address of the modules. On its main thread, Chromium compiles and instantiates
 * at most 8 MB synchronously, which is less than the whole library.
 */
const ASKED = `async (at) => {
  const begun = performance.now();
  const { check, normalize, parse, resolve } = await import(at + "index.js");
  const first = [parse("http://u@h:1/p?q#f").host, resolve("http://a/b/c/d;p?q", "../g")];
  const took = performance.now() - begun;
  const editions = await import(at + "editions.js");
  const { auditRegex, init } = await import(at + "audit.js");
  if (globalThis.document) await init(await WebAssembly.compileStreaming(fetch(at + "urispec.wasm")));
  const { isUri } = await import(at + "regex.js");
  const fastUri = await import(at + "fast-uri.js");
  return {
    answers: [...first, normalize("eXAMPLE://a/./b/../b/%63/%7bfoo%7d"), check("http://h:x/").cause.id,
      editions.resolve("http://a/b/c/d;p?q", "?y", { edition: "rfc2396" }).target,
      auditRegex(/^[0-8]+$/, { printed: "octal = 1*(%x30-37)\\n" }).only_pattern, isUri("a:b"), fastUri.resolve("", "#a")],
    took,
  };
}`;
// RFC 3986, 5.4.1, 6.2.2, 3.2.3; RFC 2396, C.1; and derived manually.
const ANSWERS = ["h", "http://a/b/g", "example://a/b/c/%7Bfoo%7D", "port-digits", "http://a/b/c/?y", "8", true, "#a"];

test("Chromium answers the same", { skip: executablePath === undefined && "Chromium not found" }, async () => {
  const server = createServer(async (request, response) => {
    const name = request.url.slice(1);
    const [, kind] = /^[a-z0-9-]+\.(js|wasm)$/.exec(name) ?? [];
    response.writeHead(200, { "content-type": kind === "js" ? "text/javascript" : kind === "wasm" ? "application/wasm" : "text/html" });
    response.end(kind !== undefined ? await readFile(new URL(name, dist))
      : name === "worker" ? "" : "<!doctype html><title>urispec</title>");
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const at = `http://127.0.0.1:${server.address().port}/`;
    const page = await browser.newPage();
    const said = [];
    page.on("console", (message) => said.push(message.text()));
    page.on("pageerror", (error) => said.push(String(error)));
    await page.goto(at);
    const onPage = await page.evaluate(`(${ASKED})(${JSON.stringify(at)})`);
    assert.deepEqual(onPage.answers, ANSWERS);
    console.log(`# from the import to the first two answers: ${onPage.took.toFixed(0)} ms`);
    const inWorker = await page.evaluate(`new Promise((answered, failed) => {
      const code = "(" + ${JSON.stringify(ASKED)} + ")(" + JSON.stringify(${JSON.stringify(at)}) + ").then(postMessage, (error) => postMessage(String(error)))";
      const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })), { type: "module" });
      worker.onmessage = ({ data }) => answered(data);
      worker.onerror = ({ message }) => failed(new Error(message));
    })`);
    assert.deepEqual(inWorker.answers, ANSWERS);
    assert.deepEqual(said.filter((line) => !line.includes("favicon")), []);
  } finally {
    await browser.close();
    server.close();
  }
});
