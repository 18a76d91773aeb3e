//! Properties of every string, or of every reference.

use std::net::{Ipv4Addr, Ipv6Addr};

use proptest::prelude::*;
use urispec::error::{FilePathError, RepairError};
use urispec::generic::{Ascii, Letters, Ri, RiBuf, RiRef, RiRefBuf, Ucs};
use urispec::mapping::{ToIri, ToUri};
use urispec::{
    Components, Decode, Edition, IriRef, Node, Normalizer, PathStyle, Redirects, Reference,
    Resolver, Rung, Uri, UriBuf, UriRef, UriRefBuf, compare, compare_with, relativize, split,
};

use crate::laws::recomposition;
use crate::support::{cases, iri, iri_reference, nasty, reference, relative, scaled, shared, uri};

fn normal(text: &str, to: Rung) -> String {
    Normalizer::new().to(to).normalize(&UriRef::parse(text).unwrap()).to_string()
}

fn keeps_the_string<L: Letters>(text: &str) -> Result<(), TestCaseError> {
    match RiRefBuf::<L, _>::try_from(text.to_owned()) {
        Ok(owned) => {
            let borrowed = RiRef::<L>::parse(text).unwrap();
            prop_assert_eq!(owned.as_borrowed(), borrowed);
            prop_assert_eq!(owned.components(), borrowed.components());
            prop_assert_eq!(borrowed.to_owned(), owned.clone());
            prop_assert_eq!(owned.into_string(), text);
        }
        Err(rejected) => prop_assert_eq!(rejected.into_input(), text),
    }
    match RiBuf::<L, _>::try_from(text.to_owned()) {
        Ok(owned) => {
            prop_assert_eq!(owned.as_borrowed(), Ri::<L>::parse(text).unwrap());
            prop_assert_eq!(RiRefBuf::from(owned.clone()), owned.as_str());
            prop_assert_eq!(owned.into_string(), text);
        }
        Err(rejected) => prop_assert_eq!(rejected.into_input(), text),
    }
    Ok(())
}

fn is_undone<L: Letters>(base: &str, target: &str) -> Result<(), TestCaseError> {
    let [base, target] = [base, target].map(|text| Ri::<L>::parse(text).unwrap());
    if let Ok(reference) = target.relativize_against(&base) {
        prop_assert_eq!(reference.resolve_against(&base).unwrap(), target.as_str());
        prop_assert!(reference.as_str().len() <= target.as_str().len());
    }
    let normal = target.normalize();
    let reference = normal.relativize_against(&base);
    let kept_dots = normal.path().starts_with("/.//");
    prop_assert!(reference.is_ok() || kept_dots, "{:?}", reference);
    Ok(())
}

proptest! {
    #![proptest_config(cases(300))]

    /// The components recompose, and Appendix B finds the same.
    #[test]
    fn components_recompose(text in prop_oneof![reference(), iri_reference(), nasty()]) {
        let parts = split(&text);
        recomposition::of_any(&text);
        recomposition::of_edition(Edition::Rfc3986, &text);
        recomposition::of_edition(Edition::Rfc3987, &text);
        prop_assert!(UriRef::parse(&text).map_or(true, |uri| uri.components() == parts));
        prop_assert!(IriRef::parse(&text).map_or(true, |iri| iri.components() == parts));
    }

    /// Each node has its text at its place, within its parent and after its elder siblings. A node that holds components
    /// lowers to a reference that recomposes to its text.
    #[test]
    fn a_tree_covers_its_string(text in reference()) {
        let tree = Node::parse(Edition::Rfc3986, "URI-reference", &text).unwrap();
        prop_assert_eq!((tree.start(), tree.end()), (0, text.len()));
        for (_, node) in tree.walk() {
            prop_assert_eq!(&text[node.start()..node.end()], node.text());
            let mut at = node.start();
            for child in node.children() {
                prop_assert!(at <= child.start() && child.end() <= node.end());
                at = child.end();
            }
            if let Ok(lowered) = Reference::try_from(node) {
                prop_assert_eq!(lowered.as_str(), node.text());
                prop_assert_eq!(lowered.components().to_string(), node.text());
            }
        }
    }

    /// A reference that is read without a tree is the one that its tree lowers to, with the components that Appendix B finds.
    #[test]
    fn scanning_is_lowering(text in prop_oneof![reference(), nasty()]) {
        for rule in ["URI-reference", "URI", "absolute-URI", "relative-ref", "relative-part"] {
            let tree = Node::parse(Edition::Rfc3986, rule, &text);
            let lowered = tree.and_then(|tree| Reference::try_from(&tree));
            let scanned = Reference::parse_as(Edition::Rfc3986, rule, &text);
            prop_assert_eq!(format!("{lowered:?}"), format!("{scanned:?}"));
            prop_assert!(scanned.is_err() || scanned.unwrap().components() == split(&text));
        }
    }

    /// Every reference is a URI or a relative reference, and not both.
    #[test]
    fn a_reference_is_a_uri_or_relative(text in prop_oneof![reference(), nasty()]) {
        let accepted = |rule| Node::parse(Edition::Rfc3986, rule, &text).is_ok();
        prop_assert_eq!(accepted("URI-reference"), accepted("URI") || accepted("relative-ref"));
        prop_assert!(!(accepted("URI") && accepted("relative-ref")));
        prop_assert_eq!(accepted("absolute-URI"), accepted("URI") && !text.contains('#'));
        prop_assert_eq!(UriRef::parse(&text).is_ok(), accepted("URI-reference"));
        prop_assert_eq!(Uri::parse(&text).is_ok(), accepted("URI"));
    }

    /// At every rung: normalizing twice is normalizing once, and the result is a reference.
    #[test]
    fn normalizing_is_idempotent(text in prop_oneof![reference(), nasty()]) {
        let Ok(reference) = UriRef::parse(&text) else { return Ok(()) };
        for &rung in Rung::ALL {
            let once = Normalizer::new().to(rung).normalize(&reference);
            prop_assert_eq!(once.is_unchanged(), once.as_str() == text);
            let parsed = UriRef::parse(once.as_str()).unwrap();
            prop_assert_eq!(&normal(once.as_str(), rung), once.as_str(), "{}", rung);
            if rung <= Rung::PathSegments {
                let (before, after) = (reference.components(), parsed.components());
                prop_assert_eq!(before.scheme.is_some(), after.scheme.is_some());
                prop_assert_eq!(before.authority.is_some(), after.authority.is_some());
                prop_assert_eq!(reference.userinfo().is_some(), parsed.userinfo().is_some());
                prop_assert_eq!(reference.port(), parsed.port());
                prop_assert_eq!(before.query.is_some(), after.query.is_some());
                prop_assert_eq!(before.fragment.is_some(), after.fragment.is_some());
                let slashed = [before.path, after.path].map(|path| path.starts_with('/'));
                prop_assert!(slashed[1] || !slashed[0]);
            }
            if rung < Rung::PathSegments {
                prop_assert_eq!(reference.segments().count(), parsed.segments().count());
            }
        }
    }

    /// Normalizing twice is normalizing once, and the normal form of an IRI that is a URI maps to that of the URI (RFC 3987,
    /// 5.3.2.3).
    #[test]
    fn normalizing_iris_is_idempotent(text in prop_oneof![iri_reference(), nasty()]) {
        let Ok(reference) = IriRef::parse(&text) else { return Ok(()) };
        let once = reference.normalize();
        prop_assert_eq!(&once.normalize(), &once);
        prop_assert_eq!(once.as_borrowed().components(), split(once.as_str()));
        prop_assert!(IriRef::parse(once.as_str()).is_ok());
        if let Ok(uri) = UriRef::parse(&text) {
            prop_assert_eq!(uri.normalize(), once.to_uri().unwrap().normalize());
        }
    }

    /// At each rung `normalize_to` agrees with the normalizer, and keeps the type.
    #[test]
    fn normalizing_keeps_the_type(text in prop_oneof![reference(), iri_reference(), nasty()]) {
        for &rung in Rung::ALL {
            if let Ok(reference) = UriRef::parse(&text) {
                prop_assert_eq!(reference.normalize_to(rung), normal(&text, rung));
            }
            if let Ok(uri) = Uri::parse(&text) {
                prop_assert_eq!(uri.normalize_to(rung), normal(&text, rung));
            }
            if let Ok(iri) = IriRef::parse(&text) {
                let normalizer = Normalizer::from_edition(Edition::Rfc3987).to(rung);
                let wanted = normalizer.normalize(&iri).to_string();
                prop_assert_eq!(iri.normalize_to(rung), wanted);
            }
        }
    }

    /// The normal form of each rung is that of the rung below, normalized further.
    #[test]
    fn rungs_stand_on_each_other(text in reference()) {
        for pair in Rung::ALL.windows(2) {
            prop_assert_eq!(normal(&normal(&text, pair[0]), pair[1]), normal(&text, pair[1]));
        }
    }

    /// The changes that are explained are all there are, and none is of a rung above.
    #[test]
    fn every_change_is_explained(text in reference()) {
        let reference = UriRef::parse(&text).unwrap();
        for &rung in Rung::ALL {
            let mut changes = 0;
            let normalized = Normalizer::new().to(rung).explain(&reference, |change| {
                assert!(change.rung <= rung && change.before != change.after, "{change:?}");
                changes += 1;
            });
            prop_assert_eq!(changes == 0, normalized.is_unchanged());
        }
    }

    #[test]
    fn comparison_is_reflexive_and_symmetric((a, b) in (reference(), reference())) {
        let [x, y] = [&a, &b].map(|text| UriRef::parse(text).unwrap());
        prop_assert_eq!(compare(&x, &x).rung(), Some(Rung::String));
        prop_assert_eq!(compare(&x, &y).rung(), compare(&y, &x).rung());
        // A normal form is found equivalent to what it is of, no higher than its rung.
        for &rung in Rung::ALL {
            let text = normal(&a, rung);
            let met = compare(&x, &UriRef::parse(&text).unwrap()).rung();
            prop_assert!(met.is_some_and(|met| met <= rung));
        }
    }

    /// Redirects, too: a fixed point, whatever they are.
    #[test]
    fn redirects_are_followed_to_the_end(
        known in prop::collection::vec((0..5_usize, 0..5_usize), 0..6),
        at in 0..5_usize,
    ) {
        let names = ["a:/1", "a:/2", "a:/3", "a:/1#f", "a:/2#"];
        let mut redirects = Redirects::default();
        for (from, to) in known {
            redirects.insert(names[from], names[to]).unwrap();
        }
        let normalizer = Normalizer::new().to(Rung::Protocol).redirects(&redirects);
        let reference = UriRef::parse(names[at]).unwrap();
        let once = normalizer.normalize(&reference).into_reference().unwrap();
        let twice = normalizer.normalize(&once.as_borrowed()).into_reference().unwrap();
        prop_assert_eq!(&twice, &once);
        prop_assert!(compare_with(&Normalizer::new().redirects(&redirects), &reference, &once.as_borrowed()).holds());
    }

    /// The targets of a relative reference and of its normal form have one normal form: two equivalent references stay
    /// equivalent under any base.
    #[test]
    fn normalizing_commutes_with_resolving((base, text) in (uri(), relative())) {
        for &edition in Edition::ALL {
            let normalizer = Normalizer::from_edition(edition);
            let resolver = Resolver::from_edition(edition).guard_path(true);
            let rule = edition.whole_rules()[0];
            let Ok(reference) = Reference::parse_as(edition, rule, &text) else { continue };
            let normal = normalizer.normalize(&reference).to_string();
            let [target, of_normal] = [&*text, &normal].map(|text| {
                let text = split(text);
                let target = resolver.resolve(&split(&base), &text).ok()?;
                let recomposed = target.to_string();
                // By the letter of the first editions a path may run on from an authority.
                if target.components().is_some_and(|target| target != split(&recomposed)) {
                    return None;
                }
                let target = Reference::parse_as(edition, rule, &recomposed).ok()?;
                Some(normalizer.normalize(&target).to_string())
            });
            prop_assert_eq!(target, of_normal, "{}: {:?}", edition, normal);
        }
    }

    /// A target is a URI that reads back, or there is a warning.
    #[test]
    fn a_target_reads_back((base, text) in (uri(), reference())) {
        let (base, text) = (split(&base), split(&text));
        let target = Resolver::new().resolve(&base, &text).unwrap();
        let recomposed = target.to_string();
        prop_assert_eq!(split(&recomposed) == target.components().unwrap(), target.warnings().is_empty());
        let guarded = Resolver::new().guard_path(true).resolve(&base, &text).unwrap();
        let recomposed = guarded.to_string();
        prop_assert!(Uri::parse(&recomposed).is_ok());
        prop_assert_eq!(split(&recomposed), guarded.components().unwrap());
        // A trace changes nothing of what it shows.
        let traced = Resolver::new().trace(&base, &text, |step| drop(step.to_string()));
        prop_assert_eq!(traced, Ok(target));
    }

    /// Resolving what relativizing gives is the identity; a normal form always has a reference.
    #[test]
    fn relativizing_is_undone_by_resolving((base, target) in (uri(), uri())) {
        is_undone::<Ascii>(&base, &target)?;
        let [base, target] = [&base, &target].map(|text| Uri::parse(text).unwrap());
        prop_assert_eq!(relativize(&base, &target), target.relativize_against(&base));
    }

    #[test]
    fn relativizing_iris_is_undone_by_resolving((base, target) in (iri(), iri())) {
        is_undone::<Ucs>(&base, &target)?;
    }

    /// 5.2.2 with a reference that is the whole target: it resolves to itself, dot segments
    /// removed.
    #[test]
    fn a_uri_resolves_to_itself((base, target) in (uri(), uri())) {
        let target = split(&target);
        let found = Resolver::new().resolve(&split(&base), &target).unwrap();
        let path = urispec::remove_dot_segments(target.path);
        prop_assert_eq!(found.components().unwrap(), Components { path: &path, ..target });
        prop_assert_eq!(&*urispec::remove_dot_segments(&path), &*path);
    }

    /// An IPv6 address of the standard library is one of the grammar.
    #[test]
    fn every_ipv6_address_of_the_library_is_one(bits: u128, zeros: u128, v4: u32) {
        let address = |text: &str| UriRef::parse(text).unwrap().host().unwrap().address();
        let (v4, mapped) = (Ipv4Addr::from(v4), (0xFFFF << 32) | u128::from(v4));
        for bits in [bits, bits & zeros, bits & zeros & (zeros >> 64), u128::from(v4.to_bits()), mapped] {
            let v6 = Ipv6Addr::from(bits);
            prop_assert_eq!(address(&format!("//[{v6}]")), Some(v6.into()));
        }
        prop_assert_eq!(address(&format!("//{v4}")), Some(v4.into()));
    }

    /// Grammar and library accept the same strings over the alphabet of addresses.
    #[test]
    fn grammar_and_library_agree_on_addresses(
        text in prop_oneof![
            "[1:]{0,18}",
            "(1:|::|1|12345|1[.]2[.]3[.]4){0,9}",
            "[0-9a-f:.]{0,12}",
        ],
        v4 in "([0-2]?[0-6]{1,2}[.]){3}[0-9]{0,3}[.5]?",
    ) {
        let accepted = Node::parse(Edition::Rfc3986, "IPv6address", &text).is_ok();
        prop_assert_eq!(accepted, text.parse::<Ipv6Addr>().is_ok(), "{}", text);
        let accepted = Node::parse(Edition::Rfc3986, "IPv4address", &v4).is_ok();
        prop_assert_eq!(accepted, v4.parse::<Ipv4Addr>().is_ok(), "{}", v4);
    }

    #[test]
    fn conversions_keep_the_string(text in prop_oneof![reference(), iri_reference(), nasty()]) {
        keeps_the_string::<Ascii>(&text)?;
        keeps_the_string::<Ucs>(&text)?;
    }

    /// Encoded data decodes to itself and fits its place.
    #[test]
    fn percent_encoding_round_trips(data in ".{0,12}", octets: Vec<u8>) {
        use urispec::percent::{Keep, encode, encode_form, encode_iri, encode_octets};
        for (keep, rule) in [
            (Keep::Userinfo, "userinfo"),
            (Keep::RegName, "reg-name"),
            (Keep::Segment, "segment"),
            (Keep::Query, "query"),
            (Keep::Fragment, "fragment"),
        ] {
            let encoded = encode(&data, keep);
            prop_assert!(Node::parse(Edition::Rfc3986, rule, &encoded).is_ok());
            prop_assert_eq!(encoded.decode().unwrap(), &*data);
            let encoded = encode_iri(&data, keep);
            let of_iris = format!("i{rule}");
            prop_assert!(Node::parse(Edition::Rfc3987, &of_iris, &encoded).is_ok());
            prop_assert_eq!(encoded.decode().unwrap(), &*data);
            let encoded = encode_octets(&octets, keep);
            prop_assert_eq!(&*encoded.decode_octets().unwrap(), &*octets);
            prop_assert_eq!(encoded.decode_lossy(), String::from_utf8_lossy(&octets));
        }
        let encoded = encode_form(&data);
        prop_assert!(Node::parse(Edition::Rfc3986, "query", &encoded).is_ok());
        prop_assert_eq!(encoded.decode_form().unwrap(), &*data);
        prop_assert_eq!(encoded.decode_form_lossy(), &*data);
    }

    /// A segment that is pushed is the last, and fills a last segment that was empty; popped, it is
    /// gone again. After an error, nothing has changed.
    #[test]
    fn pushed_segments_are_popped(text in reference(), data in "[a:/.%é]{0,3}") {
        let mut changed = UriRefBuf::parse(&text).unwrap();
        let mut before: Vec<_> = changed.segments().map(str::to_owned).collect();
        if before.last().is_some_and(String::is_empty) {
            before.pop();
        }
        match changed.push_segment(&data) {
            Ok(()) => {
                let mut after: Vec<_> = changed.segments().map(str::to_owned).collect();
                prop_assert_eq!(after.last().unwrap().decode().unwrap(), &*data);
                prop_assert_eq!(after.pop(), changed.pop_segment());
                prop_assert_eq!(&after, &before);
                // Without an authority a rooted path stays rooted (section 4.2).
                if before.is_empty() && changed.path() == "/" {
                    before.push(String::new());
                }
                prop_assert!(changed.segments().eq(before.iter().map(String::as_str)));
            }
            Err(_) => prop_assert_eq!(changed, &*text),
        }
    }
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

/// Section 6.1, b: what looks like another character stays encoded, and the steps say why.
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
    let blank = "re-encode characters that look like a blank, a delimiter or nothing";
    let variant = "re-encode variants of other characters";
    assert_eq!(
        steps,
        [
            format!("6.1 4 {blank} %C2%A0"),
            format!("6.1 4 {blank} %E3%80%80"),
            format!("6.1 4 {variant} %EF%BC%A1"),
            format!("6.1 4 {variant} %EF%BD%B6"),
            "4.1 4 re-encode characters that format bidirectional text %E2%80%AE".to_owned(),
        ]
    );
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
        let reference = Normalizer::new().letter(true).to(Rung::PercentEncoding)
            .normalize(&reference).as_str().to_owned();
        let back = Normalizer::new().letter(true).to(Rung::PercentEncoding)
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

/// Strings as people write them: generated ones with pieces that no reference has.
fn given() -> impl Strategy<Value = String> {
    let broken = "([a:/?#@%]|[\\[\\]|\\\\ <>\"^`{}\t]|é|日|%4|%41|//|a:|h:1|\\[::1\\]|://){0,10}";
    let broken = prop::string::string_regex(broken).unwrap();
    let between = (reference(), "[ |é%#\\[:]", any::<prop::sample::Index>());
    let between = between.prop_map(|(mut text, piece, at)| {
        text.insert_str(at.index(text.len() + 1), &piece);
        text
    });
    prop_oneof![2 => nasty(), 2 => broken, 2 => between, 1 => reference()]
}

/// Returns the components of a string; a scheme that is not one is a part of the path.
fn components_of(text: &str, has_scheme: bool) -> Components<'_> {
    let parts = split(text);
    match parts.scheme {
        Some(scheme) if !has_scheme && parts.authority.is_none() => {
            let path = &text[..scheme.len() + 1 + parts.path.len()];
            Components { scheme: None, path, ..parts }
        }
        _ => parts,
    }
}

#[track_caller]
fn is_repaired(given: &str) {
    let parsed = UriRef::parse(given);
    let repaired = match UriRef::repair(given) {
        Ok(repaired) => repaired,
        Err(error) => {
            assert!(parsed.is_err());
            // Only authorities, and what would be one or a scheme, can be past mending.
            let offset = error.offset().unwrap();
            let is_past = match error {
                RepairError::Scheme { .. } => {
                    given.contains("://") || given.starts_with(char::is_whitespace)
                }
                RepairError::Backslash { .. } => given.contains('\\'),
                _ => split(given).authority.is_some(),
            };
            assert!(is_past, "{given:?}: {error}");
            assert!(offset <= given.len() && given.is_char_boundary(offset));
            return;
        }
    };
    let reference = UriRef::parse(repaired.as_str()).unwrap();
    assert_eq!(repaired.as_borrowed(), reference);
    // A valid string is unchanged, and every change is reported.
    assert_eq!(repaired.is_unchanged(), parsed.is_ok());
    assert!(UriRef::repair(repaired.as_str()).unwrap().is_unchanged());
    let mut told = given.to_owned();
    for repair in repaired.repairs().iter().rev() {
        assert_eq!(given[repair.span()], *repair.found().to_string());
        assert_eq!(repair.written().decode().unwrap(), repair.found().to_string());
        told.replace_range(repair.span(), &repair.written());
    }
    assert_eq!(told, repaired.as_str());
    // The data of each component is unchanged.
    let (before, after) =
        (components_of(given, reference.scheme().is_some()), reference.components());
    assert_eq!(before.scheme, after.scheme);
    let data = |text: Option<&str>| text.map(|text| text.decode_lossy().into_owned());
    assert_eq!(data(before.authority), data(after.authority));
    assert_eq!(data(Some(before.path)), data(Some(after.path)));
    assert_eq!(before.path.matches('/').count(), after.path.matches('/').count());
    assert_eq!(data(before.query), data(after.query));
    assert_eq!(data(before.fragment), data(after.fragment));
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn a_repair_keeps_the_data(text in given()) {
        is_repaired(&text);
    }
}

#[test]
fn links_found_on_pages_are_repaired() {
    for name in ["refs.tsv", "web.txt"] {
        let Some(text) = shared(&format!("corpus/{name}")) else { return };
        let lines = text.lines().step_by(scaled(11, 1));
        lines.flat_map(|line| line.split('\t')).for_each(is_repaired);
    }
}

/// Each repair once, in time; and an error that has no place.
#[test]
fn many_repairs() {
    let given = "é%".repeat(1 << 19);
    let repaired = UriRef::repair(&given).unwrap();
    assert_eq!((repaired.repairs().len(), repaired.as_str().len()), (1 << 20, 9 << 19));
    assert_eq!(repaired.as_str().decode().unwrap(), given);
    let message = |given| UriRef::repair(given).unwrap_err().to_string();
    assert_eq!(message("//h:x"), "at byte 4: a port contains only digits (RFC 3986, 3.2.3)");
    let host = "at byte 3: \"\\n\" is not allowed in a host, and should not be percent-encoded there (RFC 3986, 3.2.2)";
    assert_eq!(message("//a\n"), host);
    assert_eq!(RepairError::TooLong(5).offset(), None);
}

/// Every octet that the name of a file can have survives, and so does a path of this machine.
#[test]
fn every_name_of_a_file_survives() {
    for octet in 1..=255_u8 {
        for path in [[b'/', octet, b'a'], [b'/', b'a', octet]] {
            let Ok(uri) = PathStyle::Unix.to_uri(&path) else {
                assert_eq!(path, *b"//a");
                continue;
            };
            assert_eq!(PathStyle::Unix.path_of(&uri).unwrap(), path);
        }
    }
    let here = std::env::current_dir().unwrap().join("");
    let uri = UriBuf::from_file_path(&here).unwrap();
    assert!(uri.as_str().starts_with("file://") && uri.path().ends_with('/'));
    assert_eq!(uri.to_file_path().unwrap().as_os_str(), here.as_os_str());
    assert_eq!(UriBuf::from_file_path("a").unwrap_err(), FilePathError::Relative);
    let message = |uri| PathStyle::Unix.path_of(Uri::parse(uri).unwrap()).unwrap_err().to_string();
    assert_eq!(message("http://h/"), "the scheme is not \"file\" (RFC 8089, 2)");
    let slash =
        "a name in the path contains a separator, which a file name cannot contain (RFC 3986, 2.2)";
    assert_eq!(message("file:///a%2Fb"), slash);
}
