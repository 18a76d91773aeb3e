//! The URL Standard of the WHATWG, in its text of 2 July 2026: the "valid URL string" of its section URL
//! writing.
//!
//! The sections have no numbers; they go by their ids, such as `url-writing`. A relative string is valid or
//! not by its base, which is not in the string: the whole is valid for some base, and there is a
//! production for each kind of base.
//!
//! What the Standard does with a string, its parser and its serializers, are in
//! [`whatwg`](crate::whatwg): resolving, and the serializations by which URLs are equal. Both need the feature
//! `unicode`.

use super::{Algorithm, Facts, Ladder};

mod division;
mod grammar;

pub(super) use grammar::PRINTED;

pub(super) static FACTS: Facts = Facts {
    id: "whatwg",
    document: "URL Standard, 2 July 2026",
    begins: &[],
    algorithm: Algorithm::Whatwg,
    partial: None,
    ladder: Ladder {
        string: Some("url-equivalence"),
        serialization: if cfg!(feature = "unicode") { Some("url-equivalence") } else { None },
        ..Ladder::NONE
    },
    whole: &["valid-URL-string", "absolute-URL-with-fragment-string", "absolute-URL-string"],
    divided: None,
};
