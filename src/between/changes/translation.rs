//! What a document says of the rules of an older one: by what to replace them.
//!
//! In: a production, and the edition whose document may translate it. Out: the translation in the
//! document's words, and how its strings differ if it is a single production. What is forgotten:
//! what a translation of several productions derives, since no automaton was built for it.
//!
//! The surprising case: a translation need not be the production that derives the same strings. RFC
//! 3986 has `path-noscheme` for RFC 2396's `rel_path`, and translates it as `path-rootless` (D.2).

use super::Evidence;
use super::prose::{document, name, quoted};
use crate::between::diff::{Comparison, Language, Relation, Row, rows};
use crate::editions::Edition;

/// By what a document replaces a rule of an older one.
pub(super) struct Translation {
    by: Edition,
    /// The replacement, as printed: a production or several.
    pub(super) says: &'static str,
    pub(super) section: &'static str,
    /// The rule beside its replacement, if that is one production.
    compared: Option<Comparison>,
}

impl Translation {
    /// The translation of a production by the document of another edition.
    pub(super) fn of(language: &Language, by: Edition) -> Option<Self> {
        let rule = language.rules().next()?;
        let is_meant = |row: &Row| row.document == language.edition().id() && row.rule == rule;
        let Row { says, section, .. } = rows(by).find(is_meant)?;
        let replacement = by.production(says).ok().map(Language::new);
        let compared = replacement.map(|other| Comparison::new(language.clone(), other));
        Some(Self { by, says, section, compared })
    }

    /// A clause: what the document translates, given as it is to stand in the clause, and how the
    /// strings differ.
    pub(super) fn clause(&self, what: &str) -> String {
        let (by, says) = (document(self.by), name(self.says));
        format!("{by} translates {what} as {says}{}", self.difference())
    }

    fn difference(&self) -> String {
        let Some(pair) = &self.compared else { return String::new() };
        let shown = |text: &Option<String>| quoted(text.as_deref().unwrap_or_default());
        let (old, new) = (shown(&pair.only_left), shown(&pair.only_right));
        match pair.relation {
            Relation::Equal => ", which derives the same strings".to_owned(),
            Relation::Within => format!(", which also derives {new}"),
            Relation::Contains => format!(", which does not derive {old}"),
            Relation::Overlaps => {
                format!(", which also derives {new}, and does not derive {old}")
            }
            Relation::Disjoint => ", which derives none of its strings".to_owned(),
        }
    }

    /// The strings that only the rule, or only its replacement, derives.
    pub(super) fn evidence(&self) -> Vec<Evidence> {
        let Some(pair) = &self.compared else { return Vec::new() };
        let sides = [(&pair.left, &pair.only_left), (&pair.right, &pair.only_right)];
        sides
            .into_iter()
            .filter_map(|(language, text)| {
                Some(Evidence::Derived { by: language.edition(), text: text.clone()? })
            })
            .collect()
    }
}
