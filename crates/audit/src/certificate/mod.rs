//! A proof that two languages are equal, in a form that another program can check.
//!
//! In: a printed grammar with its readings, and its transcription in pest, or patterns. Out: for a production and a
//! rule or pattern that are decided equal a [`Certificate`], and for a certificate whether it holds. Finding a
//! certificate takes a search; checking one does not. The checker shares with the search only the readers of grammars
//! and patterns and the derivative of one side by one byte, so the checker finds a fault in how automata are built,
//! minimized or compared. (For a look-behind of a pattern, both use an automaton.)
//!
//! # What a certificate proves
//!
//! The *residual* of a language by a word is the set of strings that make a member of the language
//! when they are put behind the word. A certificate divides the 256 bytes into classes, and lists
//! pairs of residuals, one of the production and one of the other side, with these properties:
//!
//! 1. Every byte is in one class.
//! 2. Pair 0 is the whole language of the production and the whole language of the other side.
//! 3. Each pair names for each class a pair, its successor. For every byte of the class, the
//!    residual of each side by the byte is that side of the successor.
//! 4. In each pair, either both sides have the empty string (`yes`) or neither has (`no`).
//!
//! Then the two languages are equal: by 2 and 3, whatever a word is, both residuals by the word stand
//! in one pair, and by 4 both have the empty string or neither, so that the word is in both
//! languages or in neither. Such a list is a *bisimulation* (Hopcroft and Karp, *A linear algorithm
//! for testing equivalence of finite automata*, 1971; Rutten, *Automata and coinduction*, 1998).
//!
//! # Productions that are only written with recursion
//!
//! `a = a "x" / "y"` has no derivative that a program can go on with: to read `a` it has to read `a`
//! first. Its language is that of `"y" *"x"` all the same. The file then has an automaton that stands
//! for `a`: in every derivative a call of `a` is the first state of the automaton, and no more is asked
//! of the right side of `a`. That the automaton has the language of `a` is shown by
//!
//! 5. a certificate of each automaton and the right side of its production, in which the automata
//!    stand for calls. The languages of the automata are then a solution of the equations that these
//!    productions are;
//! 6. that no production for which an automaton stands *derives itself alone*, and that none leaves out
//!    what calls it. A checker finds this out from the grammar and the automata:
//!    - a production `P` may be `Q` alone if a call of `Q` stands in the right side of `P` where all that
//!      comes before and after it in its sequences has the empty string, or if `P` may be alone what
//!      may be `Q` alone. An element of a repetition has nothing beside it, as if it came once. A
//!      production for which an automaton stands has the empty string if state 0 says `yes`. No such
//!      production may be itself alone;
//!    - productions that reach each other by calls are a *cycle*. If an automaton stands for one of a
//!      cycle, none of the cycle may call one of the cycle within a difference `A - B`.
//!
//! The languages of a grammar are the least solution of its equations (Ginsburg and Rice, *Two families
//! of languages related to ALGOL*, 1962), so that by 5 an automaton has all strings of its production.
//! By 6 it has no other, as each of its strings has a derivation. Such a string is, by 5, put together
//! as the right side says, from strings of automata that are shorter, or that are as long and have
//! nothing beside them. From production to production the second cannot go on forever, since none is
//! itself alone; so the claim follows by induction on the length of the string. For one production,
//! `X = A X / B`, this is the lemma of Arden (*Delayed-logic and finite-state machines*, 1961).
//!
//! # The format
//!
//! Lines of ASCII, each of which ends in LF. (The names of productions and rules are as the grammar has
//! them.) Fields are divided by one space. Numbers are decimal and
//! have no zero before them; bytes are two hexadecimal digits in upper case. The first line names
//! the version of the format. A line `grammar` stands before the certificates of each grammar and
//! has its name; the name of a grammar that is no edition's is `-`.
//!
//! ```text
//! urispec-certificate 2
//! grammar rfc3986
//! production port rule port classes 2 pairs 2
//! class 0 30-39
//! class 1 00-2F 3A-FF
//! pair 0 start yes 0 1
//! pair 1 0/1 no 1 1
//! ```
//!
//! That is the certificate of `port = *DIGIT`. Its first line says how many lines of each kind
//! follow; a rule that reads other strings within an atomic rule has a certificate for each, and there
//! `@` before its name. A class is bytes and ranges of bytes, in order. A pair has
//!
//! - its number;
//! - how it is reached: `start`, or `PAIR/CLASS`, an earlier pair and the class of the byte that
//!   leads from there to this one. Of several ways this is the first in the order of the lines and
//!   of the classes, and pairs are numbered in the order of these ways. This is what says which
//!   residuals the pair is made of: take the way back to pair 0, and from there derive both sides by
//!   any byte of each class on the way;
//! - `yes` if both sides have the empty string, `no` if neither has;
//! - for each class, in their order, the number of its successor.
//!
//! There are at most 256 classes, since each has a byte. A reader may refuse a certificate whose
//! pairs are more than 4,000,000 divided by the number of its classes, or by 17 if the classes are
//! fewer: none is written. The same holds of the states of an automaton.
//!
//! So pair 0 above has the residual of `port` by no byte at all, and after a digit it comes again;
//! pair 1 has the residual by a byte such as `/`, which is empty, and stays so.
//!
//! Between the line of a grammar and its first certificate stand, if there are any, its patterns and
//! its automata, each kind numbered from 0:
//!
//! ```text
//! pattern 0 ecmascript search ^[0-9]*$
//! automaton 0 production a classes 3 states 3
//! class 0 00-77 7A-FF
//! class 1 78
//! class 2 79
//! state 0 no 1 1 2
//! state 1 no 1 1 1
//! state 2 yes 1 2 1
//! production a automaton 0 classes 3 pairs 3
//! ```
//!
//! A pattern has its dialect, as [`Dialect`](crate::Dialect) names it, `search`, `prefix` or `whole`, and its text,
//! in which `%` and two hexadecimal digits in upper case stand for each byte that is not from `!` to `~`,
//! and for `%`. Without the flag `u`, a character above U+FFFF is two for a pattern of `ecmascript`; of a
//! pattern that is read so, the certificate must have no string with such a character: no pair after a
//! byte from F0 on has a way to a `yes`.
//!
//! An automaton has the classes and, for each state, its number, `yes` if a string may end there, and the
//! number of the state after each class. It begins in state 0.
//!
//! A certificate says `pattern N` or `automaton N` in the place of `rule NAME`. The certificates of all
//! automata come before any other.
//!
//! Version 1 has neither patterns nor automata; what it has is written in the same way.
//!
//! # How to check one
//!
//! The meaning of both sides is not in the file: a checker reads the grammars, and the patterns of the
//! lines above. The production is
//! the production *as read*, where readings replace those printed; the rule is what pest makes of
//! it with its optimizer, for an input that it must read to its end; the pattern is the strings, as
//! UTF-8, in which it is found. All are languages of bytes.
//! Beyond that a checker needs for each side its *derivatives*: states that stand for residuals, the
//! state after a byte, and whether a state has the empty string. Finitely many states must do, for
//! which a choice has to be taken as a set (Brzozowski, *Derivatives of regular expressions*, 1964,
//! theorem 5.2). There are two ways to check.
//!
//! **Pair by pair**, as [`Verifier`] does. Line by line keep the two states of each pair. For each
//! class derive both; if the line names a pair for the first time these are its states, and if not
//! they must be the states that it has. The bytes of a class must all lead to one state. This takes
//! one step for each pair and class. It asks that states which the file takes for one are one: the
//! checker's normal forms must be as coarse as those of the writer, which are
//!
//! - of the production: a set of expressions (partial derivatives: Antimirov 1996). A sequence
//!   leans to the right and has no empty part; a choice is a set, in which sets of single bytes are
//!   one set; a counted repetition counts down (after an `a`, `1*4"a"` leaves `*3"a"`); a name is
//!   derived as what it stands for, a state of an automaton as its line;
//! - of the rule: a formula, equal if it is equal as a Boolean function, over continuations, which
//!   are lists of the expressions that are still to be run. The equations are those of
//!   [`Peg`](crate::Peg);
//! - of the pattern: such a formula, with the state of what came before;
//! - of an automaton: its state.
//!
//! **Side by side**, with any derivatives at all. The lines are a deterministic automaton: pairs are
//! its states, `yes` accepts. Take one side alone. Begin with its first state and pair 0; from a
//! state and a pair go on by every byte to the state after the byte and the successor of the
//! byte's class, until nothing new comes. If every state that is met has the empty string where its
//! pair says `yes` and only there, the side has the language of the automaton; and if both sides
//! have, the two are equal. Nothing is asked of normal forms but that they are finitely many, and
//! the ways by which pairs are reached are not needed. This takes one step for each byte and each
//! meeting of a state and a pair.
//!
//! The first is also complete: what [`Writer`] writes, [`Verifier`] accepts. The second accepts some that
//! the first refuses, as where one pair stands for residuals that are equal and written otherwise.
//!
//! ```
//! use grammar_audit::certificate::{Against, Grammars, Verifier, Writer};
//! use grammar_audit::{GrammarPair, GrammarText, Notation};
//!
//! let printed = GrammarText { file: "port.abnf", text: "port = *DIGIT\n" };
//! let pest = GrammarText { file: "port.pest", text: "port = { ASCII_DIGIT* }" };
//! let pair = GrammarPair::read(Notation::Abnf, printed, None, pest)?;
//! let grammars = Grammars::new(&pair);
//! let rule = Against::Rule("port".to_owned());
//! let mut certificate = Writer::new(&grammars).certificate("port", &rule)?;
//! assert!(Verifier::new(&grammars, &[]).check(&certificate).is_ok());
//! // That `/` is a port too is not true.
//! certificate.rows[1].accepts = true;
//! let fault = Verifier::new(&grammars, &[]).check(&certificate).unwrap_err();
//! assert_eq!(
//!     fault.to_string(),
//!     "port, pair 1: the production may not end here, and the pair says `yes`"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The parts
//!
//! | in | by | out |
//! |---|---|---|
//! | both grammars, or a grammar and patterns | [`Grammars`] | what each production is compared with |
//! | the same, with recursion | [`solved`] | automata that stand for productions |
//! | a production and a rule or pattern | [`Writer`] | their certificate |
//! | the text of a file | [`CertificateReader`] | patterns, automata and certificates |
//! | a certificate | [`Verifier`] | whether the certificate holds |
//! | a file and grammars | [`verify()`] | whether all in the file holds, and all is there |
//! | what is wrong | [`Refusal`], [`Flaw`] | its place and a sentence |
//!
//! Derivatives come from `productions`, and of the other side from `peg`, `regex` or the lines of an
//! automaton; `sides` takes both together.

mod code_units;
mod file;
mod flaw;
mod grammars;
mod lines;
mod productions;
mod read;
mod sides;
mod solution;
mod solve;
mod verify;
mod write;

pub use file::{Named, verify};
pub use flaw::{Flaw, FlawKind, Refusal};
pub use grammars::Grammars;
pub use lines::{
    Against, Automaton, Certificate, PatternName, Reached, Row, Side, State, grammar, head, opening,
};
pub use read::{CertificateReader, Entry, Malformed};
pub use solve::solved;
pub use verify::{Verified, Verifier};
pub use write::{NoCertificate, Writer};

/// The version of the format.
pub const SCHEMA: u32 = 2;

/// The number of entries that the rows of one certificate may have together. Each successor of a
/// pair is an entry; the pair itself costs [`PAIR`] entries.
const ENTRIES: usize = 4_000_000;
/// The cost of a pair beside its successors, in entries.
const PAIR: usize = 16;
