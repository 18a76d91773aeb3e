//! Differences that only one of two documents ignores when it normalizes and compares strings.

use urispec::internal::{DotSegments, Ladder, PreservedTriplets, SectionRef, facts};
use urispec::{Edition, Normalizer, Reference, Rung, compare_with};

use super::{
    ChangeKind, Entry, Evidence, Manner, document, first_sentence, or, quoted, ranges, runs,
};

/// A difference between two strings that a document may ignore when it compares them.
struct ToleratedDifference {
    /// What differs, as the subject of a sentence.
    what: &'static str,
    /// The section that says that the difference does not matter.
    licence: fn(&Ladder) -> SectionRef,
    /// The strings to which the section applies, or `None` if it applies to all strings.
    only: fn(&Ladder) -> Option<&'static str>,
    /// Two strings that differ only in this way.
    pair: [&'static str; 2],
}

const fn everywhere(_: &Ladder) -> Option<&'static str> {
    None
}

/// Returns the section in which the document describes its own schemes.
fn own(ladder: &Ladder) -> SectionRef {
    ladder.own_schemes.map(|(_, section)| section)
}

/// Returns the section in which the document describes the scheme of a URL.
fn own_of(ladder: &Ladder, url: &str) -> SectionRef {
    let (scheme_of, _) = ladder.own_schemes?;
    scheme_of(url).map(|scheme| scheme.section)
}

/// The only difference that a section may restrict to certain hosts. Others may be restricted to certain schemes.
const HOST: &str = "the letter case of the host";

/// The difference whose entry is followed by the entries of [`escapes`].
const TRIPLETS: &str = "the letter case of the digits of a triplet";

/// The differences, in the order of the rungs of the comparison ladder (RFC 3986, 6.2), the lowest first.
const DIFFERENCES: [ToleratedDifference; 17] = [
    ToleratedDifference {
        what: "the letter case of the scheme",
        licence: |ladder| ladder.scheme_case,
        only: everywhere,
        pair: ["HTTP://a/", "http://a/"],
    },
    ToleratedDifference {
        what: HOST,
        licence: |ladder| ladder.host_case,
        only: |ladder| ladder.host_case_of_ascii.then_some("in hosts of US-ASCII only"),
        pair: ["http://A/", "http://a/"],
    },
    ToleratedDifference {
        what: "the letter case of an address in brackets",
        licence: |ladder| ladder.address_case,
        only: everywhere,
        pair: ["http://[::A]/", "http://[::a]/"],
    },
    ToleratedDifference {
        what: TRIPLETS,
        licence: |ladder| ladder.triplet_case,
        only: everywhere,
        pair: ["http://a/%2f", "http://a/%2F"],
    },
    ToleratedDifference {
        what: "percent-encoding a character beyond ASCII that an IRI may have",
        licence: |ladder| ladder.characters,
        only: everywhere,
        pair: ["http://a/\u{E9}", "http://a/%C3%A9"],
    },
    ToleratedDifference {
        what: "removing dot segments from a path",
        licence: |ladder| ladder.dot_segments.map(|(_, section)| section),
        only: everywhere,
        pair: ["http://a/b/../c", "http://a/c"],
    },
    ToleratedDifference {
        what: "leaving out a port that is the default of the scheme",
        licence: |ladder| ladder.default_port.or(own(ladder)),
        only: |ladder| ladder.ports_by.map(|_| "in the schemes that it describes"),
        pair: ["http://a:80/", "http://a/"],
    },
    ToleratedDifference {
        what: "leaving out an empty port",
        licence: |ladder| ladder.empty_port,
        only: |ladder| ladder.empty_port_of.map(|_| "in URIs of the scheme \"http\""),
        pair: ["ftp://a:/", "ftp://a/"],
    },
    ToleratedDifference {
        what: "writing \"/\" for an empty path after an authority",
        licence: |ladder| {
            ladder.empty_path_of_any.or(ladder.empty_path).or(own_of(ladder, "http://a"))
        },
        only: |ladder| match (own(ladder), ladder.empty_path) {
            (Some(_), _) => Some("in some schemes that it describes, as in \"http\""),
            (None, Some(_)) if ladder.empty_path_of_any.is_none() => {
                Some("in the schemes \"http\" and \"https\"")
            }
            _ => None,
        },
        pair: ["http://a", "http://a/"],
    },
    ToleratedDifference {
        what: "the letter case of parts of a path that its scheme calls case-insensitive",
        licence: |ladder| ladder.caseless_path.or(ladder.namespace_case),
        only: everywhere,
        pair: ["mailto:a@B", "mailto:a@b"],
    },
    ToleratedDifference {
        what: "the letter case of the host of an account",
        licence: |ladder| ladder.account_host_case,
        only: everywhere,
        pair: ["acct:a@B", "acct:a@b"],
    },
    ToleratedDifference {
        what: "leaving out what follows a name, the r-, q- and f-component,",
        licence: |ladder| ladder.name_alone,
        only: everywhere,
        pair: ["urn:example:a?+r", "urn:example:a"],
    },
    ToleratedDifference {
        what: "writing the recipients of a mail in the field \"to\"",
        licence: |ladder| ladder.mail_fields,
        only: everywhere,
        pair: ["mailto:?to=a@b", "mailto:a@b"],
    },
    ToleratedDifference {
        what: "leaving out the media type \"text/plain;charset=US-ASCII\" of data",
        licence: |ladder| ladder.media_type,
        only: everywhere,
        pair: ["data:text/plain;charset=US-ASCII,a", "data:,a"],
    },
    ToleratedDifference {
        what: "leaving out the host \"localhost\" of a file",
        licence: |ladder| ladder.local_host.or(own_of(ladder, "file://localhost/a")),
        only: everywhere,
        pair: ["file://localhost/a", "file:///a"],
    },
    ToleratedDifference {
        what: "leaving out the empty host of a file with its \"//\"",
        licence: |ladder| ladder.no_authority,
        only: everywhere,
        pair: ["file:/a", "file:///a"],
    },
    ToleratedDifference {
        what: "following a redirect that was observed",
        licence: |ladder| ladder.redirects,
        only: everywhere,
        pair: ["http://a/b", "http://a/b/"],
    },
];

pub(super) fn entries(since: Edition, edition: Edition) -> Vec<Entry> {
    let editions = [since, edition];
    let mut entries = Vec::new();
    for difference in &DIFFERENCES {
        entries.extend(difference.entry(editions));
        if difference.what == TRIPLETS {
            entries.extend(escapes(editions));
        }
    }
    entries.extend(forms(editions));
    entries.extend(above_root(editions));
    for sentence in &SENTENCES {
        entries.extend(sentence.entry(editions));
    }
    entries
}

/// Returns a sentence about a difference, `what`, that only the document `names[at]` declares irrelevant. If `only` is
/// given, it names the strings to which the declaration applies.
fn says_alone(names: &[&str; 2], at: usize, what: &str, only: Option<&str>) -> String {
    let only = only.map(|only| format!(" {only}")).unwrap_or_default();
    let [says, silent] = [&names[at], &names[1 - at]];
    format!("{says} says that {what} makes no difference{only}; {silent} does not say so.")
}

/// Returns an entry for each difference that only one of the two documents lists as irrelevant to equality. Only
/// documents of single schemes have such lists.
fn forms(editions: [Edition; 2]) -> Vec<Entry> {
    let forms = ladders(editions).map(|ladder| ladder.form);
    let differences = |at: usize| forms[at].map_or(&[][..], |form| form.differences);
    let names = editions.map(document);
    let one = |at: usize, manner, [what, section]: [&'static str; 2], pair| {
        let evidence = evidence(editions, pair);
        let sentence = says_alone(&names, at, what, None) + &example(&evidence);
        let mut sections = [None; 2];
        sections[at] = Some(section);
        Entry { evidence, ..entry(what, manner, sections, sentence) }
    };
    let known = |at: usize, what: &str| differences(at).iter().any(|(other, ..)| *other == what);
    let all = [(0, Manner::Gone), (1, Manner::New)].into_iter().flat_map(|(at, manner)| {
        differences(at)
            .iter()
            .filter(move |(what, ..)| !known(1 - at, what))
            .map(move |&(what, section, pair)| one(at, manner, [what, section], pair))
    });
    all.collect()
}

/// A document's statement on normalization or comparison that is not a [`ToleratedDifference`].
struct Sentence {
    subject: &'static str,
    section: fn(&Ladder) -> SectionRef,
    /// What the document says: a clause that follows its name.
    says: &'static str,
    /// What a document without the statement does: a clause that follows its name.
    silent: &'static str,
}

const SENTENCES: [Sentence; 3] = [
    Sentence {
        subject: "simple string comparison",
        section: |ladder| ladder.string,
        says: "says that two strings that are the same are equivalent",
        silent: "takes that for granted",
    },
    Sentence {
        subject: "relative references",
        section: |ladder| ladder.resolved_first,
        says: "requires that a relative reference is resolved before it is compared",
        silent: "does not",
    },
    Sentence {
        subject: "\"+\" in a query",
        section: |ladder| ladder.plus_in_query,
        says: "reserves \"+\" in a query for a space",
        silent: "does not",
    },
];

impl Sentence {
    fn entry(&self, editions: [Edition; 2]) -> Option<Entry> {
        let sections = ladders(editions).map(self.section);
        let [since, edition] = editions.map(document);
        let (manner, says, silent) = match sections {
            [None, Some(_)] => (Manner::New, edition, since),
            [Some(_), None] => (Manner::Gone, since, edition),
            _ => return None,
        };
        let sentence = format!("{says} {}; {silent} {}.", self.says, self.silent);
        Some(entry(self.subject, manner, sections, sentence))
    }
}

/// Returns the entry about `..` segments above the root. Returns `None` unless both documents remove dot segments, and
/// only one of them removes `..` above the root.
fn above_root(editions: [Edition; 2]) -> Option<Entry> {
    let ways = ladders(editions).map(|ladder| ladder.dot_segments);
    let [Some((old, old_section)), Some((new, new_section))] = ways else { return None };
    if old == new {
        return None;
    }
    let does = |way| match way {
        DotSegments::Remove => "removes",
        DotSegments::Merge => "leaves",
    };
    let [since, edition] = editions.map(document);
    let evidence = evidence(editions, ["http://a/../b", "http://a/b"]);
    let sentence = format!(
        "In a normal form {edition} {} segments \"..\" that lead above the root; {since} {} them.{}",
        does(new),
        does(old),
        example(&evidence),
    );
    let sections = [Some(old_section), Some(new_section)];
    Some(Entry {
        evidence,
        ..entry("dot segments above the root", Manner::Changed, sections, sentence)
    })
}

impl ToleratedDifference {
    fn entry(&self, editions: [Edition; 2]) -> Option<Entry> {
        let ladders = ladders(editions);
        let sections = ladders.map(self.licence);
        let only = ladders.map(self.only);
        let names = editions.map(document);
        let what = self.what;
        // The URL Standard compares whole serializations; other documents list the differences.
        let is_implied = |at: usize| {
            ladders[at].serialization.is_some() && meet(editions[at], self.pair) == Some(true)
        };
        if (0..2).any(|at| sections[at].is_none() && is_implied(at)) {
            return None;
        }
        let (manner, sentence) = match sections {
            [None, Some(_)] => (Manner::New, says_alone(&names, 1, what, only[1])),
            [Some(_), None] => (Manner::Gone, says_alone(&names, 0, what, only[0])),
            [Some(_), Some(_)] if only[0] != only[1] => {
                let any = if what == HOST { "in any host" } else { "in any scheme" };
                let all = |at: usize| only[at].unwrap_or(any);
                (
                    Manner::Changed,
                    format!(
                        "{} says that {what} makes no difference {}; {} says so {}.",
                        names[1],
                        all(1),
                        names[0],
                        all(0)
                    ),
                )
            }
            _ => return None,
        };
        let evidence = evidence(editions, self.pair);
        let sentence = sentence + &example(&evidence);
        Some(Entry { evidence, ..entry(what, manner, sections, sentence) })
    }
}

// Evidence that two documents normalize and compare differently.

fn entry(subject: &str, manner: Manner, sections: [SectionRef; 2], sentence: String) -> Entry {
    let brief = first_sentence(&sentence).to_owned();
    Entry::new(ChangeKind::Normalization, manner, subject, &brief, sentence).at(sections)
}

fn ladders(editions: [Edition; 2]) -> [&'static Ladder; 2] {
    editions.map(|edition| &facts(edition).ladder)
}

/// Returns evidence if only one of the two editions finds two strings equivalent, and otherwise an empty list.
fn evidence(editions: [Edition; 2], pair: [&str; 2]) -> Vec<Evidence> {
    let by = match editions.map(|edition| meet(edition, pair)) {
        [Some(true), Some(false)] => editions[0],
        [Some(false), Some(true)] => editions[1],
        _ => return Vec::new(),
    };
    let mut all = vec![Evidence::Equivalent { by, pair: pair.map(str::to_owned) }];
    let normal = |edition| {
        let one = Reference::parse(edition, pair[0]).ok()?;
        Some(
            Normalizer::from_edition(edition).to(Rung::Protocol).normalize(one).as_str().to_owned(),
        )
    };
    if let [Some(since), Some(normal)] = editions.map(normal)
        && since != normal
    {
        all.push(Evidence::NormalForm { text: pair[0].to_owned(), since, normal });
    }
    all
}

/// Returns whether an edition finds two strings equivalent, or `None` if it does not accept both strings.
fn meet(edition: Edition, [a, b]: [&str; 2]) -> Option<bool> {
    let [a, b] = [Reference::parse(edition, a).ok()?, Reference::parse(edition, b).ok()?];
    Some(compare_with(&Normalizer::from_edition(edition), a, b).holds())
}

/// Returns a sentence about the first pair of strings in the evidence.
fn example(evidence: &[Evidence]) -> String {
    let Some(Evidence::Equivalent { by, pair: [a, b] }) = evidence.first() else {
        return String::new();
    };
    format!(" {} and {} are equivalent by {} only.", quoted(a), quoted(b), document(*by))
}

// The triplets that may be replaced by their characters.
//
// The surprising case: by the draft of 2003 the normal form keeps the triplet of a "!" (2.3), but the draft calls
// the string with the triplet and the string with "!" equivalent (6.2.2.2). So the evidence omits such a pair.

/// Returns the entries about the characters whose triplets may be decoded.
fn escapes(editions: [Edition; 2]) -> Vec<Entry> {
    let characters = |edition: Edition| -> Vec<u8> {
        let test = facts(edition).ladder.unreserved.map(|(test, _)| test);
        (0..0x80).filter(|&byte| test.is_some_and(|test| test(byte))).collect()
    };
    let [old, new] = editions.map(characters);
    let without = |all: &[u8], others: &[u8]| -> Vec<u8> {
        all.iter().copied().filter(|byte| !others.contains(byte)).collect()
    };
    let mut entries = Vec::new();
    for (manner, says, characters) in
        [(Manner::New, 1, without(&new, &old)), (Manner::Gone, 0, without(&old, &new))]
    {
        let kept = ladders(editions)[1 - says].kept.as_ref();
        let is_kept = |byte: &u8| kept.is_some_and(|kept| (kept.octets)(*byte));
        let (advised, forbidden) = characters.into_iter().partition(is_kept);
        entries.extend(forbidden_escapes(editions, says, manner, forbidden));
        entries.extend(kept.and_then(|kept| kept_escapes(editions, says, manner, kept, advised)));
    }
    entries
}

/// Returns the sections that list the characters whose triplets may be replaced.
fn unreserved(editions: [Edition; 2]) -> [SectionRef; 2] {
    ladders(editions).map(|ladder| ladder.unreserved.map(|(_, section)| section))
}

/// Returns evidence for each character: a string with the triplet of the character, and a string with the character.
fn shown(editions: [Edition; 2], characters: &[u8]) -> Vec<Evidence> {
    let of = |&byte: &u8| {
        let [triplet, decoded] =
            [format!("http://a/b%{byte:02X}"), format!("http://a/b{}", char::from(byte))];
        evidence(editions, [&triplet, &decoded])
    };
    characters.iter().flat_map(of).collect()
}

/// Returns the entry about `characters`. Only one of the two documents allows their triplets to be replaced.
fn forbidden_escapes(
    editions: [Edition; 2],
    says: usize,
    manner: Manner,
    characters: Vec<u8>,
) -> Option<Entry> {
    if characters.is_empty() {
        return None;
    }
    let evidence = shown(editions, &characters);
    let sentence = format!(
        "By {} a triplet of {} may be replaced by the character; by {} it may not.{}",
        document(editions[says]),
        or(&ranges(&runs(&characters))),
        document(editions[1 - says]),
        example(&evidence),
    );
    let sections = unreserved(editions);
    Some(Entry {
        evidence,
        ..entry("triplets of unreserved characters", manner, sections, sentence)
    })
}

/// Returns the entry about `characters`. One document allows their triplets to be replaced. The other document advises
/// to keep the triplets, but calls the characters unreserved, so the entry claims only that the normal forms differ.
fn kept_escapes(
    editions: [Edition; 2],
    says: usize,
    manner: Manner,
    kept: &PreservedTriplets,
    characters: Vec<u8>,
) -> Option<Entry> {
    if characters.is_empty() {
        return None;
    }
    let mut evidence = shown(editions, &characters);
    evidence.retain(|one| matches!(one, Evidence::NormalForm { .. }));
    let [by, other] = [editions[says], editions[1 - says]].map(document);
    let mut sentence = format!(
        "By {by} a triplet of {} may be replaced by the character; {other} calls that {}, and does \
         not forbid it.",
        or(&ranges(&runs(&characters))),
        quoted(kept.says),
    );
    if let Some(Evidence::NormalForm { text, since, normal }) = evidence.first() {
        let forms = [since, normal];
        sentence += &format!(
            " The normal form of {} is {} by {by} and {} by {other}.",
            quoted(text),
            quoted(forms[says]),
            quoted(forms[1 - says]),
        );
    }
    let mut sections = unreserved(editions);
    sections[1 - says] = Some(kept.section);
    Some(Entry {
        evidence,
        ..entry("triplets of unreserved characters", manner, sections, sentence)
    })
}
