//! A grammar as the stages see it: the texts it stands in, and its productions.
//!
//! In: an edition's pest parser and the place it gives each rule. Out: [`Production`]s by their
//! printed names, and trees of [`Node`]s. What is forgotten on the way is pest: its rules and
//! pairs do not leave this module and the edition's own.

use std::fmt;
use std::sync::LazyLock;

use pest::error::ErrorVariant;
use pest::iterators::Pair;
use pest::{Parser, RuleType};

use crate::automaton::Automaton;

mod node;

pub use node::Node;

/// A production of a printed grammar.
#[derive(Debug, PartialEq, Eq)]
pub struct Production {
    /// Its name as the document prints it.
    pub name: &'static str,
    /// The section of the document that introduces it.
    pub section: &'static str,
    /// What it stands for, whatever its edition calls it.
    pub role: Role,
}

/// What a production stands for, in words that all editions share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// A whole reference or URI, or a part of one that holds several components.
    Whole,
    /// A whole URL of which only the scheme is told from the rest.
    OpaqueUrl,
    /// A URL of one scheme, whose name is a literal of the production. What follows the scheme is
    /// path, but for an authority and a query below.
    Specific,
    /// The scheme.
    Scheme,
    /// The authority.
    Authority,
    /// The userinfo of an authority.
    Userinfo,
    /// A user name, where the document tells it from the password.
    User,
    /// A password.
    Password,
    /// The host of an authority, of any kind.
    Host,
    /// An IPv4 address, as a host or within an IPv6 address.
    Ipv4Address,
    /// An IPv6 address, without brackets.
    Ipv6Address,
    /// An address of a later version of IP, without brackets.
    IpvFuture,
    /// A registered name: a host since RFC 3986, and before it an authority that has no host.
    RegName,
    /// A domain name, as a host.
    Hostname,
    /// Four numbers of any size between dots, as a host.
    Hostnumber,
    /// The port of an authority.
    Port,
    /// A path.
    Path,
    /// What stands for a path where nothing hierarchical follows the scheme.
    OpaquePart,
    /// A segment of a path.
    Segment,
    /// The query.
    Query,
    /// The fragment.
    Fragment,
    /// A part of one of these.
    Part,
    /// A class of characters.
    Class,
}

/// How a grammar is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// ABNF: RFC 5234, with RFC 7405.
    Abnf,
    /// The BNF of RFC 822, section 2.
    Bnf,
    /// The BNF of RFC 1630.
    Rfc1630,
}

impl Notation {
    /// How the name of a file in this notation ends.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Abnf => "abnf",
            Self::Bnf | Self::Rfc1630 => "bnf",
        }
    }
}

/// Where a document speaks of characters, by the section.
pub(crate) struct Characters {
    /// Which characters its strings are made of, or which are excluded.
    pub(crate) admitted: &'static str,
    /// How an octet is written whose character is not admitted.
    pub(crate) escapes: &'static str,
    /// What becomes of characters outside ASCII.
    pub(crate) not_ascii: &'static str,
    /// What may stand around a string in a text, if the document says it.
    pub(crate) around: Option<&'static str>,
    /// The octets that stand for a character.
    pub(crate) charset: Charset,
}

/// Which octets stand for a character.
#[derive(Clone, Copy)]
pub(crate) enum Charset {
    /// ISO Latin 1, as RFC 1630 has it (4.1.2).
    Latin1,
    /// UTF-8, as RFC 3986 recommends (2.5); the documents between leave it open.
    Utf8,
}

/// One block of BNF: as the document prints it, as it is read, and as pest runs it.
pub struct Grammar {
    /// The name of its files in `grammar/`, without their endings.
    pub stem: &'static str,
    /// How the printed grammar and its readings are written.
    pub notation: Notation,
    /// The printed grammar.
    pub printed: &'static str,
    /// The productions that replace printed ones; empty where the printed ones serve.
    pub readings: &'static str,
    /// Its transcription.
    pub pest: &'static str,
    pub(crate) productions: LazyLock<Vec<&'static Production>>,
    /// Where the document speaks of characters.
    pub(crate) characters: Characters,
    /// The minimal automaton of every production as read.
    pub(crate) automaton: &'static Automaton,
    pub(crate) tree: TreeOf,
}

/// Reads a production at the beginning of a string.
pub(crate) type TreeOf = for<'i> fn(&Production, &'i str) -> Result<Node<'i>, NoTree>;

/// Why there is no tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoTree {
    /// The string has none. What pest stopped at says little about the language, and is not kept.
    NotInLanguage,
    /// pest did not try, for want of stack.
    Refused(String),
}

impl fmt::Debug for Grammar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Grammar").field("stem", &self.stem).finish_non_exhaustive()
    }
}

impl Grammar {
    /// Its productions, those that are classes of characters last.
    #[must_use]
    pub fn productions(&self) -> &[&'static Production] {
        &self.productions
    }

    /// The production of that name, in printed spelling.
    #[must_use]
    pub fn production(&self, name: &str) -> Option<&'static Production> {
        self.productions().iter().find(|production| production.name == name).copied()
    }

    /// Where its automaton starts for a production; the dead state, if it has no automaton.
    pub(crate) fn start(&self, production: &Production) -> u16 {
        self.automaton.start(production.name).unwrap_or(Automaton::DEAD)
    }

    /// The tree of a whole string under a production of this grammar.
    pub(crate) fn tree<'i>(
        &self,
        production: &Production,
        text: &'i str,
    ) -> Result<Node<'i>, NoTree> {
        let node = (self.tree)(production, text)?;
        if node.end() == text.len() { Ok(node) } else { Err(NoTree::NotInLanguage) }
    }
}

/// Says which production a pest rule transcribes; none if its pairs are in no tree.
pub(crate) type ProductionOf<R> = fn(R) -> Option<&'static Production>;

/// The productions that `rules` transcribe, in their order. Of rules that transcribe the same one,
/// since it must stop earlier inside another, the first is the production.
pub(crate) fn productions<R: RuleType>(
    rules: &[R],
    place: ProductionOf<R>,
) -> Vec<&'static Production> {
    let mut productions: Vec<&'static Production> = Vec::with_capacity(rules.len());
    for production in rules.iter().copied().filter_map(place) {
        if productions.iter().all(|known| known.name != production.name) {
            productions.push(production);
        }
    }
    productions
}

/// Runs the rule of a production at the beginning of `text`.
pub(crate) fn tree<'i, P: Parser<R>, R: RuleType>(
    rules: &[R],
    place: ProductionOf<R>,
    production: &Production,
    text: &'i str,
) -> Result<Node<'i>, NoTree> {
    let rule = rules.iter().copied().find(|&rule| place(rule) == Some(production));
    let pairs = rule.map(|rule| P::parse(rule, text)).transpose();
    match pairs {
        Ok(pairs) => pairs
            .and_then(|mut pairs| pairs.find_map(|pair| node(place, pair)))
            .ok_or(NoTree::NotInLanguage),
        Err(error) => Err(match error.variant {
            ErrorVariant::ParsingError { .. } => NoTree::NotInLanguage,
            ErrorVariant::CustomError { message } => NoTree::Refused(message),
        }),
    }
}

/// Not a recursion that input can drive: no rule of a grammar contains itself.
fn node<R: RuleType>(place: ProductionOf<R>, pair: Pair<'_, R>) -> Option<Node<'_>> {
    let production = place(pair.as_rule())?;
    let (text, start) = (pair.as_str(), pair.as_span().start());
    let children = pair.into_inner().filter_map(|inner| node(place, inner)).collect();
    Some(Node { production, text, start, children })
}
