// A user's program, which tsc checks with `strict` and Node runs, as a module and as CommonJS.
import { compare, isValid, normalize, parse, parseReference, resolve, tryResolve, Uri, UriError, type Components, type Rung } from "urispec";
import { auditRegex } from "urispec/audit";
import { lint as lintPattern } from "urispec/engine";
import { lint, parse as parseBy, type Parsed } from "urispec/editions";
import fastUri, { parse as parts, type URIComponent } from "urispec/fast-uri";
import { isUri, uri as pattern } from "urispec/regex";

const uri: Uri = parse("http://user@[2001:db8::7]:8042/over/there?name=ferret#nose");
const scheme: string = uri.scheme;
const host: string | undefined = uri.host;
const rung: Rung | undefined = compare("http://h", new URL("http://h/"));
const changes: Components = { port: 80, query: undefined };
const other: Uri = uri.with(changes);
const normal: Uri = uri.normalize();
const reference = parseReference("../a");
const maybe: string | undefined = reference instanceof Uri ? reference.scheme : reference.scheme;
let id = "";
try {
  new Uri("http://h:x/");
} catch (error) {
  if (error instanceof UriError) id = `${error.cause.id} ${error.cause.section} ${error.offset ?? "nowhere"}`;
}
const parsed: Parsed = parseBy("a:b", { edition: "rfc2396" });
const component: URIComponent = parts("http://h:80/");
const verdict: string = auditRegex(pattern, { printed: "x = \"x\"\n" }).verdict;

/** Code that tsc rejects; never called. */
export function refused(): void {
  // @ts-expect-error A scheme is a string.
  uri.with({ scheme: 1 });
  // @ts-expect-error Unknown rung.
  normalize("a:b", "none");
  // @ts-expect-error Unknown edition.
  parseBy("a:b", { edition: "rfc3968" });
  // @ts-expect-error Unknown dialect.
  auditRegex("a", { printed: "x = 1", dialect: "perl" });
  // @ts-expect-error Unknown severity.
  lint("a:b").findings.filter(({ severity }) => severity === "error");
  // @ts-expect-error Unknown lint.
  lint("a:b").findings.filter(({ id }) => id === "rare-ipv5");
  // @ts-expect-error Unknown lint of patterns.
  lintPattern(/a/).findings.filter(({ id }) => id === "odd-ranges");
  // @ts-expect-error Unknown verdict.
  if (auditRegex("a", { printed: "x = 1" }).verdict === "same") throw new Error();
  // @ts-expect-error It may be an error.
  tryResolve("a:b", "c").length;
  // @ts-expect-error A string is expected.
  parse(1 as number | undefined);
  // @ts-expect-error The constructor is private.
  new UriError("x");
  // @ts-expect-error Properties are read-only.
  uri.host = "h";
}

console.log(JSON.stringify([scheme, host, rung ?? null, other.port ?? null, other.query ?? null, maybe ?? null, id,
  parsed.valid, component.port, verdict, isValid("a:b"), isUri("a b"), resolve(normal, reference), fastUri.equal("http://h", "http://h:80/"),
  lint("http://0x7f.1/").findings.length > 0, uri]));
