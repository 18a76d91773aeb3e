//! The arguments that `normalize` and `compare` share: the highest rung of the ladder of section 6.2, and
//! what the rungs depend on.

use std::ffi::OsString;
use std::io;
use std::sync::OnceLock;

use clap::ValueHint;
use urispec::{Edition, Normalizer, Redirects, Rung};
use urispec_views::fault::utf8;
use urispec_views::strings::{self, Base};

use crate::options::names;
use crate::output::{Output, Passwords, Quoted, Stream, Usage};

/// Describes what is equivalent at each rung.
const fn meaning(rung: Rung) -> &'static str {
    match rung {
        Rung::String => "the same characters",
        Rung::Case => "scheme, host and hexadecimal digits in any case",
        Rung::PercentEncoding => "unreserved characters, encoded or not",
        Rung::PathSegments => "dot segments removed",
        Rung::Scheme => {
            "default ports, empty paths, the local host, mail domains,\n                             \
             URN namespaces"
        }
        Rung::Protocol => "the redirects of --redirect",
        _ => "",
    }
}

/// Returns the help of `--to`, with the rungs of each edition.
fn to() -> String {
    let mut help =
        "The highest rung of the comparison ladder to apply (RFC 3986, 6.2):\n\n".to_owned();
    for &rung in Rung::ALL {
        help += &format!("  {:<16}  {:<7}  {}\n", rung.name(), rung.section(), meaning(rung));
    }
    help += "\nBy default, `normalize` stops at path-segments (with --redirect, at protocol; under whatwg, which \
             lacks the rungs up to there, at scheme), and `compare` applies all rungs.\n\n\
             Some editions have fewer rungs. For a rung that an edition lacks, the rungs below it apply, and a note on \
             stderr says so:\n\n";
    let all = || Edition::default().rungs();
    for edition in Edition::every().filter(|edition| !edition.rungs().eq(all())) {
        help += &format!("  {:<14} {}\n", edition.id(), rungs(edition));
    }
    help + "\nThe other editions have all rungs, with the sections above."
}

fn rungs(edition: Edition) -> String {
    let rungs = edition.rungs().map(|(rung, section)| match section {
        Some(section) => format!("{rung} ({section})"),
        None => rung.to_string(),
    });
    rungs.collect::<Vec<_>>().join(", ")
}

const BASE_FIRST: &str = "\
The URI to resolve every reference against first, by the rules of the edition. It must have a \
scheme; its fragment is dropped (RFC 3986, 5.1).

\"A URI reference must be transformed to its target URI before it can be normalized\" (RFC 3986, \
5.2.1), and relative references \"should be converted to their respective target URIs before \
comparison\" (6.1). A target that would not parse back is written as with `urispec resolve --guard-path`.";

#[derive(clap::Args)]
pub(crate) struct Ladder {
    /// The highest rung to apply: string, case, percent-encoding, path-segments, scheme or protocol
    #[arg(long, value_name = "RUNG", hide_possible_values = true, long_help = to())]
    #[arg(value_parser = names::listed(Rung::ALL.iter().copied().map(|rung| (rung.name(), rung))))]
    pub(crate) to: Option<Rung>,
    /// Declare a known redirect, for the rung `protocol` (RFC 3986, 6.2.4); may be repeated
    #[arg(long, num_args = 2, value_names = ["FROM", "TO"], value_hint = ValueHint::Url)]
    redirect: Vec<OsString>,
    /// Resolve every reference against this URI first (RFC 3986, 5.2.1)
    #[arg(short, long, value_name = "URI", value_hint = ValueHint::Url)]
    #[arg(long_help = BASE_FIRST)]
    base: Option<OsString>,
    // The parsed redirects.
    #[arg(skip)]
    known: OnceLock<Redirects>,
}

impl Ladder {
    pub(crate) const fn has_base(&self) -> bool {
        self.base.is_some()
    }

    /// Returns the base that the command line names, if any.
    pub(crate) fn base(
        &self,
        edition: Edition,
        passwords: Passwords,
    ) -> Result<Option<Base<'_>>, Usage> {
        let Some(given) = &self.base else { return Ok(None) };
        let bytes = given.as_encoded_bytes();
        let base = utf8(bytes).and_then(|text| strings::base(edition, text));
        base.map(Some).map_err(|fault| {
            Usage::new(format!(
                "{} is not a base: {fault}",
                Quoted(bytes, Stream::Messages, passwords)
            ))
        })
    }

    /// Returns the redirects that the command line names, if any.
    pub(crate) fn redirects(&self, passwords: Passwords) -> Result<Option<&Redirects>, Usage> {
        if !self.redirect.is_empty() && self.to.is_some_and(|to| to < Rung::Protocol) {
            let message = "--redirect needs the rung `protocol`, but --to stops below it";
            return Err(Usage::new(message));
        }
        let mut redirects = Redirects::default();
        for pair in self.redirect.chunks(2) {
            let [from, to] = [0, 1].map(|side| pair.get(side).map(|arg| arg.as_encoded_bytes()));
            let [from, to] = [from, to].map(Option::unwrap_or_default);
            let known = match (utf8(from), utf8(to)) {
                (Ok(from), Ok(to)) => redirects.insert(from, to).is_ok(),
                _ => false,
            };
            if !known {
                let [from, to] =
                    [from, to].map(|bytes| Quoted(bytes, Stream::Messages, passwords).to_string());
                let message = format!("--redirect takes two URIs, not {from} and {to}");
                return Err(Usage::new(message));
            }
        }
        let known = self.known.get_or_init(|| redirects);
        Ok((!self.redirect.is_empty()).then_some(known))
    }

    /// Returns a normalizer up to the rung of `--to`, or the rung that redirects need, or the default.
    pub(crate) fn normalizer<'r>(&self, edition: Edition) -> Normalizer<'r> {
        to_rung(Normalizer::from_edition(edition), self.highest())
    }

    /// Returns the rung of `--to`, or the one that redirects need; `redirects` rejects a lower one
    /// together with them.
    fn highest(&self) -> Option<Rung> {
        if self.redirect.is_empty() { self.to } else { Some(Rung::Protocol) }
    }

    /// Notes that the edition lacks the requested rung. This is not an error: a script may pass the
    /// same rung for every edition, and the rungs below it still apply.
    pub(crate) fn note_unlicensed(&self, edition: Edition, out: &mut Output) -> io::Result<()> {
        let has = |rung: &Rung| edition.rungs().any(|(licensed, _)| licensed == *rung);
        let Some(rung) = self.highest().filter(|rung| !has(rung)) else { return Ok(()) };
        let only = rungs(edition);
        out.note(format_args!("note: {edition} has no rung {rung}, only {only}\n"))
    }
}

fn to_rung<'r>(normalizer: Normalizer<'r>, rung: Option<Rung>) -> Normalizer<'r> {
    match rung {
        Some(rung) => normalizer.to(rung),
        None => normalizer,
    }
}

/// The owned arguments, from which each thread builds its own borrowing values.
#[derive(Clone)]
pub(crate) struct Climb {
    pub(crate) edition: Edition,
    to: Option<Rung>,
    redirects: Option<Redirects>,
    base: Option<String>,
    base_edition: Edition,
    ignores_fragment: bool,
}

impl Climb {
    /// Copies the arguments. The base is parsed under its own edition.
    pub(crate) fn new(
        ladder: &Ladder,
        [edition, base_edition]: [Edition; 2],
        ignores_fragment: bool,
        passwords: Passwords,
    ) -> Result<Self, Usage> {
        let redirects = ladder.redirects(passwords)?.cloned();
        Ok(Self {
            edition,
            to: ladder.highest(),
            base: ladder.base(base_edition, passwords)?.map(|base| base.as_str().to_owned()),
            base_edition,
            redirects,
            ignores_fragment,
        })
    }

    pub(crate) fn normalizer(&self) -> Normalizer<'_> {
        let normalizer = to_rung(Normalizer::from_edition(self.edition), self.to);
        let normalizer = normalizer.ignore_fragment(self.ignores_fragment);
        match &self.redirects {
            Some(redirects) => normalizer.redirects(redirects),
            None => normalizer,
        }
    }

    /// Returns the base, if any. Errors in it were reported before.
    pub(crate) fn base(&self) -> Option<Base<'_>> {
        self.base.as_deref().and_then(|base| strings::base(self.base_edition, base).ok())
    }
}
