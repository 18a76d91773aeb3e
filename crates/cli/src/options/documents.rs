//! The names of documents: the ids of the editions, and the other names that people use.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command};
use urispec::Edition;

pub(crate) fn ids() -> impl Iterator<Item = &'static str> + Clone {
    Edition::every().map(Edition::id)
}

/// Returns whether the text is the id of the edition or a name of its document. The text may omit `rfc` from the name
/// of an RFC, and the number from the name of a draft.
pub(crate) fn is_name_of(edition: Edition, given: &str) -> bool {
    let names = edition.document().split(", ").filter(|part| !is_date(part));
    let given = plain(given);
    [edition.id()].into_iter().chain(names).any(|name| {
        let unnumbered = name.rsplit_once('-').filter(|(_, number)| is_number(number));
        let forms = [Some(name), unnumbered.map(|(draft, _)| draft)].map(|form| form.map(plain));
        forms.into_iter().flatten().any(|form| form == given || number(&form) == Some(&given))
    })
}

pub(crate) fn plain(name: &str) -> String {
    let kept = name.chars().filter(|c| !matches!(c, '-' | '_' | ' '));
    kept.map(|c| c.to_ascii_lowercase()).collect()
}

pub(crate) fn digits(name: &str) -> String {
    name.chars().filter(char::is_ascii_digit).collect()
}

/// Returns whether the text is the number of an RFC that is not an edition. Returns false if the digits are a
/// permutation of the digits of an edition's id, since that is probably a typing error.
pub(crate) fn is_other_number(given: &str) -> bool {
    let given = plain(given);
    let sorted = |name: &str| {
        let mut digits = digits(name).into_bytes();
        digits.sort_unstable();
        digits
    };
    is_number(number(&given).unwrap_or(&given)) && ids().all(|id| sorted(id) != sorted(&given))
}

pub(crate) fn number(plain: &str) -> Option<&str> {
    plain.strip_prefix("rfc")
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns whether a text is a month and a year, with or without a day.
fn is_date(part: &str) -> bool {
    let part =
        part.split_once(' ').filter(|(day, _)| is_number(day)).map_or(part, |(_, rest)| rest);
    part.split_once(' ').is_some_and(|(month, year)| {
        is_number(year) && month.chars().any(|letter| letter.is_ascii_lowercase())
    })
}

// Documents that are not editions here, and how the program covers each.

/// A document that is not an edition: its names (the first is printed), its subject, how the program covers it, and an
/// example command (empty if there is none).
pub(crate) struct Unsupported(&'static [&'static str], &'static str, &'static str, &'static str);

/// Finds the unsupported document with this name.
pub(crate) fn named(given: &str) -> Option<&'static Unsupported> {
    let given = plain(given);
    let is_it = |name: &&str| {
        let name = plain(name);
        name == given || number(&name) == Some(&given)
    };
    UNSUPPORTED.iter().find(|document| document.0.iter().any(is_it))
}

impl Unsupported {
    /// Creates the error that `command` reports if this document is given as an edition.
    pub(crate) fn refused(&self, command: &Command) -> clap::Error {
        let ids = ids().collect::<Vec<_>>().join(", ");
        let Self(names, about, has, shown_by) = self;
        let try_this = match *shown_by {
            "" => String::new(),
            shown_by => format!("\n  try: {shown_by}"),
        };
        let message = format!(
            "{} is not an edition: {about}\n  {has}{try_this}\n  [editions: {ids}]",
            names[0]
        );
        command.clone().error(ErrorKind::InvalidValue, message)
    }
}

const HTTP: &str = "rfc9110 has the schemes http and https (4.2)";
const HTTP_SHOWN: &str = "urispec parse --edition rfc9110 http://example.com:80";
const DNS: &str = "the lint `not-dns` reports a host that is not a domain name (RFC 3986, 3.2.2)";
const DNS_SHOWN: &str = "urispec lint http://a_b/";
const ADDRESS: &str = "rfc3986 has its own production for an IPv6 address (3.2.2)";
const ADDRESS_SHOWN: &str = "urispec explain IPv6address";
const MAIL: &str = "use rfc6068; rfc1738 has the production `mailtourl` (3.5)";
const MAIL_SHOWN: &str = "urispec parse --edition rfc6068 mailto:a@example.com?subject=b";
const ABNF: &str = "to audit a grammar in ABNF, use --bnf and --pest";
const ABNF_SHOWN: &str = "urispec audit --help";

/// The documents, sorted by number. Documents without a number are last.
#[rustfmt::skip]
static UNSUPPORTED: &[Unsupported] = &[
    Unsupported(&["RFC 822"], "it defines the format of mail.",
        "to audit a grammar in its notation, which rfc1738 and rfc2396 use too, add --notation bnf",
        ABNF_SHOWN),
    Unsupported(&["RFC 952"], "it defines the names of hosts.", DNS, DNS_SHOWN),
    Unsupported(&["RFC 1034", "STD 13"], "it defines domain names.", DNS, DNS_SHOWN),
    Unsupported(&["RFC 1123", "STD 3"], "it defines the requirements for hosts, including their names.", DNS, DNS_SHOWN),
    Unsupported(&["RFC 2234"], "it defines ABNF; RFC 5234 replaces it.", ABNF, ABNF_SHOWN),
    Unsupported(&["RFC 2368"], "it defines the scheme `mailto`; RFC 6068 replaces it.", MAIL, MAIL_SHOWN),
    Unsupported(&["RFC 2373"], "it defines IPv6 addresses.", ADDRESS, ADDRESS_SHOWN),
    Unsupported(&["RFC 2616"], "it defines HTTP/1.1; RFC 9110 replaces it.", HTTP, HTTP_SHOWN),
    Unsupported(&["RFC 2818"], "it defines HTTP over TLS; RFC 9110 replaces it.", HTTP, HTTP_SHOWN),
    Unsupported(&["RFC 3513"], "it defines IPv6 addresses.", ADDRESS, ADDRESS_SHOWN),
    Unsupported(&["RFC 4234"], "it defines ABNF; RFC 5234 replaces it.", ABNF, ABNF_SHOWN),
    Unsupported(&["RFC 4291"], "it defines IPv6 addresses.", ADDRESS, ADDRESS_SHOWN),
    Unsupported(&["RFC 5234", "STD 68", "ABNF"], "it defines ABNF.", ABNF, ABNF_SHOWN),
    Unsupported(&["RFC 5952"], "it defines how to write IPv6 addresses.",
        "the lint `ipv6-spelling` gives the form of its section 4",
        "urispec lint 'http://[0:0::1]/'"),
    Unsupported(&["RFC 6455"], "it defines WebSocket.",
        "the rung `scheme` knows the default ports and the empty path of ws and wss",
        "urispec normalize --to scheme --trace ws://example.com:80"),
    Unsupported(&["RFC 7230"], "it defines HTTP/1.1; RFC 9110 and RFC 9112 replace it.", HTTP, HTTP_SHOWN),
    Unsupported(&["RFC 7231"], "it defines HTTP/1.1; RFC 9110 replaces it.", HTTP, HTTP_SHOWN),
    Unsupported(&["RFC 7252"], "it defines CoAP.",
        "the rung `scheme` knows the default ports and the empty path of coap and coaps",
        "urispec normalize --to scheme --trace coap://example.com:5683"),
    Unsupported(&["RFC 7405"], "it defines case-sensitive literals of ABNF.", ABNF, ABNF_SHOWN),
    Unsupported(&["RFC 9112", "STD 99"], "it defines HTTP/1.1.", HTTP, HTTP_SHOWN),
];

// Options before the command.
//
// `urispec --edition rfc2396 parse a:b` is read as `urispec parse --edition rfc2396 a:b`. The command
// interprets the option, and rejects one that it does not have or that is repeated.
//
// The surprising case: `--json` before a command that does not print JSON is ignored, with a note, since a
// script may pass it to every command. After the command it is an error.

/// Returns the options that may come before the command, for the program's help and completions.
pub(crate) fn options() -> [Arg; 2] {
    [
        Arg::new("edition")
            .long("edition")
            .value_name("ID")
            .value_parser(crate::options::names::edition())
            .hide_possible_values(true)
            .help("The document whose rules apply; may come before or after the command"),
        Arg::new("json")
            .short('j')
            .long("json")
            .action(ArgAction::SetTrue)
            .help("Print JSON, one object per line, if the command can"),
    ]
}

/// Adds advice to the error of a command that has no `--edition`.
pub(crate) fn with_tip(mut error: clap::Error) -> clap::Error {
    let refused = ContextValue::String("--edition".to_owned());
    if error.kind() == ErrorKind::UnknownArgument
        && error.get(ContextKind::InvalidArg) == Some(&refused)
    {
        let tip = match &*command(&error) {
            "audit" | "changes" | "diff" | "errata" | "requirements" => {
                "the command has no '--edition': give the editions as arguments"
            }
            "convert" => "only RFC 3987 defines the conversion (3.1 and 3.2): omit '--edition'",
            _ => "the command does not use a single edition: omit '--edition'",
        };
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// Returns the name of the command in which an error occurred: the third word of the usage in the error.
fn command(error: &clap::Error) -> String {
    let usage = error.get(ContextKind::Usage).map(ToString::to_string).unwrap_or_default();
    usage.split_whitespace().nth(2).unwrap_or_default().to_owned()
}

pub(crate) struct Reordered {
    pub(crate) arguments: Vec<OsString>,
    /// The command for which `--json` was ignored because it does not print JSON.
    pub(crate) without_json: Option<String>,
}

/// Moves `--edition` and `--json` from before the command to after it. A URI in place of a command is parsed.
pub(crate) fn reorder(program: &Command, given: Vec<OsString>) -> Reordered {
    let mut arguments = given.iter().skip(1);
    let (mut before, mut moved) = (given[..given.len().min(1)].to_vec(), Vec::<OsString>::new());
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy();
        if !text.starts_with('-') || text == "--" || text == "-" {
            let is_uri = || {
                let is_scheme = |scheme: &str| {
                    scheme.starts_with(|one: char| one.is_ascii_alphabetic())
                        && scheme
                            .bytes()
                            .all(|one| one.is_ascii_alphanumeric() || b"+-.".contains(&one))
                };
                let scheme = text.split_once(':');
                program.get_name() == "urispec"
                    && scheme.is_some_and(|(scheme, _)| is_scheme(scheme))
            };
            let parse = program.find_subcommand(&*text).is_none() && is_uri();
            let name = if parse { "parse" } else { &*text };
            let without_json = program.find_subcommand(name).and_then(|command| {
                let has_json = command.get_arguments().any(|one| one.get_long() == Some("json"));
                let asked = moved.len();
                moved.retain(|option| has_json || option != "--json" && option != "-j");
                (moved.len() < asked).then(|| command.get_name().to_owned())
            });
            let command = parse.then(|| OsString::from("parse"));
            let command = command.into_iter().chain([argument.clone()]);
            let rest = command.chain(moved).chain(arguments.cloned());
            return Reordered { arguments: before.into_iter().chain(rest).collect(), without_json };
        }
        let name = text.split('=').next().unwrap_or_default();
        let is_it = |one: &&Arg| {
            let [long, short] = [
                one.get_long().map(|long| format!("--{long}")),
                one.get_short().map(|short| format!("-{short}")),
            ];
            [long, short].into_iter().flatten().any(|known| known == name)
        };
        let known = program.get_arguments().find(is_it);
        let is_ahead = options().iter().any(|one| is_it(&one));
        let part = if is_ahead { &mut moved } else { &mut before };
        part.push(argument.clone());
        let takes_value = known.is_some_and(|known| known.get_action().takes_values());
        if takes_value && !text.contains('=') {
            part.extend(arguments.next().cloned());
        }
    }
    // Without a command, clap reports what is wrong.
    Reordered { arguments: given, without_json: None }
}

#[cfg(test)]
mod tests {
    use urispec::Edition;

    use super::*;

    /// The names that documents have for themselves, and those that people use.
    #[test]
    fn editions_have_many_names() {
        let called = |name: &str| {
            let found = Edition::every().filter(|edition| is_name_of(*edition, name));
            found.map(|edition| edition.id()).collect::<Vec<_>>()
        };
        for (names, id) in [
            ("rfc3986 RFC3986 3986 rfc-3986 RFC_3986 std66 STD-66", "rfc3986"),
            ("url-syntax-05 draft-fielding-url-syntax-05 URL_Syntax", "url-syntax-05"),
            ("rfc2396bis-01 rfc2396bis 2396bis draft-fielding-uri-rfc2396bis-01", "rfc2396bis-01"),
            ("rfc2396 2396", "rfc2396"),
            ("rfc8141 8141 RFC_8141", "rfc8141"),
            ("rfc9110 std97", "rfc9110"),
            ("whatwg WHATWG url-standard", "whatwg"),
        ] {
            for name in names.split(' ') {
                assert_eq!(called(name), [id], "{name}");
            }
        }
        assert_eq!(called("RFC 3986"), ["rfc3986"]);
        for name in
            ["", "rfc", "rfc2396bis-02", "January 2005", "2 July 2026", "2", "05", "66", "rfc39860"]
        {
            assert!(called(name).is_empty(), "{name}");
        }
    }

    #[test]
    fn an_edition_is_not_absent() {
        for edition in Edition::every() {
            let names = edition.document().split(", ").chain([edition.id()]);
            assert!(names.into_iter().all(|name| named(name).is_none()), "{edition}");
        }
    }
}
