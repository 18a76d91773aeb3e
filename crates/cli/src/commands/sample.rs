//! `urispec sample`: members of a production's language, and strings that almost are some.

use urispec::Recognizer;
use urispec_compare::sample::{ByteSampler, NotSampled, Sampler};
use urispec_compare::suite::Case;

use crate::grammar::{Decided, Language, ProductionArgs, record};
use crate::output::usage::{Outcome, Stop};
use crate::output::{Output, counted};

const HELP: &str = "\
Make random members of a production's language, one per line, or strings that almost are members. \
A member is a string that the production derives.

The sampler walks through the production's minimal automaton. At each step it takes the \
transition that was taken least often, so that no transition is left out for long; all characters \
of a class are equally likely. The sampler does not imitate how often anything occurs in the \
world. The same seed makes the same strings on every platform. If a language has few members, \
they are repeated.

With --grammar, they are members of a production of your own grammar, or of a rule that its notation has \
without a definition, such as ALPHA or ASCII_DIGIT. Its letters are characters if all \
its members are UTF-8, and bytes if not; --max-len counts letters.

Strings are printed as they are; on a terminal, characters that cannot be seen are escaped. A string that \
cannot stand on a line, which has a line break or is not UTF-8, is printed by --json only.

Exit codes: 0, there are such strings; 1, no member is as short as --max-len demands, or every string is \
a member, or none; 2, wrong usage, or the production of --grammar has no automaton, or a string cannot \
stand on a line.";

const EXAMPLES: &str = "\
Examples:
  $ urispec sample --rule dec-octet --shortest -n 8 | paste -s -d ' ' -
  0 1 2 3 5 6 10 11
  $ urispec sample -n 1000 | urispec check --count -f -
  1,000 checked: 1,000 valid, 0 invalid
  $ urispec sample -n 1000 --near-miss --seed 7 | urispec check --count -f -; echo $?
  1,000 checked: 0 valid, 1,000 invalid
  1
  $ urispec sample --rule path-empty --near-miss --json | grep -c '\"offset\":0'
  10
  $ echo 'two = 2(%x61 / %x62)' | urispec sample --grammar - --notation abnf --shortest
  aa";

const NEAR_MISS: &str = "\
Make strings that are not members, but become members when one character is added, removed or \
replaced. Such a string may be one character longer than a member.";

const SHORTEST: &str = "\
List the members by length, shortest first. Of the characters that the grammar never tells apart, \
only one is used.";

const JSON: &str = "\
Print one JSON object per line for each string: `schema`, `edition`, `rule`, `input`, `valid`, \
and `components` or `offset`, as `urispec testgen` prints them. With --grammar, `grammar` stands in \
place of `edition`, and `input_hex` in place of `input` where the string is not UTF-8.";

/// Make random members of a production's language, or strings that almost are some
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    subject: ProductionArgs,
    /// How many strings to make
    #[arg(short, long, value_name = "NUM", default_value_t = 10)]
    number: u64,
    /// The number that the random choice depends on: the same seed makes the same strings
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// How many bytes a member may have [default: 64, or the length of the shortest member]
    #[arg(long, value_name = "L")]
    max_len: Option<usize>,
    /// Make strings that are one edit away from a member, and not members
    #[arg(long, long_help = NEAR_MISS)]
    near_miss: bool,
    /// List the members by length, not at random
    #[arg(long, conflicts_with_all = ["near_miss", "seed"], long_help = SHORTEST)]
    shortest: bool,
    /// Print one JSON object per line for each string
    #[arg(short, long, long_help = JSON)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    match args.subject.decided(out)? {
        None => Ok(Outcome::Trouble),
        Some(Decided::Edition(production)) => of_edition(args, production, out),
        Some(Decided::Grammar(language)) => of_grammar(args, &language, out),
    }
}

/// Samples a production of an edition.
fn of_edition(args: &Args, production: Recognizer, out: &mut Output) -> Result<Outcome, Stop> {
    let sampler = Sampler::new(production).seed(args.seed);
    let sampler = match args.max_len {
        None => Ok(sampler),
        Some(max_len) => sampler.max_len(max_len),
    };
    let mut sampler = match sampler {
        Ok(sampler) => sampler,
        Err(error) => {
            out.complain(format_args!("--rule {}: {error}\n", production.rule()))?;
            return Ok(Outcome::No);
        }
    };
    if args.shortest {
        for (_, member) in (0..args.number).zip(sampler.shortest()) {
            if !say(args, production, member, out)? {
                return Ok(Outcome::Trouble);
            }
        }
        return Ok(Outcome::Yes);
    }
    for _ in 0..args.number {
        let made = if args.near_miss { sampler.near_miss() } else { sampler.member() };
        if !say(args, production, made, out)? {
            return Ok(Outcome::Trouble);
        }
    }
    Ok(Outcome::Yes)
}

/// Prints a string, unless it is none of one line.
fn say(args: &Args, production: Recognizer, input: String, out: &mut Output) -> Result<bool, Stop> {
    if args.json {
        let offset = production.check(&input).err().map(|error| error.offset());
        counted::record(production, &Case { input, offset })?.print(out)?;
        out.end_record()?;
        return Ok(true);
    }
    line(input.as_bytes(), out)
}

/// Prints a string on a line of its own, from which it can be read back.
fn line(input: &[u8], out: &mut Output) -> Result<bool, Stop> {
    match str::from_utf8(input) {
        Ok(text) if !text.contains(['\n', '\r']) => out.string(text),
        _ => {
            let text = input.escape_ascii();
            out.refuse(&format!(
                "\"{text}\" cannot stand on a line as it is; print the strings by --json"
            ))?;
            return Ok(false);
        }
    }
    out.end_record()?;
    Ok(true)
}

/// Samples a production of a grammar of the user.
fn of_grammar(args: &Args, language: &Language, out: &mut Output) -> Result<Outcome, Stop> {
    let sampler = ByteSampler::new(language.acceptor.clone()).map(|one| one.seed(args.seed));
    let sampler = match args.max_len {
        None => sampler,
        Some(max_len) => sampler.and_then(|sampler| sampler.max_len(max_len)),
    };
    let mut sampler = match sampler {
        Ok(sampler) => sampler,
        Err(error) => {
            let what = format_args!("--rule {}: {error}\n", language.rule);
            out.complain(what)?;
            return Ok(match error {
                NotSampled::TooLarge => Outcome::Trouble,
                _ => Outcome::No,
            });
        }
    };
    if args.shortest {
        for (_, member) in (0..args.number).zip(sampler.shortest()) {
            if !say_bytes(args, language, &member, out)? {
                return Ok(Outcome::Trouble);
            }
        }
        return Ok(Outcome::Yes);
    }
    for _ in 0..args.number {
        let made = if args.near_miss { sampler.near_miss() } else { Some(sampler.member()) };
        let Some(made) = made else {
            let rule = &language.rule;
            out.complain(format_args!("--rule {rule}: every string is a member\n"))?;
            return Ok(Outcome::No);
        };
        if !say_bytes(args, language, &made, out)? {
            return Ok(Outcome::Trouble);
        }
    }
    Ok(Outcome::Yes)
}

/// Prints a string, unless it is none of one line.
fn say_bytes(
    args: &Args,
    language: &Language,
    input: &[u8],
    out: &mut Output,
) -> Result<bool, Stop> {
    if args.json {
        let offset = language.acceptor.offset(input);
        record(&language.file, &language.rule)
            .witness("input", Some(input))
            .with("valid", offset.is_none())
            .with("offset", offset)
            .print(out)?;
        out.end_record()?;
        return Ok(true);
    }
    line(input, out)
}
