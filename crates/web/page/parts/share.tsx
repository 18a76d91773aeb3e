// The copy menu: the link and the code that embeds the view, and for a string a text in Markdown, its components and tree
// as JSON, its picture, and a test.
import { askOnce } from "../client";
import { markdownOf } from "../markdown";
import { linkTo } from "../state";
import { testOf } from "../test-of";
import { useAnswer } from "../use-answer";
import { parseRequest, type ViewEntry, type ViewProps } from "../views/view";
import { Copy } from "./copy";
import { Dropdown } from "./dropdown";

export function Share(props: ViewProps & { view: ViewEntry }) {
  const { state, edition, rule, view } = props;
  // Two strings, lines and the lab have no single answer about a string.
  const isOfString = view.field === undefined && view.record === undefined;
  const record = view.record?.(props) ?? null;
  const { answer } = useAnswer(isOfString ? parseRequest(state, edition, rule) : null);
  const answered = isOfString && answer && answer.input === state.text.toWellFormed();
  return (
    <Dropdown id="share" label="Copy">
      <ul class="copies">
        <li><Copy label="Link" title="A link to exactly this view" text={() => linkTo(state)} /></li>
        <li><Copy label="Embed (HTML)" title="A frame with this view, for a page of yours" text={() => frameOf(linkTo(state))} /></li>
        {record && <li><Copy label="JSON" title="The answer, as the program prints it" text={async () => `${JSON.stringify(await askOnce(record), null, 2)}\n`} /></li>}
        {view.id === "production" && <li><Copy label="Picture (SVG)" title="The railroad diagram, with the path of the string" text={() => diagram(props)} /></li>}
        {answered && (
          <>
            <li><Copy label="Markdown" title="The verdict and the components, with a link" text={() => markdownOf(answer, edition.title, linkTo(state))} /></li>
            <li><Copy label="JSON" title="The components and the tree, as the program prints them" text={() => `${JSON.stringify(answer, null, 2)}\n`} /></li>
            <li><Copy label="Picture (SVG)" title="The components, or the byte of the error, as a picture" text={() => picture(props)} /></li>
            <li><Copy label="Test (Rust)" title="A test for these results" text={() => testOf(answer)} /></li>
          </>
        )}
      </ul>
    </Dropdown>
  );
}

/** Returns the frame that shows a view without the rest of the page. */
function frameOf(link: string): string {
  const address = link.replace(/(#|$)/, "?embed$1").replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<iframe src="${address}" width="100%" height="420" sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox" title="urispec"></iframe>\n`;
}

/** Requests the picture when it is needed. */
async function picture({ state, edition, rule }: ViewProps): Promise<string> {
  return (await askOnce({ ask: "picture" as const, edition: edition.id, rule, text: state.text })).svg;
}

async function diagram({ state, edition, production }: ViewProps): Promise<string> {
  const expand = /^[0-4]$/.test(state.expand) ? Number(state.expand) : 0;
  return (await askOnce({ ask: "diagram" as const, edition: edition.id, rule: production, expand, text: state.text })).svg;
}
