//! A grammar: its texts, its productions, and the trees that pest builds with it.
//!
//! An edition provides a pest parser and assigns a production to each pest rule. The other stages
//! see only [`Production`]s with their printed names and trees of [`Node`]s; the rules and pairs of
//! pest do not leave this module and the modules of the editions.

pub use crate::editions::production::{Production, Role};

use std::fmt;
use std::sync::LazyLock;

use pest::error::ErrorVariant;
use pest::iterators::Tokens;
use pest::{Parser, RuleType, Token};

use crate::editions::Edition;
use crate::editions::automaton::Automaton;

/// The notation in which a grammar is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// ABNF: RFC 5234, with RFC 7405.
    Abnf,
    /// The BNF of RFC 822, section 2.
    Bnf,
    /// The BNF of RFC 1630.
    Rfc1630,
    /// The EBNF of the W3C: XML 1.0, section 6.
    W3c,
    /// The EBNF of ISO/IEC 14977.
    Iso14977,
}

impl Notation {
    /// Returns the file extension for this notation.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Abnf => "abnf",
            Self::Bnf | Self::Rfc1630 => "bnf",
            Self::W3c | Self::Iso14977 => "ebnf",
        }
    }
}

/// The sections in which a document defines characters.
pub(crate) struct CharacterSections {
    /// The section that lists the allowed characters or the excluded ones.
    pub(crate) admitted: &'static str,
    /// The section that defines how to encode an octet whose character is not allowed.
    pub(crate) escapes: &'static str,
    /// The section about characters outside ASCII.
    pub(crate) not_ascii: &'static str,
    /// The section, if any, about characters around a URI in a text, such as white space.
    pub(crate) around: Option<&'static str>,
    /// The charset in which percent-encoded octets encode a character.
    pub(crate) charset: Charset,
}

impl CharacterSections {
    /// Creates the sections. The charset is UTF-8, and no section is about surrounding characters.
    pub(crate) const fn new(
        admitted: &'static str,
        escapes: &'static str,
        not_ascii: &'static str,
    ) -> Self {
        Self { admitted, escapes, not_ascii, around: None, charset: Charset::Utf8 }
    }

    pub(crate) const fn around(mut self, section: &'static str) -> Self {
        self.around = Some(section);
        self
    }

    pub(crate) const fn latin1(mut self) -> Self {
        self.charset = Charset::Latin1;
        self
    }
}

/// The charset in which percent-encoded octets encode a character.
#[derive(Clone, Copy)]
pub(crate) enum Charset {
    /// ISO Latin 1, as in RFC 1630 (4.1.2).
    Latin1,
    /// UTF-8, as RFC 3986 recommends (2.5). RFC 1738 to RFC 2732 leave the charset open.
    Utf8,
}

/// A block of BNF: the printed text, replacements of unusable productions, and a pest grammar.
pub struct Grammar {
    pub(crate) stem: &'static str,
    pub(crate) notation: Notation,
    pub(crate) printed: &'static str,
    pub(crate) readings: &'static str,
    pub(crate) pest: &'static str,
    /// The stems of the grammars whose productions this grammar uses without printing them. If the
    /// field is `None`, the printed text must follow its notation exactly. Otherwise, even if the
    /// list is empty, the text is read leniently.
    pub(crate) extends: Option<&'static [&'static str]>,
    pub(crate) productions: LazyLock<Vec<&'static Production>>,
    pub(crate) characters: CharacterSections,
    /// The minimal automaton of the grammar with its `readings`. Each production has a start state.
    pub(crate) automaton: &'static Automaton,
    pub(crate) tree: TreeOf,
}

/// A function that parses the beginning of a string by a production.
pub(crate) type TreeOf = for<'i> fn(&Production, &'i str) -> Result<Node<'i>, NoTree>;

/// The reason why there is no tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoTree {
    /// The string is not in the language. The offset at which pest stopped is dropped, since it
    /// reveals little about the language.
    NotInLanguage,
    /// pest did not run, since the stack is too small.
    Refused(String),
}

impl fmt::Debug for Grammar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Grammar").field("stem", &self.stem).finish_non_exhaustive()
    }
}

impl Grammar {
    /// Returns the name of the grammar's files in `grammar/`, without their endings.
    #[must_use]
    pub const fn stem(&self) -> &'static str {
        self.stem
    }

    /// Returns the notation of the printed grammar and of [`Grammar::readings`].
    #[must_use]
    pub const fn notation(&self) -> Notation {
        self.notation
    }

    /// Returns the printed grammar.
    #[must_use]
    pub const fn printed(&self) -> &'static str {
        self.printed
    }

    /// Returns the text of the productions that replace printed ones. It is empty if all printed
    /// productions are usable.
    #[must_use]
    pub const fn readings(&self) -> &'static str {
        self.readings
    }

    /// Returns the transcription of the grammar for pest.
    #[must_use]
    pub const fn pest(&self) -> &'static str {
        self.pest
    }

    /// Returns the productions of the grammar. Classes of characters come last.
    #[must_use]
    pub fn productions(&self) -> &[&'static Production] {
        &self.productions
    }

    /// Returns the names of the documents whose productions the grammar uses without printing them,
    /// such as `rfc3986`, in the order in which undefined names are looked up.
    #[must_use]
    pub const fn extends(&self) -> &'static [&'static str] {
        match self.extends {
            Some(extends) => extends,
            None => &[],
        }
    }

    /// Returns the document whose generic productions the grammar uses, if it is RFC 3986 or
    /// RFC 6874, which amends it.
    pub(crate) fn generic_base(&self) -> Option<Edition> {
        // By name: `Edition::amends` would link the facts of all documents.
        let base = self.extends().first().filter(|name| ["rfc3986", "rfc6874"].contains(name))?;
        base.parse().ok()
    }

    /// Returns whether the printed text is read leniently rather than by the letter of its
    /// notation.
    #[must_use]
    pub const fn is_read_leniently(&self) -> bool {
        self.extends.is_some()
    }

    /// Returns the production whose printed name is `name`.
    #[must_use]
    pub fn production(&self, name: &str) -> Option<&'static Production> {
        self.productions().iter().find(|production| production.name == name).copied()
    }

    /// Returns the start state of a production, or the dead state if the automaton does not have
    /// the production.
    pub(crate) fn start(&self, production: &Production) -> u16 {
        self.automaton.start(production.name).unwrap_or(Automaton::DEAD)
    }

    /// Returns the parse tree of the whole `text` under a production of this grammar.
    pub(crate) fn tree<'i>(
        &self,
        production: &Production,
        text: &'i str,
    ) -> Result<Node<'i>, NoTree> {
        let node = (self.tree)(production, text)?;
        if node.end() == text.len() { Ok(node) } else { Err(NoTree::NotInLanguage) }
    }
}

// Macros with which the module of each document declares the files of its grammar by their stem.

/// Builds a [`Grammar`] from the files `grammar/STEM.*`. The arguments include the notation;
/// `readings`, or `printed` if all productions are used as printed; the module of the automaton;
/// and the pest parser, its rules, and the function that maps them to productions.
macro_rules! grammar {
    (
        $stem:literal in $notation:ident, $readings:ident, extends $extends:expr, automaton $table:ident,
        by $($module:ident::)? {$parser:ident, $rules:ident, $place:ident}, $characters:expr
    ) => {{
        use $crate::editions::grammar as made;
        const AUTOMATON: &grammar_automata::Automaton = &$crate::editions::automaton::tables::$table::AUTOMATON;
        made::Grammar {
            stem: $stem,
            notation: made::Notation::$notation,
            printed: made::text!($stem, made::grammar!(@ending $notation)),
            readings: made::grammar!(@$readings $stem, made::grammar!(@ending $notation)),
            pest: made::text!($stem, "pest"),
            extends: $extends,
            productions: std::sync::LazyLock::new(|| {
                let extends: Option<&[&str]> = $extends;
                let is_alone = extends.is_none_or(<[_]>::is_empty);
                let rules = $($module::)? $rules::all_rules();
                made::transcribed(rules, $($module::)? $place, (!is_alone).then_some(AUTOMATON))
            }),
            characters: $characters,
            automaton: AUTOMATON,
            tree: |production, text| {
                let rules = $($module::)? $rules::all_rules();
                made::tree::<$($module::)? $parser, _>(rules, $($module::)? $place, production, text)
            },
        }
    }};
    (@ending Abnf) => { "abnf" };
    (@ending $bnf:ident) => { "bnf" };
    (@printed $($file:tt)*) => { "" };
    (@readings $stem:literal, $($ending:tt)*) => {
        made::text!($stem, concat!("readings.", $($ending)*))
    };
}

/// Builds the [`Printed`](crate::editions::Printed) from the files `grammar/STEM.*` and the given
/// grammars.
macro_rules! printed {
    ($stem:literal, $($grammar:expr),+) => {{
        use $crate::editions::grammar::text;
        $crate::editions::Printed {
            grammars: &[$($grammar),+],
            divided: &[],
            examples: text!($stem, "examples"),
            requirements: text!($stem, "requirements"),
            errata: text!($stem, "errata"),
            terms: text!($stem, "terms"),
            translations: "",
            remark: "",
        }
    }};
}

/// Includes a file of `grammar/`.
macro_rules! text {
    ($stem:literal, $ending:expr) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/grammar/", $stem, ".", $ending))
    };
}

/// Declares `place`, which maps each pest rule to a production with its section and role. Rules
/// listed under `none` have no production and leave no node. If no name is given for a production,
/// it has the name of its rule, with each `_` replaced by the given sign. A prefix `whole_` is
/// dropped: `whole_pchar` is the class `pchar`, whose own rule leaves no node.
macro_rules! productions {
    (_ => $sign:literal; $section:literal => $($rest:tt)*) => {
        $crate::editions::grammar::productions! { _ => $sign; of ""; $section => $($rest)* }
    };
    (
        _ => $sign:literal;
        $(of $of:literal; $($section:literal => $($role:ident($($rule:ident $(= $name:literal)?),*))+;)*)+
        none => $($none:tt),*;
    ) => {
        pub(crate) const fn place(rule: Rule) -> Option<&'static $crate::editions::grammar::Production> {
            use $crate::editions::grammar::{self as made, Production, Role};
            Some(match rule {
                $($($($(Rule::$rule => const {
                    &Production {
                        name: made::productions!(@name $sign, $rule $($name)?),
                        section: concat!($of, $section),
                        role: Role::$role,
                    }
                },)*)+)*)+
                $(made::productions!(@rule $none) => return None,)*
            })
        }
    };
    (@rule _) => { _ };
    (@rule $rule:ident) => { Rule::$rule };
    (@name $sign:literal, $rule:ident $name:literal) => { $name };
    (@name $sign:literal, $rule:ident) => {{
        const RULE: &[u8] = made::without_whole(stringify!($rule));
        const NAME: [u8; RULE.len()] = made::spelled(RULE, $sign);
        match str::from_utf8(&NAME) {
            Ok(name) => name,
            Err(_) => unreachable!(),
        }
    }};
}

pub(crate) use {grammar, printed, productions, text};

/// Returns the name of a rule without the prefix `whole_`.
pub(crate) const fn without_whole(rule: &str) -> &[u8] {
    match rule.as_bytes() {
        [b'w', b'h', b'o', b'l', b'e', b'_', class @ ..] => class,
        name => name,
    }
}

/// Returns the name of a rule as the document prints it, with each `_` replaced by `sign`.
pub(crate) const fn spelled<const LEN: usize>(rule: &[u8], sign: u8) -> [u8; LEN] {
    let (mut name, mut at) = ([0; LEN], 0);
    while at < LEN {
        name[at] = if rule[at] == b'_' { sign } else { rule[at] };
        at += 1;
    }
    name
}

/// A function from a pest rule to the production that it transcribes, or to `None` if the rule
/// leaves no node in a tree.
pub(crate) type ProductionOf<R> = fn(R) -> Option<&'static Production>;

/// Returns the productions that `rules` transcribe, in the order of the rules. A production is
/// listed once, even if it has several rules because it must end earlier within another production.
/// If the grammar extends others, `own` is its automaton, and the productions of the others are
/// omitted.
pub(crate) fn transcribed<R: RuleType>(
    rules: &[R],
    place: ProductionOf<R>,
    own: Option<&Automaton>,
) -> Vec<&'static Production> {
    let mut productions: Vec<&'static Production> = Vec::with_capacity(rules.len());
    for production in rules.iter().copied().filter_map(place) {
        let is_own = own.is_none_or(|automaton| automaton.start(production.name).is_some());
        if is_own && productions.iter().all(|known| known.name != production.name) {
            productions.push(production);
        }
    }
    productions
}

/// Parses the beginning of `text` with the rule of a production.
pub(crate) fn tree<'i, P: Parser<R>, R: RuleType>(
    rules: &[R],
    place: ProductionOf<R>,
    production: &Production,
    text: &'i str,
) -> Result<Node<'i>, NoTree> {
    let rule = rules.iter().copied().find(|&rule| place(rule) == Some(production));
    match rule.map(|rule| P::parse(rule, text)).transpose() {
        Ok(pairs) => {
            pairs.and_then(|pairs| node(place, text, pairs.tokens())).ok_or(NoTree::NotInLanguage)
        }
        Err(error) => Err(match error.variant {
            ErrorVariant::ParsingError { .. } => NoTree::NotInLanguage,
            ErrorVariant::CustomError { message } => NoTree::Refused(message),
        }),
    }
}

/// Builds the tree of the first production among the tokens, with a stack of open nodes.
// The pairs of pest would also work, but they count the tokens at each level, which takes longer.
fn node<'i, R: RuleType>(
    place: ProductionOf<R>,
    text: &'i str,
    tokens: Tokens<'i, R>,
) -> Option<Node<'i>> {
    let mut open: Vec<Node<'i>> = Vec::new();
    // The depth within a rule that leaves no node, which hides everything below it.
    let mut hidden = 0_usize;
    for token in tokens {
        match token {
            Token::Start { rule, pos } => match place(rule).filter(|_| hidden == 0) {
                Some(production) => {
                    open.push(Node {
                        production,
                        text: "",
                        start: pos.pos(),
                        children: Vec::new(),
                    });
                }
                None => hidden += 1,
            },
            Token::End { .. } if hidden > 0 => hidden -= 1,
            Token::End { pos, .. } => {
                let mut node = open.pop()?;
                node.text = &text[node.start..pos.pos()];
                match open.last_mut() {
                    Some(parent) => parent.children.push(node),
                    None => return Some(node),
                }
            }
        }
    }
    None
}

// The parse tree, in one type for all editions.
//
// Each node has its text and its byte offsets; the text between the children consists of the
// literals of the production.
//
// A node can be empty. `a:` has a `path-empty` and `//` an empty `reg-name`, since both are in the
// derivation. An optional part that is missing has no node, such as the `query` of `a:`.

/// A node of the parse tree: a production, and the part of the string that it derives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node<'i> {
    pub(crate) production: &'static Production,
    pub(crate) text: &'i str,
    pub(crate) start: usize,
    pub(crate) children: Vec<Node<'i>>,
}

impl<'i> Node<'i> {
    /// Returns the production's name as its document prints it.
    #[must_use]
    pub const fn rule(&self) -> &'static str {
        self.production.name
    }

    /// Returns the section of the document that introduces the production.
    #[must_use]
    pub const fn section(&self) -> &'static str {
        self.production.section
    }

    /// Returns the role of the production, in terms that all editions share.
    #[must_use]
    pub const fn role(&self) -> Role {
        self.production.role
    }

    /// Returns the part of the string that the production derives.
    #[must_use]
    pub const fn text(&self) -> &'i str {
        self.text
    }

    /// Returns the byte offset at which the node begins.
    #[must_use]
    pub const fn start(&self) -> usize {
        self.start
    }

    /// Returns the byte offset after the node's last byte.
    #[must_use]
    pub const fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// Returns the children of the node, from left to right.
    #[must_use]
    pub fn children(&self) -> &[Node<'i>] {
        &self.children
    }

    /// Returns an iterator over this node and all nodes below it, parents before children. Each
    /// node comes with its depth below this node.
    pub fn walk(&self) -> impl Iterator<Item = (usize, &Node<'i>)> {
        let mut open = vec![(0, self)];
        std::iter::from_fn(move || {
            let (depth, node) = open.pop()?;
            open.extend(node.children.iter().rev().map(|child| (depth + 1, child)));
            Some((depth, node))
        })
    }
}

/// Prints the tree as indented lines: offsets, production, and the text of nodes without children.
impl fmt::Display for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, node) in self.walk() {
            let span = format!("{}..{}", node.start, node.end());
            write!(f, "{span:>9}  {:indent$}{}", "", node.rule(), indent = 2 * depth)?;
            if node.children.is_empty() {
                write!(f, " {:?}", node.text)?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
