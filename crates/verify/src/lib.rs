//! Checks that a printed grammar and a pest grammar, or a pattern, accept exactly the same strings.
//!
//! In: the files of a grammar, and a certificate, which `urispec audit --certificate` writes. Out: that the certificate
//! holds ([`Verified`]), or the line at which it does not ([`Fault`]). A chapter of urispec has
//! [the format](https://docs.rs/urispec/latest/urispec/guide/certificate/).
//!
//! # What has to be believed
//!
//! The crate has no dependency and shares no code with what writes certificates. Whoever believes its answer believes
//!
//! 1. that the *readers* say what their notations say: [`printed`] of the printed grammar, [`pest`] of the rules and
//!    `optimizer` of what pest does to them, and `pattern` of patterns;
//! 2. that a *derivative* is right: that what is left of a language after a byte is what `regular` makes of an
//!    expression, and `peg` of a question about a rule. Each is a dozen equations, one for each kind of expression;
//! 3. that the *walk* in `check` meets all that can be met.
//!
//! A certificate may come from anywhere; of a wrong one no line is believed. If two expressions of one language have
//! two numbers, or the classes of bytes are too fine, the walk only takes longer.
//!
//! # Why the walk suffices
//!
//! The lines of a certificate are a deterministic automaton `A`: pairs are its states. Take one side alone, and let `s`
//! be what is left of it after a word `w`, and `p` the pair after `w`. The walk goes on from the empty word by every
//! byte, so that it meets `(s, p)` for every `w`. It has looked whether `s` has the empty string exactly if `p` says
//! `yes`; so `w` is in the language of the side exactly if `A` accepts it. Both sides have the language of `A`, and so
//! the same. Bytes that neither side nor certificate tells apart lead to the same, and one of them is taken for all.
//!
//! A production that is only written with recursion has an automaton, which stands for its calls. Then the languages of
//! the automata are a solution of the equations that the productions are, and the only one, since no production derives
//! itself alone.
//!
//! # The parts, in the order in which to read them
//!
//! | file | in | out |
//! |---|---|---|
//! | `bytes`, `cursor` | | sets of bytes, UTF-8; a place in a text |
//! | [`tree`] | | the tree that all readers make |
//! | [`printed`], [`pest`], `pattern` | texts in these notations | trees |
//! | `optimizer` | a rule as written | the rule as pest runs it |
//! | `grammar` | a document, its readings, its imports | productions by their names |
//! | `certificate` | a file | its lines |
//! | `regular`, `peg` | productions and patterns; rules | their derivatives |
//! | `check` | all of these | yes, or a line |
//!
//! ```
//! use grammar_verify::{Document, Fault, Source, Subject, verify};
//!
//! let printed = Source::new("port.abnf", "port = *DIGIT\n");
//! let subject = Subject {
//!     name: "-".to_owned(),
//!     documents: vec![Document { printed, ..Document::default() }],
//!     pest: vec![Source::new("port.pest", "port = { ASCII_DIGIT* }")],
//!     ..Subject::default()
//! };
//! let certificate = "urispec-certificate 2\ngrammar -\nproduction port rule port classes 2 pairs 2\n\
//!     class 0 30-39\nclass 1 00-2F 3A-FF\npair 0 start yes 0 1\npair 1 0/1 no 1 1\n";
//! assert_eq!(verify(certificate, &[subject.clone()]).unwrap()[0].pairs, 2);
//! // That `/` is a port too is not true.
//! let fault = verify(&certificate.replace("0/1 no", "0/1 yes"), &[subject]).unwrap_err();
//! let why = "a string may not end here by the production, and the line says `yes`";
//! assert_eq!(fault, Fault::Refused { line: 7, why: why.to_owned() });
//! ```

mod bytes;
mod cursor;
pub mod tree;
pub mod printed;
pub mod pest;
mod optimizer;
mod pattern;
mod grammar;
mod certificate;
mod regular;
mod peg;
mod check;

pub use certificate::Other;
pub use printed::PrintedNotation;

/// A file and its text.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// The name of the file, for messages.
    pub file: String,
    /// The text.
    pub text: String,
}

impl Source {
    /// A text under a name.
    pub fn new(file: &str, text: &str) -> Self {
        Self { file: file.to_owned(), text: text.to_owned() }
    }
}

/// A document: its grammar, and the readings of some of its productions.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// How both are written.
    pub notation: PrintedNotation,
    /// The grammar as printed.
    pub printed: Source,
    /// Productions that replace those of the same names.
    pub readings: Option<Source>,
}

/// What certificates are about: a printed grammar and its rules.
#[derive(Clone, Debug, Default)]
pub struct Subject {
    /// The name of the grammar, as the line `grammar` has it.
    pub name: String,
    /// The printed grammar, then the documents in which names are looked up that the grammar does not define.
    pub documents: Vec<Document>,
    /// The rules. No rule may be there twice.
    pub pest: Vec<Source>,
    /// The productions that must have a certificate. If none is named: all of the grammar that have a rule.
    pub productions: Vec<String>,
    /// Whether the caller looks for what is missing, by [`Verified::claims`]; then no certificate is missed but that of
    /// an automaton.
    pub is_partial: bool,
}

/// What has been verified of a grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The name of the grammar.
    pub grammar: String,
    /// Each production, and what it is equal to.
    pub claims: Vec<(String, Other)>,
    /// The number of pairs.
    pub pairs: usize,
}

/// Why the answer is not yes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The certificate does not hold: what its line says is not so, or something is missing below it.
    Refused {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong, as a sentence.
        why: String,
    },
    /// The file as a whole lacks something, such as all certificates of a grammar. No certificate is wrong.
    Incomplete {
        /// The last line before the gap, counted from 1.
        line: usize,
        /// The missing part, as a sentence.
        why: String,
    },
    /// Nothing is known: a grammar or pattern is not read, or has no finite automaton.
    Unreadable(String),
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Refused { line, why } | Self::Incomplete { line, why } => write!(f, "line {line}: {why}"),
            Self::Unreadable(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Fault {}

/// The stack of the thread that checks, in bytes: each recursion has a limit that fits into it.
const STACK: usize = 512 << 20;

/// Checks all certificates of a file. Each grammar of the file must be among the subjects, and each subject must have
/// its grammar in the file.
///
/// # Errors
/// The first line that does not hold, or why nothing is known.
pub fn verify(certificate: &str, subjects: &[Subject]) -> Result<Vec<Verified>, Fault> {
    std::thread::scope(|scope| {
        let work = || check::all(certificate, subjects);
        let spawned = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let spawned = spawned.map_err(|error| Fault::Unreadable(format!("no thread: {error}")))?;
        spawned.join().unwrap_or_else(|_| Err(Fault::Unreadable("the checker has a fault".to_owned())))
    })
}
