// Answers requests: in a worker, or on the main thread if no worker is allowed.
//
// A worker from a Blob works everywhere, also in a page opened as a file, unless a server policy forbids it. The
// next fallback is the worker's script next to the page, and the last is the main thread, which blocks while it
// answers.
import { type Answered, type Asked, Library } from "./library";

declare const WORKER_SOURCE: string;

/** A receiver of modules and requests. */
export interface Answerer {
  postMessage(message: WebAssembly.Module | Asked): void;
  terminate(): void;
}

/** The ways to answer, the best first. A way that failed is not tried again. */
const ways: ((answered: (answer: Answered) => void, failed: (why: string) => void) => Answerer)[] = [
  (answered, failed) => fromScript(blob(), answered, failed),
  (answered, failed) => fromScript("worker.js", answered, failed),
  (answered) => new MainThread(answered),
];

let source: string | undefined;

function blob(): string {
  source ??= URL.createObjectURL(new Blob([WORKER_SOURCE], { type: "text/javascript" }));
  return source;
}

function fromScript(script: string, answered: (answer: Answered) => void, failed: (why: string) => void): Answerer {
  const worker = new Worker(script);
  worker.onmessage = ({ data }: MessageEvent<Answered>) => answered(data);
  worker.onerror = (event) => failed(event.message || "");
  return worker;
}

/**
 * Starts an answerer. If it cannot start, the next way replaces it, and receives its messages again. A later
 * failure is reported.
 */
export function startAnswerer(answered: (answer: Answered) => void, failed: (why: string) => void): Answerer {
  return new FallbackAnswerer(answered, failed);
}

class FallbackAnswerer implements Answerer {
  private sent: (WebAssembly.Module | Asked)[] | null = [];
  private one: Answerer;

  constructor(private readonly answered: (answer: Answered) => void, private readonly failed: (why: string) => void) {
    this.one = this.start();
  }

  private start(): Answerer {
    for (;;) {
      const way = ways[0];
      if (!way) throw new Error("no worker could be started");
      try {
        return way((answer) => this.onAnswer(answer), (why) => this.onFailure(why));
      } catch {
        // Some browsers throw immediately; others report the error later.
        ways.shift();
      }
    }
  }

  private onAnswer(answer: Answered): void {
    this.sent = null;
    this.answered(answer);
  }

  private onFailure(why: string): void {
    // A forbidden worker reports no message. A worker that answered was allowed.
    const sent = this.sent;
    if (sent === null || why !== "" || ways.length < 2) {
      this.failed(why || "the worker did not start");
      return;
    }
    this.one.terminate();
    ways.shift();
    this.one = this.start();
    for (const message of sent) this.one.postMessage(message);
  }

  postMessage(message: WebAssembly.Module | Asked): void {
    this.sent?.push(message);
    this.one.postMessage(message);
  }

  terminate(): void {
    this.one.terminate();
  }
}

/** The main thread. A running request cannot be stopped. */
class MainThread implements Answerer {
  private readonly library = new Library();
  private ended = false;

  constructor(private readonly answered: (answer: Answered) => void) {}

  postMessage(message: WebAssembly.Module | Asked): void {
    // Lets the page draw before it blocks.
    setTimeout(() => {
      const answer = this.ended ? undefined : this.library.handle(message);
      if (answer && !this.ended) this.answered(answer);
    });
  }

  terminate(): void {
    this.ended = true;
  }
}
