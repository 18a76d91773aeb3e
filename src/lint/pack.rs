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
    /// What IANA's registries lack, or keep for history. These lints are about any string with a scheme.
    Registry,
}

impl Pack {
    /// All packs.
    pub const ALL: &[Self] = &[
        Self::Letter,
        #[cfg(feature = "security")]
        Self::Security,
        Self::Registry,
    ];

    /// The name of the pack: `letter`, `security` or `registry`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Letter => "letter",
            #[cfg(feature = "security")]
            Self::Security => "security",
            Self::Registry => "registry",
        }
    }
}

impl fmt::Display for Pack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
