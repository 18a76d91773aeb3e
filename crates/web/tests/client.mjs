// Who asks the worker: with a worker of this file in its place, which answers when it is told to.
import assert from "node:assert/strict";
import { test } from "node:test";
import { source } from "./page.mjs";

const workers = [];

globalThis.window ??= globalThis;
globalThis.WORKER_SOURCE = "";
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
  /** Answers the last question. */
  answer(answer) {
    this.onmessage({ data: { number: this.messages.at(-1).number, answer, took: 0 } });
  }
};

/** A client with a module, and the texts that its workers were asked. */
async function begun() {
  workers.length = 0;
  const { client } = await source("client.ts");
  client.begin(Promise.resolve("a module"));
  await Promise.resolve();
  const asked = () => workers.map(({ messages }) => messages.slice(1).map(({ request }) => JSON.parse(request).text));
  return { client, asked };
}

const split = (text) => ({ ask: "split", text });
const nothing = () => {};

test("two who ask the same share one answer, which is kept", async () => {
  const { client, asked } = await begun();
  const got = [];
  client.ask(split("a"), (outcome) => got.push(outcome));
  client.ask(split("a"), (outcome) => got.push(outcome));
  workers[0].answer({ path: "a" });
  client.ask(split("a"), (outcome) => got.push(outcome));
  await Promise.resolve();
  assert.deepEqual(got, Array(3).fill({ answer: { path: "a" } }));
  assert.deepEqual(asked(), [["a"]]);
});

test("what nobody wants any more is never asked", async () => {
  const { client, asked } = await begun();
  client.ask(split("a"), nothing);
  client.ask(split("b"), nothing)();
  client.ask(split("c"), nothing);
  workers[0].answer({});
  assert.deepEqual(asked(), [["a", "c"]]);
});

test("a worker that is busy for too long with what nobody wants is ended, and another goes on", async () => {
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
  // An answer of the old one is no answer to the new question.
  old.onmessage({ data: { number: old.messages.at(-1).number, answer: {} } });
  assert.deepEqual(got, []);
  workers[1].answer({});
  assert.deepEqual(got, ["next"]);
});

test("who still wants it waits", async () => {
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

test("a fault, and a library that is not there, are said", async () => {
  const { client } = await begun();
  const got = [];
  client.ask(split("a"), (outcome) => got.push(outcome));
  workers[0].answer({ schema: 1, fault: "no such thing" });
  assert.deepEqual(got, [{ failed: "no such thing" }]);
  const { client: other } = await source("client.ts");
  other.ask(split("a"), (outcome) => got.push(outcome));
  other.begin(Promise.reject(new Error("not there")));
  await new Promise((done) => setTimeout(done, 0));
  other.ask(split("b"), (outcome) => got.push(outcome));
  await new Promise((done) => setTimeout(done, 0));
  assert.deepEqual(got.slice(1), [{ failed: "not there" }, { failed: "not there" }]);
});
