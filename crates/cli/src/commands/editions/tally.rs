//! How many disagreements there are of each kind, and which editions differ.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;

use urispec_compare::across::{Disagreement, DisagreementKind};
use urispec_views::record::Record;

use crate::input::Item;
use crate::output::counted::grouped;
use crate::output::password::Passwords;
use crate::output::style::{Quoted, Stream, shortened};

/// A kind of disagreement, the editions that differ, and the edition that they differ from.
type Key = (DisagreementKind, &'static str, Vec<&'static str>);

#[derive(Default)]
pub(crate) struct Tally {
    asked: u64,
    disagreed: u64,
    unreadable: u64,
    kinds: BTreeMap<Key, Count>,
}

/// How often a disagreement occurs, and where it occurs first.
struct Count {
    count: u64,
    place: String,
    input: String,
}

impl crate::output::counts::Tally for Tally {
    /// Of each kind the first string stays.
    fn add(&mut self, more: Self) {
        let Self { asked, disagreed, unreadable, kinds } = more;
        self.asked += asked;
        self.disagreed += disagreed;
        self.unreadable += unreadable;
        for (key, more) in kinds {
            match self.kinds.entry(key) {
                Entry::Occupied(mut known) => known.get_mut().count += more.count,
                Entry::Vacant(new) => drop(new.insert(more)),
            }
        }
    }
}

impl Tally {
    pub(crate) fn count(&mut self, item: &Item<'_>, found: &[Disagreement]) {
        self.asked += 1;
        self.disagreed += u64::from(!found.is_empty());
        for one in found {
            let key = (one.kind, one.from, one.by.clone());
            let first = || Count {
                count: 0,
                place: item.origin.to_string(),
                input: item.text().unwrap_or_default().to_owned(),
            };
            self.kinds.entry(key).or_insert_with(first).count += 1;
        }
    }

    pub(crate) const fn unreadable(&mut self) {
        self.unreadable += 1;
    }

    /// How many strings there were, on one line.
    pub(crate) fn counts(&self) -> String {
        let [asked, agreed, disagreed] =
            [self.asked, self.asked - self.disagreed, self.disagreed].map(grouped);
        let all = format!("{asked} asked about: {agreed} agreed on, {disagreed} not");
        match self.unreadable {
            0 => all,
            unreadable => format!("{all}; {} not UTF-8", grouped(unreadable)),
        }
    }

    /// The disagreements, the most frequent first.
    fn sorted(&self) -> Vec<(&Key, &Count)> {
        let mut all: Vec<_> = self.kinds.iter().collect();
        all.sort_by_key(|(_, count)| std::cmp::Reverse(count.count));
        all
    }

    pub(crate) fn records(&self) -> impl Iterator<Item = Record> {
        self.sorted().into_iter().map(|((kind, from, by), Count { count, place, input })| {
            Record::line()
                .with("kind", kind.name())
                .with("from", from)
                .with("by", by)
                .with("count", count)
                .with("place", place)
                .with("input", input)
        })
    }
}

impl Tally {
    /// The counts, and the kinds of disagreement, each with its first string.
    pub(crate) fn shown(&self, stream: Stream, passwords: Passwords) -> impl fmt::Display {
        fmt::from_fn(move |f| self.show(stream, passwords, f))
    }

    fn show(
        &self,
        stream: Stream,
        passwords: Passwords,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        writeln!(f, "{}", self.counts())?;
        for ((kind, from, by), Count { count, place, input }) in self.sorted() {
            let count = grouped(*count);
            let head = format!("{count:>9}  {kind:<10}  {} (unlike {from})", by.join(" "));
            let input = Quoted(input.as_bytes(), stream, passwords).to_string();
            let input = shortened(&input, 96 - 23, stream);
            writeln!(f, "{head}\n{:23}{place}: {input}", "")?;
        }
        Ok(())
    }
}
