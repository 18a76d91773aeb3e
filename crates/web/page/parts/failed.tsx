// What is said where there is no answer.

export function Failed({ what }: { what: string }) {
  return <p class="failed" role="alert">No answer: {what}</p>;
}

export function Waiting() {
  return <p class="waiting">…</p>;
}
