//! Restricts an automaton to one start state, or rewrites it over another alphabet.

use super::Dfa;
use crate::Acceptor;
use crate::build::bytes::Classes;

impl Dfa {
    /// The minimal automaton of one start state, over the coarsest classes that its language
    /// distinguishes.
    ///
    /// An automaton of a whole grammar has the classes of all its productions; `DIGIT` alone has
    /// two.
    #[must_use]
    pub fn alone(&self, start: usize) -> Self {
        self.alone_from(self.starts[start])
    }

    /// The smallest automaton of what is accepted from a state, over the coarsest classes that it tells
    /// apart.
    pub fn alone_from(&self, state: u32) -> Self {
        let fine = Self { starts: vec![state], ..self.clone() }.minimize();
        let column = |class| -> Vec<u32> {
            (0..fine.states() as u32).map(|state| fine.next(state, class)).collect()
        };
        let columns: Vec<_> = (0..fine.classes.count()).map(column).collect();
        let classes = Classes::numbered(|byte| &columns[fine.classes.of(byte)]);
        fine.over(classes)
    }

    /// The minimal automaton of one start, which answers for its language alone.
    #[must_use]
    pub fn acceptor(&self, start: usize) -> Acceptor {
        let alone = self.alone(start);
        let classes = std::array::from_fn(|byte| alone.classes.of(byte as u8) as u8);
        let representatives = alone.classes.representatives().to_vec();
        Acceptor::new(classes, representatives, alone.next, alone.accept, alone.starts[0])
    }

    /// The same automaton over finer classes: its own classes, refined by `others`.
    #[must_use]
    pub fn finer(&self, others: &Classes) -> Self {
        self.over(self.classes.common(others))
    }

    /// The same automaton over other classes. It must not tell apart two bytes of one of these.
    fn over(&self, classes: Classes) -> Self {
        let row = |state| {
            let letters = classes.representatives();
            letters.iter().map(move |&byte| self.next(state, self.classes.of(byte)))
        };
        let next = (0..self.states() as u32).flat_map(row).collect();
        Self { classes, next, accept: self.accept.clone(), starts: self.starts.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::bytes::ByteSet;
    use crate::build::dfa::difference;

    #[test]
    fn classes_that_a_start_does_not_need_are_one() {
        // Start 0: any number of digits; start 1: of bytes before `5`.
        let sets = [ByteSet::range(b'0', b'9'), ByteSet::range(0, b'4')];
        let step = |&limit: &u8, byte: u8| match (limit, byte) {
            (9, b'0'..=b'9') => 9,
            (4, ..=b'4') => 4,
            _ => 0,
        };
        let both = Dfa::explore(Classes::refine(sets), vec![9, 4], 9, |&limit| limit > 0, step);
        let both = both.unwrap();
        assert_eq!(both.classes().count(), 4);
        for start in [0, 1] {
            let alone = both.alone(start);
            assert_eq!((alone.classes().count(), alone.states(), alone.starts()), (2, 2, 1));
            assert!(difference((&both, start), (&alone, 0)).is_equal());
            let finer = alone.finer(&Classes::refine([ByteSet::single(b'3')]));
            assert_eq!(finer.classes().count(), 3);
            assert!(difference((&finer, 0), (&alone, 0)).is_equal());
        }
    }
}
