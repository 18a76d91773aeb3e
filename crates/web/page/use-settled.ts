// Hooks for debouncing.
import { useEffect, useState } from "preact/hooks";

/** Returns the value after it is unchanged for `after` milliseconds. The first value is not delayed. */
export function useSettled<T>(value: T, key: string, after: number): T {
  const [settled, setSettled] = useState({ value, key });
  useEffect(() => {
    if (settled.key === key) return;
    const timer = setTimeout(() => setSettled({ value, key }), after);
    return () => clearTimeout(timer);
  }, [key]);
  return settled.key === key ? value : settled.value;
}

/** Returns whether a condition has held for `after` milliseconds. */
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
