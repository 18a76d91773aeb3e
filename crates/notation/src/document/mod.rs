//! The grammar that a document prints, from its text.
//!
//! In: the text of a document: an RFC as published, RFC XML, Markdown or HTML. Out: [`Extracted`], each
//! production with its section, its line in the file, and the places where it is printed again; and what
//! looks like a production and is none, with the reason. What is forgotten is everything else that the
//! document says: prose that narrows a production is for a reading.
//!
//! The steps, in their order: a reader of the format makes lines that know their section and their block
//! (`text`, `xml`, `markdown`, `html`); lines that look like productions are cut out (`candidates`) and
//! judged by what stands around them and by who uses their names (`judge`); what is printed twice is compared and one
//! place is taken (`groups`), and what other places add to it joins it (`increments`); all of this is put together
//! (`extract`) to an answer (`extracted`), from which a grammar is made (`printed`). The answer knows which sections
//! collect the grammar, and names what stands among the productions and belongs to none. Beside the grammar, `examples` finds the strings that the document gives as examples.
//!
//! The surprising case is RFC 2396: four of its productions, `control`, `space`, `delims` and `unwise`,
//! are not in its collected grammar.

mod candidates;
mod extracted;
mod kind;
mod text;
mod groups;
mod html;
mod increments;
mod judge;
mod lines;
mod markdown;
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
