// A string that is an answer, drawn like the one that is asked about: by Appendix B, which divides any string.
import { useMemo } from "preact/hooks";
import { Bytes } from "../bytes";
import { spansOf } from "../spans";
import { useAnswer } from "../use-answer";
import { Uri } from "./uri";

export function Drawn({ text }: { text: string }) {
  const { answer, request } = useAnswer({ ask: "split" as const, text });
  const bytes = useMemo(() => new Bytes(text), [text]);
  const spans = useMemo(
    () => (answer && request?.text === text ? spansOf(text, answer) : null),
    [answer, request, text],
  );
  return <Uri bytes={bytes} spans={spans?.flat ?? []} />;
}
