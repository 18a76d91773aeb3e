// An instance of the library, which answers requests one by one.
//
// It receives a compiled module, and then requests in JSON. After a panic the instance is discarded, and the module
// creates another. The worker has one, or the main thread if workers are forbidden. Requests to the browser's own
// `URL` are also answered here, since it is slow for a megabyte.
import { browserVerdict } from "./browser";
import { type Exports, exchange } from "./exchange";

/** A request, in JSON. */
export interface Asked { number: number; request: string }

/** An answer, or an error, and the time in milliseconds. */
export interface Answered { number: number; answer?: unknown; failed?: string; took: number }

/** The beginning of a request that the browser answers. */
const OF_BROWSER = '{"ask":"browser",';

export class Library {
  private compiled: WebAssembly.Module | undefined;
  private exports: Exports | undefined;

  /** Handles a module, which replaces the previous one, or answers a request. */
  handle(message: WebAssembly.Module | Asked): Answered | undefined {
    if (message instanceof WebAssembly.Module) {
      this.compiled = message;
      this.exports = undefined;
      return undefined;
    }
    const { number, request } = message;
    const begun = performance.now();
    try {
      const answer = this.ask(request);
      return { number, answer, took: performance.now() - begun };
    } catch (error) {
      this.exports = undefined;
      const failed = error instanceof Error ? error.message : String(error);
      return { number, failed, took: performance.now() - begun };
    }
  }

  private ask(request: string): unknown {
    if (request.startsWith(OF_BROWSER)) {
      const { text, base } = JSON.parse(request) as { text: string; base?: string };
      return browserVerdict(text, base);
    }
    if (!this.compiled) throw new Error("the library is not loaded yet");
    const library = (this.exports ??= new WebAssembly.Instance(this.compiled).exports as unknown as Exports);
    return JSON.parse(exchange(library, request));
  }
}
