//! The productions that changed, with strings that only the old or only the new production derives.

use std::collections::BTreeSet;

use urispec::{Edition, Node, grammar::Notation};

use super::{
    ChangeKind, CharacterRun, Entry, Evidence, Manner, and, characters, document, name, quoted,
    ranges, runs, singles, without,
};
use crate::diff::{Comparison, Diff, Language, Relation, TranslationLine, divergences, rows};

// The productions that changed.

const KIND: ChangeKind = ChangeKind::Productions;

/// The maximum number of strings per language in a sentence. Its evidence lists all the strings.
const SHOWN: usize = 3;

/// A triplet, to test whether a class contains triplets in addition to characters.
const TRIPLET: &str = "%00";

/// Returns an entry for each production that changed, and the number of unchanged productions.
pub(super) fn entries(since: Edition, edition: Edition) -> (Vec<Entry>, usize) {
    let Diff { pairs, mut gone, appeared: mut new, .. } = Diff::new(since, edition);
    let mut pairs: Vec<Comparison> = pairs.into_iter().map(|pair| pair.comparison).collect();
    pairs.sort_by_key(|pair| pair.right.place());
    gone.sort_by_key(Language::place);
    new.sort_by_key(Language::place);
    if stands_on(edition, since) {
        gone.clear();
    }
    if stands_on(since, edition) {
        new.clear();
    }
    if since == edition {
        // Two grammars of one edition may differ in a production of one name; nothing changed.
        return (Vec::new(), pairs.len());
    }
    // Entries with their places, since new productions are listed between changed ones.
    let mut own = Vec::new();
    let mut by_others = Vec::new();
    let mut same = 0;
    own.extend(whole(since, edition, &pairs).map(|entry| ((0, 0), entry)));
    for pair in &pairs {
        match (pair.relation, pair.left.first().rule() == pair.right.first().rule()) {
            (Relation::Equal, true) => same += 1,
            (Relation::Equal, false) => own.push((pair.right.place(), renamed(pair))),
            _ => {
                let (entry, is_own) = changed(pair, &pairs);
                let entries = if is_own { &mut own } else { &mut by_others };
                entries.push((pair.right.place(), entry));
            }
        }
    }
    own.extend(new.iter().map(|one| (one.place(), alone(one, since, Manner::New))));
    own.sort_by_key(|(place, _)| *place);
    let gone = gone.iter().map(|one| alone(one, edition, Manner::Gone));
    let entries = own.into_iter().chain(by_others).map(|(_, entry)| entry);
    (entries.chain(gone).collect(), same)
}

/// Returns whether the grammars of an edition use the productions of `other`, or of a document that
/// amends `other`. The productions of `other` are then neither gone nor new.
fn stands_on(edition: Edition, other: Edition) -> bool {
    let over = edition.grammars().iter().flat_map(|grammar| grammar.extends());
    let mut over = over.filter_map(|id| Edition::every().find(|one| one.id() == *id));
    over.any(|one| one == other || one.amends() == Some(other))
}

fn section(language: &Language) -> Option<&'static str> {
    Some(language.first().section())
}

/// Returns the entry about the whole strings that only one of the editions accepts. Returns `None` if
/// there are none, or if `pairs` already compares the two default whole-string productions.
fn whole(since: Edition, edition: Edition, pairs: &[Comparison]) -> Option<Entry> {
    let defaults = [since, edition].map(|edition| edition.whole_rules()[0]);
    let is_default =
        |pair: &Comparison| [&pair.left, &pair.right].map(|side| side.first().rule()) == defaults;
    if pairs.iter().any(is_default) {
        return None;
    }
    let whole = Comparison::new(Language::whole(since), Language::whole(edition));
    if whole.relation == Relation::Equal {
        return None;
    }
    let found = OneSidedStrings::of(&whole, &[]);
    let brief = format!("The document as a whole {}", derives(manner(whole.relation)));
    let sentence =
        format!("The document accepts other strings as whole strings: {}.", found.said(&whole));
    Some(Entry {
        since_section: section(&whole.left),
        section: section(&whole.right),
        evidence: found.evidence(&whole),
        ..Entry::new(KIND, manner(whole.relation), "whole strings", &brief, sentence)
    })
}

fn renamed(pair: &Comparison) -> Entry {
    let (old, new) = (pair.left.name(), pair.right.name());
    let sentence = format!(
        "{} is called {}, and derives the same strings.{}",
        name(&old),
        name(&new),
        translated(pair)
    );
    let brief = format!("{} is now {}", name(&old), name(&new));
    Entry {
        since_section: section(&pair.left),
        section: section(&pair.right),
        ..Entry::new(KIND, Manner::Renamed, &new, &brief, sentence)
    }
}

/// Returns a sentence if a document translates one production of the pair as anything but the other
/// one. Otherwise, returns an empty text.
fn translated(pair: &Comparison) -> String {
    let says = |rule: &Language, other: &Language| {
        let translation = Translation::of(rule, other.edition())?;
        let is_other = other.rules().all(|name| name != translation.says);
        let clause = || translation.clause(&name(&rule.name()));
        is_other.then(|| format!(" In {} {}.", translation.section, clause()))
    };
    let said = says(&pair.left, &pair.right).or_else(|| says(&pair.right, &pair.left));
    said.unwrap_or_default()
}

/// Returns the entry of a production that has no counterpart in another edition.
fn alone(language: &Language, other: Edition, manner: Manner) -> Entry {
    let subject = language.name();
    let what = if manner == Manner::New { "new" } else { "gone" };
    let shortest = language.shortest();
    let characters = characters(language).filter(|characters| !characters.is_empty());
    let shown = match (&characters, &shortest) {
        (Some(all), _) => {
            let triplets = if language.has(TRIPLET) { ", and any triplet" } else { "" };
            format!("Its characters are {}{triplets}.", and(&ranges(all)))
        }
        (_, Some(text)) => format!("Its shortest string is {}.", quoted(text)),
        (_, None) => "It derives no string.".to_owned(),
    };
    let core = core_rule(language).filter(|_| has_core_rules(other));
    let translation = Translation::of(language, other);
    let instead = match (core, &translation) {
        (Some(core), _) => format!("{} uses {} of its notation", document(other), name(core)),
        (None, Some(translation)) => translation.clause("it"),
        (None, None) => format!("{} has no counterpart of it", document(other)),
    };
    let sentence = format!("{} is {what}: {instead}. {shown}", name(&subject));
    let by = language.edition();
    let own = section(language);
    let replacement = core.or(translation.as_ref().map(|translation| translation.says));
    let brief = match replacement.filter(|_| manner == Manner::Gone) {
        Some(replacement) => {
            format!("{} is {what}, replaced by {}", name(&subject), name(replacement))
        }
        None => format!("{} is {what}", name(&subject)),
    };
    let others = translation.as_ref().map(|translation| translation.section);
    let (since_section, section) =
        if manner == Manner::New { (others, own) } else { (own, others) };
    let evidence = match &translation {
        // The replacement may derive the shortest string too.
        Some(translation) => translation.evidence(),
        None => shortest.into_iter().map(|text| Evidence::Derived { by, text }).collect(),
    };
    Entry {
        since_section,
        section,
        evidence,
        ..Entry::new(KIND, manner, &subject, &brief, sentence)
    }
}

/// Returns whether an edition is written in a notation with built-in productions: ABNF (RFC 5234,
/// B.1).
fn has_core_rules(edition: Edition) -> bool {
    edition.grammars().iter().all(|grammar| grammar.notation() == Notation::Abnf)
}

/// Returns the core rule of ABNF that derives the same strings as a class of characters.
fn core_rule(language: &Language) -> Option<&'static str> {
    let characters = characters(language)?;
    type Class = fn(&u8) -> bool;
    let is = |class: Class| runs(&(0..0x80).filter(class).collect::<Vec<_>>()) == characters;
    let rules: [(&str, Class); 3] = [
        ("ALPHA", u8::is_ascii_alphabetic),
        ("DIGIT", u8::is_ascii_digit),
        ("HEXDIG", u8::is_ascii_hexdigit),
    ];
    let found = rules.into_iter().find(|(_, class)| is(*class) && !language.has(TRIPLET))?;
    Some(found.0)
}

/// Returns the entry of a production whose language differs from its counterpart's. Also returns
/// whether the production itself differs, rather than only the productions that it uses.
fn changed(pair: &Comparison, pairs: &[Comparison]) -> (Entry, bool) {
    let found = OneSidedStrings::of(pair, pairs);
    let (old, new) = (pair.left.name(), pair.right.name());
    let is_own = !found.kinds.iter().all(Vec::is_empty);
    let since = document(pair.left.edition());
    let change = match manner(pair.relation) {
        Manner::Wider => "is wider".to_owned(),
        Manner::Narrower => "is narrower".to_owned(),
        Manner::Other => format!("has no string in common with that of {since}"),
        _ => "differs".to_owned(),
    };
    let named = if old == new {
        name(&new)
    } else if pair.left.first().rule() == pair.right.first().rule() {
        // One of the editions has two grammars with such a production.
        format!("{}, compared with {},", name(&new), name(&old))
    } else {
        format!("{}, which {since} calls {},", name(&new), name(&old))
    };
    let mut through: Vec<String> = Vec::new();
    for &at in &found.through {
        let name = name(pairs[at].right.first().rule());
        if !through.contains(&name) {
            through.push(name);
        }
    }
    let through = and(&through);
    let known =
        if old == new { name(&new) } else { format!("{} ({} before)", name(&new), name(&old)) };
    let by = if is_own { String::new() } else { format!(", through {through}") };
    let brief = format!("{known} {}{by}", derives(manner(pair.relation)));
    let sentence = match (is_own, through.is_empty()) {
        (true, true) => format!("{named} {change}: {}.", found.said(pair)),
        (true, false) => {
            format!("{named} {change}: {}. It differs through {through} too.", found.said(pair))
        }
        (false, _) => format!("{named} {change}, through {through}: {}.", found.first(pair)),
    };
    let sentence = sentence + &translated(pair);
    let entry = Entry {
        since_section: section(&pair.left),
        section: section(&pair.right),
        evidence: found.evidence(pair),
        ..Entry::new(KIND, manner(pair.relation), &new, &brief, sentence)
    };
    (entry, is_own)
}

/// Returns a phrase for how the strings of a production relate to its counterpart's strings.
const fn derives(manner: Manner) -> &'static str {
    match manner {
        Manner::Wider => "derives more strings",
        Manner::Narrower => "derives fewer strings",
        Manner::Other => "derives none of the earlier strings",
        _ => "derives new strings, and no longer derives some others",
    }
}

/// Returns the manner in which the left language changed into the right language.
fn manner(relation: Relation) -> Manner {
    match relation {
        // Equal languages are not passed here.
        Relation::Narrower | Relation::Equal => Manner::Wider,
        Relation::Wider => Manner::Narrower,
        Relation::Overlapping => Manner::Overlapping,
        Relation::Disjoint => Manner::Other,
    }
}

/// The strings that only one language of a pair has; each array has the left language first.
struct OneSidedStrings {
    /// The strings that show a difference of the production itself, one of each kind.
    kinds: [Vec<String>; 2],
    /// All characters that only one language has, if both are classes of characters.
    characters: Option<[Vec<CharacterRun>; 2]>,
    /// The strings that show a difference through another production, one of each kind.
    others: [Vec<String>; 2],
    /// The indices of the pairs of productions that cause the strings in `others`.
    through: BTreeSet<usize>,
}

impl OneSidedStrings {
    fn of(pair: &Comparison, pairs: &[Comparison]) -> Self {
        let mut found = Self {
            kinds: Default::default(),
            characters: None,
            others: Default::default(),
            through: BTreeSet::new(),
        };
        if let (Some(old), Some(new)) = (characters(&pair.left), characters(&pair.right)) {
            let lost = [without(&old, &new), without(&new, &old)];
            if !lost.iter().all(Vec::is_empty) {
                found.kinds = [singles(&lost[0]), singles(&lost[1])];
                found.characters = Some(lost);
                return found;
            }
        }
        let sides = [
            (ChangeSide::Left, &pair.left, &pair.right, &pair.only_left),
            (ChangeSide::Right, &pair.right, &pair.left, &pair.only_right),
        ];
        for (at, (side, language, other, shortest)) in sides.into_iter().enumerate() {
            let mut texts: Vec<String> = shortest.iter().cloned().collect();
            for divergence in divergences(language, other) {
                if !texts.contains(&divergence.text) {
                    texts.push(divergence.text);
                }
            }
            for text in texts {
                let by = through(&text, side, pair, pairs);
                let kinds = if by.is_empty() { &mut found.kinds } else { &mut found.others };
                kinds[at].push(text);
                found.through.extend(by);
            }
        }
        found
    }

    /// Returns a clause with the strings that show the pair's own difference.
    fn said(&self, pair: &Comparison) -> String {
        match &self.characters {
            Some(lost) => {
                let shown = |all: &Vec<CharacterRun>| (!all.is_empty()).then(|| and(&ranges(all)));
                said(lost.each_ref().map(shown), pair)
            }
            None => said(self.kinds.each_ref().map(|texts| shown(texts, SHOWN)), pair),
        }
    }

    /// Returns a clause that shows, for each language, the shortest string that only it has.
    fn first(&self, pair: &Comparison) -> String {
        said(self.others.each_ref().map(|texts| shown(texts, 1)), pair)
    }

    fn evidence(&self, pair: &Comparison) -> Vec<Evidence> {
        let by = [pair.left.edition(), pair.right.edition()];
        let all = self.kinds.iter().zip(by).chain(self.others.iter().zip(by));
        all.flat_map(|(texts, by)| {
            texts.iter().map(move |text| Evidence::Derived { by, text: text.clone() })
        })
        .collect()
    }
}

fn said([old, new]: [Option<String>; 2], pair: &Comparison) -> String {
    let document = document(pair.right.edition());
    match (old, new) {
        (None, Some(new)) => format!("{document} also derives {new}"),
        (Some(old), None) => format!("{document} does not derive {old}"),
        (Some(old), Some(new)) => {
            format!("{document} also derives {new}, and does not derive {old}")
        }
        (None, None) => format!("{document} derives other strings"),
    }
}

/// Returns at most `most` of the strings in quotes, and the number of the remaining strings.
fn shown(texts: &[String], most: usize) -> Option<String> {
    if texts.is_empty() {
        return None;
    }
    let shown: Vec<String> = texts.iter().take(most).map(|text| quoted(text)).collect();
    Some(match texts.len().saturating_sub(most) {
        0 => and(&shown),
        1 => format!("{} and 1 more kind of string", shown.join(", ")),
        more => format!("{} and {more} more kinds of string", shown.join(", ")),
    })
}

// The called productions that make two productions differ.
//
// The surprising case: a class of characters leaves no node in a tree, so nothing differs through
// it. A production that is wider by a character is listed itself.

/// A side of a comparison.
#[derive(Clone, Copy)]
pub(super) enum ChangeSide {
    Left,
    Right,
}

impl ChangeSide {
    /// Returns the language of this side of a pair, and the language of the other side.
    fn of(self, pair: &Comparison) -> (&Language, &Language) {
        match self {
            Self::Left => (&pair.left, &pair.right),
            Self::Right => (&pair.right, &pair.left),
        }
    }
}

/// Explains why only one side of a pair has a string: returns the numbers of the pairs that cause
/// the difference.
pub(super) fn through(
    text: &str,
    side: ChangeSide,
    pair: &Comparison,
    pairs: &[Comparison],
) -> Vec<usize> {
    let (language, _) = side.of(pair);
    let mut found = Vec::new();
    let tree = language.deriving(text).and_then(|production| production.tree(text).ok());
    if let Some(tree) = tree {
        let stem = language.first().grammar().stem();
        tree.children().iter().for_each(|child| deepest(child, side, stem, pairs, &mut found));
    }
    found
}

/// Finds the deepest nodes whose text is derived by their production, but not by its counterpart.
/// Collects the indices of these pairs. Trees have bounded depth, since no grammar recurses.
fn deepest(
    node: &Node<'_>,
    side: ChangeSide,
    stem: &str,
    pairs: &[Comparison],
    found: &mut Vec<usize>,
) {
    let before = found.len();
    node.children().iter().for_each(|child| deepest(child, side, stem, pairs, found));
    if found.len() > before {
        return;
    }
    let is_lost = |pair: &Comparison| {
        let (own, other) = side.of(pair);
        let production = own.first();
        production.rule() == node.rule()
            && production.grammar().stem() == stem
            && !other.has(node.text())
    };
    found.extend(pairs.iter().position(is_lost));
}

// A document's table of replacements for the rules of an older document.
//
// The surprising case: a translation need not be the production that derives the same strings. RFC
// 3986 has `path-noscheme` for RFC 2396's `rel_path`, and translates it as `path-rootless` (D.2).

/// A document's replacement for a rule of an older document.
pub(super) struct Translation {
    by: Edition,
    /// The replacement, as printed: one production or several.
    pub(super) says: &'static str,
    pub(super) section: &'static str,
    /// The rule compared with its replacement, if the replacement is one production.
    compared: Option<Comparison>,
}

impl Translation {
    /// Returns the translation of a production by the document of another edition.
    pub(super) fn of(language: &Language, by: Edition) -> Option<Self> {
        let rule = language.rules().next()?;
        let is_meant =
            |row: &TranslationLine| row.document == language.edition().id() && row.rule == rule;
        let TranslationLine { says, section, .. } = rows(by).find(is_meant)?;
        let replacement = by.production(says).ok().map(Language::new);
        let compared = replacement.map(|other| Comparison::new(language.clone(), other));
        Some(Self { by, says, section, compared })
    }

    /// Returns a clause that says how the document translates `what`, and how the strings of the
    /// rule and of its replacement differ.
    pub(super) fn clause(&self, what: &str) -> String {
        let (by, says) = (document(self.by), name(self.says));
        format!("{by} translates {what} as {says}{}", self.difference())
    }

    fn difference(&self) -> String {
        let Some(pair) = &self.compared else { return String::new() };
        let shown = |text: &Option<String>| quoted(text.as_deref().unwrap_or_default());
        let (old, new) = (shown(&pair.only_left), shown(&pair.only_right));
        match pair.relation {
            Relation::Equal => ", which derives the same strings".to_owned(),
            Relation::Narrower => format!(", which also derives {new}"),
            Relation::Wider => format!(", which does not derive {old}"),
            Relation::Overlapping => {
                format!(", which also derives {new}, and does not derive {old}")
            }
            Relation::Disjoint => ", which derives none of its strings".to_owned(),
        }
    }

    /// Returns the strings that only the rule, or only its replacement, derives.
    pub(super) fn evidence(&self) -> Vec<Evidence> {
        let Some(pair) = &self.compared else { return Vec::new() };
        let sides = [(&pair.left, &pair.only_left), (&pair.right, &pair.only_right)];
        sides
            .into_iter()
            .filter_map(|(language, text)| {
                Some(Evidence::Derived { by: language.edition(), text: text.clone()? })
            })
            .collect()
    }
}
