// A library that answers requests: a request in JSON, an answer in JSON. The module is compiled at the first request.
//
// An instance that ended in the middle of a request, as by a panic, is not reused. The next request creates another.

import { type Exports, exchange } from "../../web/page/exchange.js";
import { checked } from "./module.js";

/** An invalid request, such as one with an unknown edition. */
export class RequestError extends Error {
  override readonly name = "RequestError";
}

/** A library of which no instance exists before the first request. */
export class Library {
  #module: WebAssembly.Module | undefined;
  #instance: Exports | undefined;
  #isBusy = false;

  /**
   * `compile` returns the module, unless another one is set. `encodable` returns a text that UTF-8 can encode. `imports`
   * are those of the module.
   */
  constructor(
    private readonly compile: () => WebAssembly.Module, private readonly encodable: (text: string) => string,
    private readonly imports: WebAssembly.Imports = {},
  ) {}

  set module(module: WebAssembly.Module) {
    this.#module = checked(module);
    this.#instance = undefined;
  }

  /** Compiles the module, unless it is compiled or set. */
  load(): WebAssembly.Module {
    return this.#module ??= this.compile();
  }

  /** Creates the instance for the next request. */
  async prepare(): Promise<void> {
    const module = this.load();
    const { exports } = await WebAssembly.instantiate(module, this.imports);
    if (module === this.#module) this.#instance ??= exports as unknown as Exports;
  }

  /** Sends a request. Throws a `RequestError` for a fault. */
  ask(request: object): object {
    const body = JSON.stringify(request, (_, value: unknown) => (typeof value === "string" ? this.encodable(value) : value));
    if (this.#isBusy) this.#instance = undefined;
    this.#isBusy = true;
    this.#instance ??= new WebAssembly.Instance(this.load(), this.imports).exports as unknown as Exports;
    const answer = exchange(this.#instance, body);
    this.#isBusy = false;
    const record = JSON.parse(answer) as { fault?: string };
    if (record.fault !== undefined) throw new RequestError(record.fault);
    return record;
  }
}
