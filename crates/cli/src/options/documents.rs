//! What documents are called: the ids of the editions, and the names that people give them.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command};
use urispec::Edition;

pub(crate) fn ids() -> impl Iterator<Item = &'static str> + Clone {
    Edition::every().map(Edition::id)
}

/// Whether the text is a name of the edition: its id, or a name of the document before its date; with
/// or without `rfc`, and for a draft with or without its number.
pub(crate) fn is_called(edition: Edition, given: &str) -> bool {
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

/// Whether that names an RFC that is no edition by its number. A number whose digits are those of an
/// edition's in another order is a typing error; any other number names another document.
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

/// Whether a text is a month and a year, with the day before them or without.
fn is_date(part: &str) -> bool {
    let part =
        part.split_once(' ').filter(|(day, _)| is_number(day)).map_or(part, |(_, rest)| rest);
    part.split_once(' ').is_some_and(|(month, year)| {
        is_number(year) && month.chars().any(|letter| letter.is_ascii_lowercase())
    })
}

// The documents that are no editions here, and what the program has of each all the same.

/// A document that is not an edition: its names, of which the first is printed; what it is about; what there is of it; and a
/// command that shows that, empty where there is nothing.
pub(crate) struct Unsupported(&'static [&'static str], &'static str, &'static str, &'static str);

/// The document of that name, if it is one of those that are known.
pub(crate) fn named(given: &str) -> Option<&'static Unsupported> {
    let given = plain(given);
    let is_it = |name: &&str| {
        let name = plain(name);
        name == given || number(&name) == Some(&given)
    };
    UNSUPPORTED.iter().find(|document| document.0.iter().any(is_it))
}

impl Unsupported {
    /// The error of a command that was asked to use this document as its edition.
    pub(crate) fn refused(&self, command: &Command) -> clap::Error {
        let ids = ids().collect::<Vec<_>>().join(", ");
        let Self(names, about, has, shown_by) = self;
        let try_this = match *shown_by {
            "" => String::new(),
            shown_by => format!("\n  try: {shown_by}"),
        };
        let message = format!(
            "{} is not an edition here: {about}\n  {has}{try_this}\n  [editions: {ids}]",
            names[0]
        );
        command.clone().error(ErrorKind::InvalidValue, message)
    }
}

const HTTP: &str = "rfc9110 has the schemes http and https (4.2)";
const HTTP_SHOWN: &str = "urispec parse --edition rfc9110 http://example.com:80";
const DNS: &str = "the lint `not-dns` names a host that is not a domain name (RFC 3986, 3.2.2)";
const DNS_SHOWN: &str = "urispec lint http://a_b/";
const ADDRESS: &str = "rfc3986 has its own production for an IPv6 address (3.2.2)";
const ADDRESS_SHOWN: &str = "urispec explain IPv6address";
const MAIL: &str = "rfc6068 replaces it, and rfc1738 has the production `mailtourl` (3.5)";
const MAIL_SHOWN: &str = "urispec parse --edition rfc6068 mailto:a@example.com?subject=b";
const ABNF: &str = "a grammar that is written in ABNF is audited with --bnf and --pest";
const ABNF_SHOWN: &str = "urispec audit --help";

/// The documents, by number; then the documents without a number.
#[rustfmt::skip]
static UNSUPPORTED: &[Unsupported] = &[
    Unsupported(&["RFC 822"], "it is about the format of mail.",
        "a grammar in its notation, as rfc1738 and rfc2396 print theirs, is audited with --notation bnf",
        ABNF_SHOWN),
    Unsupported(&["RFC 952"], "it is about the names of hosts.", DNS, DNS_SHOWN),
    Unsupported(&["RFC 1034", "STD 13"], "it is about domain names.", DNS, DNS_SHOWN),
    Unsupported(&["RFC 1123", "STD 3"], "it is about what hosts require, their names among it.", DNS, DNS_SHOWN),
    Unsupported(&["RFC 2234"], "it is about ABNF, before RFC 5234.", ABNF, ABNF_SHOWN),
    Unsupported(&["RFC 2368"], "it is about the scheme `mailto`, before RFC 6068.", MAIL, MAIL_SHOWN),
    Unsupported(&["RFC 2373"], "it is about IPv6 addresses.", ADDRESS, ADDRESS_SHOWN),
    Unsupported(&["RFC 2616"], "it is about HTTP/1.1, before RFC 9110.", HTTP, HTTP_SHOWN),
    Unsupported(&["RFC 2818"], "it is about HTTP over TLS, before RFC 9110.", HTTP, HTTP_SHOWN),
    Unsupported(&["RFC 3513"], "it is about IPv6 addresses.", ADDRESS, ADDRESS_SHOWN),
    Unsupported(&["RFC 4234"], "it is about ABNF, before RFC 5234.", ABNF, ABNF_SHOWN),
    Unsupported(&["RFC 4291"], "it is about IPv6 addresses.", ADDRESS, ADDRESS_SHOWN),
    Unsupported(&["RFC 5234", "STD 68", "ABNF"], "it is about ABNF.", ABNF, ABNF_SHOWN),
    Unsupported(&["RFC 5952"], "it is about how to write an IPv6 address.",
        "the lint `ipv6-spelling` gives the form of its section 4",
        "urispec lint 'http://[0:0::1]/'"),
    Unsupported(&["RFC 6455"], "it is about WebSocket.",
        "the rung `scheme` knows the default ports and the empty path of ws and wss",
        "urispec normalize --to scheme --trace ws://example.com:80"),
    Unsupported(&["RFC 7230"], "it is about HTTP/1.1, before RFC 9110 and RFC 9112.", HTTP, HTTP_SHOWN),
    Unsupported(&["RFC 7231"], "it is about HTTP/1.1, before RFC 9110.", HTTP, HTTP_SHOWN),
    Unsupported(&["RFC 7252"], "it is about CoAP.",
        "the rung `scheme` knows the default ports and the empty path of coap and coaps",
        "urispec normalize --to scheme --trace coap://example.com:5683"),
    Unsupported(&["RFC 7405"], "it is about case-sensitive literals of ABNF.", ABNF, ABNF_SHOWN),
    Unsupported(&["RFC 9112", "STD 99"], "it is about HTTP/1.1.", HTTP, HTTP_SHOWN),
];

// Options that stand before the command.
//
// `urispec --edition rfc2396 parse a:b` is read as `urispec parse --edition rfc2396 a:b`: the command
// says what becomes of the option, and refuses what it does not have, or what is given twice.
//
// The surprising case: `--json` before a command that prints no JSON is left out, with a note, since it may stand there
// for all commands of a script. Behind the command it is refused.

/// The options that may stand before the command, for the program's help and completions.
pub(crate) fn options() -> [Arg; 2] {
    [
        Arg::new("edition")
            .long("edition")
            .value_name("ID")
            .value_parser(crate::options::names::edition())
            .hide_possible_values(true)
            .help("The document to go by; may stand before or after the command"),
        Arg::new("json")
            .short('j')
            .long("json")
            .action(ArgAction::SetTrue)
            .help("Print JSON, one object per line, if the command can"),
    ]
}

/// The error of a command without `--edition`, which says what to do instead.
pub(crate) fn with_tip(mut error: clap::Error) -> clap::Error {
    let refused = ContextValue::String("--edition".to_owned());
    if error.kind() == ErrorKind::UnknownArgument
        && error.get(ContextKind::InvalidArg) == Some(&refused)
    {
        let tip = match &*command(&error) {
            "audit" | "changes" | "diff" | "errata" | "requirements" => {
                "the command has no '--edition': give the editions as arguments"
            }
            "convert" => "only RFC 3987 says how to convert (3.1 and 3.2): leave '--edition' out",
            _ => "the command goes by no single edition: leave '--edition' out",
        };
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// The name of the command that an error is about, which the usage has after the name of the program,
/// whatever that is.
fn command(error: &clap::Error) -> String {
    let usage = error.get(ContextKind::Usage).map(ToString::to_string).unwrap_or_default();
    usage.split_whitespace().nth(2).unwrap_or_default().to_owned()
}

pub(crate) struct Moved {
    pub(crate) given: Vec<OsString>,
    /// The command for which `--json` was left out, since the command prints no JSON.
    pub(crate) without_json: Option<String>,
}

/// The command line with these options behind the command.
pub(crate) fn moved(program: &Command, given: Vec<OsString>) -> Moved {
    let mut arguments = given.iter().skip(1);
    let (mut before, mut moved) = (given[..given.len().min(1)].to_vec(), Vec::<OsString>::new());
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy();
        if !text.starts_with('-') || text == "--" || text == "-" {
            let without_json = program.find_subcommand(&*text).and_then(|command| {
                let has_json = command.get_arguments().any(|one| one.get_long() == Some("json"));
                let asked = moved.len();
                moved.retain(|option| has_json || option != "--json" && option != "-j");
                (moved.len() < asked).then(|| command.get_name().to_owned())
            });
            let command = [argument.clone()].into_iter();
            let rest = command.chain(moved).chain(arguments.cloned());
            return Moved { given: before.into_iter().chain(rest).collect(), without_json };
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
    // No command: what is wrong is for clap to say.
    Moved { given, without_json: None }
}

#[cfg(test)]
mod tests {
    use urispec::Edition;

    use super::*;

    /// As the documents call themselves, and as people do.
    #[test]
    fn editions_have_many_names() {
        let called = |name: &str| {
            let found = Edition::every().filter(|edition| is_called(*edition, name));
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
