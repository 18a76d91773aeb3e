//! IRIs as URIs, and URIs as IRIs: RFC 3987, sections 3.1 and 3.2.

use proptest::prelude::*;
use urispec::error::MappingError;
use urispec::mapping::{ToIri, ToUri};
use urispec::{Edition, IriRef, ParseError, Rung, UriRef, compare};

#[track_caller]
fn to_uri(iri: &str, uri: &str) {
    assert_eq!(ToUri::new().map(iri).unwrap(), uri);
    // "The mapping is also an identity transformation for URIs and is idempotent".
    assert_eq!(ToUri::new().map(uri).unwrap(), uri);
}

/// The examples of section 3.1.
#[test]
fn section_3_1() {
    to_uri("http://résumé.example.org", "http://r%C3%A9sum%C3%A9.example.org");
    to_uri(
        "http://validator.w3.org/check?uri=http%3A%2F%2Frésumé.example.org",
        "http://validator.w3.org/check?uri=http%3A%2F%2Fr%C3%A9sum%C3%A9.example.org",
    );
    to_uri("http://www.example.org/red%09rosé#red", "http://www.example.org/red%09ros%C3%A9#red");
    to_uri(
        "http://example.com/\u{10300}\u{10301}\u{10302}",
        "http://example.com/%F0%90%8C%80%F0%90%8C%81%F0%90%8C%82",
    );
}

/// Section 3.1: variants b and c of step 1, and the operation on names.
#[test]
fn section_3_1_options() {
    let (composed, transcoded) = ("Vi\u{1EC7}t Nam", "Vi\u{EA}\u{323}t Nam");
    let mapped = |options: ToUri, text| options.delimiters(true).map(text).unwrap().into_string();
    assert_eq!(mapped(ToUri::new(), composed), "Vi%E1%BB%87t%20Nam");
    assert_eq!(mapped(ToUri::new(), transcoded), "Vi%C3%AA%CC%A3t%20Nam");
    assert_eq!(mapped(ToUri::new().nfc(true), transcoded), "Vi%E1%BB%87t%20Nam");

    let names = ToUri::new().names(true);
    assert_eq!(names.map("http://résumé.example.org").unwrap(), "http://xn--rsum-bpad.example.org");
    // No name, and nothing to convert.
    for iri in ["http://[::1]/é", "http://1.2.3.4/é", "mailto:é", "é"] {
        assert_eq!(names.map(iri), ToUri::new().map(iri), "{iri}");
    }
    // "with the flag UseSTD3ASCIIRules set to TRUE".
    assert_eq!(names.map("http://a_é/"), Err(MappingError::Name("a_é".to_owned())));
}

/// Section 3.1: what "MAY" be converted too, and what "MUST NOT".
#[test]
fn delimiters() {
    let all = r#"<>" {}|\^`"#;
    assert_eq!(ToUri::new().delimiters(true).map(all).unwrap(), "%3C%3E%22%20%7B%7D%7C%5C%5E%60");
    for excluded in all.chars() {
        assert!(ToUri::new().map(&excluded.to_string()).is_err(), "{excluded}");
    }
    for kept in ["a#b#c", "%", "[", "]", "\0", "\u{7F}", "\u{80}", "\u{FFFE}", "\u{E0001}"] {
        assert!(ToUri::new().delimiters(true).map(kept).is_err(), "{kept:?}");
    }
}

#[track_caller]
fn offset(mapping: ToUri, text: &str) -> usize {
    match mapping.map(text) {
        Err(MappingError::Reference(ParseError::Syntax(error))) => error.offset(),
        other => panic!("{text:?}: {other:?}"),
    }
}

/// Section 3.1 maps IRIs, and step 2 is for "each character in 'ucschar' or 'iprivate'" of one. By 2.2 only
/// `iquery` has `iprivate`, so elsewhere there is no IRI to map. The delimiters of US-ASCII are all that
/// "systems accepting IRIs MAY also deal with".
#[test]
fn only_iris_are_mapped() {
    to_uri("http://a/?\u{E000}\u{10FFFD}", "http://a/?%EE%80%80%F4%8F%BF%BD");
    for (text, at) in [
        ("http://a/\u{E000}", 9),
        ("http://\u{F8FF}/", 7),
        ("//u\u{F0000}@h", 3),
        ("?\u{E000}#a\u{E000}", 6),
        ("a\u{E0001}", 1),
        ("é\u{85}", 2),
    ] {
        for mapping in [ToUri::new(), ToUri::new().delimiters(true), ToUri::new().names(true)] {
            assert_eq!(offset(mapping, text), at, "{text:?}");
        }
    }
    // With delimiters that become triplets, offsets are those of the given text.
    let delimiters = ToUri::new().delimiters(true);
    assert_eq!(offset(delimiters, "é b\u{E000}"), 4);
    assert_eq!(offset(delimiters, "<é>%"), 5);
    assert_eq!(delimiters.map("é b?\u{E000}").unwrap(), "%C3%A9%20b?%EE%80%80");
    // A scheme has no triplet, and nor has an address; so the one colon is misplaced, and the other is not.
    assert_eq!(offset(delimiters, "a<b:c"), 3);
    assert!(delimiters.map("//[v1.<]").is_err());
    assert_eq!(delimiters.map("./a<b:c").unwrap(), "./a%3Cb:c");
}

/// The host is converted "before step 2", whatever else step 2 deals with.
#[test]
fn names_beside_delimiters() {
    let both = ToUri::new().delimiters(true).names(true);
    let mapped = both.map("http://résumé.example.org/a b").unwrap();
    assert_eq!(mapped, "http://xn--rsum-bpad.example.org/a%20b");
    assert_eq!(both.map("http://é b/"), Err(MappingError::Name("é b".to_owned())));
}

/// The types map without an option: each of their strings is an IRI.
#[test]
fn types_map_as_the_mapping_does() {
    for text in ["", "a", "é", "//é:ü@例え:80/é?\u{E000}é#é", "?\u{F0000}", "a:\u{202E}", "%C3é"]
    {
        let iri = IriRef::parse(text).unwrap();
        assert_eq!(iri.to_uri().unwrap(), ToUri::new().map(text).unwrap(), "{text:?}");
    }
    let mapped = IriRef::parse("?\u{10FFFD}#\u{1FFFD}").unwrap().to_uri().unwrap();
    assert_eq!(mapped, "?%F4%8F%BF%BD#%F0%9F%BF%BD");
}

/// The steps of section 3.1 for one character.
#[test]
fn steps_to_a_uri() {
    let mut steps = Vec::new();
    let mapped =
        ToUri::new().trace("a/é", |step| steps.push((step.label, step.value.to_owned()))).unwrap();
    assert_eq!(mapped, "a/%C3%A9");
    let expected = [("1c", "a/é"), ("2.1", "é <c3><a9>"), ("2.2", "%C3%A9"), ("2.3", "a/%C3%A9")];
    assert_eq!(steps, expected.map(|(label, value)| (label, value.to_owned())));
}

/// The three tables of section 3.2.1, row by row.
#[test]
fn section_3_2_1() {
    #[track_caller]
    fn rows(expected: [&str; 5]) {
        let mut values = Vec::new();
        let iri = ToIri::new().trace(expected[0], |step| {
            if step.section == "3.2" {
                values.push(step.value.to_owned());
            }
        });
        assert_eq!(iri, expected[4]);
        assert_eq!(values, expected);
        assert_eq!(ToIri::new().convert(expected[0]), iri);
    }
    let u_umlaut = "http://www.example.org/D<c3><bc>rst";
    rows([
        "http://www.example.org/D%C3%BCrst",
        u_umlaut,
        u_umlaut,
        u_umlaut,
        "http://www.example.org/Dürst",
    ]);
    let kept = "http://www.example.org/D%FCrst";
    rows([kept, "http://www.example.org/D<fc>rst", kept, kept, kept]);
    let octets = "http://xn--99zt52a.example.org/<e2><80><ae>";
    let encoded = "http://xn--99zt52a.example.org/%E2%80%AE";
    rows(["http://xn--99zt52a.example.org/%e2%80%ae", octets, octets, encoded, encoded]);
}

/// Section 3.2.1: "the label xn--99zt52a may be converted to U+7D0D U+8C46".
#[test]
fn names_to_characters() {
    let names = ToIri::new().names(true);
    let natto = "http://\u{7D0D}\u{8C46}.example.org/%E2%80%AE";
    assert_eq!(names.convert("http://xn--99zt52a.example.org/%e2%80%ae"), natto);
    // No Punycode of anything.
    assert_eq!(names.convert("http://xn--a-ecp.ru/"), "http://xn--a-ecp.ru/");
}

/// RFC 3987, 5.3.3: names "SHOULD be character normalized by using the Nameprep process", and "SHOULD NOT be
/// converted into ASCII Compatible Encoding"; a name and its conversion may be taken for equivalent.
#[test]
fn names_there_and_back() {
    let uri = |iri| ToUri::new().names(true).map(iri).unwrap().into_string();
    let back = |iri| ToIri::new().names(true).convert(&uri(iri)).into_owned();
    for iri in [
        "http://r\u{E9}sum\u{E9}.example.org",
        "http://re\u{301}sume\u{301}.example.org",
        "http://R\u{C9}SUM\u{C9}.Example.org",
        "http://xn--rsum-bpad.example.org",
    ] {
        assert_eq!(uri(iri), "http://xn--rsum-bpad.example.org", "{iri}");
        assert_eq!(back(iri), "http://r\u{E9}sum\u{E9}.example.org", "{iri}");
    }
}

/// Section 6.1, b: what looks like another character stays encoded, and the steps say why; two options have it
/// decoded all the same.
#[test]
fn look_alikes_stay_encoded() {
    // The space that does not break, the ideographic space, a full-width "A", a half-width "KA", and U+202E.
    let uri = "/%C2%A0%E3%80%80%EF%BC%A1%EF%BD%B6%E2%80%AE%C3%A9";
    let safe = "/%C2%A0%E3%80%80%EF%BC%A1%EF%BD%B6%E2%80%AE\u{E9}";
    let mut steps = Vec::new();
    let iri = ToIri::new().trace(uri, |step| {
        if step.section != "3.2" {
            steps.push(format!("{} {} {} {}", step.section, step.label, step.does, step.value));
        }
    });
    assert_eq!(iri, safe);
    let blank = "encode again what looks like a blank, a delimiter or nothing";
    let variant = "encode again what is a variant of another character";
    assert_eq!(
        steps,
        [
            format!("6.1 4 {blank} %C2%A0"),
            format!("6.1 4 {blank} %E3%80%80"),
            format!("6.1 4 {variant} %EF%BC%A1"),
            format!("6.1 4 {variant} %EF%BD%B6"),
            "4.1 4 encode again what formats bidirectional text %E2%80%AE".to_owned(),
        ]
    );
    let with = |mapping: ToIri| mapping.convert(uri).into_owned();
    let blanks = "/\u{A0}\u{3000}%EF%BC%A1%EF%BD%B6%E2%80%AE\u{E9}";
    let variants = "/%C2%A0%E3%80%80\u{FF21}\u{FF76}%E2%80%AE\u{E9}";
    assert_eq!(with(ToIri::new().blanks(true)), blanks);
    assert_eq!(with(ToIri::new().variants(true)), variants);
}

/// Section 3.2: the three reasons for which triplets stay, and step 2.
#[test]
fn what_is_not_converted() {
    for (uri, iri) in [
        // Reserved, "%", and what no URI has.
        ("%2F%3A%25%20%22%5C%7F%00", "%2F%3A%25%20%22%5C%7F%00"),
        // Unreserved.
        ("%7euser%2D%41", "~user-A"),
        // Not UTF-8: a lone octet, a surrogate, a long form, one beyond the last character.
        ("%E9", "%E9"),
        ("%ED%A0%80", "%ED%A0%80"),
        ("%C0%AF", "%C0%AF"),
        ("%F4%90%80%80", "%F4%90%80%80"),
        ("%C3%A9%C3", "é%C3"),
        // Not appropriate: a control of C1, a noncharacter, a formatting character.
        ("%C2%85%EF%BF%BE%E2%80%8E", "%C2%85%EF%BF%BE%E2%80%8E"),
        // Of private use: in a query, and nowhere else.
        ("%EE%80%80?%EE%80%80?#%EE%80%80?", "%EE%80%80?\u{E000}?#%EE%80%80?"),
        ("#?%EE%80%80", "#?%EE%80%80"),
    ] {
        assert_eq!(ToIri::new().convert(uri), iri);
        let iri_reference = Edition::Rfc3987.production("IRI-reference").unwrap();
        assert!(iri_reference.check(iri).is_ok(), "{iri}");
    }
}

fn uris() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        "[a-z./?#:%20]{0,3}".boxed(),
        any::<char>()
            .prop_map(|one| ToUri::new()
                .delimiters(true)
                .map(&one.to_string())
                .map_or_else(|_| "%FF".to_owned(), |uri| uri.into_string()))
            .boxed(),
        any::<u8>().prop_map(|octet| format!("%{octet:02x}")).boxed(),
    ];
    prop::collection::vec(part, 0..6).prop_map(|parts| parts.concat())
}

proptest! {
    /// Section 3.2: the IRI "maps back to the URI used as an input for the conversion (except for
    /// potential case differences in percent-encoding and for potential percent-encoded unreserved
    /// characters)".
    #[test]
    fn an_iri_maps_back(uri in uris()) {
        let Ok(reference) = UriRef::parse(&uri) else { return Ok(()) };
        let iri = ToIri::new().convert(&uri).into_owned();
        prop_assert!(Edition::Rfc3987.production("IRI-reference").unwrap().check(&iri).is_ok());
        let back = ToUri::new().map(&iri).unwrap();
        let reference = urispec::Normalizer::new().letter(true).to(Rung::PercentEncoding)
            .normalize(&reference).as_str().to_owned();
        let back = urispec::Normalizer::new().letter(true).to(Rung::PercentEncoding)
            .normalize(&back).as_str().to_owned();
        prop_assert_eq!(back, reference);
    }
}

/// The two mappings meet at the rung that they leave open.
#[test]
fn there_and_back_is_equivalent() {
    let uri = UriRef::parse("http://h/%c3%a9%7e").unwrap();
    let back = ToUri::new().map(&ToIri::new().convert(uri.as_str())).unwrap();
    assert_eq!(compare(&uri, &back).rung(), Some(Rung::PercentEncoding));
}
