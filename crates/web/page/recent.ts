// The recent strings of this tab, the last first. They live as long as the tab, and nothing else reads them, since
// a string may be a secret.
const KEY = "urispec-recent";
const MOST = 20;
/** The time before a string counts as recent, in milliseconds, and its maximum length. */
const SETTLED = 1500;
const LONGEST = 2000;

let timer: number | undefined;

export function recent(): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

/** Stores a string, unless another follows soon. */
export function look(text: string): void {
  clearTimeout(timer);
  if (text === "" || text.length > LONGEST) return;
  timer = window.setTimeout(() => {
    try {
      sessionStorage.setItem(KEY, JSON.stringify([text, ...recent().filter((one) => one !== text)].slice(0, MOST)));
    } catch {
      // The storage is missing or full.
    }
  }, SETTLED);
}
