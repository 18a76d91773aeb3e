// The whole library, shared with the page: a request in JSON, an answer in JSON.
//
// A request is one of `crates/web/page/ask.ts`. A fault throws a `RequestError` with its message. The module is
// compiled at the first request, which takes a moment: it contains the grammars of every document.
//
// An instance that ended in the middle of a request, as by a panic, is not reused. The next request creates another.

import type { AnswerTo, Fault, Request } from "../../web/page/ask.js";
import { type Exports, exchange } from "../../web/page/exchange.js";
import { inflated } from "./inflated.js";
import wasm from "./urispec.wasm";

export type { Request };

/** An invalid request, such as one with an unknown edition. */
export class RequestError extends Error {
  override readonly name = "RequestError";
}

let compiled: WebAssembly.Module | undefined;
let instance: Exports | undefined;
let isBusy = false;

/** Replaces a lone surrogate by U+FFFD, as `TextEncoder` does: UTF-8 cannot encode it. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, "\u{FFFD}");

/** The keys whose values are not strings. */
const KINDS: Record<string, string> = { nodes: "number", expand: "number", non_strict: "boolean", guard_path: "boolean" };

/** Sends a request to the library. Undefined keys are omitted, unless they are required. */
export function ask<R extends Request>(request: R, ...required: (keyof R & string)[]): AnswerTo<R> {
  for (const [key, value] of Object.entries(request)) {
    const kind = Object.hasOwn(KINDS, key) ? KINDS[key] : "string";
    if (value === undefined ? required.includes(key as keyof R & string) : typeof value !== kind) {
      throw new TypeError(`urispec: ${key} must be a ${kind}, not ${value === null ? "null" : typeof value}`);
    }
  }
  const body = JSON.stringify(request, (_, value: unknown) => (typeof value === "string" ? wellFormed(value) : value));
  if (isBusy) instance = undefined;
  isBusy = true;
  compiled ??= inflated(wasm);
  instance ??= new WebAssembly.Instance(compiled, {}).exports as unknown as Exports;
  const answer = exchange(instance, body);
  isBusy = false;
  const record = JSON.parse(answer) as AnswerTo<R> | Fault;
  if ("fault" in (record as object)) throw new RequestError((record as Fault).fault);
  return record as AnswerTo<R>;
}
