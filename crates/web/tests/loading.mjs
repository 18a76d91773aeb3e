// How the page loads its library: the small module first, offline, in frames, and from servers that were not set
// up for it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { blank, fragment, open, serve, settled, show, type, VIEWS } from "./page.mjs";

/** Waits for an answer that the small module cannot give. */
async function whole(page) {
  await page.waitForFunction(() => {
    const view = document.querySelector("#view");
    return view && !document.querySelector(".stale, .waiting") && view.querySelector("section") && !view.querySelector(":scope > .failed");
  });
}

const VALID = () => /Valid/.test(document.querySelector("#verdict")?.textContent);

/** Waits until a promise of the page resolves to true; `waitForFunction` would treat the promise itself as true. */
async function until(page, what) {
  for (let time = 0; !(await page.evaluate(what)); time++) {
    assert.ok(time < 300, `${what}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

test("the first answer does not wait for the whole library", async () => {
  let give;
  const at = await serve({ held: { "urispec.wasm": new Promise((resolve) => (give = resolve)) } });
  const page = await blank();
  await page.goto(at + fragment({ text: "http://h/a" }));
  await page.waitForFunction(VALID);
  await type(page, "http://h/b c");
  await page.waitForFunction(() => /Invalid|not/i.test(document.querySelector("#verdict")?.textContent));
  // Requests that need the whole library wait.
  await page.evaluate(() => (location.hash = "#text=http://h/a&view=editions"));
  await page.waitForSelector("#view .waiting, #view .stale");
  give();
  await whole(page);
  await page.context().close();
});

test("the page works offline, and answers everything", async () => {
  const at = await serve();
  const page = await blank({ serviceWorkers: "allow" });
  await page.goto(at + fragment({ text: "a:b" }));
  await page.waitForFunction(VALID);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await until(page, async () => (await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).length))).some((count) => count >= 9));
  await page.context().setOffline(true);
  for (const address of [at, `${at}index.html`, `${at}?from=elsewhere`]) {
    await page.goto("about:blank");
    await page.goto(address + fragment({ text: "http://h/a", view: "editions" }));
    await whole(page);
  }
  for (const view of VIEWS) {
    await show(page, view);
    await settled(page);
    assert.equal(await page.locator("#view > .failed").count(), 0, view);
  }
  await page.goto(`${at}parsers.html`);
  await page.waitForSelector("table.parsers");
  // Only the page's own files were ever fetched, and no error is cached.
  assert.deepEqual(page.requests.filter((url) => !url.startsWith(at) && !/^(blob|data|about):/.test(url)), []);
  const kept = await page.evaluate(async () => {
    const responses = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) responses.push([request.url, (await cache.match(request)).status]);
    }
    return responses;
  });
  assert.deepEqual(kept.map(([, status]) => status), Array(9).fill(200));
  assert.ok(kept.some(([url]) => url === at), `${kept}`);
  await page.context().close();
});

test("a page that the server redirects works offline", async () => {
  const changed = {};
  const at = await serve({ redirected: { "parsers.html": "parsers" }, changed, types: { "": "text/html" } });
  const page = await blank({ serviceWorkers: "allow" });
  changed.parsers = await (await page.request.get(`${await serve()}parsers.html`)).text();
  await page.goto(at);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  await page.goto(`${at}parsers.html`);
  await page.waitForSelector("table.parsers");
  await page.context().close();
});

test("a version with a missing file is not cached", async () => {
  const at = await serve({ missing: ["style.css"] });
  const page = await blank({ serviceWorkers: "allow" });
  await page.goto(at + fragment({ text: "a:b" }));
  await page.waitForFunction(VALID);
  await until(page, async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return registration === undefined || (!registration.installing && !registration.active);
  });
  const kept = await page.evaluate(async () => {
    const caching = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    return (await Promise.all(caching.map((cache) => cache.keys()))).flat().length;
  });
  assert.equal(kept, 0);
  await page.context().close();
});

test("an update is used at the next visit", async () => {
  const changed = {};
  const at = await serve({ changed });
  const page = await blank({ serviceWorkers: "allow" });
  const active = () => until(page, async () => (await navigator.serviceWorker.getRegistration())?.active && (await caches.keys()).length === 1);
  await page.goto(at);
  await page.waitForFunction(VALID);
  await active();
  const script = await (await page.request.get(`${at}sw.js`)).text();
  const html = await (await page.request.get(at)).text();
  const version = /[0-9a-f]{16}/.exec(script)[0];
  changed["sw.js"] = script.replace(version, "0123456789abcdef");
  changed["index.html"] = html.replace(/name="description" content="/, "$&Another version. ");
  await page.reload();
  await page.waitForFunction(VALID);
  await until(page, async () => {
    const [name, ...others] = await caches.keys();
    const { active, installing, waiting } = await navigator.serviceWorker.getRegistration();
    return name?.includes("0123456789abcdef") && others.length === 0 && active.state === "activated" && !installing && !waiting;
  });
  // An open page continues unchanged.
  const isOther = () => document.querySelector("meta[name=description]").content.startsWith("Another version");
  assert.equal(await page.evaluate(isOther), false);
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForFunction(VALID);
  assert.equal(await page.evaluate(isOther), true);
  await page.context().close();
});

/** Opens the page in a frame of another page. */
async function framed(attributes, state) {
  const source = `./${fragment(state).replaceAll("&", "&amp;")}`;
  const at = await serve({ changed: { "frame.html": `<link rel=icon href=data:,><iframe width="1000" height="800" ${attributes} src="${source}"></iframe>` } });
  const page = await blank();
  await page.goto(`${at}frame.html`);
  const frame = await (await page.waitForSelector("iframe")).contentFrame();
  await frame.waitForSelector("#verdict");
  return [page, frame];
}

test("in a frame with the least sandbox the page answers everything", async () => {
  const [page, frame] = await framed('sandbox="allow-scripts"', { text: "http://h/a", view: "editions" });
  await frame.waitForFunction(VALID);
  await whole(frame);
  assert.equal(await frame.evaluate(() => self.origin), "null");
  // The address, the history and the colour theme work, or are not stored.
  await frame.click("#part-normalize summary");
  await settled(frame);
  await frame.fill("#text", "HTTP://h/%7e");
  await frame.waitForFunction(() => location.hash.includes("%257e"));
  assert.deepEqual(page.said, []);
  await page.context().close();
});

const OWN = "default-src 'self'; style-src 'self'; img-src 'self' data:";
for (const [what, policy] of [
  ["no worker of a Blob", `${OWN}; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'`],
  ["no worker at all", `${OWN}; script-src 'self' 'wasm-unsafe-eval'; worker-src 'none'`],
  ["no connection", `${OWN}; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; connect-src 'none'`],
]) {
  test(`the page works under a server policy that allows ${what}`, async () => {
    const page = await open({ text: "http://h/a", view: "editions" }, { at: await serve({ headers: { "content-security-policy": policy } }) });
    await page.waitForFunction(VALID);
    await whole(page);
    // The browser reports the policy violations on the console, and nothing else.
    assert.deepEqual(page.said.filter((said) => !/Content Security Policy|Fetch API cannot load/.test(said)), []);
    await page.context().close();
  });
}

test("a server policy without WebAssembly is reported", async () => {
  const page = await blank();
  await page.goto(await serve({ headers: { "content-security-policy": `${OWN}; worker-src 'self' blob:` } }));
  await page.waitForSelector(".failed");
  assert.match(await page.innerText("#page"), /server's Content-Security-Policy forbids WebAssembly.*'wasm-unsafe-eval'/s);
  await page.context().close();
});

for (const type of ["text/plain", "application/octet-stream"]) {
  test(`WebAssembly as ${type} is read`, async () => {
    const at = await serve({ types: { ".wasm": type }, headers: { "x-content-type-options": "nosniff" } });
    const page = await open({ text: "http://h/a", view: "editions" }, { at });
    await whole(page);
    assert.deepEqual(page.said, []);
    await page.context().close();
  });
}

test("without the small module or the WebAssembly file, the page takes longer", async () => {
  for (const missing of [["first.js"], ["urispec.wasm"]]) {
    const page = await open({ text: "http://h/a", view: "editions" }, { at: await serve({ missing }) });
    await whole(page);
    await page.waitForFunction(VALID);
    await page.context().close();
  }
});

test("a page without its library reports what is missing", async () => {
  const page = await blank();
  await page.goto((await serve({ missing: ["first.js", "urispec.wasm", "urispec.wasm.js"] })) + fragment({ text: "a:b" }));
  await page.waitForSelector(".failed");
  assert.match(await page.innerText("#page"), /urispec\.wasm: the server responded with status 404/);
  await page.context().close();
});

for (const [what, options] of [
  ["a server's policy that allows no script", { headers: { "content-security-policy": "default-src 'none'; style-src 'self'" } }],
  ["a script with a wrong media type", { types: { ".js": "text/plain" }, headers: { "x-content-type-options": "nosniff" } }],
]) {
  test(`${what} is named`, async () => {
    const page = await blank();
    await page.goto(await serve(options));
    assert.equal(await page.isVisible(".late"), false);
    await page.waitForSelector(".late");
    assert.match(await page.innerText("#page"), /does not send page\.js as JavaScript.*Content-Security-Policy.*'self'/s);
    await page.context().close();
  });
}
