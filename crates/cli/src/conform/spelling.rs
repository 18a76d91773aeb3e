//! Whether two texts differ only by their spelling.

use urispec::readers::Told;

use super::judge::Kind;

/// By what the texts of a part differ, if both mean the same (RFC 3986, 6.2.2 and 6.2.3).
pub(super) fn between(_: Kind, _: &Told<'_>, _: &Told<'_>) -> Option<String> {
    None
}
