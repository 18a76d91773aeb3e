//! The patterns in programs: `--patterns`.

use clap::builder::{PossibleValue, TypedValueParser};
use urispec_audit::lint::{Linted, lint_source_with};
use urispec_audit::{SourceLanguage, SourcePattern, SourcePatterns};

use super::hosts::{self, PatternLint};
use crate::options::names;
use crate::output::counted::counted;
use crate::output::usage::Usage;

/// A parser for the name of a language.
pub(crate) fn languages() -> impl TypedValueParser<Value = SourceLanguage> {
    let all = SourceLanguage::ALL.iter().map(|&one| {
        let endings = one.endings().iter().map(|ending| format!(".{ending}"));
        let help = format!("As files that end in {}", endings.collect::<Vec<_>>().join(", "));
        (PossibleValue::new(one.name()).help(help), one)
    });
    names::described(all)
}

/// The language of a file.
pub(super) fn language(
    asked: Option<SourceLanguage>,
    path: &str,
    file: &str,
) -> Result<SourceLanguage, Usage> {
    asked.or_else(|| SourceLanguage::from_file(path)).ok_or_else(|| {
        let endings = SourceLanguage::ALL.iter().flat_map(|one| one.endings());
        let endings: Vec<String> = endings.map(|ending| format!(".{ending}")).collect();
        Usage::new(format!(
            "{file}: its name tells no language whose patterns are known, as {} do; give the language, such as \
             `--patterns=python`, or lint a list of patterns, one a line, such as by `--notation python`",
            endings.join(", ")
        ))
    })
}

/// What is found in the patterns of a program, and how many are computed.
pub(super) fn lint(
    language: SourceLanguage,
    text: &str,
    with: &PatternLint<'_>,
) -> (Linted, Option<String>) {
    let found = SourcePatterns::read(language, text);
    let lint = |one: &SourcePattern| hosts::lint((one.dialect(), one.matching()), one.text(), with);
    let computed = (found.computed > 0).then(|| {
        let count = counted(found.computed as u64, "pattern");
        let rest =
            if found.computed == 1 { "is computed and was" } else { "are computed and were" };
        format!("{count} {rest} not read")
    });
    (lint_source_with(text, &found, &lint), computed)
}
