//! Some lints of the pack, and the work that finds them.
//!
//! In: lints, once, and strings. Out: the findings of these lints, as [`look`](super::look) has them. The pack is found
//! part by part, and a part whose lints nobody asks for is not run: `private-address` needs two parts of twelve, and no
//! whole parser.
//!
//! The surprising case: one lint may be of several parts. `http://10.0.0.1.nip.io/` has a private address by its name.

use std::sync::LazyLock;

use super::found::Found;
use super::quiet::is_quiet;
use super::subject::Subject;
use super::table::*;
use super::{
    address, characters, converted, escapes, inner, names, overflow, ports, revealed, schemes,
    scripts, userinfo,
};
use crate::lint::{Finding, Lint};

/// A part of the pack: what it looks for, and the lints of which it may find something.
struct Part {
    look: for<'i> fn(&Subject<'i>, &mut Found),
    finds: &'static [&'static Lint],
}

/// The parts, in the order in which they look. Where two find the same lint, the first one has the message.
static PARTS: [Part; 12] = [
    Part {
        look: address::look,
        finds: &[
            &LOOPBACK,
            &PRIVATE,
            &UNIQUE_LOCAL,
            &LINK_LOCAL,
            &SHARED,
            &UNSPECIFIED,
            &METADATA,
            &MULTICAST,
            &DOCUMENTATION,
            &RESERVED,
            &EMBEDDED,
            &DISGUISED,
            &ZONE,
        ],
    },
    Part { look: overflow::look, finds: &[&OVERFLOW] },
    Part {
        look: names::look,
        finds: &[
            &LOOPBACK,
            &PRIVATE,
            &LINK_LOCAL,
            &SHARED,
            &UNSPECIFIED,
            &METADATA,
            &MULTICAST,
            &DOCUMENTATION,
            &RESERVED,
            &LOCALHOST,
            &PRIVATE_NAME,
            &ADDRESS_IN_NAME,
        ],
    },
    Part {
        look: userinfo::look,
        finds: &[&HOST_BEFORE_AT, &TWO_AT, &AT_AFTER_END, &ESCAPED_DELIMITER, &STRAY_BRACKET],
    },
    Part {
        look: converted::look,
        finds: &[&BACKSLASH, &REMOVED, &TRIMMED, &SLASHES, &SCHEME_RELATIVE],
    },
    Part {
        look: characters::look,
        finds: &[
            &CONTROL,
            &LINE_BREAK,
            &QUERY_LINE_BREAK,
            &NUL,
            &BIDI,
            &INVISIBLE,
            &MAPPED_DELIMITER,
            &DELIMITER_LOOKALIKE,
        ],
    },
    Part {
        look: scripts::look,
        finds: &[&UNICODE_HOST, &PUNYCODE_HOST, &BAD_PUNYCODE, &MIXED_SCRIPT, &CONFUSABLE],
    },
    Part {
        look: escapes::look,
        finds: &[&DOT_PARAMETER, &ESCAPED_DOTS, &DOUBLE_ESCAPE, &OVERLONG, &PERCENT_U],
    },
    Part { look: schemes::look, finds: &[&DANGEROUS_SCHEME, &DISGUISED_SCHEME] },
    Part { look: ports::look, finds: &[&PORT_RANGE, &BAD_PORT] },
    Part { look: revealed::look, finds: &[&ESCAPED_HOST, &HOST_IN_PATH, &DELIMITER_LOOKALIKE] },
    Part { look: inner::look, finds: &[&UNSAFE_INNER, &INNER, &HOST_IN_PATH, &DISGUISED_SCHEME] },
];

/// Some lints of [`Pack::Security`](crate::lint::Pack::Security), to look for nothing else.
///
/// ```
/// use urispec::lint::{Pack, security::Selection};
/// let lint = Pack::Security.lints().iter().find(|lint| lint.id() == "private-address");
/// let selection = Selection::of(lint.copied());
/// let found = selection.look("http://admin@0x0a.1:22/");
/// assert_eq!(found.len(), 1);
/// assert_eq!(found[0].lint().id(), "private-address");
/// assert!(selection.look("http://admin@h:22/").is_empty());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// A bit for each lint, in the order of the pack.
    lints: u64,
    /// A bit for each part.
    parts: u16,
}

impl Selection {
    /// All lints of the pack.
    #[must_use]
    pub const fn all() -> Self {
        Self { lints: u64::MAX, parts: u16::MAX }
    }

    /// These lints. A lint of another pack is never found.
    #[must_use]
    pub fn of(lints: impl IntoIterator<Item = &'static Lint>) -> Self {
        let lints = lints.into_iter().fold(0, |bits, lint| bits | bit(lint));
        let parts = PARTS.iter().enumerate().filter(|(_, part)| {
            let finds = part.finds.iter().fold(0, |bits, lint| bits | bit(lint));
            finds & lints != 0
        });
        Self { lints, parts: parts.fold(0, |bits, (at, _)| bits | 1 << at) }
    }

    /// The lints about where a string leads.
    pub(super) fn leading() -> Self {
        static SELECTION: LazyLock<Selection> =
            LazyLock::new(|| Selection::of(LEADING.iter().copied()).but_for_inner());
        *SELECTION
    }

    /// The same lints, of which none is looked for in a URL within the string.
    fn but_for_inner(self) -> Self {
        Self { parts: self.parts & !(1 << (PARTS.len() - 1)), ..self }
    }

    /// Finds in any string what [`look`](super::look) finds of these lints, in the same order.
    ///
    /// The time is linear in the length of the string.
    #[must_use]
    pub fn look(&self, text: &str) -> Vec<Finding> {
        if is_quiet(text) { Vec::new() } else { self.search(text) }
    }

    /// Finds the same, and asks each part whatever the string is.
    pub(super) fn search(&self, text: &str) -> Vec<Finding> {
        let mut found = Found::default();
        if self.parts != 0 {
            let subject = Subject::of(text);
            for (at, part) in PARTS.iter().enumerate() {
                if self.parts & 1 << at != 0 {
                    (part.look)(&subject, &mut found);
                }
            }
        }
        let mut found = found.sorted();
        if *self != Self::all() {
            found.retain(|finding| bit(finding.lint) & self.lints != 0);
        }
        found
    }
}

/// The bit of a lint; of a lint of another pack, none.
fn bit(lint: &Lint) -> u64 {
    LINTS.iter().position(|own| *own == lint).map_or(0, |at| 1 << at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_lint_is_of_a_part_and_has_a_bit() {
        assert!(LINTS.len() <= u64::BITS as usize && PARTS.len() <= u16::BITS as usize);
        for lint in LINTS {
            assert_ne!(Selection::of([*lint]).parts, 0, "{}", lint.id());
        }
        assert_eq!(Selection::of([]).look("http://10.0.0.1/"), []);
    }
}
