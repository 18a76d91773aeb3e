//! `urispec sample`: generates members of a production's language, and near misses.

use urispec_compare::sample::{ByteSampler, NotSampled, Sampler};
use urispec_compare::suite::Case;

use crate::grammar::{Decided, Language, ProductionArgs, record};
use crate::output::{Outcome, Output, Stop, columns};

const HELP: &str = "\
Generate random members of a production's language, one per line, or strings that are almost members. \
A member is a string that the production derives.

The sampler walks through the production's minimal automaton. At each step it takes the least used \
transition, so that every transition is covered soon; all characters \
of a class are equally likely. The frequencies are not those of real-world data. \
The same seed generates the same strings on every platform. If a language has few members, \
they are repeated.

With --grammar, the production is one of your own grammar, or one predefined by its notation, such \
as ALPHA or ASCII_DIGIT. Letters are characters if all \
members are UTF-8, and bytes otherwise; --max-len counts letters.

Strings are printed as they are; on a terminal, invisible characters are escaped. A string with a line \
break, or that is not UTF-8, can only be printed with --json.

Exit codes: 0, the strings are printed; 1, no member is as short as --max-len demands, or every string is \
a member, or none; 2, wrong usage, or the production of --grammar cannot be decided, or a string cannot \
be printed on a line.";

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
Generate strings that are not members, but become members if one character is added, removed or \
replaced. Such a string may be one character longer than a member.";

const SHORTEST: &str = "\
List the members by length, shortest first. If the grammar does not distinguish some characters, only one of them is used.";

const JSON: &str = "\
Print one JSON object per line for each string: `schema`, `edition`, `rule`, `input`, `valid`, \
and `components` or `offset`, as for `urispec testgen`. With --grammar, there is `grammar` instead \
of `edition`, and `input_hex` instead of `input` if the string is not UTF-8.";

/// Generate random members of a production's language, or near misses
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    subject: ProductionArgs,
    /// The number of strings
    #[arg(short, long, value_name = "NUM", default_value_t = 10)]
    number: u64,
    /// The seed of the random choices; the same seed generates the same strings
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// The maximum length of a member in bytes [default: 64, or the length of the shortest member]
    #[arg(long, value_name = "L")]
    max_len: Option<usize>,
    /// Generate strings that are not members, but one edit away from a member
    #[arg(long, long_help = NEAR_MISS)]
    near_miss: bool,
    /// List the members by length, instead of at random
    #[arg(long, conflicts_with_all = ["near_miss", "seed"], long_help = SHORTEST)]
    shortest: bool,
    /// Print one JSON object per string, one per line
    #[arg(short, long, long_help = JSON)]
    json: bool,
}

/// The maximum number of strings that are tried until one is a near miss.
const TRIES: usize = 1_000;

enum AnySampler<'l> {
    Edition(Sampler),
    Grammar(ByteSampler, &'l Language),
}

impl AnySampler<'_> {
    fn made(&mut self, is_near_miss: bool) -> Option<Vec<u8>> {
        match self {
            Self::Edition(sampler) if is_near_miss => Some(sampler.near_miss().into_bytes()),
            Self::Edition(sampler) => Some(sampler.member().into_bytes()),
            // Of a production that nests in itself, a near miss may be a string of deeper nesting.
            Self::Grammar(sampler, language) if is_near_miss => (0..TRIES)
                .map_while(|_| sampler.near_miss())
                .find(|text| language.membership(text).is_some_and(|found| !found.valid)),
            Self::Grammar(sampler, _) => Some(sampler.member()),
        }
    }

    fn shortest(&self) -> Box<dyn Iterator<Item = Vec<u8>> + '_> {
        match self {
            Self::Edition(sampler) => Box::new(sampler.shortest().map(String::into_bytes)),
            Self::Grammar(sampler, _) => Box::new(sampler.shortest()),
        }
    }
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    let subject = args.subject.decided(out)?;
    let (rule, sampler) = match &subject {
        Decided::Edition(production) => {
            let sampler = Sampler::new(*production).seed(args.seed);
            let sampler = match args.max_len {
                None => Ok(sampler),
                Some(max_len) => sampler.max_len(max_len),
            };
            (production.rule(), sampler.map(AnySampler::Edition))
        }
        Decided::Grammar(language) => {
            let sampler = ByteSampler::new(language.acceptor.clone());
            let sampler = sampler.map(|sampler| sampler.seed(args.seed));
            let sampler = match args.max_len {
                None => sampler,
                Some(max_len) => sampler.and_then(|sampler| sampler.max_len(max_len)),
            };
            (&*language.rule, sampler.map(|sampler| AnySampler::Grammar(sampler, language)))
        }
    };
    let mut sampler = match sampler {
        Ok(sampler) => sampler,
        Err(error) => {
            out.complain(format_args!("--rule {rule}: {error}\n"))?;
            let is_trouble = matches!(error, NotSampled::TooLarge);
            return Ok(if is_trouble { Outcome::Trouble } else { Outcome::No });
        }
    };
    if args.shortest {
        for (_, member) in (0..args.number).zip(sampler.shortest()) {
            say(args, &subject, &member, out)?;
        }
        return Ok(Outcome::Yes);
    }
    for _ in 0..args.number {
        let Some(made) = sampler.made(args.near_miss) else {
            out.complain(format_args!(
                "--rule {rule}: there are no near misses, since every string is a member\n"
            ))?;
            return Ok(Outcome::No);
        };
        say(args, &subject, &made, out)?;
    }
    Ok(Outcome::Yes)
}

/// Prints a string as JSON or on a line. On a line, only UTF-8 without a line end can be printed.
fn say(args: &Args, subject: &Decided, input: &[u8], out: &mut Output) -> Result<(), Stop> {
    match (subject, str::from_utf8(input)) {
        (Decided::Edition(production), text) if args.json => {
            let input = text.unwrap_or_default().to_owned();
            let offset = production.check(&input).err().map(|error| error.offset());
            columns::record(*production, &Case { input, offset })?.print(out)?;
            out.end_record()?;
        }
        (Decided::Grammar(language), _) if args.json => {
            let found = language.membership(input);
            record(&language.file, &language.rule)
                .witness("input", Some(input))
                .with("valid", found.map(|found| found.valid))
                .with("offset", found.and_then(|found| found.offset))
                .print(out)?;
        }
        (_, Ok(text)) if !text.contains(['\n', '\r']) => out.string(text),
        _ => {
            let text = input.escape_ascii();
            out.refuse(&format!("\"{text}\" cannot be printed on one line; use --json"))?;
            return Err(Stop::Refused);
        }
    }
    Ok(out.end_record()?)
}
