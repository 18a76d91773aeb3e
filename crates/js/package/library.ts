// The whole library, shared with the page. A request is one of `crates/web/page/ask.ts`. It takes a moment to compile:
// it contains the grammars of every document.

import type { AnswerTo, Request } from "../../web/page/ask.js";
import { Library } from "./asking.js";
import { inflated } from "./inflated.js";
import wasm from "./urispec.wasm";

export { RequestError } from "./asking.js";
export type { Request };

/** The keys whose values are not strings. */
const KINDS: Record<string, string> = { nodes: "number", expand: "number", non_strict: "boolean", guard_path: "boolean" };

/** Replaces a lone surrogate by U+FFFD, as `TextEncoder` does: UTF-8 cannot encode it. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, "\u{FFFD}");

const library = new Library(() => inflated(wasm), wellFormed);

/** Sends a request to the library. Undefined keys are omitted, unless they are required. */
export function ask<R extends Request>(request: R, ...required: (keyof R & string)[]): AnswerTo<R> {
  for (const [key, value] of Object.entries(request)) {
    const kind = Object.hasOwn(KINDS, key) ? KINDS[key] : "string";
    if (value === undefined ? required.includes(key as keyof R & string) : typeof value !== kind) {
      throw new TypeError(`urispec: ${key} must be a ${kind}, not ${value === null ? "null" : typeof value}`);
    }
  }
  return library.ask(request) as AnswerTo<R>;
}

/**
 * Uses a compiled module instead of the embedded one. It is shared by `urispec/editions` and `urispec/audit`.
 *
 * A platform may forbid compiling, such as Cloudflare Workers: `import module from "urispec/urispec.wasm"`. On its main
 * thread, Chromium forbids to compile, and to instantiate, more than 8 MB at once: await the result there, as in
 * `await init(await WebAssembly.compileStreaming(fetch(url)))`.
 */
export function init(module: WebAssembly.Module): Promise<void> {
  library.module = module;
  return library.prepare();
}
