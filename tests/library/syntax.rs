//! Productions, and the causes of errors: causes are true of any string, and no real string lacks one.

use std::collections::BTreeMap;
use std::net::Ipv6Addr;
use std::sync::LazyLock;

use proptest::prelude::*;
use urispec::error::SyntaxError;
use urispec::{
    Cause, Components, Edition, Node, Normalizer, ParseError, Rung, Uri, UriRef, check, split,
};

use crate::support::{scaled, shared, words};

fn error(edition: Edition, rule: &str, text: &str) -> Option<SyntaxError> {
    match check(edition, rule, text) {
        Ok(()) => None,
        Err(ParseError::Syntax(error)) => Some(error),
        Err(other) => panic!("{edition} {rule}: {other}"),
    }
}

/// Checks the claim of a cause by the string alone.
fn holds(cause: &Cause, text: &str, error: &SyntaxError) -> bool {
    let found = error.found();
    let before = &text[..error.offset()];
    let is_space = |text: &str| text.trim_matches([' ', '\t', '\r', '\n']).is_empty();
    let after = text[error.offset()..].chars().as_str();
    let after = &after[found.map_or(0, char::len_utf8)..];
    let authority = split(text).authority.unwrap_or(text);
    let authority = authority.split(['/', '?', '#']).next().unwrap_or_default();
    let host_port = authority.rsplit('@').next().unwrap_or_default();
    let literal = if host_port.starts_with('[') { host_port.find(']').unwrap_or(0) } else { 0 };
    let port = &host_port[literal..];
    match cause.id() {
        "byte-order-mark" => text.starts_with('\u{FEFF}'),
        "white-space-around" => is_space(before) || is_space(after),
        "delimiter-around" => text.starts_with(['"', '<', '>']) || text.ends_with(['"', '<', '>']),
        "space" => found == Some(' '),
        "white-space" => matches!(found, Some('\t' | '\r' | '\n')),
        "control" => found.is_some_and(|found| found.is_ascii_control()),
        "iri" | "not-ascii" => found.is_some_and(|found| !found.is_ascii()),
        "private-use" => matches!(found, Some('\u{E000}'..='\u{F8FF}' | '\u{F0000}'..)),
        "no-character" => {
            let text = found.into_iter().collect::<String>();
            !text.is_ascii() && check(Edition::Rfc3987, "iquery", &text).is_err()
        }
        "scheme-not-ascii" => !text.split(':').next().unwrap_or_default().is_ascii(),
        "backslash" => found == Some('\\'),
        "percent" | "percent-u" => {
            let at = before.rfind('%').unwrap();
            let digits = text[at + 1..].bytes().take(2);
            digits.filter(u8::is_ascii_hexdigit).count() < 2
        }
        "second-fragment" => text.matches('#').count() >= 2,
        "no-fragment" | "no-fragment-of-a-url" => found == Some('#') && !before.contains('#'),
        "empty" => text.is_empty(),
        "empty-scheme" => text.starts_with(':'),
        "scheme-begins" => !text.starts_with(|first: char| first.is_ascii_alphabetic()),
        "no-scheme" => text.find(':').is_none_or(|colon| {
            text.find(['/', '?', '#']).is_some_and(|delimiter| delimiter < colon)
        }),
        "second-at" => authority.matches('@').count() >= 2,
        "no-userinfo" => found == Some('@'),
        "second-colon" => before.matches(':').count() + usize::from(found == Some(':')) >= 2,
        "port-digits" => {
            let after_colon = port.split_once(':').map_or(port, |(_, port)| port);
            let is_port = matches!(error.rule(), "port" | "URL-port-string");
            let port = if is_port { text } else { after_colon };
            port.bytes().any(|byte| !byte.is_ascii_digit())
        }
        "empty-port" => before.ends_with(':'),
        "ip-literal-not-closed" => before.rfind('[').is_some_and(|at| !before[at..].contains(']')),
        "zone-identifier" => {
            let address = before.rsplit('[').next().unwrap_or_default();
            found == Some('%') && address.parse::<Ipv6Addr>().is_ok()
        }
        "zone-percent" | "zone-empty" | "zone-character" => {
            let address = before.rsplit('[').next().unwrap_or_default().split('%').next();
            address.is_some_and(|address| address.parse::<Ipv6Addr>().is_ok())
        }
        "ipv6-without-brackets" => host_port.parse::<Ipv6Addr>().is_ok(),
        "ipv4-in-brackets" => host_port.starts_with('[') && !before.contains(']'),
        "ipv6-two-elisions" => text.matches("::").count() >= 2,
        "ipv6-group" => {
            text.split(|byte: char| !byte.is_ascii_hexdigit()).any(|group| group.len() > 4)
        }
        "bracket" | "no-ip-literal" => matches!(found, Some('[' | ']')),
        "reserved" => found.is_some_and(|found| ":/?#[]@!$&'()*+,;= \"".contains(found)),
        _ => true,
    }
}

/// Returns the strings that the sentence of a cause suggests in place of the text, each with the edition and the
/// production that should accept it at least up to an offset. A sentence that names no remedy suggests none.
fn suggested<'r>(
    cause: &Cause,
    edition: Edition,
    rule: &'r str,
    text: &str,
    error: &SyntaxError,
) -> Vec<(Edition, &'r str, String, usize)> {
    let at = error.offset();
    let (before, rest) = text.split_at(at);
    let inserted = |middle: &str| {
        let text = [before, middle, rest].concat();
        vec![(edition, rule, text, at + middle.len())]
    };
    let derived = |edition, rule, text: String| {
        let least = text.len() + 1;
        (edition, rule, text, least)
    };
    let found = error.found().map_or_else(String::new, String::from);
    match cause.id() {
        "zone-identifier" => {
            let address = before.rsplit('[').next().unwrap_or_default();
            vec![derived(Edition::Rfc6874, "IPv6addrz", format!("{address}%25z"))]
        }
        "iri" => {
            let triplets = found.bytes().map(|octet| format!("%{octet:02X}")).collect::<String>();
            // The production may be of one triplet alone.
            let reached = at + "%00".len();
            let encoded = [before, &triplets, &rest[found.len()..]].concat();
            vec![derived(Edition::Rfc3987, "iquery", found), (edition, rule, encoded, reached)]
        }
        "private-use" => vec![derived(Edition::Rfc3987, "iquery", found)],
        "no-slashes" => inserted(if before.ends_with('/') { "/" } else { "//" }),
        "no-path" => inserted("/"),
        "ipv6-without-brackets" | "ipv4-in-brackets" => {
            let authority = split(text).authority.unwrap_or(text);
            let end = text.find("//").filter(|_| authority != text).map_or(0, |at| at + "//".len())
                + authority.len();
            let host = authority.rsplit('@').next().unwrap_or_default();
            let start = end - host.len();
            let other = match host.strip_prefix('[').and_then(|host| host.split_once(']')) {
                Some((address, port)) => [address, port].concat(),
                None => format!("[{host}]"),
            };
            let remedied = [&text[..start], &other, &text[start + host.len()..]].concat();
            vec![(edition, rule, remedied, start + other.len())]
        }
        _ => Vec::new(),
    }
}

#[track_caller]
fn sound(edition: Edition, rule: &str, text: &str) -> Option<Cause> {
    let error = error(edition, rule, text)?;
    let explanation = error.explain(text).unwrap();
    let cause = explanation.cause();
    let is_whole = edition == Edition::Rfc3986 && rule == "URI-reference";
    assert!(!is_whole || is_said(&error, cause), "{text:?}: {:?}, {cause:?}", error.fault());
    let cause = cause?;
    assert!(holds(cause, text, &error), "{edition} {rule}: {text:?}: {cause:?}");
    for (edition, rule, remedied, least) in suggested(cause, edition, rule, text, &error) {
        let reached = self::error(edition, rule, &remedied).map(|error| error.offset());
        assert!(
            reached.is_none_or(|offset| offset >= least),
            "{text:?}: {cause:?}: {remedied:?} ends at {reached:?} under {edition} {rule}"
        );
    }
    if let Some(mended) = cause.mended() {
        assert_eq!(check(edition, rule, mended), Ok(()), "{edition} {rule}: {text:?}: {cause:?}");
        assert_ne!(mended, text);
    }
    Some(cause.clone())
}

/// Returns whether the error has the cause of the explanation. The explanation of an IPv6 address and of `%u` is more
/// precise.
fn is_said(error: &SyntaxError, cause: Option<&Cause>) -> bool {
    let said = match cause.map(Cause::id) {
        Some("percent-u") => Some("percent"),
        Some(
            "ipv6-two-elisions"
            | "ipv6-group"
            | "ipv6-ipv4"
            | "ipv6-too-many-groups"
            | "ipv6-too-few-groups"
            | "ipv6-malformed",
        ) => Some("ipv6"),
        None if error.fault() == Some("ipv6") => Some("ipv6"),
        said => said,
    };
    let message = error.to_string();
    error.fault() == said && cause.is_none_or(|cause| message.contains(cause.section()))
}

/// Every production of every edition.
static PRODUCTIONS: LazyLock<Vec<(Edition, &str)>> = LazyLock::new(|| {
    let of = |edition: Edition| {
        let grammars = edition.grammars().iter();
        let all = grammars.flat_map(|grammar| grammar.productions());
        all.map(move |production| (edition, production.name()))
    };
    Edition::ALL.iter().copied().flat_map(of).collect()
});

/// Right and wrong pieces of strings that people write.
fn text() -> impl Strategy<Value = String> {
    let usual = prop::sample::select(vec![
        "http:", "ftp:", "//", "/", ":", "@", "?", "#", "[", "]", "::", "1", "a", "h.a", "%41",
        "%", "%u0041", "%2", "v1.", "1.2.3.4", "256", "12345", "-", "_", ".", "..", " ", "\t",
        "\n", "\0", "\\", "\"", "<", ">", "{", "|", "~", "é", "\u{91}", "\u{FEFF}", "例",
        ";type=a", "=", ";", "80",
    ]);
    let strange = prop::sample::select(vec!["\u{E000}", "\u{FFFE}", "\u{10300}", "\u{202E}"]);
    let pieces = prop_oneof![9 => usual, 1 => strange];
    let made = prop::collection::vec(pieces, 0..12).prop_map(|pieces| pieces.concat());
    prop_oneof![3 => made, 1 => any::<String>()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(scaled(150, 2000) as u32))]

    /// Every string has an explanation, and its cause is true.
    #[test]
    fn causes_are_true(text in text(), which in any::<prop::sample::Index>()) {
        for edition in Edition::ALL {
            sound(*edition, edition.whole_rules()[0], &text);
        }
        let (edition, rule) = PRODUCTIONS[which.index(PRODUCTIONS.len())];
        sound(edition, rule, &text);
    }

    /// The span of an error is in the text, between characters, and begins at the byte that the message names.
    #[test]
    fn the_span_begins_where_the_message_says(text in text(), other in text()) {
        let Err(error) = UriRef::parse(&text) else { return Ok(()) };
        let span = error.span(&text);
        prop_assert!(error.to_string().contains(&format!("at byte {}", span.start)), "{error}");
        prop_assert!(error.offset().is_some_and(|offset| span.start <= offset && offset <= span.end));
        let is_nothing = text.get(span.clone()).map(str::is_empty);
        prop_assert_eq!(is_nothing, Some(span.start == text.len()));
        prop_assert!(other.get(error.span(&other)).is_some());
    }

    /// Another string is explained only if it fails in the same way.
    #[test]
    fn another_string_is_explained_as_itself(text in text(), other in text()) {
        for edition in Edition::ALL {
            let rule = edition.whole_rules()[0];
            let Some(error) = error(*edition, rule, &text) else { continue };
            let own = self::error(*edition, rule, &other).filter(|own| *own == error);
            prop_assert_eq!(error.explain(&other), own.and_then(|own| own.explain(&other)));
        }
    }
}

/// The documents of one scheme that use the productions of RFC 3986, with the beginnings of their URIs.
const EXTENDING: [(Edition, &str); 8] = [
    (Edition::Rfc6068, "mailto:"),
    (Edition::Rfc6694, "about:"),
    (Edition::Rfc6920, "ni:///"),
    (Edition::Rfc7565, "acct:a@"),
    (Edition::Rfc8089, "file:///"),
    (Edition::Rfc8141, "urn:aa:"),
    (Edition::Rfc9110, "http://"),
    (Edition::Rfc9110, "http://h/"),
];

/// Checks that a string that a document of one scheme rejects where RFC 3986 does has the reason and a cause. Returns
/// whether both reject it at the same byte.
#[track_caller]
fn extends(edition: Edition, text: &str) -> bool {
    let rule = edition.whole_rules()[0];
    sound(edition, rule, text);
    let both = [(edition, rule), (Edition::Rfc3986, "URI")];
    let [Some(own), Some(generic)] = both.map(|(edition, rule)| error(edition, rule, text)) else {
        return false;
    };
    let is_zone = edition == Edition::Rfc8089 && text.contains('%');
    if own.offset() != generic.offset() || is_zone {
        return false;
    }
    let place = |error: &SyntaxError| (error.fault(), error.fault_offset());
    assert_eq!(place(&own), place(&generic), "{edition}: {text:?}");
    if own.fault().is_some() {
        assert_eq!(own.to_string(), generic.to_string(), "{edition}: {text:?}");
    }
    let [own, generic] = [own, generic].map(|error| error.explain(text).unwrap());
    assert!(own.cause().is_some() || generic.cause().is_none(), "{edition}: {text:?}: {generic}");
    true
}

#[test]
fn documents_that_use_rfc_3986_have_its_causes() {
    let pieces = ["[", "]", "@", ":", "%", "1", "a", "v1.", "::", "é", " ", "/", "?", "#", "\\"];
    let mut count = 0;
    for (edition, begin) in EXTENDING {
        for (at, text) in words(pieces, 3).iter().enumerate() {
            if at % scaled(13, 1) == 0 {
                count += usize::from(extends(edition, &format!("{begin}{text}")));
            }
        }
    }
    assert!(count > 500, "{count}");
    let Err(error) = Uri::parse("https://e:8o/") else { unreachable!() };
    let Err(own) = check(Edition::Rfc9110, "https-URI", "https://e:8o/") else { unreachable!() };
    assert_eq!(own.to_string(), error.to_string());
    assert_eq!(own.explain("https://e:8o/"), error.to_string());
    assert_eq!(own.span("https://e:8o/"), 11..12);
}

/// Every authority of a few pieces, so that none is left to chance; without `URISPEC_LONG` every eleventh of those with the
/// most.
#[test]
fn causes_of_all_short_authorities_are_true() {
    let pieces = [
        "[", "]", "@", ":", "%", "%41", "1", "a", "v1.", "::", "é", "\u{FEFF}", "\u{91}", " ", "/",
    ];
    for (begin, most) in [("//", 4), ("//a@[::]", 3)] {
        let shorter = words(pieces, most - 1).len();
        for (at, text) in words(pieces, most).iter().enumerate() {
            if at < shorter || at % scaled(11, 1) == 0 {
                sound(Edition::Rfc3986, "URI-reference", &format!("{begin}{text}"));
            }
        }
    }
}

/// No error explains an accepted string.
#[test]
fn accepted_strings_are_not_explained() {
    let wrong = error(Edition::Rfc3986, "URI-reference", "a b").unwrap();
    for accepted in ["", "a", "a:", "a-b", "//h:80/", "//[::1]", "http://u:p@h/a%20b?#", "a:b:c"] {
        assert_eq!(check(Edition::Rfc3986, "URI-reference", accepted), Ok(()));
        assert_eq!(wrong.explain(accepted), None, "{accepted}");
    }
}

/// A quadratic search would take hours for 128 KiB each, the length with `URISPEC_LONG`.
#[test]
fn causes_of_long_strings() {
    let length = scaled(1 << 13, 1 << 17);
    #[rustfmt::skip]
    let texts = [
        ("", " "), ("a", "# "), ("", "#"), ("//", ":"), ("//", "@"), ("//[", ":"), ("//[", "[ "), ("//h:", "x"), ("", "%u0041"), ("", "%"),
        ("", "é"), ("//", "é"), ("", "\\"), ("1:", "\""), ("//[", "1:"), ("//::", "1:"), ("http://-", "a."), ("http://", ".."), ("a:b#c#", "#{"),
    ];
    for (start, piece) in texts {
        let text = start.to_owned() + &piece.repeat(length / piece.len());
        for edition in Edition::ALL {
            sound(*edition, edition.whole_rules()[0], &text);
        }
        sound(Edition::Rfc1738, "httpurl", &text);
    }
}

/// Every string of a real list that is not a reference has a cause. A string without one would be listed here, with the
/// reason.
#[test]
fn real_strings_have_causes() {
    let Some(web) = shared("corpus/web.txt") else {
        return assert!(
            std::env::var_os("URISPEC_SHARED").is_none(),
            "URISPEC_SHARED has no corpus"
        );
    };
    let recognizer = Edition::Rfc3986.production("URI-reference").unwrap();
    let mut counts = BTreeMap::new();
    for line in web.split('\n').filter(|line| !recognizer.accepts(line.as_bytes())) {
        let cause = sound(Edition::Rfc3986, "URI-reference", line);
        let cause = cause.unwrap_or_else(|| panic!("{line} has no cause"));
        let (all, mended) = counts.entry(cause.id()).or_insert((0, 0));
        *all += 1;
        *mended += usize::from(cause.mended().is_some());
    }
    assert_eq!(counts.values().map(|(all, _)| all).sum::<usize>(), 394);
    // The end of the quotation in `https://"h/a` is unknown.
    counts.retain(|_, (all, mended)| all > mended);
    assert_eq!(counts.into_keys().collect::<Vec<_>>(), ["excluded"]);
}

#[test]
fn unknown_productions_are_refused() {
    for name in ["", "uri", "URI_reference", "ALPHA", "DIGIT", "whole_pchar", "nonsense"] {
        let found = Node::parse(Edition::Rfc3986, name, "a");
        assert!(matches!(found, Err(urispec::ParseError::Production(_))), "{name}");
    }
}

/// Appendix A has 36 productions.
#[test]
fn every_production_has_its_name() {
    let names: Vec<_> =
        Edition::Rfc3986.grammars()[0].productions().iter().map(|rule| rule.name()).collect();
    #[rustfmt::skip]
    let printed = [
        "URI", "hier-part", "URI-reference", "absolute-URI", "relative-ref", "relative-part",
        "scheme", "authority", "userinfo", "host", "port", "IP-literal", "IPvFuture", "IPv6address",
        "h16", "ls32", "IPv4address", "dec-octet", "reg-name", "path", "path-abempty",
        "path-absolute", "path-noscheme", "path-rootless", "path-empty", "segment", "segment-nz",
        "segment-nz-nc", "query", "fragment", "pct-encoded",
        "pchar", "unreserved", "reserved", "gen-delims", "sub-delims",
    ];
    assert_eq!(printed.len(), 36);
    assert_eq!(names, printed);
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

/// 3 and 3.3: the restrictions "result in five different ABNF rules for a path, only one of which will match any given
/// URI reference". The alternatives for a reference include the text before the path; a path alone may match several.
#[test]
fn one_production_of_paths_matches() {
    let is = |rule: &str, text: &str| check(Edition::Rfc3986, rule, text).is_ok();
    let [mut with_scheme, mut without] = [0, 0];
    for text in &words(["a", "/", ":", "%41"], 6) {
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

/// Returns the components that the regular expression of Appendix B,
/// `^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?`, finds in a string: each part is as long as possible.
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
    let mut references = 0;
    for text in &words("a:/?#1".chars(), 5) {
        if let Ok(reference) = UriRef::parse(text) {
            assert_eq!(reference.components(), appendix_b(text), "{text}");
            assert_eq!(split(text), appendix_b(text), "{text}");
            references += 1;
        }
    }
    assert!(references > 1_000, "{references}");
}

/// The automaton does not distinguish a path from a query or an authority from a path, nor a loop of many bytes from
/// none.
#[test]
fn the_production_being_read_is_that_of_the_string() {
    let [long, query] = ["a/".repeat(1 << 16), "a/?".repeat(1 << 16)];
    for (edition, text, production) in [
        (Edition::Rfc2396, "//h ", "toplabel"),
        (Edition::Rfc2396, "//h/a ", "segment"),
        (Edition::Rfc2396, &format!("//h/{long}a "), "segment"),
        (Edition::Rfc3986, "http://h/a/b c", "segment"),
        (Edition::Rfc3986, "http://h/a?b/c d", "query"),
        (Edition::Rfc3986, "http://h/?/?/a?b c", "query"),
        (Edition::Rfc3986, &format!("/a?{query} "), "query"),
        (Edition::Rfc3986, &format!("#{query}#"), "fragment"),
    ] {
        let error = error(edition, "URI-reference", text).unwrap();
        assert!(edition == Edition::Rfc3986 || error.offset() == text.len() - 1);
        assert_eq!(error.explain(text).unwrap().rule_path().last(), Some(&production), "{edition}");
    }
}
