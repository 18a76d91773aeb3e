//! RFC 6068.

use urispec::scheme::Mailto;
use urispec::{Edition, Normalizer, Reference, Rung, check};

use crate::support;

const EDITION: Edition = Edition::Rfc6068;

fn mailto(text: &str) -> Mailto<'_> {
    Mailto::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn text(octets: &[u8]) -> String {
    String::from_utf8(octets.to_vec()).unwrap()
}

/// 2, 6.1 and 6.3: the recipients, the fields and the body, decoded.
#[test]
fn messages() {
    let read = |uri: &'static str| {
        let mailto = mailto(uri);
        let to: Vec<_> = mailto.recipients().map(|one| text(&one)).collect();
        let fields =
            mailto.fields().map(|one| format!("{}: {}", text(&one.name()), text(&one.value())));
        (to.join(" "), fields.collect::<Vec<_>>().join("; "))
    };
    for (uri, to, fields) in [
        ("mailto:chris@example.com", "chris@example.com", ""),
        ("mailto:", "", ""),
        (
            "mailto:infobot@example.com?body=send%20current-issue%0D%0Asend%20index",
            "infobot@example.com",
            "body: send current-issue\r\nsend index",
        ),
        (
            "mailto:list@example.org?In-Reply-To=%3C3469A91.D10AF4C@example.com%3E",
            "list@example.org",
            "In-Reply-To: <3469A91.D10AF4C@example.com>",
        ),
        (
            "mailto:joe@example.com?cc=bob@example.com&body=hello",
            "joe@example.com",
            "cc: bob@example.com; body: hello",
        ),
        ("mailto:gorby%25kremvax@example.com", "gorby%kremvax@example.com", ""),
        (
            "mailto:unlikely%3Faddress@example.com?blat=foop",
            "unlikely?address@example.com",
            "blat: foop",
        ),
        ("mailto:Mike%26family@example.org", "Mike&family@example.org", ""),
        ("mailto:bill+ietf@example.org?subject=a+b%20c", "bill+ietf@example.org", "subject: a+b c"),
        (
            "mailto:user@example.org?subject=caf%C3%A9&body=caf%C3%A9",
            "user@example.org",
            "subject: café; body: café",
        ),
        (
            "mailto:user@example.org?subject=%3D%3Futf-8%3FQ%3Fcaf%3DC3%3DA9%3F%3D",
            "user@example.org",
            "subject: =?utf-8?Q?caf=C3=A9?=",
        ),
        ("mailto:user@%E7%B4%8D%E8%B1%86.example.org", "user@納豆.example.org", ""),
    ] {
        assert_eq!(read(uri), (to.to_owned(), fields.to_owned()), "{uri}");
    }
    // The three that mean the same.
    for uri in [
        "mailto:addr1@an.example,addr2@an.example",
        "mailto:?to=addr1@an.example,addr2@an.example",
        "mailto:addr1@an.example?to=addr2@an.example",
    ] {
        assert_eq!(read(uri).0, "addr1@an.example addr2@an.example", "{uri}");
    }
    let body = mailto("mailto:a@b?BODY=c%0D%0Ad").body();
    assert_eq!(body.as_deref(), Some("c\r\nd"));
}

/// 2, item 1 to 5; 6.2.
#[test]
fn addresses() {
    for (uri, address) in [
        ("mailto:%22not%40me%22@example.org", r#""not@me"@example.org"#),
        ("mailto:%22oh%5C%5Cno%22@example.org", r#""oh\\no"@example.org"#),
        (
            "mailto:%22%5C%5C%5C%22it's%5C%20ugly%5C%5C%5C%22%22@example.org",
            r#""\\\"it's\ ugly\\\""@example.org"#,
        ),
        ("mailto:%22a,b%22@c", r#""a,b"@c"#),
        ("mailto:a@%5B1.2.3.4%5D", "a@[1.2.3.4]"),
    ] {
        let all: Vec<_> = mailto(uri).recipients().map(|one| text(&one)).collect();
        assert_eq!(all, [address], "{uri}");
    }
    // RFC 5322 has each of these in an atom, and a URI has them encoded.
    for character in ['#', '%', '&', '/', '=', '?', '^', '`', '{', '|', '}'] {
        let escaped = format!("%{:02X}@b", character as u32);
        assert!(check(EDITION, "addr-spec", &escaped).is_ok(), "{escaped}");
        assert!(check(EDITION, "addr-spec", &format!("{character}@b")).is_err(), "{character}");
    }
    for character in ['!', '$', '\'', '*', '+', '-', '_', '~', 'a', '0'] {
        assert!(check(EDITION, "addr-spec", &format!("{character}@b")).is_ok(), "{character}");
        let escaped = format!("%{:02X}@b", character as u32);
        assert!(check(EDITION, "addr-spec", &escaped).is_ok(), "{escaped}");
    }
    for wrong in [
        "a",
        "@b",
        "a@",
        ".a@b",
        "a..b@c",
        "a%40b@c",
        "a%20b@c",
        "(a)b@c",
        "a;b@c",
        "%22@c",
        "%22a@c",
        "%22%22%22@c",
        "a@%5B%5B%5D",
        "%7F@b",
        "a,b@c",
        "a@b%2Cc",
    ] {
        assert!(check(EDITION, "addr-spec", wrong).is_err(), "{wrong}");
    }
}

/// 2, 3 and 4.
#[test]
fn header_fields() {
    let field = |uri| mailto(uri).fields().next().unwrap();
    for (uri, is_safe, is_ignored) in [
        ("mailto:?subject=a", true, false),
        ("mailto:?KEYWORDS=a", true, false),
        ("mailto:?Body=a", true, false),
        ("mailto:?bcc=a@b", false, false),
        ("mailto:?In-Reply-To=a", false, false),
        ("mailto:?From=a", false, true),
        ("mailto:?date=a", false, true),
        ("mailto:?Resent-To=a", false, true),
        ("mailto:?Apparently-To=a", false, true),
        ("mailto:?received=a", false, true),
        ("mailto:?MIME-Version=a", false, true),
        ("mailto:?Content-Transfer-Encoding=base64", false, true),
    ] {
        let field = field(uri);
        assert_eq!((field.is_safe(), field.is_ignored()), (is_safe, is_ignored), "{uri}");
    }
    assert!(field("mailto:?%73ubject=a").is_called("Subject"));
}

/// 2: all recipients before the fields, whose names are in lower case.
#[test]
fn normal_forms() {
    let normal = |text: &str| {
        let reference = Reference::parse(EDITION, text).unwrap();
        Normalizer::from_edition(EDITION).to(Rung::Scheme).normalize(reference).to_string()
    };
    for (text, wanted) in [
        ("MAILTO:Joe@Example.COM", "mailto:Joe@example.com"),
        ("mailto:?To=a@B,c@D&Subject=X", "mailto:a@b,c@d?subject=X"),
        ("mailto:a@B?Subject=X&to=e@f", "mailto:a@b,e@f?subject=X"),
        // "If the same <hfname> appears multiple times in a URI, behavior varies widely for different user
        // agents, and for each <hfname>."
        ("mailto:?To=a@B,c@D&Subject=X&to=e@f", "mailto:?to=a@B,c@D&subject=X&to=e@f"),
        ("mailto:?to=", "mailto:?to="),
        ("mailto:a@b?to=Joe%20%3Cc@d%3E", "mailto:a@b?to=Joe%20%3Cc@d%3E"),
        ("mailto:%61@b?%54o=c@d", "mailto:a@b,c@d"),
        ("mailto:a@b?subject=a%2bb", "mailto:a@b?subject=a%2Bb"),
        // The digits of a triplet in a name are no letters of the name.
        ("mailto:a@b?X%3a=y%3a", "mailto:a@b?x%3A=y%3A"),
    ] {
        assert_eq!(normal(text), wanted, "{text}");
        assert_eq!(normal(wanted), wanted);
    }
}

#[test]
fn lints() {
    for (text, wanted) in [
        ("mailto:a@b?subject=c&body=d%0D%0Ae", &[][..]),
        ("mailto:a@b?to=c@d", &[("mailto-to-field", 11..13)][..]),
        ("mailto:?to=c@d", &[]),
        ("mailto:?subject=c&Subject=d", &[("mailto-repeated-field", 18..25)]),
        ("mailto:?from=c", &[("mailto-ignored-field", 8..12)]),
        ("mailto:?bcc=c@d", &[("mailto-unsafe-field", 8..11)]),
        ("mailto:?subject=c%0D%0Ad", &[("mailto-line-break", 16..24)]),
        ("mailto:?body=c%0Ad", &[("mailto-line-break", 13..18)]),
        ("mailto:a@b,c@d,a@b", &[("mailto-same-address", 15..18)]),
        // 3: "using the same address twice in a 'mailto' URI", wherever; the case of a domain does not matter.
        (
            "mailto:a@b?cc=c@d,%61@B",
            &[("mailto-unsafe-field", 11..13), ("mailto-same-address", 18..23)],
        ),
        ("mailto:?bcc=a@b&subject=a@b", &[("mailto-unsafe-field", 8..11)]),
        ("mailto:a@%62,a%62@c", &[("mailto-encoded-domain", 9..12)]),
        ("mailto:a@%C3%A9", &[]),
        ("mailto:a@%5B1%5D", &[]),
        // 2, items 4 and 5: a MUST of addresses; what fields hold "can be encoded" so.
        ("mailto:%E9@b", &[("mailto-not-utf8", 7..10)]),
        ("mailto:a@%E9", &[("mailto-not-utf8", 9..12)]),
        ("mailto:%C3%A9@b", &[]),
        ("mailto:a@b?subject=%E9", &[("not-utf8", 19..22)]),
    ] {
        assert_eq!(support::lints(EDITION, text), wanted, "{text}");
    }
}

/// 2: fragments are meaningless, and the production has none.
#[test]
fn a_fragment_is_no_part() {
    assert!(check(EDITION, "mailtoURI", "mailto:a@b#c").is_err());
}

/// 7: nothing that a reader is given makes it fail.
#[test]
fn hostile_strings() {
    let fields = format!("mailto:?{}", "a=b&".repeat(20_000));
    assert!(Mailto::parse(&fields).is_err());
    let fields = &fields[..fields.len() - 1];
    assert_eq!(mailto(fields).fields().count(), 20_000);
    let quoted = format!("mailto:%22{}%22@b", "%5C%22".repeat(20_000));
    assert_eq!(mailto(&quoted).recipients().count(), 1);
    let to = format!("mailto:{}a@b", "a@b,".repeat(2_000));
    assert_eq!(mailto(&to).recipients().count(), 2_001);
}
