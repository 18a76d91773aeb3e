//! A small set of strings that kills the mutants of a production of an edition.
//!
//! In: a production, and what strings should look like. Out: a [`MutantSuite`], with the sections of the document. Without
//! examples of the user, the strings look like those that the document prints. What is forgotten is the transcription:
//! mutants are of the printed grammar with its readings.

use grammar_audit::GrammarText;
use grammar_audit::mutants::MutantSuite;
use urispec::Recognizer;

use super::edition::{AuditError, any, notation, reader};
use super::examples::{Claim, Example, Examples};

/// The length beyond which an example is not one to follow.
const LENGTH: usize = 40;

/// What a whole URI looks like, if the user does not say it.
const LIKE: [&str; 5] = [
    "http://example.com/",
    "http://user@example.com:80/a?b#c",
    "mailto:a@example.com",
    "/a/b",
    "//[2001:db8::7]/",
];

/// Mistakes that people make, by the stem of the grammar whose productions they replace.
const MISTAKES: [(&str, &str); 1] = [("rfc3986", include_str!("rfc3986.mistakes.abnf"))];

/// The suite of the mutants of a production: see [`MutantSuite`]. Without examples, the strings look like the
/// document's own.
///
/// ```
/// use urispec::Edition;
/// use urispec_audit::mutant_suite;
///
/// let suite = mutant_suite(Edition::Rfc3986.production("port")?, &["8080"])?;
/// let case = suite.cases.iter().find(|case| case.input.is_empty()).unwrap();
/// assert!(case.is_valid);
/// assert_eq!(case.reason, "`port` may be empty");
/// assert_eq!(suite.mutants[case.shows[0]].section.as_deref(), Some("3.2.3"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// None, for the editions that there are.
pub fn mutant_suite(production: Recognizer, like: &[&str]) -> Result<MutantSuite, AuditError> {
    let (edition, grammar) = (production.edition(), production.grammar());
    let any = any(grammar)?;
    let examples = Examples::read(&format!("{edition}.examples"), edition.examples())?;
    let of_document = examples.all.iter().filter_map(|one| example(one, production));
    let own: Vec<&str> = match edition.whole_rules().contains(&production.rule()) {
        true => LIKE.into_iter().filter(|one| production.accepts(one.as_bytes())).collect(),
        false => of_document.collect(),
    };
    let mistakes = MISTAKES.iter().find(|(stem, _)| *stem == grammar.stem());
    let mistakes = mistakes.map(|&(stem, text)| {
        let file = format!("{stem}.mistakes.abnf");
        reader(notation(grammar.notation())).read(GrammarText { file: &file, text })
    });
    let mistakes = mistakes.transpose()?;
    let builder = MutantSuite::builder(&any, production.rule());
    let builder = builder.like(if like.is_empty() { &own } else { like });
    let builder = match &mistakes {
        Some(mistakes) => builder.mistakes(mistakes),
        None => builder,
    };
    let mut suite = builder.build()?;
    for mutant in &mut suite.mutants {
        let printed = grammar.production(&mutant.production);
        mutant.section = printed.map(|one| one.section().to_owned());
    }
    Ok(suite)
}

/// The text of an example, if it is a short one of the production.
fn example<'e>(one: &Example<'e>, production: Recognizer) -> Option<&'e str> {
    match one.claim {
        Claim::Instance { rule, text } if rule == production.rule() => {
            (text.len() <= LENGTH && one.reason.is_none()).then_some(text)
        }
        _ => None,
    }
}
