//! The kinds of string that only one of two languages has.
//!
//! In: two languages. Out: [`Divergence`]s, each a shortest string of its kind. A string *departs*
//! from the other language at the first byte after which no string of the other language goes on,
//! or at its end, where the other language has to go on. The kind of a string is that byte, and the
//! production that contains the byte. Bytes that depart at one place and with one ending are of one
//! kind. What is forgotten: all longer strings of a kind; and a production that would contain the
//! byte in none of these strings, since a shorter string of another production leads the automaton
//! to the same state.
//!
//! The surprising case: one mistake may make several kinds. RFC 1738 lets anything stand after
//! `//`, which is three kinds against RFC 3986: `A://:!` departs at its end, since a userinfo might
//! follow, `A://:!/` at its last byte, and `A://@:!` at the `!`, which no port has.

use std::collections::HashMap;

use grammar_automata::Product;
use urispec::Node;

use super::Language;

/// A string that one language has and another lacks, and the offset at which it leaves the other
/// language.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Divergence {
    /// A shortest string of its kind.
    pub text: String,
    /// The byte offset at which the string leaves the other language: the offset of the first byte
    /// after which no string of the other language goes on. It is the length of the string if only
    /// the end is wrong.
    pub offset: usize,
    /// The bytes that would leave the other language in the same way if they stood at the offset.
    /// There are none if only the end is wrong.
    pub bytes: Vec<u8>,
    /// The innermost production of its own language that contains the byte at the offset; at the
    /// end, the production that the string ends with.
    pub production: &'static str,
}

/// An edge or an end in the product of two languages, at which a string leaves the other language.
#[derive(Clone, Copy)]
struct ProductEdge {
    node: usize,
    /// The letter of the edge and the node after it. There is none at an end.
    step: Option<(usize, usize)>,
    length: u32,
}

/// The kinds of string that `language` has and `other` lacks, the shortest first.
///
/// ```
/// use urispec::Edition;
/// use urispec_compare::diff::{Language, divergences};
/// let [old, new] = [Edition::Rfc2396, Edition::Rfc3986].map(Language::whole);
/// let all = divergences(&new, &old);
/// assert_eq!(all[0].text, "?");
/// // No address in brackets before RFC 2732, which RFC 2396 is older than.
/// let address = all.iter().find(|one| one.production == "IP-literal").unwrap();
/// assert_eq!((&*address.text, address.offset), ("//[::]", 2));
/// ```
#[must_use]
pub fn divergences(language: &Language, other: &Language) -> Vec<Divergence> {
    let product = Product::of(language.starts(), other.starts());
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
        // A language of characters is left where a character begins.
        let offset = (0..=depth).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(depth);
        let own = text.as_bytes().get(offset).copied();
        let bytes = letter.into_iter().flat_map(|letter| product.bytes(letter));
        // Of a character of several bytes only the own bytes stand together.
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

/// The shortest divergence from each state of the language by each letter, and by ending there.
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

/// The innermost production that contains the byte at an offset; at the end of the string, the
/// production that ends last.
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
