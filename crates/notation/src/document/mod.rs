//! Extracts the grammar that a document prints. Lines that look like productions are collected (`candidates`) and
//! accepted or rejected by their context and the uses of their names (`judge`). If a production is printed twice, the
//! places are compared and one is chosen (`groups`), and additions from other places are merged. Reading only the
//! section that collects the grammar is not enough: the collected grammar of RFC 2396 lacks four productions,
//! `control`, `space`, `delims` and `unwise`.

mod candidates;
mod extracted;
mod kind;
mod text;
mod groups;
mod judge;
mod lines;
mod printed;
mod xml;

pub use extracted::{
    ExtractError, Extracted, ExtractedProduction, LeftOut, PrintedAgain, PrintedExample,
    PrintedPlace, Selection,
};
pub use groups::Sameness;
pub use judge::LeftOutReason;
pub use kind::DocumentKind;
pub use lines::Section;
pub use printed::TranscribedGrammar;
