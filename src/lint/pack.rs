//! The packs: collections of lints that run together.

use std::fmt;

/// A collection of lints that run together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Pack {
    /// What the documents of the editions warn of, or ask to write in another way. These lints are
    /// about valid references.
    Letter,
    /// Signs of attacks. These lints are about any string.
    #[cfg(feature = "security")]
    Security,
}

impl Pack {
    /// All packs.
    pub const ALL: &[Self] = &[
        Self::Letter,
        #[cfg(feature = "security")]
        Self::Security,
    ];

    /// The name of the pack: `letter` or `security`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Letter => "letter",
            #[cfg(feature = "security")]
            Self::Security => "security",
        }
    }
}

impl fmt::Display for Pack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
