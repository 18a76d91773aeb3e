// Passes a request to the library and its answer back, as texts, through the memory of WebAssembly.
//
// The memory of the request and the answer is freed. An exception leaves the instance in an inconsistent state: the
// caller must create another instance.

/** The exports of the library. `ask` returns the position of the answer: its start in the low, its length in the high 32 bits. */
export interface Exports {
  memory: WebAssembly.Memory;
  alloc(length: number): number;
  free(start: number, length: number): void;
  ask(start: number, length: number): bigint;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export function exchange({ memory, alloc, free, ask }: Exports, request: string): string {
  const bytes = encoder.encode(request);
  const input = alloc(bytes.length) >>> 0;
  new Uint8Array(memory.buffer, input, bytes.length).set(bytes);
  const place = BigInt.asUintN(64, ask(input, bytes.length));
  const start = Number(place & 0xffff_ffffn);
  const length = Number(place >> 32n);
  const answer = decoder.decode(new Uint8Array(memory.buffer, start, length));
  free(start, length);
  return answer;
}
