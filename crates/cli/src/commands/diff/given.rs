//! Where two grammars differ of which one at least is a file of the user.

use std::io::{self, Write};

use urispec_audit::{
    AnyGrammar, ComparedGrammars, ComparedLanguages, ComparedProductions, compare_grammars,
};
use urispec_compare::diff::Relation;
use urispec_views::record::Record;

use super::Args;
use crate::grammar::side::{Named, Side};
use crate::options::names;
use crate::output::Output;
use crate::output::columns::{Cell, lines};
use crate::output::outcome::{Outcome, Stop};
use crate::output::style::Literal;
use crate::output::usage::Usage;

pub(super) fn run(
    args: &Args,
    left: &Side,
    right: &Side,
    out: &mut Output,
) -> Result<Outcome, Stop> {
    let rule = |at: usize| args.rule.get(at).map(String::as_str);
    let left = left.read(&args.reading, rule(0), out)?;
    let Some(left) = left else { return Ok(Outcome::Trouble) };
    let right = right.read(&args.reading, rule(1), out)?;
    let Some(right) = right else { return Ok(Outcome::Trouble) };
    match &args.rule[..] {
        [one, other] => rules(args, (&left, one), (&right, other), out),
        _ => all(args, &left, &right, out),
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
fn all(args: &Args, left: &Named, right: &Named, out: &mut Output) -> Result<Outcome, Stop> {
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
        super::show::titled("productions that changed", &rows, out)?;
    }
    super::show::names("other name, same strings", renamed.into_iter(), out)?;
    super::show::names("same name, same strings", kept.into_iter(), out)?;
    super::show::names(&format!("only in {left}"), found.gone.iter().cloned(), out)?;
    super::show::names(&format!("only in {right}"), found.appeared.iter().cloned(), out)?;
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
