//! `urispec testgen`: generates test suites of a production, of an edition's resolution or
//! normalization, or of [matching] URI templates, as JSON; and strings that [confuse] two readers.

mod confuse;
mod matching;
mod mutants;

use std::io;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{ValueEnum, ValueHint};
use urispec_compare::suite;
use urispec_compare::suite::{ByteCase, ByteSuite, Permitted, Suite};
use urispec_views::record::Record;

use crate::grammar;
use crate::grammar::{Decided, ProductionArgs};
use crate::output::columns::record;
use crate::output::{Name, Outcome, Output, Stop, Usage, WholeFile, counted, grouped, is_stdin};
use crate::peer::{PeerArgs, list, subjects};

/// Generate test strings that detect faulty parsers of a production
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    subject: ProductionArgs,
    /// How many more states than the minimal automaton the parser may have
    #[arg(long, value_name = "K", default_value_t = 0, long_help = EXTRA)]
    #[arg(value_parser = clap::value_parser!(u8).range(0..=9))]
    extra: u8,
    /// Treat each ASCII character as a separate letter of the alphabet
    #[arg(long)]
    every_ascii: bool,
    /// Generate the suite of the edition's resolution
    #[arg(long = "resolution", alias = "resolve", long_help = RESOLVE)]
    #[arg(conflicts_with_all = ["rule", "bnf", "extra", "every_ascii", "normalize"])]
    resolve: bool,
    /// Generate the suite of the edition's normalization
    #[arg(long = "normalization", alias = "normalize", long_help = NORMALIZE)]
    #[arg(conflicts_with_all = ["rule", "bnf", "extra", "every_ascii"])]
    normalize: bool,
    /// Generate a suite of matching: URIs with the values of the variables of URI templates
    #[arg(long, long_help = MATCHING)]
    #[arg(conflicts_with_all = ["rule", "bnf", "extra", "every_ascii", "resolve", "normalize", "mutants"])]
    matching: bool,
    /// With --matching: the URI template; may be repeated
    #[arg(long = "template", value_name = "TEMPLATE", requires = "matching")]
    templates: Vec<String>,
    /// Generate a small suite that detects every single mistake in a grammar or algorithm
    #[arg(long, conflicts_with_all = ["extra", "every_ascii"])]
    mutants: bool,
    /// With --mutants: also change each use of a production by itself
    #[arg(long, requires = "mutants", long_help = EACH_USE)]
    #[arg(conflicts_with_all = ["resolve", "normalize", "compare", "split"])]
    each_use: bool,
    /// With --mutants: generate rows that detect mistakes in comparison
    #[arg(long = "comparison", requires = "mutants")]
    #[arg(conflicts_with_all = ["rule", "bnf", "resolve", "normalize", "split"])]
    compare: bool,
    /// With --mutants: generate rows that detect mistakes in splitting references into components
    #[arg(long = "splitting", requires = "mutants")]
    #[arg(conflicts_with_all = ["rule", "bnf", "resolve", "normalize"])]
    split: bool,
    /// With --mutants: prefer strings that look like this one
    #[arg(long, value_name = "STR", requires = "mutants")]
    like: Vec<String>,
    /// With --mutants or --matching: the output format
    #[arg(long = "as", value_enum, value_name = "FORMAT", ignore_case = true)]
    #[arg(default_value = "jsonl")]
    format: SuiteFormat,
    /// With --mutants: list the mutants, and what detects each of them
    #[arg(long, requires = "mutants", conflicts_with_all = ["format", "score"])]
    list: bool,
    /// With --mutants: measure an existing suite, and write the strings that it lacks
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "mutants")]
    #[arg(conflicts_with = "output")]
    score: Option<PathBuf>,
    /// Generate strings in which one reader may find the host GOOD, and another the host EVIL
    #[arg(long, value_names = ["GOOD", "EVIL"], num_args = 2, long_help = CONFUSE)]
    #[arg(conflicts_with_all = [
        "rule", "bnf", "extra", "every_ascii", "resolve", "normalize", "mutants", "each_use", "compare", "split", "like",
        "format", "list", "score", "matching",
    ])]
    confuse: Vec<String>,
    /// With --confuse: print only strings that lead these readers to different hosts; may be repeated
    #[arg(long, value_name = "NAME", value_delimiter = ',', requires = "confuse")]
    between: Vec<String>,
    /// Include this program among the readers; may be repeated
    #[arg(long = "peer", value_name = "COMMAND", value_hint = ValueHint::CommandString)]
    #[arg(requires = "confuse")]
    commands: Vec<String>,
    #[command(flatten)]
    asking: PeerArgs,
    /// With --confuse: explain below each string which reader goes where, and why
    #[arg(long, requires = "confuse", conflicts_with = "json")]
    why: bool,
    /// Print one JSON object per string, one per line
    #[arg(short, long, long_help = JSON, conflicts_with = "format")]
    json: bool,
    /// Write to FILE instead of standard output, completely or not at all
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, long_help = OUTPUT)]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    if args.asking.list_peers {
        let outcome = list::show(&args.asking, args.json, out)?;
        out.note(format_args!("{}\n", subjects::built_in_readers()))?;
        return Ok(outcome);
    }
    if let [good, evil] = &args.confuse[..] {
        return confuse::run((good, evil), args, out);
    }
    if args.asking.peers.is_some() {
        return Err(Usage::new("--peers needs --confuse").into());
    }
    if args.matching {
        return matching::run(args, out);
    }
    if args.format != SuiteFormat::Jsonl && !args.mutants {
        return Err(Usage::new("--as needs --mutants or --matching").into());
    }
    if args.mutants {
        return match mutants::operation(args) {
            Some(operation) => mutants::run_operation(operation, args, out),
            None => mutants::run(args, out),
        };
    }
    let extra = usize::from(args.extra);
    let edition = args.subject.edition();
    if args.resolve {
        let cases = match suite::resolution(edition) {
            Ok(cases) => cases,
            Err(error) => return Ok(out.refuse(&format!("--resolution: {error}"))?),
        };
        let cases = cases.map(|case| {
            let record = Record::of(edition)
                .with("base", &case.base)
                .with("input", &case.reference)
                .with_null("target", case.target.as_ref());
            Ok((!case.either.is_empty(), ended(record, "target", &case.either, case.section)))
        });
        return write(args, cases, out, |all, either| {
            let [all, either] = [all, either].map(grouped);
            format!("{all} references, of which {either} may also have another target")
        });
    }
    if args.normalize {
        let cases = suite::normalization(edition).map(|case| {
            let record =
                Record::of(edition).with("input", &case.input).with("normalized", &case.normalized);
            let is_other = case.input != case.normalized;
            Ok((is_other, ended(record, "normalized", &case.either, case.section)))
        });
        return write(args, cases, out, |all, others| {
            let are = if others == 1 { "is" } else { "are" };
            let [all, others] = [all, others].map(grouped);
            format!("{all} URIs, of which {others} {are} not in normal form")
        });
    }
    let summary = |all, valid, states: usize| {
        let are = if valid == 1 { "is" } else { "are" };
        let states = counted((states + extra) as u64, "state");
        let (all, valid) = (counted(all, "string"), grouped(valid));
        format!("{all}, of which {valid} {are} valid, for parsers with up to {states}")
    };
    match args.subject.decided(out)? {
        Decided::Edition(production) => {
            let suite = Suite::new(production).extra(extra);
            let suite = if args.every_ascii { suite.every_ascii() } else { suite };
            let cases = suite.cases();
            let cases = cases.map(|case| Ok((case.is_valid(), record(production, &case)?)));
            write(args, cases, out, |all, valid| summary(all, valid, suite.states()))
        }
        Decided::Grammar(language) => {
            let suite = ByteSuite::new(language.acceptor.clone()).map(|suite| suite.extra(extra));
            let suite =
                if args.every_ascii { suite.and_then(ByteSuite::every_ascii) } else { suite };
            let suite = match suite {
                Ok(suite) => suite,
                Err(error) => {
                    return Ok(out.refuse(&format!("--rule {}: {error}", language.rule))?);
                }
            };
            let deadline = args.subject.deadline();
            let in_time = suite.cases().take_while(|_| !deadline.has_passed());
            let cases = in_time.filter_map(|ByteCase { input, .. }| {
                let found = language.membership(&input)?;
                let record = grammar::record(&language.file, &language.rule)
                    .witness("input", Some(&input))
                    .with("valid", found.valid)
                    .with("offset", found.offset);
                Some(Ok((found.valid, record)))
            });
            let written =
                write(args, cases, out, |all, valid| summary(all, valid, suite.states()))?;
            match deadline.has_passed() {
                true => Ok(out.refuse(&format!("the suite is not complete: {deadline}"))?),
                false => Ok(written),
            }
        }
    }
}

/// Adds to a record the other permitted answers, if there are any, and the section.
fn ended(record: Record, key: &str, either: &[Permitted], section: &str) -> Record {
    let one = |permitted: &Permitted| {
        Record::new().with_null(key, permitted.answer.as_ref()).with("section", permitted.section)
    };
    let record =
        if either.is_empty() { record } else { record.with_all("either", either.iter().map(one)) };
    record.with("section", section)
}

impl Args {
    /// Returns the output file, or `None` for standard output.
    fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| !is_stdin(path))
    }
}

/// Writes a suite, in which each string has a flag, to the output that the arguments name. If the output is a file,
/// reports a summary. `summary` receives the number of strings, and the number of set flags.
fn write(
    args: &Args,
    strings: impl Iterator<Item = io::Result<(bool, Record)>>,
    out: &mut Output,
    summary: impl Fn(u64, u64) -> String,
) -> Result<Outcome, Stop> {
    let Some(path) = args.file() else {
        for string in strings {
            out.line(string?.1)?;
        }
        return Ok(Outcome::Yes);
    };
    let written = to_file(path, out, |file| {
        let (mut all, mut counting) = (0, 0);
        for string in strings {
            let (counts, record) = string?;
            record.print(file)?;
            all += 1;
            counting += u64::from(counts);
        }
        Ok((all, counting))
    })?;
    let Some((all, counting)) = written else { return Ok(Outcome::Trouble) };
    out.note(format_args!("{}: {}\n", Name(path, out.passwords), summary(all, counting)))?;
    Ok(Outcome::Yes)
}

/// Writes a whole file. If that fails, reports the error on stderr and returns `None`.
fn to_file<T>(
    path: &Path,
    out: &mut Output,
    write: impl FnOnce(&mut WholeFile) -> io::Result<T>,
) -> io::Result<Option<T>> {
    let name = Name(path, out.passwords);
    let written = WholeFile::written(path, write);
    out.or_refuse(written.map_err(|error| format!("cannot write {name}: {error}")))
}

const HELP: &str = "\
Generate the conformance suite of a production: strings that distinguish correct parsers from faulty ones. The suite \
is generated by Chow's W-method, with harmonized state identifiers (HSI).

--mutants generates a smaller suite for people to read; --resolution, --normalization and --matching generate suites of \
algorithms; --confuse generates payloads for a security review.

The conformance suite has two kinds of strings. Those of the first kind consist of letters: one character for each class \
of bytes, where two bytes are in the same class if the grammar never distinguishes them; the bytes above 127 are one more \
class, represented by é. Correct verdicts on these strings prove that a parser which behaves like an automaton of at \
most n+K states accepts exactly the language, as far as letters are concerned. Here n is the number of states of the \
production's minimal automaton, and --extra gives K.

Each string of the second kind has one other character, in each state: every ASCII character, one for each first byte \
of two-byte UTF-8 (C2 to DF), eight of three bytes and four of four. In some state, a parser may confuse such a \
character with any of the letters, or skip it, or stop reading there. Correct verdicts on all strings prove that this \
parser, if it has at most n states, makes no such mistake, and so accepts exactly the language, for these characters \
too. With --extra, this is proven only for one state of the parser for each state of the minimal automaton: the state that the first string of the suite leads to.

With --every-ascii, each ASCII character is a letter, so that a parser may treat it in any way that an automaton can; the \
suite is about twice as large.

Correct verdicts do not mean that the parser finds the right components, but the suite has the components of each valid \
string for comparison. The suite proves nothing about a parser with more states, such as one that limits a length.

The output is one JSON object per line: `schema`, `edition`, `rule`, `input`, `valid`. If the production describes whole \
references, a valid string has `components`, as in `urispec parse --json`. An invalid string has `offset`: that of the \
first byte after which no string of the language continues, or the length of the string if it is only incomplete. \
The order is always the same.

With --grammar, the production is one of your own grammar, and `grammar` replaces `edition`. Letters \
are characters if all members are UTF-8: one for each class of characters that the language does not distinguish, and \
never one for characters both in ASCII and above. If a member is not UTF-8, the letters are bytes, and the other \
characters are all other bytes. A string that is not UTF-8 is in `input_hex`, in hexadecimal, instead of \
`input`. `offset` is then that of the first letter after which no string of the language continues. A production that \
nests in itself is unrolled (--depth), but each verdict is that of the production itself.

With --resolution, the suite has bases and references, and the target of each, by the letter of the edition. First come \
the tables of examples in the document, then products that cover every branch of the algorithm. The keys are `schema`, \
`edition`, `base`, `input`, `target` and `section`, which is that of the deciding step. `target` is null if the \
reference means the current document, as in the editions before RFC 3986. With --normalization, the suite has URIs and \
their syntax-based normal forms (RFC 3986, 6.2.2), with `schema`, `edition`, `input`, `normalized` and `section`. Where the document permits other answers, a row of either suite has `either`, a list of these answers, each with the section that permits it; in this list, `target` is null if the reference may be rejected.

With --mutants, the suite is small enough to read: it has a few strings that distinguish the production from each \
grammar with a single mistake. Such a mutant lacks an alternative, has a class with one character more or less or an \
off-by-one bound, requires an optional part, and so on; for RFC 3986, common mistakes are included. Each \
string has its `reason`, `production`, `section`, and in `kills` the mutants that it detects. A mutant that no string \
detects is proven equal or undecided, as --list shows. Strings resemble the examples of --like, or else those of the \
document, or short strings of the production. --each-use also changes each use of a production by itself, so that the \
suite detects a parser that is wrong in one place only. --score FILE measures an existing suite: which mutants its strings \
detect, and which strings would detect the others. FILE is JSON with `data` or `input`, as in JSON-Schema-Test-Suite and \
the Web Platform Tests, or has one string per line.

With --mutants and one of --resolution, --normalization, --comparison and --splitting, the rows are those of an \
algorithm of RFC 3986: a few that detect every resolver, normalizer, comparison or parser with a single mistake, such as \
merging an empty path. Each row has its `reason`, and in `kills` the mistakes that it detects.

With --confuse, the strings are payloads for a review: each may lead one reader to the host GOOD, which is trusted, \
and another to the host EVIL. With --between, readers are queried, and only the strings that lead them to different \
hosts are printed, the most dangerous first. A reader is one of `differ`: urispec, appendix-b, whatwg, an \
edition, or a peer, which --list-peers shows; --peer gives the command of another program.

Exit codes: 0, the suite is written; 2, wrong usage, or the suite cannot be written, or the production of --grammar \
cannot be decided or has too large an automaton, or --budget or --memory leaves a mutant undecided, or the edition resolves \
nothing (rfc1738), or a program cannot be queried.";

const EXAMPLES: &str = "\
Examples:
  $ urispec testgen --rule dec-octet | grep -m 2 25
  {\"schema\":1,\"edition\":\"rfc3986\",\"rule\":\"dec-octet\",\"input\":\"25\",\"valid\":true}
  {\"schema\":1,\"edition\":\"rfc3986\",\"rule\":\"dec-octet\",\"input\":\"250\",\"valid\":true}
  $ urispec testgen -o /dev/null 2>&1
  /dev/null: 116,280 strings, of which 8,657 are valid, for parsers with up to 183 states
  $ urispec testgen --rule path-empty --extra 1 | grep -c '\"valid\":false'
  1468
  $ echo 'port = *DIGIT' | urispec testgen --grammar - --notation abnf | grep -c '\"valid\":true'
  11
  $ urispec testgen --mutants --rule port --as markdown | tail -n 4
  | ``  `` | yes | `port` may be empty (RFC 3986, 3.2.3) |
  | `` / `` | no | `DIGIT` cannot have `/` |
  | `` : `` | no | `DIGIT` cannot have `:` |
  | `` 809 `` | yes | `DIGIT` may have `0` |
  $ urispec testgen --mutants --each-use --rule scheme --as markdown | grep -i '` z ``'
  | `` Z `` | yes | the 1st `ALPHA` within `scheme` may have `Z` |
  | `` z `` | yes | the 1st `ALPHA` within `scheme` may have `z` |
  $ urispec testgen --mutants --splitting --as markdown | grep -F '`` ?a:b ``'
  | `` ?a:b `` | - - - - ``  `` `` a:b `` - | a colon behind `?` ends no scheme (RFC 3986, 3.1) |
  $ urispec testgen --resolution | grep -m 1 http:g | grep -o '\"target\".*'
  \"target\":\"http:g\",\"either\":[{\"target\":\"http://a/b/c/g\",\"section\":\"5.2.2\"}],\"section\":\"5.4.2\"}
  $ urispec testgen --resolution -o /dev/null 2>&1
  /dev/null: 23,883 references, 6,312 may also have another target
  $ urispec testgen --normalization | grep -m 1 /%63/ | grep -o '\"normalized\".*'
  \"normalized\":\"example://a/b/c/%7Bfoo%7D\",\"section\":\"6.2.2\"}
  $ urispec testgen --normalization -o /dev/null 2>&1
  /dev/null: 11,359 URIs, of which 8,922 are not in normal form
  $ urispec testgen --matching --template '/users/{id}' | grep -m 1 %2F | grep -o '\"input\".*'
  \"input\":\"/users/a%2Fb\",\"values\":{\"id\":\"a/b\"},\"section\":\"3.2.1\",\"reason\":\"a slash in a value\"}
  $ urispec testgen --confuse a.com b.com 2>/dev/null | head -2
  http://a.com@b.com/
  http://b.com@a.com/
  $ urispec testgen --confuse a.com b.com --between appendix-b,whatwg --why 2>/dev/null | head -2
  http://b.com\\@a.com/
    a.com (appendix-b) · b.com (whatwg)";

const CONFUSE: &str = "\
Generate strings in which one reader may find the host GOOD, and another the host EVIL, one per line, or as JSON with \
--json.

The families are: users before `@`, backslashes, too many or too few slashes, tabs and line breaks, escaped \
delimiters, ports, brackets and IPv6, forms of an address, full-width characters, dots, and references against the base \
http://GOOD/. --why names the family of each string, the point on which readers disagree, and the document. \
Each string also occurs with the hosts exchanged, since it is unknown which of two readers checks the host. Nothing is looked up or \
fetched.

With --between, the most dangerous strings come first: one reader goes to GOOD and another to EVIL; one goes to EVIL \
and another to a third host; one goes to GOOD and another to a third host; two other hosts; two spellings of one host; \
a host for one, and none for another. A reader that rejects a string goes nowhere.";

const JSON: &str = "\
Print one JSON object per line for each string. Suites are always JSON, unless --as selects another format; this option \
is for --confuse.

With --confuse, the keys are `schema`, `family`, `input`, `base` (of a reference), `why`, `citations` [{`document`, \
`section`}]; with \
--between `danger` (good-and-evil, evil-and-other, good-and-other, others, alike, host-and-none; in this order) and \
`hosts` [{`host` (null is none), `readers` [..]}].";

const EXTRA: &str = "\
How many more states than the minimal automaton the parser may have. Each extra state multiplies \
the strings of letters by the number of classes of bytes, about twenty.";

const EACH_USE: &str = "\
Also change each use of a production by itself, so that the suite detects a parser that is wrong in one place only, \
such as one that rejects `*` in a query but not in a path. A use has a `place`, which is a chain of calls, such as \
`pchar within segment within path-abempty`. A class of text is also widened by each punctuation mark that the grammar \
does not use, and a class by one character of each other class of its production. Mutants with the same language count \
once. The suite is about three times as large. The grammar must be in ABNF, BNF or EBNF.";

const OUTPUT: &str = "\
Write to FILE (`-` is standard output), and report the number of strings on stderr. FILE is replaced when all \
strings are written, and keeps its permissions. If anything fails, or the run is killed before, FILE is unchanged, and no \
other file is left behind. If FILE is a symbolic link, its target is written.";

const RESOLVE: &str = "\
Generate the suite of the edition's resolution: bases and references with their targets.";
const MATCHING: &str = "\
Generate a suite of matching: URIs with the values of the variables of URI templates (RFC 6570), for programs that \
match URIs by hand, such as servers and SDKs of the Model Context Protocol.

The right answers follow from expansion: a URI matches with the values for which the template expands to it. The keys are \
`schema`, `template`, `input`, `values` (null: it does not match), `section` and `reason`; `either`, a list of other \
values that are also right; and `ambiguous` (true: different values expand to the URI, and any of them is right). If \
`values` is null, `either` has the values of the normal form (RFC 3986, 6.2.2), for programs that normalize. \
Without --template, the templates use each operator.";
const NORMALIZE: &str = "\
Generate the suite of the edition's normalization: URIs with their syntax-based normal forms.";

// The formats of test suites that projects keep in their repositories.

/// A format of a suite.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum SuiteFormat {
    /// One JSON object per line
    #[default]
    Jsonl,
    /// The form of JSON-Schema-Test-Suite: strings and verdicts
    JsonSchema,
    /// The form of the Web Platform Tests: strings and hrefs, each with a comment
    Wpt,
    /// A table in Markdown
    Markdown,
    /// A test in Rust
    Rust,
    /// A test in Python, for pytest
    Pytest,
    /// A test in JavaScript, for Jest
    Jest,
    /// Parameters of a test in Java, for JUnit
    Junit,
}

#[derive(Clone, Copy)]
struct Function<'r> {
    /// The name of the production or of the operation.
    of: &'r str,
    name: &'r str,
    arguments: &'r [&'r str],
    answer: &'r str,
}

struct SuiteRow {
    arguments: Vec<Vec<u8>>,
    expected: Expected,
    reason: String,
    record: Record,
}

enum Expected {
    Verdict(bool),
    Text(String),
    Parts(Vec<Option<String>>),
}

struct TextRow<'r> {
    arguments: Vec<&'r str>,
    expected: &'r Expected,
    reason: &'r str,
}

impl SuiteFormat {
    /// Writes a suite, and returns how many strings were omitted because they are not UTF-8.
    fn write(
        self,
        function: Function<'_>,
        rows: &[SuiteRow],
        out: &mut impl Write,
    ) -> io::Result<usize> {
        if let Self::Jsonl = self {
            rows.iter().try_for_each(|row| row.record.clone().print(out))?;
            return Ok(0);
        }
        let texts = rows.iter().filter_map(|row| {
            let arguments = row.arguments.iter().map(|one| std::str::from_utf8(one).ok());
            let arguments = arguments.collect::<Option<Vec<_>>>()?;
            Some(TextRow { arguments, expected: &row.expected, reason: &row.reason })
        });
        let texts: Vec<TextRow<'_>> = texts.collect();
        match self {
            Self::Jsonl => {}
            Self::JsonSchema => json_schema(function.of, &texts, out)?,
            Self::Wpt => wpt(&texts, out)?,
            Self::Markdown => markdown(function, &texts, out)?,
            Self::Rust => rust(function, &texts, out)?,
            Self::Pytest => pytest(function, &texts, out)?,
            Self::Jest => jest(function, &texts, out)?,
            Self::Junit => junit(function, &texts, out)?,
        }
        Ok(rows.len() - texts.len())
    }

    const fn has(self, expected: &Expected) -> bool {
        match self {
            Self::JsonSchema => matches!(expected, Expected::Verdict(_)),
            Self::Wpt => matches!(expected, Expected::Text(_) | Expected::Verdict(_)),
            _ => true,
        }
    }
}

/// Writes a table. Each string is enclosed in double backticks and spaces, which keep it literal.
fn markdown(function: Function<'_>, texts: &[TextRow<'_>], out: &mut impl Write) -> io::Result<()> {
    let heads = [function.arguments, &[function.answer, "why"]].concat();
    let names = heads.join(" | ").replace("input", "string");
    writeln!(out, "| {names} |\n|{}", "---|".repeat(heads.len()))?;
    let code = |text: &str| format!("`` {text} ``");
    for TextRow { arguments, expected, reason } in texts {
        let expected = match expected {
            Expected::Verdict(true) => "yes".to_owned(),
            Expected::Verdict(false) => "no".to_owned(),
            Expected::Text(text) => code(text),
            Expected::Parts(parts) => {
                let part = |part: &Option<String>| part.as_deref().map_or("-".to_owned(), code);
                parts.iter().map(part).collect::<Vec<_>>().join(" ")
            }
        };
        let mut cells: Vec<String> = arguments.iter().map(|text| code(text)).collect();
        cells.extend([expected, (*reason).to_owned()]);
        let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        writeln!(out, "| {} |", cells.join(" | "))?;
    }
    Ok(())
}

fn json_schema(rule: &str, texts: &[TextRow<'_>], out: &mut impl Write) -> io::Result<()> {
    let format = match rule {
        "IPv4address" => "ipv4".to_owned(),
        "IPv6address" => "ipv6".to_owned(),
        rule => rule.to_ascii_lowercase(),
    };
    let format = quoted(&format);
    writeln!(out, "[\n    {{\n        \"description\": \"validation of {rule}\",")?;
    writeln!(out, "        \"schema\": {{ \"format\": {format} }},\n        \"tests\": [")?;
    for (at, TextRow { arguments, expected, reason }) in texts.iter().enumerate() {
        let (Some(input), Expected::Verdict(is_valid)) = (arguments.last(), expected) else {
            continue;
        };
        let comma = if at + 1 < texts.len() { "," } else { "" };
        let [input, reason] = [input, reason].map(|text| quoted(text));
        writeln!(out, "            {{\n                \"description\": {reason},")?;
        writeln!(out, "                \"data\": {input},\n                \"valid\": {is_valid}")?;
        writeln!(out, "            }}{comma}")?;
    }
    writeln!(out, "        ]\n    }}\n]")
}

/// Writes a JSON array of comments and tests. If only the verdict is known, the href of a valid string is the string.
fn wpt(texts: &[TextRow<'_>], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "[")?;
    for (at, TextRow { arguments, expected, reason }) in texts.iter().enumerate() {
        let comma = if at + 1 < texts.len() { "," } else { "" };
        let input = arguments.last().copied().unwrap_or_default();
        let base = arguments.first().filter(|_| arguments.len() > 1);
        let base = base.map_or("null".to_owned(), |base| quoted(base));
        let answer = match expected {
            Expected::Verdict(false) => "\"failure\": true".to_owned(),
            Expected::Text(href) => format!("\"href\": {}", quoted(href)),
            _ => format!("\"href\": {}", quoted(input)),
        };
        let [input, reason] = [input, reason].map(quoted);
        writeln!(out, "    {reason},\n    {{")?;
        writeln!(out, "        \"input\": {input},\n        \"base\": {base},")?;
        writeln!(out, "        {answer}\n    }}{comma}")?;
    }
    writeln!(out, "]")
}

/// Formats a text as a JSON string, which is also a literal of Python, JavaScript and Java.
fn quoted(text: &str) -> String {
    let mut quoted = Vec::new();
    urispec_views::record::string(text, &mut quoted);
    String::from_utf8_lossy(&quoted).into_owned()
}

struct Literals {
    verdicts: [&'static str; 2],
    none: &'static str,
    some: [&'static str; 2],
    list: [&'static str; 2],
}

const RUST: Literals =
    Literals { verdicts: ["false", "true"], none: "None", some: ["Some(", ")"], list: ["[", "]"] };
const PYTHON: Literals =
    Literals { verdicts: ["False", "True"], none: "None", some: ["", ""], list: ["[", "]"] };
const JAVASCRIPT: Literals =
    Literals { verdicts: ["false", "true"], none: "null", some: ["", ""], list: ["[", "]"] };
const JAVA: Literals = Literals {
    verdicts: ["false", "true"],
    none: "null",
    some: ["", ""],
    list: ["Arrays.asList(", ")"],
};

impl Literals {
    fn answer(&self, expected: &Expected, quoted: impl Fn(&str) -> String) -> String {
        match expected {
            Expected::Verdict(is_valid) => self.verdicts[usize::from(*is_valid)].to_owned(),
            Expected::Text(text) => quoted(text),
            Expected::Parts(parts) => {
                let [before, after] = self.some;
                let part = |part: &Option<String>| match part {
                    Some(text) => format!("{before}{}{after}", quoted(text)),
                    None => self.none.to_owned(),
                };
                let parts: Vec<String> = parts.iter().map(part).collect();
                format!("{}{}{}", self.list[0], parts.join(", "), self.list[1])
            }
        }
    }

    /// Returns a row of a test: its arguments, its answer and its reason, separated by commas.
    fn row(&self, text: &TextRow<'_>, quoted: impl Fn(&str) -> String) -> String {
        let mut all: Vec<String> = text.arguments.iter().map(|text| quoted(text)).collect();
        all.extend([self.answer(text.expected, &quoted), quoted(text.reason)]);
        all.join(", ")
    }
}

fn rust(function: Function<'_>, texts: &[TextRow<'_>], out: &mut impl Write) -> io::Result<()> {
    let Function { name, answer, .. } = function;
    let (arguments, test) = (function.arguments.join(", "), identifier(function.of));
    writeln!(
        out,
        "// The function under test: `{name}({arguments})`. Define or import it here.\n"
    )?;
    writeln!(out, "#[test]\nfn {test}_detects_mistakes() {{\n    let cases = [")?;
    for text in texts {
        writeln!(out, "        ({}),", RUST.row(text, |text| format!("{text:?}")))?;
    }
    let input = function.arguments.last().copied().unwrap_or_default();
    writeln!(
        out,
        "    ];\n    for ({arguments}, {answer}, reason) in cases {{\n        assert_eq!({name}({arguments}), \
         {answer}, \"{{{input}:?}}: {{reason}}\");\n    }}\n}}"
    )
}

fn pytest(function: Function<'_>, texts: &[TextRow<'_>], out: &mut impl Write) -> io::Result<()> {
    let Function { name, answer, .. } = function;
    // `input` is a built-in function of Python.
    let arguments = function.arguments.join(", ").replace("input", "text");
    writeln!(out, "import pytest\n")?;
    writeln!(out, "# The function under test: `{name}({arguments})`. Define or import it here.\n")?;
    writeln!(out, "CASES = [")?;
    for text in texts {
        writeln!(out, "    ({}),", PYTHON.row(text, quoted))?;
    }
    let is_verdict = matches!(texts.first(), Some(TextRow { expected: Expected::Verdict(_), .. }));
    let is = if is_verdict { "is" } else { "==" };
    writeln!(
        out,
        "]\n\n\n@pytest.mark.parametrize(\"{arguments}, {answer}, reason\", CASES)\ndef test_{}({arguments}, \
         {answer}, reason):\n    assert {name}({arguments}) {is} {answer}, reason",
        identifier(function.of),
    )
}

fn jest(function: Function<'_>, texts: &[TextRow<'_>], out: &mut impl Write) -> io::Result<()> {
    let Function { of, name, answer, .. } = function;
    let arguments = function.arguments.join(", ");
    writeln!(
        out,
        "// The function under test: `{name}({arguments})`. Define or import it here.\n"
    )?;
    writeln!(out, "test.each([")?;
    for text in texts {
        writeln!(out, "  [{}],", JAVASCRIPT.row(text, quoted))?;
    }
    let is_list = matches!(texts.first(), Some(TextRow { expected: Expected::Parts(_), .. }));
    let to_be = if is_list { "toEqual" } else { "toBe" };
    let shown = vec!["%j"; function.arguments.len()].join(" ");
    writeln!(
        out,
        "])(\"{of}: {shown} is {answer}: %s (%s)\", ({arguments}, {answer}) => {{\n  \
         expect({name}({arguments})).{to_be}({answer});\n}});"
    )
}

fn junit(function: Function<'_>, texts: &[TextRow<'_>], out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "static Stream<Arguments> {}() {{\n    return Stream.of(",
        identifier(function.of)
    )?;
    for (at, text) in texts.iter().enumerate() {
        let comma = if at + 1 < texts.len() { "," } else { ");" };
        writeln!(out, "        Arguments.of({}){comma}", JAVA.row(text, quoted))?;
    }
    writeln!(out, "}}")
}

fn identifier(text: &str) -> String {
    let of = |one: char| if one.is_ascii_alphanumeric() { one.to_ascii_lowercase() } else { '_' };
    text.chars().map(of).collect()
}
