// The whole library as the page has it: a request in JSON, an answer in JSON.
//
// In: a request of `crates/web/page/ask.ts`. Out: its answer, or a `RequestError` with the sentence of a fault. The
// module is compiled when it is first asked, which takes a moment: it has every document's grammar.
//
// The surprising case: an instance that ended in the middle of a request, as by a panic, is not asked again. The next
// request gets another.

import type { AnswerTo, Fault, Request } from "../../web/page/ask.js";
import { type Exports, exchange } from "../../web/page/exchange.js";
import { inflated } from "./inflated.js";
import wasm from "./urispec.wasm";

export type { Request };

/** A request that cannot be understood, such as one that names no edition. */
export class RequestError extends Error {
  override readonly name = "RequestError";
}

let compiled: WebAssembly.Module | undefined;
let kept: Exports | undefined;
let isAsked = false;

/** A lone surrogate is U+FFFD, as `TextEncoder` has it: JSON has no other text for it. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, "\u{FFFD}");

/** The keys whose values are no strings. */
const KINDS: Record<string, string> = { nodes: "number", expand: "number", non_strict: "boolean", guard_path: "boolean" };

/** Asks the library. A key that is undefined is left out, save those that every request of the kind has. */
export function ask<R extends Request>(request: R, ...required: (keyof R & string)[]): AnswerTo<R> {
  for (const [key, value] of Object.entries(request)) {
    const kind = Object.hasOwn(KINDS, key) ? KINDS[key] : "string";
    if (value === undefined ? required.includes(key as keyof R & string) : typeof value !== kind) {
      throw new TypeError(`urispec: ${key} is a ${kind}, and not ${value === null ? "null" : typeof value}`);
    }
  }
  const body = JSON.stringify(request, (_, value: unknown) => (typeof value === "string" ? wellFormed(value) : value));
  if (isAsked) kept = undefined;
  isAsked = true;
  compiled ??= inflated(wasm);
  kept ??= new WebAssembly.Instance(compiled, {}).exports as unknown as Exports;
  const answer = exchange(kept, body);
  isAsked = false;
  const record = JSON.parse(answer) as AnswerTo<R> | Fault;
  if ("fault" in (record as object)) throw new RequestError((record as Fault).fault);
  return record as AnswerTo<R>;
}
