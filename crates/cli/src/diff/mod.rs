//! `urispec diff`: where two editions differ.
//!
//! In: two editions, or two of their productions, or nothing. Out: a [`Diff`](urispec::diff::Diff)
//! for people ([`show`]), or a [`table`] of all six; or as JSON ([`record`]).

use urispec::Edition;
use urispec::diff::{Comparison, Diff as Found, Language, Relation};

use crate::args::unknown;
use crate::audit::record::line;
use crate::output::Output;
use crate::{Stop, Verdict};

pub(crate) mod args;
mod record;
mod show;
mod table;

pub(crate) use args::Diff;

pub(crate) fn run(args: &Diff, out: &mut Output) -> Result<Verdict, Stop> {
    let (Some(left), Some(right)) = (args.left, args.right) else { return all(args, out) };
    let comparison = match &args.rule[..] {
        [one, other] => {
            let comparison = Comparison::of(language(left, one)?, language(right, other)?);
            if args.json {
                line(&record::of_rules(&comparison), out)?;
            } else {
                show::of_rules(&comparison, out)?;
            }
            comparison
        }
        _ => {
            let found = Found::of(left, right);
            if args.json {
                line(&record::of(&found), out)?;
            } else {
                show::of(&found, out)?;
            }
            found.whole
        }
    };
    Ok(verdict(&comparison))
}

fn verdict(comparison: &Comparison) -> Verdict {
    if comparison.relation == Relation::Equal { Verdict::Yes } else { Verdict::No }
}

fn language(edition: Edition, rule: &str) -> Result<Language, clap::Error> {
    let names = edition.grammars().iter().flat_map(|grammar| grammar.productions());
    let names = names.map(|production| production.name);
    Language::of(edition, rule).map_err(|_| unknown("diff", "rule", names, rule))
}

/// Each edition with each.
fn all(args: &Diff, out: &mut Output) -> Result<Verdict, Stop> {
    let mut worst = Verdict::Yes;
    let mut rows = Vec::new();
    for &left in Edition::ALL {
        let compare =
            |&right: &Edition| Comparison::of(Language::whole(left), Language::whole(right));
        rows.push(Edition::ALL.iter().map(compare).collect::<Vec<_>>());
    }
    for (row, comparisons) in rows.iter().enumerate() {
        for comparison in &comparisons[row + 1..] {
            worst = worst.max(verdict(comparison));
            if args.json {
                line(&record::whole(comparison), out)?;
            }
        }
    }
    if !args.json {
        table::show(&rows, out)?;
    }
    Ok(worst)
}
