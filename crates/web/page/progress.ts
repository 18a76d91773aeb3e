// How much of the whole library has been received. It is loaded after the first answer.
import { useEffect, useState } from "preact/hooks";

/** The size of the library in bytes, before compression; the server's `Content-Length` may be of a compressed body. */
declare const WHOLE_SIZE: number;

/** `received` is undefined if it cannot be counted. */
export interface Progress { received?: number; total: number }

let current: Progress | null = null;
const listeners = new Set<(progress: Progress | null) => void>();

function report(progress: Progress | null): void {
  current = progress;
  for (const listener of listeners) listener(progress);
}

/** Reports the progress until a load ends. */
export async function reporting<T>(load: (received: (bytes: number) => void) => Promise<T>): Promise<T> {
  let sum = 0;
  report({ total: WHOLE_SIZE });
  try {
    return await load((bytes) => report({ received: (sum += bytes), total: WHOLE_SIZE }));
  } finally {
    report(null);
  }
}

/** Returns the progress, or null if nothing is being loaded. */
export function useProgress(): Progress | null {
  const [progress, setProgress] = useState(current);
  useEffect(() => {
    setProgress(current);
    listeners.add(setProgress);
    return () => void listeners.delete(setProgress);
  }, []);
  return progress;
}
