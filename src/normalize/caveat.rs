//! What to know of a normal form.

/// A warning to read before a normal form or the outcome of a comparison is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Caveat {
    /// The reference is relative.
    #[error("the reference is relative, and is to be resolved before this ({sections})")]
    Relative {
        /// The sections of the document that ask to resolve first, such as `5.2.1, 6.1`.
        sections: &'static str,
    },
    /// The normal form was made by the letter, and is another reference than the given one.
    #[error("by the letter the normal form is read, or may be resolved, as another reference")]
    Misread,
}

impl Caveat {
    /// The name of the caveat, for programs: `relative` or `misread`. The name stays the same when
    /// the message is reworded.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Relative { .. } => "relative",
            Self::Misread => "misread",
        }
    }
}
