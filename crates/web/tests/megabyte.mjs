// A megabyte in each view: the longest time that the main thread is busy without a pause.
//
// This is the processor time of the longest task of the main thread, from the browser's trace, so that other load
// on the machine does not count. The texts are created in the page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open, settled, show, VIEWS } from "./page.mjs";

/** The limit for the longest task in milliseconds; on an idle current machine it is below 100. */
const MOST = 250;

const TEXTS = {
  "%41 × 333,333": '"http://h/" + "%41".repeat(333333)',
  "\\ × 1,000,000": '"\\\\".repeat(1e6)',
};
// `ALL=1 node tests/megabyte.mjs` also runs these; the library is slow for each.
const MORE = {
  "a × 1,000,000": '"a".repeat(1e6)',
  "a/../ × 200,000": '"http://h/" + "a/../".repeat(200000)',
  "é × 500,000": '"http://h/?" + "é".repeat(500000)',
  "invalid at the end": '"a:" + "b".repeat(1e6) + " "',
};

/** Returns the longest task of the main thread during an action, in milliseconds of processor time. */
async function longest(page, act) {
  const browser = page.context().browser();
  await browser.startTracing(page, { categories: ["toplevel"] });
  await act();
  const { traceEvents } = JSON.parse(String(await browser.stopTracing()));
  const key = ({ pid, tid }) => `${pid}/${tid}`;
  const pages = new Set(traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(key));
  const tasks = traceEvents.filter((event) => event.ph === "X" && event.name.endsWith("RunTask") && pages.has(key(event)));
  assert.ok(tasks.length > 0, "the trace has tasks");
  return Math.max(...tasks.map(({ tdur, dur }) => (tdur ?? dur) / 1000));
}

/** Pastes a text, passed as an expression. */
async function paste(page, selector, expression) {
  await page.evaluate(([selector, expression]) => {
    const text = new Function(`return ${expression}`)();
    const field = document.querySelector(selector);
    const data = new DataTransfer();
    data.setData("text/plain", text);
    if (!field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }))) return;
    const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(prototype.prototype, "value").set.call(field, text);
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }, [selector, expression]);
}

for (const [name, expression] of Object.entries(process.env.ALL ? { ...TEXTS, ...MORE } : TEXTS)) {
  test(`a megabyte in each view: ${name}`, async () => {
    const page = await open({}, { bypassCSP: true });
    const found = {};
    found.pasted = await longest(page, async () => {
      await paste(page, "#text", expression);
      await settled(page);
    });
    for (const view of VIEWS) {
      found[view] = await longest(page, async () => {
        await show(page, view);
        await settled(page);
      });
      const other = { editions: "#base", compare: "#other", resolve: "#base" }[view];
      if (!other) continue;
      found[`${view}, two`] = await longest(page, async () => {
        await paste(page, other, expression);
        await settled(page);
      });
      await page.locator(`#part-${view}`).getByText("Clear", { exact: true }).click();
    }
    console.log(`${name}: ${Object.entries(found).map(([view, time]) => `${view} ${Math.round(time)}`).join(", ")} ms`);
    for (const [view, time] of Object.entries(found)) {
      assert.ok(time < MOST, `${view}: ${time} ms`);
    }
    await page.context().close();
  });
}
