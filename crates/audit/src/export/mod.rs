//! Writes a production as a pattern, as ABNF or as a pest grammar with the same language.
//!
//! Each text is parsed again before it is returned. If its language differs from the language of the production, the
//! export fails. A rule of pest may need a guard, that is, a lookahead after an alternative: without a guard, `host =
//! IPv4address / reg-name` would not accept `1.2.3.4a`.

use std::collections::HashSet;

use grammar_automata::build::{Dfa, difference};
use grammar_notation::{Characters, GrammarText, Languages, Notation, PrintedReader};
use grammar_peg::Peg;
use grammar_regex::engine::Tree;
use grammar_regex::{Dialect, Matching, Pattern, PatternNames, Unwritable, engine};

use crate::any::compare::are_untouched;
use crate::any::unrolled::compare_nested;
use crate::any::{AnyGrammar, UndecidedProduction};
use crate::language::Language;
use crate::pair::{blurred, rule_names};

pub(crate) mod text;
mod sets;
mod conditions;
mod portable;
mod structure;
#[cfg(feature = "gbnf")]
mod gbnf;
#[cfg(feature = "gbnf")]
mod gbnf_reader;
#[cfg(test)]
mod tests;

#[cfg(feature = "gbnf")]
use gbnf::NoText;
pub use portable::{PortableError, PortableSyntax, portable};
pub(crate) use sets::with;
pub use structure::Unstructured;
use text::PestText;
pub(crate) use text::TermText;

/// The maximum number of parts of a pattern.
const PARTS: usize = 100_000;

/// The source that an exported pattern is built from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PatternForm {
    /// The productions of the grammar.
    Structure,
    /// The minimal automaton of the language.
    Minimal,
}

/// The reason why a production cannot be exported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The production has no automaton, so that the result cannot be checked.
    #[error(transparent)]
    Undecided(#[from] UndecidedProduction),
    /// No pattern can be built from the productions.
    #[error(transparent)]
    Unstructured(#[from] Unstructured),
    /// The dialect cannot express the pattern.
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
    /// The pattern has no portable form.
    #[error(transparent)]
    NotPortable(#[from] PortableError),
    /// The pattern would be too large.
    #[error("the pattern of the automaton would have more than {PARTS} parts")]
    TooLarge,
    /// The language contains strings that are not UTF-8.
    #[error("`{0}` has octets above 7F that are not characters")]
    Octets(String),
    /// The production matches no string.
    #[error("`{0}` matches no string, and an empty language cannot be exported")]
    NoString(String),
    /// A production nests in itself, or uses one that does, and no rules of pest are known to accept its strings.
    #[error(
        "no rules of pest were found that accept the strings of `{0}`, which nests in itself or uses a production that does"
    )]
    Nested(String),
    /// A production begins with itself, and has no automaton from which it could be written in another way.
    #[error("the rule `{0}` would begin with itself, which llama.cpp refuses")]
    LeftRecursive(String),
    /// When the written text is read back, it does not have the language of the production.
    #[error(
        "the export of `{name}` is discarded, because its text is not equivalent to the production: {why}"
    )]
    Unequal {
        /// The production.
        name: String,
        /// How the languages of the production and of the text differ.
        why: String,
    },
    /// The written text cannot be read back, usually because it is too large.
    #[error(
        "the export of `{name}` is discarded, because its text of {bytes} bytes cannot be read back and checked: {why}"
    )]
    Unchecked {
        /// The production.
        name: String,
        /// The size of the written text, in bytes.
        bytes: usize,
        /// The reason why the text cannot be read back.
        why: String,
    },
}

impl AnyGrammar {
    /// Writes a production as a pattern that matches exactly its strings. The pattern has anchors, unless the dialect always
    /// matches whole strings.
    ///
    /// # Errors
    /// Returns an [`ExportError`] if the production cannot be written, or if the pattern has another language when it
    /// is read back.
    pub fn export_pattern(
        &self,
        name: &str,
        dialect: Dialect,
        form: PatternForm,
        names: PatternNames,
    ) -> Result<String, ExportError> {
        let decided = self.decide(&[name]);
        let (dfa, start) = decided.language(name)?;
        let tree = match (form, self.as_printed()) {
            (PatternForm::Structure, Some(printed)) => structure::structure(printed, name)?,
            _ => eliminated(name, dfa, start)?,
        };
        let anchored = match dialect {
            Dialect::Xsd => tree,
            _ => Tree::Sequence(vec![Tree::Start, tree, Tree::End]),
        };
        if dialect == Dialect::DotNet && dfa.has_byte(start, 0xF0) {
            let what =
                "characters above U+FFFF, each of which counts as two in this dialect".to_owned();
            return Err(Unwritable::new(dialect, what).into());
        }
        let tree = if names == PatternNames::None { anchored.plain() } else { anchored };
        let text = engine::write(&tree, dialect, names)?;
        let unchecked = |why: String| unchecked(name, &text, why);
        let back = Pattern::read(dialect, &text).map_err(|why| unchecked(why.to_string()))?;
        let matching = back.matching(Matching::Search);
        // Two languages are checked: of the pattern as it is read back, and of the tree with the classes that an
        // independent reader finds.
        let classes = sets::replaced(&tree, &text, dialect)
            .ok_or_else(|| unchecked("its character classes are not found again".to_owned()))?;
        for language in [back.language(matching), engine::language(&classes, matching)] {
            let language = language.map_err(|why| unchecked(why.to_string()))?;
            equal(name, (dfa, start), (&language, 0))?;
        }
        Ok(text)
    }

    /// Writes a pattern, or the language of another production, without look-around: see [`portable`]. The result is
    /// searched for.
    ///
    /// # Errors
    /// Returns an error if the production has no automaton, or if no pattern of at most `most` characters is found.
    pub fn export_portable(
        &self,
        name: &str,
        syntax: PortableSyntax,
        most: usize,
    ) -> Result<String, ExportError> {
        if let Some((pattern, matching)) = self.pattern_of(name) {
            return Ok(portable(pattern, matching, syntax, most)?);
        }
        Ok(Language::from_production(self, name)?.to_pattern(syntax, most)?)
    }

    /// Writes a production and everything that it reaches as ABNF (RFC 5234, RFC 7405). The production comes first.
    ///
    /// # Errors
    /// Returns an [`ExportError`] if the production cannot be written, or if the grammar has another language when it
    /// is read back.
    pub fn export_abnf(&self, name: &str) -> Result<ExportedGrammar, ExportError> {
        let decided = self.decide(&[name]);
        let language = decided.language(name);
        if let Err(why) = &language {
            if !self.recurses(name) {
                return Err(why.clone().into());
            }
            // A production that cannot be used as printed is named in the grammar, not in the export.
            self.unroll_to(name, 0)?;
        }
        let (text, own) = match (self.as_printed(), &language) {
            (Some(printed), _) if !text::has_exceptions(printed, name) => {
                text::write_abnf(printed, name)
            }
            (_, Ok((dfa, start))) => text::of_tree(&eliminated(name, dfa, *start)?, name),
            (_, Err(why)) => return Err(why.clone().into()),
        };
        let unchecked = |why: String| unchecked(name, &text, why);
        let characters = match text.starts_with(text::OF_CHARACTERS) {
            true => Characters::Utf8,
            false => Characters::Octets,
        };
        let reader = PrintedReader::new(Notation::Abnf).characters(characters);
        let back = reader.read(GrammarText { file: "export.abnf", text: &text });
        let back = back.map_err(|why| unchecked(why.to_string()))?;
        let depth = match language {
            Ok(language) => {
                let back = Languages::of_those(&back, &[&own]);
                let undefined = || unchecked("the text does not define it".to_owned());
                let other = back.start(&own).ok_or_else(undefined)?;
                let other = other.map_err(|why| unchecked(why.to_string()))?;
                equal(name, language, (back.dfa(), other))?;
                None
            }
            Err(why) => {
                let back = AnyGrammar::printed(back);
                if are_untouched((self, name), (&back, &own)) {
                    return Ok(ExportedGrammar { text, left_out: Vec::new(), depth: None });
                }
                let found = compare_nested((self, name), (&back, &own)).unwrap_or(Err(why))?;
                let witness = found.only_left.or(found.only_right);
                if let Some(witness) = witness {
                    return Err(unequal(name, &witness));
                }
                found.depth
            }
        };
        Ok(ExportedGrammar { text, left_out: Vec::new(), depth })
    }

    /// Writes a production and everything that it reaches in GBNF, the grammar format of llama.cpp, whose rule `root` is the
    /// whole string. A pattern is written without look-around, in at most `most` characters: see [`portable`].
    ///
    /// # Errors
    /// Returns an [`ExportError`] if the production cannot be written, or if the grammar has another language when it
    /// is read back.
    ///
    /// ```
    /// use grammar_audit::{AnyGrammar, GrammarText, Notation, PrintedReader};
    ///
    /// let text = GrammarText { file: "a.abnf", text: "port = 1*5DIGIT\n" };
    /// let grammar = AnyGrammar::printed(PrintedReader::new(Notation::Abnf).read(text)?);
    /// let exported = grammar.export_gbnf("port", 1000)?;
    /// assert_eq!(exported.text, "root ::= port\nport ::= DIGIT{1,5}\nDIGIT ::= [0-9]\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "gbnf")]
    pub fn export_gbnf(&self, name: &str, most: usize) -> Result<ExportedGrammar, ExportError> {
        let exported = |text, depth| ExportedGrammar { text, left_out: Vec::new(), depth };
        if let Some((pattern, matching)) = self.pattern_of(name) {
            return Ok(exported(portable(pattern, matching, PortableSyntax::Gbnf, most)?, None));
        }
        let decided = self.decide(&[name]);
        let language = decided.language(name);
        match &language {
            Ok((dfa, start)) if dfa.shortest(*start).is_none() => {
                return Err(ExportError::NoString(name.to_owned()));
            }
            Err(why) if !self.recurses(name) => return Err(why.clone().into()),
            // A production that cannot be used as printed is named in the grammar, not in the export.
            Err(_) => drop(self.unroll_to(name, 0)?),
            Ok(_) => {}
        }
        let rules = self.as_printed().and_then(|printed| gbnf::Rules::of_printed(printed, name));
        let text = match (rules.map(gbnf::Rules::text), &language) {
            (Some(Ok(text)), _) => text,
            (_, Ok((dfa, start))) => {
                let text = gbnf::of_automaton(&dfa.restrict(*start));
                text.map_err(|_| ExportError::TooLarge)?
            }
            (Some(Err(NoText::LeftRecursive(rule))), Err(_)) => {
                return Err(ExportError::LeftRecursive(rule));
            }
            (_, Err(why)) => return Err(why.clone().into()),
        };
        let unchecked = |why: String| unchecked(name, &text, why);
        let back = gbnf_reader::read(&text).map_err(unchecked)?;
        match language {
            Ok(language) => {
                let back = Languages::of_those(&back, &[gbnf::ROOT]);
                let undefined = || unchecked("the text does not define it".to_owned());
                let other = back.start(gbnf::ROOT).ok_or_else(undefined)?;
                let other = other.map_err(|why| unchecked(why.to_string()))?;
                equal(name, language, (back.dfa(), other))?;
                Ok(exported(text, None))
            }
            Err(why) => {
                let back = (&AnyGrammar::printed(back), gbnf::ROOT);
                let found = compare_nested((self, name), back).unwrap_or(Err(why))?;
                match found.only_left.or(found.only_right) {
                    Some(witness) => Err(unequal(name, &witness)),
                    None => Ok(exported(text, found.depth)),
                }
            }
        }
    }

    /// Writes a production and everything that it reaches as rules of pest. The production's rule comes first. Each
    /// rule has the name of its production in pest's spelling, so that an [audit](crate::audit) finds it.
    ///
    /// # Errors
    /// Returns an [`ExportError`] if the production cannot be written, or if the rules have other languages when they
    /// are read back.
    pub fn export_pest(&self, name: &str) -> Result<ExportedGrammar, ExportError> {
        let decided = self.decide(&[name]);
        let language = decided.language(name);
        let written = self.as_printed().map(|printed| text::write_pest(printed, &[name]));
        let rule = written.as_ref().and_then(|written| written.rules.first()?.1.clone());
        let (text, depth) = match (written, rule, language) {
            (Some(PestText { text, depth, .. }), Some(rule), Ok(language)) => {
                equal_rules(&text, &[(name, &rule, language)])?;
                (text, depth)
            }
            (Some(PestText { text, depth, .. }), Some(_), Err(_)) => (text, depth),
            (Some(_), None, Err(_)) if self.recurses(name) => {
                return Err(ExportError::Nested(name.to_owned()));
            }
            (_, _, language) => {
                let rule = rule_names([name]).concat();
                (states(name, &rule, language?, &HashSet::new())?, None)
            }
        };
        Ok(ExportedGrammar { text, left_out: Vec::new(), depth })
    }

    /// Writes all productions of the grammar as rules of pest, in order, like [`AnyGrammar::export_pest`]. A production that
    /// cannot be written is omitted.
    ///
    /// # Errors
    /// Returns [`ExportError::Unequal`] or [`ExportError::Unchecked`] if the rules do not have the productions'
    /// languages when they are read back.
    pub fn export_pest_grammar(&self) -> Result<ExportedGrammar, ExportError> {
        let names: Vec<&str> = self.names().collect();
        let decided = self.decide(&names);
        let mut left_out = Vec::new();
        let Some(printed) = self.as_printed() else {
            let (mut text, rules) = (String::new(), rule_names(names.iter().copied()));
            let taken = rules.iter().map(|rule| blurred(rule)).collect();
            for (&name, rule) in names.iter().zip(&rules) {
                let written = decided.language(name).map_err(ExportError::from);
                match written.and_then(|language| states(name, rule, language, &taken)) {
                    Ok(rules) => text.push_str(&rules),
                    Err(why) => left_out.push((name.to_owned(), why)),
                }
            }
            return Ok(ExportedGrammar { text, left_out, depth: None });
        };
        let PestText { text, rules, depth } = text::write_pest(printed, &names);
        let mut equal = Vec::new();
        for (name, rule) in &rules {
            // Imported and built-in productions are included for the productions that call them.
            if self.production(name).is_none() {
                continue;
            }
            let language = decided.language(name);
            match (rule, language) {
                (Some(rule), Ok(language)) => equal.push((&**name, &**rule, language)),
                // A rule that was compared to a depth.
                (Some(_), Err(_)) => {}
                (None, Err(_)) if self.recurses(name) => {
                    left_out.push((name.clone(), ExportError::Nested(name.clone())));
                }
                (None, Err(why)) => left_out.push((name.clone(), why.into())),
                (None, Ok(language)) => {
                    let why = states(name, "rule", language, &HashSet::new()).err();
                    let why = why.unwrap_or_else(|| unchecked(name, "", String::new()));
                    left_out.push((name.clone(), why));
                }
            }
        }
        equal_rules(&text, &equal)?;
        Ok(ExportedGrammar { text, left_out, depth })
    }
}

/// A grammar that was exported to another notation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExportedGrammar {
    /// The text of the written productions.
    pub text: String,
    /// The names of the omitted productions, each with the reason.
    pub left_out: Vec<(String, ExportError)>,
    /// The depth of nested calls to which the text was compared with the productions. `None` if no production nests in
    /// itself, or if the productions were copied unchanged.
    pub depth: Option<usize>,
}

/// Writes a language as rules of pest, one rule for each state of its automaton.
fn states(
    name: &str,
    rule: &str,
    language: (&Dfa, usize),
    taken: &HashSet<String>,
) -> Result<String, ExportError> {
    let alone = language.0.restrict(language.1);
    let text = text::write_states(&alone, rule, &text::prefix(rule, &alone, taken));
    equal_rules(&text, &[(name, rule, language)])?;
    Ok(text)
}

/// Reads the rules in `text` back, and checks that each has the language of its production.
fn equal_rules(text: &str, all: &[(&str, &str, (&Dfa, usize))]) -> Result<(), ExportError> {
    let Some((first, ..)) = all.first() else { return Ok(()) };
    let unchecked = |name: &str, why: String| unchecked(name, text, why);
    let back = Peg::read("export.pest", text).map_err(|why| unchecked(first, why.to_string()))?;
    if let Some(refused) = back.refused_by_pest().first() {
        return Err(unchecked(first, refused.to_string()));
    }
    let back = back.decide_only(&back.reached(all.iter().map(|(_, rule, _)| *rule)));
    for &(name, rule, language) in all {
        let Some(other) = back.start(rule) else {
            let why = back.refused.iter().find(|why| why.rule.as_deref() == Some(rule));
            return Err(unchecked(name, why.map(ToString::to_string).unwrap_or_default()));
        };
        equal(name, language, (&back.dfa, other))?;
    }
    Ok(())
}

/// Returns the pattern of an automaton, as a tree.
fn eliminated(name: &str, dfa: &Dfa, start: usize) -> Result<Tree, ExportError> {
    let alone = dfa.restrict(start);
    if alone.shortest(0).is_none() {
        return Err(ExportError::NoString(name.to_owned()));
    }
    structure::eliminate(&alone, 0).ok_or(ExportError::TooLarge)
}

fn unchecked(name: &str, text: &str, why: String) -> ExportError {
    ExportError::Unchecked { name: name.to_owned(), bytes: text.len(), why }
}

/// Checks that the written text has the intended language.
fn equal(name: &str, meant: (&Dfa, usize), written: (&Dfa, usize)) -> Result<(), ExportError> {
    let found = difference(meant, written);
    if found.is_equal() {
        return Ok(());
    }
    if found.only_left.as_ref().is_some_and(|text| std::str::from_utf8(text).is_err()) {
        return Err(ExportError::Octets(name.to_owned()));
    }
    Err(unequal(name, &found.only_left.or(found.only_right).unwrap_or_default()))
}

fn unequal(name: &str, witness: &[u8]) -> ExportError {
    let why = format!("only one of the two accepts \"{}\"", witness.escape_ascii());
    ExportError::Unequal { name: name.to_owned(), why }
}
