//! The productions of two editions, paired.
//!
//! The surprising case: a renamed production may derive other strings, and a production that keeps its name may change.
//! RFC 2396's `escaped` is the `pct-encoded` of RFC 3986, and `IPv4address` derives fewer strings than before.

use std::collections::HashMap;

use grammar_automata::Product;
use urispec::grammar::{Production, Role};
use urispec::internal::production_of;
use urispec::{Edition, Node};

use super::{Comparison, Language, is_meant, is_renamed, is_spelled_alike};

/// The comparison of two editions, production by production.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Diff {
    /// The comparison of all strings that the editions accept as whole strings.
    pub whole: Comparison,
    /// The comparisons of each whole-string production of the left edition with each whole-string production of the
    /// right edition.
    pub rules: Vec<Comparison>,
    /// The productions that both editions have, perhaps under other names.
    pub pairs: Vec<ProductionPair>,
    /// The productions that only the left edition has, in the printed order.
    pub gone: Vec<Language>,
    /// The productions that only the right edition has, in the printed order.
    pub appeared: Vec<Language>,
}

/// A production of one edition and its counterpart in another.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ProductionPair {
    /// The comparison of the languages of the two productions.
    pub comparison: Comparison,
    /// The reason why the two are counterparts.
    pub by: Match,
}

/// The common property by which two productions are paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Match {
    /// Both productions have the same name.
    Name,
    /// Both productions have the same name, except for `-` and `_`, or for letter case.
    Spelling,
    /// Both productions derive the same strings.
    Language,
    /// Both productions have the same role, and neither edition has another production with that role.
    Role,
    /// One of the two documents states that it renamed the production of the other document.
    Document,
    /// The documents' terms for the strings have the same meaning.
    Term,
}

impl Match {
    /// Returns the name of the match: `name`, `spelling`, `language`, `role`, `document` or `term`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Spelling => "spelling",
            Self::Language => "language",
            Self::Role => "role",
            Self::Document => "document",
            Self::Term => "term",
        }
    }
}

/// A production, its language, and whether a counterpart was found.
#[derive(Clone, Debug)]
pub(super) struct Pairable {
    production: &'static Production,
    language: Language,
    is_paired: bool,
}

impl Diff {
    /// Compares two editions.
    ///
    /// ```
    /// use urispec::Edition;
    /// use urispec_compare::diff::{Diff, Match};
    /// let diff = Diff::new(Edition::Rfc2396, Edition::Rfc3986);
    /// assert!(diff.appeared.iter().any(|new| new.rules().eq(["IP-literal"])));
    /// let escaped = diff.pairs.iter().find(|pair| pair.comparison.left.rules().eq(["escaped"]));
    /// assert!(escaped.unwrap().comparison.right.rules().eq(["pct-encoded"]));
    /// assert_eq!(escaped.unwrap().by, Match::Language);
    /// ```
    #[must_use]
    pub fn new(left: Edition, right: Edition) -> Self {
        let whole = |edition: Edition| edition.whole().iter().copied().map(Language::new);
        let rules = whole(left)
            .flat_map(|one| whole(right).map(move |other| Comparison::new(one.clone(), other)));
        let Pairing { pairs, gone, appeared } =
            Pairing::of(left, right, &mut Candidates::default());
        let pairs = pairs
            .into_iter()
            .map(|(one, other, by)| ProductionPair { comparison: Comparison::new(one, other), by });
        Self {
            whole: Comparison::new(Language::whole(left), Language::whole(right)),
            rules: rules.collect(),
            pairs: pairs.collect(),
            gone,
            appeared,
        }
    }
}

/// The counterparts among the productions of two editions.
#[derive(Clone, Debug)]
pub(super) struct Pairing {
    /// A production of the left edition, its counterpart, and the reason.
    pub(super) pairs: Vec<(Language, Language, Match)>,
    gone: Vec<Language>,
    appeared: Vec<Language>,
}

impl Pairing {
    pub(super) fn of(left: Edition, right: Edition, candidates: &mut Candidates) -> Self {
        let [mut all, mut others] = [left, right].map(|edition| {
            candidates.entry(edition).or_insert_with(|| candidates_of(edition)).clone()
        });
        let mut pairs = Vec::new();
        type Test = fn(&Pairable, &Pairable) -> bool;
        let tests: [(Match, Test); 4] = [
            (Match::Name, |one, other| one.production.name() == other.production.name()),
            (Match::Spelling, |one, other| spelling(one).eq(spelling(other))),
            (Match::Language, |one, other| {
                one.production.role() == other.production.role() && same_language(one, other)
            }),
            (Match::Language, |one, other| {
                family(one.production.role()) == family(other.production.role())
                    && same_language(one, other)
            }),
        ];
        for (by, test) in tests {
            pair(&mut all, &mut others, by, test, &mut pairs);
        }
        let lonely = |all: &[Pairable]| -> Vec<Role> {
            let left: Vec<Role> = unpaired(all).map(|one| one.production.role()).collect();
            let is_alone = |role: &&Role| left.iter().filter(|other| other == role).count() == 1;
            left.iter().filter(is_alone).copied().filter(|role| is_single(*role)).collect()
        };
        let (lonely, others_lonely) = (lonely(&all), lonely(&others));
        let same_role = |one: &Pairable, other: &Pairable| {
            let role = one.production.role();
            role == other.production.role()
                && lonely.contains(&role)
                && others_lonely.contains(&role)
        };
        pair(&mut all, &mut others, Match::Role, same_role, &mut pairs);
        type ParserAnswer = fn(&Language, &Language) -> bool;
        let tests: [(Match, ParserAnswer); 3] = [
            (Match::Document, is_renamed),
            (Match::Spelling, is_spelled_alike),
            (Match::Term, is_meant),
        ];
        for (by, test) in tests {
            let test = |one: &Pairable, other: &Pairable| test(&one.language, &other.language);
            pair(&mut all, &mut others, by, test, &mut pairs);
        }
        let left_over = |all: &[Pairable]| unpaired(all).map(|one| one.language.clone()).collect();
        Self { pairs, gone: left_over(&all), appeared: left_over(&others) }
    }
}

/// Pairs productions that have no counterpart yet. All productions of one name are paired, since
/// two grammars of an edition may have different productions with that name.
fn pair(
    all: &mut [Pairable],
    others: &mut [Pairable],
    by: Match,
    test: impl Fn(&Pairable, &Pairable) -> bool,
    pairs: &mut Vec<(Language, Language, Match)>,
) {
    let is_free = |one: &Pairable| by == Match::Name || !one.is_paired;
    for one in all {
        for other in &mut *others {
            if is_free(one) && is_free(other) && test(one, other) {
                (one.is_paired, other.is_paired) = (true, true);
                pairs.push((one.language.clone(), other.language.clone(), by));
            }
        }
    }
}

fn unpaired(all: &[Pairable]) -> impl Iterator<Item = &Pairable> {
    all.iter().filter(|one| !one.is_paired)
}

/// The productions that may be paired, by edition.
pub(super) type Candidates = HashMap<Edition, Vec<Pairable>>;

/// Returns the productions of all grammars of an edition, each once.
fn candidates_of(edition: Edition) -> Vec<Pairable> {
    let mut all: Vec<Pairable> = Vec::new();
    for recognizer in edition.productions() {
        let (production, language) = (production_of(&recognizer), Language::new(recognizer));
        let one = Pairable { production, language, is_paired: false };
        let has_name = |known: &Pairable| known.production.name() == production.name();
        if !all.iter().any(|known| has_name(known) && same_language(known, &one)) {
            all.push(one);
        }
    }
    all
}

fn same_language(one: &Pairable, other: &Pairable) -> bool {
    one.language.is_equal(&other.language)
}

fn spelling(one: &Pairable) -> impl Iterator<Item = char> {
    one.production.name().chars().map(|char| if char == '_' { '-' } else { char })
}

/// Returns the family of a role. Productions with roles of one family may be counterparts: `hostnumber` became
/// `IPv4address`. Between two families, equal languages are a coincidence: a `user` of url-syntax-05 looks like a
/// `reg-name`.
const fn family(role: Role) -> Role {
    match role {
        Role::Hostnumber => Role::Ipv4Address,
        Role::Hostname => Role::RegName,
        Role::Segment | Role::OpaquePart => Role::Path,
        role => role,
    }
}

/// Returns whether an edition has only one production with the role, rather than several.
pub(crate) const fn is_single(role: Role) -> bool {
    !matches!(
        role,
        Role::Whole | Role::Specific | Role::Path | Role::Segment | Role::Part | Role::Class
    )
}

// The kinds of string that only one of two languages has.
//
// The surprising case: one mistake may cause several kinds. RFC 1738 lets anything follow `//`,
// which gives three kinds against RFC 3986: `A://:!` departs at its end, since a userinfo might
// follow, `A://:!/` at its last byte, and `A://@:!` at the `!`, which a port does not contain.

/// A string that one language has and another lacks, and the offset at which it leaves the other language.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Divergence {
    /// The shortest string of this kind.
    pub text: String,
    /// The byte offset at which the string leaves the other language: no string of the other language continues with
    /// the byte there. If only the end of the string is wrong, the offset is its length.
    pub offset: usize,
    /// The byte of `text` at the offset, and the bytes that can replace it: with any of them, `text` is still in its
    /// language, and leaves the other language at the same offset. Empty if only the end of `text` is wrong.
    pub bytes: Vec<u8>,
    /// The innermost production that contains the byte at the offset, in the language that has the string. At the end
    /// of the string, it is the production that ends there.
    pub production: &'static str,
}

/// A place where a string of one language leaves another language: an edge or an end in the product of the two.
#[derive(Clone, Copy)]
struct ProductEdge {
    node: usize,
    /// The letter of the edge and the node after it; `None` at an end.
    step: Option<(usize, usize)>,
    length: u32,
}

/// Finds the kinds of string that `language` has and `other` lacks, the shortest first.
///
/// ```
/// use urispec::Edition;
/// use urispec_compare::diff::{Language, divergences};
/// let [old, new] = [Edition::Rfc2396, Edition::Rfc3986].map(Language::whole);
/// let all = divergences(&new, &old);
/// assert_eq!(all[0].text, "?");
/// // RFC 2396 has no address in brackets; RFC 2732 added it.
/// let address = all.iter().find(|one| one.production == "IP-literal").unwrap();
/// assert_eq!((&*address.text, address.offset), ("//[::]", 2));
/// ```
#[must_use]
pub fn divergences(language: &Language, other: &Language) -> Vec<Divergence> {
    let product = Product::new(language.starts(), other.starts());
    let distances = product.distances(0);
    let mut kinds: HashMap<(&str, Option<usize>), (ProductEdge, String)> = HashMap::new();
    for edge in edges(&product, &distances) {
        let (text, offset) = text(&product, &distances, edge);
        let Some(production) = production(language, &text, offset) else { continue };
        let key = (production, edge.step.map(|(letter, _)| letter));
        let known = kinds.get(&key);
        if known.is_none_or(|(known, shortest)| (known.length, shortest) > (edge.length, &text)) {
            kinds.insert(key, (edge, text));
        }
    }
    let mut kinds: Vec<_> = kinds.into_iter().collect();
    kinds.sort_by(|(_, (a, text)), (_, (b, other))| (a.length, text).cmp(&(b.length, other)));
    let mut divergences: Vec<(Divergence, ProductEdge)> = Vec::new();
    for ((production, letter), (edge, text)) in kinds {
        let depth = product.nodes[edge.node].depth as usize;
        // A language of characters is left at the start of a character.
        let offset = (0..=depth).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(depth);
        let own = text.as_bytes().get(offset).copied();
        let bytes = letter.into_iter().flat_map(|letter| product.bytes(letter));
        // The bytes of a character of several bytes are not grouped with other bytes.
        let is_alone = own.is_some_and(|byte| !byte.is_ascii());
        let bytes = bytes.filter(move |byte| byte.is_ascii() && !is_alone);
        let bytes = bytes.chain(own.filter(|_| is_alone && letter.is_some()));
        let alike = |(known, at): &&mut (Divergence, ProductEdge)| {
            known.production == production
                && at.node == edge.node
                && known.bytes.is_empty() == letter.is_none()
                && known.text.as_bytes().get(offset + 1..) == text.as_bytes().get(offset + 1..)
        };
        match divergences.iter_mut().find(alike) {
            Some((known, _)) => known.bytes.extend(bytes),
            None => {
                let divergence = Divergence { text, offset, bytes: bytes.collect(), production };
                divergences.push((divergence, edge));
            }
        }
    }
    divergences.into_iter().map(|(divergence, _)| divergence).collect()
}

/// Returns shortest divergences: one for each state of the language and each letter after that state, and one for each
/// state in which a string of the language ends.
fn edges(product: &Product, distances: &[Option<u32>]) -> impl Iterator<Item = ProductEdge> {
    let mut shortest: HashMap<(u32, Option<usize>), ProductEdge> = HashMap::new();
    let mut keep = |key, edge: ProductEdge| {
        let known = shortest.entry(key).or_insert(edge);
        if edge.length < known.length {
            *known = edge;
        }
    };
    for (node, at) in product.nodes.iter().enumerate().filter(|(_, at)| at.lives[1]) {
        if at.accepts == [true, false] {
            keep((at.state[0], None), ProductEdge { node, step: None, length: at.depth });
        }
        for (letter, next) in product.after(node) {
            if let (Some(rest), false) = (distances[next], product.nodes[next].lives[1]) {
                let (step, length) = (Some((letter, next)), at.depth + 1 + rest);
                keep((at.state[0], Some(letter)), ProductEdge { node, step, length });
            }
        }
    }
    shortest.into_values()
}

fn text(product: &Product, distances: &[Option<u32>], edge: ProductEdge) -> (String, usize) {
    let mut word = product.word(edge.node);
    let offset = word.len();
    if let Some((letter, next)) = edge.step {
        word.push(product.letters[letter]);
        word.extend(product.completion(next, distances));
    }
    (super::text(word), offset)
}

/// Returns the innermost production that contains the byte at an offset; at the end of the string,
/// the production that ends last.
fn production(language: &Language, text: &str, offset: usize) -> Option<&'static str> {
    let tree = language.deriving(text)?.tree(text).ok()?;
    let holds = |node: &Node<'_>| {
        node.end() == text.len() && offset == text.len()
            || node.start() <= offset && offset < node.end()
    };
    let mut innermost = &tree;
    while let Some(deeper) = innermost.children().iter().rev().find(|child| holds(child)) {
        innermost = deeper;
    }
    Some(innermost.rule())
}
