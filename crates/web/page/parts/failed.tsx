// Messages in place of an answer.

export function Failed({ what }: { what: string }) {
  return <p class="failed" role="alert">No answer: {what}</p>;
}

/** Shown for two long texts, since the target of each document would be as long. */
export function NotAsked() {
  return <p class="note">The two texts are too long for this page to resolve them by every document; the program does so.</p>;
}

export function Waiting() {
  return <p class="waiting">…</p>;
}
