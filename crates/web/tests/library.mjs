// The library itself, without a browser: the memory that it shares, and what it answers to what is no request.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { record } from "./page.mjs";

const bytes = await readFile(new URL("../dist/urispec.wasm", import.meta.url));
const { exports: library } = new WebAssembly.Instance(new WebAssembly.Module(bytes));

function ask(request) {
  const text = new TextEncoder().encode(request);
  const room = library.alloc(text.length) >>> 0;
  new Uint8Array(library.memory.buffer, room, text.length).set(text);
  const place = BigInt.asUintN(64, library.ask(room, text.length));
  const [start, length] = [Number(place & 0xffff_ffffn), Number(place >> 32n)];
  const answer = new TextDecoder().decode(new Uint8Array(library.memory.buffer, start, length));
  library.free(start, length);
  return JSON.parse(answer);
}

test("the library asks for nothing, and gives its memory and three functions", () => {
  assert.deepEqual(WebAssembly.Module.imports(new WebAssembly.Module(bytes)), []);
  for (const name of ["alloc", "ask", "free", "memory"]) assert.ok(name in library, name);
});

test("room is given and taken back", () => {
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

test("what is no request has a fault", () => {
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
