// The whole library as the page has it: a request in JSON, an answer in JSON.
//
// In: a request of `crates/web/page/ask.ts`. Out: its answer, or a `RequestError` with the sentence of a fault. The
// module is compiled when it is first asked, which takes a moment: it has every document's grammar.
//
// The surprising case: an instance that ended in the middle of a request, as by a panic, is not asked again. The next
// request gets another.

import type { AnswerTo, Fault, Request } from "../../web/page/ask.js";
import { inflated } from "./inflated.js";
import wasm from "./urispec.wasm";

export type { Request };

/** A request that cannot be understood, such as one that names no edition. */
export class RequestError extends Error {
  override readonly name = "RequestError";
}

interface Exports {
  memory: WebAssembly.Memory;
  alloc(length: number): number;
  free(start: number, length: number): void;
  ask(start: number, length: number): bigint;
}

let kept: Exports | undefined;

function library(): Exports {
  if (kept === undefined) {
    const module = inflated(wasm);
    kept = new WebAssembly.Instance(module, {}).exports as unknown as Exports;
  }
  return kept;
}

/** Asks the library. */
export function ask<R extends Request>(request: R): AnswerTo<R> {
  for (const [key, value] of Object.entries(request)) {
    if (value === undefined || typeof value === "string" || typeof value === "boolean") continue;
    if (typeof value === "number" && Number.isInteger(value) && value >= 0) continue;
    throw new TypeError(`urispec: ${key} cannot be ${value === null ? "null" : `a ${typeof value}`}`);
  }
  const { memory, alloc, free, ask } = library();
  try {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const start = alloc(bytes.length);
    new Uint8Array(memory.buffer, start >>> 0, bytes.length).set(bytes);
    const place = ask(start, bytes.length);
    const at = Number(place & 0xffff_ffffn), length = Number(BigInt.asUintN(64, place) >> 32n);
    const answer = new TextDecoder().decode(new Uint8Array(memory.buffer, at, length));
    free(at, length);
    const record = JSON.parse(answer) as AnswerTo<R> | Fault;
    if ("fault" in (record as object)) throw new RequestError((record as Fault).fault);
    return record as AnswerTo<R>;
  } catch (error) {
    // An instance that ended in the middle is not asked again.
    if (error instanceof WebAssembly.RuntimeError) kept = undefined;
    throw error;
  }
}
