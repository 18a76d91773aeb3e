// What this browser keeps of the page's own settings, if the browser allows that.

/** The value of a setting; null where none is kept. */
export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a value; null forgets the setting. */
export function keep(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // A browser may refuse to keep anything.
  }
}
