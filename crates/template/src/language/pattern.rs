//! A pattern that matches the expansions of a template, with a group for each variable.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use grammar_audit::{
    AnyGrammar, Dialect, ExportError, Matching, Pattern, PatternForm, PatternNames, difference,
};

use super::production::EXPANSION;
use super::{ExpansionLanguage, LanguageError};

/// The number of characters that the name of a group has at most in PCRE2, before its release 10.44.
const PCRE_NAME: usize = 32;

/// A pattern that matches the expansions of a template and nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GroupedPattern {
    /// The pattern, with its anchors.
    pub pattern: String,
    /// The groups that have names, in the order of their places, each with the variable whose text it captures. A
    /// variable that stands in several places has several. There are none where the dialect has no such groups.
    pub groups: Vec<(String, String)>,
}

impl ExpansionLanguage<'_> {
    /// Writes the language as a pattern of a dialect, decided equal to it before it is returned.
    ///
    /// A group captures the text of a variable as it is encoded: of a list or an array all members, with what stands
    /// between them, and with their names where they are exploded. A group that takes part in no match belongs to a
    /// variable that is undefined, or under `;` to one that is undefined or empty. Where a URI has [two
    /// readings](crate::Ambiguity), the engine takes one; where a variable stands in several places, compare what its
    /// groups capture.
    ///
    /// ```
    /// use grammar_audit::Dialect;
    /// use urispec_template::{ExpansionLanguage, UriTemplate};
    ///
    /// let template = UriTemplate::parse("/users/{user_id}{?tab}")?;
    /// let found = ExpansionLanguage::of(&template)?.pattern(Dialect::Rust)?;
    /// let regex = regex::Regex::new(&found.pattern)?;
    /// let captured = regex.captures("/users/Zo%C3%AB?tab=a").unwrap();
    /// assert_eq!((&captured[&*found.groups[0].0], &captured["tab"]), ("Zo%C3%AB", "a"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`LanguageError::NotWritten`] if the dialect has no text for it, or if the text, read back, is not equal.
    pub fn pattern(&self, dialect: Dialect) -> Result<GroupedPattern, LanguageError> {
        let most = if dialect == Dialect::Pcre { PCRE_NAME } else { usize::MAX };
        let productions = self.productions(false, most)?;
        let grammar = AnyGrammar::printed(productions.printed);
        let export =
            |names| grammar.export_pattern(EXPANSION, dialect, PatternForm::Structure, names);
        let (pattern, has_groups) = match export(PatternNames::Groups) {
            Err(ExportError::Unwritable(_)) => (export(PatternNames::None), false),
            exported => (exported, true),
        };
        let not_written = |why: String| LanguageError::NotWritten(why);
        let pattern = pattern.map_err(|why| not_written(why.to_string()))?;
        let pattern = if has_groups { without_whole(&pattern) } else { pattern };
        let back = Pattern::read(dialect, &pattern).map_err(|why| not_written(why.to_string()))?;
        let back = back.language(Matching::Search).map_err(|why| not_written(why.to_string()))?;
        if !difference((&self.dfa, 0), (&back, 0)).is_equal() {
            let why =
                "the pattern that was written is not equal to the automaton, and is not printed";
            return Err(not_written(why.to_string()));
        }
        let spelled = |name: &str| match dialect {
            Dialect::Java => name.replace('-', ""),
            _ => name.replace('-', "_"),
        };
        let named = productions.variables.into_iter().map(|(name, of)| (spelled(&name), of));
        let is_there = |name: &str| pattern.contains(&alloc::format!("<{name}>"));
        let groups = named.filter(|(name, _)| has_groups && is_there(name)).collect();
        Ok(GroupedPattern { pattern, groups })
    }
}

/// The pattern, whose first group captures the whole, with a group there that captures nothing.
fn without_whole(pattern: &str) -> String {
    let open = ["(?<", "(?P<"].map(|open| alloc::format!("{open}{EXPANSION}>"));
    let place = open.iter().find_map(|open| Some((pattern.find(&**open)?, open.len())));
    match place {
        Some((at, length)) => [&pattern[..at], "(?:", &pattern[at + length..]].concat(),
        None => pattern.to_string(),
    }
}
