// The code of the library, which is two modules: a small one, for what the page asks first, and the whole one.
//
// The small module always comes from a script, which has its bytes as text: a script needs no media type, may be
// loaded by a page that is a file, and by one in a frame that has no origin. The whole module is fetched beside the
// page, or comes from a script too, where the page may not fetch, or the server has it for nobody.

declare const FIRST: boolean;
declare global {
  /** The modules that scripts have brought: their bytes, packed by gzip and in base64. */
  var urispecModules: Record<string, string> | undefined;
}

const SCRIPTS = { first: "first.js", whole: "urispec.wasm.js" };

/** The small module, for which the page has a script of its own; undefined if the page was built without. */
export function first(): Promise<WebAssembly.Module> | undefined {
  return FIRST ? fromScript("first") : undefined;
}

/** The whole library. Fails with a sentence for people. */
export async function whole(): Promise<WebAssembly.Module> {
  // The origin of a page that is a file, or in a frame without `allow-same-origin`: nothing may be fetched.
  if (location.protocol === "file:" || self.origin === "null") return fromScript("whole");
  let response: Response;
  try {
    response = await fetch("urispec.wasm", { credentials: "same-origin" });
    if (!response.ok) throw new Error(`urispec.wasm: the server says ${response.status}`);
  } catch (error) {
    return fromScript("whole").catch(() => { throw error; });
  }
  // A server that does not know the media type application/wasm is no reason to fail.
  if (response.headers.get("content-type")?.startsWith("application/wasm")) {
    return compiled(WebAssembly.compileStreaming(response));
  }
  return compiled(response.arrayBuffer().then((bytes) => WebAssembly.compile(bytes)));
}

async function fromScript(name: keyof typeof SCRIPTS): Promise<WebAssembly.Module> {
  const modules = (globalThis.urispecModules ??= {});
  if (modules[name] === undefined) await loaded(SCRIPTS[name]);
  const packed = modules[name];
  if (packed === undefined) throw new Error(`${SCRIPTS[name]} has no module`);
  delete modules[name];
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return compiled(WebAssembly.compile(await new Response(unpacked).arrayBuffer()));
}

/** Waits for a script, which the page may have begun to load. */
function loaded(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let script = document.querySelector<HTMLScriptElement>(`script[src="${name}"]`);
    const isNew = script === null;
    script ??= document.createElement("script");
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => reject(new Error(`${name} is not beside the page`)));
    if (isNew) {
      script.src = name;
      document.head.append(script);
    }
  });
}

/** A module, or in place of the browser's words what to do. */
async function compiled(module: Promise<WebAssembly.Module>): Promise<WebAssembly.Module> {
  try {
    return await module;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    // Chromium and Safari name the policy, Firefox has its abbreviation.
    if (!/content security policy|\bCSP\b/i.test(said)) throw error;
    throw new Error(
      "The Content-Security-Policy that the server sends forbids WebAssembly, in which the library is written: " +
        "its script-src has to have 'wasm-unsafe-eval'.",
    );
  }
}
