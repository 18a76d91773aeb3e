//! `urispec export`: writes a production in another notation.
//!
//! The production belongs to an edition or to a grammar of the user. The result is a text that was read back and proven
//! equal ([`audit::export`](urispec_audit)), or a picture of the production or of its automaton
//! ([`urispec_views::picture`]). A text diagram may show every production of the grammar.

use std::io;

use clap::ValueEnum;
use urispec_audit::export::{ExportError, ExportedGrammar, PatternForm, PortableSyntax, portable};
use urispec_audit::notation::Term;
use urispec_audit::patterns::PatternNames;
use urispec_audit::{AnyGrammar, DerivationTree, Dialect, Matching, Pattern};
use urispec_views::picture::railroad_text::{self, Signs};
use urispec_views::picture::{automaton, railroad};

use crate::grammar::{ProductionArgs, by_cause};
use crate::options::names;
use crate::output::{Outcome, Output, Stop, Usage, counted, working};

const HELP: &str = "\
Write a production in another notation: as a regular expression, as a grammar in ABNF, pest or GBNF, as a minimal \
automaton, or as a railroad diagram. The production is one of an edition or, with --grammar, of your own \
grammar.

Regular expressions, ABNF, pest and GBNF are read back before they are printed, and decided to accept exactly the \
strings of the production. A result that is not equal is not printed. Grammars for productions that nest in \
themselves, such as nested brackets, are compared to a depth of nested calls (--depth), and a note says so. Without --rule, pest and railroad diagrams \
have all productions of the grammar; messages name those that cannot be written. The rules of pest have the \
names under which `urispec audit` finds them.

The regular expression follows the productions of the grammar; with --minimal it is built from the minimal \
automaton, and is often longer. It is anchored, so that a search finds only whole strings; the anchors do not \
match before a line break at the end. A pattern of xsd has no anchors, since it always matches whole strings.

GBNF is the grammar format of llama.cpp, whose rule `root` is the whole answer of a model. With --regex it has the \
strings in which the pattern matches, without look-around. Counters that llama.cpp refuses are split. A production \
that begins with itself has no GBNF.

A railroad diagram is an image (svg) or text (railroad), with names as they are and terminals as in ABNF. A line \
above a part leads past it if it is optional; alternatives are one below the other; a line below a part leads \
back to its beginning if it may be repeated, with the sign `<` and, if the repetitions are bounded, their \
number. A sequence that is too wide continues below. Rules of pest and regular expressions are not drawn.

Exit codes: 0, the production is written; 1, it, or another production of the grammar, cannot be written in this \
notation, and the message says why; 2, wrong usage, or a grammar that cannot be read.";

const EXAMPLES: &str = "\
Examples:
  $ urispec export --rule scheme --as regex --dialect python
  \\A[A-Za-z][+\\-.0-9A-Za-z]*\\Z
  $ urispec export --rule h16 --as abnf | head -n 1
  h16 = 1*4HEXDIG
  $ urispec export --rule h16 --as pest | head -n 1
  h16 = { HEXDIG{1,4} }
  $ echo 'a = \"b\" / %x63' | urispec export --grammar - --notation abnf --as pest
  a = { ^\"b\" | \"c\" }
  $ urispec export --rule host --as svg --text '[::1]' | grep -c '<g class=\"taken\">'
  3
  $ urispec export --rule dec-octet --as railroad
  dec-octet
    ├─┬─ DIGIT ─────────────────┬─┤
      ├─ \"1\"–\"9\" ─ DIGIT ───────┤
      ├─ \"1\" ─┬─ DIGIT ────┬────┤
      │       └─< 2 times ─┘    │
      ├─ \"2\" ─ \"0\"–\"4\" ─ DIGIT ─┤
      └─ \"25\" ─ \"0\"–\"5\" ────────┘
  $ urispec export --rule port --as dot | grep -c '>'
  2
  $ urispec export --as regex --dialect re2 --regex '^(?!-)[a-z-]{1,63}(?<!-)$'
  \\A[a-z](?:[\\-a-z]{0,61}[a-z])?\\z
  $ urispec export --as gbnf --regex '^(?!-)[a-z-]{1,63}(?<!-)$'
  root ::= [a-z] ([\\-a-z]{0,61} [a-z])?";

/// Write a production in another notation
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The notation to write
    #[arg(long = "as", value_enum, value_name = "FORMAT", ignore_case = true)]
    format: ExportFormat,
    #[command(flatten)]
    subject: ProductionArgs,
    /// The dialect of a regular expression
    #[arg(long, value_name = "NAME", value_parser = syntax(), long_help = DIALECT)]
    dialect: Option<PortableSyntax>,
    /// Write a pattern of --grammar without look-around, atomic groups and possessive repetitions
    #[arg(long, requires = "bnf", long_help = PORTABLE)]
    portable: bool,
    /// Write this pattern, in the dialect of --from, as --portable does
    #[arg(long, value_name = "PATTERN", allow_hyphen_values = true)]
    #[arg(conflicts_with_all = ["bnf", "rule", "edition", "minimal", "names"])]
    regex: Option<String>,
    /// The dialect of --regex
    #[arg(long, value_name = "NAME", requires = "regex", default_value = "ecmascript")]
    #[arg(value_parser = dialect())]
    from: Dialect,
    /// Write at most NUM characters for --regex or --portable, or for a pattern as GBNF
    #[arg(long, value_name = "NUM", default_value_t = 10_000)]
    max_length: usize,
    /// Where to put the names of productions in a regular expression
    #[arg(long, value_enum, value_name = "HOW", ignore_case = true)]
    names: Option<RuleNames>,
    /// Build the regular expression from the minimal automaton
    #[arg(long)]
    minimal: bool,
    /// Expand the productions that a diagram uses, N levels deep
    #[arg(long, value_name = "N")]
    expand: Option<u8>,
    /// Mark the path of a string through a diagram
    #[arg(long, value_name = "STR", long_help = TEXT)]
    text: Option<String>,
    /// The width of a text diagram; only a part that cannot be broken is wider [default: 100]
    #[arg(long, value_name = "COLUMNS")]
    width: Option<usize>,
    /// Draw a text diagram in ASCII
    #[arg(long)]
    ascii: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum ExportFormat {
    /// A regular expression, in a dialect
    Regex,
    /// A grammar in ABNF (RFC 5234, RFC 7405)
    Abnf,
    /// A grammar in pest
    Pest,
    /// A grammar in GBNF, for llama.cpp
    Gbnf,
    /// The minimal automaton, for Graphviz
    Dot,
    /// A railroad diagram, as an image
    Svg,
    /// A railroad diagram, as text
    Railroad,
    /// The minimal automaton, as one JSON object
    Json,
}

#[derive(Clone, Copy, ValueEnum)]
enum RuleNames {
    /// Leave the names out
    None,
    /// As the names of capture groups; a name that would occur twice is left out
    Groups,
    /// In comments, on many lines
    Comments,
}

impl Args {
    fn syntax(&self) -> PortableSyntax {
        if matches!(self.format, ExportFormat::Gbnf) {
            return PortableSyntax::Gbnf;
        }
        self.dialect.unwrap_or(PortableSyntax::Dialect(DEFAULT_DIALECT))
    }

    /// Rejects an option that applies only to another format.
    fn check(&self) -> Result<(), Usage> {
        let is_regex = matches!(self.format, ExportFormat::Regex);
        let has_regex = is_regex || matches!(self.format, ExportFormat::Gbnf);
        let is_svg = matches!(self.format, ExportFormat::Svg);
        let is_railroad = matches!(self.format, ExportFormat::Railroad);
        let options = [
            ("--dialect", self.dialect.is_some(), is_regex, "regex"),
            ("--names", self.names.is_some(), is_regex, "regex"),
            ("--minimal", self.minimal, is_regex, "regex"),
            ("--portable", self.portable, is_regex, "regex"),
            ("--regex", self.regex.is_some(), has_regex, "regex` and `--as gbnf"),
            ("--expand", self.expand.is_some(), is_svg, "svg"),
            ("--text", self.text.is_some(), is_svg, "svg"),
            ("--width", self.width.is_some(), is_railroad, "railroad"),
            ("--ascii", self.ascii, is_railroad, "railroad"),
        ];
        match options.into_iter().find(|(_, is_given, is_of, _)| *is_given && !is_of) {
            Some((option, _, _, format)) => {
                Err(Usage::new(format!("{option} is only for `--as {format}`")))
            }
            None => Ok(()),
        }
    }
}

const TEXT: &str = "\
Mark the path of a string through a diagram: the boxes, the branches, the parts that are skipped, and the parts \
that are repeated. If there are several paths, the path of the parse tree is marked or, if there is no tree, the \
path of the first printed alternatives. If the production does not derive the string, or the string has more than \
4096 bytes, the diagram has no \
mark, and the exit code is 1.";

const NO_PATH: &str =
    "the production does not derive the string, or finding its path takes too long";

const DIALECT: &str = "\
The dialect of a regular expression: rust, ecmascript, python, pcre, re2 (or go), posix-ere, xsd, java or dotnet \
[default: ecmascript]; with --portable or --regex also json-schema, the subset that JSON Schema recommends, which \
openai and llama name too.";

const PORTABLE: &str = "\
Write a pattern of --grammar without look-around, atomic groups and possessive repetitions, which RE2, Rust, Go and the \
constrained output of model servers lack.

The groups, counters and alternatives of the pattern stay as far as possible; a look-around is worked into the parts \
beside it. The result is searched for, and is printed only if it is decided to match the same strings. For some \
patterns no such pattern is small, as where a look-ahead counts what several counters count already.";

/// The names of syntaxes that are not dialects.
const SUBSETS: [(&str, PortableSyntax); 4] = [
    ("go", PortableSyntax::Dialect(Dialect::Re2)),
    ("json-schema", PortableSyntax::JsonSchema),
    ("openai", PortableSyntax::JsonSchema),
    ("llama", PortableSyntax::JsonSchema),
];

fn syntax() -> impl clap::builder::TypedValueParser<Value = PortableSyntax> {
    let dialects = Dialect::ALL.iter().copied();
    let dialects = dialects.map(|one| (one.name(), PortableSyntax::Dialect(one)));
    names::listed(dialects.chain(SUBSETS))
}

/// The dialect of a pattern that is written.
pub(crate) const DEFAULT_DIALECT: Dialect = Dialect::EcmaScript;

pub(crate) fn dialect() -> impl clap::builder::TypedValueParser<Value = Dialect> {
    names::listed(Dialect::ALL.iter().copied().map(|dialect| (dialect.name(), dialect)))
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    args.check()?;
    if let Some(text) = &args.regex {
        return of_pattern(args, text, out);
    }
    let (grammar, rule) = args.subject.grammar(out)?;
    if !args.subject.has_rule() {
        match args.format {
            ExportFormat::Pest => return whole(&grammar, out),
            ExportFormat::Railroad => return draw_all(args, &grammar, out),
            _ => {}
        }
    }
    let path = args.text.as_deref().map(|text| path(args, &grammar, &rule, text));
    let why = match text(args, &grammar, &rule, path.as_ref().and_then(Option::as_ref))? {
        Ok((text, depth)) => {
            out.verbatim(&text)?;
            say_depth(depth, out)?;
            let Some((None, text)) = path.zip(args.text.as_ref()) else { return Ok(Outcome::Yes) };
            let is_long = text.len() > DerivationTree::LONGEST;
            let why = if is_long { "the string has more than 4096 bytes" } else { NO_PATH };
            format!("{why}; no path is marked")
        }
        Err(error) => error.to_string(),
    };
    out.complain(format_args!("{rule}: {why}\n"))?;
    Ok(Outcome::No)
}

/// Prints the pattern of `--regex` in a simpler syntax.
fn of_pattern(args: &Args, text: &str, out: &mut Output) -> Result<Outcome, Stop> {
    let pattern = Pattern::read(args.from, text);
    let pattern = pattern.map_err(|why| Usage::new(format!("--regex: {why}")))?;
    let found =
        working(text, || portable(&pattern, Matching::Search, args.syntax(), args.max_length));
    match found {
        Ok(text) => {
            out.verbatim(&line(text))?;
            Ok(Outcome::Yes)
        }
        Err(why) => {
            out.complain(format_args!("{why}\n"))?;
            Ok(Outcome::No)
        }
    }
}

fn line(text: String) -> String {
    if text.ends_with('\n') { text } else { text + "\n" }
}

const NESTED: &str = "nests in itself or uses a production that does, and no rules of pest were found that accept its \
strings: pest takes the first alternative that matches";

/// Prints all productions of a grammar as pest rules.
fn whole(grammar: &AnyGrammar, out: &mut Output) -> Result<Outcome, Stop> {
    let left_out = match working(grammar.file(), || grammar.export_pest_grammar()) {
        Ok(ExportedGrammar { text, left_out, depth, .. }) => {
            out.verbatim(&text)?;
            say_depth(depth, out)?;
            left_out
        }
        Err(error) => {
            out.complain(format_args!("{}: {error}\n", grammar.file()))?;
            return Ok(Outcome::No);
        }
    };
    let causes = left_out.iter().map(|(name, why)| match why {
        ExportError::Undecided(why) => (&**name, why.reason.clone()),
        ExportError::Nested(_) => (&**name, NESTED.to_owned()),
        why => (&**name, why.to_string()),
    });
    for line in by_cause(causes) {
        out.complain(format_args!("{line}\n"))?;
    }
    Ok(Outcome::from_bool(left_out.is_empty()))
}

/// If productions nest in themselves, reports the depth to which they were compared.
fn say_depth(depth: Option<usize>, out: &mut Output) -> io::Result<()> {
    let Some(depth) = depth else { return Ok(()) };
    let depth = counted(depth as u64, "nested call");
    out.note(format_args!(
        "note: productions nest in themselves; the text is equal up to {depth}, and deeper strings were not compared\n"
    ))
}

fn text(
    args: &Args,
    grammar: &AnyGrammar,
    rule: &str,
    path: Option<&DerivationTree>,
) -> Result<Result<(String, Option<usize>), ExportError>, Usage> {
    let form = if args.minimal { PatternForm::Minimal } else { PatternForm::Structure };
    let names = match args.names {
        None | Some(RuleNames::None) => PatternNames::None,
        Some(RuleNames::Groups) => PatternNames::Groups,
        Some(RuleNames::Comments) => PatternNames::Comments,
    };
    let automaton = |write: fn(&automaton::DrawnAutomaton<'_>) -> String| {
        let decided = grammar.decide(&[rule]);
        let (dfa, start) = decided.language(rule)?;
        let alone = dfa.restrict(start);
        Ok(write(&automaton::DrawnAutomaton { file: grammar.file(), rule, dfa: &alone }))
    };
    let with_depth = |found: ExportedGrammar| (found.text, found.depth);
    let text = match args.format {
        ExportFormat::Regex => match args.syntax() {
            syntax if args.portable => {
                let found = grammar.export_portable(rule, syntax, args.max_length);
                return Ok(found.map(|text| (line(text), None)));
            }
            PortableSyntax::Dialect(dialect) => {
                grammar.export_pattern(rule, dialect, form, names).map(line)
            }
            _ => {
                let message = "`--dialect json-schema` needs --portable or --regex";
                return Err(Usage::new(message));
            }
        },
        ExportFormat::Abnf => return Ok(grammar.export_abnf(rule).map(with_depth)),
        ExportFormat::Pest => return Ok(grammar.export_pest(rule).map(with_depth)),
        ExportFormat::Gbnf => {
            return Ok(grammar.export_gbnf(rule, args.max_length).map(with_depth));
        }
        ExportFormat::Dot => automaton(automaton::write),
        ExportFormat::Json => automaton(|automaton| automaton.record().into_text() + "\n"),
        ExportFormat::Svg => {
            let of = |name: &str| term(grammar, name).ok();
            let expand = railroad::Expand { levels: args.expand.unwrap_or(0).into(), term: &of };
            Ok(railroad::image(rule, term(grammar, rule)?, &expand, path) + "\n")
        }
        ExportFormat::Railroad => Ok(lines(args, rule, term(grammar, rule)?)),
    };
    Ok(text.map(|text| (text, None)))
}

fn path(args: &Args, grammar: &AnyGrammar, rule: &str, text: &str) -> Option<DerivationTree> {
    let levels = usize::from(args.expand.unwrap_or(0));
    if args.subject.is_given() {
        return DerivationTree::find(grammar, rule, text, levels.min(railroad::DEEPEST), &[]);
    }
    let production = args.subject.edition().production(rule).ok()?;
    railroad::way(grammar, production, text, levels)
}

fn undrawn() -> Usage {
    Usage::new("only productions of ABNF, BNF or EBNF can be drawn: this grammar has none")
}

fn term<'g>(grammar: &'g AnyGrammar, rule: &str) -> Result<&'g Term, Usage> {
    let printed = grammar.as_printed().ok_or_else(undrawn)?;
    let found = printed.production(rule).and_then(|one| one.term.as_ref().ok());
    found.ok_or_else(|| {
        Usage::new(format!("`{rule}` cannot be drawn, since it cannot be used as printed"))
    })
}

fn lines(args: &Args, rule: &str, term: &Term) -> String {
    let signs = if args.ascii { Signs::Ascii } else { Signs::Boxes };
    railroad_text::text(rule, term, args.width.unwrap_or(railroad_text::WIDTH), signs)
}

fn draw_all(args: &Args, grammar: &AnyGrammar, out: &mut Output) -> Result<Outcome, Stop> {
    if grammar.as_printed().is_none() {
        return Err(undrawn().into());
    }
    let (mut outcome, mut blank) = (Outcome::Yes, "");
    for name in grammar.names() {
        if let Ok(term) = term(grammar, name) {
            out.verbatim(&format!("{blank}{}", lines(args, name, term)))?;
            blank = "\n";
        } else {
            let why = "cannot be drawn, since it cannot be used as printed";
            out.complain(format_args!("`{name}` {why}\n"))?;
            outcome = Outcome::No;
        }
    }
    Ok(outcome)
}
