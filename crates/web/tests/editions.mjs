// All editions side by side, held against the program, and against the browser itself.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BASE, REFERENCES } from "./examples.mjs";
import { onPage, record, settled, texts, type } from "./page.mjs";

const ROWS = ["scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment"];

/** What a column says: verdict, components, target. */
function column(page, by) {
  return page.evaluate((by) => {
    const cell = (row) => document.querySelector(`tr[data-row="${row}"] td[data-by="${by}"]`);
    const value = (row) => cell(row)?.querySelector(".empty") ? "" : cell(row)?.querySelector(".value")?.textContent;
    const rows = ["scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment"];
    return {
      valid: cell("valid").className === "valid",
      components: Object.fromEntries(rows.map((row) => [row, value(row)]).filter(([, text]) => text !== undefined)),
      target: value("target"),
    };
  }, by);
}

for (const [text, base] of [
  ["http://1.2.3.256/a"], ["http://u:p@EXAMPLE.com:80/a/../b?c#d"], ["a|b"], ["mailto:John.Doe@example.com"], ["http://h/a b"],
  ...REFERENCES.slice(0, 8).map((text) => [text, BASE]),
]) {
  test(`each edition says of ${text} what the program says`, onPage({ text, view: "editions", ...(base && { base }) }, async (page) => {
    await settled(page);
    await page.waitForSelector("table.editions");
    const wanted = record("editions", "--json", "--with", "whatwg", ...(base ? ["--base", base] : []), "--", text);
    for (const { by, valid, components, target, error } of wanted.verdicts) {
      const shown = await column(page, by);
      const { host_kind, ...rest } = components ?? {};
      assert.deepEqual(shown, { valid, components: rest, target }, by);
      if (error) assert.equal(await page.innerText(`[data-message="${by}"] dd`), error.message);
    }
    // Each disagreement has its marks.
    const rows = { accepts: "valid", rejects: "valid", production: "productions" };
    for (const { kind, by: all } of wanted.disagreements) {
      for (const by of all) {
        assert.equal(await page.locator(`tr[data-row="${rows[kind] ?? kind}"] td[data-by="${by}"] .unequal`).count(), 1, `${kind} ${by}`);
      }
    }
    // What the browser's own URL says, asked here by another way.
    const live = await page.evaluate(([text, base]) => {
      try {
        const url = new URL(text, base ?? undefined);
        return { href: url.href, host: url.hostname };
      } catch {
        return null;
      }
    }, [text, base ?? null]);
    const shown = await column(page, "browser");
    assert.equal(shown.valid, live !== null);
    if (live && base) assert.equal(shown.target, live.href);
    else if (live) assert.equal(shown.components.host ?? "", live.host);
  }));
}

test("a base that is typed is used, and shared by the address", onPage({ text: "../g", view: "editions" }, async (page) => {
  await page.fill("#base", BASE);
  await page.waitForSelector("tr[data-row=target]");
  await settled(page);
  // RFC 3986, 5.4.1.
  assert.equal((await column(page, "rfc3986")).target, "http://a/b/g");
  await page.waitForFunction(() => location.hash.includes("base="));
}));

test("Appendix B divides anything", onPage({ text: "a b://c d?e#f", view: "editions" }, async (page) => {
  await settled(page);
  await page.waitForSelector("td[data-by=appendix-b]");
  const { components } = await column(page, "appendix-b");
  assert.deepEqual(components, { scheme: "a b", authority: "c d", path: "", query: "e", fragment: "f" });
  assert.deepEqual(await texts(page, "tr[data-row=path] td[data-by=rfc3986]"), [""]);
  await type(page, "x");
  await settled(page);
  assert.deepEqual(Object.keys((await column(page, "appendix-b")).components), ["path"]);
  assert.equal(ROWS.length, 8);
}));
