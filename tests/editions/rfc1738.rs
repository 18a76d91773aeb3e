//! RFC 1738.

use urispec::Edition;

use super::support::{is_in, kind, parts};

const RFC1738: Edition = Edition::Rfc1738;

/// An example, the section that prints it, the specific production that derives it, and its parts.
const EXAMPLES: &[(&str, &str, &str, &str)] = &[
    (
        "http://www.acl.lanl.gov/URI/archive/uri-archive.index.html",
        "1",
        "httpurl",
        "domainlabel www, domainlabel acl, domainlabel lanl, toplabel gov, hsegment URI, hsegment archive, hsegment uri-archive.index.html",
    ),
    ("ftp://@host.com/", "3.1", "ftpurl", "domainlabel host, toplabel com"),
    ("ftp://host.com/", "3.1", "ftpurl", "domainlabel host, toplabel com"),
    ("ftp://foo:@host.com/", "3.1", "ftpurl", "user foo, domainlabel host, toplabel com"),
    (
        "ftp://myname@host.dom/%2Fetc/motd",
        "3.2.2",
        "ftpurl",
        "user myname, domainlabel host, toplabel dom, fsegment %2Fetc, fsegment motd",
    ),
    (
        "ftp://myname@host.dom/etc/motd",
        "3.2.2",
        "ftpurl",
        "user myname, domainlabel host, toplabel dom, fsegment etc, fsegment motd",
    ),
    (
        "ftp://myname@host.dom//etc/motd",
        "3.2.2",
        "ftpurl",
        "user myname, domainlabel host, toplabel dom, fsegment etc, fsegment motd",
    ),
    ("news:*", "3.6", "newsurl", "grouppart *"),
    (
        "file://vms.host.edu/disk$user/my/notes/note12345.txt",
        "3.10",
        "fileurl",
        "domainlabel vms, domainlabel host, toplabel edu, fsegment disk$user, fsegment my, fsegment notes, fsegment note12345.txt",
    ),
    (
        "prospero://host.dom//pros/name",
        "3.11",
        "prosperourl",
        "domainlabel host, toplabel dom, psegment pros, psegment name",
    ),
    (
        "ftp://info.cern.ch/pub/www/doc;type=d",
        "Appendix",
        "ftpurl",
        "domainlabel info, domainlabel cern, toplabel ch, fsegment pub, fsegment www, fsegment doc, ftptype d",
    ),
    (
        "ftp://ds.internic.net/rfc",
        "Appendix",
        "ftpurl",
        "domainlabel ds, domainlabel internic, toplabel net, fsegment rfc",
    ),
    (
        "ftp://ds.internic.net/rfc/rfc1436.txt;type=a",
        "References",
        "ftpurl",
        "domainlabel ds, domainlabel internic, toplabel net, fsegment rfc, fsegment rfc1436.txt, ftptype a",
    ),
    (
        "ftp://boombox.micro.umn.edu/pub/gopher/gopher_protocol/Gopher+/Gopher+.txt",
        "References",
        "ftpurl",
        "domainlabel boombox, domainlabel micro, domainlabel umn, toplabel edu, fsegment pub, fsegment gopher, fsegment gopher_protocol, fsegment Gopher+, fsegment Gopher+.txt",
    ),
    (
        "ftp://info.cern.ch/pub/www/doc/http-spec.txt.Z",
        "References",
        "ftpurl",
        "domainlabel info, domainlabel cern, toplabel ch, fsegment pub, fsegment www, fsegment doc, fsegment http-spec.txt.Z",
    ),
    (
        "ftp://quake.think.com/pub/wais/doc/protspec.txt",
        "References",
        "ftpurl",
        "domainlabel quake, domainlabel think, toplabel com, fsegment pub, fsegment wais, fsegment doc, fsegment protspec.txt",
    ),
    (
        "ftp://quake.think.com/pub/wais/doc/doc-ids.txt",
        "References",
        "ftpurl",
        "domainlabel quake, domainlabel think, toplabel com, fsegment pub, fsegment wais, fsegment doc, fsegment doc-ids.txt",
    ),
    (
        "ftp://ds.internic.net/internet-drafts/draft-ietf-uri-irl-fun-req-02.txt",
        "References",
        "ftpurl",
        "domainlabel ds, domainlabel internic, toplabel net, fsegment internet-drafts, fsegment draft-ietf-uri-irl-fun-req-02.txt",
    ),
    (
        "ftp://prospero.isi.edu/pub/prospero/doc/prospero-protocol.PS.Z",
        "References",
        "ftpurl",
        "domainlabel prospero, domainlabel isi, toplabel edu, fsegment pub, fsegment prospero, fsegment doc, fsegment prospero-protocol.PS.Z",
    ),
    (
        "ftp://uu.psi.com/wp/nir.txt",
        "References",
        "ftpurl",
        "domainlabel uu, domainlabel psi, toplabel com, fsegment wp, fsegment nir.txt",
    ),
];

#[test]
fn examples_parse_as_the_document_implies() {
    for (text, section, production, expected) in EXAMPLES {
        assert_eq!(kind(RFC1738, "url", text), *production, "{section}: {text}");
        assert_eq!(parts(RFC1738, "url", text), *expected, "{section}: {text}");
        assert!(is_in(RFC1738, "genericurl", text), "{section}: {text}");
    }
    // The reference list has seven more RFCs under one directory.
    for number in [977, 822, 959, 1034, 1036, 1123, 1625, 1630, 1737] {
        let text = format!("ftp://ds.internic.net/rfc/rfc{number}.txt");
        let host = "domainlabel ds, domainlabel internic, toplabel net";
        let expected = format!("{host}, fsegment rfc, fsegment rfc{number}.txt");
        assert_eq!(parts(RFC1738, "url", &text), expected);
    }
    // Sections 3.4.7 to 3.4.9 and 3.6 print parts. The form of 3.4.9 has names in angle brackets.
    for (rule, text) in [
        ("gopher+_string", "!+ABSTRACT"),
        ("gopher+_string", "!+ABSTRACT%20+SMELL"),
        ("gopher+_string", "+application/postscript%20Es_ES"),
        ("gopher+_string", "+%091%0D%0A+-1%0D%0Aone%0D%0Atwo%0D%0A.%0D%0A"),
        ("group", "comp.infosystems.www.misc"),
    ] {
        assert!(is_in(RFC1738, rule, text), "{text}");
    }
}

/// What the document prints, or says, and its BNF does not derive.
#[test]
fn findings() {
    // 3.7 has an article number, the BNF makes it optional.
    assert_eq!(kind(RFC1738, "url", "nntp://h/g"), "nntpurl");
    // 2.1 has letters of schemes "a" to "z"; nothing bars a digit at the beginning.
    assert!(is_in(RFC1738, "url", "+:"));
    // 3.4.1 has no reserved characters in a gopher-path, and search bars "/" and "?".
    assert_eq!(kind(RFC1738, "url", "gopher://h/7s%09a/b"), "otherurl");
    // 3.1 says that "/" "@" and ":" in a user are encoded; its BNF reserves ";" no more.
    assert_eq!(parts(RFC1738, "login", "a;b@h"), "user a;b, toplabel h");
}

/// Appendix: an identifier of a fragment that "is associated with a URL" stands "within the brackets
/// as well". The URL is what comes before it: 2.2 has no `#` in a URL.
#[test]
fn a_fragment_is_no_part_of_a_url() {
    assert!(!is_in(RFC1738, "url", "http://ds.internic.net/instructions/overview.html#WARNING"));
    let url = "http://ds.internic.net/instructions/overview.html";
    assert_eq!(kind(RFC1738, "url", url), "httpurl");
}

/// Each of these is a url, and none that its scheme defines.
#[test]
fn only_otherurl() {
    for text in [
        "http://user@host/",
        "http://h:/",
        "http://h?q",
        "http:",
        "HTTP:/h",
        "ftp://",
        "ftp:/a",
        "ftp://h/a;type=x",
        "gopher://h/1%0A",
        "gopher://h/1%0dx",
        "gopher://h/1a%09b?c",
        "mailto:",
        "news:",
        "news:@h",
        "news:1",
        "news:a@b@c",
        "nntp://h",
        "nntp://h/*",
        "telnet://h/x",
        "wais://h",
        "wais://h/a/b",
        "file://h",
        "file:/a",
        "prospero://h/a;b",
        "x-mine:a",
        "http://a.1/",
        "http://h./",
        "http://-a/",
    ] {
        assert_eq!(kind(RFC1738, "url", text), "otherurl", "{text}");
    }
}

#[test]
fn hosts() {
    for text in
        ["a", "a.b", "1.a", "a-b.c-d", "a--b", "3com.com", "1.2.3.4", "1.2.3.444444", "x1.y2"]
    {
        assert!(is_in(RFC1738, "host", text), "{text}");
    }
    for text in [
        "",
        "1",
        "a.1",
        "a.",
        ".a",
        "-a",
        "a-",
        "a.b-",
        "1.2.3",
        "1.2.3.4.5",
        "a..b",
        "a_b",
        "1.2.3.4.",
    ] {
        assert!(!is_in(RFC1738, "host", text), "{text}");
    }
}
