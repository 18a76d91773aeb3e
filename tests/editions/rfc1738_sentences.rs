//! What RFC 1738 says beside its BNF, in its order: characters, logins, ports, names.

use urispec::meaning::{rfc1738::News, rfc1738::Url};
use urispec::{Edition, Normalizer, Reference, Rung, compare_with};

use crate::support::scaled;

use super::support::is_in;

const RFC1738: Edition = Edition::Rfc1738;

/// 2.1: "The lower case letters "a"--"z", digits, and the characters plus ("+"), period ("."), and
/// hyphen ("-") are allowed", and upper case letters are taken as lower case.
#[test]
fn scheme_names() {
    for character in (0..=0x7F_u8).map(char::from) {
        let is_allowed = character.is_ascii_alphanumeric() || "+.-".contains(character);
        let name = format!("a{character}");
        assert_eq!(is_in(RFC1738, "scheme", &name), is_allowed, "{name:?}");
        assert_eq!(is_in(RFC1738, "scheme", &name[1..]), is_allowed, "{character:?} alone");
    }
    assert!(!is_in(RFC1738, "scheme", ""));
}

/// 2.2: octets 00 to 1F, 7F and 80 to FF, and the unsafe characters, "must always be encoded".
#[test]
fn what_must_be_encoded() {
    let unsafe_ones = " <>\"#%{}|\\^~[]`";
    let controls = (0..0x20).chain([0x7F]).map(char::from);
    for character in unsafe_ones.chars().chain(controls).chain(['\u{80}', '\u{E9}', '\u{FF}']) {
        let url = format!("x:{character}");
        assert!(!is_in(RFC1738, "url", &url), "{url:?}");
    }
    for octet in 0..=0xFF_u8 {
        assert!(is_in(RFC1738, "url", &format!("x:%{octet:02X}")), "{octet}");
        assert!(is_in(RFC1738, "url", &format!("x:%{octet:02x}")), "{octet}");
    }
    // "Thus, only alphanumerics, the special characters ... and reserved characters" stand alone.
    for character in "azAZ09$-_.+!*'(),;/?:@=&".chars() {
        assert!(is_in(RFC1738, "url", &format!("x:{character}")), "{character}");
    }
}

/// What each scheme reserves is not in its parts unless it divides them: 3.1, 3.2.2, 3.3, 3.11.
#[test]
fn what_a_scheme_reserves() {
    for (rule, reserved) in [
        ("user", ":@/"),
        ("password", ":@/"),
        ("fsegment", "/;"),
        ("hsegment", "/?"),
        ("search", "/?"),
        ("psegment", "/;"),
        ("fieldname", "=;/"),
        ("fieldvalue", "=;/"),
    ] {
        for character in reserved.chars() {
            assert!(!is_in(RFC1738, rule, &format!("a{character}b")), "{rule} {character}");
            let encoded = format!("a%{:02X}b", u32::from(character));
            assert!(is_in(RFC1738, rule, &encoded), "{rule} {encoded}");
        }
    }
}

/// 3.1: "an empty user name or password is different than no user name or password; there is no way to
/// specify a password without specifying a user name".
#[test]
fn logins() {
    for (login, user, password) in [
        ("@host.com", Some(""), None),
        ("host.com", None, None),
        ("foo:@host.com", Some("foo"), Some("")),
        (":p@host.com", Some(""), Some("p")),
        ("u@host.com", Some("u"), None),
    ] {
        for scheme in ["ftp", "telnet"] {
            let text = format!("{scheme}://{login}/");
            let login = match Url::parse(&text).unwrap() {
                Url::Ftp(ftp) => ftp.login,
                Url::Telnet(login) => login,
                other => panic!("{other:?}"),
            };
            assert_eq!((login.user, login.password), (user, password), "{text}");
        }
    }
}

/// 3.2 to 3.11: "the port defaults to" the one of its scheme, which later editions know too. Another port
/// stays, and so does any port where the scheme does not derive the URL.
#[test]
fn default_ports_are_omitted() {
    let normal = |edition, text: &str| {
        let reference = Reference::parse(edition, text).unwrap();
        Normalizer::from_edition(edition).to(Rung::Scheme).normalize(reference).to_string()
    };
    for (scheme, port, path) in [
        ("ftp", 21, "/a"),
        ("http", 80, "/a"),
        ("gopher", 70, "/0a"),
        ("nntp", 119, "/g/1"),
        ("telnet", 23, "/"),
        ("wais", 210, "/d"),
        ("prospero", 1525, "/a"),
    ] {
        for edition in [RFC1738, Edition::Rfc3986] {
            let plain = format!("{scheme}://h{path}");
            for port in [format!("{port}"), format!("00{port}")] {
                assert_eq!(normal(edition, &format!("{scheme}://h:{port}{path}")), plain);
            }
            let other = format!("{scheme}://h:{}{path}", port + 1);
            assert_eq!(normal(edition, &other), other);
        }
    }
    for text in
        ["http://u@h:80/", "gopher://u@h:70/", "telnet://h:23/x", "x://h:80", "file://h:1/a"]
    {
        assert_eq!(normal(RFC1738, text), text);
    }
}

/// 3.10: "<host> can be the string "localhost" or the empty string; this is interpreted as `the machine
/// from which the URL is being interpreted'". No sentence makes letter case of a host the same.
#[test]
fn local_files() {
    let meet = |a, b| {
        let [a, b] = [a, b].map(|text| Reference::parse(RFC1738, text).unwrap());
        compare_with(&Normalizer::from_edition(RFC1738), a, b).rung()
    };
    assert_eq!(meet("file:///a", "file://localhost/a"), Some(Rung::Scheme));
    assert_eq!(meet("FILE:///a", "file://localhost/%61"), Some(Rung::Scheme));
    for other in ["file://LOCALHOST/a", "file://localhost.org/a", "file://localhost:1/a", "file:/a"]
    {
        assert_eq!(meet("file:///a", other), None, "{other}");
    }
    for (text, expected) in [
        ("file:///a", true),
        ("file://localhost/a", true),
        ("file://Localhost/a", false),
        ("file://h/a", false),
    ] {
        let Ok(Url::File(file)) = Url::parse(text) else { panic!("{text}") };
        assert_eq!(file.is_local(), expected, "{text}");
    }
}

/// 3.4.1: a selector "may contain any octets except 09", 0A and 0D.
#[test]
fn selectors() {
    for octet in 0..=0xFF_u8 {
        let is_allowed = !matches!(octet, 0x09 | 0x0A | 0x0D);
        for selector in [format!("a%{octet:02X}b"), format!("%{octet:02x}")] {
            assert_eq!(is_in(RFC1738, "selector", &selector), is_allowed, "{selector}");
        }
    }
}

/// 3.6: but for "@", "no additional characters are reserved within the components of a news URL".
#[test]
fn characters_of_articles() {
    let Ok(Url::News(news)) = Url::parse("news:a;/?:&=@b.c") else { panic!() };
    assert_eq!(news, News::Article("a;/?:&=@b.c"));
}

/// RFC 1738, 4: "It is suggested that IANA reserve their scheme names for future definition".
#[test]
fn reserved_names_of_schemes() {
    let reserved = |text: &str| match Url::parse(text).unwrap() {
        Url::Other(other) => other.reserved_for(),
        other => panic!("{other:?}"),
    };
    for (scheme, begins) in [
        ("afs", "Andrew File System"),
        ("mid", "Message identifiers"),
        ("cid", "Content identifiers"),
        ("nfs", "Network File System"),
        ("TN3270", "Interactive 3270"),
        ("mailserver", "Access to data"),
        ("z39.50", "Access to ANSI Z39.50"),
    ] {
        let text = format!("{scheme}:a");
        assert!(reserved(&text).is_some_and(|purpose| purpose.starts_with(begins)), "{scheme}");
    }
    for text in ["x-mine:a", "z39:a", "http:a"] {
        assert_eq!(reserved(text), None, "{text}");
    }
}

/// A normal form asks for what the URL asks for, though its characters are others: the same request of
/// gopher (3.4) for an item of the same type, the same commands of FTP (3.2.2), at the same port.
#[test]
fn normal_forms_ask_for_the_same() {
    #[derive(Debug, PartialEq)]
    enum Asked {
        Gopher(Option<u16>, u8, Option<Vec<u8>>),
        Ftp(Option<u16>, Vec<Option<Vec<u8>>>),
    }
    let asked = |text: &str| match Url::parse(text) {
        Ok(Url::Gopher(gopher)) => {
            Some(Asked::Gopher(gopher.site.port(), gopher.item_type(), gopher.request()))
        }
        Ok(Url::Ftp(ftp)) => {
            let lines = ftp.commands("me@h").map(|command| command.line()).collect();
            Some(Asked::Ftp(ftp.login.site.port(), lines))
        }
        _ => None,
    };
    let pieces = [":70", ":21", "/", "1", "%31", "%09", "%2f", "+", ";type=a"];
    let (mut strings, mut longest) = (vec![String::new()], vec![String::new()]);
    for _ in 0..4 {
        let longer = |text: &String| pieces.map(|piece| format!("{text}{piece}"));
        longest = longest.iter().flat_map(longer).collect();
        strings.extend_from_slice(&longest);
    }
    let mut changed = 0;
    let strings = strings.iter().step_by(scaled(4, 1));
    for text in strings.flat_map(|s| [format!("gopher://h{s}"), format!("FTP://h{s}")]) {
        let Some(before) = asked(&text) else { continue };
        let reference = Reference::parse(RFC1738, &text).unwrap();
        let normal = Normalizer::from_edition(RFC1738).to(Rung::Scheme).normalize(reference);
        assert_eq!(asked(normal.as_str()), Some(before), "{text} -> {normal}");
        changed += usize::from(!normal.is_unchanged());
    }
    assert!(changed > scaled(250, 1000), "{changed}");
}
