//! One production, with everything that is known of it.
//!
//! In: an [`Audit`] and the name of a production. Out: an [`ExplainedProduction`]: its texts, the
//! verdict, and typical strings of the production. These strings are chosen for a reader: they are
//! short and, where possible, unlike each other.

use grammar_audit::{Judged, Languages, typical_members, typical_near_misses};

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
        self.explained(self.report.production(name)?, &Languages::new(&self.pair.as_read()))
    }

    /// Explains every production, in the order of the report. That takes less time than to ask for
    /// each.
    #[must_use]
    pub fn explain_all(&self) -> Vec<ExplainedProduction<'_>> {
        let languages = Languages::new(&self.pair.as_read());
        let all = self.report.productions.iter();
        all.filter_map(|judged| self.explained(judged, &languages)).collect()
    }

    fn explained<'a>(
        &'a self,
        judged: &'a Judged,
        languages: &Languages,
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
            near_misses: start
                .map(|start| typical_near_misses(&dfa.alone(start)))
                .unwrap_or_default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::{Edition, audit};

    #[track_caller]
    fn strings(name: &str) -> (Vec<String>, Vec<String>) {
        let audits = audit::audit_edition(Edition::Rfc3986).unwrap();
        let found = audits[0].explain(name).unwrap();
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
}
