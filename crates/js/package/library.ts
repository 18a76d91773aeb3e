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

const library = new Library(() => inflated(wasm));

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
 * Uses a compiled module instead of the embedded one, for a platform that forbids compiling, such as Cloudflare
 * Workers: `import module from "urispec/urispec.wasm"`. It is shared by `urispec/editions` and `urispec/audit`.
 */
export function init(module: WebAssembly.Module): void {
  library.module = module;
}
