// A library that answers requests: a request in JSON, an answer in JSON. The module is compiled at the first request.
//
// An instance that ended in the middle of a request, as by a panic, is not reused. The next request creates another.

import { type Exports, exchange } from "../../web/page/exchange.js";
import { checked } from "./module.js";

/** An invalid request, such as one with an unknown edition. */
export class RequestError extends Error {
  override readonly name = "RequestError";
}

/** Replaces a lone surrogate by U+FFFD, as `TextEncoder` does: UTF-8 cannot encode it. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, "\u{FFFD}");

/** A library of which no instance exists before the first request. */
export class Library {
  #module: WebAssembly.Module | undefined;
  #instance: Exports | undefined;
  #isBusy = false;

  /** `compile` returns the module, unless another one is set. */
  constructor(private readonly compile: () => WebAssembly.Module) {}

  set module(module: WebAssembly.Module) {
    this.#module = checked(module);
    this.#instance = undefined;
  }

  /** Sends a request. Throws a `RequestError` for a fault. */
  ask(request: object): object {
    const body = JSON.stringify(request, (_, value: unknown) => (typeof value === "string" ? wellFormed(value) : value));
    if (this.#isBusy) this.#instance = undefined;
    this.#isBusy = true;
    this.#module ??= this.compile();
    this.#instance ??= new WebAssembly.Instance(this.#module, {}).exports as unknown as Exports;
    const answer = exchange(this.#instance, body);
    this.#isBusy = false;
    const record = JSON.parse(answer) as { fault?: string };
    if (record.fault !== undefined) throw new RequestError(record.fault);
    return record;
  }
}
