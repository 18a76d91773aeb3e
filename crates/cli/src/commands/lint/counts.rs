//! The numbers of a linted list: strings with findings and without, and invalid ones.
//!
//! The surprising case: an invalid string may have findings of the security pack, and of the URL Standard. Such a string
//! is counted by its findings, and once more as invalid. Where no lint looks at invalid strings, they are of a third
//! kind.

use std::fmt;

use crate::output::counted::grouped;
use crate::output::counts::Tally;

#[derive(Clone, Copy, Default)]
pub(super) struct Counts {
    clean: u64,
    found: u64,
    /// Invalid strings at which no lint looked.
    unseen: u64,
    /// Invalid strings among those with findings and without.
    invalid: u64,
}

impl Counts {
    /// Counts a string with the number of its findings, which is none if no lint looked at it.
    pub(super) const fn count(&mut self, found: Option<usize>, is_invalid: bool) {
        match found {
            None => self.unseen += 1,
            Some(0) => self.clean += 1,
            Some(_) => self.found += 1,
        }
        if found.is_some() && is_invalid {
            self.invalid += 1;
        }
    }
}

impl Tally for Counts {
    fn add(&mut self, Self { clean, found, unseen, invalid }: Self) {
        self.clean += clean;
        self.found += found;
        self.unseen += unseen;
        self.invalid += invalid;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = grouped(self.clean + self.found + self.unseen);
        let [clean, found] = [self.clean, self.found].map(grouped);
        write!(f, "{all} linted: {clean} without findings, {found} with")?;
        match self.invalid {
            0 => write!(f, ", {} invalid", grouped(self.unseen)),
            invalid => {
                if self.unseen > 0 {
                    write!(f, ", {} invalid and not looked at", grouped(self.unseen))?;
                }
                write!(f, "; {} of these invalid", grouped(invalid))
            }
        }
    }
}
