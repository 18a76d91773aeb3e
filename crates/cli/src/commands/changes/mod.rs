//! `urispec changes`: what changed from one edition to another, or between two versions of a grammar, in
//! sentences.
//!
//! In: two editions. Out: their [`Changes`] for people ([`show`]), or as JSON ([`record`]). In: two grammars, of
//! which one at least is a file. Out: the same of their productions ([`given`]).

use urispec_compare::changes::{ChangeKind, Changes};

use crate::grammar::Reading;
use crate::grammar::side::{self, Side};
use crate::options::names;
use crate::output::Output;
use crate::output::outcome::{Outcome, Stop};

mod given;
mod record;
mod show;

const HELP: &str = "\
Say in sentences what changed from edition E1 to edition E2, for release notes. Each sentence names \
the sections of both documents. Either edition may be the older one. `diff` has the strings without sentences.

`productions`: what is new, gone or renamed, and what derives more or other strings; and, if the newer \
document says so, what it puts in the place of a rule. The languages are compared as automata. A production \
differs `through` others if they alone explain it: in each string that shows the difference, one of them \
derives a part that its counterpart does not derive.

`resolution`: references that have other targets, found among all short references, and what each \
document says of them. `normalization`: differences between two strings that only one of the documents \
says do not matter. `terms`: what each document calls the same thing.

Every string was tried: it is derived, resolves or is equivalent as the sentence says. A document may \
resolve a reference that no production of it derives, as RFC 2396 does with \"?g\": another reference \
stands first, if there is one that both documents derive. JSON has more strings than the sentences.

--short prints each change on one line of Markdown, without the strings and with the section of E2 alone.

A file with a grammar of your own may stand in place of an edition, such as an older version of the other \
file: .abnf, .bnf, .ebnf or .pest. Then the productions are compared: two are a pair if their names differ \
only in letter case and in `-` and `_`, or if both have lost their partner and derive the same strings. A \
production that is written as before differs through what it uses. One that is written otherwise and \
derives the same strings is named too; blanks, comments and what is called by another name do not matter. \
Productions that nest, as brackets do, cannot be compared as automata: such a one is unchanged if it and all \
that it uses are written as before; else the sentence says that this is not decided, and why.

Exit codes: 0, nothing changed, or in a grammar of your own at most the writing; 1, something changed; 2, wrong \
usage, or a file cannot be read, or no change is found and some production is not decided.";

const EXAMPLES: &str = "\
Examples:
  $ urispec changes rfc2396 rfc3986 --only productions | grep -A1 IPv4address
  - `IPv4address` is narrower: RFC 3986 does not derive \"0.0.0.00\". (RFC 2396, 3.2.2; RFC 3986,
    3.2.2)
  $ urispec changes rfc2396 rfc3986 --short --only resolution | grep root
  - Segments \"..\" that lead above the root: RFC 3986 removes them (5.2.4)
  $ urispec changes rfc2396 rfc3986 --json | grep -o '\"reference\":\"?g\",\"since\":\"[^\"]*\"'
  \"reference\":\"?g\",\"since\":\"http://a/b/c/?g\"
  $ echo 'scheme = 1*ALPHA' | urispec changes - rfc3986 --notation abnf | grep '`scheme`'
  - `scheme` is wider: rfc3986 also derives \"A+\".
  $ urispec changes rfc3986 rfc3986; echo $?
  Nothing changed.
  0";

/// Say in sentences what changed from one document to another (by strings: diff)
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// An edition, or a file with a grammar of your own
    // The id is that of the printed grammar of an audit, which what stands beside a grammar asks for.
    #[arg(id = "bnf", value_name = "E1", value_parser = side::parser())]
    since: Side,
    /// The edition or the file that changed it
    #[arg(value_name = "E2", value_parser = side::parser())]
    edition: Side,
    #[command(flatten)]
    reading: Reading,
    /// Say only what changed of this kind
    #[arg(
        long,
        value_name = "KIND",
        value_parser = names::listed(ChangeKind::ALL.iter().copied().map(|kind| (kind.name(), kind)))
    )]
    only: Vec<ChangeKind>,
    /// Print each change on one line, without the strings that show it
    #[arg(short, long, conflicts_with = "json")]
    short: bool,
    /// Print one JSON object for each change
    #[arg(short, long, long_help = record::HELP)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    let sides = (&args.since, &args.edition);
    let Some((since, edition)) = side::editions(sides, &args.reading)? else {
        return given::run(args, out);
    };
    let mut changes = Changes::between(since, edition);
    if !args.only.is_empty() {
        changes.entries.retain(|entry| args.only.contains(&entry.kind));
    }
    let outcome = out.decide(Outcome::of(changes.entries.is_empty()));
    if args.json {
        for entry in &changes.entries {
            out.line(record::of(&changes, entry))?;
        }
    } else {
        show::all(&changes, args.short, out)?;
    }
    Ok(outcome)
}
