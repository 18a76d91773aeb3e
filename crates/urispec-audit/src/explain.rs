//! Explains a production: its texts, its verdict and typical strings.
//!
//! An [`ExplainedProduction`] contains the texts of a production, its verdict, and typical strings: short strings that
//! differ in kind where possible. If the production is a choice, there is also a string for each alternative, since the
//! shortest members may all match the same alternative.

use std::collections::BTreeSet;

use grammar_audit::alternatives::{AlternativeMembers, Alternatives, Overlap, Sample};
use grammar_audit::notation::{Alternative, Term};
use grammar_audit::{Languages, Printed, ProductionVerdict, typical_members, typical_near_misses};
use urispec::Node;
use urispec::grammar::{Grammar, Role};
use urispec::internal::tree;

use super::edition;
use super::edition::Audit;
use super::examples::Preference;

/// A production with its texts, its verdict and typical strings.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExplainedProduction<'a> {
    /// The name of the production, as printed.
    pub name: &'a str,
    /// The section that introduces the production: see [`Audit::section`].
    pub section: Option<&'a str>,
    /// The text of the production as printed, or `None` if only a reading defines it.
    pub printed: Option<&'a str>,
    /// The reading, which is a text that replaces the printed one, and the reason for the replacement.
    pub reading: Option<(&'a str, &'a str)>,
    /// The rules of the `.pest` file that transcribe the production.
    pub rules: Vec<RuleText<'a>>,
    /// The verdict on the production, and the size of its minimal automaton.
    pub judged: &'a ProductionVerdict,
    /// The shortest members of the production's language.
    pub members: Vec<Vec<u8>>,
    /// A member for each alternative of the production, with readings applied. Empty if the production is not a choice.
    pub alternatives: AlternativeMembers,
    /// The shortest near misses: strings that are not members, but become members if one byte is added, removed or
    /// replaced.
    pub near_misses: Vec<Vec<u8>>,
}

/// A rule of a `.pest` file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleText<'a> {
    /// The name of the rule.
    pub name: &'a str,
    /// The comment above the rule, from the line `PEG: …` on, which states why PEG requires another form.
    pub notes: &'a [String],
    /// The text of the rule.
    pub text: &'a str,
}

impl Audit {
    /// Explains a production, or returns `None` if the grammar has no production of that name.
    #[must_use]
    pub fn explain(&self, name: &str) -> Option<ExplainedProduction<'_>> {
        let judged = self.report.production(name)?;
        let read = self.pair.as_read();
        let alternatives = Alternatives::of_productions(&read, &[&judged.name]);
        self.explained(judged, &Languages::new(&read), &alternatives)
    }

    /// Explains every production, in the order of the report. This is faster than explaining each separately.
    #[must_use]
    pub fn explain_all(&self) -> Vec<ExplainedProduction<'_>> {
        let read = self.pair.as_read();
        let names: Vec<&str> = self.report.productions.iter().map(|one| &*one.name).collect();
        let alternatives = Alternatives::of_productions(&read, &names);
        let languages = Languages::new(&read);
        let all = self.report.productions.iter();
        all.filter_map(|judged| self.explained(judged, &languages, &alternatives)).collect()
    }

    fn explained<'a>(
        &'a self,
        judged: &'a ProductionVerdict,
        languages: &Languages,
        alternatives: &Alternatives<'_>,
    ) -> Option<ExplainedProduction<'a>> {
        let name = &*judged.name;
        let printed = self.pair.printed.production(name);
        let readings = self.pair.readings.as_ref();
        let reading = readings.and_then(|readings| readings.production(name));
        let rules = judged.rules.iter().filter_map(|rule| {
            let comment = self.pair.peg.comment(rule);
            let notes = comment.iter().position(|line| line.starts_with("PEG:"));
            let notes = notes.map_or(&[][..], |at| &comment[at..]);
            Some(RuleText { name: rule, notes, text: self.pair.peg.text(rule)? })
        });
        let dfa = languages.dfa();
        let start = languages.start(name).and_then(Result::ok);
        Some(ExplainedProduction {
            name,
            section: self.section(name),
            printed: printed.map(|one| &*one.text),
            reading: reading.map(|one| (&*one.text, &*one.comment)),
            rules: rules.collect(),
            judged,
            // The byte classes of the whole grammar distinguish more kinds of members than the production's own.
            members: typical_members(dfa, start),
            alternatives: alternatives.members(name),
            near_misses: start
                .map(|start| typical_near_misses(&dfa.restrict(start)))
                .unwrap_or_default(),
        })
    }
}

// Determines which alternative of a choice a parse tree contains.

/// The maximum number of strings that are parsed for an overlap.
const SAMPLES: usize = 48;

/// The alternatives that the parse trees contain, for strings that two alternatives of a choice share.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AlternativeChoice {
    /// The number of strings that were parsed, including the shortest shared string.
    pub strings: usize,
    /// The index of the alternative that should match the shortest string.
    pub preferred: usize,
    /// The section that states which alternative is preferred. If it is `None`, the first printed alternative that
    /// matches the string is preferred.
    pub section: Option<String>,
    /// The indices of the alternatives that the tree of the shortest string may contain.
    pub places: Vec<usize>,
    /// The first parsed string whose tree does not contain the preferred alternative, if there is one.
    pub stray: Option<Counterexample>,
}

/// A string whose parse tree does not contain the preferred alternative.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counterexample {
    /// The string.
    pub text: String,
    /// The index of the alternative that should match the string.
    pub preferred: usize,
    /// The indices of the alternatives that the tree may contain. Empty if the string has no tree.
    pub places: Vec<usize>,
}

/// Parses strings of each overlap, and returns which alternatives their trees contain, in the order of the overlaps.
///
/// The result for an overlap is `None` if no tree shows the alternative: the choice is a group inside a production or a
/// leaf of the tree, or the strings are not UTF-8.
#[must_use]
pub(super) fn alternative_choices(
    grammar: &Grammar,
    read: &Printed,
    preferences: &[Preference<'_>],
    overlaps: &[Overlap],
) -> Vec<Option<AlternativeChoice>> {
    let alternatives = Alternatives::new(read);
    let of = |overlap| choice_of(grammar, read, preferences, &alternatives, overlap);
    overlaps.iter().map(of).collect()
}

fn choice_of(
    grammar: &Grammar,
    read: &Printed,
    preferences: &[Preference<'_>],
    alternatives: &Alternatives<'_>,
    overlap: &Overlap,
) -> Option<AlternativeChoice> {
    let printed = read.production(&overlap.production).filter(|_| overlap.whole)?;
    let production = grammar.production(&printed.name)?;
    let Ok(Term::Choice(all)) = &printed.term else { return None };
    let stated: Vec<(&str, usize)> = (preferences.iter())
        .filter(|one| one.rule == printed.name)
        .filter_map(|one| {
            let place = all.iter().position(|alternative| alternative.text == one.alternative)?;
            Some((one.section, place))
        })
        .collect();
    let mut taken: Option<AlternativeChoice> = None;
    for Sample { text, having } in alternatives.samples(overlap, SAMPLES) {
        let Ok(text) = String::from_utf8(text) else { continue };
        let Some(&first) = having.first() else { continue };
        let stated = stated.iter().find(|(_, place)| having.contains(place)).copied();
        let preferred = stated.map_or(first, |(_, place)| place);
        let node = tree(grammar, production, &text);
        let places = node.as_ref().map(|node| taken_by(grammar, node, all)).unwrap_or_default();
        if places.is_empty() && node.is_some_and(|node| node.children().is_empty()) {
            return None;
        }
        let is_stray = !places.contains(&preferred);
        let taken = taken.get_or_insert_with(|| AlternativeChoice {
            strings: 0,
            preferred,
            section: stated.map(|(section, _)| section.to_owned()),
            places: places.clone(),
            stray: None,
        });
        taken.strings += 1;
        if is_stray && taken.stray.is_none() {
            taken.stray = Some(Counterexample { text, preferred, places });
        }
    }
    taken
}

/// Returns the indices of the alternatives that may have produced the children of a node.
fn taken_by(grammar: &Grammar, node: &Node<'_>, alternatives: &[Alternative]) -> Vec<usize> {
    let children: Vec<&str> = node.children().iter().map(|child| child.rule()).collect();
    let production = |name: &str| match name.split_once(':') {
        None => grammar.production(name),
        Some((document, name)) => edition::grammar(document)?.production(name),
    };
    let leaves_node = |name: &str| production(name).is_some_and(|one| one.role() != Role::Class);
    let fits = |one: &Alternative| {
        let ends = read(&one.term, &children, &leaves_node, BTreeSet::from([0]));
        ends.contains(&children.len())
    };
    (0..).zip(alternatives).filter(|(_, one)| fits(one)).map(|(place, _)| place).collect()
}

/// Matches a term against the children of a node. `from` contains the possible child indices before the term, and the
/// result contains the possible indices after it.
fn read(
    term: &Term,
    children: &[&str],
    leaves_node: &dyn Fn(&str) -> bool,
    from: BTreeSet<usize>,
) -> BTreeSet<usize> {
    let read = |term: &Term, from| read(term, children, leaves_node, from);
    match term {
        Term::Name(name) if leaves_node(name) => {
            // In a tree, an imported production has the name that its own document gives it.
            let name = name.split_once(':').map_or(&**name, |(_, name)| name);
            let is_it = |&at: &usize| children.get(at).is_some_and(|child| *child == name);
            from.into_iter().filter(is_it).map(|at| at + 1).collect()
        }
        Term::Name(_) | Term::Bytes(_) | Term::Literal { .. } => from,
        Term::Sequence(terms) => terms.iter().fold(from, |from, term| read(term, from)),
        Term::Choice(all) => all.iter().flat_map(|one| read(&one.term, from.clone())).collect(),
        // The strings of a difference are derived by its first term.
        Term::Difference { from: whole, .. } => read(whole, from),
        Term::Repeat { min, max, term } => {
            let (min, mut from) = (*min as usize, from);
            // More iterations than there are children change nothing.
            let max = max.map_or(usize::MAX, |max| max as usize).min(min + children.len());
            let mut ends = BTreeSet::new();
            for round in 0..=max {
                if round >= min {
                    ends.extend(&from);
                }
                let next = read(term, from.clone());
                if next == from {
                    ends.extend(next);
                    break;
                }
                from = next;
            }
            ends
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use grammar_audit::alternatives::Contribution;
    use urispec::Edition;

    use crate as audit;
    use crate::Audit;

    static RFC3986: LazyLock<Vec<Audit>> =
        LazyLock::new(|| audit::audit_edition(Edition::Rfc3986).unwrap());

    #[track_caller]
    fn strings(name: &str) -> (Vec<String>, Vec<String>) {
        let found = RFC3986[0].explain(name).unwrap();
        let text =
            |all: Vec<Vec<u8>>| all.iter().map(|one| one.escape_ascii().to_string()).collect();
        (text(found.members), text(found.near_misses))
    }

    #[test]
    fn strings_are_short_and_unlike_each_other() {
        for (name, members, near) in [
            ("dec-octet", ["0", "10", "100"], ["00", "000"]),
            ("h16", ["0", "a", "00"], ["00000", "g"]),
            ("unreserved", ["0", "a", "-"], ["00", "!"]),
            ("host", ["", "0", "a"], ["%", ":"]),
            ("URI", ["a:", "a0:", "aa:"], ["a", ":"]),
            ("IPv4address", ["0.0.0.0", "0.0.0.10", "0.0.10.0"], ["00.0.0", "0.0.00"]),
        ] {
            let found = strings(name);
            assert_eq!(
                (found.0, found.1),
                (members.map(String::from).to_vec(), near.map(String::from).to_vec()),
                "{name}"
            );
        }
    }

    /// Returns a string for each alternative of a production. If other alternatives match all strings of an
    /// alternative, `within` and their texts follow its string.
    #[track_caller]
    fn alternatives(audit: &Audit, name: &str) -> Vec<String> {
        let told = audit.explain(name).unwrap().alternatives.told;
        let said = told.iter().map(|one| match &one.adds {
            Contribution::Own(own) => own.escape_ascii().to_string(),
            Contribution::Nothing { shortest: Some(shortest), within } => {
                format!("{} within {}", shortest.escape_ascii(), within.join(" and "))
            }
            other => panic!("{name}: {}: {other:?}", one.text),
        });
        said.collect()
    }

    #[test]
    fn a_string_of_each_alternative() {
        let audits = &*RFC3986;
        let is = |name, expected: &[&str]| {
            assert_eq!(alternatives(&audits[0], name), expected, "{name}");
        };
        // Every IPv4address is a reg-name, which may be empty.
        is("host", &["[::]", "0.0.0.0 within reg-name", ""]);
        // An absolute path begins with one slash, while an abempty one may begin with two; a rootless one may contain a colon in
        // its first segment.
        is(
            "path",
            &["//", "/ within path-abempty", "0 within path-rootless", ":", " within path-abempty"],
        );
        // Eight pieces, or `::` before the number of pieces that the alternative requires.
        is(
            "IPv6address",
            &[
                "0:0:0:0:0:0:0:0",
                "::0:0:0:0:0:0:0",
                "::0:0:0:0:0:0",
                "::0:0:0:0:0",
                "::0:0:0:0",
                "::0:0:0",
                "::0:0",
                "::0",
                "::",
            ],
        );
        is("dec-octet", &["0", "10", "100", "200", "250"]);
        is("URI-reference", &["a:", ""]);
        is("unreserved", &["a", "0", "-", ".", "_", "~"]);
        // A single alternative, options, and a production that only a reading defines.
        for name in ["reg-name", "IP-literal", "URI", "port", "path-empty"] {
            is(name, &[]);
        }
    }

    /// Every URL of a scheme that RFC 1738 defines is an `otherurl` too.
    #[test]
    fn alternatives_of_older_documents() {
        let urls = [
            "http://a",
            "ftp://a",
            "news:a",
            "nntp://a/a",
            "telnet://a",
            "gopher://a",
            "wais://a/",
            "mailto:0",
            "file:///",
            "prospero://a/",
        ];
        let mut urls: Vec<String> = urls.map(|url| format!("{url} within otherurl")).to_vec();
        urls.push("0:".to_owned());
        let audits = audit::audit_edition(Edition::Rfc1738).unwrap();
        assert_eq!(alternatives(&audits[0], "url"), urls);
        assert_eq!(alternatives(&audits[0], "host"), ["a", "0.0.0.0"]);
        let audits = audit::audit_edition(Edition::Rfc1630).unwrap();
        assert_eq!(alternatives(&audits[0], "xalpha"), ["a", "0", "$", "!", "%00"]);
        // The reading of `void | xalphas …` is not a choice.
        assert!(alternatives(&audits[0], "path").is_empty());
        // Letters in both cases: 52.
        let letters = audits[0].explain("alpha").unwrap().alternatives;
        assert_eq!((letters.told.len(), letters.left), (24, 28));
        let one = &letters.told[23];
        assert_eq!((&*one.text, &one.adds), ("x", &Contribution::Own(b"x".to_vec())));
    }

    /// Explaining all productions gives the same results as explaining each separately.
    #[test]
    fn all_are_explained_alike() {
        let audits = audit::audit_edition(Edition::Rfc2396).unwrap();
        for audit in &audits {
            for all in audit.explain_all().into_iter().step_by(5) {
                assert_eq!(audit.explain(all.name).as_ref(), Some(&all), "{}", all.name);
            }
        }
    }
}
