//! Ranks the kinds of difference, each with the number of strings, the readers that differ, and the shortest examples.

use std::collections::BTreeMap;

use serde_json::Value;
use urispec_compare::parsers::{Difference, Group, GroupAnswer, ParserAnswer, Weight};
use urispec_views::record::Record;

use super::table;
use super::table::{Danger, Veil};
use crate::findings::BaselineDiff;
use crate::input::Item;
use crate::output::{Passwords, Tally, counted, grouped};

/// The maximum number of groups of differences. With three readers there are about a hundred.
const MOST: usize = 4000;

/// The kind of answer that a group of readers gives, without the text of the answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Sort {
    Text,
    Nothing,
    Valid,
    Invalid,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    rank: u8,
    aspect: &'static str,
    weight: Weight,
    spellings: Vec<&'static str>,
    groups: Vec<(Sort, Vec<usize>)>,
}

struct Example {
    place: String,
    text: String,
    summary: String,
    values: Vec<GroupAnswer>,
}

#[derive(Default)]
struct Counted {
    count: u64,
    examples: Vec<Example>,
}

/// The counts of a part of the input, or of all of it.
#[derive(Default)]
pub(super) struct DifferTally {
    pub(super) most: usize,
    asked: u64,
    /// The number of strings with a difference in more than spelling.
    differing: u64,
    /// The number of strings whose only differences are in spelling.
    canonical: u64,
    unreadable: u64,
    /// The number of strings for which a reader gave no answer.
    failed: u64,
    /// The number of strings in `failed` that have no known difference.
    unknown: u64,
    pub(super) conflicts: u64,
    /// The differences that were found, if a baseline is read or written.
    pub(super) made: BaselineDiff,
    /// The number of differences that belong to no group, since there were too many groups.
    pub(super) beyond: u64,
    kinds: BTreeMap<Key, Counted>,
    /// For each reader that gave no answer to some string: the number of such strings, and a message about the first.
    pub(super) crashes: BTreeMap<usize, (u64, String)>,
}

impl Tally for DifferTally {
    fn add(&mut self, other: Self) {
        self.most = self.most.max(other.most);
        self.asked += other.asked;
        self.differing += other.differing;
        self.canonical += other.canonical;
        self.unreadable += other.unreadable;
        self.failed += other.failed;
        self.unknown += other.unknown;
        self.conflicts += other.conflicts;
        self.made.add(other.made);
        self.beyond += other.beyond;
        for (reader, (count, first)) in other.crashes {
            self.crashes.entry(reader).or_insert((0, first)).0 += count;
        }
        for (key, kind) in other.kinds {
            if self.kinds.len() >= MOST && !self.kinds.contains_key(&key) {
                self.beyond += kind.count;
                continue;
            }
            let total = self.kinds.entry(key).or_default();
            total.count += kind.count;
            for example in kind.examples {
                total.add(example, self.most);
            }
        }
    }
}

impl DifferTally {
    pub(super) const fn unreadable(&mut self) {
        self.asked += 1;
        self.unreadable += 1;
    }

    pub(super) fn count(
        &mut self,
        item: &Item<'_>,
        answers: &[ParserAnswer<'_>],
        found: &[Difference],
        names: &[String],
        passwords: Passwords,
    ) {
        self.asked += 1;
        for (reader, answer) in answers.iter().enumerate() {
            if let Some(how) = &answer.crash {
                let first = || (0, format!("{}: the program {how}", item.origin));
                self.crashes.entry(reader).or_insert_with(first).0 += 1;
            }
        }
        let has_failed = answers.iter().any(|answer| answer.crash.is_some());
        self.failed += u64::from(has_failed);
        self.unknown += u64::from(has_failed && found.is_empty());
        if found.iter().any(|one| one.weight != Weight::Canonical) {
            self.differing += 1;
        } else if !found.is_empty() {
            self.canonical += 1;
        }
        for one in found {
            let key = Key::new(one);
            if self.kinds.len() >= MOST && !self.kinds.contains_key(&key) {
                self.beyond += 1;
                continue;
            }
            let kind = self.kinds.entry(key).or_default();
            kind.count += 1;
            let text = item.text().unwrap_or_default();
            let is_kept = kind.examples.len() < self.most
                || kind.examples.last().is_some_and(|last| text.len() < last.text.len());
            if is_kept && self.most > 0 {
                let summary = table::summary(one, names, &Veil::new(text, passwords));
                let place = item.origin.to_string();
                let values = one.groups.iter().map(|group| group.answer.clone()).collect();
                kind.add(Example { place, text: text.to_owned(), summary, values }, self.most);
            }
        }
    }

    /// Returns the counts of strings as one line.
    pub(super) fn counts(&self, is_against: bool) -> String {
        let equal = self.asked - self.differing - self.canonical - self.unreadable - self.unknown;
        let asked = counted(self.asked, "string");
        let [equal, canonical, differing] = [equal, self.canonical, self.differing].map(grouped);
        let mut all = format!("{asked}: {differing} read differently");
        all += &format!(", {canonical} only spelled differently, {equal} the same");
        if is_against {
            let conflicts = grouped(self.conflicts);
            all =
                format!("{asked}: readers disagree on whether the host of {conflicts} is allowed");
        }
        if self.failed > 0 {
            all += &format!("; a reader gave no answer to {}", grouped(self.failed));
        }
        if self.unreadable > 0 {
            all += &format!("; {} not UTF-8", grouped(self.unreadable));
        }
        all
    }

    fn sorted(&self, canonical: bool) -> Vec<(&Key, &Counted)> {
        let is_shown = |(key, _): &(&Key, &Counted)| canonical || key.weight != Weight::Canonical;
        let mut all: Vec<_> = self.kinds.iter().filter(is_shown).collect();
        all.sort_by_key(|(key, kind)| (key.rank, std::cmp::Reverse(kind.count)));
        all
    }

    pub(super) fn records(&self, canonical: bool, names: &[String]) -> Vec<Record> {
        let record = |(key, kind): (&Key, &Counted)| {
            let groups = key.groups.iter().map(|(sort, readers)| {
                let readers: Vec<_> = readers.iter().filter_map(|at| names.get(*at)).collect();
                let record = Record::new().with("readers", readers);
                match sort {
                    // The text differs from string to string: see the examples.
                    Sort::Text => record,
                    Sort::Nothing => record.with_null("said", None::<&str>),
                    Sort::Valid => record.with("said", true),
                    Sort::Invalid => record.with("said", false),
                }
            });
            let examples = kind.examples.iter().map(|example| {
                let said: Vec<_> = example.values.iter().map(value).collect();
                Record::new()
                    .with("place", &example.place)
                    .with("input", &example.text)
                    .with("said", said)
            });
            Record::line()
                .with("danger", Danger::from_rank(key.rank).name)
                .with("aspect", key.aspect)
                .with("weight", key.weight.name())
                .with("spellings", &key.spellings)
                .with_all("groups", groups)
                .with("count", kind.count)
                .with_all("examples", examples)
        };
        self.sorted(canonical).into_iter().map(record).collect()
    }

    pub(super) fn ranking(&self, canonical: bool, names: &[String]) -> Vec<Ranked<'_>> {
        let full = self.sorted(canonical).into_iter().map(|(key, kind)| Ranked {
            rank: key.rank,
            count: kind.count,
            what: key.aspect.to_owned() + &key.spelled(),
            partition: key.partition(names),
            kind: Some(kind),
        });
        let mut all: Vec<_> = full.collect();
        if !canonical {
            // Differences in spelling have one line for each aspect and spelling, whichever readers differ.
            let mut counts: BTreeMap<(u8, String), u64> = BTreeMap::new();
            for (key, kind) in self.kinds.iter().filter(|(key, _)| key.weight == Weight::Canonical)
            {
                let what = key.aspect.to_owned() + &key.spelled();
                *counts.entry((key.rank, what)).or_default() += kind.count;
            }
            let mut lines: Vec<_> = counts.into_iter().collect();
            lines.sort_by_key(|((rank, _), count)| (*rank, std::cmp::Reverse(*count)));
            all.extend(lines.into_iter().map(|((rank, what), count)| Ranked {
                rank,
                count,
                what,
                partition: String::new(),
                kind: None,
            }));
        }
        all
    }
}

fn value(said: &GroupAnswer) -> Value {
    match said {
        GroupAnswer::Valid(is_valid) => Value::Bool(*is_valid),
        GroupAnswer::Nothing => Value::Null,
        GroupAnswer::Text(text) => Value::String(text.clone()),
    }
}

pub(super) struct Ranked<'t> {
    pub(super) rank: u8,
    pub(super) count: u64,
    pub(super) what: String,
    pub(super) partition: String,
    kind: Option<&'t Counted>,
}

impl Ranked<'_> {
    /// Returns the place, the string and the summary of each example.
    pub(super) fn examples(&self) -> impl Iterator<Item = (&str, &str, &str)> {
        let examples = self.kind.map_or(&[][..], |kind| &kind.examples);
        examples.iter().map(|one| (&*one.place, &*one.text, &*one.summary))
    }
}

impl Counted {
    fn add(&mut self, example: Example, most: usize) {
        self.examples.push(example);
        self.examples.sort_by_key(|example| example.text.len());
        self.examples.truncate(most);
    }
}

impl Key {
    fn new(one: &Difference) -> Self {
        let group = |group: &Group| {
            let sort = match &group.answer {
                GroupAnswer::Valid(true) => Sort::Valid,
                GroupAnswer::Valid(false) => Sort::Invalid,
                GroupAnswer::Text(text) if !text.is_empty() || one.weight != Weight::Canonical => {
                    Sort::Text
                }
                _ => Sort::Nothing,
            };
            (sort, group.readers.clone())
        };
        Self {
            rank: one.rank(),
            aspect: one.aspect.name(),
            weight: one.weight,
            spellings: one.spellings.iter().map(|spelling| spelling.name()).collect(),
            groups: one.groups.iter().map(group).collect(),
        }
    }

    fn spelled(&self) -> String {
        self.spellings.iter().map(|name| format!(" [{name}]")).collect()
    }

    /// Names the groups of readers, as in `appendix-b, urispec ≠ whatwg`.
    fn partition(&self, names: &[String]) -> String {
        let groups = self.groups.iter().map(|(sort, readers)| {
            let by = table::by(readers, names);
            match sort {
                Sort::Text => by,
                Sort::Nothing => format!("{by} (none)"),
                Sort::Valid => format!("{by} (yes)"),
                Sort::Invalid => format!("{by} (no)"),
            }
        });
        groups.collect::<Vec<_>>().join(" ≠ ")
    }
}
