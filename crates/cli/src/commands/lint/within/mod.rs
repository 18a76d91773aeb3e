//! `urispec lint --in`: the URIs in the files of a project, each linted where it stands.
//!
//! In: files and folders. Out: what is found of each URI, at its line and column. A file is read in blocks of lines, so
//! that a log may be larger than memory.
//!
//! The surprising case: a URI that goes on over a line end, between `<` and `>`, is not found where a block of a large
//! file ends between its lines.

use std::io;
use std::path::Path;

use memchr::memchr;
use urispec_views::record::Record;

use super::ignored::Ignored;
use super::strings::{Seen, StringLinter, ToldString, record_of};
use super::{Args, fix, show};
use crate::findings::{Annotation, Position};
use crate::input::blocks::{Block, Blocks};
use crate::input::{self, Done, walk};
use crate::output::Output;
use crate::output::counted::counted;
use crate::output::origin::Name;
use crate::output::outcome::{Outcome, Stop};
use crate::output::progress::Progress;
use crate::output::style::{Quoted, Stream};

mod kind;
mod uris;

use kind::FileKind;
use uris::{Located, uris};

pub(super) fn run(args: &'static Args, out: &mut Output) -> Result<Outcome, Stop> {
    let Some(linter) = StringLinter::of(args, out)? else { return Ok(Outcome::Trouble) };
    let files = walk::files(&args.within, out)?;
    input::once(&files, "give `--in -` once")?;
    if args.fix {
        fix::check(&files)?;
        if !fix::files(&files, out, |path, text| linter.mended_within(path, text))? {
            return Ok(Outcome::Trouble);
        }
    }
    let less = &args.common.less;
    out.hush(less.hush());
    args.reporting.begin(out)?;
    out.begin_lines(less.messages.most());
    if !less.quiet {
        out.progress = Progress::through(&files, less.progress);
    }
    let mut done = Done::<Seen>::nothing();
    // A folder that could not be read was named.
    done.worst = if out.worst == Outcome::Trouble { Outcome::Trouble } else { Outcome::Yes };
    for path in &files {
        let Some(file) = input::open(path, out)? else {
            done.worst = Outcome::Trouble;
            continue;
        };
        done.opened += 1;
        let (this, name) = (linter.clone(), path.clone());
        let threads = args.common.threads.number();
        done.read(path, Blocks::of(file), threads, out, move |out, done, block| {
            this.block(&name, block, out, done)
        })?;
    }
    out.end_lines()?;
    out.end_input();
    let counts = format!("{}; in {}", done.tally.counts, counted(done.opened as u64, "file"));
    let outcome = linter.end(&done.tally, Some(counts.clone()), out)?;
    let outcome = outcome.max(done.end(less, out, &counts)?);
    Ok(args.kept.outcome(outcome))
}

impl StringLinter {
    /// Lints the URIs in lines of a file.
    fn block(
        &self,
        path: &Path,
        block: &Block,
        out: &mut Output,
        done: &mut Done<Seen>,
    ) -> io::Result<()> {
        let text = block.bytes();
        // What has a NUL is no text.
        if memchr(0, text).is_some() {
            return Ok(());
        }
        let name = Name(path, out.passwords).to_string();
        let first = block.first();
        let ignored = Ignored::from_line(first, text);
        let mut before = Position::first(first);
        for located in uris(self.edition(), FileKind::of(path), text) {
            before = before.to(text, located.span.start);
            let file = || Some(name.clone());
            let names = Names { path, shown: &name };
            let is_ignored = |id: &str| ignored.has(before.line, id);
            let uri = located.uri.as_bytes();
            let told = self.told(uri, file, is_ignored, &mut done.tally.made);
            done.tally.count(&told);
            let outcome = told.outcome();
            done.count(outcome);
            self.say_within((names, text), before, &located, &told, out)?;
            out.end_record()?;
        }
        Ok(())
    }

    /// A file whose URIs are mended that stand in it as they are, and how many were.
    fn mended_within(&self, path: &Path, text: &[u8]) -> (Vec<u8>, u64) {
        let (mut mended, mut count, mut passed) = (Vec::with_capacity(text.len()), 0, 0);
        let (ignored, mut before) = (Ignored::of(text), Position::first(1));
        if memchr(0, text).is_none() {
            for located in uris(self.edition(), FileKind::of(path), text) {
                before = before.to(text, located.span.start);
                let is_ignored = |id: &str| ignored.has(before.line, id);
                let new = || self.mended(&located.uri, is_ignored);
                let uri = located.is_literal.then(new).flatten();
                let Some(uri) = uri else { continue };
                mended.extend_from_slice(&text[passed..located.span.start]);
                mended.extend_from_slice(uri.as_bytes());
                passed = located.span.end;
                count += 1;
            }
        }
        mended.extend_from_slice(&text[passed..]);
        (mended, count)
    }

    fn say_within(
        &self,
        (Names { path, shown: name }, text): (Names<'_>, &[u8]),
        before: Position,
        located: &Located,
        told: &ToldString,
        out: &mut Output,
    ) -> io::Result<()> {
        let Located { uri, span, is_literal } = located;
        // The span of a finding is of the URI; in the file it has its place only where the file has the URI itself.
        let place = |of_uri: std::ops::Range<usize>| match is_literal {
            true => before.region(text, &(span.start + of_uri.start..span.start + of_uri.end)),
            false => before.region(text, span),
        };
        let Position { line, column, .. } = before;
        if let Some(log) = self.log {
            for (finding, told) in told.found() {
                let of_uri = finding.spans().first().cloned().unwrap_or_default();
                let fix = finding.mended().filter(|_| *is_literal);
                let annotation = Annotation {
                    rule: finding.lint().id(),
                    level: told.level,
                    message: self.message(finding),
                    place: Some((path.to_owned(), place(of_uri))),
                    about: None,
                    fix: fix.map(|mended| (before.region(text, span), mended)),
                };
                log.add(&annotation, out)?;
            }
            return Ok(());
        }
        if self.args.reporting.is_json(self.args.common.json) {
            let begun = Record::of(self.edition())
                .with("file", name)
                .with("line", line)
                .with("column", column)
                .with("input", uri);
            let column = |at| Some(place(at..at).start.column);
            return record_of(begun, told, column).print(out);
        }
        let bytes = uri.as_bytes();
        for (finding, told) in told.found() {
            let quoted = Quoted(bytes, Stream::Results, out.passwords);
            let place = format!("{name}:{line}:{column}: {quoted}");
            let how = (self.args.short, told.level);
            show::show(self.edition(), how, (place, bytes), finding, out)?;
        }
        Ok(())
    }
}

/// A file, and what messages call it.
#[derive(Clone, Copy)]
struct Names<'p> {
    path: &'p Path,
    shown: &'p str,
}
