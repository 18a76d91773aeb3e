//! The lines of a `.pest` file.

use pest::iterators::Pair;
use pest_meta::parser::Rule as Token;

/// The offsets at which the lines of a file end.
pub(super) struct Lines(Vec<usize>);

impl Lines {
    pub(super) fn of(text: &str) -> Self {
        Self(text.match_indices('\n').map(|(at, _)| at).collect())
    }

    /// The line of a pair. pest would count the column too, and a file of one line may be long.
    pub(super) fn line_of(&self, pair: &Pair<'_, Token>) -> usize {
        let at = pair.as_span().start();
        self.0.partition_point(|&end| end < at) + 1
    }
}
