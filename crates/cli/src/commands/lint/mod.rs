//! `urispec lint`: what is valid and yet unwise, in a string or in a grammar.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::TypedValueParser;
use clap::{ArgGroup, ValueHint};
use levels::Levels;
use urispec_audit::{GrammarKind, SourceLanguage};
use urispec_lint::Pack;

use crate::findings::Reporting;
use crate::findings::baseline::Kept;
use crate::grammar::file;
use crate::grammar::own::Beside;
use crate::options::{Budget, Common, names};
use crate::output::{Outcome, Output, Stop, Usage};

mod explain;
mod fix;
mod grammar;
mod levels;
mod strings;
mod within;

const COMMAND: &str = "urispec lint";

const HELP: &str = "\
Say what is valid and yet unwise, by the document's own words. A note is about a spelling for \
which there is another that means the same. A warning is about a string that another reader takes \
for something else, or that does harm.

--pack security finds what attacks look like, in any string, valid or not: addresses and names that are not for strangers, in every spelling, and what two readers take for different things. A finding tells which readers take the string for what, and cites the documents that speak of it, if any do. The pack is the same for all editions. A string that is not valid gets its error beside the findings.

--pack registry names the schemes, the namespaces of URNs and the well-known URIs that IANA's registries lack, in any \
string; `urispec explain scheme NAME` shows what they have of a name, and of which day they are.

With --edition whatwg the findings are also the validation errors of the URL Standard, by their names, in any \
string, valid or not; of a relative string, those that it has with every base.

A finding says where, why and in which section; if the string can be mended, the finding has \
`mended`, the whole string with every place of that finding mended. There is also a finding if the \
document before or after the edition's does not accept the string; of rfc3987 these are rfc3986 and \
whatwg, and it is beside no other. --list shows every lint of the pack; of the \
pack `letter`, with the section of the edition that --edition names.

In JSON each input has `findings`, a list of {`id`, `severity`, `denied`, `edition`, `section`, \
`spans` [{`start`, `end`}], `message`, `mended`}, and of a file `file` and `line`; a finding then has `column`, counted in \
characters from 1. With --edition whatwg, or another --pack than `letter`, an input that is not \
valid has `findings` beside its `error`. A finding of another pack has, in place of `edition` and \
`section`, `pack` and `citations` [{`document`, `section`}].

A FILE that ends in .pest, .abnf, .bnf or .ebnf is a grammar, and is linted as one; with --notation, every argument is: a \
document that prints a grammar, or a file of regular expressions, one a line. Of a grammar for pest it is said which \
alternative is never taken or loses strings, which repetition takes what must follow, which lookahead decides nothing, \
where blanks may stand in a token; of a printed grammar, all that cannot be read or is not defined, and what a parser \
would lose that takes the first alternative that matches; of a regular expression, where an anchor or a class says \
something else than it looks. Each finding has a shortest string that shows it, or says that there is none: both are \
decided, and not guessed. `mended` is shown only where no string is lost by it. --list --pack grammar shows the \
lints. With --patterns the files are programs, and the regular expressions in them are linted; of a folder, those of all its programs. With --examples, the strings that a document gives as examples are held against its grammar.

With --in, the arguments behind it are files and folders, and the URIs that stand in them are linted. --fix mends files in place. \
--explain ID says what a lint is about.

In JSON a grammar has `file`, `findings` [{`id`, `severity`, `denied`, `rule`, `line`, `column`, `start` and `end` in \
bytes, `message`, `witness`, `mend` {`start`, `end`, `text`}}], and `undecided`, the rules of which not all was decided.

Exit codes: 0, there is no warning or error, and nothing denied; 1, there is one, or some input is \
invalid; 2, wrong usage, or a file cannot be read, or there is no such finding and not all was decided: the time of \
--budget or the memory of --memory was spent, or whether a pattern passes another host than those of --host-allow is \
undecided. Each file has its own time and memory.";
const PATTERNS: &str = "\
The files are programs: lint the regular expressions in them, each at its place, in the dialect of the language, and \
matched as the call matches it. Without a LANGUAGE, the name of each file says it.

Read are literals that are arguments of `re.compile`, `re.match` and their like in Python; `/…/` and `RegExp` in \
JavaScript and TypeScript; `Regex::new`, `RegexBuilder` and `regex!` in Rust; the package `regexp` in Go; `Pattern` in \
Java; `Regex` in Kotlin and C#; `pattern` and `patternProperties` of JSON Schema and OpenAPI in JSON, and `pattern:` in \
YAML. A pattern that is computed is counted and not read; one whose flags or syntax are not known is a note, \
`unread-pattern`. What a compiled pattern is asked later is not known: it is searched for.";
const OF_EXAMPLES: &str = "\
Check the strings that a document gives as examples against a production of the grammar that it prints. An example is a \
line of one word, in a paragraph of such lines, in a section whose title has the word `example` or `examples`, or below \
a paragraph whose last sentence has such a word and ends in a colon, or below a line such as `Example 4: a method`.

A block whose type is `example NAME`, as a fence of Markdown or a `sourcecode` of XML, has examples of the production NAME, \
one a line, and needs no option. An example that is no string of its production is `example-not-member`.";
const IN: &str = "\
Look in these files, and in all files of these folders, and lint the URIs that stand in them, each at its line and column. \
Of a folder, what version control ignores is left out (`.gitignore`), and what is hidden; so is every file that is no \
text. `-` is standard input.

URIs are found as `urispec extract` finds them: between `<` and `>`, between two `\"`, or as a bare word with a scheme; \
behind a `'` also up to the next. The escapes of HTML, Markdown and JSON are undone first. What a program puts together, as \
`http://{host}/` or `\"http://h\" + path`, is left out; so is the beginning of a word that is no URI as a whole, a word of more than 64 KiB, and a relative reference.

A line with `urispec: ignore` in it has no finding; with `urispec: ignore[ID, ID]`, none of these ids; with `urispec: \
ignore-next-line`, the line below has none. So it is in grammars and in programs.";
const FIX: &str = "\
Replace in the files what has a mended string, over and over until nothing is left to be mended, and show the findings \
that are left. A note is mended, since the mended string means the same; a warning only where --select names its id, as \
`--fix --select password`: what mending gives up, the finding says. A grammar is mended where it then reads every string that \
it reads now. A file is replaced as a whole. A URI whose characters are escaped in its file, as in HTML, stays as it is.";
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
  $ urispec lint --short --ignore note FTP://u:p@0x7f.1/; echo $?
  warning: FTP://u:<hidden>@0x7f.1/: inet_aton() reads the name as 127.0.0.1 (7.4) [rare-ipv4]
  warning: FTP://u:<hidden>@0x7f.1/: anyone who sees the URI can read the password (3.2.1) [password]
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
  $ echo 'way = { \"n\" | \"ne\" }' | urispec lint --notation pest - 2> /dev/null | grep -o 'leaves.*'
  leaves a rest of \"ne\" [prefix-shadowed]
  $ echo 'way = { \"n\" | \"ne\" }' | urispec lint --notation pest - 2> /dev/null | tail -n 3
    way = { \"n\" | \"ne\" }
                  ^^^^
    mended: \"ne\" | \"n\"
  $ echo '^[a-z]+$' | urispec lint --short --notation python - 2> /dev/null | grep -o '\"a.*match'
  \"a\\n\" has a match
  $ echo 're.match(\"[A-z]+\", word)' | urispec lint --patterns=python - 2> /dev/null | tail -n 2
    re.match(\"[A-z]+\", word)
               ^^^";

/// Say what is valid and yet unwise, in strings and in grammars
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
#[command(group(ArgGroup::new("of_patterns").args(["kind", "patterns"])))]
pub(crate) struct Args {
    // The id is that of the printed grammar of an audit, which what stands beside a grammar asks for.
    /// References to lint, or files of grammars: `.pest`, `.abnf`, `.bnf`, `.ebnf`
    #[arg(id = "bnf", value_name = "STR|FILE", value_hint = ValueHint::AnyPath)]
    strings: Vec<OsString>,
    /// What the files hold: all arguments are grammars then [default: what their names say]
    #[arg(long = "notation", value_name = "NAME", value_parser = file::any())]
    kind: Option<GrammarKind>,
    /// A regular expression of the dialect that --notation names; may be repeated
    #[arg(long, value_name = "PATTERN", requires = "kind", allow_hyphen_values = true)]
    regex: Vec<String>,
    /// Look in these files, and in all files of these folders, and lint the URIs that stand in them
    #[arg(long = "in", value_name = "PATH", value_hint = ValueHint::AnyPath, num_args = 1.., long_help = IN)]
    #[arg(conflicts_with_all = ["bnf", "files", "kind", "patterns", "regex", "examples"])]
    within: Vec<PathBuf>,
    /// Replace in the files what has a mended string, and show what is left
    #[arg(long, long_help = FIX)]
    fix: bool,
    #[command(flatten)]
    reporting: Reporting,
    #[command(flatten)]
    kept: Kept,
    /// A host that the patterns are for, `example.com` or `*.example.com`: a URI that they pass with another host is a
    /// finding; may be repeated
    #[arg(long, value_name = "HOST", requires = "of_patterns")]
    host_allow: Vec<String>,
    /// The files are programs: lint the regular expressions in them [default: in the language that the name of each says]
    #[arg(long, value_name = "LANGUAGE", value_parser = grammar::languages(), num_args = 0..=1)]
    #[arg(require_equals = true, conflicts_with_all = ["kind", "regex"], long_help = PATTERNS)]
    patterns: Option<Option<SourceLanguage>>,
    /// The production that the examples of a document are of, where the document does not say it
    #[arg(long, value_name = "PRODUCTION", long_help = OF_EXAMPLES)]
    #[arg(conflicts_with_all = ["patterns", "regex"])]
    examples: Option<String>,
    #[command(flatten)]
    beside: Beside,
    #[command(flatten)]
    budget: Budget,
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    levels: Levels,
    /// Which lints: `letter`, what the documents say; `security`, what attacks look like; `registry`, what IANA
    /// lacks; `all` of these; `grammar`, those of grammars
    #[arg(long, value_name = "PACK", value_parser = packs(), hide_possible_values = true)]
    #[arg(default_value = "letter", hide_default_value = true)]
    pack: &'static [Pack],
    /// Print each finding on one line
    #[arg(short, long, conflicts_with_all = ["json", "count"])]
    short: bool,
    /// List the lints: id, severity, section of the edition's document (`-` if no section says so),
    /// summary
    #[arg(long, conflicts_with_all = ["bnf", "files", "deny", "ignore", "short", "count", "quiet"])]
    list: bool,
    /// Say what a lint is about: with an example, who reads it how, and how it is mended
    #[arg(long, value_name = "ID", value_parser = levels::id(), hide_possible_values = true)]
    #[arg(conflicts_with_all = ["bnf", "files", "within", "fix", "list", "count", "quiet"])]
    explain: Option<&'static str>,
}

fn packs() -> impl TypedValueParser<Value = &'static [Pack]> {
    let all = [("all", Pack::ALL)];
    let each = Pack::ALL.iter().map(|pack| (pack.name(), std::slice::from_ref(pack)));
    // What grammars are linted for is no pack of lints of strings.
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
    let is_grammar = |one: &&OsString| grammar::is_grammar(&one.to_string_lossy());
    let grammars = args.strings.iter().filter(is_grammar).count();
    let is_asked = args.kind.is_some()
        || args.patterns.is_some()
        || args.examples.is_some()
        || args.pack.is_empty();
    if is_asked || grammars > 0 {
        if !is_asked && grammars < args.strings.len() {
            let message = "some arguments are files of grammars and some are strings; lint them apart, or say what the \
                           files are by --notation";
            return Err(Usage::new(message).into());
        }
        return grammar::run(args, out);
    }
    strings::run(args, out)
}
