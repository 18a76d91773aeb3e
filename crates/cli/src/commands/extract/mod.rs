//! `urispec extract`: the URIs in plain text.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::ValueHint;
use urispec::Edition;
use urispec_views::record::Record;

use crate::input::{self, Done};
use crate::options::{Document, Less, Threads};
use crate::output::Output;
use crate::output::counted::grouped;
use crate::output::origin::{Name, Origin};
use crate::output::outcome::{Outcome, Stop};
use crate::output::progress::Progress;

mod pieces;

use pieces::{Pieces, Place};

const HELP: &str = "\
Find the URIs in plain text, delimited as the appendices of the documents say (RFC 3986, C; RFC \
2396 and its drafts, E; RFC 1738). Each URI is printed with its file, its line and its span of \
bytes.

Between `<` and `>`, all white space and a prefix `URL:` are dropped. Between two `\"`, only white \
space with a line break is dropped, since prose stands between quotes too. A bare word is a URI \
if it begins with a scheme and `//`, or with one of the schemes mailto, news, tel, urn, mid and \
cid, or with one that --scheme names. Punctuation at the end of a bare word is not part of the URI: any of .,;:!?' and a `)` that \
the URI does not open. No URI continues across an empty line, and none is longer than 64 KiB. Under \
rfc3987 and whatwg a URI may have characters that are not ASCII, and a bare word may so end in \
punctuation that is not; under the others no URI continues across such a character. Under rfc1738 a URL is printed with its fragment, as the Appendix \
says, though a fragment is not part of a URL there and `urispec check` rejects it.

A span counts the bytes of the text: in a file compressed by gzip, the bytes that it unpacks to. \
A byte order mark before line 1 is skipped, with a warning on stderr, and not counted.

A hyphen before a line break may not be part of the URI. The hyphen stays, with a warning on \
stderr.

In JSON: `schema`, `edition`, `file`, `line`, `start`, `end`, `uri`, `delimiter` (angle-brackets, \
quotes or white-space), and `hyphens`, the offsets in `uri` of the hyphens before a line break.

Exit codes: 0, there are URIs; 1, there are none; 2, wrong usage, or a file cannot be read.";
const EXAMPLES: &str = "\
Examples:
  $ printf 'Under <URL:http://www.w3.org/\\n  Addressing/>, or mailto:a@b.\\n' | urispec extract
  <stdin>:1: 11..43: http://www.w3.org/Addressing/
  <stdin>:2: 49..59: mailto:a@b
  $ echo '(HTTP://h/a_(b) or \"http://h/%7Ec\")' | urispec extract --uris | urispec normalize
  http://h/a_(b)
  http://h/~c
  $ echo 'acct:a@h.example has pkg:npm/foo@1.0.' | urispec extract --uris --scheme acct,pkg
  acct:a@h.example
  pkg:npm/foo@1.0";

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
    /// Find bare words with this scheme too, as `pkg`; may be repeated
    #[arg(long = "scheme", value_name = "NAME", value_delimiter = ',', value_parser = scheme)]
    schemes: Vec<String>,
    /// Print only the URIs, one per line
    #[arg(long, conflicts_with_all = ["json", "count"])]
    uris: bool,
    /// Print one JSON object per line for each URI
    #[arg(short, long, conflicts_with = "count")]
    json: bool,
    #[command(flatten)]
    less: Less,
    #[command(flatten)]
    threads: Threads,
}

pub(crate) fn run(args: &'static Args, out: &mut Output) -> Result<Outcome, Stop> {
    let files = input::or_stdin(&args.files, "give FILEs", "-")?;
    input::once(&files, "give `-` once")?;
    out.hush(args.less.hush());
    out.begin_lines(args.less.messages.most());
    if !args.less.quiet {
        out.progress = Progress::through(&files, args.less.progress);
    }
    let mut done = Done::<u64>::nothing();
    for path in &*files {
        let Some(file) = input::open(path, out)? else {
            done.worst = Outcome::Trouble;
            continue;
        };
        done.opened += 1;
        let pieces = Pieces::of(args.document.edition, file);
        let name = path.clone();
        done.read(path, pieces, args.threads.number(), out, move |out, done, piece| {
            for place in piece.uris(args.document.edition, &args.schemes) {
                done.tally += 1;
                show(args, &name, &place, out)?;
                out.end_record()?;
            }
            Ok(())
        })?;
    }
    out.end_lines()?;
    out.end_input();
    let count = done.tally;
    if args.less.count && done.opened > 0 {
        writeln!(out, "{} found", grouped(count))?;
    }
    Ok(done.worst.max(Outcome::of(count > 0)))
}

/// The name of a scheme, with its `:` or without.
fn scheme(given: &str) -> Result<String, String> {
    let name = given.strip_suffix(':').unwrap_or(given);
    match urispec::check(Edition::Rfc3986, "scheme", name) {
        Ok(()) => Ok(name.to_owned()),
        Err(_) => Err("it is no scheme (RFC 3986, 3.1): name it as `pkg`".to_owned()),
    }
}

fn show(args: &Args, path: &Path, place: &Place, out: &mut Output) -> io::Result<()> {
    let Place { line, span, found } = place;
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
    if args.uris {
        writeln!(out, "{found}")?;
    } else {
        writeln!(
            out,
            "{}:{line}: {}..{}: {found}",
            Name(path, out.passwords),
            span.start,
            span.end
        )?;
    }
    if found.hyphens().is_empty() {
        return Ok(());
    }
    let origin = Origin::Line(path, *line, out.passwords);
    let said = "a hyphen before a line break may not be part of the URI";
    out.warn_of(origin, "hyphen", format_args!("{origin}: {said}\n"))
}
