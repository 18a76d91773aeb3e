//! `urispec unique`: prints the first of each group of equivalent strings.

use std::ffi::OsString;
use std::path::Path;

use clap::ValueHint;

use crate::distinct::{Keyed, Keyer, Set};
use crate::input::Input;
use crate::input::blocks::LineBlock;
use crate::input::rows::{ArgumentKind, RowArgs};
use crate::input::table::TableInput;
use crate::options::Invalid;
use crate::options::names::Climb;
use crate::output::columns::counted;
use crate::output::{Outcome, Output, Stop, Usage};

const HELP: &str = "\
Print the first of each group of equivalent strings, in the order of the input.

Two strings are equivalent if they have the same normal form at the rung of --to. The default is \
path-segments, all of RFC 3986, 6.2.2, which is safe for any scheme; `--to scheme` also removes \
default ports, and `--to string` compares the characters. Lines are printed unchanged except that they end in LF, \
or in their normal form with --normalized.

Strings are never confused by accident: the normal forms themselves are kept in memory, not hashes of them, with an \
overhead of 14 to 24 bytes each, and up to 35 bytes while their table grows. \
So a billion different URLs of 60 bytes need 83 GB, and up to 89 GB at times; `sort -u` \
on the output of `urispec normalize` needs less, but loses the order.

Invalid strings are compared byte by byte; `--invalid skip` omits them, and `--invalid report` also says why.

Exit codes: 0, success; 1, some are invalid, with --invalid report; 2, wrong usage, or a file cannot be read or written.";

const EXAMPLES: &str = "\
Examples:
  $ urispec unique http://h/%7Ea HTTP://H/~a http://h:80/~a
  http://h/%7Ea
  http://h:80/~a
  $ urispec unique --to scheme --normalized HTTP://h/%7Ea http://h:80/~a
  http://h/~a
  $ printf 'a b\\nhttp://h/\\na b\\n' | urispec unique 2>&1
  a b
  http://h/
  3 read: 1 valid, 2 invalid; 2 different
  $ printf 'n\\turl\\n1\\tA:b\\n2\\ta:b\\n' | urispec unique --input tsv --column url 2>/dev/null
  n\turl
  1\tA:b";

/// Print the first of each group of equivalent strings
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Strings to compare
    #[arg(value_name = "STR", value_hint = ValueHint::Url)]
    strings: Vec<OsString>,
    #[command(flatten)]
    rows: RowArgs,
    /// Ignore fragments in the comparison (RFC 3986, 6.1)
    #[arg(long)]
    ignore_fragment: bool,
    /// Print the normal form instead of the original string
    #[arg(long)]
    normalized: bool,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    let table = TableInput::from_args(&args.rows.table, args.rows.header)?;
    if table.is_some() && args.normalized {
        return Err(
            Usage::new("--normalized applies only to lines; rows are printed unchanged").into()
        );
    }
    if table.is_some() && !args.strings.is_empty() {
        let message = "--input applies only to files: arguments have no columns";
        return Err(Usage::new(message).into());
    }
    let less = &args.rows.less;
    let invalid = args.rows.invalid.invalid.unwrap_or(Invalid::Keep);
    if invalid == Invalid::Empty {
        let message = "`--invalid empty` would add a string: use keep, skip or report";
        return Err(Usage::new(message).into());
    }
    let input = Input::new(&args.strings, &args.rows.files, less)?
        .threads(&args.rows.threads)
        .rows(table.as_ref())
        .read_by("unique", ArgumentKind::References(args.rows.edition()))?;
    args.rows.ladder.note_unlicensed(args.rows.edition(), out)?;
    let mut set = Set::default();
    let keyer = Keyer {
        climb: Climb::new(
            &args.rows.ladder,
            [args.rows.edition(); 2],
            args.ignore_fragment,
            out.passwords,
        )?,
        invalid,
        table,
        is_quiet: less.count || less.quiet,
        passwords: out.passwords,
        palette: out.warnings,
        hasher: set.hasher(),
    };
    if !out.redirect(args.rows.output.path())? {
        return Ok(Outcome::Trouble);
    }
    let mut rows = Vec::new();
    let mut warned = 0;
    let mut take = |out: &mut Output, keyed: &Keyed| {
        rows.clear();
        if let Some(names) = keyed.names() {
            rows.extend_from_slice(names);
            rows.push(b'\n');
        }
        warned += keyed.warned;
        let mut messages = keyed.messages().peekable();
        for (index, member) in keyed.members().enumerate() {
            while let Some((_, message)) = messages.next_if(|(before, _)| *before <= index) {
                out.data(&rows)?;
                rows.clear();
                message.say(out)?;
            }
            if set.insert(member.hash, member.key, b"").is_new {
                let text = if args.normalized { member.normal() } else { member.row };
                rows.extend_from_slice(text);
                rows.push(b'\n');
            }
        }
        out.data(&rows)?;
        for (_, message) in messages {
            message.say(out)?;
        }
        keyed.tell(invalid, out)
    };
    let mut done =
        input.each_argument(out, |out, (), item| take(out, &keyer.argument(item.bytes())))?;
    let mut counts = done.counts;
    let work = move |path: &Path, block: &LineBlock| keyer.keyed(path, block);
    done = input.each_made(done, out, work, |out, keyed: Keyed| {
        counts.add(&keyed.counts);
        if let Some(progress) = &mut out.progress {
            progress.advance(keyed.counts.all());
        }
        take(out, &keyed)
    })?;
    let counts = counts.summary("read", ["valid", "invalid"]);
    let counts =
        format!("{counts}; {} different", crate::output::columns::grouped(set.len() as u64));
    if !less.count && !less.quiet {
        if warned > 0 {
            let all = counted(warned, "string");
            out.note(format_args!("note: `urispec normalize` warns about {all}\n"))?;
        }
        if done.opened > 0 {
            out.note(format_args!("{counts}\n"))?;
        }
    }
    done.worst = out.end_file(done.worst)?;
    Ok(done.end(less, out, &counts)?)
}
