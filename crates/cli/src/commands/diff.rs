//! `urispec diff`: finds the strings on which two editions differ.
//!
//! It compares two editions, two of their productions, all pairs of editions, or two grammars (at least one in a file).

use std::io::{self, Write};

use urispec::Edition;
use urispec_audit::{
    AnyGrammar, ComparedGrammars, ComparedLanguages, ComparedProductions, compare_grammars,
};
use urispec_compare::diff::{
    Comparison, Diff, Divergence, Language, Match, ProductionPair, Relation, divergences,
};
use urispec_views::productions as views;
use urispec_views::record::Record;

use crate::grammar::file::{self, Named, Operand};
use crate::grammar::{DEPTH, ReadingArgs, by_cause};
use crate::options::names;
use crate::output::columns::{Cell, lines};
use crate::output::{Literal, Outcome, Output, Stop, Usage, working};

const HELP: &str = "\
Compare two editions, and show the shortest strings that only one of them accepts. Nothing is sampled: the \
languages are compared as automata. `changes` describes the differences in sentences, `editions` asks all \
documents about one string, and `audit` compares a grammar with its transcription.

The first line has the relation of the two. An edition, or a production, is narrower than another if each of its \
strings is also accepted by the other; then the other is wider. The two overlap if they share strings and each has \
others, and they are disjoint if they share none.

The whole strings come first: each production for whole strings is compared. Then, for each edition, come the \
kinds of strings that only this edition accepts, each shown by its shortest string. Such a string fails in the \
other edition at its first byte after which no string that is valid there can continue, or at its end, if the \
other edition requires more. `offset` is the place of this byte, `production` the production that the byte \
belongs to, and `byte` lists all bytes that fail there in the same way. Strings that fail in the same way are of \
one kind.

Then come the productions. Two productions are compared if their names are equal or differ only in `-` and `_`; \
if they derive the same strings under different names; or if each is the only production of its edition with a \
role, such as the authority. Productions without a partner are listed under `only in`.

Without editions, every two of the eleven documents about all URIs are compared by their whole strings.

Instead of an edition, E1 or E2 may be a file with a grammar of your own: .abnf, .bnf, .ebnf or .pest. Then all \
productions are compared. Two productions are a pair if their names differ only in letter case and in `-` and \
`_`, or if neither has a partner of its name and both derive the same strings. Each pair has its relation, a shortest \
string that only the first derives, and one that only the second derives. Productions that nest in themselves, as \
brackets do, are compared with at most --depth nested calls: a string of only one is a difference at any depth, and \
a relation `(to depth N)` may change with deeper strings. What is equal only to a depth, or cannot be compared, is \
listed under `undecided`, with the reason.

Exit codes: 0, the editions accept the same strings, or the productions of the files do; 1, they do not; 2, \
wrong usage, or a file cannot be read, or no difference is found and something is undecided.";

const EXAMPLES: &str = "\
Examples:
  $ urispec diff rfc2396 rfc3986 --rule IPv4address IPv4address; echo $?
  rfc2396 IPv4address is wider than rfc3986 IPv4address

  only rfc2396    offset  production   byte
    \"0.0.0.00\"    7       IPv4address  0-9
  1
  $ urispec diff rfc2396 rfc3986 | sed -n '/^other name/,/=/p'
  other name, same strings
    rel_path = path-noscheme, rel_segment = segment-nz-nc, escaped = pct-encoded
  $ urispec diff --json rfc1738 rfc3986 --rule url URI | grep -o '\"only_left\":\"[^\"]*\"'
  \"only_left\":\"+:\"
  $ echo 'scheme = 1*ALPHA' | urispec diff - rfc3986 --notation abnf --rule scheme scheme || true
  <stdin> scheme is narrower than rfc3986 scheme

    only rfc3986  \"A+\"
    both          \"A\"";

/// Show the strings that only one of two documents accepts (for sentences, use changes)
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// An edition, or a file with a grammar of your own
    // `ReadingArgs` requires an argument with the id `bnf`, the printed grammar of an audit.
    #[arg(id = "bnf", value_name = "E1", requires = "right", value_parser = file::parser())]
    left: Option<Operand>,
    /// The edition or the file to compare it with
    #[arg(value_name = "E2", value_parser = file::parser())]
    right: Option<Operand>,
    #[command(flatten)]
    reading: ReadingArgs,
    /// In a file, unroll recursive productions to this depth of nested calls
    #[arg(long, value_name = "N", requires = "bnf", default_value_t = 4, long_help = DEPTH)]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=64))]
    depth: u8,
    /// Compare only the production R1 of E1 with the production R2 of E2
    #[arg(long, num_args = 2, value_names = ["R1", "R2"], requires = "right")]
    rule: Vec<String>,
    /// Print one JSON object for each pair of editions
    #[arg(short, long, long_help = views::HELP)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    let (Some(left), Some(right)) = (&args.left, &args.right) else { return all(args, out) };
    let Some((left, right)) = file::editions((left, right), &args.reading)? else {
        return run_grammars(args, [left, right], out);
    };
    if let [one, other] = &args.rule[..] {
        let comparison = Comparison::new(language(left, one)?, language(right, other)?);
        let outcome = out.decide(outcome(&comparison));
        match args.json {
            true => out.line(views::of_rules(&comparison))?,
            false => show_rules(&comparison, out)?,
        }
        return Ok(outcome);
    }
    let found = Diff::new(left, right);
    let outcome = out.decide(outcome(&found.whole));
    match args.json {
        true => out.line(views::of(&found))?,
        false => show_diff(&found, out)?,
    }
    Ok(outcome)
}

fn outcome(comparison: &Comparison) -> Outcome {
    Outcome::from_bool(comparison.relation == Relation::Equal)
}

fn language(edition: Edition, rule: &str) -> Result<Language, Usage> {
    names::production(edition, Some(rule)).map(Language::new)
}

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
        show_all(&rows, out)?;
    }
    Ok(worst)
}

// The differences of two grammars, at least one of which is a file of the user.

fn run_grammars(args: &Args, sides: [&Operand; 2], out: &mut Output) -> Result<Outcome, Stop> {
    let rule = |at: usize| args.rule.get(at).map(String::as_str);
    let mut read = |at: usize| -> Result<Named, Stop> {
        let (name, grammar) = sides[at].read(&args.reading, rule(at), out)?;
        Ok((name, grammar.with_depth(args.depth.into())))
    };
    let (left, right) = (read(0)?, read(1)?);
    match &args.rule[..] {
        [one, other] => rules(args, (&left, one), (&right, other), out),
        _ => whole_grammars(args, &left, &right, out),
    }
}

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
    let found = || ComparedLanguages::new((one, &one_rule), (other, &other_rule));
    let found = working(left, found);
    let found = out.or_stop(found)?;
    if args.json {
        let record = Record::line().with("left", left).with("right", right);
        let record = record.with("left_rule", &one_rule).with("right_rule", &other_rule);
        out.line(related(record, &found))?;
    } else {
        let to_depth = to_depth(&found);
        writeln!(
            out,
            "{left} {one_rule} {to_depth}{} {right} {other_rule}",
            found.relation.verb()
        )?;
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
    Ok(match (found.relation, found.depth) {
        (Relation::Equal, None) => Outcome::Yes,
        (Relation::Equal, Some(_)) => Outcome::Trouble,
        _ => Outcome::No,
    })
}

/// Returns the depth to which two languages were compared, if deeper strings may change the relation.
fn to_depth(found: &ComparedLanguages) -> String {
    found.depth.map(|depth| format!("(to depth {depth}) ")).unwrap_or_default()
}

fn whole_grammars(
    args: &Args,
    left: &Named,
    right: &Named,
    out: &mut Output,
) -> Result<Outcome, Stop> {
    let found = working(&left.0, || compare_grammars(&left.1, &right.1));
    let is_undecided = found.pairs.iter().any(|pair| match &pair.found {
        Ok(found) => found.relation == Relation::Equal && found.depth.is_some(),
        Err(_) => !pair.is_untouched,
    });
    let (outcome, word) = match (is_changed(&found), is_undecided) {
        (true, _) => (Outcome::No, "differs from"),
        (false, true) => (Outcome::Trouble, "cannot be fully compared with"),
        (false, false) => (Outcome::Yes, "equals"),
    };
    if args.json {
        out.line(record(&found, &left.0, &right.0))?;
    } else {
        writeln!(out, "{} {word} {}", left.0, right.0)?;
        show_grammars(&found, &left.0, &right.0, out)?;
    }
    Ok(outcome)
}

/// Returns whether any production is new, removed or renamed, or derives other strings.
fn is_changed(found: &ComparedGrammars) -> bool {
    let is_equal = |pair: &ComparedProductions| {
        let equal = |found: &ComparedLanguages| found.relation == Relation::Equal;
        !pair.is_renamed && pair.found.as_ref().map_or(true, equal)
    };
    !found.gone.is_empty() || !found.appeared.is_empty() || !found.pairs.iter().all(is_equal)
}

fn show_grammars(
    found: &ComparedGrammars,
    left: &str,
    right: &str,
    out: &mut Output,
) -> io::Result<()> {
    let literal = |text: &Option<Vec<u8>>| {
        text.as_ref().map(|text| Literal(text).to_string()).unwrap_or_default()
    };
    let mut rows = vec![vec![]];
    let (mut renamed, mut kept, mut undecided) = (Vec::new(), Vec::new(), Vec::new());
    for ComparedProductions { left, right, is_renamed, is_untouched, found, .. } in &found.pairs {
        match found {
            Err(_) if *is_untouched => kept.push(left.clone()),
            Err(why) => undecided.push((&**left, why.reason.clone())),
            Ok(ComparedLanguages { relation: Relation::Equal, depth: Some(depth), .. }) => {
                undecided.push((left, format!("equal to depth {depth}")));
            }
            Ok(_) if *is_renamed => renamed.push(format!("{left} = {right}")),
            Ok(found) if found.relation == Relation::Equal => kept.push(left.clone()),
            Ok(found) => {
                let only = [literal(&found.only_left), literal(&found.only_right)];
                let relation = format!("{}{}", to_depth(found), found.relation.verb());
                rows.push(row([left, &relation, right], only));
            }
        }
    }
    rows[0] = row(["", "", ""], [format!("only {left}"), format!("only {right}")]);
    titled("productions that changed", &rows, out)?;
    list("other name, same strings", renamed.into_iter(), out)?;
    list("same name, same strings", kept.into_iter(), out)?;
    list(&format!("only in {left}"), found.gone.iter().cloned(), out)?;
    list(&format!("only in {right}"), found.appeared.iter().cloned(), out)?;
    if !undecided.is_empty() {
        let label = out.palette.label;
        writeln!(out, "\n{label}undecided{label:#}")?;
        by_cause(undecided.into_iter()).iter().try_for_each(|line| writeln!(out, "  {line}"))?;
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
            Err(_) if pair.is_untouched => record.with("relation", Relation::Equal.name()),
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
        .with("depth", found.depth)
        .witness("only_left", found.only_left.as_deref())
        .witness("only_right", found.only_right.as_deref())
        .witness("common", found.common.as_deref())
}

// The differences of two editions, as text.

const WIDTH: usize = 98;

fn show_diff(found: &Diff, out: &mut Output) -> io::Result<()> {
    let Diff { whole, rules, pairs, gone, appeared, .. } = found;
    let [left, right] = [whole.left.edition(), whole.right.edition()];
    writeln!(out, "{left} {} {right}\n", whole.relation.verb())?;
    for edition in [left, right] {
        writeln!(out, "  {:<13}  {}", edition.id(), edition.document())?;
    }
    table("whole strings", rules.iter(), out)?;
    kinds(whole, out)?;

    let equal = |pair: &&ProductionPair| pair.comparison.relation == Relation::Equal;
    let changed = pairs.iter().filter(|pair| !equal(pair)).map(|pair| &pair.comparison);
    table("productions that changed", changed, out)?;
    let renamed = pairs.iter().filter(|pair| equal(pair) && pair.by != Match::Name);
    let renamed =
        renamed.map(|ProductionPair { comparison: Comparison { left, right, .. }, .. }| {
            format!("{} = {}", left.name(), right.name())
        });
    list("other name, same strings", renamed, out)?;
    let kept = pairs.iter().filter(|pair| equal(pair) && pair.by == Match::Name);
    list("same name, same strings", kept.map(|pair| pair.comparison.left.name()), out)?;
    list(&format!("only in {left}"), gone.iter().map(Language::name), out)?;
    list(&format!("only in {right}"), appeared.iter().map(Language::name), out)
}

fn show_rules(comparison: &Comparison, out: &mut Output) -> io::Result<()> {
    let Comparison { left, right, relation, .. } = comparison;
    let [one, other] = [left, right].map(|side| format!("{} {}", side.edition(), side.name()));
    writeln!(out, "{one} {} {other}", relation.verb())?;
    kinds(comparison, out)
}

/// Prints a line per comparison: both productions, their relation, and for each a string that only it derives.
fn table<'c>(
    title: &str,
    comparisons: impl Iterator<Item = &'c Comparison>,
    out: &mut Output,
) -> io::Result<()> {
    let literal = |text: &Option<String>| text.as_deref().map(brief).unwrap_or_default();
    let mut rows = vec![Vec::new()];
    for Comparison { left, right, relation, only_left, only_right, .. } in comparisons {
        let only = |side: &Language| format!("only {}", side.edition());
        rows[0] = row(["", "", ""], [only(left), only(right)]);
        let names = [&*left.name(), relation.verb(), &*right.name()];
        rows.push(row(names, [literal(only_left), literal(only_right)]));
    }
    titled(title, &rows, out)
}

/// Returns a row of the table. `only` has, for each production, a string that the other does not derive.
fn row(names: [&str; 3], only: [String; 2]) -> Vec<Cell> {
    names.map(str::to_owned).into_iter().chain(only).map(Cell::new).collect()
}

/// Prints a table below a title, or nothing if the table has only the row of its column names.
fn titled(title: &str, rows: &[Vec<Cell>], out: &mut Output) -> io::Result<()> {
    if rows.len() == 1 {
        return Ok(());
    }
    let lines = lines(rows);
    let label = out.palette.label;
    // The title fills the blank part of the header, whose columns are shifted by two.
    match lines[0].split_at_checked(title.len() - 2) {
        Some((blank, head)) if blank.trim().is_empty() && head.starts_with(' ') => {
            writeln!(out, "\n{label}{title}{head}{label:#}")?;
        }
        Some((blank, "")) if blank.trim().is_empty() => writeln!(out, "\n{label}{title}{label:#}")?,
        None if lines[0].trim().is_empty() => writeln!(out, "\n{label}{title}{label:#}")?,
        _ => writeln!(out, "\n{label}{title}\n  {}{label:#}", lines[0])?,
    }
    lines[1..].iter().try_for_each(|line| writeln!(out, "  {line}"))
}

/// Quotes a string, without its middle if it is long; `--rule` shows the whole string.
fn brief(text: &str) -> String {
    const LONGEST: usize = 24;
    if text.len() <= LONGEST {
        return Literal(text.as_bytes()).to_string();
    }
    let (head, rest) = text.as_bytes().split_at(LONGEST / 3);
    let (between, tail) = rest.split_at(rest.len() - LONGEST / 6);
    format!("\"{}…({} bytes)…{}\"", head.escape_ascii(), between.len(), tail.escape_ascii())
}

/// Prints, for each of the two languages, the kinds of strings that only this language has.
fn kinds(comparison: &Comparison, out: &mut Output) -> io::Result<()> {
    let Comparison { left, right, .. } = comparison;
    for (language, other) in [(left, right), (right, left)] {
        let all = divergences(language, other);
        if all.is_empty() {
            continue;
        }
        // The name of the edition does not distinguish two of its productions.
        let is_one = left.edition() == right.edition();
        let only = if is_one { language.name() } else { language.edition().to_string() };
        let only = format!("only {only}");
        let mut rows = vec![[&*only, "offset", "production", "byte"].map(Cell::new).into()];
        rows.extend(all.iter().map(|Divergence { text, offset, bytes, production, .. }| {
            let at = if bytes.is_empty() { "its end".to_owned() } else { ranges(bytes) };
            let text = Literal(text.as_bytes()).to_string();
            [text, offset.to_string(), (*production).to_owned(), at].map(Cell::new).into()
        }));
        let lines = lines(&rows);
        let label = out.palette.label;
        // The rows are indented by two, and the first title is not.
        let rest = lines[0].strip_prefix(&*only).unwrap_or_default();
        writeln!(out, "\n{label}{only}  {rest}{label:#}")?;
        lines[1..].iter().try_for_each(|line| writeln!(out, "  {line}"))?;
    }
    Ok(())
}

/// Prints a title and names on as few lines as possible, or nothing if there are no names.
fn list(title: &str, all: impl Iterator<Item = String>, out: &mut Output) -> io::Result<()> {
    let mut lines: Vec<String> = Vec::new();
    for name in all {
        match lines.last_mut() {
            Some(line) if line.len() + name.len() + 2 < WIDTH => {
                line.push_str(", ");
                line.push_str(&name);
            }
            line => {
                line.into_iter().for_each(|line| line.push(','));
                lines.push(name);
            }
        }
    }
    if lines.is_empty() {
        return Ok(());
    }
    let label = out.palette.label;
    writeln!(out, "\n{label}{title}{label:#}")?;
    lines.iter().try_for_each(|line| writeln!(out, "  {line}"))
}

/// Lists bytes in order, with consecutive letters or digits as a range.
fn ranges(bytes: &[u8]) -> String {
    let mut bytes = bytes.to_vec();
    bytes.sort_unstable();
    let goes_on =
        |a: &u8, b: &u8| a.is_ascii_alphanumeric() && *b == a + 1 && b.is_ascii_alphanumeric();
    let readable = |&byte: &u8| match byte.is_ascii_graphic() {
        true => (byte as char).to_string(),
        false => byte.escape_ascii().to_string(),
    };
    let range = |run: &[u8]| match run {
        [first, _, .., last] => format!("{}-{}", *first as char, *last as char),
        run => run.iter().map(readable).collect::<Vec<_>>().join(" "),
    };
    bytes.chunk_by(goes_on).map(range).collect::<Vec<_>>().join(" ")
}

// The table that compares each edition with every other edition.

fn show_all(rows: &[Vec<Comparison>], out: &mut Output) -> io::Result<()> {
    let label = out.palette.label;
    let ids = || Edition::ALL.iter().map(|edition| Cell::new(edition.id()));
    let mut table = vec![[Cell::new("")].into_iter().chain(ids()).collect::<Vec<_>>()];
    for (id, row) in ids().zip(rows) {
        table.push([id.styled(label)].into_iter().chain(row.iter().map(cell)).collect());
    }
    let lines = lines(&table);
    writeln!(out, "{label}{}{label:#}", lines[0])?;
    lines[1..].iter().try_for_each(|line| writeln!(out, "{line}"))?;
    writeln!(
        out,
        "\nEach row compared with each column: = the same strings, ⊂ narrower, ⊃ wider, ∩ overlapping,\n\
         ∅ disjoint, and the shortest string that only the edition of the row accepts."
    )
}

fn cell(comparison: &Comparison) -> Cell {
    let symbol = match comparison.relation {
        Relation::Equal => "=",
        Relation::Narrower => "⊂",
        Relation::Wider => "⊃",
        Relation::Overlapping => "∩",
        Relation::Disjoint => "∅",
    };
    Cell::new(match &comparison.only_left {
        Some(witness) => format!("{symbol} {}", Literal(witness.as_bytes())),
        None => symbol.to_owned(),
    })
}
