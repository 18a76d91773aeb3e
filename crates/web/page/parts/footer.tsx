// The footer: links to the page of parsers, the published documentation and the source, or, in an embedded page, to the
// full page.
import { EMBEDDED } from "../embed";
import { addressOf, type State } from "../state";

declare const PUBLISHED: boolean;
declare const SOURCE: string;

export function Footer({ state }: { state: State }) {
  if (EMBEDDED) {
    // Opens another window, so this is an absolute link.
    const whole = location.href.replace(/[?#].*/s, "") + addressOf(state);
    return <footer><p><a href={whole} target="_blank" rel="noopener">Open in urispec</a></p></footer>;
  }
  return (
    <footer>
      <p>
        The answers are those of the program <code>urispec</code>, in the same words. A link to this page contains the string in
        its fragment, which browsers do not send to servers.
      </p>
      <p class="links">
        <a href="parsers.html">What parsers do</a>
        {PUBLISHED && <a href="doc/urispec/index.html">The library</a>}
        {SOURCE !== "" && <a href={SOURCE} rel="noopener">Source</a>}
      </p>
    </footer>
  );
}
