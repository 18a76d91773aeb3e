//! Finds what an argument names: an edition, a production, or anything else with a printed spelling.
//!
//! The library accepts only the printed spelling. People type `host` for `Host`, `path_abempty` for
//! `path-abempty` and `RFC 3986` for `rfc3986`, so the program accepts these too: the printed spelling
//! has precedence, then names that differ only in letter case, `-`, `_` and spaces. Output always has the
//! printed spelling.

use std::ffi::{OsStr, OsString};
use std::io;
use std::sync::OnceLock;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ErrorKind};
use clap::{Command, ValueHint};
use urispec::{Edition, Normalizer, Recognizer, Redirects, Rung};
use urispec_views::fault::utf8;
use urispec_views::strings;
use urispec_views::strings::Base;

use crate::options::documents;
use crate::options::documents::{digits, ids, is_name_of, is_other_number};
use crate::output::{Output, Passwords, Quoted, Stream, Usage};

/// Returns the printed spelling of a name. If there is not exactly one candidate, the error lists all candidates.
pub(crate) fn find<'n>(
    known: impl Iterator<Item = &'n str> + Clone,
    given: &str,
) -> Result<&'n str, Vec<&'n str>> {
    if let Some(exact) = known.clone().find(|name| *name == given) {
        return Ok(exact);
    }
    let mut meant: Vec<&str> = known.filter(|name| folded(name) == folded(given)).collect();
    // A name printed by two grammars of an edition is one name.
    meant.sort_unstable();
    meant.dedup();
    if let [one] = meant[..] { Ok(one) } else { Err(meant) }
}

fn folded(name: &str) -> String {
    let one = |c: char| if matches!(c, '_' | ' ') { '-' } else { c.to_ascii_lowercase() };
    name.chars().map(one).collect()
}

/// Returns the printed spelling of a name given as `argument`. The caller knows the valid names, but clap does not.
pub(crate) fn one_of<'n>(
    argument: &'static str,
    known: impl Iterator<Item = &'n str> + Clone,
    given: &str,
) -> Result<&'n str, Usage> {
    find(known.clone(), given).map_err(|meant| match &meant[..] {
        [] => Usage::unknown(argument, known, given),
        several => {
            let several: Vec<_> = several.iter().map(|name| format!("`{name}`")).collect();
            Usage::new(format!(
                "`{given}` is ambiguous: it may mean {}; spell the name exactly as shown",
                several.join(" or ")
            ))
        }
    })
}

/// Returns the production that `--rule` names, or the edition's default. The valid names depend on the
/// edition.
pub(crate) fn production(edition: Edition, name: Option<&str>) -> Result<Recognizer, Usage> {
    let Some(name) = name else { return Ok(edition.whole()[0]) };
    let all = edition.grammars().iter().flat_map(|grammar| grammar.productions());
    let known = all.map(|production| production.name());
    let name =
        one_of("rule", known.clone(), name).map_err(|error| error.with_tip(elsewhere(name)))?;
    edition.production(name).map_err(|_| Usage::unknown("rule", known, name))
}

#[derive(Clone, Copy)]
pub(crate) enum ReadBy {
    Rule(Recognizer),
    /// The edition's whole-string production that derives the string, chosen anew for each string.
    Whole(Edition),
}

impl ReadBy {
    /// Interprets the argument `--rule` or its absence.
    pub(crate) fn from_args(edition: Edition, name: Option<&str>) -> Result<Self, Usage> {
        Ok(match name {
            Some(_) => Self::Rule(production(edition, name)?),
            None => Self::Whole(edition),
        })
    }

    /// Returns the production of `--rule`. Without it, returns the whole-string production that reads `text`, or the
    /// first one if there is no text.
    pub(crate) fn production(self, text: Option<&str>) -> Recognizer {
        match (self, text) {
            (Self::Rule(production), _) => production,
            (Self::Whole(edition), Some(text)) => edition.reading(text),
            (Self::Whole(edition), None) => edition.whole()[0],
        }
    }

    pub(crate) fn accepts(self, bytes: &[u8]) -> bool {
        match self {
            Self::Rule(production) => production.accepts(bytes),
            Self::Whole(edition) => edition.whole().iter().any(|whole| whole.accepts(bytes)),
        }
    }
}

/// Returns a tip that lists the editions with a production of this name, or `None` if no edition has one.
pub(crate) fn elsewhere(name: &str) -> Option<String> {
    let mut meant = None;
    let have: Vec<_> = Edition::every()
        .filter(|edition| {
            let rules: Vec<_> = edition.productions().map(|production| production.rule()).collect();
            let found = find(rules.iter().copied(), name).ok();
            meant = meant.or(found);
            found.is_some()
        })
        .collect();
    let ids: Vec<_> = have.iter().map(|edition| edition.id()).collect();
    let name = meant?;
    Some(match &ids[..] {
        [id] => format!("'{name}' is a production of {id}: use '--edition {id}'"),
        ids => format!(
            "'{name}' is a production of {}: choose one of them with '--edition'",
            ids.join(", ")
        ),
    })
}

/// Returns a parser that accepts the names of a list, and returns the value of the given name.
pub(crate) fn listed<T: Copy + Send + Sync + 'static>(
    all: impl IntoIterator<Item = (&'static str, T)>,
) -> impl TypedValueParser<Value = T> {
    described(all.into_iter().map(|(name, value)| (PossibleValue::new(name), value)))
}

pub(crate) fn described<T: Copy + Send + Sync + 'static>(
    all: impl IntoIterator<Item = (PossibleValue, T)>,
) -> impl TypedValueParser<Value = T> {
    ListedNames(all.into_iter().collect())
}

#[derive(Clone)]
struct ListedNames<T>(Vec<(PossibleValue, T)>);

impl<T: Copy + Send + Sync + 'static> TypedValueParser for ListedNames<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&clap::Arg>,
        given: &OsStr,
    ) -> Result<T, clap::Error> {
        let all = self.0.iter().flat_map(|(name, _)| name.get_name_and_aliases());
        let all: Vec<&str> = all.collect();
        let found = given.to_str().and_then(|given| find(all.into_iter(), given).ok());
        let is_it = |name: &PossibleValue| {
            found.is_some_and(|found| name.get_name_and_aliases().any(|name| name == found))
        };
        let found = self.0.iter().find(|(name, _)| is_it(name)).map(|(_, value)| *value);
        let names = self.0.iter().map(|(name, _)| name.clone());
        found.ok_or_else(|| unlisted(names, command, argument, given))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(|(name, _)| name.clone())))
    }
}

/// The maximum number of names that an error lists, for an argument whose help does not list them.
const MANY: usize = 40;

/// Creates clap's own error for a name that is not in a list, with similar names.
fn unlisted(
    names: impl Iterator<Item = impl Into<PossibleValue>>,
    command: &Command,
    argument: Option<&clap::Arg>,
    given: &OsStr,
) -> clap::Error {
    let names = PossibleValuesParser::new(names);
    let is_long = argument.is_some_and(clap::Arg::is_hide_possible_values_set);
    let refused = names.parse_ref(command, argument, given);
    let refused = refused.map_err(|mut error| {
        // A list of a hundred names does not help.
        if is_long && names.possible_values().is_some_and(|all| all.count() > MANY) {
            error.remove(ContextKind::ValidValue);
        }
        error
    });
    refused.err().unwrap_or_else(|| clap::Error::new(clap::error::ErrorKind::InvalidValue))
}

/// Returns a parser for the name of an edition: its id, the name of its document, or the number of its RFC.
pub(crate) fn edition() -> impl TypedValueParser<Value = Edition> {
    Editions
}

#[derive(Clone)]
struct Editions;

impl TypedValueParser for Editions {
    type Value = Edition;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&clap::Arg>,
        given: &OsStr,
    ) -> Result<Edition, clap::Error> {
        let name = given.to_str().unwrap_or_default();
        let found = Edition::every().find(|edition| is_name_of(*edition, name));
        found.ok_or_else(|| match documents::named(name) {
            Some(document) => document.refused(command),
            None if is_other_number(name) => {
                let ids = ids().collect::<Vec<_>>().join(", ");
                let message =
                    format!("RFC {} is not an edition\n  [possible values: {ids}]", digits(name));
                command.clone().error(ErrorKind::InvalidValue, message)
            }
            None => unlisted(ids(), command, argument, given),
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(ids().map(PossibleValue::new)))
    }
}

/// Returns the named editions, each once. The default is all editions; the documents of single schemes come last.
pub(crate) fn all_or(named: &[Edition]) -> Vec<Edition> {
    if named.is_empty() { Edition::every().collect() } else { generic_or(named) }
}

/// Returns the named editions, each once. The default is all editions that define URIs in general.
pub(crate) fn generic_or(named: &[Edition]) -> Vec<Edition> {
    let named = if named.is_empty() { Edition::ALL } else { named };
    let mut once = Vec::new();
    for edition in named {
        if !once.contains(edition) {
            once.push(*edition);
        }
    }
    once
}

// The arguments that `normalize` and `compare` share: the highest rung of the comparison ladder (RFC 3986,
// 6.2), and what the rungs depend on.

/// Describes what is equivalent at a rung.
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
    #[arg(value_parser = listed(Rung::ALL.iter().copied().map(|rung| (rung.name(), rung))))]
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

    /// Returns a normalizer that applies the rungs up to [`Self::highest`] or, if that is `None`, up to the default.
    pub(crate) fn normalizer<'r>(&self, edition: Edition) -> Normalizer<'r> {
        to_rung(Normalizer::from_edition(edition), self.highest())
    }

    /// Returns the highest rung to apply: with redirects, the rung `protocol`; otherwise the rung of `--to`. If there
    /// are redirects, [`Self::redirects`] rejects a lower `--to`.
    fn highest(&self) -> Option<Rung> {
        if self.redirect.is_empty() { self.to } else { Some(Rung::Protocol) }
    }

    /// Prints a note if the edition lacks the requested rung. This is not an error: a script may pass
    /// the same rung for every edition, and the lower rungs still apply.
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

/// An owned copy of the ladder arguments, from which each thread builds its own normalizer and base.
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
    /// Copies the arguments. The base is parsed under the edition `base_edition`.
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

    /// Returns the base, if there is one. An invalid base was already reported by [`Self::new`].
    pub(crate) fn base(&self) -> Option<Base<'_>> {
        self.base.as_deref().and_then(|base| strings::base(self.base_edition, base).ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The printed spelling has precedence, so every name can be selected.
    #[test]
    fn a_folded_name_that_two_have_is_neither() {
        let known = ["url", "URL", "net_path", "Net-Path", "h16", "h16"];
        let found = |given| find(known.into_iter(), given);
        assert_eq!(found("url"), Ok("url"));
        assert_eq!(found("URL"), Ok("URL"));
        assert_eq!(found("Url"), Err(vec!["URL", "url"]));
        assert_eq!(found("NET PATH"), Err(vec!["Net-Path", "net_path"]));
        assert_eq!(found("H16"), Ok("h16"));
        assert_eq!(found("netpath"), Err(Vec::new()));
    }
}
