//! What is to be said of a string: the verdict and the offset by the automaton of the printed
//! grammar, the components by the tree that pest makes.

use urispec::{Edition, ParseError, Reference, UriRef, check, split};
use urispec_compare::suite::{Case, Suite};

use super::parts::parts;

pub(crate) const RULE: &str = "URI-reference";

/// How much a test does: so much, or with `URISPEC_LONG` the other.
pub(crate) fn scaled(short: usize, long: usize) -> usize {
    if std::env::var_os("URISPEC_LONG").is_some() { long } else { short }
}

/// The first forty, which are the short ones, and of the others each `step`th; with `URISPEC_LONG`, all.
pub(crate) fn some<T>(all: impl Iterator<Item = T>, step: usize) -> impl Iterator<Item = T> {
    let step = scaled(2 * step + 1, 1);
    all.enumerate().filter(move |(at, _)| *at < 40 || at % step == 0).map(|(_, one)| one)
}

pub(crate) fn suite() -> Suite {
    Suite::new(Edition::Rfc3986.production(RULE).unwrap())
}

/// Checks each; gives back how many were valid.
#[track_caller]
pub(crate) fn each(cases: impl Iterator<Item = Case>, holds: impl Fn(&Case)) -> usize {
    let (mut valid, mut invalid) = (0, 0);
    for case in cases {
        let counted = if case.is_valid() { &mut valid } else { &mut invalid };
        *counted += 1;
        holds(&case);
    }
    println!("{valid} valid, {invalid} invalid");
    valid
}

/// Where a parser says that a string is wrong.
#[track_caller]
pub(crate) fn offset<T>(read: &Result<T, ParseError>) -> Option<usize> {
    match read {
        Ok(_) => None,
        Err(ParseError::Syntax(error)) => Some(error.offset()),
        Err(error) => panic!("{error}"),
    }
}

/// The verdict and the offset of the parser; and of a valid string, that Appendix B finds the same.
#[track_caller]
pub(crate) fn holds(case: &Case) {
    let input = &*case.input;
    let read = UriRef::parse(input);
    assert_eq!(offset(&read), case.offset, "{input:?}");
    if let Ok(read) = read {
        assert_eq!(read.components(), split(input), "{input:?}");
    }
}

/// Every way to parse, and every component against the tree's.
#[track_caller]
pub(crate) fn holds_in_full(case: &Case) {
    holds(case);
    let input = &*case.input;
    assert_eq!(offset(&check(Edition::Rfc3986, RULE, input)), case.offset, "{input:?}");
    let constant = UriRef::parse_const(input);
    assert_eq!(offset(&constant.map_err(ParseError::from)), case.offset, "{input:?}");
    let tree = Edition::Rfc3986.production(RULE).unwrap().pest_tree(input);
    assert_eq!(offset(&tree), case.offset, "{input:?}");
    let Ok(tree) = tree else { return };
    let lowered = Reference::try_from(&tree).unwrap();
    let read = Reference::parse_as(Edition::Rfc3986, RULE, input).unwrap();
    assert_eq!(parts(&read), parts(&lowered), "{input:?}");
    assert_eq!(parts(&constant.unwrap()), parts(&lowered), "{input:?}");
    let read = UriRef::parse(input).unwrap();
    assert_eq!((read.path(), read.host()), (lowered.path(), lowered.host()), "{input:?}");
}
