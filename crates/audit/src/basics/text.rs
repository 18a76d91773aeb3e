//! The text of a file, as every reader takes it.

/// The text of a file, and the name that errors give the file.
#[derive(Clone, Copy, Debug)]
pub struct GrammarText<'t> {
    /// The name that errors give the file.
    pub file: &'t str,
    /// The text of the file.
    pub text: &'t str,
}
