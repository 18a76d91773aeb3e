// The strings that were looked at in this tab, the last first. They live as long as the tab, and nothing else reads
// them: a string may be a secret.
const KEY = "urispec-recent";
const MOST = 20;
/** How long a string stands before it counts as looked at, in milliseconds, and how long it may be. */
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

/** Keeps a string, unless another follows soon. */
export function look(text: string): void {
  clearTimeout(timer);
  if (text === "" || text.length > LONGEST) return;
  timer = window.setTimeout(() => {
    try {
      sessionStorage.setItem(KEY, JSON.stringify([text, ...recent().filter((one) => one !== text)].slice(0, MOST)));
    } catch {
      // There is no storage, or no room in it.
    }
  }, SETTLED);
}
