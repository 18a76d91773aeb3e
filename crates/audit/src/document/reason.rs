//! Why lines that look like a production are left out.

use crate::notation::Term;

/// The reason why lines that look like a production are left out.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum LeftOutReason {
    /// The lines are a statement of a program, or a rule of EBNF: each ends in `;` with nothing after it.
    #[error("the line ends in `;` with no comment after it, as a statement of a program does")]
    Statement,
    /// The lines stand among those of a program.
    #[error("lines of a program stand beside it")]
    Program,
    /// The lines stand in a list whose left sides are no names.
    #[error("it stands in a list of lines with `=` whose left sides are no names")]
    Row,
    /// The lines are part of a paragraph of prose.
    #[error("it is part of a paragraph of prose")]
    Prose,
    /// The lines are parameters of a header field, an example of which goes on there.
    #[error("it goes on with an example of a header field, `Name: value`, that stands above it")]
    Field,
    /// The right side cannot be read, and nothing says that this is a production all the same.
    #[error("its right side is no expression: {why}")]
    Unreadable {
        /// What is wrong with the right side.
        why: String,
    },
    /// The right side has only names, which nothing defines; nothing uses the name; and no production stands
    /// beside the line.
    #[error(
        "its right side has only words that nothing defines, nothing uses its name, and no production \
         stands beside it"
    )]
    Words,
    /// The section shows how productions are written: it defines names in several ways, and most of them
    /// are not in the collected grammar.
    #[error(
        "it is an example: section {section} defines the same name in several ways, and most of what \
         it defines is not in the collected grammar"
    )]
    Example {
        /// The section.
        section: String,
    },
    /// The document says that the block is in another language.
    #[error("the document says that the block is `{language}`, which is not read here")]
    Language {
        /// The language, as the document names it.
        language: String,
    },
    /// The line stands in a block of a grammar, or among productions, and belongs to none.
    #[error("it stands in a block of a grammar, and belongs to no production")]
    Stray,
    /// The lines may be a part of a production, from which an empty line or the end of a page divides them.
    #[error(
        "it stands deeper than `{production}` above it, behind an empty line, and may be a part of that; it is not \
         taken for one"
    )]
    Apart {
        /// The production.
        production: String,
    },
}

impl LeftOutReason {
    /// The name of the reason, in one word.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Statement => "statement",
            Self::Program => "program",
            Self::Row => "row",
            Self::Prose => "prose",
            Self::Field => "field",
            Self::Unreadable { .. } => "unreadable",
            Self::Words => "words",
            Self::Example { .. } => "example",
            Self::Language { .. } => "language",
            Self::Stray => "stray",
            Self::Apart { .. } => "apart",
        }
    }

    /// Whether both reasons are the same but for what they say of a right side.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        self == other || matches!((self, other), (Self::Unreadable { .. }, Self::Unreadable { .. }))
    }
}

/// The right side of a production, or why it cannot be read.
pub(super) type Right = Result<Term, String>;
