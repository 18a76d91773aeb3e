// The view of the string, compared with the program.
import assert from "node:assert/strict";
import { test } from "node:test";
import { REFERENCES, URIS } from "./examples.mjs";
import { drop, marked, onPage, record, records, settled, texts, type } from "./page.mjs";

/** Returns the components in the table: text or empty. An undefined one has no row. */
async function shown(page) {
  const rows = await page.locator("table.components tbody tr").evaluateAll((rows) =>
    rows.map((row) => [row.dataset.component, row.querySelector("textarea")?.value ?? row.querySelector(".empty, .value").textContent.replace('"" empty', "")]));
  return Object.fromEntries(rows);
}

test("examples of RFC 3986 have the program's components", onPage({}, async (page) => {
  const strings = [...URIS, ...REFERENCES];
  for (const wanted of records("parse", "--json", "--", ...strings)) {
    await type(page, wanted.input);
    await settled(page);
    const { host_kind, ...components } = wanted.components;
    assert.deepEqual(await shown(page), components, wanted.input);
    const said = (await page.locator("#undefined .swatch").allTextContents()).concat(Object.keys(components));
    assert.deepEqual(said.sort(), ["authority", "fragment", "host", "path", "port", "query", "scheme", "userinfo"]);
    assert.deepEqual(await texts(page, "tr[data-component=host] .kind"), host_kind === undefined ? [] : [host_kind]);
    assert.match(await page.innerText("#verdict"), wanted.input === "" ? /The string is empty/ : /Valid/);
  }
}));

// RFC 3986, 3.2: the userinfo ends at the last "@" before the path.
test("the verdict names the host, and the userinfo that resembles one", onPage({}, async (page) => {
  await page.waitForSelector("#verdict.valid");
  assert.match(await page.innerText("#verdict"), /The host is evil\.example, a name \(reg-name\); www\.example\.com:443, before the @, is a user name \(userinfo\)\./);
  await type(page, "mailto:a@b");
  await settled(page);
  assert.match(await page.innerText("#verdict"), /no authority \(\/\/\), so it has no host/);
  await type(page, "//h/p");
  await settled(page);
  assert.match(await page.innerText("#verdict"), /The host is h, a name \(reg-name\)\./);
  await type(page, "p");
  await settled(page);
  assert.match(await page.innerText("#verdict"), /a relative reference: its host is that of its base/);
}));

// RFC 3986, 4.1: a URI-reference is a URI or a relative reference.
test("the verdict and the choice say what a URI-reference is", onPage({ text: "http://h/p" }, async (page) => {
  await page.waitForSelector("#verdict.valid");
  assert.match(await page.innerText("#verdict"), /as a URI \(URI-reference\)/);
  await type(page, "//h/p");
  await settled(page);
  assert.match(await page.innerText("#verdict"), /as a relative reference \(URI-reference\)/);
  await drop(page, "reading");
  assert.deepEqual((await page.locator("#rule optgroup").first().locator("option").allTextContents()).filter((text) => text.startsWith("URI-reference")), ["URI-reference: a URI or a relative reference"]);
}));

test("the field has the colours of the components, also before the answer", onPage({ text: "http://u@h:1/p?q#f" }, async (page) => {
  await settled(page);
  const parts = () => page.locator(".entry .backdrop .part").evaluateAll((all) => all.map((one) => [one.className.replace("part c-", ""), one.textContent]));
  assert.deepEqual(await parts(), [["scheme", "http"], ["userinfo", "u"], ["host", "h"], ["port", "1"], ["path", "/p"], ["query", "q"], ["fragment", "f"]]);
}));

test("an error is reported at its byte", onPage({ text: "http://h/a b" }, async (page) => {
  const { error } = record("parse", "--json", "http://h/a b");
  await settled(page);
  assert.equal(error.offset, 10);
  assert.equal(await marked(page, "wrong"), " ");
  assert.match(await page.innerText(".cause"), /A space is not allowed in a URI\. RFC 3986, 2/);
  assert.deepEqual(await texts(page, ".expected li"), error.expected);
  assert.deepEqual(await texts(page, ".path li"), error.rule_path.map((name) => name));
  await page.click("button.mend");
  await settled(page);
  assert.equal(await page.inputValue("#text"), error.cause.mended);
  assert.match(await page.innerText("#verdict"), /Valid/);
  await page.goBack();
  await settled(page);
  assert.equal(await page.inputValue("#text"), "http://h/a b");
}));

test("an error after multi-byte characters is at its character", onPage({ text: "a:é" }, async (page) => {
  await settled(page);
  assert.equal(await marked(page, "wrong"), "é");
  await type(page, "http://[::1");
  await settled(page);
  assert.equal(await page.locator(".backdrop .wrong.end").count(), 1);
}));

test("a URL of RFC 1738 has the fields of its scheme", onPage({ text: "ftp://me@h/%2Fetc/motd", edition: "rfc1738" }, async (page) => {
  const { scheme_specific } = record("parse", "--json", "--edition", "rfc1738", "ftp://me@h/%2Fetc/motd");
  await settled(page);
  assert.deepEqual(await texts(page, ".meaning .lines li"), [...scheme_specific.directories, ...scheme_specific.commands]);
  assert.equal(await page.innerText(".meaning p"), `RFC 1738 derives it as a ${scheme_specific.production}.`);
}));

// RFC 3986, 3.3.
test("a component has its section, and a link to its production", onPage({ text: "http://h/p" }, async (page) => {
  await settled(page);
  assert.equal(await page.innerText("tr[data-component=path] .section"), "3.3");
  await page.click("tr[data-component=path] a.rule");
  await settled(page);
  assert.match(await page.innerText(".production-name"), /^path-abempty/);
}));

test("hovering over or focusing a component highlights it in the field", onPage({ text: "http://u@h:1/p?q#f" }, async (page) => {
  await settled(page);
  for (const [name, text] of [["scheme", "http"], ["userinfo", "u"], ["host", "h"], ["port", "1"], ["path", "/p"]]) {
    await page.focus(`tr[data-component=${name}] a`);
    assert.equal(await marked(page, "lit"), text);
    assert.equal(await page.locator("tr.pointed").getAttribute("data-component"), name);
  }
  await page.hover("tr[data-component=authority] th");
  assert.equal(await marked(page, "lit"), "u@h:1");
}));

test("the command gives the result of the view", onPage({ text: "a'b", edition: "rfc2396", rule: "relativeURI" }, async (page) => {
  await settled(page);
  assert.equal(await page.innerText(".command code"), "urispec parse --edition rfc2396 --rule relativeURI 'a'\\''b'");
}));
