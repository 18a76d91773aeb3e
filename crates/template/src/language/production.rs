//! The expansions of a template as a production of ABNF, and as a pattern with a group for each variable. The written
//! text is read back, and its automaton is compared with the automaton of the expansions, which is built in another
//! way.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use grammar_audit::automata::difference;
use grammar_audit::export::{ExportError, PatternForm};
use grammar_audit::patterns::PatternNames;
use grammar_audit::{
    AnyGrammar, Dialect, GrammarText, Languages, Matching, Notation, Pattern, Printed,
    PrintedReader,
};

use super::{ExpansionLanguage, LanguageError, not_written};
use crate::expand::{self, Operator};
use crate::matching::{LONG, LONGEST, Occurrence, UNRESERVED, UNRESERVED_OR_RESERVED};
use crate::parse::{ExpressionPiece, Modifier, TemplatePart};
use crate::values::VariableType;

pub(super) const EXPANSION: &str = "expansion";

/// The maximum size of a text that is read back, in bytes.
const LONGEST_TEXT: usize = 1 << 20;

pub(super) struct ExpansionGrammar {
    pub(super) printed: Printed,
    pub(super) text: String,
    /// The productions of variables, each with the name of its variable.
    pub(super) variables: Vec<(String, String)>,
}

impl ExpansionLanguage<'_> {
    /// Writes the language as a production of ABNF (RFC 5234, RFC 7405), `expansion`, which calls a production for each
    /// occurrence of a variable. The text is checked against the automaton before it is returned.
    ///
    /// ```
    /// use urispec_template::{ExpansionLanguage, UriTemplate};
    /// let template = UriTemplate::parse("/a{?q}")?;
    /// let production = ExpansionLanguage::of(&template)?.production()?;
    /// let (first, _) = production.split_once("plain--character = ").unwrap();
    /// assert_eq!(first, "expansion = %s\"/a\" [ %s\"?\" %s\"q=\" q ]\nq = *plain--character\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`LanguageError::NotWritten`] if the text cannot be read back, or has another language.
    pub fn production(&self) -> Result<String, LanguageError> {
        Ok(self.productions(true, usize::MAX)?.text)
    }

    /// Writes the productions. `is_named` is set if they form a grammar, in which characters have their own productions;
    /// `most` is the maximum length of a name.
    pub(super) fn productions(
        &self,
        is_named: bool,
        most: usize,
    ) -> Result<ExpansionGrammar, LanguageError> {
        let core = if is_named { &CORE[..] } else { &[] };
        let taken = core.iter().copied().chain([EXPANSION]).map(plain).collect();
        let (names, lines) = (Vec::new(), Vec::new());
        let mut writer = ProductionWriter {
            of: self,
            is_named,
            most,
            number: 0,
            names,
            taken,
            lines,
            length: 0,
        };
        let template = self.expansions.template;
        let parts = template.parts.iter().map(|part| match part {
            TemplatePart::Literal(span) => {
                let mut literal = String::new();
                expand::encode_literal(&template.text[span.clone()], &mut literal);
                quoted(&literal)
            }
            TemplatePart::Expression(expression) => writer.expression(expression),
        });
        let parts: Vec<String> = parts.collect();
        let whole = if parts.is_empty() { "\"\"".to_string() } else { parts.join(" ") };
        let mut text = format!("{EXPANSION} = {whole}\n{}", writer.lines.concat());
        if is_named {
            for (name, lets_reserved, is_counted) in CHARACTERS {
                if text.contains(name) {
                    text += &format!("{name} = {}\n", character(lets_reserved, is_counted));
                }
            }
        }
        if text.len() > LONGEST_TEXT {
            return Err(not_written(format!(
                "the output would exceed {LONGEST_TEXT} bytes, the limit for checking it: an \
                 expression grows with the square of the number of its variables"
            )));
        }
        let reader = PrintedReader::new(Notation::Abnf);
        let printed = reader.read(GrammarText { file: "template.abnf", text: &text });
        let printed = printed.map_err(not_written)?;
        let languages = Languages::new(&printed);
        match languages.start(EXPANSION) {
            Some(Ok(start)) if difference((&self.dfa, 0), (languages.dfa(), start)).is_equal() => {
                Ok(ExpansionGrammar { printed, text, variables: writer.names })
            }
            Some(Err(why)) => Err(not_written(why)),
            _ => Err(not_written(
                "the written production differs from the automaton, so it is not printed",
            )),
        }
    }
}

/// The productions that derive characters. Each has its name, whether reserved characters are kept, and whether
/// characters are counted. The two consecutive hyphens prevent conflicts with the names of variables.
const CHARACTERS: [(&str, bool, bool); 3] = [
    ("plain--character", false, false),
    ("reserved--character", true, false),
    ("counted--character", true, true),
];

/// The core rules of ABNF (RFC 5234, B.1).
const CORE: [&str; 16] = [
    "ALPHA", "BIT", "CHAR", "CR", "CRLF", "CTL", "DIGIT", "DQUOTE", "HEXDIG", "HTAB", "LF", "LWSP",
    "OCTET", "SP", "VCHAR", "WSP",
];

/// Returns a name in lower case and without hyphens. Two names conflict if the results are equal: names of productions
/// are case-insensitive (RFC 5234, 2.1), and names of groups cannot contain hyphens.
fn plain(name: &str) -> String {
    name.replace('-', "").to_ascii_lowercase()
}

struct ProductionWriter<'w> {
    of: &'w ExpansionLanguage<'w>,
    is_named: bool,
    most: usize,
    /// The index of the next occurrence.
    number: usize,
    names: Vec<(String, String)>,
    /// The names in use, as returned by [`plain`].
    taken: BTreeSet<String>,
    lines: Vec<String>,
    /// The total number of bytes in `lines`.
    length: usize,
}

impl ProductionWriter<'_> {
    /// Writes an expression: an alternative for each variable that may be the first defined one. Later variables are
    /// optional.
    fn expression(&mut self, expression: &ExpressionPiece) -> String {
        let operator = expression.operator;
        let first = self.number;
        self.number += expression.variables.len();
        let all: Vec<usize> = (first..self.number).collect();
        let occurrences = &self.of.expansions.occurrences[first..self.number];
        let is_defined: Vec<bool> = occurrences.iter().map(|one| one.is_defined).collect();
        let [before, between] = [operator.first(), operator.separator()].map(quoted);
        if before == between {
            let each = all.iter().zip(&is_defined).map(|(&at, &is_defined)| {
                let item = self.item(at);
                optional(&sequence(&[&before, &item]), is_defined)
            });
            return each.collect::<Vec<_>>().join(" ");
        }
        let mut choices = Vec::new();
        for (place, &at) in all.iter().enumerate() {
            let mut parts = alloc::vec![before.clone(), self.item(at)];
            for (&at, &is_defined) in all.iter().zip(&is_defined).skip(place + 1) {
                if self.length > LONGEST_TEXT {
                    break;
                }
                let item = self.item(at);
                parts.push(optional(&sequence(&[&between, &item]), is_defined));
            }
            choices.push(sequence(&parts));
            if is_defined[place] || self.length > LONGEST_TEXT {
                break;
            }
        }
        let is_any_defined = is_defined.contains(&true);
        match (&choices[..], is_any_defined) {
            ([only], true) => only.clone(),
            (_, true) => format!("( {} )", choices.join(" / ")),
            (_, false) => format!("[ {} ]", choices.join(" / ")),
        }
    }

    /// Writes a defined variable, with the text that its operator adds to the value.
    fn item(&mut self, at: usize) -> String {
        let Occurrence { name, operator, modifier, of, least, .. } =
            self.of.expansions.occurrences[at].clone();
        let counted = match modifier {
            Modifier::Prefix(length) if length <= LONGEST => Some(length),
            _ => None,
        };
        // A key of an array may be empty, even if the values may not.
        let [key, any, some] = [0, least, 1].map(|least| self.string(operator, least, counted));
        let (is_exploded, is_named) = (modifier == Modifier::Explode, operator.is_named());
        // Writes a name and the value after it.
        let has_value = operator.is_form() || least > 0;
        let valued = |name: &str, any: &str, some: &str| match has_value {
            true => format!("{name} \"=\" {any}"),
            false => format!("{name} [ \"=\" {some} ]"),
        };
        let several = |one: &str, between: &str| format!("{one} *( {} {one} )", quoted(between));
        let own = quoted(&name);
        match (of, is_exploded) {
            (VariableType::String, _) if is_named => {
                let value = self.call(&name, if has_value { any } else { some });
                let named = quoted(&format!("{name}="));
                match has_value {
                    true => format!("{named} {value}"),
                    false => format!("( {named} {value} / {own} )"),
                }
            }
            (VariableType::String, _) => self.call(&name, any),
            (VariableType::List, true) if is_named => {
                let all = several(&valued(&own, &any, &some), operator.separator());
                self.call(&name, all)
            }
            (VariableType::Map, true) => {
                let all = several(&valued(&key, &any, &some), operator.separator());
                self.call(&name, all)
            }
            (VariableType::List, _) => {
                let between = if is_exploded { operator.separator() } else { "," };
                let value = self.call(&name, several(&any, between));
                after_name(is_named, &name, &value)
            }
            (VariableType::Map, false) => {
                let pair = format!("{key} \",\" {any}");
                let value = self.call(&name, several(&pair, ","));
                after_name(is_named, &name, &value)
            }
        }
    }

    fn string(&self, operator: Operator, least: usize, most: Option<u16>) -> String {
        let most_text = most.map(|most| most.to_string()).unwrap_or_default();
        let least = if least == 0 { String::new() } else { least.to_string() };
        // Unless reserved characters are kept, counting makes no difference.
        let (lets_reserved, is_counted) =
            (operator.lets_reserved(), operator.lets_reserved() && most.is_some());
        let named =
            CHARACTERS.iter().find(|(_, one, two)| (*one, *two) == (lets_reserved, is_counted));
        match named {
            Some((name, ..)) if self.is_named => format!("{least}*{most_text}{name}"),
            _ => format!("{least}*{most_text}( {} )", character(lets_reserved, is_counted)),
        }
    }

    /// Writes a separate production, and returns its name.
    fn call(&mut self, variable: &str, right_side: String) -> String {
        let is_word = |one: char| one.is_ascii_alphanumeric();
        let word: String =
            variable.chars().map(|one| if is_word(one) { one } else { '-' }).collect();
        let word = word.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
        let word = match word.starts_with(|first: char| first.is_ascii_alphabetic()) {
            true => word,
            false => format!("v{word}"),
        };
        // A word is ASCII.
        let cut = |most: usize| word[..word.len().min(most)].trim_end_matches('-');
        let mut name = cut(self.most).to_string();
        let mut number = 2;
        while !self.taken.insert(plain(&name)) {
            let end = format!("-{number}");
            name = [cut(self.most.saturating_sub(end.len())), &end].concat();
            number += 1;
        }
        let line = format!("{name} = {right_side}\n");
        self.length += line.len();
        self.lines.push(line);
        self.names.push((name.clone(), variable.to_string()));
        name
    }
}

fn after_name(is_named: bool, name: &str, value: &str) -> String {
    match is_named {
        true => format!("{} {value}", quoted(&format!("{name}="))),
        false => value.to_string(),
    }
}

fn sequence(parts: &[impl AsRef<str>]) -> String {
    parts.iter().map(AsRef::as_ref).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

fn optional(text: &str, is_defined: bool) -> String {
    if is_defined { text.to_string() } else { format!("[ {text} ]") }
}

/// Quotes a case-sensitive text. The text never contains a quote, since neither literals nor operators do.
fn quoted(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("%s\"{text}\"") }
}

/// Writes a character of a value, as `Graph::character` builds it.
fn character(lets_reserved: bool, is_counted: bool) -> String {
    let runs: &[(u8, u8)] = if lets_reserved { &UNRESERVED_OR_RESERVED } else { &UNRESERVED };
    let mut all: Vec<String> = runs.iter().map(|&(first, last)| range(first, last)).collect();
    if lets_reserved {
        all.push("\"%\" 2( %x30-39 / %x41-46 / %x61-66 )".to_string());
    } else {
        let mut first = 0;
        for (unreserved, last) in UNRESERVED {
            all.push(octet(first, unreserved - 1, false));
            first = last + 1;
        }
        all.push(octet(first, 0x7F, false));
    }
    if !lets_reserved || is_counted {
        for (first, last, tails) in LONG {
            let mut parts = alloc::vec![octet(first, last, lets_reserved)];
            parts.extend(tails.iter().map(|&(first, last)| octet(first, last, lets_reserved)));
            all.push(parts.join(" "));
        }
    }
    all.join(" / ")
}

fn octet(first: u8, last: u8, is_any_case: bool) -> String {
    let (high, low) = ((first >> 4, last >> 4), (first & 15, last & 15));
    let digits = |first, last| digits(first, last, is_any_case);
    if high.0 == high.1 {
        return format!("\"%\" {} {}", digits(high.0, high.0), digits(low.0, low.1));
    }
    let mut all = Vec::new();
    let (mut from, mut to) = (high.0, high.1);
    if low.0 > 0 {
        all.push(format!("{} {}", digits(from, from), digits(low.0, 15)));
        from += 1;
    }
    let last = (low.1 < 15).then(|| format!("{} {}", digits(to, to), digits(0, low.1)));
    to -= u8::from(last.is_some());
    if from <= to {
        all.push(format!("{} {}", digits(from, to), digits(0, 15)));
    }
    all.extend(last);
    format!("\"%\" ( {} )", all.join(" / "))
}

fn digits(first: u8, last: u8, is_any_case: bool) -> String {
    let mut all = Vec::new();
    if first < 10 {
        all.push(range(b'0' + first, b'0' + last.min(9)));
    }
    if last >= 10 {
        let (first, last) = (first.max(10) - 10, last - 10);
        all.push(range(b'A' + first, b'A' + last));
        if is_any_case {
            all.push(range(b'a' + first, b'a' + last));
        }
    }
    if all.len() == 1 { all.remove(0) } else { format!("( {} )", all.join(" / ")) }
}

fn range(first: u8, last: u8) -> String {
    if first == last { format!("%x{first:02X}") } else { format!("%x{first:02X}-{last:02X}") }
}

// A pattern with a group for each variable.

/// The maximum length of the name of a group in PCRE2 before release 10.44.
const PCRE_NAME: usize = 32;

/// A pattern that matches exactly the expansions of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GroupedPattern {
    /// The pattern, with its anchors.
    pub pattern: String,
    /// The named groups, in order, each with the variable whose text it captures. A variable with several occurrences has
    /// several groups. The list is empty if the dialect has no named groups.
    pub groups: Vec<(String, String)>,
}

impl ExpansionLanguage<'_> {
    /// Writes the language as a pattern of a dialect. Checks that the pattern matches exactly the expansions.
    ///
    /// A group captures the encoded text of a variable: for a list or an array, all members with their separators, and
    /// also their names if the variable is exploded. If a group does not participate in a match, its variable is
    /// undefined or, under `;`, undefined or empty. If a URI has [two readings](crate::Ambiguity), the engine chooses
    /// one. If a variable has several occurrences, compare the texts that its groups capture.
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
    /// [`LanguageError::NotWritten`] if the dialect cannot express the language, or if the pattern has another
    /// language.
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
        let pattern = pattern.map_err(not_written)?;
        let pattern = if has_groups { without_whole(&pattern) } else { pattern };
        let back = Pattern::read(dialect, &pattern).map_err(not_written)?;
        let back = back.language(Matching::Search).map_err(not_written)?;
        if !difference((&self.dfa, 0), (&back, 0)).is_equal() {
            return Err(not_written(
                "the written pattern differs from the automaton, so it is not printed",
            ));
        }
        let spelled = |name: &str| match dialect {
            Dialect::Java => name.replace('-', ""),
            _ => name.replace('-', "_"),
        };
        let named = productions.variables.into_iter().map(|(name, of)| (spelled(&name), of));
        let is_there = |name: &str| pattern.contains(&format!("<{name}>"));
        let groups = named.filter(|(name, _)| has_groups && is_there(name)).collect();
        Ok(GroupedPattern { pattern, groups })
    }
}

/// Returns the pattern with a non-capturing group in place of the group that captures the whole match.
fn without_whole(pattern: &str) -> String {
    let open = ["(?<", "(?P<"].map(|open| format!("{open}{EXPANSION}>"));
    match open.iter().find_map(|open| Some((pattern.find(&**open)?, open.len()))) {
        Some((at, length)) => [&pattern[..at], "(?:", &pattern[at + length..]].concat(),
        None => pattern.to_string(),
    }
}
