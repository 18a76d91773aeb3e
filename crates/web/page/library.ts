// An instance of the library, which answers one request after the other.
//
// In: a compiled module, then requests as texts of JSON. Out: answers, taken apart. After a panic the instance is
// thrown away, and the module gives another. The worker has one, or the page itself where it may have no worker. What
// the browser makes of a string is asked here too: its `URL` takes its time for a megabyte.
import { browserVerdict } from "./browser";
import { type Exports, exchange } from "./exchange";

/** A request, as a text of JSON. */
export interface Asked { number: number; request: string }

/** An answer; or why there is none, and how long it took in milliseconds. */
export interface Answered { number: number; answer?: unknown; failed?: string; took: number }

/** How a request that the browser answers begins. */
const OF_BROWSER = '{"ask":"browser",';

export class Library {
  private compiled: WebAssembly.Module | undefined;
  private exports: Exports | undefined;

  /** Takes a module, or a request, to which it gives the answer. A module takes the place of the one before. */
  told(message: WebAssembly.Module | Asked): Answered | undefined {
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
    if (!this.compiled) throw new Error("the library is not there yet");
    const library = (this.exports ??= new WebAssembly.Instance(this.compiled).exports as unknown as Exports);
    return JSON.parse(exchange(library, request));
  }
}
