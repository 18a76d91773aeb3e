//! RFC 1630: two grammars.

use urispec::{Edition, Normalizer, Reference, Rung, compare_with};

use super::support::{is_in, kind, parts};

const RFC1630: Edition = Edition::Rfc1630;

/// An example, the section that prints it, its parts as a fragmentaddress and, where section 9 has
/// its scheme, as a url.
const EXAMPLES: &[(&str, &str, &str, Option<&str>)] = &[
    (
        "http://info.cern.ch/hypertext/WWW/Addressing/URL/URI_Overview.html",
        "1",
        "scheme http, xpalphas info.cern.ch, xpalphas hypertext, xpalphas WWW, xpalphas Addressing, xpalphas URL, xpalphas URI_Overview.html",
        Some(
            "hostname info.cern.ch, segment hypertext, segment WWW, segment Addressing, segment URL, segment URI_Overview.html",
        ),
    ),
    (
        "http://info.cern.ch/albert/bertram/marie-claude",
        "4.1.2",
        "scheme http, xpalphas info.cern.ch, xpalphas albert, xpalphas bertram, xpalphas marie-claude",
        Some("hostname info.cern.ch, segment albert, segment bertram, segment marie-claude"),
    ),
    (
        "http://info.cern.ch/albert/bertram/marie%2Dclaude",
        "4.1.2",
        "scheme http, xpalphas info.cern.ch, xpalphas albert, xpalphas bertram, xpalphas marie%2Dclaude",
        Some("hostname info.cern.ch, segment albert, segment bertram, segment marie%2Dclaude"),
    ),
    (
        "http://info.cern.ch/albert/bertram%2Fmarie-claude",
        "4.1.2",
        "scheme http, xpalphas info.cern.ch, xpalphas albert, xpalphas bertram%2Fmarie-claude",
        Some("hostname info.cern.ch, segment albert, segment bertram%2Fmarie-claude"),
    ),
    (
        "magic://a/b/c//d/e/f",
        "4.1.3",
        "scheme magic, xpalphas a, xpalphas b, xpalphas c, xpalphas d, xpalphas e, xpalphas f",
        None,
    ),
    (
        "magic://a/b/c//d/e/",
        "4.1.3",
        "scheme magic, xpalphas a, xpalphas b, xpalphas c, xpalphas d, xpalphas e",
        None,
    ),
    (
        "http://www.my.work.com/",
        "5.1",
        "scheme http, xpalphas www.my.work.com",
        Some("hostname www.my.work.com"),
    ),
    (
        "http://www.my.uni.edu/info/matriculation/enroling.html",
        "5.1",
        "scheme http, xpalphas www.my.uni.edu, xpalphas info, xpalphas matriculation, xpalphas enroling.html",
        Some("hostname www.my.uni.edu, segment info, segment matriculation, segment enroling.html"),
    ),
    (
        "http://info.my.org/AboutUs/Phonebook",
        "5.1",
        "scheme http, xpalphas info.my.org, xpalphas AboutUs, xpalphas Phonebook",
        Some("hostname info.my.org, segment AboutUs, segment Phonebook"),
    ),
    (
        "http://www.library.my.town.va.us/Catalogue/76523471236%2Fwen44--4.98",
        "5.1",
        "scheme http, xpalphas www.library.my.town.va.us, xpalphas Catalogue, xpalphas 76523471236%2Fwen44--4.98",
        Some(
            "hostname www.library.my.town.va.us, segment Catalogue, segment 76523471236%2Fwen44--4.98",
        ),
    ),
    (
        "http://www.my.org/462F4F2D4241522A314159265358979323846",
        "5.1",
        "scheme http, xpalphas www.my.org, xpalphas 462F4F2D4241522A314159265358979323846",
        Some("hostname www.my.org, segment 462F4F2D4241522A314159265358979323846"),
    ),
    (
        "http://info.my.org/AboutUs/Index/Phonebook?dobbins",
        "5.1",
        "scheme http, xpalphas info.my.org, xpalphas AboutUs, xpalphas Index, xpalphas Phonebook, xalphas dobbins",
        Some(
            "hostname info.my.org, segment AboutUs, segment Index, segment Phonebook, search dobbins",
        ),
    ),
    (
        "urn:/iana/dns/ch/cern/cn/techdoc/94/1642-3",
        "5.6",
        "scheme urn, xpalphas iana, xpalphas dns, xpalphas ch, xpalphas cern, xpalphas cn, xpalphas techdoc, xpalphas 94, xpalphas 1642-3",
        None,
    ),
    (
        "ftp://info.cern.ch/pub/www/doc/http-spec.txt",
        "10",
        "scheme ftp, xpalphas info.cern.ch, xpalphas pub, xpalphas www, xpalphas doc, xpalphas http-spec.txt",
        Some("hostname info.cern.ch, segment pub, segment www, segment doc, segment http-spec.txt"),
    ),
    (
        "ftp://quake.think.com/pub/wais/doc/doc-ids.txt",
        "10",
        "scheme ftp, xpalphas quake.think.com, xpalphas pub, xpalphas wais, xpalphas doc, xpalphas doc-ids.txt",
        Some(
            "hostname quake.think.com, segment pub, segment wais, segment doc, segment doc-ids.txt",
        ),
    ),
    (
        "ftp://ds.internic.net/rfc/rfc977.txt",
        "10",
        "scheme ftp, xpalphas ds.internic.net, xpalphas rfc, xpalphas rfc977.txt",
        Some("hostname ds.internic.net, segment rfc, segment rfc977.txt"),
    ),
    (
        "wais://quake.think.com/wais-discussion-archives?lynch",
        "10",
        "scheme wais, xpalphas quake.think.com, xpalphas wais-discussion-archives, xalphas lynch",
        Some("hostname quake.think.com, database wais-discussion-archives, search lynch"),
    ),
    (
        "ftp://ds.internic.net/rfc/rfc1034.txt",
        "10",
        "scheme ftp, xpalphas ds.internic.net, xpalphas rfc, xpalphas rfc1034.txt",
        Some("hostname ds.internic.net, segment rfc, segment rfc1034.txt"),
    ),
    (
        "ftp://prospero.isi.edu/pub/prospero/oir.ps",
        "10",
        "scheme ftp, xpalphas prospero.isi.edu, xpalphas pub, xpalphas prospero, xpalphas oir.ps",
        Some("hostname prospero.isi.edu, segment pub, segment prospero, segment oir.ps"),
    ),
    (
        "ftp://ds.internic.net/rfc/rfc959.txt",
        "10",
        "scheme ftp, xpalphas ds.internic.net, xpalphas rfc, xpalphas rfc959.txt",
        Some("hostname ds.internic.net, segment rfc, segment rfc959.txt"),
    ),
    (
        "ftp://uu.psi.com/wp/nir.txt",
        "10",
        "scheme ftp, xpalphas uu.psi.com, xpalphas wp, xpalphas nir.txt",
        Some("hostname uu.psi.com, segment wp, segment nir.txt"),
    ),
];

#[test]
fn examples_parse_as_the_document_implies() {
    for (text, section, generic, specific) in EXAMPLES {
        assert_eq!(parts(RFC1630, "fragmentaddress", text), *generic, "{section}: {text}");
        match specific {
            Some(specific) => {
                assert_eq!(parts(RFC1630, "url", text), *specific, "{section}: {text}");
                let prefixed = format!("url:{text}");
                assert_eq!(
                    parts(RFC1630, "prefixedurl", &prefixed),
                    *specific,
                    "{section}: {text}"
                );
            }
            None => assert!(!is_in(RFC1630, "url", text), "{section}: {text}"),
        }
    }
    // With a fragment it is a fragmentaddress, and no url (5.1).
    let text = "http://www.myu.edu/org/admin/people#andy";
    assert_eq!(
        parts(RFC1630, "fragmentaddress", text),
        "scheme http, xpalphas www.myu.edu, xpalphas org, xpalphas admin, xpalphas people, fragmentid andy"
    );
    assert!(!is_in(RFC1630, "url", text) && !is_in(RFC1630, "uri", text));
    // "Illegal, as all % characters imply encodings" (4.1.2, example 3).
    for text in
        ["fxqn:/us/va/reston/cnri/ietf/24/asdf%*.fred", "news:12345667123%asdghfh@info.cern.ch"]
    {
        assert!(!is_in(RFC1630, "fragmentaddress", text), "{text}");
        assert!(!is_in(RFC1630, "url", text), "{text}");
    }
}

/// What the document prints, or says, and its BNF does not derive.
#[test]
fn findings() {
    let is_generic = |text: &str| is_in(RFC1630, "fragmentaddress", text);
    let is_specific = |text: &str| is_in(RFC1630, "url", text);
    // 5.1: an example with a `%` that is no escape, which 4.1.2 calls illegal.
    let text = "http://info.cern.ch/RDB/EMP?*%20where%20name%%3Ddobbins";
    assert!(!is_generic(text) && !is_specific(text));
    assert!(is_generic("http://info.cern.ch/RDB/EMP?*%20where%20name%3Ddobbins"));
    // 5.1: a port. Section 8 says that it parses "the same URIs"; its paths hold no ":".
    let text = "http://info.cern.ch:8000/imaginary/test";
    assert!(!is_generic(text));
    assert_eq!(
        parts(RFC1630, "url", text),
        "hostname info.cern.ch, port 8000, segment imaginary, segment test"
    );
    // 5.2.3, 5.7: nor "=" or ";".
    assert!(!is_generic("ftp://h/a;type=I") && is_specific("ftp://h/a;type=I"));
    assert!(!is_generic("wais://h/d/t/1=a;") && is_specific("wais://h/d/t/1=a;"));
    // 4.1.4: an empty fragment identifier, "with or without the hash sign".
    assert!(!is_generic("a:#") && is_generic("a:"));
    // 5.2.3: "binary \"I\" or text \"A\"": the BNF wants a form code after A.
    assert!(!is_specific("ftp://h/a;type=A") && is_specific("ftp://h/a;type=AN"));
    // 5.3: the gopher type may be left out where the command is empty, but not with a "/" before it.
    assert!(!is_specific("gopher://h/") && is_specific("gopher://h"));
    // 6.3: "The news server name, newsgroup name, and index number of an article … are given"; the BNF has no
    // server.
    assert!(!is_specific("nntp://h/g/1") && is_specific("nntp:g/1"));
    // 5.8 describes file, 4.1.5 rlogin and tn3270: none has a production.
    assert!(!is_specific("file://localhost/a") && !is_specific("rlogin://h"));
    // 9: "The "afsaddress" is left in as historical note, but is not a url production."
    assert!(!is_specific("afs://c/p") && is_in(RFC1630, "afsaddress", "afs://c/p"));
    // 10: three references have a URL with blanks, which 4.1.1 forbids.
    for text in [
        "ftp://boombox.micro.umn.edu/pub/gopher/ gopher_protocol",
        "gopher://gopher.micro.umn.edu/00/Information About Gopher/About Gopher",
        "ftp://quake.think.com/pub/wa is/doc/protspec.txt",
    ] {
        assert!(!is_generic(text) && !is_specific(text), "{text}");
        let encoded = text.replace(' ', "%20");
        assert!(is_generic(&encoded) && is_specific(&encoded), "{text}");
    }
    // A telnet address has no "/" after it, and a "+" is an alphanum2 but the "%" of an escape none.
    assert!(!is_specific("telnet://h/") && !is_specific("telnet://a%41:b@h"));
}

/// 4.1.1: "spaces, control characters, some characters whose ASCII code is used differently in
/// different national character variant 7 bit sets, and all 8bit characters beyond DEL" "shall not be
/// used unencoded"; 8: the national and punctuation characters "may not appear in URIs"; 4.1.2: character
/// codes "other than those allowed by the syntax shall not be used unencoded in a URI".
#[test]
fn characters() {
    for octet in 0..=255 {
        let character = char::from(octet);
        let is_safe = character.is_ascii_alphanumeric() || "$-_@.&!*\"'(),".contains(character);
        // 8: "+" is an xpalpha, and "/" and "?" divide; a "#" would want a fragment after it.
        let is_in_path = is_safe || "+/?".contains(character);
        let path = format!("x:a{character}b");
        assert_eq!(is_in(RFC1630, "uri", &path), is_in_path, "{octet}");
        let is_in_fragment = format!("x:a#{character}");
        assert_eq!(is_in(RFC1630, "fragmentaddress", &is_in_fragment), is_safe, "{octet}");
        assert!(is_in(RFC1630, "uri", &format!("x:a%{octet:02X}b?%{octet:02x}")));
        // "Sequences which start with a percent sign but are not followed by two hexadecimal
        // characters are reserved."
        let escape = format!("x:%4{character}");
        assert_eq!(is_in(RFC1630, "uri", &escape), character.is_ascii_hexdigit(), "{octet}");
    }
}

/// What the document says are the same, at which rung, and what it does not.
#[test]
fn equivalences() {
    let normalizer = Normalizer::from_edition(RFC1630);
    let of =
        |text| Reference::parse(RFC1630, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let meet = |a, b| compare_with(&normalizer, of(a), of(b)).rung();
    for (section, a, b) in [
        // "A URI may be made "safer" simply by encoding any characters considered unsafe."
        ("4.1.2", "x:a-b", "x:a%2Db"),
        ("4.1.2", "x:%61b", "x:a%62"),
        // "Substrings consisting of single or double dots … are similarly reserved": a dot beside more is
        // none.
        ("4.1.1", "x:a.b", "x:a%2Eb"),
        ("4.1.1", "x:.../b", "x:.%2E./b"),
        ("4.1.1", "x:a?.", "x:a?%2E"),
        ("4.1.1", "http://h.org/a", "http://h%2Eorg/a"),
        // There is no authority in section 8: what stands after "//" is a path like any other.
        ("8", "magic://a/b", "magic://%61/b"),
        // "Within the query string, the plus sign is reserved as shorthand notation for a space."
        ("4.1.1", "x:a?b+c", "x:a?b%20c"),
        ("4.1.1", "http://h:80/a?b+c+d", "http://h:80/a?b%20c+d"),
        ("4.1.1", "x:a+b", "x:a%2Bb"),
    ] {
        assert_eq!(meet(a, b), Some(Rung::PercentEncoding), "{section}: {a} and {b}");
    }
    // The hexadecimal digits are "0-9, A-F", and section 8 has both cases of them.
    assert_eq!(meet("x:%2F", "x:%2f"), Some(Rung::Case));
    // 5.8: "A void host field is equivalent to "localhost"."
    assert_eq!(meet("file:///a/b", "file://localhost/a/b"), Some(Rung::Scheme));
    assert_eq!(meet("file:///a", "file://%6Cocalhost/%61"), Some(Rung::Scheme));
    assert_eq!(meet("file:///a#b", "file://localhost/a#b"), Some(Rung::Scheme));
    for (section, a, b) in [
        // "The reserved characters … may NEVER be encoded and unencoded in this way."
        ("4.1.1", "x:a/b", "x:a%2Fb"),
        ("4.1.1", "x:./b", "x:%2E/b"),
        ("4.1.1", "x:a/..", "x:a/.%2E"),
        ("4.1.1", "x:a/%2E%2E", "x:a/.%2E"),
        ("4.1.1", "x:a*b", "x:a%2Ab"),
        ("4.1.1", "x:a!b", "x:a%21b"),
        ("4.1.1", "x:a%25b", "x:a%2525b"),
        // "Therefore, real plus signs must be encoded."
        ("4.1.1", "x:a?b+c", "x:a?b%2Bc"),
        // 5.8: "even a "file" URL is provided with a host part", and a slash after that, as of ftp.
        ("5.8", "file:/a", "file:///a"),
        ("5.8", "file://localhost", "file://"),
        ("5.8", "file://localhost.org/a", "file://.org/a"),
        ("5.8", "http://localhost/a", "http:///a"),
        // "The syntax is similar to the ftp syntax", which has no search.
        ("5.8", "file://localhost/a?b", "file:///a?b"),
        // Nothing is said of the case of a scheme.
        ("4.1", "FILE:///a", "FILE://localhost/a"),
        ("4.1", "X:a", "x:a"),
    ] {
        assert_eq!(meet(a, b), None, "{section}: {a} and {b}");
    }
}

/// Section 9's classes overlap; the tree goes by the document's words.
#[test]
fn overlaps() {
    // 5.5: "by the presence of the commercial at "@" character".
    for (text, expected) in [
        ("news:a@b", "xalphas a, hostname b"),
        ("news:a@1", "group a@1"),
        ("news:a@1.2.3.4", "xalphas a, hostnumber 1.2.3.4"),
        ("news:a@b@1.2.3.4", "xalphas a@b, hostnumber 1.2.3.4"),
        ("news:a@b@1.2.3.4x", "xalphas a, hostname b@1.2.3.4x"),
        ("news:*", "groupart *"),
        ("news:*@h", "xalphas *, hostname h"),
        ("mailto:a@b@c@1", "xalphas a@b, hostname c@1"),
        ("mailto:@@c", "xalphas @, hostname c"),
        ("mid:a@b", "xalphas a, hostname b"),
        ("cid:a@b", "xalphas a, hostname b"),
        ("telnet://a@b", "user a, hostname b"),
        ("telnet://a:1@b:1", "user a, password 1, hostname b, port 1"),
        ("telnet://a@1x", "hostname a@1x"),
        ("telnet://a@1.2.3.4:5", "user a, hostnumber 1.2.3.4, port 5"),
        ("telnet://a@1.2.3.4x:5", "hostname a@1.2.3.4x, port 5"),
        ("telnet://a%41@b", "hostname a%41@b"),
        ("prospero://h/a/b%001x2", "hostname h, hsoname a/b, version 1, attribute x2"),
        ("prospero://h/a%00b%0012", "hostname h, hsoname a%00b, version 12"),
        ("prospero://h/a%001/b", "hostname h, hsoname a%001/b"),
        ("prospero://h/%00", "hostname h, hsoname %00"),
        ("http://h?a+b", "hostname h, search a+b"),
    ] {
        assert_eq!(parts(RFC1630, "url", text), expected, "{text}");
    }
    for text in ["mailto:@c", "mailto:a@1", "mailto:a", "mid:a@1.2.3.4", "news:@1", "telnet://1@2"]
    {
        assert!(!is_in(RFC1630, "url", text), "{text}");
    }
    assert_eq!(kind(RFC1630, "url", "wais://h/d/t/1=a;"), "waisaddress");
}
