//! `urispec abnf`: extracts the grammar from the text of a specification.
//!
//! For each document, it prints a grammar file, lists the productions or the rejected lines, or compares the places
//! where a production is printed more than once.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::ValueHint;
use urispec_audit::documents::{
    DocumentKind, Extracted, ExtractedProduction, LeftOut, PrintedAgain, PrintedPlace, Sameness,
    Section, Selection,
};
use urispec_audit::{GrammarKind, GrammarText, Notation};
use urispec_views::record::Record;

use crate::grammar::file;
use crate::input;
use crate::input::rows;
use crate::options::Budget;
use crate::output::columns::{Cell, counted, lines};
use crate::output::{Literal, Outcome, Output, Stop, with_tabs};

const HELP: &str = "\
Extract the grammar from the text of a specification: an RFC as published (with pages, headers and footers, \
indentation, and prose between productions), RFC XML of version 2 or 3, Markdown, or HTML. The output is itself \
a grammar file. `urispec audit --bnf` reads it, and also reads the document directly.

A comment before each block names its section and its line in FILE. A production that is printed twice appears \
once: in the form of the collected grammar, or, if its places differ, in the form of the last section, with a \
note on stderr. Where an appendix contradicts the sections, the sections win; `--section A` prints the appendix.

Lines that only look like productions are left out: statements of programs, lists of examples, examples of \
header fields, and sentences. So are stray lines among productions. --left-out lists these lines, each with the \
reason. A production with a misprint is printed as it is; stderr and --list say why it cannot be read. An \
addition that another section makes to a production (`=/`) is printed in that section, unless the collected \
grammar includes it.

A file whose name ends in .abnf, .bnf or .ebnf, or that is read with --kind grammar, contains nothing but a \
grammar: all its productions are printed, whatever their names mean.

The notation is detected from the productions: ABNF, BNF with `|` or `::=`, or the EBNF of the W3C if they are \
numbered. For a file that ends in .ebnf, the text decides which EBNF it is. Blocks that the document labels as \
another language are left out. The notation of RFC 1630 has no sign for a definition, so its productions cannot \
be told from prose and are not found.

Stderr has a summary: how many productions there are, where they are collected, how many of them are also \
printed elsewhere, and how many lines were left out.

Exit codes: 0, a grammar is found; 1, no production is found, or with --compare, places differ or cannot be \
compared; 2, wrong usage, or a file that cannot be read.";

const JSON: &str = "\
Print one JSON object per production, one per line or, with --left-out, for each place that is left out.

A production: `schema`, `file`, `rule`, `notation`, `section`, `title` (of the section), `line`, `collected` (a \
boolean), `text`, `misprint` (why it cannot be read), `again` [{`section`, `line`, `collected`, `text`, `same` \
(`text`, `language`, `differs`, `undecided`), `only_taken` and `only_again` (shortest strings), `why`}]. A place \
that is left out: `schema`, `file`, `section`, `line`, `count`, `text`, `reason` (`statement`, `program`, `row`, \
`prose`, `field`, `unreadable`, `words`, `example`, `language`, `stray`, `apart`), `message`.";

const COMPARE: &str = "\
Compare the places where a production is printed more than once, such as the collected grammar and the sections. \
Two places have the same text apart from blanks and comments, or the same language, or they differ, with \
shortest strings as evidence. Each place whose text differs gets a line.";

const EXAMPLES: &str = "\
Examples:
  $ printf '2.  Port\\n\\n   The port is\\n\\n      port = *DIGIT\\n' | urispec abnf - 2> /dev/null
  ; 2, line 5
  port = *DIGIT
  $ printf 'a = \"x\" b\\nb = *DIGIT\\nr = f(x);\\n' | urispec abnf --left-out - 2> /dev/null
  line 3  r = f(x);  the line ends with `;` without a comment, like a statement of a program
  $ printf 'port = *DIGIT\\nhost = \"h\" / port\\n' | urispec abnf --list --kind grammar - 2> /dev/null
  production  section  line  printed again
  port                    1
  host                    2";

/// Extract the grammar from the text of a specification
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Documents to read; `-` is standard input
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,
    /// Print only the collected grammar
    #[arg(long, group = "which")]
    collected: bool,
    /// Print only the productions outside the collected grammar
    #[arg(long, group = "which")]
    scattered: bool,
    /// Print only the productions of this section and its subsections, such as 3.2
    #[arg(long, value_name = "SECTION", group = "which")]
    section: Option<String>,
    /// List the productions with their sections and lines, and where they are printed again
    #[arg(long, group = "shape")]
    list: bool,
    /// List the lines that look like productions but are not, and say why
    #[arg(long, group = "shape", conflicts_with = "which")]
    left_out: bool,
    /// Compare the places where a production is printed more than once
    #[arg(long, group = "shape", conflicts_with = "which", long_help = COMPARE)]
    compare: bool,
    /// The format of the files [default: detected from the name or the text, else text]
    #[arg(long, value_name = "KIND", value_parser = file::document())]
    kind: Option<DocumentKind>,
    /// The notation of the grammar [default: detected from the productions]
    #[arg(long, value_name = "NAME", value_parser = file::notation())]
    notation: Option<Notation>,
    /// Print one JSON object per production, one per line
    #[arg(short, long, long_help = JSON)]
    json: bool,
    #[command(flatten)]
    budget: Budget,
}

impl Args {
    fn selection(&self) -> Selection {
        match &self.section {
            Some(section) => Selection::Section(section.clone()),
            None if self.collected => Selection::Collected,
            None if self.scattered => Selection::Scattered,
            None => Selection::All,
        }
    }
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    input::once(&args.files, "name it once")?;
    let mut outcome = Outcome::Yes;
    for path in &args.files {
        let Some((file, text)) = rows::read(path, out)? else {
            outcome = Outcome::Trouble;
            continue;
        };
        let name = path.to_string_lossy();
        let kind = match args.kind {
            Some(kind) => kind,
            None if file::is_grammar(path) => DocumentKind::Grammar,
            None => DocumentKind::from_name(&name)
                .or_else(|| DocumentKind::from_text(&text))
                .unwrap_or(DocumentKind::Text),
        };
        let is_ebnf = |one: &Notation| matches!(one, Notation::W3c | Notation::Iso14977);
        let detected = GrammarKind::from_file(&name, &text).and_then(GrammarKind::notation);
        let notation = args.notation.or(detected.filter(is_ebnf));
        let (text, deadline) = (GrammarText { file: &file, text: &text }, args.budget.deadline());
        match Extracted::read_until(kind, notation, text, deadline) {
            Ok(document) => outcome = outcome.max(show(args, &document, out)?),
            Err(why) => outcome = out.refuse(&why.to_string())?,
        }
    }
    Ok(outcome)
}

fn show(args: &Args, document: &Extracted, out: &mut Output) -> io::Result<Outcome> {
    let selection = args.selection();
    let selected = document.select(&selection);
    let mut outcome = Outcome::from_bool(!selected.is_empty());
    if args.json {
        print(args, document, out)?;
    } else if args.left_out {
        left_out(args, document, out)?;
    } else if args.compare {
        compared(args, document, out)?;
    } else if args.list {
        out.begin_block();
        list(args, document, out)?;
    } else if !selected.is_empty() {
        out.begin_block();
        out.write_all(with_tabs(&document.grammar(&selection)).as_bytes())?;
    }
    if args.compare {
        let mut again = document.productions.iter().flat_map(|one| &one.again);
        outcome = outcome.max(Outcome::from_bool(again.all(|one| one.sameness.is_same())));
    }
    out.end_record()?;
    if selected.is_empty() {
        out.complain(format_args!("{}: no production found{}\n", document.file, hint(args)))?;
    }
    if !args.compare {
        for note in &document.notes {
            out.warn(format_args!("{note}\n"))?;
        }
        for production in &document.productions {
            let Some(why) = &production.misprint else { continue };
            let (file, name) = (&document.file, &production.name);
            let at = at(&production.place);
            let word = if production.place.section.is_some() { "section " } else { "" };
            out.warn(format_args!(
                "{file}, {word}{at}: `{name}` cannot be read as printed: {why}\n"
            ))?;
        }
    }
    out.note(format_args!("{}: {}\n", document.file, summary(document)))?;
    Ok(outcome)
}

/// Returns a hint for a document in which no production is found.
fn hint(args: &Args) -> &'static str {
    match (&args.section, args.collected) {
        (Some(_), _) => " in this section; --list shows the sections that have productions",
        (None, true) => ": the document does not collect its grammar",
        _ => "; --left-out lists lines that look like one, and --kind sets the format of the file",
    }
}

/// Returns the prefix of an output line: the name of the file, or nothing if there is only one file.
fn prefix(args: &Args, document: &Extracted) -> String {
    if args.files.len() > 1 { format!("{}: ", document.file) } else { String::new() }
}

fn place(section: Option<&Section>, line: usize) -> String {
    match section {
        Some(section) => format!("{section}, line {line}"),
        None => format!("line {line}"),
    }
}

fn at(one: &PrintedPlace) -> String {
    place(one.section.as_ref(), one.line)
}

fn list(args: &Args, document: &Extracted, out: &mut Output) -> io::Result<()> {
    let titles = ["production", "section"].map(Cell::new).into_iter();
    let titles = titles.chain([Cell::new("line").right_aligned(), Cell::new("printed again")]);
    let is_some_misprinted = document.productions.iter().any(|one| one.misprint.is_some());
    let titles = titles.chain(is_some_misprinted.then(|| Cell::new("cannot be read")));
    let mut rows = vec![titles.collect::<Vec<_>>()];
    for (production, place) in document.select(&args.selection()) {
        let first = std::iter::once(&production.place);
        let all = first.chain(production.again.iter().map(|again| &again.place));
        let again = all.filter(|one| one.line != place.line);
        let again: Vec<String> = again.map(at).collect();
        rows.push(vec![
            Cell::new(&*production.name),
            Cell::new(place.section.as_ref().map(Section::to_string).unwrap_or_default()),
            Cell::new(place.line.to_string()).right_aligned(),
            Cell::new(again.join("; ")),
        ]);
        if let (Some(why), Some(row)) = (&production.misprint, rows.last_mut()) {
            row.push(Cell::new(&**why));
        }
    }
    let prefix = prefix(args, document);
    lines(&rows).iter().try_for_each(|line| writeln!(out, "{prefix}{line}"))
}

fn left_out(args: &Args, document: &Extracted, out: &mut Output) -> io::Result<()> {
    let rows = document.left_out.iter().map(|one| {
        let more = match one.count {
            1 => String::new(),
            count => format!(" and {} more", count - 1),
        };
        let at = place(one.section.as_ref(), one.line);
        [at, format!("{}{more}", one.text), one.reason.to_string()].map(Cell::new).into()
    });
    let prefix = prefix(args, document);
    lines(&rows.collect::<Vec<_>>()).iter().try_for_each(|line| writeln!(out, "{prefix}{line}"))
}

fn compared(args: &Args, document: &Extracted, out: &mut Output) -> io::Result<()> {
    let prefix = prefix(args, document);
    for production in &document.productions {
        let chosen = at(&production.place);
        for PrintedAgain { place: again, sameness, .. } in &production.again {
            let result = match sameness {
                Sameness::Text => continue,
                Sameness::Language => "the same language, written differently".to_owned(),
                Sameness::Differs { only_taken, only_again } => {
                    let sides = [(&chosen, only_taken), (&at(again), only_again)];
                    let sides = sides.into_iter().filter_map(|(place, string)| {
                        Some(format!("only {place} accepts {}", Literal(string.as_ref()?)))
                    });
                    format!("differs: {}", sides.collect::<Vec<_>>().join("; "))
                }
                Sameness::Undecided { why } => format!("cannot be compared: {why}"),
                _ => continue,
            };
            let (name, at) = (&production.name, at(again));
            writeln!(out, "{prefix}{name} ({at}; compared with {chosen}): {result}")?;
        }
    }
    Ok(())
}

fn print(args: &Args, document: &Extracted, out: &mut Output) -> io::Result<()> {
    let new_record = || Record::line().with("file", &document.file);
    if args.left_out {
        for LeftOut { line, count, section, text, reason, .. } in &document.left_out {
            let section = section.as_ref().map(Section::to_string);
            let record =
                new_record().with("section", section).with("line", line).with("count", count);
            let record = record.with("text", text).with("reason", reason.name());
            out.line(record.with("message", reason.to_string()))?;
        }
        return Ok(());
    }
    let notation = file::name_of(document.notation);
    for (production, place) in document.select(&args.selection()) {
        let record = new_record().with("rule", &production.name).with("notation", notation);
        let again = production.again.iter().map(|one| {
            let record = placed(Record::new(), &one.place);
            let (same, record) = match &one.sameness {
                Sameness::Text => ("text", record),
                Sameness::Language => ("language", record),
                Sameness::Differs { only_taken, only_again } => {
                    let record = record.witness("only_taken", only_taken.as_deref());
                    ("differs", record.witness("only_again", only_again.as_deref()))
                }
                Sameness::Undecided { why } => ("undecided", record.with("why", why)),
                _ => ("undecided", record),
            };
            record.with("same", same)
        });
        let record = placed(record, place).with("misprint", production.misprint.as_ref());
        out.line(record.with_all("again", again))?;
    }
    Ok(())
}

fn placed(record: Record, place: &PrintedPlace) -> Record {
    let section = place.section.as_ref();
    record
        .with("section", section.map(Section::to_string))
        .with("title", section.map(|section| &section.title))
        .with("line", place.line)
        .with("collected", place.is_collected)
        .with("text", &place.text)
}

fn summary(document: &Extracted) -> String {
    let count = |number: usize, noun| counted(number.try_into().unwrap_or(u64::MAX), noun);
    let mut parts = Vec::new();
    let sections: Vec<String> = document.collected.iter().map(Section::to_string).collect();
    let all = &document.productions;
    if sections.is_empty() {
        parts.push(count(all.len(), "production"));
    } else {
        let places = |one: &ExtractedProduction| {
            let again = one.again.iter().map(|one| one.place.is_collected);
            again.chain([one.place.is_collected]).collect::<Vec<bool>>()
        };
        let collected = || all.iter().filter(|one| places(one).contains(&true));
        let again = collected().filter(|one| places(one).contains(&false));
        let (number, again) = (collected().count(), again.count());
        parts.push(format!(
            "{} collected in {}, of which {again} are also printed elsewhere",
            count(number, "production"),
            sections.join(", ")
        ));
        if all.len() > number {
            parts.push(format!("{} only elsewhere", count(all.len() - number, "production")));
        }
    }
    let candidates = document.left_out.iter().map(|one| one.count).sum();
    parts.push(format!("{} left out", count(candidates, "candidate")));
    parts.join("; ")
}
