// A string in an answer, drawn like the main one, with components by Appendix B, which splits any string.
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
