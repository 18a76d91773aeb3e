// Where the rest is: what stands beside the page where it is published, the source; and, where the
// page is within another, the page itself.
import { EMBEDDED } from "../embed";
import { addressOf, type State } from "../state";

declare const PUBLISHED: boolean;
declare const SOURCE: string;

export function Footer({ state }: { state: State }) {
  if (EMBEDDED) {
    // Another window, and so no link of this page alone.
    const whole = location.href.replace(/[?#].*/s, "") + addressOf(state);
    return <footer><p><a href={whole} target="_blank" rel="noopener">Open in urispec</a></p></footer>;
  }
  return (
    <footer>
      <p>
        Each answer is that of the program <code>urispec</code>, with the same words and numbers. A link to this page has the string in
        its fragment, which a browser does not send to a server.
      </p>
      <p class="links">
        {PUBLISHED && <a href="doc/urispec/index.html">The library</a>}
        {SOURCE !== "" && <a href={SOURCE} rel="noopener">Source</a>}
      </p>
    </footer>
  );
}
