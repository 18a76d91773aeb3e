// Sends requests to the worker, one at a time, and only those still wanted.
//
// A request is wanted as long as it has a listener. Listeners of the same request share its answer, and recent
// answers are cached. A request without listeners is dropped; if the worker has been busy with it for too long, the
// worker is stopped and startAnswerer starts with the same module.
//
// The library consists of two modules. Requests that the small one can answer do not wait for the whole one, which
// is loaded after the first answer, or when startAnswerer request needs it. Both give the same answers.
import type { AnswerTo, Request } from "./ask";
import { type Answered, type Asked } from "./library";
import { startAnswerer, type Answerer } from "./answerer";
import { keepOffline } from "./offline";

/** The list of documents, requested at build time; null to request it from the library. */
declare const KNOWN_DOCUMENTS: string | null;

/** The time limit for an obsolete request, in milliseconds. */
const PATIENCE = 1500;
/** The number of cached answers, and the maximum length of a request whose answer is cached. */
const KEPT = 60;
const LONGEST_KEPT = 20_000;
/** The requests and editions that the small module can answer; `browser` needs no module. */
const FIRST_REQUESTS = ["parse", "split", "browser"];
const FIRST_EDITIONS = ["rfc3986", "rfc3987"];

/** An answer, with the time that it took in milliseconds; or an error. */
export type Outcome = { answer: unknown; took?: number } | { failed: string };
type Listener = (outcome: Outcome) => void;

interface Question {
  number: number;
  request: string;
  /** Whether the small module can answer. */
  isFirst: boolean;
  listeners: Set<Listener>;
  begun?: number;
  timer?: number;
}

class Client {
  /** The loaded modules, and the one that the worker has. */
  private small: WebAssembly.Module | undefined;
  private module: WebAssembly.Module | undefined;
  private given: WebAssembly.Module | undefined;
  /** Loads the whole library; called once. */
  private load: (() => Promise<WebAssembly.Module>) | undefined;
  private failed: string | undefined;
  private worker: Answerer | undefined;
  private waiting: Question[] = [];
  private current: Question | undefined;
  private kept = new Map<string, Outcome>();
  private numbers = 0;

  /** Sets how the whole library is loaded, and the small module before it. */
  begin(whole: () => Promise<WebAssembly.Module>, first?: Promise<WebAssembly.Module>): void {
    this.load = whole;
    if (!first) {
      this.loadWhole();
      return;
    }
    // The worker starts while the module is loading.
    this.worker ??= this.begun();
    first.then(
      (module) => {
        this.small = module;
        this.next();
      },
      // Fall back to the whole library.
      () => this.loadWhole(),
    );
  }

  private loadWhole(): void {
    const load = this.load;
    this.load = undefined;
    load?.().then(
      (module) => {
        this.module = module;
        this.next();
        keepOffline();
      },
      (error: unknown) => {
        const failed = error instanceof Error ? error.message : String(error);
        this.failed = failed;
        const isLost = (question: Question) => !(question.isFirst && this.small);
        const lost = this.waiting.filter(isLost);
        this.waiting = this.waiting.filter((question) => !isLost(question));
        for (const question of lost) notify(question, { failed });
      },
    );
  }

  /** Sends a request, and returns a function that cancels it. */
  ask(asked: Request, listener: Listener): () => void {
    const request = JSON.stringify(asked, wellFormed);
    if (asked.ask === "documents" && KNOWN_DOCUMENTS !== null && !this.kept.has(request)) {
      this.keep(request, { answer: JSON.parse(KNOWN_DOCUMENTS) });
    }
    const known = this.kept.get(request);
    const isFirst = canBeFirst(asked);
    const hasFailed = this.failed !== undefined && !(isFirst && this.small);
    const outcome = known ?? (hasFailed ? { failed: this.failed ?? "" } : undefined);
    if (outcome) {
      let wanted = true;
      queueMicrotask(() => wanted && listener(outcome));
      return () => (wanted = false);
    }
    let question = this.current?.request === request ? this.current : undefined;
    question ??= this.waiting.find((waiting) => waiting.request === request);
    if (!question) {
      question = { number: this.numbers++, request, isFirst, listeners: new Set() };
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
    this.given = undefined;
    this.current = undefined;
  }

  private next(): void {
    if (this.current) return;
    const module = this.module ?? this.small;
    if (!module) return;
    const at = this.module ? 0 : this.waiting.findIndex((question) => question.isFirst);
    const [question] = at < 0 ? [] : this.waiting.splice(at, 1);
    if (!question) {
      // The waiting requests need the whole library, or nothing waits that loading would delay.
      if (this.small) this.loadWhole();
      return;
    }
    this.worker ??= this.begun();
    if (this.given !== module) this.worker.postMessage(module);
    this.given = module;
    this.current = question;
    question.begun = performance.now();
    const asked: Asked = { number: question.number, request: question.request };
    this.worker.postMessage(asked);
  }

  private begun(): Answerer {
    this.given = undefined;
    return startAnswerer(
      (answered) => this.answered(answered),
      (why) => {
        const question = this.current;
        this.end();
        if (question) notify(question, { failed: why });
        this.next();
      },
    );
  }

  private answered({ number, answer, failed, took }: Answered): void {
    const question = this.current;
    if (!question || question.number !== number) return;
    this.current = undefined;
    clearTimeout(question.timer);
    const outcome = outcomeOf(answer, failed, took);
    if (question.request.length <= LONGEST_KEPT) this.keep(question.request, outcome);
    notify(question, outcome);
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

/** Returns whether the small module can answer. */
function canBeFirst(request: Request): boolean {
  const edition = "edition" in request ? request.edition : "rfc3986";
  return FIRST_REQUESTS.includes(request.ask) && FIRST_EDITIONS.includes(edition);
}

/** Replaces lone surrogates by U+FFFD. */
function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.toWellFormed() : value;
}

function outcomeOf(answer: unknown, failed: string | undefined, took: number): Outcome {
  if (failed !== undefined) return { failed };
  if (answer && typeof answer === "object" && "fault" in answer) return { failed: String(answer.fault) };
  return { answer, took };
}

function notify(question: Question, outcome: Outcome): void {
  for (const listener of [...question.listeners]) listener(outcome);
}

export const client = new Client();

/** Sends one request. */
export function askOnce<R extends Request>(request: R): Promise<AnswerTo<R>> {
  return new Promise((resolve, reject) => {
    client.ask(request, (outcome) => {
      if ("failed" in outcome) reject(new Error(outcome.failed));
      else resolve(outcome.answer as AnswerTo<R>);
    });
  });
}
