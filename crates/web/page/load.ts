// The library's code: fetched beside the page, or, where the page is a file and may not fetch, from a script
// that has the same bytes as text.

declare global {
  interface Window { urispecWasm?: string }
}

/** The compiled library. Fails with a sentence for people. */
export async function load(): Promise<WebAssembly.Module> {
  return location.protocol === "file:" ? fromScript() : fromServer();
}

async function fromServer(): Promise<WebAssembly.Module> {
  const response = await fetch("urispec.wasm", { credentials: "same-origin" });
  if (!response.ok) throw new Error(`urispec.wasm: the server says ${response.status}`);
  // A server that does not know the media type application/wasm is no reason to fail.
  if (response.headers.get("content-type")?.startsWith("application/wasm")) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}

async function fromScript(): Promise<WebAssembly.Module> {
  await new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = "urispec.wasm.js";
    script.onload = () => resolve();
    script.onerror = () => reject(new Error("urispec.wasm.js is not beside the page"));
    document.head.append(script);
  });
  const bytes = Uint8Array.from(atob(window.urispecWasm ?? ""), (character) => character.charCodeAt(0));
  delete window.urispecWasm;
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
}
