//! `urispec diff`: where two editions differ.
//!
//! In: two editions, or two of their productions, or nothing. Out: a [`Diff`](urispec_compare::diff::Diff)
//! for people ([`show`]), or a [`table`] of all; or as JSON ([`record`]).

use urispec::Edition;
use urispec_compare::diff::{Comparison, Diff, Language, Relation};
use urispec_views::diff as views;

use crate::grammar::Reading;
use crate::grammar::side::{self, Side};
use crate::options::names;
use crate::output::Output;
use crate::output::outcome::{Outcome, Stop};
use crate::output::usage::Usage;

mod given;
mod show;
mod table;

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
    #[arg(id = "bnf", value_name = "E1", requires = "right", value_parser = side::parser())]
    left: Option<Side>,
    /// The edition or the file to compare it with
    #[arg(value_name = "E2", value_parser = side::parser())]
    right: Option<Side>,
    #[command(flatten)]
    reading: Reading,
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
    let Some((left, right)) = side::editions((left, right), &args.reading)? else {
        return given::run(args, left, right, out);
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
        table::show(&rows, out)?;
    }
    Ok(worst)
}
