// The client of the worker, with a fake worker that answers on demand.
import assert from "node:assert/strict";
import { test } from "node:test";
import { source } from "./page.mjs";

const workers = [];

globalThis.window ??= globalThis;
globalThis.WORKER_SOURCE = "";
globalThis.KNOWN_DOCUMENTS = null;
globalThis.Worker = class {
  messages = [];
  ended = false;
  constructor() {
    workers.push(this);
  }
  postMessage(message) {
    this.messages.push(message);
  }
  terminate() {
    this.ended = true;
  }
  /** Answers the last request. */
  answer(answer) {
    this.onmessage({ data: { number: this.messages.at(-1).number, answer, took: 0 } });
  }
};

/** Returns a client with a module, and the requests to its workers. */
async function begun() {
  workers.length = 0;
  const { client } = await source("client.ts");
  client.begin(() => Promise.resolve("a module"));
  await Promise.resolve();
  const asked = () => workers.map(({ messages }) => messages.slice(1).map(({ request }) => JSON.parse(request).text));
  return { client, asked };
}

const split = (text) => ({ ask: "split", text });
const nothing = () => {};

test("two equal requests share one answer, which is cached", async () => {
  const { client, asked } = await begun();
  const got = [];
  client.ask(split("a"), (outcome) => got.push(outcome));
  client.ask(split("a"), (outcome) => got.push(outcome));
  workers[0].answer({ path: "a" });
  client.ask(split("a"), (outcome) => got.push(outcome));
  await Promise.resolve();
  assert.deepEqual(got, Array(3).fill({ answer: { path: "a" }, took: 0 }));
  assert.deepEqual(asked(), [["a"]]);
});

test("an obsolete request is never sent", async () => {
  const { client, asked } = await begun();
  client.ask(split("a"), nothing);
  client.ask(split("b"), nothing)();
  client.ask(split("c"), nothing);
  workers[0].answer({});
  assert.deepEqual(asked(), [["a", "c"]]);
});

test("a worker that is busy for too long with an obsolete request is replaced", async () => {
  const { client, asked } = await begun();
  const got = [];
  client.ask(split("slow"), () => got.push("slow"))();
  client.ask(split("next"), () => got.push("next"));
  const old = workers[0];
  await new Promise((done) => setTimeout(done, 1000));
  assert.ok(!old.ended);
  await new Promise((done) => setTimeout(done, 800));
  assert.ok(old.ended);
  assert.deepEqual(asked(), [["slow"], ["next"]]);
  assert.equal(workers[1].messages[0], "a module");
  // An answer of the old worker is not an answer to the new request.
  old.onmessage({ data: { number: old.messages.at(-1).number, answer: {} } });
  assert.deepEqual(got, []);
  workers[1].answer({});
  assert.deepEqual(got, ["next"]);
});

test("a wanted request may take longer", async () => {
  const { client, asked } = await begun();
  const got = [];
  client.ask(split("slow"), nothing)();
  client.ask(split("slow"), () => got.push("slow"));
  await new Promise((done) => setTimeout(done, 1700));
  assert.ok(!workers[0].ended);
  workers[0].answer({});
  assert.deepEqual(got, ["slow"]);
  assert.deepEqual(asked(), [["slow"]]);
});

test("a fault, and a missing library, are reported", async () => {
  const { client } = await begun();
  const got = [];
  client.ask(split("a"), (outcome) => got.push(outcome));
  workers[0].answer({ schema: 1, fault: "no such thing" });
  assert.deepEqual(got, [{ failed: "no such thing" }]);
  const { client: other } = await source("client.ts");
  other.ask(split("a"), (outcome) => got.push(outcome));
  other.begin(() => Promise.reject(new Error("not there")));
  await new Promise((done) => setTimeout(done, 0));
  other.ask(split("b"), (outcome) => got.push(outcome));
  await new Promise((done) => setTimeout(done, 0));
  assert.deepEqual(got.slice(1), [{ failed: "not there" }, { failed: "not there" }]);
});

test("the small module answers what it can, and the whole one the rest and later requests", async () => {
  workers.length = 0;
  const { client } = await source("client.ts");
  let there, loads = 0;
  const whole = () => {
    loads++;
    return new Promise((resolve) => (there = resolve));
  };
  const got = [];
  const want = (request) => client.ask(request, ({ answer, failed }) => got.push(answer ?? failed));
  want({ ask: "editions", text: "a" });
  want({ ask: "parse", edition: "rfc1738", text: "a" });
  want({ ask: "parse", edition: "rfc3986", text: "a" });
  client.begin(whole, Promise.resolve("small"));
  await Promise.resolve();
  const told = () => workers.flatMap(({ messages }) => messages.map((one) => (typeof one === "string" ? one : JSON.parse(one.request))));
  assert.deepEqual(told(), ["small", { ask: "parse", edition: "rfc3986", text: "a" }]);
  // Nothing else is loaded before the first answer.
  assert.equal(loads, 0);
  workers[0].answer("first");
  assert.equal(loads, 1);
  want({ ask: "split", text: "b" });
  workers[0].answer("second");
  assert.deepEqual(got, ["first", "second"]);
  there("whole");
  await new Promise((done) => setTimeout(done, 0));
  assert.deepEqual(told().slice(3), ["whole", { ask: "editions", text: "a" }]);
  workers[0].answer("third");
  workers[0].answer("fourth");
  want({ ask: "split", text: "c" });
  assert.deepEqual(told().slice(5), [{ ask: "parse", edition: "rfc1738", text: "a" }, { ask: "split", text: "c" }]);
  assert.equal(loads, 1);
});

test("without the small module the whole one answers, and without the whole one the small one answers what it can", async () => {
  const lost = () => Promise.reject(new Error("not there"));
  const asked = async (whole, first) => {
    workers.length = 0;
    const { client } = await source("client.ts");
    const got = [];
    client.begin(whole, first());
    for (const request of [split("a"), { ask: "editions", text: "a" }]) client.ask(request, (outcome) => got.push(outcome));
    for (let time = 0; time < 2; time++) {
      await new Promise((done) => setTimeout(done, 0));
      if (workers[0]?.messages.length > got.length + 1) workers[0].answer({});
    }
    await new Promise((done) => setTimeout(done, 0));
    return got;
  };
  assert.deepEqual(await asked(() => Promise.resolve("whole"), lost), [{ answer: {}, took: 0 }, { answer: {}, took: 0 }]);
  assert.deepEqual(await asked(lost, () => Promise.resolve("small")), [{ answer: {}, took: 0 }, { failed: "not there" }]);
});

test("a forbidden worker is replaced by the script next to the page, then by the main thread", async () => {
  workers.length = 0;
  const { client, asked } = await begun();
  const got = [];
  client.ask(split("a"), (outcome) => got.push(outcome));
  assert.equal(workers.length, 1);
  // A worker forbidden by a policy reports no message.
  workers[0].onerror({ message: "" });
  assert.deepEqual(workers.map(({ ended }) => ended), [true, false]);
  assert.deepEqual(asked(), [["a"], ["a"]]);
  workers[1].onerror({ message: "" });
  assert.equal(workers.length, 2);
  await new Promise((done) => setTimeout(done, 10));
  // The module here is a text, which is not a library, so the main thread fails; it was called
  // nevertheless.
  assert.deepEqual(Object.keys(got[0]), ["failed"]);
});
