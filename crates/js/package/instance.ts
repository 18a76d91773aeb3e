// The light core: a WebAssembly instance, and the memory that it shares with JavaScript.
//
// Texts are written as UTF-8 into an input buffer of the module. A call returns a status, and leaves numbers or a
// text. The module is compiled at the first call and kept; no state of a call is kept.
//
// The memory may grow in a call, which detaches every view of it. Each call therefore checks its view first.

import { UriError, type Side } from "./error.js";
import { inflated } from "./inflated.js";
import { checked } from "./module.js";
import wasm from "./core.wasm";

/** The result of a call; see `calls.rs`. */
const enum Status { Ok, First, Second, None, Same, Misused }

interface Exports {
  memory: WebAssembly.Memory;
  open(): number;
  input_buffer(instance: number, length: number): number;
  numbers(instance: number): number;
  answer(instance: number): number;
  answer_length(instance: number): number;
  parse(instance: number, length: number): Status;
  check(instance: number, length: number): number;
  resolve(instance: number, base: number, reference: number, options: number): Status;
  relativize(instance: number, base: number, target: number): Status;
  normalize(instance: number, length: number, rung: number): Status;
  compare(instance: number, a: number, b: number): Status;
  build(instance: number, length: number): Status;
  repair(instance: number, length: number): Status;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Lengths that keep or remove a component, and the number for a missing position. */
const KEEP = 0xffff_ffff, UNDEFINED = 0xffff_fffe;
const NOWHERE = 0xffff_ffff;

class Instance {
  readonly #wasm: Exports;
  readonly #at: number;
  /** The input buffer, and the numbers of the last call. */
  #input: Uint8Array<ArrayBuffer>;
  numbers: Uint32Array<ArrayBuffer>;

  constructor(module: WebAssembly.Module) {
    this.#wasm = new WebAssembly.Instance(module, {}).exports as unknown as Exports;
    this.#at = this.#wasm.open();
    this.#input = this.#view(4096);
    this.numbers = this.#viewOfNumbers();
  }

  #view(length: number): Uint8Array<ArrayBuffer> {
    const start = this.#wasm.input_buffer(this.#at, length) >>> 0;
    return new Uint8Array(this.#wasm.memory.buffer as ArrayBuffer, start, length);
  }

  #viewOfNumbers(): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.#wasm.memory.buffer as ArrayBuffer, this.#wasm.numbers(this.#at), 8);
  }

  /** Grows the input buffer to `length` bytes, and renews the views. */
  #grow(length: number): void {
    this.#input = this.#view(Math.max(length, 4096));
    this.numbers = this.#viewOfNumbers();
  }

  /** Writes a text into the input buffer at an offset, and returns its number of bytes. */
  #write(text: string, behind: number): number {
    if (this.#input.length < behind + text.length) this.#grow(behind + 2 * text.length);
    let target = behind === 0 ? this.#input : this.#input.subarray(behind);
    let { read, written } = encoder.encodeInto(text, target);
    if (read < text.length) {
      this.#grow(behind + 3 * text.length);
      target = this.#input.subarray(behind);
      ({ read, written } = encoder.encodeInto(text, target));
    }
    return written;
  }

  /** Returns the text of the last call. */
  #answer(): string {
    const start = this.#wasm.answer(this.#at) >>> 0, length = this.#wasm.answer_length(this.#at);
    return decoder.decode(new Uint8Array(this.#wasm.memory.buffer as ArrayBuffer, start, length));
  }

  /** Renews the views if the call made the memory grow, and returns the status. */
  #finish(status: Status): Status {
    if (this.numbers.length === 0) this.#grow(0);
    if (status === Status.Misused) throw new Error("urispec: internal error: invalid input buffer");
    return status;
  }

  /** Makes a call with one text. */
  #call(text: string, call: (length: number) => Status): Status {
    return this.#finish(call(this.#write(text, 0)));
  }

  /** Makes a call with two texts. ASCII texts have as many bytes as units, and are written together. */
  #callWithTwo(first: string, second: string, call: (first: number, second: number) => Status): Status {
    if (this.#write(first + second, 0) === first.length + second.length) {
      return this.#finish(call(first.length, second.length));
    }
    const length = this.#write(first, 0);
    return this.#finish(call(length, this.#write(second, length)));
  }

  #error(text: string, side?: Side): UriError {
    const [id, message, section] = this.#answer().split("\n") as [string, string, string];
    // In a component, only ASCII precedes the error, so the byte offset is the index.
    const sentence = message.replace(/^(.*?) at byte (\d+)/s, "$1 at index $2");
    const [offset, start, end] = this.numbers as unknown as [number, number, number];
    const place = offset === NOWHERE ? undefined : { offset, start, end };
    return UriError.of({ id, sentence, section, document: "RFC 3986" }, text, place, side);
  }

  /** Parses a reference; `numbers` has the positions of its components. */
  parse(text: string): void {
    const status = this.#wasm.parse(this.#at, this.#write(text, 0));
    // `parse` makes the memory grow only if the text is invalid.
    if (status !== Status.Ok) {
      if (this.numbers.length === 0) this.#grow(0);
      throw this.#error(text);
    }
  }

  /** Returns 0 if a text is not a reference, 1 for a relative reference, 2 for a URI. */
  check(text: string): number {
    return this.#wasm.check(this.#at, this.#write(text, 0));
  }

  resolve(base: string, reference: string, options: number): string {
    const status = this.#callWithTwo(base, reference, (first, second) =>
      this.#wasm.resolve(this.#at, first, second, options));
    if (status === Status.First) throw this.#error(base, "base");
    if (status !== Status.Ok) throw this.#error(reference, status === Status.Second ? "reference" : undefined);
    return this.#answer();
  }

  relativize(base: string, target: string): string {
    const status = this.#callWithTwo(base, target, (first, second) => this.#wasm.relativize(this.#at, first, second));
    if (status === Status.First) throw this.#error(base, "base");
    if (status !== Status.Ok) throw this.#error(target, status === Status.Second ? "target" : undefined);
    return this.#answer();
  }

  normalize(text: string, rung: number): string {
    const status = this.#call(text, (length) => this.#wasm.normalize(this.#at, length, rung));
    if (status === Status.First) throw this.#error(text);
    return status === Status.Same ? text : this.#answer();
  }

  /** Returns the number of the lowest rung at which two references are equivalent. */
  compare(a: string, b: string): number | undefined {
    const status = this.#callWithTwo(a, b, (first, second) => this.#wasm.compare(this.#at, first, second));
    if (status === Status.First) throw this.#error(a, "first");
    if (status === Status.Second) throw this.#error(b, "second");
    return status === Status.Ok ? this.numbers[0] : undefined;
  }

  /** Builds a reference from another's components and replacements: null removes a component. */
  build(text: string, components: readonly (string | null | undefined)[]): string {
    const status = this.#call(text, (length) => {
      let end = length;
      const lengths = components.map((component) => {
        if (component === undefined) return KEEP;
        if (component === null) return UNDEFINED;
        const written = this.#write(component, end);
        end += written;
        return written;
      });
      if (this.numbers.length === 0) this.#grow(0);
      this.numbers.set(lengths);
      return this.#wasm.build(this.#at, length);
    });
    if (status !== Status.Ok) throw this.#error(text);
    return this.#answer();
  }

  repair(text: string): string {
    const status = this.#call(text, (length) => this.#wasm.repair(this.#at, length));
    if (status === Status.First) throw this.#error(text);
    return status === Status.Same ? text : this.#answer();
  }
}

let compiled: WebAssembly.Module | undefined;
let current: Instance | undefined;
let isBusy = false;

/**
 * Uses a compiled module instead of the embedded one, for a platform that forbids compiling, such as Cloudflare
 * Workers: `import module from "urispec/core.wasm"`.
 */
export function init(module: WebAssembly.Module): void {
  compiled = checked(module);
  current = undefined;
}

/** Returns the numbers of the last call. */
export function numbers(): Uint32Array {
  return (current as Instance).numbers;
}

/**
 * Runs a call on the instance. A call may end in the middle if the stack overflows or memory runs out. No cleanup is
 * possible at that point, so a call that finds another unfinished creates a new instance.
 */
export function withInstance<T>(call: (instance: Instance) => T): T {
  if (isBusy) current = undefined;
  isBusy = true;
  current ??= new Instance(compiled ??= inflated(wasm));
  try {
    const answer = call(current);
    isBusy = false;
    return answer;
  } catch (error) {
    if (error instanceof UriError) isBusy = false;
    throw error;
  }
}
