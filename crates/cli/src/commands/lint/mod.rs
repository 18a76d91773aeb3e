//! `urispec lint`: warns about valid but unwise strings, and about likely mistakes in grammars.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use allowed::AllowArgs;
use clap::builder::TypedValueParser;
use clap::{ArgGroup, ValueHint};
use levels::Levels;
use urispec_audit::GrammarKind;
use urispec_audit::sources::SourceLanguage;
use urispec_lint::Pack;

use crate::findings::{BaselineArgs, Reporting};
use crate::grammar::file;
use crate::grammar::user_grammar::ImportArgs;
use crate::options::{Budget, Common, names};
use crate::output::{Outcome, Output, Stop, Usage};

mod allowed;
mod explain;
mod levels;
mod grammar;
mod strings;
mod targets;
mod within;

const COMMAND: &str = "urispec lint";

const HELP: &str = "\
Warn about strings that are valid but unwise, with citations of the document. A note is about a spelling that has an \
equivalent. A warning is about a string that another reader interprets differently, or that does harm.

Each finding has its place, reason and section; if the string can be fixed, the finding has \
`mended`, the whole string with every place of that finding fixed. There is also a finding if the \
preceding or following edition does not accept the string; for rfc3987, these are rfc3986 and whatwg; rfc3987 itself precedes and follows no edition. --explain ID describes a lint; --list shows every lint of the pack, \
for the pack `letter` with the section of the edition.

--in lints the URIs in files and folders. --fix fixes files in place.

--pack security finds patterns of attacks in any string, valid or not: addresses and names that are not public, in every \
spelling, and strings that two readers interpret differently. Each finding names the readers and what each of them \
reads, and cites documents if there are any. The pack is the same for all editions. An invalid string has its error next \
to the findings.

--pack registry finds schemes, URN namespaces and well-known URIs that are not in IANA's registries, in any \
string; `urispec explain scheme NAME` shows the registration of a name, and the date of the registry.

With --edition whatwg the findings include the validation errors of the URL Standard, by their names, in any \
string, valid or not; for a relative string, those that occur with every base.

A FILE that ends in .pest, .abnf, .bnf or .ebnf is linted as a grammar, and so is the grammar that a document \
prints, such as rfc5870.txt or draft.md. With --notation, every argument is a grammar: a document that prints one, or a file of regular expressions, one per line. In a grammar for pest, lint finds \
alternatives that are unreachable or lose strings, repetitions that consume what must follow, lookaheads without effect, \
and blanks allowed inside a token; in a printed grammar, everything that cannot be read or is not defined, and what a \
parser that takes the first matching alternative would lose; in a regular expression, anchors and classes that \
differ in meaning from their appearance, and strings on which a backtracking engine takes polynomial or exponential time \
(ReDoS). Each finding has a shortest string that shows it, or says that there is none; \
both are decided, not guessed. `mended` is shown only if no string is lost by it. --list --pack grammar shows the \
lints. With --patterns the files are programs, and the regular expressions in them are linted; for a folder, those of \
all its programs. With --examples, the example strings of a document are checked against its grammar.

In JSON each input has `findings`, a list of {`id`, `severity`, `denied`, `edition`, `section`, \
`spans` [{`start`, `end`}], `message`, `mended`}, and in a file `file` and `line`; a finding then has `column`, counted in \
characters from 1. With --edition whatwg, or another --pack than `letter`, an invalid input has `findings` in addition to \
its `error`. A finding of another pack has `pack` and `citations` [{`document`, `section`}] instead of `edition` and \
`section`.

In JSON a grammar has `file`, `findings` [{`id`, `severity`, `denied`, `rule`, `line`, `column`, `start` and `end` in \
bytes, `message`, `witness`, `mend` {`start`, `end`, `text`}}], and `undecided` [{`rule`, `question`}].

Exit codes: 0, there is no warning or error, and nothing denied; 1, there is one, or some input is \
invalid; 2, wrong usage, or a file cannot be read, or there is no such finding but something is undecided: the time of \
--budget or the memory of --memory ran out, or whether a pattern accepts hosts other than those of --host-allow is \
undecided. Each file has its own time and memory.";
const PATTERNS: &str = "\
The files are programs: lint the regular expressions in them, in the dialect of the language, and \
matched as the call matches. Without a LANGUAGE, the name of each file determines it.

Patterns are literal arguments of `re.compile`, `re.match` and similar functions in Python; `/…/` and `RegExp` in \
JavaScript and TypeScript; `Regex::new`, `RegexBuilder` and `regex!` in Rust; the package `regexp` in Go; `Pattern` in \
Java; `Regex` in Kotlin and C#; `pattern` and `patternProperties` of JSON Schema and OpenAPI in JSON, and `pattern:` in \
YAML.

In settings, which are JSON, YAML or `NAME=value` lines in `.env` files, a key that ends in `regex` or `regexp`, or that has \
both `allow` and `origin`, has a pattern or a list of patterns; --pattern-key names other keys. Whether a program reads the \
value as a pattern is not known: many read allowed origins as plain text. The dialect is RE2, as in Go, unless --notation \
names another; that of `pattern` is ECMAScript. In YAML, keys and lists between `{` and `}`, and lists between brackets on \
several lines, are not read.

Computed patterns are only counted; a pattern with unknown flags or syntax is a note, \
`unread-pattern`. How a compiled pattern is used later is unknown, so it is assumed to be searched for.";
const OF_EXAMPLES: &str = "\
Check the examples in a document against a production of the grammar that it prints. An example is a \
line of one word, in a paragraph of such lines, in a section whose title has the word `example` or `examples`, or below \
a paragraph whose last sentence has such a word and ends in a colon, or below a line such as `Example 4: a method`.

A block whose type is `example NAME`, such as a fence of Markdown or a `sourcecode` of XML, has examples of the \
production NAME, one per line, and needs no option. An example that does not match its production is \
`example-not-member`.";
const IN: &str = "\
Lint the URIs in these files, and in all files of these folders, each at its line and column. In a folder, files that \
version control ignores (`.gitignore`), hidden files and binary files are skipped. `-` is standard input.

In Markdown and HTML, the targets of links are URIs, and with --relative also relative references. In other text, URIs \
are found as by `urispec extract`: between `<` and `>`, between two `\"`, or as a bare word with a scheme; after a `'`, \
also up to the next `'`. Escapes of HTML, Markdown and JSON are decoded first. A string that begins as a URI and is none, \
such as `http://h:port/`, is `invalid`. Templates such as `http://{host}/` are skipped, and so are, in programs, \
`\"http://h\" + path` and invalid strings that are not in quotes; in Markdown, invalid strings in code; and words of more \
than 64 KiB.

A line that contains `urispec: ignore` has no findings; with `urispec: ignore[ID, ID]`, none of these ids; with \
`urispec: ignore-next-line`, the line below has none. The same works in grammars and programs.";
const FIX: &str = "\
Apply fixes to the files repeatedly until nothing is left to fix, and show the remaining findings. Notes are fixed, \
since the fixed string is equivalent; a warning only if --select names its id, as in `--fix --select password`: the \
finding says what is lost. A grammar is fixed only where it then still accepts every string that it accepts now. \
Files are replaced as a whole. A URI with escaped characters in its file, as in HTML, is left unchanged.";
const EXAMPLES: &str = "\
Examples:
  $ urispec lint ws://h:80/%7Ea
  note: ws://h:80/%7Ea: the character needs no escape (2.3) [needless-escape]
    ws://h:80/%7Ea
              ^^^
    mended: ws://h:80/~a
  note: ws://h:80/%7Ea: the port is the scheme's default by RFC 6455, 3 (3.2.3) [default-port]
    ws://h:80/%7Ea
          ^^^
    mended: ws://h/%7Ea
  $ urispec lint --short --ignore note FTP://u:p@127.1/; echo $?
  warning: FTP://u:<hidden>@127.1/: inet_aton() reads the name as 127.0.0.1 (7.4) [rare-ipv4]
  warning: FTP://u:<hidden>@127.1/: anyone who sees the URI can read the password (3.2.1) [password]
  1
  $ urispec lint --list | grep ipv4
  rare-ipv4               warning  7.4              a name that systems read as an IPv4 address
  $ urispec lint --short --pack security http://10.0.0.1/; echo $?
  warning: http://10.0.0.1/: the host is 10.0.0.1: a private address (RFC 1918, 3) [private-address]
  1
  $ echo '(ftp://u:p@h/)' | urispec lint -s --in - 2> /dev/null | grep -o '<.*h/'
  <stdin>:1:2: ftp://u:<hidden>@h/
  $ urispec lint --explain empty-port | head -n 2
  empty-port: a `:` with no port after it
  severity note, pack letter
  $ echo 'way = { \"n\" | \"ne\" }' | urispec lint --notation pest - 2> /dev/null | grep -o 'only.*'
  only a part of \"ne\" [prefix-shadowed]
  $ echo 'way = { \"n\" | \"ne\" }' | urispec lint --notation pest - 2> /dev/null | tail -n 3
    way = { \"n\" | \"ne\" }
                  ^^^^
    mended: \"ne\" | \"n\"
  $ echo '^[a-z]+$' | urispec lint --short --notation python - 2> /dev/null | grep -o '\"a.n\"'
  \"a\\n\"
  $ urispec lint --notation re2 --regex 'e\\.org$' --host-allow https://e.org 2>&1 | grep -o '\"h.*g\"'
  \"https://0e.org\"
  $ echo 're.match(\"[A-z]+\", word)' | urispec lint --patterns=python - 2> /dev/null | tail -n 2
    re.match(\"[A-z]+\", word)
               ^^^";

/// Warn about valid but unwise strings, and about likely mistakes in grammars
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
#[command(group(ArgGroup::new("of_patterns").args(["kind", "patterns"]).multiple(true)))]
pub(crate) struct Args {
    // The id `bnf` is shared with `audit`; the options on imports require it.
    /// References to lint, grammar files (`.pest`, `.abnf`, `.bnf`, `.ebnf`), or documents that print a grammar
    #[arg(id = "bnf", value_name = "STR|FILE", value_hint = ValueHint::AnyPath)]
    strings: Vec<OsString>,
    #[command(flatten)]
    common: Common,
    /// Lint the URIs in these files, and in all files of these folders
    #[arg(long = "in", value_name = "PATH", value_hint = ValueHint::AnyPath, num_args = 1.., long_help = IN)]
    #[arg(conflicts_with_all = ["bnf", "files", "kind", "patterns", "regex", "examples"])]
    within: Vec<PathBuf>,
    /// With --in, also lint relative targets of links in Markdown and HTML
    #[arg(long, requires = "within")]
    relative: bool,
    /// Apply fixes to the files, and show the remaining findings
    #[arg(long, long_help = FIX)]
    fix: bool,
    /// The lints: `letter`, based on the documents; `security`, patterns of attacks; `registry`,
    /// names unknown to IANA; `all` of these; `grammar`, for grammars
    #[arg(long, value_name = "PACK", value_parser = packs(), hide_possible_values = true)]
    #[arg(default_value = "letter", hide_default_value = true)]
    pack: &'static [Pack],
    #[command(flatten)]
    levels: Levels,
    /// Print each finding on one line
    #[arg(short, long, conflicts_with_all = ["json", "count"])]
    short: bool,
    /// List the lints: id, severity, section of the edition's document (`-` if there is none), summary
    #[arg(long, conflicts_with_all = ["bnf", "files", "deny", "ignore", "short", "count", "quiet"])]
    list: bool,
    /// Describe a lint: an example, how readers disagree, and the fix
    #[arg(long, value_name = "ID", value_parser = levels::id(), hide_possible_values = true)]
    #[arg(conflicts_with_all = ["bnf", "files", "within", "fix", "list", "count", "quiet"])]
    explain: Option<&'static str>,
    #[command(flatten)]
    reporting: Reporting,
    #[command(flatten)]
    kept: BaselineArgs,
    /// Lint all arguments as grammars in this notation [default: by the file name]
    #[arg(long = "notation", value_name = "NAME", value_parser = file::any())]
    kind: Option<GrammarKind>,
    /// Lint a regular expression in the dialect of --notation; may be repeated
    #[arg(long, value_name = "PATTERN", requires = "kind", allow_hyphen_values = true)]
    regex: Vec<String>,
    #[command(flatten)]
    allow: AllowArgs,
    /// Lint the regular expressions in programs [default: the language that each file name implies]
    #[arg(long, value_name = "LANGUAGE", value_parser = grammar::languages(), num_args = 0..=1)]
    #[arg(require_equals = true, conflicts_with = "regex", long_help = PATTERNS)]
    patterns: Option<Option<SourceLanguage>>,
    /// With --patterns, also lint the values of this key in JSON, YAML and environment files; may be repeated
    #[arg(long, value_name = "KEY", requires = "patterns")]
    pattern_key: Vec<String>,
    /// Check the examples of the document against this production, unless an example names another production
    #[arg(long, value_name = "PRODUCTION", long_help = OF_EXAMPLES)]
    #[arg(conflicts_with_all = ["patterns", "regex"])]
    examples: Option<String>,
    #[command(flatten)]
    imports: ImportArgs,
    #[command(flatten)]
    budget: Budget,
}

fn packs() -> impl TypedValueParser<Value = &'static [Pack]> {
    let all = [("all", Pack::ALL)];
    let each = Pack::ALL.iter().map(|pack| (pack.name(), std::slice::from_ref(pack)));
    // Grammars are linted without a pack of lints for strings.
    let grammar: (&str, &'static [Pack]) = ("grammar", &[]);
    names::listed(each.chain(all).chain([grammar]))
}

pub(crate) fn run(args: &'static Args, out: &mut Output) -> Result<Outcome, Stop> {
    let outcome = answer(args, out)?;
    Ok(args.reporting.outcome(outcome))
}

fn answer(args: &'static Args, out: &mut Output) -> Result<Outcome, Stop> {
    if let Some(id) = args.explain {
        return Ok(explain::explain(id, args.common.json, out)?);
    }
    if !args.within.is_empty() {
        return within::run(args, out);
    }
    if args.list && args.pack.is_empty() {
        return Ok(grammar::list(args.common.json, out)?);
    }
    if args.list {
        return Ok(strings::list(args, out)?);
    }
    let is_grammar = |one: &&OsString| {
        let (name, path) = (one.to_string_lossy(), Path::new(one));
        !args.common.files.are_strings
            && (grammar::is_grammar(&name) || grammar::prints_productions(path))
    };
    let grammars = args.strings.iter().filter(is_grammar).count();
    let is_asked = args.kind.is_some()
        || args.patterns.is_some()
        || args.examples.is_some()
        || args.pack.is_empty();
    if is_asked || grammars > 0 {
        if !is_asked && grammars < args.strings.len() {
            let message = "some arguments are grammar files and some are strings; lint them separately, or specify \
                           --notation";
            return Err(Usage::new(message).into());
        }
        return grammar::run(args, out);
    }
    strings::run(args, out)
}
