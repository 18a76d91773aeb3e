//! The grammar that a document prints, from its text. Lines that look like productions are cut out (`candidates`) and
//! judged by what stands around them and by who uses their names (`judge`); what is printed twice is compared and one
//! place is taken (`groups`), and what other places add to it joins it. The surprising case is RFC
//! 2396: four of its productions, `control`, `space`, `delims` and `unwise`, are not in its collected grammar.

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
