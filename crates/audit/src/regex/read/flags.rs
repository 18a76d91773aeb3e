//! The flags that are set while a pattern is read.

use super::super::Dialect;

/// What is on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Flags {
    /// `i`: case is ignored.
    pub(super) ignores_case: bool,
    /// `m`: `^` and `$` stand at lines.
    pub(super) by_lines: bool,
    /// `s`: `.` takes line breaks.
    pub(super) dot_takes_all: bool,
    /// `x`: white space and comments are skipped.
    pub(super) is_verbose: bool,
    /// `xx`: white space is skipped in classes, too.
    pub(super) is_verbose_in_classes: bool,
    /// `a` of Python: classes and case are those of ASCII.
    pub(super) is_ascii: bool,
    /// `U`: the least number of repetitions comes first, and `?` swaps this.
    pub(super) is_swapped: bool,
    /// `d` of Java: LF alone ends a line.
    pub(super) has_line_feeds: bool,
    /// `u` of Java: case is that of Unicode.
    pub(super) folds_unicode: bool,
    /// `U` of Java: classes are those of Unicode.
    pub(super) has_unicode_classes: bool,
}

impl Flags {
    /// Sets a flag by its letter. Letters without a meaning for the language are passed over.
    pub(super) fn set(&mut self, letter: char, is_on: bool, dialect: Dialect) {
        match letter {
            'd' => self.has_line_feeds = is_on,
            'u' if dialect == Dialect::Java => self.folds_unicode = is_on,
            'U' if dialect == Dialect::Java => {
                (self.has_unicode_classes, self.folds_unicode) = (is_on, is_on);
            }
            'i' => self.ignores_case = is_on,
            'm' => self.by_lines = is_on,
            's' => self.dot_takes_all = is_on,
            'x' => (self.is_verbose, self.is_verbose_in_classes) = (is_on, false),
            'a' => self.is_ascii = is_on,
            'u' => self.is_ascii = !is_on,
            'U' => self.is_swapped = is_on,
            _ => {}
        }
    }
}
