// Runs a module of the library in Node.js, without a browser.
import { readFile } from "node:fs/promises";

/** Loads a module from its file, and returns its instance and a function for requests. */
export async function module(path) {
  const compiled = new WebAssembly.Module(await readFile(path));
  const { exports: library } = new WebAssembly.Instance(compiled);
  /** Returns the answer to a text, as text. */
  const ask = (request) => {
    const text = new TextEncoder().encode(request);
    const room = library.alloc(text.length) >>> 0;
    new Uint8Array(library.memory.buffer, room, text.length).set(text);
    const place = BigInt.asUintN(64, library.ask(room, text.length));
    const [start, length] = [Number(place & 0xffff_ffffn), Number(place >> 32n)];
    const answer = new TextDecoder().decode(new Uint8Array(library.memory.buffer, start, length));
    library.free(start, length);
    return answer;
  };
  return { compiled, library, ask };
}

/** Returns the answer to a request, as text. */
export async function answer(path, request) {
  return (await module(path)).ask(JSON.stringify(request));
}
