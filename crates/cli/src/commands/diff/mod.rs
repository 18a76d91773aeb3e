//! `urispec diff`: where two editions differ.
//!
//! In: two editions, or two of their productions, or nothing. Out: a [`Diff`](urispec_compare::diff::Diff)
//! for people ([`show`]), or a [`table`] of all; or as JSON ([`record`]).

mod show;

use std::io;
use std::io::Write;

use urispec::Edition;
use urispec_audit::{
    AnyGrammar, ComparedGrammars, ComparedLanguages, ComparedProductions, compare_grammars,
};
use urispec_compare::diff::{Comparison, Diff, Language, Relation};
use urispec_views::productions as views;
use urispec_views::record::Record;

use crate::grammar::file::{Named, Operand};
use crate::grammar::{ReadingArgs, file};
use crate::options::names;
use crate::output::Output;
use crate::output::columns::{Cell, lines};
use crate::output::terminal::Literal;
use crate::output::usage::{Outcome, Stop, Usage};

const HELP: &str = "\
Decide where two editions differ, and show it by the shortest strings that only one of them \
accepts. Nothing is sampled: the languages are compared as automata. `changes` says in sentences what changed, \
`editions` asks all documents about one string, and `audit` compares a grammar with its transcription.

One edition, or production, is `within` another one if each of its strings is also one of the other's; it \
`contains` the other one if it is the other way round; the two `overlap` if they share strings and each has \
others; and they are `disjoint` if they share none.

First come the whole strings: each production for whole strings is compared. Then, for each \
edition, come the kinds of string that only this edition accepts. Such a string goes wrong in the other \
edition at its first byte with which no string that is valid there can go on; or at its end, if the \
other edition requires more. `offset` is the place of this byte, `production` the production that the \
byte stands in, and `byte` lists all bytes that go wrong there in the same way. Strings that go wrong in \
the same way are of one kind, and each kind is shown by its shortest string.

Then come the productions. Two productions are compared if they have the same name, or names that \
differ only in `-` and `_`; if they derive the same strings under different names; or if each is \
the only one of its edition with a role, such as that of the authority. A production without a \
partner stands below `only in`.

Without editions, each of the eleven documents about all URIs is compared with each other one, by their whole \
strings.

A file with a grammar of your own may stand in place of an edition: .abnf, .bnf, .ebnf or .pest. Then \
all productions are compared: two are a pair if their names differ only in letter case and in `-` and \
`_`, or if both have lost their partner and derive the same strings. Each has the relation of the two \
languages, a shortest string that only the first has, and one that only the second has. A production \
that cannot be compared, such as one that nests as brackets do, stands below `undecided`, with the reason.

Exit codes: 0, the editions accept the same strings, or the productions of the files do; 1, they do not; \
2, wrong usage, or a file cannot be read, or no difference is found and something is undecided.";

const EXAMPLES: &str = "\
Examples:
  $ urispec diff rfc2396 rfc3986 --rule IPv4address IPv4address; echo $?
  rfc2396 IPv4address contains rfc3986 IPv4address

  only rfc2396    offset  production   byte
    \"0.0.0.00\"    7       IPv4address  0-9
  1
  $ urispec diff rfc2396 rfc3986 | sed -n '/^other name/,/=/p'
  other name, same strings
    rel_path = path-noscheme, rel_segment = segment-nz-nc, escaped = pct-encoded
  $ urispec diff --json rfc1738 rfc3986 --rule url URI | grep -o '\"only_left\":\"[^\"]*\"'
  \"only_left\":\"+:\"
  $ echo 'scheme = 1*ALPHA' | urispec diff - rfc3986 --notation abnf --rule scheme scheme || true
  <stdin> scheme within rfc3986 scheme

    only rfc3986  \"A+\"
    both          \"A\"";

/// Show the strings that only one of two documents accepts (in sentences: changes)
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// An edition, or a file with a grammar of your own
    // The id is that of the printed grammar of an audit, which what stands beside a grammar asks for.
    #[arg(id = "bnf", value_name = "E1", requires = "right", value_parser = file::parser())]
    left: Option<Operand>,
    /// The edition or the file to compare it with
    #[arg(value_name = "E2", value_parser = file::parser())]
    right: Option<Operand>,
    #[command(flatten)]
    reading: ReadingArgs,
    /// Compare only a production of E1 with a production of E2, spelled as their documents print
    /// them
    #[arg(long, num_args = 2, value_names = ["R1", "R2"], requires = "right")]
    rule: Vec<String>,
    /// Print one JSON object for each pair of editions
    #[arg(short, long, long_help = views::HELP)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    let (Some(left), Some(right)) = (&args.left, &args.right) else { return all(args, out) };
    let Some((left, right)) = file::editions((left, right), &args.reading)? else {
        return run_given(args, left, right, out);
    };
    let comparison = match &args.rule[..] {
        [one, other] => {
            let comparison = Comparison::new(language(left, one)?, language(right, other)?);
            out.decide(outcome(&comparison));
            if args.json {
                out.line(views::of_rules(&comparison))?;
            } else {
                show::of_rules(&comparison, out)?;
            }
            comparison
        }
        _ => {
            let found = Diff::new(left, right);
            out.decide(outcome(&found.whole));
            if args.json {
                out.line(views::of(&found))?;
            } else {
                show::of(&found, out)?;
            }
            found.whole
        }
    };
    Ok(outcome(&comparison))
}

fn outcome(comparison: &Comparison) -> Outcome {
    Outcome::of(comparison.relation == Relation::Equal)
}

fn language(edition: Edition, rule: &str) -> Result<Language, Usage> {
    names::production(edition, Some(rule)).map(Language::new)
}

/// Compares each edition with each.
fn all(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    let mut worst = Outcome::Yes;
    let mut rows = Vec::new();
    for &left in Edition::ALL {
        let compare =
            |&right: &Edition| Comparison::new(Language::whole(left), Language::whole(right));
        rows.push(Edition::ALL.iter().map(compare).collect::<Vec<_>>());
    }
    for (row, comparisons) in rows.iter().enumerate() {
        for comparison in &comparisons[row + 1..] {
            worst = worst.max(out.decide(outcome(comparison)));
            if args.json {
                out.line(views::whole(comparison))?;
            }
        }
    }
    if !args.json {
        show::show(&rows, out)?;
    }
    Ok(worst)
}

// Where two grammars differ of which one at least is a file of the user.

fn run_given(
    args: &Args,
    left: &Operand,
    right: &Operand,
    out: &mut Output,
) -> Result<Outcome, Stop> {
    let rule = |at: usize| args.rule.get(at).map(String::as_str);
    let left = left.read(&args.reading, rule(0), out)?;
    let Some(left) = left else { return Ok(Outcome::Trouble) };
    let right = right.read(&args.reading, rule(1), out)?;
    let Some(right) = right else { return Ok(Outcome::Trouble) };
    match &args.rule[..] {
        [one, other] => rules(args, (&left, one), (&right, other), out),
        _ => all_given(args, &left, &right, out),
    }
}

/// Compares two productions.
fn rules(
    args: &Args,
    ((left, one), one_rule): (&Named, &str),
    ((right, other), other_rule): (&Named, &str),
    out: &mut Output,
) -> Result<Outcome, Stop> {
    let named = |grammar: &AnyGrammar, rule: &str| -> Result<String, Usage> {
        names::one_of("rule", grammar.names(), rule).map(str::to_owned)
    };
    let (one_rule, other_rule) = (named(one, one_rule)?, named(other, other_rule)?);
    let found = match ComparedLanguages::new((one, &one_rule), (other, &other_rule)) {
        Ok(found) => found,
        Err(why) => return Ok(out.refuse(&why.to_string())?),
    };
    if args.json {
        let record = Record::line().with("left", left).with("right", right);
        let record = record.with("left_rule", &one_rule).with("right_rule", &other_rule);
        out.line(related(record, &found))?;
    } else {
        writeln!(out, "{left} {one_rule} {} {right} {other_rule}", found.relation.name())?;
        let of = |name: &str, rule: &str| {
            if left == right { format!("only {rule}") } else { format!("only {name}") }
        };
        let sides = [
            (of(left, &one_rule), &found.only_left),
            (of(right, &other_rule), &found.only_right),
            ("both".to_owned(), &found.common),
        ];
        if found.relation != Relation::Equal {
            let rows = sides.into_iter().filter_map(|(label, text)| {
                let text = Literal(text.as_ref()?).to_string();
                Some(vec![Cell::new(label), Cell::new(text)])
            });
            let rows: Vec<_> = rows.collect();
            writeln!(out)?;
            lines(&rows).iter().try_for_each(|line| writeln!(out, "  {line}"))?;
        }
    }
    Ok(Outcome::of(found.relation == Relation::Equal))
}

/// Compares all productions.
fn all_given(args: &Args, left: &Named, right: &Named, out: &mut Output) -> Result<Outcome, Stop> {
    let found = compare_grammars(&left.1, &right.1);
    if args.json {
        out.line(record(&found, &left.0, &right.0))?;
    } else {
        show(&found, &left.0, &right.0, out)?;
    }
    let is_undecided = found.pairs.iter().any(|pair| pair.found.is_err());
    Ok(match (is_changed(&found), is_undecided) {
        (true, _) => Outcome::No,
        (false, true) => Outcome::Trouble,
        (false, false) => Outcome::Yes,
    })
}

/// Whether a production is new, gone, renamed or has other strings.
fn is_changed(found: &ComparedGrammars) -> bool {
    let is_equal = |pair: &ComparedProductions| {
        let equal = |found: &ComparedLanguages| found.relation == Relation::Equal;
        !pair.is_renamed && pair.found.as_ref().map_or(true, equal)
    };
    !found.gone.is_empty() || !found.appeared.is_empty() || !found.pairs.iter().all(is_equal)
}

fn show(found: &ComparedGrammars, left: &str, right: &str, out: &mut Output) -> io::Result<()> {
    let is_undecided = found.pairs.iter().any(|pair| pair.found.is_err());
    let word = match (is_changed(found), is_undecided) {
        (true, _) => "differs from",
        (false, true) => "has undecided productions beside",
        (false, false) => "equals",
    };
    writeln!(out, "{left} {word} {right}")?;
    let literal = |text: &Option<Vec<u8>>| {
        text.as_ref().map(|text| Literal(text).to_string()).unwrap_or_default()
    };
    let (mut changed, mut renamed, mut kept, mut undecided) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for ComparedProductions { left, right, is_renamed, found, .. } in &found.pairs {
        match found {
            Err(why) => undecided.push(format!("{left}: {why}")),
            Ok(_) if *is_renamed => renamed.push(format!("{left} = {right}")),
            Ok(found) if found.relation == Relation::Equal => kept.push(left.clone()),
            Ok(found) => changed.push([
                left.clone(),
                found.relation.name().to_owned(),
                right.clone(),
                literal(&found.only_left),
                literal(&found.only_right),
            ]),
        }
    }
    if !changed.is_empty() {
        let head = ["", "", ""].map(str::to_owned).into_iter();
        let head = head.chain([format!("only {left}"), format!("only {right}")]);
        let rows = [head.map(Cell::new).collect()].into_iter();
        let rows: Vec<Vec<Cell>> =
            rows.chain(changed.into_iter().map(|row| row.map(Cell::new).into())).collect();
        show::titled("productions that changed", &rows, out)?;
    }
    show::names("other name, same strings", renamed.into_iter(), out)?;
    show::names("same name, same strings", kept.into_iter(), out)?;
    show::names(&format!("only in {left}"), found.gone.iter().cloned(), out)?;
    show::names(&format!("only in {right}"), found.appeared.iter().cloned(), out)?;
    if !undecided.is_empty() {
        let label = out.palette.label;
        writeln!(out, "\n{label}undecided{label:#}")?;
        undecided.iter().try_for_each(|line| writeln!(out, "  {line}"))?;
    }
    Ok(())
}

fn record(found: &ComparedGrammars, left: &str, right: &str) -> Record {
    let pairs = found.pairs.iter().map(|pair| {
        let record = Record::new()
            .with("left_rule", &pair.left)
            .with("right_rule", &pair.right)
            .with("by", if pair.is_renamed { "language" } else { "name" });
        match &pair.found {
            Ok(found) => related(record, found),
            Err(why) => record.with("undecided", why.to_string()),
        }
    });
    Record::line()
        .with("left", left)
        .with("right", right)
        .with("changed", is_changed(found))
        .with_all("pairs", pairs)
        .with("gone", &found.gone)
        .with("appeared", &found.appeared)
}

fn related(record: Record, found: &ComparedLanguages) -> Record {
    record
        .with("relation", found.relation.name())
        .witness("only_left", found.only_left.as_deref())
        .witness("only_right", found.only_right.as_deref())
        .witness("common", found.common.as_deref())
}
