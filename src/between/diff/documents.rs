//! What the documents themselves say of the names of productions.
//!
//! In: the translations and the terms of an edition. Out: by what a document replaces a rule of an older
//! one, and what the strings of a production are, in words that all editions share. So two productions are
//! counterparts whose names are not alike and whose strings are others: RFC 2396's `relativeURI` and the
//! `relative-ref` of RFC 3986 are what a relative reference is.

use super::Language;
use crate::editions::Edition;

/// A line of a document's [translations](Edition::translations).
pub(crate) struct Row {
    /// The id of the older edition.
    pub(crate) document: &'static str,
    pub(crate) rule: &'static str,
    pub(crate) says: &'static str,
    pub(crate) section: &'static str,
    /// Whether the rule has only another name.
    is_name: bool,
}

pub(crate) fn rows(by: Edition) -> impl Iterator<Item = Row> {
    by.translations().lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let (&[document, rule, says, section], rest) = fields.split_first_chunk()?;
        Some(Row { document, rule, says, section, is_name: rest == ["name"] })
    })
}

/// A term of a document.
pub(crate) struct Term {
    pub(crate) meaning: &'static str,
    pub(crate) name: &'static str,
    pub(crate) section: &'static str,
    /// The production that derives all such strings.
    production: Option<&'static str>,
}

/// The terms of an edition, in the order of its file, which is that of its sections. Of a document that
/// is amended those stand which the amending one has no other term for.
pub(crate) fn terms(edition: Edition) -> impl Iterator<Item = Term> {
    let amended = edition.amends().into_iter().flat_map(of_file);
    let stands = move |term: &Term| of_file(edition).all(|own| own.meaning != term.meaning);
    amended.filter(stands).chain(of_file(edition))
}

fn of_file(edition: Edition) -> impl Iterator<Item = Term> {
    edition.terms().lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut fields = line.split('\t');
        let (meaning, name, section) = (fields.next()?, fields.next()?, fields.next()?);
        Some(Term { meaning, name, section, production: fields.next() })
    })
}

/// Whether the document of one of two productions says that its name is the changed one of the other.
pub(super) fn is_renamed(one: &Language, other: &Language) -> bool {
    let says = |by: &Language, of: &Language| {
        let amended = of.edition().amends().map(Edition::id);
        rows(by.edition()).any(|row| {
            let is_of = row.document == of.edition().id() || Some(row.document) == amended;
            row.is_name && is_of && (row.rule, row.says) == (of.first().rule(), by.first().rule())
        })
    };
    says(other, one) || says(one, other)
}

/// Whether the names of two productions differ in letter case only.
pub(super) fn is_spelled_alike(one: &Language, other: &Language) -> bool {
    one.first().rule().eq_ignore_ascii_case(other.first().rule())
}

/// Whether both documents have a term for what the strings of two productions are.
pub(super) fn is_meant(one: &Language, other: &Language) -> bool {
    let meaning = meaning(one);
    meaning.is_some() && self::meaning(other) == meaning
}

fn meaning(language: &Language) -> Option<&'static str> {
    let rule = language.first().rule();
    terms(language.edition()).find(|term| term.production == Some(rule)).map(|term| term.meaning)
}
