//! Sentences of RFC 3986 that no example shows.

use urispec::Decode;
use urispec::percent::{Keep, encode, encode_octets};
use urispec::{
    Components, Edition, Normalizer, Resolver, Rung, Uri, UriRef, check, compare, split,
};

/// 2.4: components and subcomponents "must be parsed and separated before the percent-encoded octets
/// within those components can be safely decoded"; 7.3 says the same.
#[test]
fn components_are_separated_before_they_are_decoded() {
    let uri = Uri::parse("http://h%3A8/a%2Fb/c%3Fd?x=1%262&y%3D=3%23#e%23").unwrap();
    assert_eq!(uri.host().unwrap().as_str(), "h%3A8");
    assert_eq!(uri.port(), None);
    let segments: Vec<_> = uri.segments().map(|text| text.decode().unwrap()).collect();
    assert_eq!(segments, ["a/b", "c?d"]);
    let pairs: Vec<_> = uri.query_pairs().collect();
    assert_eq!(pairs, [("x", Some("1%262")), ("y%3D", Some("3%23"))]);
    assert_eq!(uri.fragment(), Some("e%23"));
}

/// 2.2: "If a reserved character is found in a URI component and no delimiting role is known for that
/// character, then it must be interpreted as representing the data octet corresponding to that
/// character's encoding in US-ASCII."
#[test]
fn a_reserved_character_without_a_role_is_its_octet() {
    let octets = [58, 47, 63, 35, 91, 93, 64, 33, 36, 38, 39, 40, 41, 42, 43, 44, 59, 61];
    assert_eq!(*":/?#[]@!$&'()*+,;=".decode_octets().unwrap(), octets);
    let uri = Uri::parse("a:!$&'()*+,;=:@?/?").unwrap();
    assert_eq!(uri.path().decode().unwrap(), "!$&'()*+,;=:@");
    assert_eq!(uri.query().unwrap().decode().unwrap(), "/?");
}

/// 2.4: "%" "must be percent-encoded as "%25" for that octet to be used as data"; "Implementations
/// must not percent-encode or decode the same string more than once".
#[test]
fn a_percent_sign_is_encoded_and_decoded_once() {
    assert_eq!(encode("100%41", Keep::Segment), "100%2541");
    assert_eq!("100%2541".decode().unwrap(), "100%41");
    let uri = Uri::parse("a:%2541%252e").unwrap();
    for &rung in Rung::ALL {
        assert!(Normalizer::new().to(rung).normalize(&uri).as_str().contains("%2541%252e"));
    }
    assert_eq!(compare(&uri, &Uri::parse("a:%41%2e").unwrap()).rung(), None);
}

/// 2.2: "characters in the reserved set are protected from normalization"; 2.3: what "should be
/// decoded" is unreserved; 7.2: escapes of delimiters, "for example, CR and LF characters for the
/// TELNET protocol", are not decoded.
#[test]
fn normalizing_decodes_what_is_unreserved_and_nothing_else() {
    for octet in 0..=255_u8 {
        let escape = format!("%{octet:02X}");
        let character = char::from(octet);
        let unreserved = character.is_ascii_alphanumeric() || "-._~".contains(character);
        let expected = if unreserved { character.to_string() } else { escape.clone() };
        for (begins, ends) in [("a:b", ""), ("a://u", "@h/"), ("a:?", "#"), ("a:#", "")] {
            let text = format!("{begins}{escape}{ends}");
            let normalizer = Normalizer::new().to(Rung::Scheme);
            let normal = normalizer.normalize(Uri::parse(&text).unwrap()).to_string();
            assert_eq!(normal, format!("{begins}{expected}{ends}"));
        }
    }
}

/// 2.5: the name "Laguna Beach" "is expected to contain the meaningful string "Laguna%20Beach"", and
/// "an overly simplistic raw octet mapping" of EBCDIC is "%D3%81%87%A4%95%81@%C2%85%81%83%88".
#[test]
fn laguna_beach() {
    assert_eq!(encode("Laguna Beach", Keep::Segment), "Laguna%20Beach");
    assert_eq!("Laguna%20Beach".decode().unwrap(), "Laguna Beach");
    let ebcdic = [0xD3, 0x81, 0x87, 0xA4, 0x95, 0x81, 0x40, 0xC2, 0x85, 0x81, 0x83, 0x88];
    let raw = "%D3%81%87%A4%95%81@%C2%85%81%83%88";
    assert_eq!(encode_octets(&ebcdic, Keep::Segment), raw);
    assert_eq!(*raw.decode_octets().unwrap(), ebcdic);
}

/// 3 and 3.3: the restrictions "result in five different ABNF rules for a path, only one of which will
/// match any given URI reference". The alternatives that a reference has, each with what stands
/// before its path: a path with nothing around it is another matter.
#[test]
fn one_production_of_paths_matches() {
    let letters = ["a", "/", ":", "%41"];
    let mut strings = vec![String::new()];
    for start in 0.. {
        if strings.len() > 5_000 {
            break;
        }
        let longer: Vec<_> =
            letters.iter().map(|letter| format!("{}{letter}", strings[start])).collect();
        strings.extend(longer);
    }
    let is = |rule: &str, text: &str| check(Edition::Rfc3986, rule, text).is_ok();
    let [mut with_scheme, mut without] = [0, 0];
    for text in &strings {
        let authority = text.strip_prefix("//").is_some_and(|rest| {
            let end = rest.find('/').unwrap_or(rest.len());
            is("authority", &rest[..end]) && is("path-abempty", &rest[end..])
        });
        let matching = |rules: [&str; 3]| {
            usize::from(authority) + rules.iter().filter(|rule| is(rule, text)).count()
        };
        let rules = ["path-absolute", "path-rootless", "path-empty"];
        assert_eq!(matching(rules), usize::from(is("hier-part", text)), "{text}");
        with_scheme += matching(rules);
        let rules = ["path-absolute", "path-noscheme", "path-empty"];
        assert_eq!(matching(rules), usize::from(is("relative-part", text)), "{text}");
        without += matching(rules);
    }
    assert!(with_scheme > without && without > 1_000);
}

/// 3.2: the authority "is preceded by a double slash and is terminated by the next slash, question
/// mark, or number sign character, or by the end of the URI".
#[test]
fn an_authority_ends_where_a_delimiter_stands() {
    for (text, authority, path) in [
        ("a://u@h:1/p", "u@h:1", "/p"),
        ("a://h?q//x", "h", ""),
        ("a://h#f//x", "h", ""),
        ("a://h", "h", ""),
        ("//h//x", "h", "//x"),
        ("//", "", ""),
    ] {
        let reference = UriRef::parse(text).unwrap();
        assert_eq!((reference.authority(), reference.path()), (Some(authority), path), "{text}");
        assert_eq!(split(text).authority, Some(authority));
    }
    assert_eq!(UriRef::parse("a:/h//x").unwrap().authority(), None);
}

/// 3.2.2: "producers and normalizers should use lowercase for registered names and hexadecimal
/// addresses for the sake of uniformity, while only using uppercase letters for percent-encodings".
#[test]
fn a_host_is_lowered_and_its_triplets_raised() {
    for (text, expected) in [
        ("//A%c3%A9B", "//a%C3%A9b"),
        ("//[FE80::AbC]", "//[fe80::abc]"),
        ("//[V1.A]", "//[v1.a]"),
        ("//U@H", "//U@h"),
    ] {
        let normal = UriRef::parse(text).unwrap().normalize();
        assert_eq!(normal, expected);
    }
}

/// 5.1: "A base URI must conform to the <absolute-URI> syntax rule"; a reference that is one is
/// "stripped of any fragment component prior to its use". What has a scheme and no fragment conforms.
#[test]
fn a_base_is_an_absolute_uri() {
    for text in ["a:", "a:b#c", "a:#", "http://h/p?q#f", "http://u@[::1]:8", "a:/.//b#/?"] {
        let base = split(text);
        let stripped = Components { fragment: None, ..base }.to_string();
        assert!(check(Edition::Rfc3986, "absolute-URI", &stripped).is_ok(), "{text}");
        let [whole, stripped] = [text, &stripped]
            .map(|base| Resolver::new().resolve(split(base), split("x?y")).unwrap().to_string());
        assert_eq!(whole, stripped);
    }
}

/// 3.4: older implementations "fail to distinguish query data from path data when looking for
/// hierarchical separators"; 5.2.4 warns of "/../" and "/./" in a query.
#[test]
fn a_slash_in_the_query_of_a_base_is_data() {
    for (base, target) in [
        ("http://h/a/b?c/d/e", "http://h/a/g"),
        ("http://h/a/b?c/../d", "http://h/a/g"),
        ("http://h/a/b?c?/./d/", "http://h/a/g"),
        ("http://h?a/b", "http://h/g"),
    ] {
        let found = UriRef::parse("g").unwrap().resolve_against(&Uri::parse(base).unwrap());
        assert_eq!(found.unwrap(), target, "{base}");
    }
}

/// What the regular expression of Appendix B, `^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?`,
/// finds in a string: each part takes all that it can.
fn appendix_b(text: &str) -> Components<'_> {
    fn take<'t>(rest: &mut &'t str, stops: &[char]) -> &'t str {
        let (taken, left) = rest.split_at(rest.find(stops).unwrap_or(rest.len()));
        *rest = left;
        taken
    }
    let mut rest = text;
    let mut after = rest;
    let name = take(&mut after, &[':', '/', '?', '#']);
    let scheme = after.strip_prefix(':').filter(|_| !name.is_empty()).map(|left| {
        rest = left;
        name
    });
    let authority = rest.strip_prefix("//").map(|left| {
        rest = left;
        take(&mut rest, &['/', '?', '#'])
    });
    let path = take(&mut rest, &['?', '#']);
    let query = rest.strip_prefix('?').map(|left| {
        rest = left;
        take(&mut rest, &['#'])
    });
    Components { scheme, authority, path, query, fragment: rest.strip_prefix('#') }
}

/// Appendix B: the expression is for "a well-formed URI reference".
#[test]
fn the_regular_expression_divides_as_printed() {
    let (letters, mut strings) = (["a", ":", "/", "?", "#", "1"], vec![String::new()]);
    for start in 0..2_000 {
        let longer: Vec<_> =
            letters.iter().map(|letter| format!("{}{letter}", strings[start])).collect();
        strings.extend(longer);
    }
    let mut references = 0;
    for text in &strings {
        if let Ok(reference) = UriRef::parse(text) {
            assert_eq!(reference.components(), appendix_b(text), "{text}");
            assert_eq!(split(text), appendix_b(text), "{text}");
            references += 1;
        }
    }
    assert!(references > 1_000, "{references}");
}
