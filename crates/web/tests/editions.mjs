// All editions side by side, compared with the program, and with the browser itself.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BASE, REFERENCES } from "./examples.mjs";
import { onPage, record, settled, type } from "./page.mjs";

/** Returns the content of a column: verdict, components, target. */
function column(page, by) {
  return page.evaluate((by) => {
    const cell = (row) => document.querySelector(`tr[data-row="${row}"] td[data-by~="${by}"]`);
    const value = (row) => cell(row)?.querySelector(".empty") ? "" : cell(row)?.querySelector(".value")?.textContent;
    const rows = ["scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment"];
    return {
      valid: cell("valid")?.classList.contains("valid"),
      components: Object.fromEntries(rows.map((row) => [row, value(row)]).filter(([, text]) => text !== undefined)),
      target: value("target"),
    };
  }, by);
}

for (const [text, base] of [
  ["http://1.2.3.256/a"], ["http://u:p@EXAMPLE.com:80/a/../b?c#d"], ["a|b"], ["mailto:John.Doe@example.com"], ["http://h/a b"],
  ...REFERENCES.slice(0, 8).map((text) => [text, BASE]),
]) {
  test(`each edition has the program's verdict on ${text}`, onPage({ text, view: "editions", rows: "all", ...(base && { base }) }, async (page) => {
    await settled(page);
    await page.waitForSelector("table.editions");
    const wanted = record("editions", "--json", "--with", "whatwg", ...(base ? ["--base", base] : []), "--", text);
    for (const { by, valid, components, target, error } of wanted.verdicts) {
      const shown = await column(page, by);
      const { host_kind, ...rest } = components ?? {};
      assert.deepEqual(shown, { valid, components: rest, target }, by);
      if (error) assert.equal(await page.innerText(`[data-message~="${by}"] dd`), error.message);
    }
    // Each disagreement has its marks.
    if (wanted.verdicts.some(({ productions }) => productions)) {
      await page.getByText("The productions that derive it").click();
      await page.waitForSelector("[data-productions]");
    }
    const rows = { accepts: "valid", rejects: "valid" };
    for (const { kind, by: all } of wanted.disagreements) {
      for (const by of all) {
        const place = kind === "production" ? `[data-productions="${by}"]` : `tr[data-row="${rows[kind] ?? kind}"] td[data-by~="${by}"]`;
        assert.equal(await page.locator(`${place} .unequal`).count(), 1, `${kind} ${by}`);
      }
    }
    // The result of the browser's own URL, obtained separately.
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

test("a typed base is used, and is in the address", onPage({ text: "../g", view: "editions", rows: "all" }, async (page) => {
  await page.fill("#base", BASE);
  await page.waitForSelector("tr[data-row=target]");
  await settled(page);
  // RFC 3986, 5.4.1.
  assert.equal((await column(page, "rfc3986")).target, "http://a/b/g");
  await page.waitForFunction(() => location.hash.includes("base="));
}));

test("Appendix B splits any string", onPage({ text: "a b://c d?e#f", view: "editions", rows: "all" }, async (page) => {
  await settled(page);
  await page.waitForSelector("td[data-by~=appendix-b]");
  const { components } = await column(page, "appendix-b");
  assert.deepEqual(components, { scheme: "a b", authority: "c d", path: "", query: "e", fragment: "f" });
  assert.equal(await page.locator("tr[data-row=path] td[data-by~=rfc3986]").count(), 0);
  await type(page, "x");
  await settled(page);
  assert.deepEqual(Object.keys((await column(page, "appendix-b")).components), ["path"]);
}));

/** Returns the headings of the columns. */
const heads = (page) => page.locator("table.editions thead th").evaluateAll((all) => all.map((one) => one.textContent));

// In RFC 3986, 3.2.2, a host that is not an IPv4address is a reg-name; RFC 2396, 3.2.2, does not limit the digits to
// 255; and the parser of the URL Standard rejects a last label that is a number beyond it.
test("readers with the same answer share a column, and only differences are shown", onPage({ text: "http://1.2.3.256/a", view: "editions" }, async (page) => {
  await settled(page);
  assert.match(await page.innerText("#part-editions .verdict-line"), /4 answers from 14 readers/);
  const shown = await heads(page);
  assert.match(shown[0], /^RFC 3986.*RFC 3987.*Appendix B: the same$/);
  assert.match(shown[1], /^URL Standard’s parser.*this browser, URL Standard: the same$/);
  assert.match(shown[2], /^RFC 2732RFC 2396: the same$/);
  const rows = () => page.locator("table.editions tbody tr").evaluateAll((all) => all.map((row) => row.dataset.row));
  assert.deepEqual(await rows(), ["valid", "host-kind"]);
  await page.getByLabel("Differences only").uncheck();
  assert.deepEqual(await rows(), ["valid", "scheme", "authority", "host", "host-kind", "path"]);
  await page.waitForFunction(() => location.hash.includes("rows=all"));
}));

test("the chosen edition is second", onPage({ text: "http://1.2.3.256/a", view: "editions", edition: "rfc1738" }, async (page) => {
  await settled(page);
  const shown = await heads(page);
  assert.match(shown[0], /^RFC 3986/);
  assert.match(shown[1], /^RFC 1738/);
  assert.match(shown[2], /^URL Standard’s parser/);
}));

test("one sentence reports that all agree", onPage({ text: "http://a/b", view: "editions" }, async (page) => {
  await settled(page);
  assert.match(await page.innerText("#part-editions .verdict-line"), /^All agree: 13 readers accept the string/);
  assert.equal(await page.locator("table.editions").count(), 0);
}));

// RFC 1808, 2.1, does not split net_loc: it reports no host, and so differs from no other.
test("a reader that does not split the authority reports no host", onPage({ text: "http://u@h:1/", view: "editions", rows: "all" }, async (page) => {
  await settled(page);
  assert.deepEqual((await column(page, "rfc1808")).components, { scheme: "http", authority: "u@h:1", path: "/" });
  assert.equal(await page.locator("tr[data-row=host] td[data-by~=appendix-b]").count(), 0);
}));

test("at 1280 px all columns fit on the page, and on a phone each cell has a label", onPage({ text: "http:g", view: "editions", rows: "all" }, async (page) => {
  await settled(page);
  const beyond = () => page.evaluate(() => [...document.querySelectorAll("table.editions td, table.editions th")].some((one) => one.getBoundingClientRect().right > innerWidth));
  assert.equal(await beyond(), false);
  await page.setViewportSize({ width: 375, height: 800 });
  assert.equal(await beyond(), false);
  const label = await page.locator("tr[data-row=host] td[data-by~=browser]").evaluate((one) => getComputedStyle(one, "::before").content);
  assert.match(label, /URL Standard’s parser/);
}, { viewport: { width: 1280, height: 800 } }));

test("a table that is wider than the page has a note", onPage({ text: "http://h?q", view: "editions", rows: "all" }, async (page) => {
  await settled(page);
  await page.waitForSelector(".scroll.more[tabindex='0']");
  assert.match(await page.innerText(".sideways"), /Scroll sideways for more/);
}, { viewport: { width: 645, height: 800 } }));
