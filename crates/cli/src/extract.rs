//! `urispec extract`: the URIs in plain text.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::ValueHint;
use urispec::extract::{Extract, Found};

use crate::input;
use crate::options::{Document, Less};
use crate::origin::Name;
use crate::outcome::{Outcome, Stop};
use crate::output::Output;
use crate::progress::{Progress, grouped};
use crate::record::Record;

const HELP: &str = "\
Find the URIs in plain text, as the appendices of the documents delimit them (RFC 3986, C; RFC 2396 \
and its drafts, E; RFC 1738), and print each with its file, its line and its span of bytes.

Between `<` and `>` all white space is dropped, and a prefix `URL:`; between two `\"` only white \
space with a line break, since prose stands there too. Bare words are URIs if they begin with a \
scheme and `//`, or with one of mailto, news, tel, urn, mid and cid; punctuation at their end is not \
part of them: any of .,;:!?' and a `)` that they do not open. No URI goes on over an empty line, a \
byte that is no ASCII, or 64 KiB. With --edition rfc1738 a fragment is found with its URL, as the \
Appendix has it, though it is no part of one and `urispec check` refuses it.

A span counts the bytes of the text: of gzip data those that they unpack to, and never those of a byte \
order mark before line 1, which is left out with a warning on stderr.

A hyphen before a line break may not be part of the URI. It stays, with a warning on stderr.

In JSON: `schema`, `edition`, `file`, `line`, `start`, `end`, `uri`, `delimiter` (angle-brackets, \
quotes or white-space), and `hyphens`, the offsets in `uri` of those before a line break.

Exit codes: 0, there are some; 1, there are none; 2, wrong usage, or a file cannot be read.";
const EXAMPLES: &str = "\
Examples:
  $ printf 'Under <URL:http://www.w3.org/\\n  Addressing/>, or mailto:a@b.\\n' | urispec extract
  <stdin>:1: 11..43: http://www.w3.org/Addressing/
  <stdin>:2: 49..59: mailto:a@b
  $ echo '(see HTTP://h/a_(b), or \"http://h/%7Ec\")' | urispec extract -o | urispec normalize -f -
  http://h/a_(b)
  http://h/~c";

/// Find the URIs in plain text
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Files to look through (`-` is standard input) [default: standard input, unless it
    /// is a terminal]
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    document: Document,
    /// Print only the URIs, each on a line
    #[arg(short, long, conflicts_with_all = ["json", "count", "quiet"])]
    only: bool,
    /// Print one JSON object per line for each URI
    #[arg(short, long, conflicts_with_all = ["count", "quiet"])]
    json: bool,
    #[command(flatten)]
    less: Less,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    let files = &*input::or_stdin(&args.files, "give FILEs", "-")?;
    input::once(files, "give `-` once")?;
    out.hush(args.less.hush());
    if !args.less.quiet {
        out.progress = Progress::through(files);
    }
    let (mut worst, mut count, mut opened) = (Outcome::Yes, 0, 0);
    for path in files {
        let Some(source) = input::open(path, out)? else {
            worst = Outcome::Trouble;
            continue;
        };
        opened += 1;
        for found in Extract::of(args.document.edition, source) {
            match found {
                Ok(found) => {
                    count += 1;
                    show(args, path, &found, out)?;
                    out.end_record()?;
                }
                Err(error) => worst = input::unreadable(path, &error, out)?,
            }
        }
    }
    out.end_input();
    if args.less.count && opened > 0 {
        writeln!(out, "{} found", grouped(count))?;
    }
    Ok(worst.max(Outcome::of(count > 0)))
}

fn show(args: &Args, path: &Path, found: &Found, out: &mut Output) -> io::Result<()> {
    let (line, span) = (found.line(), found.span());
    if args.json {
        let hyphens = Some(found.hyphens()).filter(|all| !all.is_empty());
        return Record::of(args.document.edition)
            .with("file", path.to_string_lossy())
            .with("line", line)
            .with("start", span.start)
            .with("end", span.end)
            .with("uri", found.uri())
            .with("delimiter", found.delimiter().name())
            .with("hyphens", hyphens)
            .print(out);
    }
    // It is ASCII without white space, or no edition would derive it.
    if args.only {
        writeln!(out, "{found}")?;
    } else {
        writeln!(out, "{}:{line}: {}..{}: {found}", Name(path), span.start, span.end)?;
    }
    if found.hyphens().is_empty() {
        return Ok(());
    }
    out.warn(format_args!(
        "{}:{line}: a hyphen before a line break may not be part of the URI\n",
        Name(path)
    ))
}
