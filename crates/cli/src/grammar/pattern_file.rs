//! Files of regular expressions, one per line: `PATTERN`, or `NAME`, a tab, and `PATTERN`. Lines that are empty or begin
//! with `#` are ignored.

use urispec_audit::lint::{Finding, Linted, OpenQuestion};
use urispec_audit::{AnyGrammar, AnyProduction, Dialect, GrammarText, Matching, Pattern};

/// A line with a pattern.
pub(crate) struct PatternLine<'t> {
    pub(crate) name: Option<&'t str>,
    pub(crate) text: &'t str,
    /// The offset of the pattern in the file, in bytes.
    start: usize,
    /// The number of the line, from 1.
    number: usize,
}

/// Returns the patterns of a file.
pub(crate) fn pattern_lines(file: &str) -> impl Iterator<Item = PatternLine<'_>> {
    let mut begin = 0;
    file.split_inclusive('\n').zip(1..).filter_map(move |(line, number)| {
        let start = begin;
        begin += line.len();
        let line = line.lines().next()?;
        if line.is_empty() || line.starts_with('#') {
            return None;
        }
        let (name, text) = match line.split_once('\t') {
            Some((name, text)) => (Some(name.trim()), text),
            None => (None, line),
        };
        Some(PatternLine { name, text, start: start + line.len() - text.len(), number })
    })
}

/// Reads each pattern as a production. Without a name it is `pattern`, or `pattern-2` if it is the second one.
pub(super) fn grammar(file: GrammarText<'_>, dialect: Dialect) -> AnyGrammar {
    let all = pattern_lines(file.text).zip(1..).map(|(line, count)| {
        let name = match line.name {
            Some(name) => name.to_owned(),
            None if count == 1 => "pattern".to_owned(),
            None => format!("pattern-{count}"),
        };
        let pattern = Pattern::read(dialect, line.text);
        (AnyProduction::new(&name, line.text, line.number), pattern)
    });
    AnyGrammar::patterns(file.file, all.collect(), Matching::Search)
}

/// Lints each pattern with a function, with places in the file.
pub(crate) fn lint(file: &str, lint: impl Fn(&str) -> Linted) -> Linted {
    let mut linted = Linted::default();
    for PatternLine { name, text, start, .. } in pattern_lines(file) {
        let one = lint(text);
        linted.undecided.extend(one.undecided.into_iter().map(|open| {
            let rule = name.map_or(open.rule, str::to_owned);
            OpenQuestion::new(rule, open.question)
        }));
        linted.findings.extend(one.findings.into_iter().map(|found| {
            let span = start + found.span.start..start + found.span.end;
            let mut moved = Finding::at(file, span, found.lint, found.message);
            moved.rule = name.map(str::to_owned);
            (moved.witness, moved.attack) = (found.witness, found.attack);
            moved
        }));
    }
    linted
}
