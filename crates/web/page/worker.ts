// The worker: an instance of the library, which answers one request after the other.
//
// In: first the compiled module, then requests with numbers. Out: answers with the same numbers. After a panic
// the instance is thrown away, and the module gives another.

interface Library {
  memory: WebAssembly.Memory;
  alloc(length: number): number;
  free(start: number, length: number): void;
  ask(start: number, length: number): bigint;
}

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<WebAssembly.Module | Asked>) => void) | null;
  postMessage(message: Answered): void;
};

/** A request, as a text of JSON. */
export interface Asked { number: number; request: string }

/** An answer; or why there is none, and how long it took in milliseconds. */
export interface Answered { number: number; answer?: unknown; failed?: string; took: number }

let compiled: WebAssembly.Module | undefined;
let library: Library | undefined;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

function ask(request: string): unknown {
  if (!compiled) throw new Error("the library is not there yet");
  library ??= new WebAssembly.Instance(compiled).exports as unknown as Library;
  const bytes = encoder.encode(request);
  const room = library.alloc(bytes.length) >>> 0;
  new Uint8Array(library.memory.buffer, room, bytes.length).set(bytes);
  const place = BigInt.asUintN(64, library.ask(room, bytes.length));
  const start = Number(place & 0xffff_ffffn);
  const length = Number(place >> 32n);
  const answer = decoder.decode(new Uint8Array(library.memory.buffer, start, length));
  library.free(start, length);
  return JSON.parse(answer);
}

scope.onmessage = ({ data }) => {
  if (data instanceof WebAssembly.Module) {
    compiled = data;
    return;
  }
  const { number, request } = data;
  const begun = performance.now();
  try {
    const answer = ask(request);
    scope.postMessage({ number, answer, took: performance.now() - begun });
  } catch (error) {
    library = undefined;
    const failed = error instanceof Error ? error.message : String(error);
    scope.postMessage({ number, failed, took: performance.now() - begun });
  }
};
