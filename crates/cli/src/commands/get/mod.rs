//! `urispec get`: components as columns.
//!
//! In: strings, lines, or the rows of a table. Out: a row for each that is valid, with the columns that
//! were asked for; or the lines themselves. Each thread writes the rows of its block as they are printed.

use std::ffi::OsString;
use std::path::Path;

use clap::ValueHint;
use urispec::Edition;
use urispec::whatwg::UrlRecord;

use crate::input::Input;
use crate::input::blocks::Block;
use crate::input::rows::Rows;
use crate::input::table::{Layout, Table};
use crate::input::taken::Taken;
use crate::options::invalid::Invalid;
use crate::options::ladder::Climb;
use crate::output::Output;
use crate::output::counts::Counts;
use crate::output::outcome::{Outcome, Stop};
use crate::output::sink::Sink;
use crate::output::usage::Usage;

mod browser;
mod column;
mod condition;
mod decode;
mod getter;
mod help;
mod shape;
mod sheet;
mod tally;

use browser::Reader;
use column::Column;
use condition::Conditions;
use getter::Getter;
use shape::{RowKind, Shape};
use sheet::Sheet;
use tally::Tally;

/// Print components as columns
#[derive(clap::Args)]
#[command(long_about = help::HELP, after_help = help::EXAMPLES)]
#[group(id = "shown", multiple = false)]
pub(crate) struct Args {
    /// Strings to take apart
    #[arg(value_name = "STR", value_hint = ValueHint::Url)]
    strings: Vec<OsString>,
    /// The columns to print, such as scheme,host,port; may be repeated
    #[arg(short = 'C', long, value_name = "NAMES", value_delimiter = ',', long_help = help::COLUMNS)]
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
    #[arg(long = "row", value_name = "TEXT", group = "as", conflicts_with = "columns")]
    #[arg(long_help = help::ROW)]
    format: Option<String>,
    /// Print the lines themselves: those that are valid and hold what --where says
    #[arg(short, long, group = "as", conflicts_with = "columns")]
    keep: bool,
    /// Print only how many strings there are of each kind
    #[arg(short, long, conflicts_with_all = ["format", "keep", "count"], long_help = help::TALLY)]
    tally: bool,
    /// Print only the most frequent kinds, so many
    #[arg(long, value_name = "NUM", requires = "tally")]
    top: Option<usize>,
    /// Take only strings of which this is true, such as 'scheme=https and port>1024'; may be repeated
    #[arg(short = 'w', long = "where", value_name = "CONDITION", long_help = help::WHERE)]
    conditions: Vec<String>,
    /// Who takes the strings apart
    #[arg(long, value_name = "NAME", default_value = "urispec", ignore_case = true)]
    #[arg(long_help = help::READER)]
    reader: Reader,
    /// Decode the escapes of components, as far as a line stays a line
    #[arg(short, long, long_help = help::DECODE)]
    decode: bool,
    /// Normalize first, up to the rung of --to
    #[arg(long)]
    normalize: bool,
    /// What stands for a component that is undefined, in TSV, CSV and --row
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    undefined: String,
    /// What to put before the names of the columns, in the header and as keys
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    prefix: String,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    let less = &args.rows.less;
    let table = Table::of(&args.rows.table, args.rows.header)?;
    let input = Input::of(&args.strings, &args.rows.files, less)?
        .threads(&args.rows.threads)
        .rows(table.as_ref())
        .read_by("get", Taken::References(args.rows.edition()));
    if table.is_some() && !args.strings.is_empty() {
        return Err(Usage::new(
            "--input is about files: a string that is an argument has no columns",
        )
        .into());
    }
    args.rows.ladder.note_unlicensed(args.rows.edition(), out)?;
    let getter = getter(args, table, out)?;
    let has_row_for_each_valid =
        getter.conditions.is_empty() && matches!(getter.invalid, Invalid::Report | Invalid::Skip);
    let mut sink = match Sink::of(args.rows.output.as_deref(), out)? {
        Some(sink) => sink,
        None => return Ok(Outcome::Trouble),
    };
    let has_names = matches!(args.rows.table.input, Layout::Csv | Layout::Tsv);
    if args.rows.header && !has_names && !args.tally && !less.count && !less.quiet {
        sink.write(&getter.header(), out)?;
    }
    let mut tally = Tally::default();
    let shape = getter.shape.clone();
    let (mut rows, mut warned, mut counts) = (0, 0, Counts::default());
    let invalid = getter.invalid;
    let mut done = input.each_argument(out, |out, (), item| {
        let mut sheet = Sheet::default();
        getter.argument(item.bytes(), &mut sheet);
        rows += sheet.made;
        warned += sheet.warned;
        counts.add(&sheet.counts);
        tally.add(std::mem::take(&mut sheet.tally));
        sheet.print(invalid, &mut sink, out)
    })?;
    let work = move |path: &Path, block: &Block| getter.answers(path, block);
    done = input.each_made(done, out, work, |out, mut sheet: Sheet| {
        tally.add(std::mem::take(&mut sheet.tally));
        counts.add(&sheet.counts);
        rows += sheet.made;
        warned += sheet.warned;
        if let Some(progress) = &mut out.progress {
            progress.advance(sheet.counts.all());
        }
        sheet.print(invalid, &mut sink, out)
    })?;
    let mut said = counts.said("read", ["valid", "invalid"]);
    if args.tally {
        rows = tally.len();
        said += &format!("; {} different", crate::output::counted::grouped(rows));
        if !less.quiet {
            if args.rows.header {
                sink.write(&Tally::header(&shape), out)?;
            }
            tally.write(args.top.unwrap_or(usize::MAX), &shape, |row| sink.write(row, out))?;
        }
    } else if !has_row_for_each_valid {
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
    // As of a search, nothing found is a no.
    done.worst = sink.end(done.worst, out)?.max(Outcome::of(rows > 0));
    Ok(done.end(less, out, &said)?)
}

/// What the arguments ask for.
fn getter(args: &Args, table: Option<Table>, out: &Output) -> Result<Getter, Usage> {
    let less = &args.rows.less;
    let (kind, columns) = match &args.format {
        Some(format) => shape::format(format)?,
        None => {
            let columns: Result<_, _> =
                args.columns.iter().map(|name| Column::of(name, "columns")).collect();
            let columns: Vec<Column> = columns?;
            if columns.is_empty() && !args.keep {
                return Err(Usage::new(
                    "which columns? Say so with -C, such as `-C host,path` (-c is --count); or print the lines \
                     themselves with --keep",
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
    let extends = table.is_some()
        && !(args.tally || args.tsv || args.csv || args.json || args.format.is_some());
    let conditions = Conditions::of(&args.conditions)?;
    let has = |column: &Column| {
        columns.iter().any(|own| own.about() == column) || conditions.name(column)
    };
    if has(&Column::Target) && !args.rows.ladder.has_base() {
        return Err(Usage::new("the target is that of --base, which is not given"));
    }
    let wants_normalized = has(&Column::Normalized);
    if args.reader == Reader::Whatwg && (args.normalize || wants_normalized) {
        let message = "the parser of the URL Standard writes everything in its own form: with --reader whatwg \
                       there is nothing to normalize, and the column `uri` has that form";
        return Err(Usage::new(message));
    }
    let wants_error = has(&Column::Error) || has(&Column::Cause);
    let wants_lints = has(&Column::Lint);
    // Who counts what is wrong with strings wants to know of those with which something is wrong.
    let counts_invalid = args.tally
        && [Column::Error, Column::Cause, Column::Valid].iter().any(|one| columns.contains(one));
    if args.rows.ladder.to.is_some() && !args.normalize && !wants_normalized {
        return Err(Usage::new("--to says how far to normalize: add --normalize"));
    }
    let invalid =
        args.rows.invalid.invalid.unwrap_or(match conditions.want_invalid() || counts_invalid {
            true if args.keep => Invalid::Keep,
            true => Invalid::Empty,
            false if args.keep => Invalid::Skip,
            false => Invalid::Report,
        });
    if invalid == Invalid::Keep && !args.keep && !extends {
        let message = "a string as it was given is no row: `--invalid empty` prints a row, in which the column \
                       `input` has the string";
        return Err(Usage::new(message));
    }
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
    let is_browser = args.reader == Reader::Whatwg;
    let edition = args.rows.edition();
    let base_edition = if is_browser { Edition::Whatwg } else { edition };
    let climb = Climb::of(&args.rows.ladder, [edition, base_edition], false, out.passwords)?;
    let url_base = match climb.base().filter(|_| is_browser) {
        Some(base) => Some(UrlRecord::parse(base.as_str(), None).map_err(|error| {
            Usage::new(format!("--base is no URL for the parser of the URL Standard: {error}"))
        })?),
        None => None,
    };
    Ok(Getter {
        climb,
        reader: args.reader,
        url_base,
        table,
        extends,
        keeps: args.keep,
        shape,
        conditions,
        invalid,
        normalizes: args.normalize,
        wants_normalized,
        wants_error,
        wants_lints,
        tallies: args.tally,
        is_quiet: less.count || less.quiet,
        passwords: out.passwords,
        palette: out.warnings,
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
