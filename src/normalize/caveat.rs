//! What to know of a normal form.

/// What to know of a normal form, or of a comparison, before using it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Caveat {
    /// The reference is relative.
    #[error("the reference is relative, and is to be resolved before this ({sections})")]
    Relative {
        /// The sections of the document that say so, such as `5.2.1, 6.1`.
        sections: &'static str,
    },
    /// The letter was asked for, and made another reference of the one given.
    #[error("by the letter the normal form is read, or may be resolved, as another reference")]
    Misread,
}

impl Caveat {
    /// The caveat's name, which stays when its message is reworded: `relative` or `misread`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Relative { .. } => "relative",
            Self::Misread => "misread",
        }
    }
}
