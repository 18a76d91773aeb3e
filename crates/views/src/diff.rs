//! Where two editions differ, as JSON.

use urispec_compare::diff::{Comparison, Diff, Divergence, Language, divergences};

use crate::record::Record;

/// What the program says of this JSON.
pub const HELP: &str = "\
Print one JSON object; without editions, one per line for each pair of editions.

Its keys: `schema`, `left`, `right` (editions), `left_rule`, `right_rule` (of --rule), `relation` \
(`equal`, `within`, `contains`, `overlaps`, `disjoint`: what the left language is to the right \
one), `only_left`, `only_right`, `common` (shortest strings), `left_kinds` and `right_kinds` \
[{`input`, `offset`, `bytes`, `production`}], `rules` and `pairs` [{`left_rule`, `right_rule`, \
`by` (`name`, `spelling`, `language`, `role`, `document`, `term`), `relation`, `only_left`, `only_right`, `common`}], \
`gone` [..], `appeared` [..]. A key that is absent is undefined. If one side is a file: `schema`, `left`, \
`right`, `changed` (whether anything differs), `pairs`, `gone` and `appeared`, and in a pair `undecided` \
(the reason) where there is no relation; with --rule, `relation` and the strings. A string that is not \
UTF-8 has a key that ends in `_hex`.";

/// Where two editions differ.
pub fn of(found: &Diff) -> Record {
    let Diff { whole, rules, pairs, gone, appeared, .. } = found;
    let pairs = pairs.iter().map(|pair| rules_of(&pair.comparison).with("by", pair.by.name()));
    let names = |all: &[Language]| all.iter().map(Language::name).collect::<Vec<_>>();
    kinds(self::whole(whole), whole)
        .with_all("rules", rules.iter().map(rules_of))
        .with_all("pairs", pairs)
        .with("gone", names(gone))
        .with("appeared", names(appeared))
}

/// Where two productions differ.
pub fn of_rules(comparison: &Comparison) -> Record {
    let record = begun(comparison)
        .with("left_rule", comparison.left.name())
        .with("right_rule", comparison.right.name());
    kinds(related(record, comparison), comparison)
}

/// What two languages are to each other.
pub fn whole(comparison: &Comparison) -> Record {
    related(begun(comparison), comparison)
}

fn begun(Comparison { left, right, .. }: &Comparison) -> Record {
    Record::line().with("left", left.edition().id()).with("right", right.edition().id())
}

fn rules_of(comparison: &Comparison) -> Record {
    let record = Record::new()
        .with("left_rule", comparison.left.name())
        .with("right_rule", comparison.right.name());
    related(record, comparison)
}

fn related(record: Record, comparison: &Comparison) -> Record {
    record
        .with("relation", comparison.relation.name())
        .with("only_left", &comparison.only_left)
        .with("only_right", &comparison.only_right)
        .with("common", &comparison.common)
}

fn kinds(record: Record, Comparison { left, right, .. }: &Comparison) -> Record {
    let [ours, theirs] = [divergences(left, right), divergences(right, left)];
    record
        .with_all("left_kinds", ours.iter().map(divergence))
        .with_all("right_kinds", theirs.iter().map(divergence))
}

fn divergence(Divergence { text, offset, bytes, production, .. }: &Divergence) -> Record {
    let bytes = Some(String::from_utf8_lossy(bytes)).filter(|bytes| !bytes.is_empty());
    Record::new()
        .with("input", text)
        .with("offset", offset)
        .with("bytes", bytes)
        .with("production", production)
}
