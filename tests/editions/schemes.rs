//! The documents of single schemes, beyond what a row of a table can say.

use std::collections::HashSet;

use proptest::prelude::*;
use urispec::scheme::{
    Data, Did, ImageError, ImageName, LetterCase, Ni, Nih, PackageType, Purl, PurlError, Uuid,
    UuidTime,
};
use urispec::{Edition, Reference, check};
use urispec_audit::{Dialect, Languages, Matching, Pattern, judge_pattern};
use urispec_compare::changes::{ChangeKind, Changes};
use urispec_lint::Linter;

/// RFC 2141, 2.4: a URN ends before them.
#[test]
fn excluded_characters() {
    let is = |rule, text: &str| check(Edition::Rfc2141, rule, text).is_ok();
    for octet in 0..=0x7F_u8 {
        let character = char::from(octet).to_string();
        let (is_excluded, is_in_name) = (is("excluded", &character), is("NSS", &character));
        // "%" begins a triplet. Octet 0 "should NEVER be used", and is in neither list.
        assert_eq!(is_excluded || is_in_name, octet != 0 && octet != b'%', "{character:?}");
        assert!(!(is_excluded && is_in_name), "{character:?}");
    }
    // 2.1: the identifier is reserved here; formal namespaces are of later documents.
    let reserved = Reference::parse(Edition::Rfc2141, "urn:urn:a").unwrap();
    let findings = Linter::from_edition(Edition::Rfc2141).lint(reserved);
    assert_eq!(findings[0].message(), "the identifier \"urn\" is reserved, and must not be used");
}

/// RFC 2397, 4: the picture, and the query.
#[test]
fn printed_data() {
    let printed = |begins: &str| {
        let strings =
            Edition::Rfc2397.examples().lines().filter_map(|line| line.split('\t').nth(2));
        Data::parse(strings.into_iter().find(|text| text.starts_with(begins)).unwrap()).unwrap()
    };
    assert_eq!(printed("data:,A").octets().as_deref(), Ok(&b"A brief note"[..]));
    let larry = printed("data:image/gif");
    assert!(larry.is_base64);
    assert_eq!((&*larry.top_level_type(), &*larry.subtype()), (&b"image"[..], &b"gif"[..]));
    // A picture of 48 by 48 points begins so, and ends with the trailer.
    let octets = larry.octets().unwrap();
    assert!(octets.starts_with(b"GIF87a\x30\x00\x30\x00") && octets.ends_with(b";"));
    let query = printed("data:application");
    assert_eq!(&*query.subtype(), b"vnd-xxx-query");
    assert_eq!(query.octets().as_deref(), Ok(&b"select_vcount,fcol_from_fieldtable/local"[..]));
    // "can be used for a short sequence of greek characters", with the triplet of erratum 2009.
    let greek = Data::parse("data:text/plain;charset=iso-8859-7,%be%d3%be").unwrap();
    assert_eq!(greek.octets().as_deref(), Ok(&b"\xBE\xD3\xBE"[..]));
}

fn uuid(text: &str) -> Uuid {
    Uuid::parse_bare(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// RFC 9562, 4: figures 1 to 4.
#[test]
fn one_uuid_in_all_figures() {
    let one = uuid("f81d4fae-7dec-11d0-a765-00a0c91e6bf6");
    let bits = "111110000001110101001111101011100111110111101100000100011101000\
                01010011101100101000000001010000011001001000111100110101111110110";
    assert_eq!(format!("{:0128b}", one.value()), bits);
    assert_eq!(one.value(), 329_800_735_698_586_629_295_641_978_511_506_172_918);
    assert_eq!(one.urn(), "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6");
    assert_eq!(one.octets[..4], [0xF8, 0x1D, 0x4F, 0xAE]);
    assert_eq!(one.octets[15], 0xF6);
    assert_eq!(format!("{one:>38}"), "  f81d4fae-7dec-11d0-a765-00a0c91e6bf6");
}

/// RFC 9562, 6.1: "valid until 5623 AD" and "valid until the year 10889 AD". A year has 365.2425 days on average.
#[test]
fn ends_of_the_time_of_uuids() {
    const YEAR: i128 = 31_556_952_000_000_000;
    let end = UuidTime::Unix { milliseconds: (1 << 48) - 1 }.unix_nanoseconds();
    assert_eq!(1970 + end / YEAR, 10889);
    // Two digits of the other year are printed the wrong way round.
    let end = UuidTime::Gregorian { steps: (1 << 60) - 1 }.unix_nanoseconds();
    assert_eq!(1970 + end / YEAR, 5236);
}

/// RFC 9562, 6.11: octets, and texts of one letter case, have the order of time.
#[test]
fn uuids_are_sorted() {
    let of = |milliseconds: u64| {
        let digits = format!("{milliseconds:012x}");
        uuid(&format!("{}-{}-7000-8000-000000000000", &digits[..8], &digits[8..]))
    };
    let all = [0, 9, 10, 0xFFFF, 0x1_0000, 0x017F_22E2_79B0, (1 << 48) - 1].map(of);
    assert!(all.is_sorted());
    assert!(all.map(|one| one.to_string()).is_sorted());
    // The timestamp of version 1 has another order.
    let earlier = uuid("ffffffff-0000-1000-8000-000000000000");
    let later = uuid("00000000-0001-1000-8000-000000000000");
    assert!(earlier > later);
}

/// RFC 9562, A.2 to A.4 and B: version and variant replace bits of a hash or of random octets.
#[test]
fn bits_of_uuids() {
    for (before, after) in [
        ("5df41881-3aed-0515-48a7-2f4a814cf09e", "5df41881-3aed-3515-88a7-2f4a814cf09e"),
        ("919108f7-52d1-3320-5bac-f847db4148a8", "919108f7-52d1-4320-9bac-f847db4148a8"),
        ("2ed6657d-e927-468b-55e1-2665a8aea6a2", "2ed6657d-e927-568b-95e1-2665a8aea6a2"),
        ("5c146b14-3c52-4afd-938a-375d0df1fbf6", "5c146b14-3c52-8afd-938a-375d0df1fbf6"),
    ] {
        let [before, after] = [before, after].map(uuid);
        let mut octets = before.octets;
        octets[6] = octets[6] & 0x0F | after.version().unwrap() << 4;
        octets[8] = octets[8] & 0x3F | 0x80;
        assert_eq!(octets, after.octets);
    }
    assert_eq!(uuid("2489E9AD-2EE2-8E00-8EC9-32D5F69181C0").value() >> 80, 0x2489_E9AD_2EE2);
    // The epochs (A).
    let epoch = UuidTime::Gregorian { steps: 122_192_928_000_000_000 };
    assert_eq!(epoch.unix_nanoseconds(), UuidTime::Unix { milliseconds: 0 }.unix_nanoseconds());
    assert_eq!(UuidTime::Gregorian { steps: 0 }.unix_nanoseconds(), -12_219_292_800_000_000_000);
}

/// RFC 6920, 2: names with one hash are one name.
#[test]
fn names_are_hashed() {
    let [a, b] = ["ni:///a;AA", "ni://h/a;AA"].map(|text| Ni::parse(text).unwrap());
    assert_eq!(HashSet::from([a, b]).len(), 1);
    let [numbered, named] = [
        Nih::parse("nih:7;aa").unwrap().digest().unwrap(),
        Ni::parse("ni:///7;qg").unwrap().digest().unwrap(),
    ];
    assert_ne!(numbered, named);
}

/// DID Core, 3.2.1: a parameter by its name, decoded.
#[test]
fn parameters_of_dids() {
    let url = Did::parse("did:example:123?a=b=c&d&=e&&a=%20").unwrap();
    assert_eq!(url.parameter("a").as_deref(), Some(&b"b=c"[..]));
    assert_eq!(url.parameter("A"), None);
}

/// Returns the shortest strings that only the production derives, and that only the pattern matches.
fn witnesses(
    edition: Edition,
    dialect: Dialect,
    pairs: &[(&str, String)],
) -> Vec<[Option<String>; 2]> {
    let printed = urispec_audit::pair(edition.grammars()[0]).unwrap().as_read();
    let languages = Languages::new(&printed);
    let each = pairs.iter().map(|(rule, pattern)| {
        let pattern = Pattern::read(dialect, pattern).unwrap();
        let verdict = judge_pattern(&languages, rule, &pattern, Matching::Search).unwrap();
        [verdict.only_printed, verdict.only_pattern]
            .map(|text| text.map(|text| String::from_utf8(text).unwrap()))
    });
    each.collect()
}

/// The patterns by which the W3C's suite tests DIDs and DID URLs (w3c/did-test-suite, `jest-did-matcher`), as
/// equivalent patterns of this library. They are narrower than the grammar, as the shortest strings show.
#[test]
fn patterns_of_the_w3c() {
    let idchar = "(?:[-.0-9A-Z_a-z]|%[0-9A-Fa-f]{2})";
    let did = |scheme: &str| format!("^{scheme}:[0-9a-z]+:(?:{idchar}|:)*{idchar}$");
    let pchar = "(?:[-!$&'()*+,.0-9:;=@A-Z_a-z~]|%[0-9A-Fa-f]{2})";
    let after = format!("(?:/{pchar}+)*(?:\\?(?:{pchar}|[/?])+)?(?:#(?:{pchar}|[/?])+)?");
    let url = |scheme: &str| format!("^{scheme}:[0-9a-z]+(?::{idchar}+)+{after}$");
    let pairs = [
        // "did:" is in lower case there, and in any here.
        ("did", did("did")),
        ("did", did("[Dd][Ii][Dd]")),
        ("did-url", url("did")),
        // No segment, no query and no fragment is empty there, and no two colons follow each other.
        ("did-url", url("[Dd][Ii][Dd]")),
    ];
    let found = witnesses(Edition::Did, Dialect::EcmaScript, &pairs);
    let wanted = [Some("DID:0:-"), None, Some("DID:0:-"), Some("DID:0:-#")];
    assert_eq!(found, wanted.map(|only| [only.map(str::to_owned), None]));
}

/// The shortest strings on which the comment of distribution/reference and the expressions of regexp.go disagree, and
/// those of distribution-spec ("Pulling manifests") and of image-spec ("Digests").
#[test]
fn patterns_of_images() {
    let alphanumeric = "[a-z0-9]+";
    let separator = "(?:[._]|__|[-]+)";
    let component = "(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])";
    let domain_name = format!("{component}(?:\\.{component})*");
    let address = "\\[(?:[a-fA-F0-9:]+)\\]";
    let host = format!("(?:{domain_name}|{address})");
    let domain = format!("{host}(?::[0-9]+)?");
    let path_component = format!("{alphanumeric}(?:{separator}{alphanumeric})*");
    let remote_name = format!("{path_component}(?:/{path_component})*");
    let name = format!("(?:{domain}/)?{remote_name}");
    let tag = "[\\w][\\w.-]{0,127}";
    let digest = "[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*[:][[:xdigit:]]{32,}";
    let reference = format!("({name})(?::({tag}))?(?:@({digest}))?");
    let oci_name = "[a-z0-9]+((\\.|_|__|-+)[a-z0-9]+)*(\\/[a-z0-9]+((\\.|_|__|-+)[a-z0-9]+)*)*";
    let zeros = "0".repeat(32);
    let of = |algorithm: &str| format!("{algorithm}:{zeros}");
    let rows: [(&str, &str, Option<&str>, Option<&str>); 17] = [
        ("alpha-numeric", alphanumeric, None, None),
        // "[-]*" may be empty.
        ("separator", separator, Some(""), None),
        ("domain-component", component, None, None),
        ("domain-name", &domain_name, None, None),
        // An address of RFC 3986 may end with four numbers, and is not just a run of digits and colons.
        ("host", &host, Some("[::0.0.0.0]"), Some("[0]")),
        ("domain", &domain, Some("[::0.0.0.0]"), Some("[0]")),
        ("path-component", &path_component, None, None),
        ("remote-name", &remote_name, None, None),
        ("name", &name, Some("[::0.0.0.0]/0"), Some("[0]/0")),
        ("tag", tag, None, None),
        // "[+.-_]" is a class with a range.
        ("digest", digest, Some(&of("A/A")), Some(&of("A-A"))),
        ("identifier", "([a-f0-9]{64})", None, None),
        ("reference", &reference, Some("[::0.0.0.0]/0"), Some("[0]/0")),
        ("remote-name", oci_name, None, None),
        ("path", oci_name, None, None),
        ("tag", "[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}", None, None),
        ("digest", "[a-z0-9]+([+._-][a-z0-9]+)*:[a-zA-Z0-9=_-]+", Some(&of("A")), Some("0:-")),
    ];
    let pairs = rows.map(|(rule, pattern, ..)| (rule, format!("^(?:{pattern})$")));
    for (found, (rule, pattern, left, right)) in
        witnesses(Edition::Oci, Dialect::Re2, &pairs).iter().zip(rows)
    {
        assert_eq!(found.each_ref().map(Option::as_deref), [left, right], "{rule}: {pattern}");
    }
}

/// "What ParseNormalizedNamed adds": no tag is added to a digest, and ParseDockerRef drops one.
#[test]
fn names_of_images_with_digests() {
    let hex = "a".repeat(64);
    let pinned = ImageName::parse(&format!("debian:12@sha256:{hex}")).unwrap();
    assert_eq!(pinned.clone().tagged(), pinned);
    assert_eq!(pinned.pinned().to_string(), format!("docker.io/library/debian@sha256:{hex}"));
    assert_eq!(ImageName::parse("debian").unwrap().pinned().tag.as_deref(), Some("latest"));
    assert_eq!(ImageName::parse(&hex), Err(ImageError::Identifier));
    let whole = format!("docker.io/library/{hex}");
    assert_eq!(ImageName::parse(&whole).unwrap().familiar(), format!("library/{hex}"));
    for text in ["foo/Bar", "Debian"] {
        assert_eq!(ImageName::parse(text), Err(ImageError::UpperCase), "{text}");
    }
    assert_eq!(ImageName::parse("debian:Tag").unwrap().tag.as_deref(), Some("Tag"));
    for text in ["", "a b"] {
        assert!(matches!(ImageName::parse(text), Err(ImageError::Grammar(_))), "{text}");
    }
}

/// SPIFFE, 2.1, has a name in lower case, and yet the document says that it ignores case.
#[test]
fn changes_of_spiffe() {
    let changes = Changes::between(Edition::Rfc3986, Edition::Spiffe);
    let subjects: Vec<_> =
        changes.of(ChangeKind::Normalization).map(|entry| &*entry.subject).collect();
    assert!(!subjects.contains(&"the letter case of the host"), "{subjects:?}");
    assert!(subjects.contains(&"removing dot segments from a path"), "{subjects:?}");
}

/// The canonical PURL of a string.
fn canonical(text: &str) -> Result<String, PurlError> {
    Purl::parse(text).and_then(|purl| purl.build())
}

/// Package-URL, "Character encoding": the octets of UTF-8, but for letters, digits, `.-_~` and the colon.
#[test]
fn encoding_of_purls() {
    for octet in 0..=0x7F_u8 {
        let character = char::from(octet);
        let stands = character.is_ascii_alphanumeric() || ".-_~:".contains(character);
        let wanted = if stands { character.to_string() } else { format!("%{octet:02X}") };
        let mut purl = Purl::new("t", &format!("a{character}b"));
        purl.version = Some(character.into());
        purl.qualifiers = vec![("k".into(), character.into())];
        purl.subpath = vec![format!("c{character}d")];
        if character == '/' {
            assert_eq!(purl.build(), Err(PurlError::Slash("subpath")));
            purl.subpath.clear();
            assert_eq!(purl.build().unwrap(), "pkg:t/a%2Fb@%2F?k=%2F");
            continue;
        }
        purl.namespace = vec![character.into()];
        let text = purl.build().unwrap();
        assert_eq!(text, format!("pkg:t/{wanted}/a{wanted}b@{wanted}?k={wanted}#c{wanted}d"));
        assert_eq!(Purl::parse(&text).as_ref(), Ok(&purl));
        let triplet = format!("%{octet:02X}");
        assert_eq!(check(Edition::Pkg, "pchar", &triplet).is_ok(), !stands, "{triplet}");
        // "A canonical PURL is composed of these permitted ASCII characters".
        let purl = canonical(&format!("pkg:a/{character}b")).unwrap_or_default();
        let is_any = stands || "%/@?=&#".contains(character);
        assert!(is_any || purl == format!("pkg:a/{triplet}b"), "{purl}");
    }
    assert_eq!(Purl::new("t", "é 日").build().unwrap(), "pkg:t/%C3%A9%20%E6%97%A5");
    assert_eq!(Purl::parse("pkg:t/%c3%a9+%").unwrap().name, "é+%");
}

/// "How to build": step by step.
#[test]
fn building_of_purls() {
    // "Strip the name from leading and trailing '/'" is a step of a namespace that is not empty.
    let mut purl = Purl::new("NPM", "/a b/");
    assert_eq!(purl.build().unwrap(), "pkg:npm/%2Fa%20b%2F");
    purl.namespace = vec!["@x".into(), "y".into()];
    purl.version = Some(String::new());
    purl.subpath = ["", ".", "s", "..", "t u"].map(String::from).to_vec();
    assert_eq!(purl.build().unwrap(), "pkg:npm/%40x/y/a%20b#s/t%20u");
    // As strings: "-" is before "=", and so `a-b=` before `a=`.
    purl.qualifiers = [("a", "1"), ("B", "2"), ("a-b", "3"), ("c", "")]
        .map(|(key, value)| (key.into(), value.into()))
        .to_vec();
    assert_eq!(purl.build().unwrap(), "pkg:npm/%40x/y/a%20b?a-b=3&a=1&b=2#s/t%20u");
    purl.version = Some("1".into());
    assert_eq!(purl.build().unwrap(), "pkg:npm/%40x/y/a%20b@1?a-b=3&a=1&b=2#s/t%20u");
    purl.name = "//".into();
    assert_eq!(purl.build(), Err(PurlError::NoName));
    purl.namespace.push(String::new());
    assert_eq!(purl.build(), Err(PurlError::EmptySegment));
    assert_eq!(Purl::new("", "a").build(), Err(PurlError::Type(String::new())));
    assert_eq!(Purl::new("a", "//").build().unwrap(), "pkg:a/%2F%2F");
    assert_eq!(Purl::new("a", "").build(), Err(PurlError::NoName));
}

/// The types of packages whose rules the tests of the specification show.
#[test]
fn types_of_packages() {
    let names: Vec<_> = PackageType::ALL.iter().map(|one| one.name).collect();
    assert!(names.is_sorted() && names.len() == 42, "{}", names.len());
    assert_eq!(PackageType::named("nuget").unwrap().name_letters, LetterCase::Kept);
    // "The namespace shall be lowercased", "The name shall be lowercased" (golang); "If false, the canonical form shall be
    // lowercased" (the schema of definitions); `requirement` of the namespace.
    assert_eq!(canonical("pkg:golang/GitHub.com/A/B@C").unwrap(), "pkg:golang/github.com/a/b@C");
    assert_eq!(canonical("pkg:deb/Debian/Curl@7.5").unwrap(), "pkg:deb/debian/curl@7.5");
    assert_eq!(canonical("pkg:pub/Fly-Tracker").unwrap(), "pkg:pub/fly_tracker");
    assert_eq!(canonical("pkg:oci/Debian@SHA256:AB").unwrap(), "pkg:oci/debian@sha256:ab");
    assert_eq!(canonical("pkg:golang/a").unwrap_err(), PurlError::NoNamespace("golang"));
    assert_eq!(canonical("pkg:cargo/a/b").unwrap_err(), PurlError::Namespace("cargo"));
    assert_eq!(canonical("pkg:cpan/A::B").unwrap_err(), PurlError::Name("cpan", "::"));
    let known = |text: &str| Purl::parse(text).unwrap().known_type().map(|one| one.name);
    assert_eq!((known("pkg:NuGet/a"), known("pkg:a/a")), (Some("nuget"), None));
    let error = Purl::parse("pkg:npm/a?b=1&b=2").unwrap_err().to_string();
    assert_eq!(error, "the key \"b\" occurs twice (ECMA-427, qualifiers)");
    let keys: String = (0..50_000).map(|at| format!("k{at}=v&")).collect();
    assert_eq!(Purl::parse(&format!("pkg:a/b?{keys}")).unwrap().qualifiers.len(), 50_000);
}

proptest! {
    /// A built PURL is canonical by the grammar too, parses to the same package, and is its own canonical form.
    #[test]
    fn built_purls_are_canonical(text in "pkg:/{0,2}[a-zA-Z]{1,3}/[a-c/@?=&#.%é2F:+]{0,12}") {
        if let Ok(purl) = canonical(&text) {
            prop_assert!(check(Edition::Pkg, "PURL", &purl).is_ok(), "{text} -> {purl}");
            prop_assert_eq!(canonical(&purl), Ok(purl));
        }
    }
}
