// Loads the library, which is two modules: a small one for the first requests, and the whole one.
//
// The small module always comes from a script that contains its bytes as text: a script needs no media type, and
// can be loaded by a page opened as a file or in a frame without an origin. The whole module is fetched, or also
// comes from a script if the page may not fetch or the server does not have the file.
import { reporting } from "./progress";
import { loaded, mayNotFetch } from "./script";

declare const FIRST: boolean;
declare global {
  /** The modules loaded by scripts: their bytes, gzipped and in base64. */
  var urispecModules: Record<string, string> | undefined;
}

const SCRIPTS = { first: "first.js", whole: "urispec.wasm.js" };

/** Loads the small module; undefined if the page was built without it. */
export function first(): Promise<WebAssembly.Module> | undefined {
  return FIRST ? fromScript("first") : undefined;
}

/** Loads the whole library. Rejects with a message for the user. */
export function whole(): Promise<WebAssembly.Module> {
  return reporting(fetched);
}

async function fetched(received: (bytes: number) => void): Promise<WebAssembly.Module> {
  if (mayNotFetch()) return fromScript("whole");
  let response: Response;
  try {
    response = await fetch("urispec.wasm", { credentials: "same-origin" });
    if (!response.ok) throw new Error(`urispec.wasm: the server responded with status ${response.status}`);
  } catch (error) {
    return fromScript("whole").catch(() => { throw error; });
  }
  // A copy is counted, since browsers cache the code of a response that they compile directly.
  const { body } = response.clone();
  body?.pipeTo(new WritableStream({ write: (chunk) => received(chunk.length) })).catch(() => undefined);
  // Streaming needs the media type application/wasm, which some servers do not send.
  if (response.headers.get("content-type")?.startsWith("application/wasm")) {
    return compiled(WebAssembly.compileStreaming(response));
  }
  return compiled(response.arrayBuffer().then((bytes) => WebAssembly.compile(bytes)));
}

async function fromScript(name: keyof typeof SCRIPTS): Promise<WebAssembly.Module> {
  const modules = (globalThis.urispecModules ??= {});
  if (modules[name] === undefined) await loaded(SCRIPTS[name]);
  const packed = modules[name];
  if (packed === undefined) throw new Error(`${SCRIPTS[name]} does not contain the module`);
  delete modules[name];
  const unpacked = new Blob([bytesOf(packed)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return compiled(WebAssembly.compile(await new Response(unpacked).arrayBuffer()));
}

/** Decodes base64. Recent browsers have a built-in function; the fallback is a plain loop, since this blocks the page. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const { fromBase64 } = Uint8Array as { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> };
  if (fromBase64) return fromBase64.call(Uint8Array, base64);
  const letters = atob(base64);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
  return bytes;
}

/** Compiles a module, and replaces the browser's policy error by instructions. */
async function compiled(module: Promise<WebAssembly.Module>): Promise<WebAssembly.Module> {
  try {
    return await module;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Chromium and Safari name the policy; Firefox abbreviates it.
    if (!/content security policy|\bCSP\b/i.test(message)) throw error;
    throw new Error(
      "The server's Content-Security-Policy forbids WebAssembly, which the library needs: " +
        "add 'wasm-unsafe-eval' to its script-src.",
    );
  }
}
