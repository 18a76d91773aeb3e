// A production as a regular expression, computed and decided equal only on request.
import { useState } from "preact/hooks";
import { useAnswer } from "../use-answer";
import { Copy } from "./copy";
import { Failed, Waiting } from "./failed";
import { counted, Shown } from "./shown";

const DIALECTS = ["ecmascript", "python", "pcre", "rust", "re2", "posix-ere", "xsd", "java", "dotnet"];
/** The number of dialects shown first. */
const FIRST = 4;
const LONGEST = 4000;

export function RegexDetails({ edition, rule }: { edition: string; rule: string }) {
  const [open, setOpen] = useState(false);
  const [all, setAll] = useState(false);
  return (
    <details class="more" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>As a regular expression</summary>
      {open && (
        <dl class="facts">
          {DIALECTS.slice(0, all ? undefined : FIRST).map((dialect) => <One key={dialect} edition={edition} rule={rule} dialect={dialect} />)}
        </dl>
      )}
      {open && !all && <p><button type="button" onClick={() => setAll(true)}>Show the other dialects</button></p>}
    </details>
  );
}

function One({ edition, rule, dialect }: { edition: string; rule: string; dialect: string }) {
  const { answer, failed } = useAnswer({ ask: "regex" as const, edition, rule, dialect });
  const regex = answer?.regex;
  return (
    <>
      <dt>{dialect}</dt>
      <dd data-dialect={dialect}>
        {failed !== undefined ? <Failed what={failed} /> : !answer ? <Waiting /> : regex === undefined ? <Shown text={answer.why ?? ""} /> : (
          <>
            <div class="regex" tabIndex={0} role="group" aria-label={`The pattern of ${dialect}`}>
              <code>
                <Shown text={regex.slice(0, LONGEST)} />
                {regex.length > LONGEST && <span class="gap"> … {counted(regex.length - LONGEST, "more character")}</span>}
              </code>
            </div>{" "}
            <Copy text={() => regex} label="Copy" title={`Copy the pattern of ${dialect}`} />
          </>
        )}
      </dd>
    </>
  );
}
