// Measures the time to the first answer, from a cold start: `node tests/times.mjs`. This is not a test, since it
// depends on the machine.
import { test } from "node:test";
import { FILE, open, SERVED, type } from "./page.mjs";

const TEXT = "http://user@example.com:8042/over/there?name=ferret#nose";

test("times", async () => {
  for (const at of [SERVED, FILE]) {
    const all = [];
    for (let time = 0; time < 5; time++) {
      const page = await open({ text: TEXT }, { at });
      await page.waitForFunction(() => /Valid/.test(document.querySelector("#verdict")?.textContent));
      all.push(await page.evaluate(() => performance.now()));
      await page.context().close();
    }
    console.log(`${at.split(":")[0]}: first answer after ${all.map((time) => Math.round(time)).join(", ")} ms`);
  }
  const page = await open({ text: TEXT });
  await page.evaluate(() => {
    window.times = [];
    new MutationObserver(() => window.times.push(performance.now())).observe(document.querySelector(".uri"), { childList: true, subtree: true, characterData: true });
    document.querySelector("#text").addEventListener("input", () => (window.typed = performance.now()), { capture: true });
  });
  const all = [];
  for (let time = 0; time < 10; time++) {
    await type(page, `${TEXT}${time}`);
    await page.waitForFunction((text) => document.querySelector(".uri").textContent === text, `${TEXT}${time}`);
    all.push(await page.evaluate(() => window.times.at(-1) - window.typed));
  }
  console.log(`from a key to its answer: ${all.map((time) => time.toFixed(1)).join(", ")} ms`);
  await page.context().close();
});
