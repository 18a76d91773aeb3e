//! Which place of a production is taken, where it is printed more than once.
//!
//! In: the places of one name, and which of them say the same. Out: the place that is taken. A place that can be
//! read goes before one that cannot, and a section goes before an appendix that says otherwise. Where a collected
//! grammar says what a section says, the collected place is taken.
//!
//! The surprising case is RFC 3339. Its Appendix A, "ISO 8601 Collected ABNF", collects the grammar of another
//! document: in its `time-numoffset` the colon may be missing.

/// A place where a production is printed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Printing {
    /// Whether the place is in the collected grammar.
    pub(super) is_collected: bool,
    /// Whether the place is in an appendix, or in a section whose title says that it collects.
    pub(super) is_aside: bool,
    /// Whether the right side can be read.
    pub(super) is_readable: bool,
}

/// The number of the place that is taken. `is_same` says whether two places say the same.
pub(super) fn taken(places: &[Printing], is_same: impl Fn(usize, usize) -> bool) -> usize {
    let is_some_readable = places.iter().any(|one| one.is_readable);
    let all: Vec<usize> =
        (0..places.len()).filter(|&at| places[at].is_readable == is_some_readable).collect();
    let sections: Vec<usize> = all.iter().copied().filter(|&at| !places[at].is_aside).collect();
    let left = if sections.is_empty() { &all } else { &sections };
    let collected = all.iter().copied().find(|&at| places[at].is_collected);
    let says_what_is_left = |at: &usize| left.iter().any(|one| one == at || is_same(*one, *at));
    if let Some(at) = collected.filter(says_what_is_left) {
        return at;
    }
    match left.iter().all(|&at| at == left[0] || is_same(left[0], at)) {
        true => left[0],
        false => left[left.len() - 1],
    }
}

#[cfg(test)]
mod tests {
    use super::{Printing, taken};

    const SECTION: Printing = Printing { is_collected: false, is_aside: false, is_readable: true };
    const APPENDIX: Printing = Printing { is_aside: true, ..SECTION };
    const COLLECTED: Printing = Printing { is_collected: true, ..APPENDIX };
    const MISPRINT: Printing = Printing { is_readable: false, ..SECTION };
    const FORMAL: Printing = Printing { is_collected: true, ..SECTION };

    #[test]
    fn an_appendix_goes_before_no_section_that_says_otherwise() {
        let same = |_, _| true;
        let other = |_, _| false;
        assert_eq!(taken(&[SECTION, COLLECTED], same), 1);
        assert_eq!(taken(&[SECTION, COLLECTED], other), 0);
        // What is amended is printed last.
        assert_eq!(taken(&[SECTION, SECTION, APPENDIX], other), 1);
        assert_eq!(taken(&[SECTION, SECTION], same), 0);
        // The collected grammar tells which of two sections is meant.
        assert_eq!(taken(&[SECTION, SECTION, COLLECTED], |a, b| (a, b) == (0, 2)), 2);
        // Of appendices, the one that collects.
        assert_eq!(taken(&[APPENDIX, COLLECTED, APPENDIX], other), 1);
        assert_eq!(taken(&[APPENDIX, APPENDIX], other), 1);
        // A section that collects is no appendix.
        assert_eq!(taken(&[FORMAL, SECTION], other), 0);
    }

    #[test]
    fn the_collected_grammar_rights_a_misprint() {
        assert_eq!(taken(&[MISPRINT, COLLECTED], |_, _| false), 1);
        let misprint = Printing { is_readable: false, ..COLLECTED };
        assert_eq!(taken(&[SECTION, misprint], |_, _| false), 0);
        assert_eq!(taken(&[MISPRINT, misprint], |_, _| false), 0);
    }
}
