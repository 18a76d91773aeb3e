//! That the parsers of this library accept exactly their productions, and find the components where
//! the trees have them: on suites that would tell them from every other automaton of their size, on
//! these moved along to where blocks of bytes meet, and on all short strings.

mod conformance {
    mod oracle;
    mod shifted;
    mod short;
    mod suites;
}
