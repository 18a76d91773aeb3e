//! The packs: collections of lints that run together.

use std::fmt;
use std::str::FromStr;

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

/// A text that is not the name of a pack, or of one that is not built in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no pack of lints is called `{0}`; the packs are: {names}", names = Pack::ALL.iter().map(|pack| pack.name()).collect::<Vec<_>>().join(", "))]
pub struct UnknownPack(String);

impl FromStr for Pack {
    type Err = UnknownPack;

    fn from_str(name: &str) -> Result<Self, UnknownPack> {
        let found = Self::ALL.iter().copied().find(|pack| pack.name() == name);
        found.ok_or_else(|| UnknownPack(name.to_owned()))
    }
}
