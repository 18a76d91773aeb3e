// A value that waits until it no longer changes.
import { useEffect, useState } from "preact/hooks";

/** The value, once it has said the same for so many milliseconds. The first value does not wait. */
export function useSettled<T>(value: T, key: string, after: number): T {
  const [settled, setSettled] = useState({ value, key });
  useEffect(() => {
    if (settled.key === key) return;
    const timer = setTimeout(() => setSettled({ value, key }), after);
    return () => clearTimeout(timer);
  }, [key]);
  return settled.key === key ? value : settled.value;
}

/** Whether something has been so for so many milliseconds. */
export function useLasting(is: boolean, key: string, after: number): boolean {
  const [since, setSince] = useState<string | null>(null);
  useEffect(() => {
    setSince(null);
    if (!is) return;
    const timer = setTimeout(() => setSince(key), after);
    return () => clearTimeout(timer);
  }, [is, key]);
  return is && since === key;
}
