//! One production, with everything that is known of it.
//!
//! In: an [`Audit`] and the name of a production. Out: an [`ExplainedProduction`]: its texts, the
//! verdict, and typical strings of the production. These strings are chosen for a reader: they are
//! short and, where possible, unlike each other. If the production is a choice, there is also a string
//! for each alternative, as the shortest members may all be of one.

use grammar_audit::{
    AlternativeMembers, Alternatives, Judged, Languages, typical_members, typical_near_misses,
};

use super::edition::Audit;

/// A production with everything that the audit knows about it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExplainedProduction<'a> {
    /// The name of the production, as printed.
    pub name: &'a str,
    /// The section that introduces the production.
    pub section: Option<&'a str>,
    /// The text of the production as printed. There is none if only a reading defines the
    /// production.
    pub printed: Option<&'a str>,
    /// The production that replaces the printed one, and the reason.
    pub reading: Option<(&'a str, &'a str)>,
    /// The rules that transcribe the production.
    pub rules: Vec<RuleText<'a>>,
    /// The verdict on the production, and the size of its minimal automaton.
    pub judged: &'a Judged,
    /// The shortest members of the production's language.
    pub members: Vec<Vec<u8>>,
    /// A member for each alternative of the production as it is read. There are none if the production
    /// is not a choice.
    pub alternatives: AlternativeMembers,
    /// The shortest near misses: strings that are not members, and become members when a byte is
    /// added, removed or replaced.
    pub near_misses: Vec<Vec<u8>>,
}

/// A rule of a `.pest` file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleText<'a> {
    /// The name of the rule.
    pub name: &'a str,
    /// The notes above the rule beside the production: where a PEG needs another form, and why.
    pub notes: &'a [String],
    /// The text of the rule.
    pub text: &'a str,
}

impl Audit {
    /// Explains a production. There is none if the grammar has no production of that name.
    #[must_use]
    pub fn explain(&self, name: &str) -> Option<ExplainedProduction<'_>> {
        let judged = self.report.production(name)?;
        let read = self.pair.as_read();
        let alternatives = Alternatives::of_productions(&read, &[&judged.name]);
        self.explained(judged, &Languages::new(&read), &alternatives)
    }

    /// Explains every production, in the order of the report. That takes less time than to ask for
    /// each.
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
        judged: &'a Judged,
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
            // The classes of the whole grammar tell more kinds of members apart than its own do, and
            // a sign is unlike any other.
            members: typical_members(dfa, start),
            alternatives: alternatives.members(name),
            near_misses: start
                .map(|start| typical_near_misses(&dfa.alone(start)))
                .unwrap_or_default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use grammar_audit::Contribution;

    use crate::{self as audit, Audit};
    use urispec::Edition;

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

    /// The alternatives of a production, by a string of each. `within` stands before the
    /// alternatives that have all strings of one.
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
        // An absolute path begins with one slash, an abempty one may begin with two; a rootless one may begin with a
        // colon.
        is(
            "path",
            &["//", "/ within path-abempty", "0 within path-rootless", ":", " within path-abempty"],
        );
        // Eight pieces, or `::` before as many as the alternative says.
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
        // One alternative, options, and what a reading defines.
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
        // The reading of `void | xalphas …` is no choice.
        assert!(alternatives(&audits[0], "path").is_empty());
        // Letters in both cases: 52.
        let letters = audits[0].explain("alpha").unwrap().alternatives;
        assert_eq!((letters.told.len(), letters.left), (24, 28));
        let one = &letters.told[23];
        assert_eq!((&*one.text, &one.adds), ("x", &Contribution::Own(b"x".to_vec())));
    }

    /// To explain all productions is to explain each.
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
