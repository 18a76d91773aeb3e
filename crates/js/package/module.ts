// Modules of WebAssembly: one from a user, and the bytes of one that is embedded.

/** Returns a module. Throws a `TypeError` for another value, such as the bytes of one. */
export function checked(module: WebAssembly.Module): WebAssembly.Module {
  if (module instanceof WebAssembly.Module) return module;
  throw new TypeError("urispec: expected a WebAssembly.Module");
}

/** Decodes base64. */
export function bytesOf(base64: string): Uint8Array {
  const fromBase64 = (Uint8Array as { fromBase64?: (text: string) => Uint8Array }).fromBase64;
  if (fromBase64 !== undefined) return fromBase64.call(Uint8Array, base64);
  const characters = atob(base64);
  const bytes = new Uint8Array(characters.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = characters.charCodeAt(at);
  return bytes;
}
