//! How far to climb the ladder of section 6.2, and what to know before: the arguments that `normalize`
//! and `compare` take alike.

use std::ffi::OsString;
use std::io;
use std::sync::OnceLock;

use clap::ValueHint;
use urispec::{Edition, Normalizer, Redirects, Rung};
use urispec_views::fault::utf8;
use urispec_views::strings::{self, Base};

use crate::options::names;
use crate::output::{Output, Passwords, Quoted, Stream, Usage};

/// What is the same at each rung.
const fn meaning(rung: Rung) -> &'static str {
    match rung {
        Rung::String => "the same characters",
        Rung::Case => "scheme, host and hexadecimal digits in any case",
        Rung::PercentEncoding => "unreserved characters, encoded or not",
        Rung::PathSegments => "dot segments removed",
        Rung::Scheme => {
            "default ports, empty paths, the local host, the domain of a mail\n                             \
             address, the namespace of a URN"
        }
        Rung::Protocol => "what --redirect says",
        _ => "",
    }
}

/// The help of `--to`, with the rungs that each edition has.
fn to() -> String {
    let mut help = "The highest rung to climb to, of the ladder of RFC 3986, 6.2:\n\n".to_owned();
    for &rung in Rung::ALL {
        help += &format!("  {:<16}  {:<7}  {}\n", rung.name(), rung.section(), meaning(rung));
    }
    help += "\n`normalize` stops at path-segments (with --redirect, at protocol; under whatwg, which has no rung \
             up to there, at scheme), `compare` at none.\n\n\
             Some editions have fewer. A rung that an edition does not have is noted on stderr, and \
             changes no more than the rungs below it:\n\n";
    let all = || Edition::default().rungs();
    for edition in Edition::every().filter(|edition| !edition.rungs().eq(all())) {
        help += &format!("  {:<14} {}\n", edition.id(), rungs(edition));
    }
    help + "\nThe others have all, with the sections above."
}

fn rungs(edition: Edition) -> String {
    let rungs = edition.rungs().map(|(rung, section)| match section {
        Some(section) => format!("{rung} ({section})"),
        None => rung.to_string(),
    });
    rungs.collect::<Vec<_>>().join(", ")
}

const BASE_FIRST: &str = "\
The URI to resolve every reference against before anything else, by the letter of the edition. It \
has a scheme; its fragment is dropped (RFC 3986, 5.1).

\"A URI reference must be transformed to its target URI before it can be normalized\" (RFC 3986, \
5.2.1), and relative references \"should be converted to their respective target URIs before \
comparison\" (6.1). A target that would not read back is written as by `urispec resolve --guard-path`.";

#[derive(clap::Args)]
pub(crate) struct Ladder {
    /// The highest rung to climb to: string, case, percent-encoding, path-segments, scheme or
    /// protocol
    #[arg(long, value_name = "RUNG", hide_possible_values = true, long_help = to())]
    #[arg(value_parser = names::listed(Rung::ALL.iter().copied().map(|rung| (rung.name(), rung))))]
    pub(crate) to: Option<Rung>,
    /// A redirect that you know, for the rung `protocol` (RFC 3986, 6.2.4); may be repeated
    #[arg(long, num_args = 2, value_names = ["FROM", "TO"], value_hint = ValueHint::Url)]
    redirect: Vec<OsString>,
    /// The URI to resolve every reference against first (RFC 3986, 5.2.1)
    #[arg(short, long, value_name = "URI", value_hint = ValueHint::Url)]
    #[arg(long_help = BASE_FIRST)]
    base: Option<OsString>,
    // The redirects, once they are read.
    #[arg(skip)]
    known: OnceLock<Redirects>,
}

impl Ladder {
    pub(crate) const fn has_base(&self) -> bool {
        self.base.is_some()
    }

    /// The base that the command line names, if it names one.
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
                "{} is no base: {fault}",
                Quoted(bytes, Stream::Messages, passwords)
            ))
        })
    }

    /// The redirects that the command line names, if it names some.
    pub(crate) fn redirects(&self, passwords: Passwords) -> Result<Option<&Redirects>, Usage> {
        if !self.redirect.is_empty() && self.to.is_some_and(|to| to < Rung::Protocol) {
            let message = "--redirect is for the rung `protocol`, which --to leaves out";
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
                let message = format!("a redirect is from a URI to a URI, not from {from} to {to}");
                return Err(Usage::new(message));
            }
        }
        let known = self.known.get_or_init(|| redirects);
        Ok((!self.redirect.is_empty()).then_some(known))
    }

    /// A normalizer up to the rung that is asked for, or that redirects need; otherwise as far as it goes of
    /// itself.
    pub(crate) fn normalizer<'r>(&self, edition: Edition) -> Normalizer<'r> {
        to_rung(Normalizer::from_edition(edition), self.highest())
    }

    /// The rung that is asked for, or the one of redirects: `redirects` refuses a lower one beside them.
    fn highest(&self) -> Option<Rung> {
        if self.redirect.is_empty() { self.to } else { Some(Rung::Protocol) }
    }

    /// Says that the rung asked for is none of the edition's. It is no mistake to ask: a script may ask
    /// the same of every edition, and the rungs below are climbed all the same.
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

/// The arguments, owned, for threads that each make of them what borrows from them.
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
    /// What the arguments say. A base is read by an edition of its own.
    pub(crate) fn of(
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

    /// The base, if there is one. What is wrong with one was said before.
    pub(crate) fn base(&self) -> Option<Base<'_>> {
        self.base.as_deref().and_then(|base| strings::base(self.base_edition, base).ok())
    }
}
