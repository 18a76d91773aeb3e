// Compiles the WebAssembly that is embedded as text in a JavaScript module.
//
// The text is base64 of compressed bytes. Everything is synchronous, so that the package is usable after import. Node,
// Deno and Bun inflate synchronously; browsers offer only a promise, so fflate inflates there.

import { inflateSync } from "fflate";
import { bytesOf } from "./module.js";

interface Zlib { inflateRawSync(bytes: Uint8Array): Uint8Array }

/** Compiles a module embedded in the bundle. */
export function inflated(text: string): WebAssembly.Module {
  const deflated = bytesOf(text);
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => Zlib | undefined } };
  const inflate = process?.getBuiltinModule?.("zlib")?.inflateRawSync ?? inflateSync;
  return new WebAssembly.Module(inflate(deflated) as Uint8Array<ArrayBuffer>);
}
