// The library itself, without a browser: its shared memory, and its answers to invalid requests.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { module } from "./answer.mjs";
import { BASE, REFERENCES, URIS } from "./examples.mjs";
import { record } from "./page.mjs";

const built = (name) => module(fileURLToPath(new URL(`../dist/${name}`, import.meta.url)));
const { compiled, library, ask: text } = await built("urispec.wasm");
const ask = (request) => JSON.parse(text(request));

test("the library imports nothing, and exports its memory and three functions", () => {
  assert.deepEqual(WebAssembly.Module.imports(compiled), []);
  for (const name of ["alloc", "ask", "free", "memory"]) assert.ok(name in library, name);
});

test("memory is freed", () => {
  for (const length of [0, 1, 7, 100, 4096, 1_000_000]) {
    const room = library.alloc(length) >>> 0;
    new Uint8Array(library.memory.buffer, room, length).fill(0x41);
    library.free(room, length);
  }
  // The memory does not grow with the number of requests.
  const long = JSON.stringify({ ask: "split", text: "a".repeat(1_000_000) });
  ask(long);
  const before = library.memory.buffer.byteLength;
  for (let time = 0; time < 20; time++) ask(long);
  assert.equal(library.memory.buffer.byteLength, before);
});

test("an invalid request has a fault", () => {
  for (const wrong of ["", "{}", "[]", "\0", '{"ask":"x"}', '{"ask":"parse"}', '{"ask":"parse","edition":"rfc1","text":""}', "[".repeat(100_000)]) {
    assert.deepEqual(Object.keys(ask(wrong)).filter((key) => key !== "schema"), ["fault"], wrong.slice(0, 20));
  }
});

test("an answer is the program's record", () => {
  for (const text of ["http://u@h:1/p?q#f", "a b", "", "é", "//h?", "a:".repeat(200)]) {
    const wanted = record("parse", "--json", "--", text);
    const { derived_by, ...answer } = ask(JSON.stringify({ ask: "parse", edition: "rfc3986", text, nodes: 100_000 }));
    assert.deepEqual(answer, wanted);
  }
});

test("the small module gives exactly the answers of the whole one", async () => {
  const first = await built("first.wasm");
  assert.deepEqual(WebAssembly.Module.imports(first.compiled), []);
  const strings = [
    ...URIS, ...REFERENCES, BASE, "a b", "http://h:x/", "http://[::1", "http://[fe80::1%25en0]/", "http://h/%zz", "//h?", "é",
    "http://\u0430pple.com/", "a|b", "http://h\\a", "HTTP://1.2.3.256/", "mailto:a@b?subject=c", "data:,x", "urn:isbn:0", "\0", "\ud83d\ude00",
    " http://h/ ", "http://u:p@h:99999/%7e", "::", "1:2", "%", "[", `a:${"b/".repeat(3000)}`, "x".repeat(100_000),
  ];
  for (const string of strings) {
    const same = (request) => assert.equal(first.ask(JSON.stringify(request)), text(JSON.stringify(request)), JSON.stringify(request).slice(0, 100));
    same({ ask: "split", text: string });
    for (const edition of ["rfc3986", "rfc3987"]) {
      same({ ask: "parse", edition, text: string });
      same({ ask: "parse", edition, text: string, nodes: 5 });
      const rules = edition === "rfc3986" ? ["URI", "absolute-URI", "host", "path", "no-such"] : ["IRI", "ihost"];
      for (const rule of rules) same({ ask: "parse", edition, rule, text: string });
    }
  }
});
