//! `urispec relation`: the relation of two languages of any kinds, and the strings of one that was narrowed.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, TypedValueParser};
use serde::Deserialize;
use urispec_audit::{ComparedLanguages, Dialect, Language, Matching, Relation};
use urispec_views::language::{HELP as KINDS, HINT, PatternOptions, related};
use urispec_views::record::Record;

use crate::grammar::{self, ReadingArgs};
use crate::input::rows;
use crate::options::names;
use crate::output::columns::{Cell, lines};
use crate::output::{Literal, Outcome, Output, Stop, Usage, working};

const HELP: &str = "\
Decide how two sets of strings are related: equal, wider, narrower, overlapping or disjoint, and show the shortest string \
of each part: only in A, only in B, in both. Nothing is sampled.

A and B are patterns, globs, templates, productions or formats:

";

const MORE: &str = "
  FILE#NAME         a production or a rule of pest in a file; without #NAME the first one

--or adds strings to A; then --and keeps the strings that are also in another language, and --without takes strings out. \
Without B, the shortest strings of A are shown: which URI passes all of these and not that?

With --pairs, each line of FILE is a JSON object with the keys `left` and `right`, and each result is a JSON object on a \
line, with `relation`, `only_left`, `only_right` and `common`, or with `error`.

A pattern that is searched for has all strings around a match: `regex:a` is wider than `regex:^a$`. Use --match whole \
for patterns that must match a whole string, as in `re.fullmatch`.

Exit codes: 0, the two are equal, or A has a string; 1, they are not equal, or A has no string; 2, wrong usage, or a \
language cannot be read or is too large to decide. With --pairs, 1 if any pair is not equal, and 2 if any cannot be decided.";

const EXAMPLES: &str = "\
Examples:
  $ urispec relation 'regex:^https?://example.com/' 'regex:^https://example\\.com/' || true
  regex:^https?://example.com/ is wider than regex:^https://example\\.com/

    only A  \"http://example!com/\"
    both    \"https://example.com/\"
  $ urispec relation rfc3986:scheme 'regex:^[A-Za-z][A-Za-z0-9+.-]*$'
  rfc3986:scheme equals regex:^[A-Za-z][A-Za-z0-9+.-]*$
  $ urispec relation rfc3986:host --and 'regex:example\\.com$' --without 'iam:*.example.com'
  \"example.com\"
  \"0example.com\"
  $ echo '{\"left\":\"iam:a*\",\"right\":\"regex:^a\"}' | urispec relation --pairs - || true
  {\"schema\":1,\"left\":\"iam:a*\",\"right\":\"regex:^a\",\"relation\":\"equal\",\"common\":\"a\"}";

const USAGE: &str = "\
urispec relation [OPTIONS] <A> <B>
       urispec relation [OPTIONS] <A>
       urispec relation [OPTIONS] --pairs <FILE>";

const STRINGS: usize = 2;

/// Decide how two patterns, globs, templates or productions are related
#[derive(clap::Args)]
#[command(long_about = format!("{HELP}{KINDS}{MORE}"), after_help = EXAMPLES, override_usage = USAGE)]
pub(crate) struct Args {
    // `ReadingArgs` requires an argument with the id `bnf`.
    /// A language: KIND:TEXT, or FILE#NAME
    #[arg(id = "bnf", value_name = "A", required_unless_present = "pairs")]
    left: Option<String>,
    /// The language to compare it with
    #[arg(value_name = "B")]
    right: Option<String>,
    /// Keep only the strings of A that are in this language too; may be repeated
    #[arg(long, value_name = "LANGUAGE", requires = "bnf")]
    and: Vec<String>,
    /// Add the strings of this language to A; may be repeated
    #[arg(long, value_name = "LANGUAGE", requires = "bnf")]
    or: Vec<String>,
    /// Take the strings of this language out of A; may be repeated
    #[arg(long, value_name = "LANGUAGE", requires = "bnf")]
    without: Vec<String>,
    /// Without B, show at most NUM strings, the shortest first
    #[arg(short, long, value_name = "NUM", default_value_t = STRINGS)]
    number: usize,
    /// The dialect of `regex:`
    #[arg(long, value_name = "NAME", default_value = "ecmascript", value_parser = dialects())]
    dialect: Dialect,
    /// How patterns are matched
    #[arg(long = "match", value_name = "HOW", default_value = "search", value_parser = matchings())]
    matching: Matching,
    /// Compare the pairs of FILE, one JSON object per line
    #[arg(long, value_name = "FILE", conflicts_with_all = ["bnf", "json"])]
    pairs: Option<PathBuf>,
    /// Print a JSON object
    #[arg(short, long)]
    json: bool,
    #[command(flatten)]
    reading: ReadingArgs,
}

fn dialects() -> impl TypedValueParser<Value = Dialect> {
    names::listed(Dialect::ALL.iter().map(|dialect| (dialect.name(), *dialect)))
}

fn matchings() -> impl TypedValueParser<Value = Matching> {
    let value = |name: &'static str, help: &'static str| PossibleValue::new(name).help(help);
    names::described(vec![
        (value("search", "Anywhere in the string"), Matching::Search),
        (value("whole", "The whole string"), Matching::Whole),
        (value("prefix", "At the beginning of the string"), Matching::Prefix),
    ])
}

/// How the names of languages are read.
struct LanguageReader<'a> {
    patterns: PatternOptions,
    reading: &'a ReadingArgs,
}

impl LanguageReader<'_> {
    /// Reads the language of a name, or of a production of a file, `FILE#NAME`.
    fn read(&self, text: &str, out: &mut Output) -> Result<Language, Stop> {
        let wrong = |why: String| Stop::from(Usage::new(format!("{text}: {why}")));
        if let Some(language) = self.patterns.language(text).map_err(wrong)? {
            return Ok(language);
        }
        let (file, rule) = match text.rsplit_once('#') {
            Some((file, rule)) => (file, Some(rule)),
            None => (text, None),
        };
        // A kind with a typo, such as `glob:*.com`, is not the name of a file.
        let path = Path::new(file);
        let is_file = path.exists() || !file.contains(':') && path.extension().is_some();
        if !is_file && file != "-" {
            let why =
                format!("this names no language; {HINT}, or FILE#NAME for a production of a file");
            return Err(wrong(why));
        }
        let grammar = self.reading.read(path, true, out)?;
        let rule = grammar::named(&grammar, rule)?.to_owned();
        out.or_stop(Language::from_production(&grammar, &rule))
    }
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    let patterns = PatternOptions { dialect: args.dialect, matching: args.matching };
    let reading = &args.reading;
    let reader = LanguageReader { patterns, reading };
    if let Some(path) = &args.pairs {
        return pairs(args, &reader, path, out);
    }
    let Some(name) = args.left.as_deref() else { return Ok(Outcome::Trouble) };
    let mut left = reader.read(name, out)?;
    type Change = fn(&Language, &Language) -> Result<Language, urispec_audit::TooLarge>;
    let changes: [(&[String], Change); 3] = [
        (&args.or, Language::union),
        (&args.and, Language::intersection),
        (&args.without, Language::without),
    ];
    for (names, change) in changes {
        for name in names {
            let other = reader.read(name, out)?;
            left = out.or_stop(working(name, || change(&left, &other)))?;
        }
    }
    let Some(right_name) = args.right.as_deref() else { return strings(args, name, &left, out) };
    let right = reader.read(right_name, out)?;
    let found = working(name, || left.relation_until(&right, &reading.budget.deadline()));
    let found = out.or_stop(found)?;
    let outcome = out.decide(Outcome::from_bool(found.relation == Relation::Equal));
    if args.json {
        out.line(record(name, right_name, &found))?;
        return Ok(outcome);
    }
    let is_changed = [&args.and, &args.or, &args.without].iter().any(|all| !all.is_empty());
    let name = if is_changed { "A, as changed," } else { name };
    writeln!(out, "{name} {} {right_name}", found.relation.verb())?;
    if found.relation != Relation::Equal {
        writeln!(out)?;
        let parts =
            [("only A", &found.only_left), ("only B", &found.only_right), ("both", &found.common)];
        let rows = parts.into_iter().filter_map(|(label, text)| {
            let text = Literal(text.as_ref()?).to_string();
            Some(vec![Cell::new(label), Cell::new(text)])
        });
        let rows: Vec<_> = rows.collect();
        lines(&rows).iter().try_for_each(|line| writeln!(out, "  {line}"))?;
    }
    Ok(outcome)
}

/// Shows the shortest strings of a language.
fn strings(
    args: &Args,
    name: &str,
    language: &Language,
    out: &mut Output,
) -> Result<Outcome, Stop> {
    let strings: Vec<Vec<u8>> = language.dfa().members(0).take(args.number).collect();
    let outcome = out.decide(Outcome::from_bool(!language.is_empty()));
    if args.json {
        let strings = strings.iter().map(|one| String::from_utf8_lossy(one).into_owned());
        let record = Record::line().with("left", name).with("empty", language.is_empty());
        out.line(record.with("strings", &strings.collect::<Vec<_>>()))?;
        return Ok(outcome);
    }
    for string in &strings {
        writeln!(out, "{}", Literal(string))?;
    }
    if language.is_empty() {
        out.note(format_args!("note: the language has no string\n"))?;
    }
    Ok(outcome)
}

/// A line of `--pairs`.
#[derive(Deserialize)]
struct Pair {
    left: String,
    right: String,
}

fn pairs(
    args: &Args,
    reader: &LanguageReader<'_>,
    path: &Path,
    out: &mut Output,
) -> Result<Outcome, Stop> {
    let (file, text) = rows::read(path, out)?.ok_or(Stop::Refused)?;
    let mut worst = Outcome::Yes;
    for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
        let pair: Pair = match serde_json::from_str(line) {
            Ok(pair) => pair,
            Err(why) => {
                let why =
                    format!("{file}:{number}: write an object with `left` and `right`: {why}");
                worst = worst.max(out.decide(Outcome::Trouble));
                out.line(Record::line().with("error", why))?;
                continue;
            }
        };
        let record_of = |found: Result<ComparedLanguages, String>| match found {
            Ok(found) => record(&pair.left, &pair.right, &found),
            Err(why) => {
                let record = Record::line().with("left", &*pair.left);
                record.with("right", &*pair.right).with("error", why)
            }
        };
        let found = compare(args, reader, &pair, out)?;
        worst = worst.max(out.decide(match &found {
            Ok(found) => Outcome::from_bool(found.relation == Relation::Equal),
            Err(_) => Outcome::Trouble,
        }));
        out.line(record_of(found))?;
    }
    Ok(worst)
}

fn compare(
    args: &Args,
    reader: &LanguageReader<'_>,
    pair: &Pair,
    out: &mut Output,
) -> io::Result<Result<ComparedLanguages, String>> {
    let mut read = |name: &str| match reader.read(name, out) {
        Ok(language) => Ok(Ok(language)),
        Err(Stop::Usage(Usage::Message(why))) => Ok(Err(why)),
        Err(Stop::Usage(Usage::Unknown { given, .. })) => {
            Ok(Err(format!("{name}: there is no `{given}`")))
        }
        Err(Stop::Refused) => Ok(Err(format!("{name}: this cannot be decided"))),
        Err(Stop::Output(error)) => Err(error),
    };
    let (left, right) = match (read(&pair.left)?, read(&pair.right)?) {
        (Ok(left), Ok(right)) => (left, right),
        (Err(why), _) | (_, Err(why)) => return Ok(Err(why)),
    };
    let found = left.relation_until(&right, &args.reading.budget.anew());
    Ok(found.map_err(|why| why.to_string()))
}

fn record(left: &str, right: &str, found: &ComparedLanguages) -> Record {
    related(Record::line().with("left", left).with("right", right), found)
}
