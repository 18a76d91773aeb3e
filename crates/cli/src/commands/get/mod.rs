//! `urispec get`: components as columns.
//!
//! In: strings, lines, or the rows of a table. Out: a row for each that is valid, with the columns that
//! were asked for; or the lines themselves. Each thread writes the rows of its block as they are printed.

use std::ffi::OsString;
use std::path::Path;

use clap::{ValueEnum, ValueHint};

use crate::input::Input;
use crate::input::blocks::Block;
use crate::input::rows::Rows;
use crate::input::table::{Layout, Table};
use crate::input::taken::Taken;
use crate::options::Less;
use crate::options::ladder::Climb;
use crate::output::Output;
use crate::output::outcome::{Outcome, Stop};
use crate::output::password::Passwords;
use crate::output::sink::Sink;
use crate::output::usage::Usage;

mod column;
mod condition;
mod decode;
mod getter;
mod help;
mod shape;

use column::Column;
use condition::Conditions;
use getter::{Getter, Sheet};
use shape::{RowKind, Shape};

/// Print components as columns
#[derive(clap::Args)]
#[command(long_about = help::HELP, after_help = help::EXAMPLES)]
#[group(id = "shown", multiple = false)]
pub(crate) struct Args {
    /// Strings to take apart
    #[arg(value_name = "STR", value_hint = ValueHint::Url)]
    strings: Vec<OsString>,
    /// The columns to print, such as scheme,host,port; may be repeated
    #[arg(short, long, value_name = "NAMES", value_delimiter = ',', long_help = help::COLUMNS)]
    columns: Vec<String>,
    #[command(flatten)]
    rows: Rows,
    /// Print tab-separated values, which is the default for lines
    #[arg(long, group = "as")]
    tsv: bool,
    /// Print comma-separated values (RFC 4180)
    #[arg(long, group = "as")]
    csv: bool,
    /// Print a JSON object on each line, which has the columns alone
    #[arg(short, long, group = "as")]
    json: bool,
    /// Print each row as TEXT says, such as '{host}\t{path}'
    #[arg(long, value_name = "TEXT", group = "as", conflicts_with = "columns")]
    #[arg(long_help = help::FORMAT)]
    format: Option<String>,
    /// Print the lines themselves: those that are valid and hold what --where says
    #[arg(short, long, group = "as", conflicts_with = "columns")]
    keep: bool,
    /// Take only strings of which this is true, such as scheme=https; may be repeated
    #[arg(short = 'w', long = "where", value_name = "CONDITION", long_help = help::WHERE)]
    conditions: Vec<String>,
    /// What to do with strings that are invalid
    #[arg(long, value_name = "HOW", long_help = help::INVALID)]
    invalid: Option<Invalid>,
    /// Decode the escapes of components, as far as a line stays a line
    #[arg(short, long, long_help = help::DECODE)]
    decode: bool,
    /// Normalize first, up to the rung of --to
    #[arg(short, long)]
    normalize: bool,
    /// What stands for a component that is undefined, in TSV, CSV and --format
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    undefined: String,
    /// What to put before the names of the columns, in the header and as keys
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    prefix: String,
    /// Print only numbers, on one line
    #[arg(long, conflicts_with = "quiet")]
    count: bool,
    /// Print nothing about the input: the exit code says all
    #[arg(short, long)]
    quiet: bool,
}

/// What is done with strings that are invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Invalid {
    /// Say on stderr why
    Report,
    /// Print a row for them too
    Row,
    /// Only count them
    Skip,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    let less = Less { count: args.count, quiet: args.quiet };
    let table = Table::of(&args.rows.table, args.rows.header)?;
    let is_csv = args.rows.table.input == Layout::Csv;
    let input = Input::of(&args.strings, &args.rows.files, &less)?
        .threads(&args.rows.threads)
        .records(is_csv)
        .read_by("get", Taken::References(args.rows.edition()));
    if table.is_some() && !args.strings.is_empty() {
        return Err(Usage::new(
            "--input is about files: a string that is an argument has no columns",
        )
        .into());
    }
    args.rows.ladder.note_unlicensed(args.rows.edition(), out)?;
    let getter = getter(args, table, out.passwords)?;
    let mut sink = match Sink::of(args.rows.output.as_deref(), out)? {
        Some(sink) => sink,
        None => return Ok(Outcome::Trouble),
    };
    let has_names = matches!(args.rows.table.input, Layout::Csv | Layout::Tsv);
    if args.rows.header && !has_names && !less.count && !less.quiet {
        sink.write(&getter.header(), out)?;
    }
    let mut rows = 0;
    let mut warned = 0;
    let mut done = input.each_argument(out, |out, (), item| {
        let mut sheet = Sheet::default();
        getter.argument(item.bytes(), &mut sheet);
        rows += sheet.made;
        warned += sheet.warned;
        sheet.print(&mut sink, out)
    })?;
    let mut counts = done.counts;
    let work = move |path: &Path, block: &Block| getter.answers(path, block);
    done = input.each_made(done, out, work, |out, sheet: Sheet| {
        counts.add(&sheet.counts);
        rows += sheet.made;
        warned += sheet.warned;
        if let Some(progress) = &mut out.progress {
            progress.advance(sheet.counts.all());
        }
        sheet.print(&mut sink, out)
    })?;
    let mut said = counts.said("read", ["valid", "invalid"]);
    if !args.conditions.is_empty() || args.invalid == Some(Invalid::Row) {
        said += &format!(", {}", crate::output::counted::counted(rows, "row"));
    }
    if !less.count && !less.quiet {
        if warned > 0 {
            let all = crate::output::counted::counted(warned, "string");
            out.note(format_args!("note: `urispec normalize` warns about {all}\n"))?;
        }
        if done.opened > 0 {
            out.note(format_args!("{said}\n"))?;
        }
    }
    done.worst = sink.end(done.worst, out)?;
    Ok(done.end(&less, out, &said)?)
}

/// What the arguments ask for.
fn getter(args: &Args, table: Option<Table>, passwords: Passwords) -> Result<Getter, Usage> {
    let (kind, columns) = match &args.format {
        Some(format) => shape::format(format)?,
        None => {
            let columns: Result<_, _> =
                args.columns.iter().map(|name| Column::of(name, "columns")).collect();
            let columns: Vec<Column> = columns?;
            if columns.is_empty() && !args.keep {
                return Err(Usage::new(
                    "which columns? Say so with --columns, such as --columns host,path; or print the \
                     lines themselves with --keep",
                ));
            }
            (kind(args), columns)
        }
    };
    let has_rows = !args.keep && matches!(kind, RowKind::Tsv | RowKind::Csv);
    let has_names = matches!(args.rows.table.input, Layout::Csv | Layout::Tsv);
    if args.rows.header && !has_rows && !has_names {
        return Err(Usage::new("--header is for TSV and CSV"));
    }
    // Rows of a table go on as they are, unless another form is asked for.
    let extends = table.is_some() && !(args.tsv || args.csv || args.json || args.format.is_some());
    let conditions = Conditions::of(&args.conditions)?;
    let has = |column: &Column| columns.contains(column) || conditions.name(column);
    if has(&Column::Target) && !args.rows.ladder.has_base() {
        return Err(Usage::new("the target is that of --base, which is not given"));
    }
    let wants_normalized = has(&Column::Normalized);
    let wants_error = has(&Column::Error);
    if args.rows.ladder.to.is_some() && !args.normalize && !wants_normalized {
        return Err(Usage::new("--to says how far to normalize: add --normalize"));
    }
    let invalid = match args.invalid {
        None if conditions.want_invalid() => Invalid::Row,
        invalid => invalid.unwrap_or(Invalid::Report),
    };
    let shape = Shape {
        undefined: shape::undefined(&kind, &args.undefined),
        kind,
        decode: args.decode,
        prefix: args.prefix.clone(),
        columns,
    };
    let added = || shape.columns.iter().map(|column| shape.key(column)).collect();
    let table =
        table.map(|table| if extends && !args.keep { table.adding(added()) } else { table });
    Ok(Getter {
        climb: Climb::of(&args.rows.ladder, args.rows.edition(), false, passwords)?,
        table,
        extends,
        keeps: args.keep,
        shape,
        conditions,
        invalid,
        normalizes: args.normalize,
        wants_normalized,
        wants_error,
        is_quiet: args.count || args.quiet,
        passwords,
        has_header: args.rows.header,
    })
}

/// How rows are written: as asked, or as those of the input.
fn kind(args: &Args) -> RowKind {
    match args.rows.table.input {
        _ if args.json => RowKind::Json,
        _ if args.csv => RowKind::Csv,
        Layout::Csv if !args.tsv => RowKind::Csv,
        Layout::Jsonl if !args.tsv => RowKind::Json,
        _ => RowKind::Tsv,
    }
}
