// A request to the library and its answer, both as texts, through the memory of WebAssembly.
//
// In: the exports of an instance, and a request. Out: the answer. What the request and the answer took of the memory is
// given back. An exception leaves the instance in the middle of a call: who catches one makes another instance.

/** What the library exports; `ask` gives the place of the answer: its start below, its length above 32 bits. */
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
  const room = alloc(bytes.length) >>> 0;
  new Uint8Array(memory.buffer, room, bytes.length).set(bytes);
  const place = BigInt.asUintN(64, ask(room, bytes.length));
  const start = Number(place & 0xffff_ffffn);
  const length = Number(place >> 32n);
  const answer = decoder.decode(new Uint8Array(memory.buffer, start, length));
  free(start, length);
  return answer;
}
