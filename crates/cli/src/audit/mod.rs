//! `urispec audit`: whether a grammar is what its document prints.
//!
//! In: an edition, or files. Out: a [`View`] of each grammar, for people ([`show`]) or as JSON
//! ([`record`]); on demand, for what is equal, the reason why ([`certificate`]).

use std::io;
use std::path::Path;

use clap::error::ErrorKind;
use urispec::Edition;
use urispec::audit::bnf::Notation;
use urispec::audit::findings::Checked;
use urispec::audit::report::{Judged, Reading, Verdict as Decided};
use urispec::audit::requirements::Requirements;
use urispec::audit::trees::Taken;
use urispec::audit::{self, Audit, Pair, Report, Text};

use crate::args as common;
use crate::input;
use crate::output::Output;
use crate::{Stop, Verdict};

pub(crate) mod args;
mod certificate;
pub(crate) mod help;
pub(crate) mod record;
mod show;

use args::{Audit as Args, Written};

pub(crate) use show::{wrapped, wrapped_at};

/// A grammar and what there is to say of it, whoever's it is.
pub(crate) struct View<'a> {
    edition: Option<Edition>,
    /// The stem of an edition's grammar, or the name of a file.
    grammar: &'a str,
    pair: &'a Pair,
    report: &'a Report,
    /// What the trees do with each overlap; shorter than these where there are no trees.
    taken: &'a [Option<Taken>],
    examples: &'a [Checked<'static>],
    /// The audit of an edition, which knows sections.
    audit: Option<&'a Audit>,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Verdict, Stop> {
    if let Some(path) = &args.verify {
        return certificate::verify(args, path, out);
    }
    if let Some(path) = args.certificate.as_deref().filter(|path| is_input(args, path)) {
        let message = format!(
            "--certificate would replace {}, which is one of the grammars",
            input::Name(path)
        );
        return Err(common::usage("audit", ErrorKind::ArgumentConflict, &message).into());
    }
    let file = args.certificate.as_deref().map(|path| certificate::File::create(path, out));
    let mut file = file.transpose()?;
    let verdict = match (&args.bnf, &args.pest) {
        (Some(bnf), Some(pest)) => own(args, bnf, pest, &mut file, out)?,
        _ => editions(args, &mut file, out)?,
    };
    match file {
        Some(file) if verdict < Verdict::Trouble => Ok(verdict.max(file.finish(out)?)),
        _ => Ok(verdict),
    }
}

/// Whether a file is one of those that are read.
fn is_input(args: &Args, path: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().ok();
    let mut read = [&args.bnf, &args.pest, &args.readings].into_iter().flatten();
    read.any(|input| real(input).is_some() && real(input) == real(path))
}

fn editions(
    args: &Args,
    file: &mut Option<certificate::File>,
    out: &mut Output,
) -> io::Result<Verdict> {
    let mut verdict = Verdict::Yes;
    for &edition in args.editions() {
        match audit::of(edition) {
            Ok(audits) => {
                for audit in &audits {
                    verdict = verdict.max(view(args, &View::of(edition, audit), file, out)?);
                }
            }
            Err(error) => verdict = refuse(out, &error.to_string())?,
        }
    }
    Ok(verdict)
}

/// Says why there is nothing to audit.
pub(crate) fn refuse(out: &mut Output, why: &str) -> io::Result<Verdict> {
    out.complain(format_args!("{why}\n"))?;
    Ok(Verdict::Trouble)
}

/// Reads the files of a grammar of one's own; nothing if that fails, which is said on stderr.
fn own_pair(args: &Args, bnf: &Path, pest: &Path, out: &mut Output) -> Result<Option<Pair>, Stop> {
    let notation = notation(args, bnf)?;
    let mut texts = Vec::new();
    for path in [Some(bnf), Some(pest), args.readings.as_deref()].into_iter().flatten() {
        match input::text(path, out)? {
            Some(text) => texts.push(text),
            None => return Ok(None),
        }
    }
    let mut texts = texts.iter().map(|(file, text)| Text { file, text });
    let (Some(printed), Some(pest)) = (texts.next(), texts.next()) else {
        return Ok(None);
    };
    let pair = match Pair::read(notation, printed, texts.next(), pest) {
        Ok(pair) => pair,
        Err(error) => {
            refuse(out, &error.to_string())?;
            return Ok(None);
        }
    };
    let map = args.map.iter().map(|(production, rule)| (&**production, &**rule));
    let pair = match pair.with_map(map) {
        Ok(pair) => pair,
        Err(error) => {
            let message = format!("invalid value for '--map <PRODUCTION=RULE>': {error}");
            return Err(common::usage("audit", ErrorKind::InvalidValue, &message).into());
        }
    };
    let read = pair.as_read();
    if let Some(name) = args.rule.iter().find(|name| read.production(name).is_none()) {
        let names = read.productions.iter().map(|production| &*production.name);
        return Err(common::unknown("audit", "rule", names, name).into());
    }
    Ok(Some(pair))
}

fn own(
    args: &Args,
    bnf: &Path,
    pest: &Path,
    file: &mut Option<certificate::File>,
    out: &mut Output,
) -> Result<Verdict, Stop> {
    let Some(pair) = own_pair(args, bnf, pest, out)? else { return Ok(Verdict::Trouble) };
    let report = if args.rule.is_empty() {
        audit::audit(&pair, &[&*pair.printed.productions[0].name])
    } else {
        let whole: Vec<&str> = args.rule.iter().map(String::as_str).collect();
        audit::audit_reached(&pair, &whole)
    };
    let own = View {
        edition: None,
        grammar: &pair.printed.file,
        pair: &pair,
        report: &report,
        taken: &[],
        examples: &[],
        audit: None,
    };
    Ok(view(args, &own, file, out)?)
}

fn notation(args: &Args, bnf: &Path) -> Result<Notation, clap::Error> {
    let ending = bnf.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    match (args.notation, ending.as_deref()) {
        (Some(Written::Abnf), _) | (None, Some("abnf")) => Ok(Notation::Abnf),
        (Some(Written::Bnf), _) | (None, Some("bnf")) => Ok(Notation::Bnf),
        (Some(Written::Rfc1630), _) => Ok(Notation::Rfc1630),
        (None, _) => {
            let message = format!(
                "the name of {} does not say how it is written: give --notation abnf, bnf or \
                 rfc1630, or end the name in .abnf or .bnf",
                input::Name(bnf)
            );
            Err(common::usage("audit", ErrorKind::MissingRequiredArgument, &message))
        }
    }
}

fn view(
    args: &Args,
    view: &View<'_>,
    file: &mut Option<certificate::File>,
    out: &mut Output,
) -> io::Result<Verdict> {
    if let Some(file) = file {
        file.add(view, out)?;
    }
    if file.as_ref().is_some_and(certificate::File::is_stdout) {
        // The certificates stand where the verdicts would.
    } else if args.json {
        record::print(view, out)?
    } else {
        show::show(view, out)?
    }
    Ok(if view.is_clean() { Verdict::Yes } else { Verdict::No })
}

impl<'a> View<'a> {
    pub(crate) fn of(edition: Edition, audit: &'a Audit) -> Self {
        Self {
            edition: Some(edition),
            grammar: audit.grammar.stem,
            pair: &audit.pair,
            report: &audit.report,
            taken: &audit.taken,
            examples: &audit.examples,
            audit: Some(audit),
        }
    }

    fn is_clean(&self) -> bool {
        self.audit.map_or_else(|| self.report.is_clean(), Audit::is_clean)
    }

    fn section(&self, name: &str) -> Option<&'a str> {
        self.audit.and_then(|audit| audit.section(name))
    }

    /// The sentences of the document, where there is one and this is its first grammar.
    fn requirements(&self) -> Option<&'a Requirements<'static>> {
        let requirements = self.audit.map(|audit| &audit.requirements);
        requirements.filter(|requirements| !requirements.all.is_empty())
    }

    fn findings(&self) -> impl Iterator<Item = &'a Checked<'static>> {
        self.examples.iter().filter(|one| one.is_finding())
    }
}

/// The verdict in a word or three.
pub(crate) fn word(judged: &Judged) -> &'static str {
    match (&judged.verdict, &judged.reading) {
        (Decided::Equal, None) => "equal",
        (Decided::Equal, Some(Reading::Idle)) => "equal, as printed",
        (Decided::Equal, Some(_)) => "equal as read",
        (Decided::Differs { .. }, _) => "differs",
        (Decided::Missing, _) => "missing",
        (Decided::Undecided(_), _) => "undecided",
    }
}
