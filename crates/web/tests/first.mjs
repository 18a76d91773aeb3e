// Measures the time to the first answer on a slow network and a slow phone: `node tests/first.mjs`. This is not a test,
// since it depends on the machine.
//
// The networks are the presets of Chromium's developer tools, with their adjustment factors, and with a latency per
// request instead of per connection. The processor of the main thread is slowed down by 4; the work of that thread for
// the answer is also measured separately, without a limit, in processor time.
import { test } from "node:test";
import { blank, fragment, serve } from "./page.mjs";

const NETWORKS = {
  "no limit": null,
  "Fast 4G (9 Mbit/s, 60 ms)": { downloadThroughput: (9e6 / 8) * 0.9, uploadThroughput: (1.5e6 / 8) * 0.9, latency: 60 * 2.75 },
  "Slow 4G (1.6 Mbit/s, 150 ms)": { downloadThroughput: (1.6e6 / 8) * 0.9, uploadThroughput: (750e3 / 8) * 0.9, latency: 150 * 3.75 },
};
const ANSWER = /Valid/;

const STATE = fragment({ text: "http://user@example.com:8042/over/there?name=ferret#nose" });

/** Opens a page that records the time of the answer. */
async function noting() {
  const page = await blank();
  await page.addInitScript((answer) => {
    const seen = () => {
      if (window.answered || document.querySelector(".stale") || !new RegExp(answer).test(document.querySelector("#verdict")?.textContent)) return;
      window.answered = performance.now();
      performance.mark("answered");
    };
    new MutationObserver(seen).observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
  }, ANSWER.source);
  return page;
}

test("work for the first answer", async () => {
  const at = await serve();
  const all = [];
  for (let time = 0; time < 5; time++) {
    const page = await noting();
    const browser = page.context().browser();
    await browser.startTracing(page, { categories: ["toplevel", "blink.user_timing"] });
    await page.goto(at + STATE);
    await new Promise((done) => setTimeout(done, 3000));
    const { traceEvents } = JSON.parse(String(await browser.stopTracing()));
    const mark = traceEvents.find(({ name }) => name === "answered");
    const tasks = traceEvents.filter(({ name, ph, pid, tid, ts }) => ph === "X" && name.endsWith("RunTask") && pid === mark?.pid && tid === mark?.tid && ts <= mark?.ts);
    all.push(tasks.reduce((sum, { tdur }) => sum + (tdur ?? 0) / 1000, 0));
    await page.context().close();
  }
  all.sort((one, other) => one - other);
  console.log(`the main thread works for ${all.map((time) => Math.round(time)).join(", ")} ms up to the first answer`);
});

test("first answers", async () => {
  const at = await serve();
  for (const [name, conditions] of Object.entries(NETWORKS)) {
    const all = [];
    for (let time = 0; time < 5; time++) {
      const page = await noting();
      const devtools = await page.context().newCDPSession(page);
      await devtools.send("Network.enable");
      if (conditions) await devtools.send("Network.emulateNetworkConditions", { offline: false, ...conditions });
      await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
      await page.goto(at + STATE, { waitUntil: "commit" });
      await page.waitForFunction(() => window.answered !== undefined);
      all.push(await page.evaluate(() => {
        const end = (name) => performance.getEntriesByType("resource").find((one) => one.name.endsWith(name))?.responseEnd;
        return [window.answered, end("page.js"), end("first.js")].map(Math.round);
      }));
      await page.context().close();
    }
    all.sort(([one], [other]) => one - other);
    const [answered, page, first] = all[2];
    console.log(`${name}, CPU ÷ 4: first answer after ${answered} ms (${all[0][0]} to ${all[4][0]}); page.js there after ${page}, first.js after ${first}`);
  }
});
