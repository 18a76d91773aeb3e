// The copy menu: the link and the code that embeds the view, and for a string a text in Markdown, its components and tree
// as JSON, its picture, and a test.
import { client } from "../client";
import { markdownOf } from "../markdown";
import { linkTo } from "../state";
import { testOf } from "../test-of";
import { useAnswer } from "../use-answer";
import { parseRequest, type ViewEntry, type ViewProps } from "../views/view";
import { Copy } from "./copy";
import { Dropdown } from "./dropdown";

export function Share(props: ViewProps & { view: ViewEntry }) {
  const { state, edition, rule, view } = props;
  // Two strings, lines and an audit have no single answer about a string.
  const isOfString = view.field === undefined && !["compare", "resolve", "production", "grammar"].includes(view.id);
  const { answer } = useAnswer(isOfString ? parseRequest(state, edition, rule) : null);
  const answered = isOfString && answer && answer.input === state.text.toWellFormed();
  return (
    <Dropdown id="share" label="Copy">
      <ul class="copies">
        <li><Copy label="Link" title="A link to exactly this view" text={() => linkTo(state)} /></li>
        <li><Copy label="Embed (HTML)" title="A frame with this view, for a page of yours" text={() => frameOf(linkTo(state))} /></li>
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
function picture({ state, edition, rule }: ViewProps): Promise<string> {
  return new Promise((done, failed) => {
    client.ask({ ask: "picture", edition: edition.id, rule, text: state.text }, (outcome) => {
      if ("failed" in outcome) failed(new Error(outcome.failed));
      else done((outcome.answer as { svg: string }).svg);
    });
  });
}
