// The hook by which a view asks.
import { useEffect, useRef, useState } from "preact/hooks";
import type { AnswerTo, Request } from "./ask";
import { client } from "./client";

export interface Answer<R> {
  /** The last answer, and the request that it answers; while `stale`, that is one before. */
  answer?: AnswerTo<R>;
  request?: R;
  /** Whether a newer answer is on its way. */
  stale: boolean;
  /** Why there is no answer to the request. */
  failed?: string;
}

/**
 * The answer to a request, which may be null: then nothing is asked. The request need not be the same object each
 * time; what it says counts.
 */
export function useAnswer<R extends Request>(request: R | null): Answer<R> {
  const [last, setLast] = useState<{ key: string | null; value: Answer<R> }>({ key: null, value: { stale: true } });
  const key = useKey(request);
  useEffect(() => {
    if (!request || key === null) return;
    return client.ask(request, (outcome) => {
      const value: Answer<R> =
        "failed" in outcome
          ? { request, stale: false, failed: outcome.failed }
          : { request, stale: false, answer: outcome.answer as AnswerTo<R> };
      setLast({ key, value });
    });
  }, [key]);
  if (!request) return { stale: false };
  if (last.key === key) return last.value;
  return { answer: last.value.answer, request: last.value.request, stale: true };
}

/** What the request says, as one value. A long text is compared and not copied. */
function useKey(request: Request | null): string | null {
  const before = useRef<{ request: Request; key: string } | null>(null);
  const number = useRef(0);
  if (!request) return null;
  const known = before.current;
  if (known && same(known.request, request)) return known.key;
  before.current = { request, key: String(number.current++) };
  return before.current.key;
}

function same(one: Request, other: Request): boolean {
  const [left, right] = [one as object, other as object] as [Record<string, unknown>, Record<string, unknown>];
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...keys].every((key) => left[key] === right[key]);
}
