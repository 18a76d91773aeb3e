// From the text in a module of JavaScript to a module of WebAssembly.
//
// In: base64 of bytes that were deflated. Out: the compiled module. Everything is synchronous, so that the package is
// ready when it is imported. Node, Deno and Bun inflate at once; in a browser this is done here, since a browser inflates
// only with a promise.

import { inflateSync } from "fflate";

interface Zlib { inflateRawSync(bytes: Uint8Array): Uint8Array }

/** Compiles a module that stands in the bundle. */
export function inflated(text: string): WebAssembly.Module {
  const deflated = bytesOf(text);
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => Zlib | undefined } };
  const inflate = process?.getBuiltinModule?.("zlib")?.inflateRawSync ?? inflateSync;
  return new WebAssembly.Module(inflate(deflated) as Uint8Array<ArrayBuffer>);
}

function bytesOf(base64: string): Uint8Array {
  const made = (Uint8Array as { fromBase64?: (text: string) => Uint8Array }).fromBase64;
  if (made !== undefined) return made.call(Uint8Array, base64);
  const characters = atob(base64);
  const bytes = new Uint8Array(characters.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = characters.charCodeAt(at);
  return bytes;
}
