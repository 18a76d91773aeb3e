// WebAssembly as base64 text, which the bundler embeds.
declare module "*.wasm" {
  const base64: string;
  export default base64;
}

// The parts of lzma1 that decompress.
declare module "lzma1/decoder" {
  import type { InputBuffer, OutputBuffer } from "lzma1/streams";
  export class Decoder {
    decompress(input: InputBuffer, output: OutputBuffer): void;
  }
}
declare module "lzma1/streams" {
  export class InputBuffer {
    constructor(bytes: Uint8Array);
  }
  export class OutputBuffer {
    toArray(): Uint8Array<ArrayBuffer>;
  }
}
