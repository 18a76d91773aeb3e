//! What the URLs of a scheme mean, by the documents that say so.

/// Writes two methods of a `Url` from one list of its variants: the variant for the node of a
/// production, and the production of a variant.
macro_rules! productions {
    ($node:ident: $($variant:ident $production:literal => $lowered:expr,)*) => {
        /// Lowers a node to the variant of its production. There is none for other productions.
        fn of_production($node: &Node<'i>) -> Option<Self> {
            Some(match $node.rule() {
                $($production => Self::$variant($lowered),)*
                _ => return None,
            })
        }

        /// The name of the production that derives the URL.
        #[must_use]
        pub const fn production(&self) -> &'static str {
            match self {
                $(Self::$variant(_) => $production,)*
            }
        }
    };
}

mod derivation;
mod meaning;
pub mod rfc1630;
pub mod rfc1738;
pub(crate) mod scheme;

pub use crate::parse::lower::site::{Command, Login, Site};
pub use derivation::{Derivation, Unmatched};
pub use meaning::Meaning;
