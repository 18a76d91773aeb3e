// Who answers: a worker, or the page itself where it may have none.
//
// In: modules and questions. Out: answers. A worker that comes from a Blob works everywhere, also in a page that is
// a file, unless a policy of the server forbids it: then the script of the worker that stands beside the page is
// tried, and last the page's own thread, which stops while it answers.
import { type Answered, type Asked, Library } from "./library";

declare const WORKER_SOURCE: string;

/** Who takes modules and questions. */
export interface Answerer {
  postMessage(message: WebAssembly.Module | Asked): void;
  terminate(): void;
}

/** The ways to answer, the best first. What has failed once is not tried again. */
const ways: ((answered: (answer: Answered) => void, failed: (why: string) => void) => Answerer)[] = [
  (answered, failed) => fromScript(blob(), answered, failed),
  (answered, failed) => fromScript("worker.js", answered, failed),
  (answered) => new Own(answered),
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
 * Begins to answer. One that cannot begin is replaced by the next way, which is told again what the first was told;
 * one that fails later says so.
 */
export function another(answered: (answer: Answered) => void, failed: (why: string) => void): Answerer {
  return new Trying(answered, failed);
}

class Trying implements Answerer {
  private told: (WebAssembly.Module | Asked)[] | null = [];
  private one: Answerer;

  constructor(private readonly answered: (answer: Answered) => void, private readonly failed: (why: string) => void) {
    this.one = this.begun();
  }

  private begun(): Answerer {
    for (;;) {
      const way = ways[0];
      if (!way) throw new Error("nobody answers");
      try {
        return way((answer) => this.hasAnswered(answer), (why) => this.hasFailed(why));
      } catch {
        // A browser may throw at once what another says later.
        ways.shift();
      }
    }
  }

  private hasAnswered(answer: Answered): void {
    this.told = null;
    this.answered(answer);
  }

  private hasFailed(why: string): void {
    // A worker that is not allowed to begin has no message. One that has answered was allowed.
    const told = this.told;
    if (told === null || why !== "" || ways.length < 2) {
      this.failed(why || "the worker did not start");
      return;
    }
    this.one.terminate();
    ways.shift();
    this.one = this.begun();
    for (const message of told) this.one.postMessage(message);
  }

  postMessage(message: WebAssembly.Module | Asked): void {
    this.told?.push(message);
    this.one.postMessage(message);
  }

  terminate(): void {
    this.one.terminate();
  }
}

/** The page's own thread. What has begun cannot be ended. */
class Own implements Answerer {
  private readonly library = new Library();
  private ended = false;

  constructor(private readonly answered: (answer: Answered) => void) {}

  postMessage(message: WebAssembly.Module | Asked): void {
    // The page is drawn before it stops.
    setTimeout(() => {
      const answer = this.ended ? undefined : this.library.told(message);
      if (answer && !this.ended) this.answered(answer);
    });
  }

  terminate(): void {
    this.ended = true;
  }
}
