// The light core: WebAssembly, and the desk at which JavaScript and the library meet.
//
// In: texts, written as UTF-8 into a room of the module's memory. Out: a status, and beside it numbers or a text. The
// module is compiled when it is first asked, and is kept; nothing of a call is.
//
// The surprising case: the memory may grow in a call, and then every view of it is empty. So each call looks at its
// view first.

import { UriError, type Side } from "./error.js";
import { inflated } from "./inflated.js";
import wasm from "./core.wasm";

/** What became of a call; see `calls.rs`. */
const enum Status { Ok, First, Second, None, Same, Misused }

interface Exports {
  memory: WebAssembly.Memory;
  open(): number;
  room(desk: number, length: number): number;
  numbers(desk: number): number;
  answer(desk: number): number;
  answer_length(desk: number): number;
  parse(desk: number, length: number): Status;
  check(desk: number, length: number): number;
  resolve(desk: number, base: number, reference: number, options: number): Status;
  relativize(desk: number, base: number, target: number): Status;
  normalize(desk: number, length: number, rung: number): Status;
  compare(desk: number, a: number, b: number): Status;
  build(desk: number, length: number): Status;
  repair(desk: number, length: number): Status;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What a component's length says in place of a length. */
const KEEP = 0xffff_ffff, UNDEFINED = 0xffff_fffe;
const NOWHERE = 0xffff_ffff;

class Desk {
  readonly #wasm: Exports;
  readonly #at: number;
  /** The room, and the numbers that a call left. */
  #room: Uint8Array<ArrayBuffer>;
  numbers: Uint32Array<ArrayBuffer>;

  constructor(module: WebAssembly.Module) {
    this.#wasm = new WebAssembly.Instance(module, {}).exports as unknown as Exports;
    this.#at = this.#wasm.open();
    this.#room = this.#view(4096);
    this.numbers = this.#viewOfNumbers();
  }

  #view(length: number): Uint8Array<ArrayBuffer> {
    const start = this.#wasm.room(this.#at, length) >>> 0;
    return new Uint8Array(this.#wasm.memory.buffer as ArrayBuffer, start, length);
  }

  #viewOfNumbers(): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.#wasm.memory.buffer as ArrayBuffer, this.#wasm.numbers(this.#at), 8);
  }

  /** Makes room for so many bytes, and views of a memory that has grown. */
  #grow(length: number): void {
    this.#room = this.#view(Math.max(length, 4096));
    this.numbers = this.#viewOfNumbers();
  }

  /** Writes a text into the room behind another, and says how many bytes it has there. */
  #write(text: string, behind: number): number {
    if (this.#room.length < behind + text.length) this.#grow(behind + 2 * text.length);
    let room = behind === 0 ? this.#room : this.#room.subarray(behind);
    let { read, written } = encoder.encodeInto(text, room);
    if (read < text.length) {
      this.#grow(behind + 3 * text.length);
      room = this.#room.subarray(behind);
      ({ read, written } = encoder.encodeInto(text, room));
    }
    return written;
  }

  /** What a call wrote. */
  #answer(): string {
    const start = this.#wasm.answer(this.#at) >>> 0, length = this.#wasm.answer_length(this.#at);
    return decoder.decode(new Uint8Array(this.#wasm.memory.buffer as ArrayBuffer, start, length));
  }

  /** What a call left, once the memory has been looked at again if the call made it grow. */
  #left(status: Status): Status {
    if (this.numbers.length === 0) this.#grow(0);
    if (status === Status.Misused) throw new Error("urispec: the module was misused");
    return status;
  }

  /** Calls with one text. */
  #call(text: string, call: (length: number) => Status): Status {
    return this.#left(call(this.#write(text, 0)));
  }

  /** Calls with two texts. Those of ASCII have as many bytes as units, and are written at once. */
  #callWithTwo(first: string, second: string, call: (first: number, second: number) => Status): Status {
    if (this.#write(first + second, 0) === first.length + second.length) {
      return this.#left(call(first.length, second.length));
    }
    const length = this.#write(first, 0);
    return this.#left(call(length, this.#write(second, length)));
  }

  #error(text: string, side?: Side): UriError {
    const [id, told, section] = this.#answer().split("\n") as [string, string, string];
    // In a component only ASCII stands before what is wrong, so that the byte there is the index.
    const sentence = told.replace(/^(.*) at byte (\d+: )/s, "$1 at index $2");
    const [offset, start, end] = this.numbers as unknown as [number, number, number];
    const place = offset === NOWHERE ? undefined : { offset, start, end };
    return UriError.of({ id, sentence, section, document: "RFC 3986" }, text, place, side);
  }

  /** Parses a reference: its components lie where the numbers say. */
  parse(text: string): void {
    const status = this.#wasm.parse(this.#at, this.#write(text, 0));
    // `parse` makes the memory grow only where the text is wrong.
    if (status !== Status.Ok) {
      if (this.numbers.length === 0) this.#grow(0);
      throw this.#error(text);
    }
  }

  /** 0 where a text is no reference, 1 for a relative one, 2 for a URI. */
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

  /** The number of the rung at which two references meet, if there is one. */
  compare(a: string, b: string): number | undefined {
    const status = this.#callWithTwo(a, b, (first, second) => this.#wasm.compare(this.#at, first, second));
    if (status === Status.First) throw this.#error(a, "first");
    if (status === Status.Second) throw this.#error(b, "second");
    return status === Status.Ok ? this.numbers[0] : undefined;
  }

  /** Builds a reference of another's components and of those given: null for one that becomes undefined. */
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
let kept: Desk | undefined;
let isAsked = false;

/** The numbers of the last call. */
export function numbers(): Uint32Array {
  return (kept as Desk).numbers;
}

/**
 * Asks the desk. A call may end in the middle: where the stack overflows, or memory is out. Nothing can be cleared up
 * there, since no function can be called; so a call that begins and finds another begun takes a new desk.
 */
export function asked<T>(ask: (desk: Desk) => T): T {
  if (isAsked) kept = undefined;
  isAsked = true;
  kept ??= new Desk(compiled ??= inflated(wasm));
  try {
    const answer = ask(kept);
    isAsked = false;
    return answer;
  } catch (error) {
    if (error instanceof UriError) isAsked = false;
    throw error;
  }
}
