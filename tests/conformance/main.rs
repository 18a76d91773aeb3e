//! That the parsers of this library accept exactly their productions, and find the components where
//! the trees have them: on suites that would tell them from every other automaton of their size, on
//! these moved along to where blocks of bytes meet, on all short strings, and on random long ones. And
//! that the suites of resolution and of normalization find who does otherwise.

mod divided;
mod parts;
mod processing;
mod suites;
mod validity;
