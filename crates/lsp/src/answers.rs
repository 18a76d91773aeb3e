//! Answers requests about a place in a grammar: the meaning of a name, its definition and its uses.

use std::ops::Range;
use std::time::Duration;

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, Diagnostic, DiagnosticSeverity,
    DocumentSymbol, Location, NumberOrString, SymbolKind, TextEdit, Uri, WorkspaceEdit,
};
use urispec_audit::lint::{Finding, Lint, Severity};
use urispec_audit::{AnyGrammar, Deadline, GrammarKind, GrammarText, Peg, reader};

use super::lint::{Columns, EmbeddedGrammar};

/// The time limit for a hover.
const HOVER: Duration = Duration::from_millis(800);
/// The maximum number of strings of each kind in a hover.
const STRINGS: usize = 4;

pub(super) struct DocumentView<'d> {
    pub(super) uri: &'d Uri,
    pub(super) text: &'d str,
    pub(super) blocks: &'d [EmbeddedGrammar],
    pub(super) columns: Columns,
}

impl DocumentView<'_> {
    /// Returns the block and the name at an offset, and all occurrences of the name.
    fn name_at(&self, at: usize) -> Option<(&EmbeddedGrammar, Name, Vec<Name>)> {
        let block = self.blocks.iter().find(|one| (one.span.start..=one.span.end).contains(&at))?;
        let all = self.names(block);
        let found = all.iter().find(|one| (one.span.start..=one.span.end).contains(&at))?.clone();
        let name = &self.text[found.span.clone()];
        let same =
            all.into_iter().filter(|one| is_same(block.kind, &self.text[one.span.clone()], name));
        Some((block, found.clone(), same.collect()))
    }

    /// Returns the names of a block, with spans in the document.
    fn names(&self, block: &EmbeddedGrammar) -> Vec<Name> {
        let from = block.span.start;
        let own = names(block.kind, &self.text[block.span.clone()]).into_iter();
        own.map(|one| Name { span: one.span.start + from..one.span.end + from, ..one }).collect()
    }

    fn range(&self, span: &Range<usize>) -> lsp_types::Range {
        self.columns.range(self.text, span)
    }

    fn location(&self, span: &Range<usize>) -> Location {
        Location::new(self.uri.clone(), self.range(span))
    }

    /// Returns the definitions of the name at an offset.
    pub(super) fn definition(&self, at: usize) -> Vec<Location> {
        let same = self.name_at(at).map(|(.., same)| same).unwrap_or_default();
        same.iter().filter(|one| one.is_definition).map(|one| self.location(&one.span)).collect()
    }

    /// Returns the occurrences of the name at an offset. Definitions are included if `with_definition` is true.
    pub(super) fn references(&self, at: usize, with_definition: bool) -> Vec<Location> {
        let same = self.name_at(at).map(|(.., same)| same).unwrap_or_default();
        let wanted = same.iter().filter(|one| with_definition || !one.is_definition);
        wanted.map(|one| self.location(&one.span)).collect()
    }

    /// Returns the range of the name at an offset, if the grammar defines the name.
    pub(super) fn renameable(&self, at: usize) -> Option<lsp_types::Range> {
        let (_, name, same) = self.name_at(at)?;
        same.iter().any(|one| one.is_definition).then(|| self.range(&name.span))
    }

    /// Renames the name at an offset everywhere.
    ///
    /// The error says that the new name is invalid in the notation or already in use, or that no name is at the offset.
    pub(super) fn rename(&self, at: usize, to: &str) -> Result<Vec<TextEdit>, String> {
        let (block, _, same) = self.name_at(at).ok_or("no name at this position")?;
        let is_name = match block.kind {
            GrammarKind::Pest => {
                to.starts_with(|one: char| one.is_ascii_alphabetic() || one == '_')
                    && to.chars().all(|one| one.is_ascii_alphanumeric() || one == '_')
            }
            // RFC 5234, 2.1.
            _ => {
                to.starts_with(|one: char| one.is_ascii_alphabetic())
                    && to.chars().all(|one| one.is_ascii_alphanumeric() || one == '-')
            }
        };
        if !is_name {
            return Err(format!("`{to}` is not a valid name in this notation"));
        }
        let is_taken = |one: &Name| {
            is_same(block.kind, &self.text[one.span.clone()], to) && !same.contains(one)
        };
        if self.names(block).iter().any(is_taken) {
            return Err(format!("the grammar already has a name `{to}`"));
        }
        Ok(same.iter().map(|one| TextEdit::new(self.range(&one.span), to.to_owned())).collect())
    }

    /// Returns the rules of the document.
    pub(super) fn symbols(&self) -> Vec<DocumentSymbol> {
        let mut symbols = Vec::new();
        for block in self.blocks {
            let all = self.names(block);
            let definitions: Vec<&Name> = all.iter().filter(|one| one.is_definition).collect();
            for (at, one) in definitions.iter().enumerate() {
                // A rule ends before the next one, without trailing blanks.
                let end = definitions.get(at + 1).map_or(block.span.end, |next| next.span.start);
                let text = self.text[one.span.start..end].trim_end();
                let range = self.range(&(one.span.start..one.span.start + text.len()));
                #[expect(deprecated, reason = "the type has this field and no constructor")]
                symbols.push(DocumentSymbol {
                    name: self.text[one.span.clone()].to_owned(),
                    detail: None,
                    kind: SymbolKind::FUNCTION,
                    tags: None,
                    deprecated: None,
                    range,
                    selection_range: self.range(&one.span),
                    children: None,
                });
            }
        }
        symbols
    }

    /// Describes the name at an offset: its rule, strings that the rule matches, and near misses.
    pub(super) fn hover(&self, at: usize) -> Option<(String, lsp_types::Range)> {
        let (block, found, _) = self.name_at(at)?;
        let name = &self.text[found.span.clone()];
        let own = GrammarText { file: "grammar", text: &self.text[block.span.clone()] };
        let grammar = match block.kind {
            GrammarKind::Printed(notation) => AnyGrammar::printed(reader(notation).read(own).ok()?),
            _ => AnyGrammar::pest(Peg::read(own.file, own.text).ok()?),
        };
        let grammar = grammar.with_deadline(Deadline::after(HOVER));
        let language = match block.kind {
            GrammarKind::Pest => "pest",
            _ => "abnf",
        };
        let production = grammar.production(name);
        let text = production.map(|one| one.text.clone()).or_else(|| grammar.lent(name))?;
        let mut shown = format!("```{language}\n{}\n```\n", text.trim());
        let Some(production) = production else { return Some((shown, self.range(&found.span))) };
        match grammar.decide(&[&production.name]).typical(&production.name) {
            Ok(typical) => {
                for (what, strings) in
                    [("has", &typical.members), ("does not have", &typical.near_misses)]
                {
                    let strings = strings.iter().take(STRINGS);
                    let quoted = strings.map(|one| format!("`{:?}`", String::from_utf8_lossy(one)));
                    let quoted: Vec<String> = quoted.collect();
                    if !quoted.is_empty() {
                        shown.push_str(&format!("\n`{name}` {what} {}\n", quoted.join(", ")));
                    }
                }
            }
            Err(why) => shown.push_str(&format!("\n{why}\n")),
        }
        Some((shown, self.range(&found.span)))
    }

    /// Converts a finding to a diagnostic.
    pub(super) fn diagnostic(&self, finding: &Finding) -> Diagnostic {
        let severity = match finding.severity() {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            _ => DiagnosticSeverity::INFORMATION,
        };
        Diagnostic {
            range: self.range(&finding.span),
            severity: Some(severity),
            code: Some(NumberOrString::String(finding.lint.id().to_owned())),
            source: Some("urispec".to_owned()),
            message: finding.message.clone(),
            ..Diagnostic::default()
        }
    }

    #[expect(clippy::mutable_key_type, reason = "the protocol defines the map")]
    pub(super) fn edit(&self, edits: Vec<TextEdit>) -> WorkspaceEdit {
        let changes = [(self.uri.clone(), edits)].into();
        WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }
    }

    /// Returns the quick fixes of the findings in a range.
    pub(super) fn actions(
        &self,
        found: &[Finding],
        range: lsp_types::Range,
    ) -> Vec<CodeActionOrCommand> {
        let [from, to] = [range.start, range.end].map(|one| self.columns.offset(self.text, one));
        let touched = found.iter().filter(|one| one.span.start <= to && from <= one.span.end);
        let actions = touched.filter_map(|finding| {
            let mend = finding.mend.as_ref()?;
            let edit = TextEdit::new(self.range(&mend.span), mend.text.clone());
            let title = match finding.lint {
                Lint::PrefixShadowed => "Move the alternative to the front",
                Lint::Shadowed => "Remove the alternative, which never matches",
                Lint::IdlePredicate => "Remove the lookahead, which has no effect",
                Lint::RepeatedCore => "Remove the production, which RFC 5234 already defines",
                Lint::Ungrouped => "Parenthesize the last alternative, as the parser reads it",
                _ => &format!("Write `{}`", mend.text),
            };
            // The user decides about an ambiguous text and about a possibly misspelled name.
            let is_doubtful = matches!(finding.lint, Lint::Ungrouped | Lint::Undefined);
            Some(CodeActionOrCommand::CodeAction(CodeAction {
                title: title.to_owned(),
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(vec![self.diagnostic(finding)]),
                edit: Some(self.edit(vec![edit])),
                is_preferred: Some(!is_doubtful),
                ..CodeAction::default()
            }))
        });
        actions.collect()
    }
}

// The names in a grammar: where each is defined, and where it is used. They are found by the tokens of the
// notation alone, so that a mistake in one rule does not hide the names in other rules.

/// An occurrence of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Name {
    pub(super) span: Range<usize>,
    pub(super) is_definition: bool,
}

pub(super) fn names(kind: GrammarKind, text: &str) -> Vec<Name> {
    match kind {
        GrammarKind::Pest => in_pest(text),
        _ => in_print(text),
    }
}

/// Returns whether two names of a grammar are equal in its notation.
pub(super) fn is_same(kind: GrammarKind, name: &str, other: &str) -> bool {
    match kind.notation() {
        Some(notation) => notation.key(name) == notation.key(other),
        None => name == other,
    }
}

/// Returns the offset after the next occurrence of `end`, or the length of the text if there is none.
fn through(text: &str, from: usize, end: &str) -> usize {
    text[from..].find(end).map_or(text.len(), |at| from + at + end.len())
}

fn in_pest(text: &str) -> Vec<Name> {
    let bytes = text.as_bytes();
    let (mut found, mut at, mut depth) = (Vec::new(), 0, 0_usize);
    while at < bytes.len() {
        let rest = &text[at..];
        at = match bytes[at] {
            b'/' if rest.starts_with("//") => through(text, at, "\n"),
            b'/' if rest.starts_with("/*") => through(text, at + 2, "*/"),
            b'"' => {
                let mut end = at + 1;
                while end < bytes.len() && bytes[end] != b'"' {
                    end += if bytes[end] == b'\\' { 2 } else { 1 };
                }
                end + 1
            }
            // A character, `'a'` or `'\''`.
            b'\'' => {
                let first = at + 1 + usize::from(bytes.get(at + 1) == Some(&b'\\'));
                let next = text.get(first..).and_then(|rest| rest.chars().next());
                through(text, first + next.map_or(0, char::len_utf8), "'").max(at + 1)
            }
            sign @ (b'{' | b'}') => {
                depth = if sign == b'{' { depth + 1 } else { depth.saturating_sub(1) };
                at + 1
            }
            b'#' => at + 1 + word(&text[at + 1..]),
            byte if byte.is_ascii_alphabetic() || byte == b'_' => {
                let end = at + word(rest);
                let is_definition = text[end..].trim_start().starts_with('=') && depth == 0;
                // `_` before a brace is a modifier.
                if &text[at..end] != "_" {
                    found.push(Name { span: at..end, is_definition });
                }
                end
            }
            _ => at + rest.chars().next().map_or(1, char::len_utf8),
        };
        at = at.min(bytes.len());
        while !text.is_char_boundary(at) {
            at += 1;
        }
    }
    found
}

fn word(text: &str) -> usize {
    text.find(|one: char| !one.is_ascii_alphanumeric() && one != '_').unwrap_or(text.len())
}

fn in_print(text: &str) -> Vec<Name> {
    let (mut found, mut begin) = (Vec::new(), 0);
    for line in text.split_inclusive('\n') {
        let mut at = 0;
        let mut is_first = true;
        while let Some(sign) = line[at..].chars().next() {
            let rest = &line[at..];
            let is_name = |one: char| one.is_ascii_alphanumeric() || matches!(one, '-' | '_');
            at += match sign {
                ';' => break,
                '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
                // A name between angle brackets, or prose.
                '<' => match rest.find('>') {
                    Some(end) if rest[1..end].chars().all(is_name) && end > 1 => 1,
                    Some(end) => end + 1,
                    None => rest.len(),
                },
                '%' => rest[1..]
                    .find(|one: char| !is_name(one) && one != '.')
                    .map_or(rest.len(), |end| end + 1),
                one if one.is_ascii_alphabetic() => {
                    let end = rest.find(|one| !is_name(one)).unwrap_or(rest.len());
                    let after = rest[end..].trim_start_matches(['>', ' ', '\t']);
                    let is_definition =
                        is_first && (after.starts_with('=') || after.starts_with("::="));
                    found.push(Name { span: begin + at..begin + at + end, is_definition });
                    end
                }
                one => one.len_utf8(),
            };
            is_first &= matches!(sign, ' ' | '\t' | '<');
        }
        begin += line.len();
    }
    found
}

#[cfg(test)]
mod tests {
    use urispec_audit::Notation;

    use super::*;

    #[track_caller]
    fn is(kind: GrammarKind, text: &str, expected: &[&str]) {
        let names = names(kind, text).into_iter();
        let shown: Vec<String> = names
            .map(|one| {
                format!("{}{}", &text[one.span.clone()], if one.is_definition { " =" } else { "" })
            })
            .collect();
        assert_eq!(shown, expected, "{text}");
    }

    #[test]
    fn of_pest() {
        let text =
            "// no\na = _{ b ~ \"no \\\" no\" | 'x'..'\\'' /* no */ ~ #tag = c }\nb = @{ (\n";
        is(GrammarKind::Pest, text, &["a =", "b", "c", "b ="]);
        is(GrammarKind::Pest, "a = { \"\u{E9}", &["a ="]);
        is(GrammarKind::Pest, "a = { '", &["a ="]);
    }

    #[test]
    fn of_abnf() {
        let text =
            "a = b-c / \"no\" %x41-5A <no prose> ; no\n  D =/ <e>\n<f> ::= g %s\"no\"\n h 3i j=k\n";
        is(
            GrammarKind::Printed(Notation::Abnf),
            text,
            &["a =", "b-c", "D =", "e", "f =", "g", "h", "i", "j", "k"],
        );
    }
}
