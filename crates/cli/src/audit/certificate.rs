//! `urispec audit --certificate` and `--verify`: why an `equal` is true, written and checked.
//!
//! In: the verdicts of an audit, or a file of certificates with the grammars that it is about. Out:
//! the file; or for each grammar how much of it is verified, or the first flaw.

use std::io::{self, Write};
use std::path::Path;

use urispec::Edition;
use urispec::audit::certificate::Grammars;
use urispec::audit::certificate::file::{self, Named};
use urispec::audit::certificate::flaw::Refusal;
use urispec::audit::certificate::verify::Verified;
use urispec::audit::certificate::write::{self, Writer};
use urispec::audit::report::Verdict as Decided;
use urispec::audit::{Pair, PairError};

use super::record::{Record, line};
use super::{Args, View, refuse, word};
use crate::input::{self, Name, is_stdin};
use crate::output::Output;
use crate::progress::grouped;
use crate::whole_file::WholeFile;
use crate::{Stop, Verdict};

/// What a grammar is called that is no edition's.
const OWN: &str = "-";
/// The longest file of certificates that is read, in bytes.
const LONGEST: u64 = 256 << 20;

/// A file of certificates that is being written.
pub(crate) struct File {
    name: String,
    /// None where that is standard output.
    file: Option<WholeFile>,
    error: Option<io::Error>,
    certificates: u64,
    pairs: u64,
    /// The productions without a certificate, and why.
    without: Vec<String>,
    verdict: Verdict,
}

impl File {
    pub(crate) fn create(path: &Path, out: &mut Output) -> io::Result<Self> {
        let (name, file) = if is_stdin(path) {
            ("<stdout>".to_owned(), None)
        } else {
            (Name(path).to_string(), Some(WholeFile::beside(path)))
        };
        let (file, error) = match file.transpose() {
            Ok(file) => (file, None),
            Err(error) => (None, Some(error)),
        };
        let (without, verdict) = (Vec::new(), Verdict::Yes);
        let mut this = Self { name, file, error, certificates: 0, pairs: 0, without, verdict };
        this.put(&write::head(), out)?;
        Ok(this)
    }

    /// Whether the certificates go where the verdicts would.
    pub(crate) fn is_stdout(&self) -> bool {
        self.file.is_none() && self.error.is_none()
    }

    /// What goes wrong with a file is said at the end; standard output has its own way.
    fn put(&mut self, text: &str, out: &mut Output) -> io::Result<()> {
        match &mut self.file {
            _ if self.error.is_some() => {}
            Some(file) => self.error = file.write_all(text.as_bytes()).err(),
            None => {
                out.write_all(text.as_bytes())?;
                out.end_record()?;
            }
        }
        Ok(())
    }

    /// Writes the certificates of a grammar.
    pub(crate) fn add(&mut self, view: &View<'_>, out: &mut Output) -> io::Result<()> {
        let name = if view.edition.is_some() { view.grammar } else { OWN };
        self.put(&write::grammar(name), out)?;
        let grammars = Grammars::of(view.pair);
        let mut writer = Writer::of(&grammars);
        for judged in &view.report.productions {
            if judged.verdict != Decided::Equal {
                self.without.push(format!("{}: {}", judged.name, word(judged)));
                continue;
            }
            for rule in &judged.rules {
                match writer.certificate(&judged.name, rule) {
                    Ok(certificate) => {
                        self.certificates += 1;
                        self.pairs += certificate.rows.len() as u64;
                        self.put(&certificate.to_string(), out)?;
                    }
                    Err(why) => {
                        self.verdict = Verdict::No;
                        self.without.push(format!("{}: {why}", judged.name));
                    }
                }
            }
        }
        Ok(())
    }

    /// Puts the file in its place, and says what is in it.
    pub(crate) fn finish(self, out: &mut Output) -> io::Result<Verdict> {
        let name = self.name;
        let written = match (self.error, self.file) {
            (Some(error), _) => Err(error),
            (None, file) => file.map_or(Ok(()), WholeFile::finish),
        };
        if let Err(error) = written {
            return refuse(out, &format!("cannot write {name}: {error}"));
        }
        let [certificates, pairs] = [self.certificates, self.pairs].map(grouped);
        out.note(format_args!("{name}: {certificates} certificates, {pairs} pairs\n"))?;
        for why in &self.without {
            out.note(format_args!("no certificate of {why}\n"))?;
        }
        Ok(self.verdict)
    }
}

/// Checks a file of certificates: of grammars of one's own, or of editions.
pub(crate) fn verify(args: &Args, path: &Path, out: &mut Output) -> Result<Verdict, Stop> {
    let mut pairs: Vec<(Option<Edition>, String, Pair)> = Vec::new();
    if let (Some(bnf), Some(pest)) = (&args.bnf, &args.pest) {
        let Some(pair) = super::own_pair(args, bnf, pest, out)? else {
            return Ok(Verdict::Trouble);
        };
        pairs.push((None, pair.printed.file.clone(), pair));
    } else {
        for &edition in args.editions() {
            for grammar in edition.grammars() {
                match Pair::of(grammar) {
                    Ok(pair) => pairs.push((Some(edition), grammar.stem.to_owned(), pair)),
                    Err(error) => return Ok(unread(&error, out)?),
                }
            }
        }
    }
    let Some((name, text)) = input::text_within(path, LONGEST, out)? else {
        return Ok(Verdict::Trouble);
    };
    if text.len() as u64 == LONGEST {
        let why = format!("{name}: more than {LONGEST} bytes are too many");
        return Ok(refuse(out, &why)?);
    }
    let grammars: Vec<Grammars<'_>> = pairs.iter().map(|(.., pair)| Grammars::of(pair)).collect();
    let stem = args.bnf.as_deref().and_then(Path::file_stem).and_then(|stem| stem.to_str());
    let given = pairs.iter().zip(&grammars).map(|((edition, name, _), grammars)| {
        let names = match edition {
            Some(_) => vec![&**name],
            // A document's grammar that was saved to a file is still called by its name.
            None => [OWN].into_iter().chain(stem).collect(),
        };
        Named { names, grammars }
    });
    let from: Vec<&str> = args.rule.iter().map(String::as_str).collect();
    let given: Vec<Named<'_>> = given.collect();
    match file::verify(&text, &given, &from) {
        Ok(all) => {
            let mut verdict = Verdict::Yes;
            for ((edition, grammar, _), verified) in pairs.iter().zip(&all) {
                verdict = verdict.max(show(args, *edition, grammar, verified, out)?);
            }
            Ok(verdict)
        }
        Err(refusal) => Ok(refused(args, &name, &refusal, out)?),
    }
}

fn unread(error: &PairError, out: &mut Output) -> io::Result<Verdict> {
    refuse(out, &error.to_string())
}

fn show(
    args: &Args,
    edition: Option<Edition>,
    grammar: &str,
    verified: &Verified,
    out: &mut Output,
) -> io::Result<Verdict> {
    let Verified { productions, certificates, pairs, without } = verified;
    let is_whole = without.is_empty();
    if args.json {
        let record = Record::default()
            .with("schema", 1)
            .with("edition", edition.map(|edition| edition.id()))
            .with("grammar", grammar)
            .with("verified", is_whole)
            .with("productions", productions)
            .with("certificates", certificates)
            .with("pairs", pairs)
            .with("without", without);
        line(&record, out)?;
    } else {
        let [productions, certificates, pairs] =
            [*productions, *certificates, *pairs].map(|count| grouped(count as u64));
        writeln!(
            out,
            "{grammar}: {productions} productions verified by {certificates} certificates, \
             {pairs} pairs"
        )?;
        if !is_whole {
            out.complain(format_args!("{grammar}: no certificate of {}\n", without.join(", ")))?;
        }
    }
    Ok(if is_whole { Verdict::Yes } else { Verdict::No })
}

fn refused(args: &Args, name: &str, refusal: &Refusal, out: &mut Output) -> io::Result<Verdict> {
    if args.json {
        let flaw = match refusal {
            Refusal::Flaw(flaw) => Some(flaw),
            _ => None,
        };
        let record = Record::default()
            .with("line", refusal.line())
            .with("rule", flaw.map(|flaw| &flaw.production))
            .with("pair", flaw.and_then(|flaw| flaw.pair))
            .with("byte", flaw.and_then(|flaw| flaw.byte))
            .with("message", refusal.to_string());
        let record = Record::default()
            .with("schema", 1)
            .with("file", name)
            .with("verified", false)
            .with_record("fault", Some(record));
        line(&record, out)?;
    } else {
        match refusal.line() {
            Some(line) => out.complain(format_args!("{name}:{line}: {refusal}\n"))?,
            None => out.complain(format_args!("{name}: {refusal}\n"))?,
        }
    }
    Ok(Verdict::No)
}
