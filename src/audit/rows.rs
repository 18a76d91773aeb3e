//! The rows of the files that stand beside a grammar: examples, requirements, errata.
//!
//! In: the text of a file. Out: each row with the number of its line, counted from 1. What is forgotten: empty lines, and
//! comments, which begin with `#`.

/// How many characters of a row an error shows.
const SHOWN: usize = 60;

/// Hands over the rows of a text, up to the first that is none: `wrong` makes its error, of the number of the line and
/// the beginning of its text.
pub(super) fn each<'t, E>(
    text: &'t str,
    mut add: impl FnMut(usize, &'t str) -> Option<()>,
    wrong: impl Fn(usize, String) -> E,
) -> Result<(), E> {
    let lines = (1..).zip(text.lines());
    let mut rows = lines.filter(|(_, row)| !row.is_empty() && !row.starts_with('#'));
    rows.try_for_each(|(line, row)| {
        add(line, row).ok_or_else(|| wrong(line, row.chars().take(SHOWN).collect()))
    })
}
