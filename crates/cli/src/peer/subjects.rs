//! The readers that are compared, and their answers.

use std::ffi::OsString;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use urispec::Edition;
use urispec_compare::across::Across;
use urispec_compare::parsers::{ParserAnswer, by_appendix_b, by_rfc3986};
use urispec_views::editions;

use super::list::ListedPeer;
use super::{Peer, PeerArgs, PeerError, Question, list};
use crate::options::documents::is_name_of;
use crate::options::names;
use crate::output::{Escaped, Output, Passwords, Stop, Usage};

/// The prefix that distinguishes a listed peer from a built-in reader with the same name.
const OF_LIST: &str = "peer:";

/// The maximum length of a name in characters. Longer names are cut.
const LONGEST_NAME: usize = 60;

#[derive(Clone, Copy, PartialEq, Eq)]
enum BuiltInReader {
    Urispec,
    AppendixB,
    Whatwg,
    Edition(Edition),
}

impl BuiltInReader {
    const NAMED: [(&'static str, Self); 3] =
        [("urispec", Self::Urispec), ("appendix-b", Self::AppendixB), ("whatwg", Self::Whatwg)];

    /// Returns all built-in readers with their names: the default readers and the editions, except
    /// the edition `whatwg`, since a default reader has this name.
    fn all() -> impl Iterator<Item = (&'static str, Self)> + Clone {
        let is_other =
            |edition: &Edition| Self::NAMED.iter().all(|(name, _)| *name != edition.id());
        let editions = Edition::every().filter(is_other);
        let editions = editions.map(|edition| (edition.id(), Self::Edition(edition)));
        Self::NAMED.into_iter().chain(editions)
    }

    fn tell<'t>(self, text: &'t str, base: Option<&str>) -> ParserAnswer<'t> {
        match self {
            Self::Urispec => by_rfc3986(text, base),
            Self::AppendixB => by_appendix_b(text, base),
            Self::Whatwg => editions::told(text, base),
            Self::Edition(edition) => {
                let across = Across::new().editions(&[edition]);
                let across = match base {
                    Some(base) => across.base(base),
                    None => across,
                };
                let answers = across.ask(text);
                answers
                    .each()
                    .first()
                    .map(|one| one.to_parser_answer().into_owned())
                    .unwrap_or_default()
            }
        }
    }
}

/// Lists the built-in readers in a sentence.
pub(crate) fn built_in_readers() -> String {
    let names: Vec<_> = BuiltInReader::all().map(|(name, _)| name).collect();
    format!("the built-in readers are {}", names.join(", "))
}

pub(crate) struct Subjects {
    pub(crate) names: Vec<String>,
    own: Vec<BuiltInReader>,
    peers: Mutex<Vec<Peer>>,
    has_peers: bool,
    pub(crate) base: Option<String>,
}

pub(crate) struct Wanted<'a> {
    pub(crate) argument: &'static str,
    pub(crate) names: &'a [String],
    /// Whether to include the default readers: urispec, appendix-b and whatwg.
    pub(crate) has_default: bool,
    pub(crate) commands: &'a [String],
    pub(crate) asking: &'a PeerArgs,
    pub(crate) base: Option<String>,
}

impl Subjects {
    /// Starts the programs. If a program cannot be used, reports the error on stderr and returns `None`. A listed peer
    /// that is not installed is reported and skipped.
    pub(crate) fn start(wanted: Wanted<'_>, out: &mut Output) -> Result<Option<Self>, Stop> {
        let (folder, timeout) = (wanted.asking.peers.as_deref(), wanted.asking.timeout());
        let (own, given) = split_names(wanted.names, wanted.has_default);
        let mut listed = Vec::new();
        if !given.is_empty() {
            let known: Vec<_> = BuiltInReader::all().map(|(name, _)| name).collect();
            let Some(found) = list::named(wanted.argument, &given, &known, folder, out)? else {
                out.note(format_args!("{}\n", unlisted(&given)))?;
                return Ok(None);
            };
            listed = found;
        }
        let is_all = wanted.names.iter().any(|name| name == list::ALL);
        let mut names: Vec<_> = own.iter().map(|(name, _)| (*name).to_owned()).collect();
        let mut peers = Vec::new();
        let mut absent = Vec::new();
        for (one, begun) in listed.iter().zip(list::start(&listed, timeout)) {
            if let Some(why) = begun.as_ref().err().and_then(PeerError::absence) {
                absent.push((one, why));
                continue;
            }
            let Some(peer) = out.or_refuse(begun)? else { return Ok(None) };
            names.push(one.name.clone());
            peers.push(peer);
        }
        report_absent(&absent, is_all, out)?;
        for command in wanted.commands {
            let Some(peer) = out.or_refuse(start_command(command, timeout)?)? else {
                return Ok(None);
            };
            names.push(program_name(peer.reader().unwrap_or(command)));
            peers.push(peer);
        }
        let left = match (&names[..], &absent[..]) {
            ([], [_, _, ..]) => Some("none is available".to_owned()),
            ([name], [_, ..]) => Some(format!("only {name} is available")),
            _ => None,
        };
        if let Some(left) = left {
            out.refuse(&format!("at least two readers are needed, but {left}"))?;
            return Ok(None);
        }
        if names.len() < 2 {
            let only = match &names[..] {
                [name] => format!("only {name} is named"),
                _ => "none is named".to_owned(),
            };
            return Err(Usage::new(format!("name at least two readers: {only}")).into());
        }
        make_distinct(&mut names);
        let has_peers = !peers.is_empty();
        let own = own.into_iter().map(|(_, own)| own).collect();
        Ok(Some(Self { names, own, peers: Mutex::new(peers), has_peers, base: wanted.base }))
    }

    /// Returns, for each string, the answers of all readers.
    ///
    /// # Errors
    /// Fails if a program cannot be queried any more. After that, no program is queried again.
    pub(crate) fn ask<'t>(&self, texts: &[&'t str]) -> Result<Vec<Vec<ParserAnswer<'t>>>, String> {
        let base = self.base.as_deref();
        let own = |text: &&'t str| self.own.iter().map(|own| own.tell(text, base)).collect();
        if !self.has_peers {
            return Ok(texts.iter().map(own).collect());
        }
        let questions: Vec<_> = texts.iter().map(|&input| Question { input, base }).collect();
        let of_peers = {
            let Ok(mut peers) = self.peers.lock() else { return Err("a thread died".to_owned()) };
            let answers = thread::scope(|scope| {
                let asking: Vec<_> =
                    peers.iter_mut().map(|peer| scope.spawn(|| peer.ask(&questions))).collect();
                let answers = asking.into_iter().map(|thread| match thread.join() {
                    Ok(answer) => answer.map_err(|error| error.to_string()),
                    Err(_) => Err("a thread died".to_owned()),
                });
                answers.collect::<Result<Vec<_>, _>>()
            });
            if answers.is_err() {
                // Programs that are no longer queried are ended.
                peers.clear();
            }
            answers?
        };
        let mut of_peers: Vec<_> = of_peers.into_iter().map(Vec::into_iter).collect();
        let all = texts.iter().map(|text| {
            let mut answers: Vec<ParserAnswer<'t>> = own(text);
            answers
                .extend(of_peers.iter_mut().map(|from_peer| from_peer.next().unwrap_or_default()));
            answers
        });
        Ok(all.collect())
    }
}

/// Separates the built-in readers from the names that must be in the list of peers.
fn split_names(
    names: &[String],
    has_default: bool,
) -> (Vec<(&'static str, BuiltInReader)>, Vec<String>) {
    let mut own = if has_default { BuiltInReader::NAMED.to_vec() } else { Vec::new() };
    let mut listed = Vec::new();
    for given in names {
        let mut known = BuiltInReader::all();
        let found = names::find(known.clone().map(|(name, _)| name), given).ok();
        let is_it = |edition: &Edition| is_name_of(*edition, given);
        let found = found.or_else(|| Edition::every().find(is_it).map(Edition::id));
        match known.find(|(name, _)| Some(*name) == found) {
            Some(one) if own.contains(&one) => {}
            Some(one) => own.push(one),
            None => listed.push(given.strip_prefix(OF_LIST).unwrap_or(given).to_owned()),
        }
    }
    (own, listed)
}

/// Formats the error for names that are not built-in readers, if no list of peers was found.
fn unlisted(names: &[String]) -> String {
    let names = names.join(", ");
    let names = Passwords::default().redacted(&names);
    let (names, own) = (Escaped(names.as_bytes()), built_in_readers());
    format!("{own}; {names} can only be a peer, but no list of peers was found")
}

/// Reports absent peers. If all peers were requested, prints only their number and their names.
fn report_absent(
    absent: &[(&ListedPeer, String)],
    is_all: bool,
    out: &mut Output,
) -> Result<(), Stop> {
    if let (true, [_, _, ..]) = (is_all, absent) {
        let names: Vec<_> = absent.iter().map(|(one, _)| &*one.name).collect();
        let (count, names) = (names.len(), names.join(", "));
        out.warn_of_file(format_args!(
            "skipping {count} peers that are not installed: {names}\n  --list-peers says how to install them\n"
        ))?;
        return Ok(());
    }
    for (one, why) in absent {
        let why = one.absence(why);
        out.warn_of_file(format_args!("skipping {}, which is not installed: {why}\n", one.name))?;
    }
    Ok(())
}

fn start_command(command: &str, timeout: Duration) -> Result<Result<Peer, PeerError>, Usage> {
    let words = shell_words::split(command).map_err(|error| {
        Usage::new(format!("--peer `{command}` is not a valid command: {error}"))
    })?;
    if words.is_empty() {
        return Err(Usage::new("--peer is empty: give the command of a program"));
    }
    let words: Vec<OsString> = words.into_iter().map(OsString::from).collect();
    Ok(Peer::start(command, &words, None, timeout))
}

/// Formats the name that a program gives itself, escaped and shortened.
fn program_name(name: &str) -> String {
    let name: String = name.chars().take(LONGEST_NAME).collect();
    Escaped(name.as_bytes()).to_string()
}

fn make_distinct(names: &mut [String]) {
    for at in 1..names.len() {
        let (before, rest) = names.split_at_mut(at);
        let plain = rest[0].clone();
        let mut number = 2;
        while before.contains(&rest[0]) {
            rest[0] = format!("{plain} #{number}");
            number += 1;
        }
    }
}

/// Suggests, in the wording of clap, names that have the given name as a word: `rust-url` for `url`. If there are none,
/// suggests names with a word that is a prefix or a suffix of the given name, or that begins with the given name: `go`
/// for `golang`, `curl` for `libcurl`.
pub(super) fn similar<'n>(
    listed: impl Iterator<Item = &'n str>,
    all: impl Iterator<Item = &'n str>,
    given: &str,
) -> Option<String> {
    let given = given.to_ascii_lowercase();
    let is_like = |word: &str| {
        let is_within = word.len() > 1 && (given.starts_with(word) || given.ends_with(word));
        is_within || given.len() > 1 && word.starts_with(&given)
    };
    let mut near: Vec<_> =
        listed.filter(|name| name.split('-').any(|word| word == given)).collect();
    if near.is_empty() {
        near = all.filter(|name| name.split('-').any(is_like)).collect();
    }
    let near: Vec<_> = near.into_iter().map(|name| format!("'{name}'")).collect();
    match &near[..] {
        [] => None,
        [one] => Some(format!("a similar value exists: {one}")),
        several => Some(format!("some similar values exist: {}", several.join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_apart() {
        let mut names = ["a", "b", "a", "a", "b"].map(str::to_owned);
        make_distinct(&mut names);
        assert_eq!(names, ["a", "b", "a #2", "a #3", "b #2"]);
    }

    #[test]
    fn own_readers_are_named_once() {
        let named = "the built-in readers are urispec, appendix-b, whatwg, rfc1630, ";
        let all = built_in_readers();
        assert!(all.starts_with(named), "{all}");
        assert_eq!(all.matches("whatwg").count(), 1);
    }

    #[test]
    fn own_readers_go_before_the_list() {
        let with = ["WHATWG", "rfc3986", "peer:rfc3986", "go", "whatwg"].map(str::to_owned);
        let (own, listed) = split_names(&with, false);
        assert_eq!(own.iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["whatwg", "rfc3986"]);
        assert_eq!(listed, ["rfc3986", "go"]);
        let (own, _) = split_names(&["2396", "std66"].map(str::to_owned), false);
        assert_eq!(own.iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["rfc2396", "rfc3986"]);
        assert_eq!(split_names(&[], true).0.len(), 3);
    }

    #[test]
    fn names_with_a_word_are_similar() {
        let names = ["python-urllib", "python-rfc3986", "urllib3", "ada-url", "rust-url"];
        let tip = |given| similar(names.into_iter(), names.into_iter(), given);
        let both = "some similar values exist: 'python-urllib', 'python-rfc3986'";
        assert_eq!(tip("python").unwrap(), both);
        assert_eq!(tip("URL").unwrap(), "some similar values exist: 'ada-url', 'rust-url'");
        assert_eq!(tip("ada").unwrap(), "a similar value exists: 'ada-url'");
        assert_eq!(tip("pyth").unwrap(), both);
        assert_eq!(tip("rustlang").unwrap(), "a similar value exists: 'rust-url'");
        assert_eq!(tip("o"), None);
        assert_eq!(tip(""), None);
    }
}
