// Compiles the WebAssembly that is embedded as text in a JavaScript module.
//
// The text is base64 of deflated bytes. Everything is synchronous, so that the package is usable after import. Node,
// Deno and Bun inflate synchronously; browsers offer only a promise, so fflate inflates there.

import { inflateSync } from "fflate";

interface Zlib { inflateRawSync(bytes: Uint8Array): Uint8Array }

/** Compiles a module embedded in the bundle. */
export function inflated(text: string): WebAssembly.Module {
  const deflated = bytesOf(text);
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => Zlib | undefined } };
  const inflate = process?.getBuiltinModule?.("zlib")?.inflateRawSync ?? inflateSync;
  return new WebAssembly.Module(inflate(deflated) as Uint8Array<ArrayBuffer>);
}

function bytesOf(base64: string): Uint8Array {
  const fromBase64 = (Uint8Array as { fromBase64?: (text: string) => Uint8Array }).fromBase64;
  if (fromBase64 !== undefined) return fromBase64.call(Uint8Array, base64);
  const characters = atob(base64);
  const bytes = new Uint8Array(characters.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = characters.charCodeAt(at);
  return bytes;
}
