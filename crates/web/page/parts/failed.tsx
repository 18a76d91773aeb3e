// What is said where there is no answer.

export function Failed({ what }: { what: string }) {
  return <p class="failed" role="alert">No answer: {what}</p>;
}

/** Of two long texts each document would give a target as long. */
export function NotAsked() {
  return <p class="note">The two are too long for this page to ask every document for a target; the program asks them all.</p>;
}

export function Waiting() {
  return <p class="waiting">…</p>;
}
