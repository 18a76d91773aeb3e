// Questions to the worker, one at a time, the wanted ones only.
//
// In: requests, each wanted for as long as somebody listens. Out: answers. Two who ask the same share one
// answer, and the last answers are kept. A question that nobody wants any more is dropped; if the worker has
// been busy with it for too long, the worker is ended and another begins with the same module.
import type { AnswerTo, Request } from "./ask";
import type { Answered, Asked } from "./worker";

declare const WORKER_SOURCE: string;

/** How long the worker may go on with what nobody wants, in milliseconds. */
const PATIENCE = 1500;
/** How many answers are kept, and how long a request may be whose answer is kept. */
const KEPT = 60;
const LONGEST_KEPT = 20_000;

export type Outcome = { answer: unknown } | { failed: string };
type Listener = (outcome: Outcome) => void;

interface Question {
  number: number;
  request: string;
  listeners: Set<Listener>;
  begun?: number;
  timer?: number;
}

class Client {
  private module: WebAssembly.Module | undefined;
  private failed: string | undefined;
  private worker: Worker | undefined;
  private source: string | undefined;
  private waiting: Question[] = [];
  private current: Question | undefined;
  private kept = new Map<string, Outcome>();
  private numbers = 0;

  /** The library is there, or why not. */
  begin(module: Promise<WebAssembly.Module>): void {
    module.then(
      (module) => {
        this.module = module;
        this.next();
      },
      (error: unknown) => {
        this.failed = error instanceof Error ? error.message : String(error);
        for (const question of this.waiting.splice(0)) tell(question, { failed: this.failed });
      },
    );
  }

  /** Asks; the function that this gives ends the wish. */
  ask(asked: Request, listener: Listener): () => void {
    const request = JSON.stringify(asked, wellFormed);
    const known = this.kept.get(request);
    const outcome = known ?? (this.failed === undefined ? undefined : { failed: this.failed });
    if (outcome) {
      let wanted = true;
      queueMicrotask(() => wanted && listener(outcome));
      return () => (wanted = false);
    }
    let question = this.current?.request === request ? this.current : undefined;
    question ??= this.waiting.find((waiting) => waiting.request === request);
    if (!question) {
      question = { number: this.numbers++, request, listeners: new Set() };
      this.waiting.push(question);
    }
    clearTimeout(question.timer);
    question.listeners.add(listener);
    this.next();
    return () => this.unwanted(question, listener);
  }

  private unwanted(question: Question, listener: Listener): void {
    question.listeners.delete(listener);
    if (question.listeners.size > 0) return;
    this.waiting = this.waiting.filter((waiting) => waiting !== question);
    if (question !== this.current) return;
    const left = (question.begun ?? 0) + PATIENCE - performance.now();
    question.timer = window.setTimeout(() => {
      if (this.current !== question || question.listeners.size > 0) return;
      this.end();
      this.next();
    }, Math.max(left, 0));
  }

  private end(): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.current = undefined;
  }

  private next(): void {
    if (this.current || !this.module) return;
    const question = this.waiting.shift();
    if (!question) return;
    this.worker ??= this.another(this.module);
    this.current = question;
    question.begun = performance.now();
    const asked: Asked = { number: question.number, request: question.request };
    this.worker.postMessage(asked);
  }

  private another(module: WebAssembly.Module): Worker {
    // A worker of a file must come from a Blob, and one that comes from a Blob works everywhere.
    this.source ??= URL.createObjectURL(new Blob([WORKER_SOURCE], { type: "text/javascript" }));
    const worker = new Worker(this.source);
    worker.onmessage = ({ data }: MessageEvent<Answered>) => this.answered(data);
    worker.onerror = (event) => {
      const question = this.current;
      this.end();
      if (question) tell(question, { failed: event.message || "the worker did not start" });
      this.next();
    };
    worker.postMessage(module);
    return worker;
  }

  private answered({ number, answer, failed }: Answered): void {
    const question = this.current;
    if (!question || question.number !== number) return;
    this.current = undefined;
    clearTimeout(question.timer);
    const outcome = outcomeOf(answer, failed);
    if (question.request.length <= LONGEST_KEPT) this.keep(question.request, outcome);
    tell(question, outcome);
    this.next();
  }

  private keep(request: string, outcome: Outcome): void {
    this.kept.set(request, outcome);
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= KEPT) break;
      this.kept.delete(oldest);
    }
  }
}

/** Half of a surrogate pair is no character; the library sees U+FFFD in its place. */
function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.toWellFormed() : value;
}

function outcomeOf(answer: unknown, failed: string | undefined): Outcome {
  if (failed !== undefined) return { failed };
  if (answer && typeof answer === "object" && "fault" in answer) return { failed: String(answer.fault) };
  return { answer };
}

function tell(question: Question, outcome: Outcome): void {
  for (const listener of [...question.listeners]) listener(outcome);
}

export const client = new Client();

/** Asks once. */
export function askOnce<R extends Request>(request: R): Promise<AnswerTo<R>> {
  return new Promise((resolve, reject) => {
    client.ask(request, (outcome) => {
      if ("failed" in outcome) reject(new Error(outcome.failed));
      else resolve(outcome.answer as AnswerTo<R>);
    });
  });
}
