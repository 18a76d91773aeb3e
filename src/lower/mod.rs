//! Lowering: from a tree to types with the meaning that the document gives them.

mod generic;

pub(crate) use generic::lower;
