// The hook for requests of a view.
import { useEffect, useRef, useState } from "preact/hooks";
import type { AnswerTo, Request } from "./ask";
import { client } from "./client";

export interface Answer<R> {
  /** The last answer and its request; while `stale`, those of an earlier request. */
  answer?: AnswerTo<R>;
  request?: R;
  /** The time that the answer took, in milliseconds. */
  took?: number;
  /** Whether a newer answer is pending. */
  stale: boolean;
  /** The error, if there is no answer. */
  failed?: string;
}

/**
 * Returns the answer to a request; null sends no request. Requests are compared by value.
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
          : { request, stale: false, answer: outcome.answer as AnswerTo<R>, took: outcome.took };
      setLast({ key, value });
    });
  }, [key]);
  if (!request) return { stale: false };
  if (last.key === key) return last.value;
  return { answer: last.value.answer, request: last.value.request, stale: true };
}

/** Returns a key that changes with the value of the request. A long text is compared, not copied. */
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
