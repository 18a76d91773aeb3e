//! What a client sends for the URLs of single schemes, worked out from the documents' own sentences.

use urispec::meaning::{Command, Meaning, rfc1630, rfc1738};
use urispec::{Edition, Reference};

use super::support::{meaning1630, url1630, url1738};

fn lines<'i>(commands: impl Iterator<Item = Command<'i>>) -> Vec<String> {
    let line = |command: Command<'_>| match command {
        Command::AskPass => "(ask)".to_owned(),
        command => command.line().map_or_else(
            || "(none)".to_owned(),
            |line| String::from_utf8_lossy(&line).into_owned(),
        ),
    };
    commands.map(line).collect()
}

/// RFC 1738, 3.2.2, and of the login 3.1 and 3.2.1. "Perform a TYPE command with <typecode> as the
/// argument": as the URL has it, in either case.
#[test]
fn ftp_commands_of_rfc1738() {
    let anonymous = ["USER anonymous", "PASS me@h"];
    for (text, login, rest) in [
        (
            "ftp://myname@host.dom/%2Fetc/motd",
            ["USER myname", "(ask)"],
            &["CWD /etc", "RETR motd"][..],
        ),
        ("ftp://myname@host.dom/etc/motd", ["USER myname", "(ask)"], &["CWD etc", "RETR motd"]),
        (
            "ftp://myname@host.dom//etc/motd",
            ["USER myname", "(ask)"],
            &["CWD ", "CWD etc", "RETR motd"],
        ),
        ("ftp://host.com/", anonymous, &["RETR "]),
        ("ftp://host.com", anonymous, &[]),
        ("ftp://@host.com/", ["USER ", "(ask)"], &["RETR "]),
        ("ftp://foo:@host.com/", ["USER foo", "PASS "], &["RETR "]),
        ("ftp://u%40x:p%2F@h/a", ["USER u@x", "PASS p/"], &["RETR a"]),
        ("ftp://info.cern.ch/pub/www/doc;type=d", anonymous, &["CWD pub", "CWD www", "NLST doc"]),
        (
            "ftp://ds.internic.net/rfc/rfc1436.txt;type=a",
            anonymous,
            &["CWD rfc", "TYPE a", "RETR rfc1436.txt"],
        ),
        ("FTP://h/a;type=I", anonymous, &["TYPE I", "RETR a"]),
        ("ftp://h/a%3Btype=d", anonymous, &["RETR a;type=d"]),
        ("ftp://h/a%0Ab/c", anonymous, &["(none)", "RETR c"]),
    ] {
        let rfc1738::Url::Ftp(ftp) = url1738(text) else { panic!("{text}") };
        let lines = lines(ftp.commands("me@h"));
        assert_eq!(
            (&lines[..2], &lines[2..]),
            (
                &login.map(String::from)[..],
                &rest.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>()[..]
            ),
            "{text}"
        );
        assert_eq!(ftp.login.site.port(), Some(21));
    }
}

/// RFC 1630, 5.2.
#[test]
fn ftp_commands_of_rfc1630() {
    for (text, expected) in [
        ("ftp://u:p@h/a/b;type=AN", "USER u, PASS p, CWD a, TYPE A N, RETR b"),
        ("ftp://u@h/a;type=EC", "USER u, (ask), TYPE E C, RETR a"),
        ("ftp://h/a;type=I", "USER anonymous, PASS me@h, TYPE I, RETR a"),
        ("ftp://h/a;type=L8", "USER anonymous, PASS me@h, TYPE L 8, RETR a"),
        ("ftp://h//a/", "USER anonymous, PASS me@h, CWD , CWD a, NLST "),
        ("ftp://h/", "USER anonymous, PASS me@h, NLST "),
    ] {
        let rfc1630::Url::Ftp(ftp) = url1630(text) else { panic!("{text}") };
        assert_eq!(lines(ftp.commands("me@h")).join(", "), expected, "{text}");
    }
}

/// RFC 1738, 3.4.
#[test]
fn gopher_requests() {
    for (text, item_type, expected) in [
        ("gopher://h", b'1', "\r\n"),
        ("gopher://h/", b'1', "\r\n"),
        ("gopher://h/1", b'1', "\r\n"),
        ("gopher://h/00/a%2Fb", b'0', "0/a/b\r\n"),
        ("gopher://h/%67x", b'g', "x\r\n"),
        ("gopher://h/7s%09a%20b", b'7', "s\ta b\r\n"),
        ("gopher://h/7s%09", b'7', "s\t\r\n"),
        ("gopher://h/0s%09%09+", b'0', "s\t\t+\r\n"),
        ("gopher://h/0s%09q%09$+A%20+B", b'0', "s\tq\t$+A +B\r\n"),
        (
            "gopher://h/0s%09%09+%091%0D%0A+-1%0D%0Aone%0D%0A.%0D%0A",
            b'0',
            "s\t\t+\t1\r\n+-1\r\none\r\n.\r\n",
        ),
    ] {
        let rfc1738::Url::Gopher(gopher) = url1738(text) else { panic!("{text}") };
        assert_eq!(gopher.item_type(), item_type, "{text}");
        let request = gopher.request().unwrap();
        assert_eq!(String::from_utf8_lossy(&request), expected, "{text}");
        assert_eq!(gopher.site.port(), Some(70));
    }
}

/// RFC 1630, 5.3: the type "is used by the client to determine how to interpret the server's reply and"
/// is "not for sending to server"; the command "consists of the gopher selector string followed by any
/// "Gopher plus" syntax, but always omitting the trainling CR LF pair".
#[test]
fn gopher_requests_of_rfc1630() {
    for (text, item_type, request) in [
        ("gopher://gopher.micro.umn.edu/00/Information", b'0', "0/Information\r\n"),
        ("gopher://h:70/1", b'1', "\r\n"),
        // "If the encoded command string were to be an empty string, then the gopher type character
        // may be omitted and type 1 assumed."
        ("gopher://h", b'1', "\r\n"),
        ("gopher://h/0a%0D%0Ab%09c", b'0', "a\r\nb\tc\r\n"),
        ("gopher://h/0a%09+", b'0', "a\t+\r\n"),
        ("gopher://h/1//a/", b'1', "//a/\r\n"),
    ] {
        let rfc1630::Url::Gopher(gopher) = url1630(text) else { panic!("{text}") };
        assert_eq!(gopher.item_type(), item_type, "{text}");
        assert_eq!(String::from_utf8_lossy(&gopher.request()), request, "{text}");
    }
    let rfc1630::Url::Gopher(gopher) = url1630("gopher://h:7070") else { panic!() };
    assert_eq!((gopher.site.host, gopher.site.port()), ("h", Some(7070)));
}

/// RFC 1630, 5.1: "the string \"#andy\" is not sent to the server, but is retained by the client";
/// 4.1.5: "No fragmentid part of a WWW URI (the hash sign and following) is sent with the request",
/// "the string sent starts with the slash which follows the host details", and the search "may in this
/// respect be treated as part of the path".
#[test]
fn what_is_sent_to_an_http_server() {
    for (text, sent, fragment) in [
        ("http://www.myu.edu/org/admin/people#andy", "/org/admin/people", Some("andy")),
        ("http://h/a?b#c", "/a?b", Some("c")),
        ("http://h#c", "", Some("c")),
        ("http://h/a%20b?c", "/a%20b?c", None),
    ] {
        let Meaning::Rfc1630(rfc1630::Url::Http(http)) = meaning1630(text) else {
            panic!("{text}")
        };
        assert_eq!(http.sent, sent, "{text}");
        let reference = Reference::parse_as(Edition::Rfc1630, "fragmentaddress", text).unwrap();
        assert_eq!(reference.fragment(), fragment, "{text}");
        // "When an HTTP server is being used as a gateway (or proxy) then the entire URI, whether
        // HTTP or some other scheme, is passed" (4.1.5).
        let entire = text.split('#').next().unwrap();
        assert_eq!(http.sent_to_gateway, entire);
        assert_eq!(rfc1630::sent_to_gateway(text), entire);
    }
    assert_eq!(rfc1630::sent_to_gateway("ftp://h/a;type=I"), "ftp://h/a;type=I");
    // A fragment changes no other meaning.
    assert!(matches!(meaning1630("news:a@b#c"), Meaning::Rfc1630(rfc1630::Url::News(_))));
    assert!(matches!(meaning1630("afs://c/p#f"), Meaning::Afs(afs) if afs.path == "p"));
    assert_eq!(meaning1630("x-a:b#c"), Meaning::Uri { is_experimental: true });
}
