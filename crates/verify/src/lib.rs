//! Checks that a printed grammar and a pest grammar, or a pattern, accept exactly the same strings.
//!
//! In: the files of a grammar, and a certificate, which `urispec audit --certificate` writes. Out: that all of the
//! certificate holds ([`Verified`]), or the line at which it does not ([`Fault`]). `docs/certificate.md` has the format,
//! and why a certificate is a proof.
//!
//! # What has to be believed
//!
//! The crate has no dependency and shares no code with what writes certificates: neither the readers of grammars, nor
//! derivatives, nor the reader of the file. It is short, so that one person can read all of it. Whoever believes its
//! answer believes
//!
//! 1. that the *readers* say what their notations say: [`printed`] and [`rfc1630`] for the printed grammar,
//!    [`pest`] for the rules and for what pest's optimizer does to them, and `pattern` for patterns;
//! 2. that a *derivative* is right: that what is left of a language after a byte is what `regular` makes of an
//!    expression, and `peg` of a question about a rule. Each is a dozen equations, one for each kind of expression;
//! 3. that the *walk* in `check` meets all that can be met.
//!
//! Nothing else matters. A certificate may come from anywhere; of a wrong one no line is believed. Normal forms need
//! not be the best ones, and those of this crate are not those of the writer: if two expressions of one language have
//! two numbers, the walk only takes longer. A class of bytes that is too fine does no harm either.
//!
//! # Why the walk suffices
//!
//! The lines of a certificate are a deterministic automaton `A`: pairs are its states. Take one side alone, and let `s`
//! be what is left of it after a word `w`, and `p` the pair after `w`. The walk begins with the empty word and goes on by
//! every byte, so that it meets `(s, p)` for every `w`. It has looked whether `s` has the empty string exactly if `p`
//! says `yes`; so `w` is in the language of the side exactly if `A` accepts it. Both sides have the language of `A`, and so
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
//! | `bytes` | ranges of characters | sets of bytes |
//! | [`printed`], [`rfc1630`] | the text of a printed grammar | [`printed::Term`] |
//! | [`grammar`] | a document, its readings, its imports | [`grammar::Grammar`] |
//! | `regular` | a grammar | derivatives of productions |
//! | [`pest`] | the text of a `.pest` file | [`pest::Expr`], as written and as optimized |
//! | `peg` | rules | derivatives of rules |
//! | `pattern` | a pattern | a term |
//! | [`certificate`] | a file | its lines |
//! | `check` | all of these | yes, or a line |
//!
//! ```
//! use grammar_verify::{Fault, Subject, Source, verify};
//!
//! let printed = Source { file: "port.abnf", text: "port = *DIGIT\n" };
//! let pest = Source { file: "port.pest", text: "port = { ASCII_DIGIT* }" };
//! let certificate = "urispec-certificate 2\ngrammar -\nproduction port rule port classes 2 pairs 2\n\
//!     class 0 30-39\nclass 1 00-2F 3A-FF\npair 0 start yes 0 1\npair 1 0/1 no 1 1\n";
//! let subject = Subject::new("-", printed, pest);
//! assert_eq!(verify(certificate, &[subject.clone()]).unwrap()[0].pairs, 2);
//! // That `/` is a port too is not true.
//! let fault = verify(&certificate.replace("0/1 no", "0/1 yes"), &[subject]).unwrap_err();
//! let why = "a string may not end here by the production, and the line says `yes`";
//! assert_eq!(fault, Fault::Refused { line: 7, why: why.to_owned() });
//! ```

use std::thread;

mod bytes;
pub mod printed;
pub mod rfc1630;
pub mod grammar;
mod regular;
pub mod pest;
mod peg;
mod pattern;
pub mod certificate;
mod check;

pub use certificate::Other;
pub use grammar::Document;
pub use printed::Notation;

/// A file and its text.
#[derive(Clone, Copy, Debug)]
pub struct Source<'t> {
    /// The name of the file, for messages.
    pub file: &'t str,
    /// The text.
    pub text: &'t str,
}

/// What certificates are about: a printed grammar and its rules.
#[derive(Clone, Debug)]
pub struct Subject<'t> {
    /// The name of the grammar, as the line `grammar` has it.
    pub name: &'t str,
    /// The printed grammar.
    pub document: Document<'t>,
    /// The documents in which names are looked up that the printed grammar does not define.
    pub imports: Vec<Document<'t>>,
    /// The rules. No rule may be there twice.
    pub pest: Vec<Source<'t>>,
    /// The productions that must have a certificate. If none is named: all of the document that have a rule.
    pub productions: Vec<&'t str>,
}

impl<'t> Subject<'t> {
    /// A grammar in ABNF without readings and imports, and its rules.
    #[must_use]
    pub fn new(name: &'t str, printed: Source<'t>, pest: Source<'t>) -> Self {
        let document = Document { notation: Notation::Abnf, printed, readings: None };
        Self { name, document, imports: Vec::new(), pest: vec![pest], productions: Vec::new() }
    }
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
    /// Nothing is known: a grammar or pattern is not read, or has no finite automaton.
    Unreadable(String),
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Refused { line, why } => write!(f, "line {line}: {why}"),
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
pub fn verify(certificate: &str, subjects: &[Subject<'_>]) -> Result<Vec<Verified>, Fault> {
    let work = || {
        let mut blocks = certificate::read(certificate)?;
        let mut all = Vec::new();
        for block in &mut blocks {
            let subject = subjects.iter().find(|subject| subject.name == block.name);
            let unknown = || format!("no files are given for the grammar `{}`", block.name);
            let subject = subject.ok_or_else(|| Fault::Refused { line: block.line, why: unknown() })?;
            all.push(check::check(subject, block)?);
        }
        let is_missing = |subject: &&Subject<'_>| blocks.iter().all(|block| block.name != subject.name);
        match subjects.iter().find(is_missing) {
            Some(subject) => {
                let why = format!("the file has no certificates of the grammar `{}`", subject.name);
                Err(Fault::Refused { line: certificate.lines().count(), why })
            }
            None => Ok(all),
        }
    };
    thread::scope(|scope| {
        let spawned = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let spawned = spawned.map_err(|error| Fault::Unreadable(format!("no thread: {error}")))?;
        spawned.join().unwrap_or_else(|_| Err(Fault::Unreadable("the checker has a fault".to_owned())))
    })
}
