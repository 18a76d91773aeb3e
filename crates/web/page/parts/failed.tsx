// Messages in place of an answer.
import { useProgress } from "../progress";

export function Failed({ what }: { what: string }) {
  return <p class="failed" role="alert">No answer: {what}</p>;
}

/** Shown for two long texts, since the target of each document would be as long. */
export function NotAsked() {
  return <p class="note">The two texts are too long for this page to resolve them by every document; the program does so.</p>;
}

/** Shown until the first answer, with the progress of the library if that is still being loaded. */
export function Waiting() {
  const progress = useProgress();
  if (!progress) return <p class="waiting">…</p>;
  const { received, total } = progress;
  return (
    <p class="waiting">
      Loading the library for this: {received !== undefined && `${megabytes(received)} of `}{megabytes(total)} MB{" "}
      <progress aria-label="The library" max={total} value={received} />
    </p>
  );
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
