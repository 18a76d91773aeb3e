// The page of parsers: what each does with strings about which parsers differ.
//
// It reads `parsers.json` and needs no library.
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Shown } from "../parts/shown";
import { ThemeSwitch } from "../parts/theme";
import { escaped } from "../visible";
import { type Address, type Go, linkTo, useAddress } from "./address";
import { type Data, load } from "./data";
import { OneParser, OneReason, TwoParsers } from "./lists";
import { Matrix } from "./matrix";

type View = "matrix" | "parser" | "two" | "reason";

function Page() {
  const [address, go] = useAddress();
  const [data, setData] = useState<Data | null>(null);
  const [failed, fail] = useState("");
  useEffect(() => { load().then(setData, (error) => fail(error instanceof Error ? error.message : String(error))); }, []);
  const view = viewOf(address);
  useEffect(() => {
    const subject = { matrix: "", parser: address.parser, two: `${address.parser} and ${address.with}`, reason: "A reason" }[view];
    window.document.title = `${subject === "" ? "" : `${escaped(subject)} · `}Parsers by reason · urispec`;
  }, [view, address]);
  return (
    <>
      <a class="skip" href="#view" onClick={(event) => { event.preventDefault(); focusView(); }}>Skip to the answer</a>
      <header>
        <h1>Parsers</h1>
        <p>Which parser takes what RFC 3986 does not allow, and where do two of them find different hosts?</p>
        <div class="switches"><a href="index.html">urispec</a><ThemeSwitch /></div>
      </header>
      <main>
        {failed !== "" && <p class="failed" role="alert">{failed}</p>}
        {!data && failed === "" && <p class="waiting">…</p>}
        {data && <Content data={data} address={address} go={go} view={view} />}
      </main>
      <footer>
        <p>
          The answers are those of <code>urispec differ</code>, which asks the same parsers in a terminal. The data
          are <a href="parsers.json">parsers.json</a>.
        </p>
        <p class="links"><a href="index.html">A URI as each specification reads it</a></p>
      </footer>
    </>
  );
}

function Content({ data, address, go, view }: { data: Data; address: Address; go: Go; view: View }) {
  const [shown, setShown] = useState(view);
  // A reader that followed a link to another part begins at the top of it.
  useEffect(() => {
    if (shown === view) return;
    setShown(view);
    window.scrollTo(0, 0);
    focusView();
  }, [view]);
  const [first, second] = data.parsers;
  const parser = data.parsers.find(({ name }) => name === address.parser);
  const other = data.parsers.find(({ name }) => name === address.with);
  const reason = data.reasons.find(({ id }) => id === address.reason);
  const missing = ([["parser", address.parser, parser], ["parser", address.with, other], ["reason", address.reason, reason]] as const)
    .filter(([, name, found]) => name !== "" && !found);
  const parts: [View, string, string][] = [["matrix", "All parsers", linkTo(address, {})]];
  if (first) parts.push(["parser", "One parser", linkTo(address, { parser: (parser ?? first).name })]);
  if (first && second) parts.push(["two", "Two parsers", linkTo(address, { parser: (parser ?? first).name, with: (other ?? (parser === second ? first : second)).name })]);
  if (data.reasons[0]) parts.push(["reason", "One reason", linkTo(address, { reason: (reason ?? data.reasons[0]).id })]);
  const props = { data, address, go };
  return (
    <>
      <nav class="parts" aria-label="Parts">
        {parts.map(([id, title, href]) => <a key={id} href={href} aria-current={id === view ? "page" : undefined}>{title}</a>)}
      </nav>
      <div id="view" tabIndex={-1}>
        {missing.map(([kind, name]) => <p key={name} class="failed" role="alert">The data have no {kind} <code><Shown text={name} /></code>.</p>)}
        {view === "parser" && parser ? <OneParser parser={parser} {...props} />
          : view === "two" && parser && other ? <TwoParsers one={parser} other={other} {...props} />
          : view === "reason" && reason ? <OneReason reason={reason} {...props} />
          : <Matrix {...props} />}
      </div>
    </>
  );
}

function viewOf({ parser, with: other, reason }: Address): View {
  if (parser !== "" && other !== "") return "two";
  if (parser !== "" && reason !== "") return "matrix";
  return parser !== "" ? "parser" : reason !== "" ? "reason" : "matrix";
}

function focusView(): void {
  document.getElementById("view")?.focus({ preventScroll: true });
}

const place = document.getElementById("page");
if (place) {
  place.replaceChildren();
  render(<Page />, place);
}
