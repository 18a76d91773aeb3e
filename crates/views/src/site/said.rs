//! What a document says beside its productions: its sentences, and the strings that it prints.
//!
//! In: the requirements and the examples of an edition. Out: [`Section`]s in the order of the document, each with
//! what stands there. What is forgotten: which tests hold a sentence; a lint is named, since it has a name for
//! users.

use urispec::Edition;
use urispec::audit::{
    Claim, Example, Examples, Held, Holder, Preference, Requirement, Requirements,
};

/// A section with what it says.
pub(super) struct Section {
    pub(super) name: &'static str,
    pub(super) sentences: Vec<Requirement<'static>>,
    pub(super) examples: Vec<Example<'static>>,
    pub(super) preferences: Vec<Preference<'static>>,
}

/// The sections of an edition's document that say anything.
pub(super) fn sections(edition: Edition) -> Vec<Section> {
    // The files of an edition have been read by the tests.
    let requirements = Requirements::from_edition(edition).unwrap_or_default();
    let examples =
        Examples::read(&format!("{edition}.examples"), edition.examples()).unwrap_or_default();
    let mut sections: Vec<Section> =
        requirements.sections.iter().map(|name| Section::of(name)).collect();
    for sentence in requirements.all {
        at(&mut sections, sentence.section).sentences.push(sentence);
    }
    for example in examples.all {
        at(&mut sections, example.section).examples.push(example);
    }
    for preference in examples.preferences {
        at(&mut sections, preference.section).preferences.push(preference);
    }
    sections.retain(|section| section.count() > 0);
    sections
}

/// The section of that name, which may stand in no list.
fn at<'s>(sections: &'s mut Vec<Section>, name: &'static str) -> &'s mut Section {
    let at = sections.iter().position(|section| section.name == name).unwrap_or_else(|| {
        sections.push(Section::of(name));
        sections.len() - 1
    });
    &mut sections[at]
}

impl Section {
    const fn of(name: &'static str) -> Self {
        Self { name, sentences: Vec::new(), examples: Vec::new(), preferences: Vec::new() }
    }

    /// How much the section says.
    pub(super) fn count(&self) -> usize {
        self.sentences.len() + self.examples.len() + self.preferences.len()
    }

    /// The id of the section on the page of its document. No production has a colon in its id.
    pub(super) fn id(&self) -> String {
        let byte = |byte: char| if byte == ' ' || byte == ',' { '_' } else { byte };
        format!("section:{}", self.name.chars().map(byte).collect::<String>())
    }
}

/// The lints that hold a sentence.
pub(super) fn lints<'r>(sentence: &'r Requirement<'_>) -> impl Iterator<Item = &'r str> {
    let holders = match &sentence.held {
        Held::By(holders) => &**holders,
        _ => &[],
    };
    holders.iter().filter_map(|holder| match holder {
        Holder::Lint(id) => Some(*id),
        _ => None,
    })
}

/// Whether a sentence has the name of a production as a word.
pub(super) fn names(sentence: &Requirement<'_>, production: &str) -> bool {
    let has = |text: &str| {
        let (text, name) = (text.to_ascii_lowercase(), production.to_ascii_lowercase());
        let is_in_word = |one: char| one.is_alphanumeric() || one == '-' || one == '_';
        text.match_indices(&name).any(|(at, _)| {
            let before = text[..at].chars().next_back();
            let after = text[at + name.len()..].chars().next();
            !before.is_some_and(is_in_word) && !after.is_some_and(is_in_word)
        })
    };
    has(sentence.what) || sentence.quoted.is_some_and(has)
}

/// The production that an example is about, if it is an instance of one, or none.
pub(super) fn rule<'e>(example: &Example<'e>) -> Option<&'e str> {
    match example.claim {
        Claim::Instance { rule, .. } | Claim::Illegal { rule, .. } => Some(rule),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 3986, 3.2.2: "The host subcomponent is case-insensitive."
    #[test]
    fn a_sentence_names_a_production_as_a_word() {
        let all = sections(Edition::Rfc3986);
        let host = all.iter().find(|section| section.name == "3.2.2").unwrap();
        let said = "The host subcomponent is case-insensitive.";
        let sentence = host.sentences.iter().find(|one| one.quoted == Some(said)).unwrap();
        assert!(names(sentence, "host") && names(sentence, "Host"));
        // A part of a word is no name.
        assert!(!names(sentence, "hos") && !names(sentence, "insensitive"));
    }

    #[test]
    fn sections_stand_in_the_order_of_the_document() {
        for edition in Edition::every() {
            let all = sections(edition);
            let listed = Requirements::from_edition(edition).unwrap().sections;
            let places = all.iter().filter_map(|one| listed.iter().position(|it| *it == one.name));
            assert!(places.is_sorted(), "{edition}");
            let rows: usize = all.iter().map(|one| one.sentences.len()).sum();
            assert_eq!(rows, Requirements::from_edition(edition).unwrap().all.len());
        }
    }
}
