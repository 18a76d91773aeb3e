//! `urispec get`: prints components as columns.

mod column;
mod condition;
mod getter;

use std::ffi::OsString;
use std::path::Path;

use clap::ValueHint;
use column::{Column, OutputBuffer, RowFormat, RowKind, RowTally};
pub(super) use condition::Conditions;
use getter::{ComponentReader, Getter};
use urispec::Edition;
use urispec::whatwg::Url;

use crate::input::table::Layout;
use crate::input::{ArgumentKind, Input, LineBlock, RowArgs, TableInput};
use crate::options::{Climb, Invalid};
use crate::output::{Counts, Outcome, Output, Stop, Usage, counted, grouped};

/// Print components as columns
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
#[group(id = "shown", multiple = false)]
pub(crate) struct Args {
    /// Strings to split into components
    #[arg(value_name = "STR", value_hint = ValueHint::Url)]
    strings: Vec<OsString>,
    /// The columns to print, such as scheme,host,port; may be repeated
    #[arg(short = 'C', long, value_name = "NAMES", value_delimiter = ',', long_help = COLUMNS)]
    columns: Vec<String>,
    #[command(flatten)]
    rows: RowArgs,
    /// Print tab-separated values (the default for lines)
    #[arg(long, group = "as")]
    tsv: bool,
    /// Print comma-separated values (RFC 4180)
    #[arg(long, group = "as")]
    csv: bool,
    /// Print a JSON object per line, with only the columns
    #[arg(short, long, group = "as")]
    json: bool,
    /// Print each row in the format TEXT, such as '{host}\t{path}'
    #[arg(long = "row", value_name = "TEXT", group = "as", conflicts_with = "columns")]
    #[arg(long_help = ROW)]
    format: Option<String>,
    /// Print the whole line of each valid string for which --where is true
    #[arg(short, long, group = "as", conflicts_with = "columns")]
    keep: bool,
    /// Count equal rows, and print each distinct row once with its count
    #[arg(short, long, conflicts_with_all = ["format", "keep", "count"], long_help = TALLY)]
    tally: bool,
    /// With --tally, print only the NUM most frequent rows
    #[arg(long, value_name = "NUM", requires = "tally")]
    top: Option<usize>,
    /// Select strings for which this is true, such as 'scheme=https and port>1024'; may be repeated
    #[arg(short = 'w', long = "where", value_name = "CONDITION", long_help = WHERE)]
    conditions: Vec<String>,
    /// The parser that splits strings into components
    #[arg(long, value_name = "NAME", default_value = "urispec", ignore_case = true)]
    #[arg(long_help = READER)]
    reader: ComponentReader,
    /// Decode the escapes of components, except those of invisible characters
    #[arg(short, long, long_help = DECODE)]
    decode: bool,
    /// Normalize each string first, up to the rung of --to
    #[arg(long)]
    normalize: bool,
    /// The text to print for an undefined component, in TSV, CSV and --row
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    undefined: String,
    /// The prefix of the names of the columns, in the header and in JSON keys
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    prefix: String,
}

pub(crate) fn run(args: &'static Args, out: &mut Output) -> Result<Outcome, Stop> {
    let less = &args.rows.less;
    let table = TableInput::from_args(&args.rows.table, args.rows.header)?;
    let input = Input::new(&args.strings, &args.rows.files, less)?
        .threads(&args.rows.threads)
        .rows(table.as_ref())
        .read_by("get", ArgumentKind::References(args.rows.edition()))?;
    if table.is_some() && !args.strings.is_empty() {
        return Err(Usage::new("--input applies only to files: an argument has no columns").into());
    }
    args.rows.ladder.note_unlicensed(args.rows.edition(), out)?;
    let getter = getter(args, table, out)?;
    let has_row_for_each_valid =
        getter.conditions.is_empty() && matches!(getter.invalid, Invalid::Report | Invalid::Skip);
    if !out.redirect(args.rows.output.path())? {
        return Ok(Outcome::Trouble);
    }
    let has_names = matches!(args.rows.table.input, Layout::Csv | Layout::Tsv);
    if args.rows.header && !has_names && !args.tally && !less.count && !less.quiet {
        out.data(&getter.header())?;
    }
    let (mut tally, mut counts) = (RowTally::default(), Counts::default());
    let (shape, invalid) = (getter.shape.clone(), getter.invalid);
    let (mut rows, mut warned) = (0, 0);
    let mut take = |out: &mut Output, mut buffer: OutputBuffer| {
        tally.add(std::mem::take(&mut buffer.tally));
        counts.add(&buffer.counts);
        rows += buffer.row_count;
        warned += buffer.warned;
        if let Some(progress) = &mut out.progress {
            progress.advance(buffer.counts.all());
        }
        buffer.print(invalid, out)
    };
    let done =
        input.each_argument(out, |out, (), item| take(out, getter.argument(item.bytes())))?;
    let work = move |path: &Path, block: &LineBlock| getter.answers(path, block);
    let mut done = input.each_made(done, out, work, take)?;
    let mut summary = counts.summary("read", ["valid", "invalid"]);
    if args.tally {
        rows = tally.len();
        summary += &format!("; {} different", grouped(rows));
        if !less.quiet {
            if args.rows.header {
                out.data(&RowTally::header(&shape))?;
            }
            tally.write(args.top.unwrap_or(usize::MAX), &shape, |row| out.data(row))?;
        }
    } else if !has_row_for_each_valid {
        summary += &format!(", {}", counted(rows, "row"));
    }
    if !less.count && !less.quiet {
        if warned > 0 {
            let all = counted(warned, "string");
            out.note(format_args!("note: `urispec normalize` warns about {all}\n"))?;
        }
        if done.opened > 0 {
            out.note(format_args!("{summary}\n"))?;
        }
    }
    // As in `grep`, the exit code is 1 if there is no row.
    done.worst = out.end_file(done.worst)?.max(Outcome::from_bool(rows > 0));
    Ok(done.end(less, out, &summary)?)
}

fn getter(args: &'static Args, table: Option<TableInput>, out: &Output) -> Result<Getter, Usage> {
    let (kind, columns) = match &args.format {
        Some(format) => column::format(format)?,
        None => {
            let columns = args.columns.iter().map(|name| Column::parse(name, "columns"));
            let columns = columns.collect::<Result<Vec<_>, _>>()?;
            if columns.is_empty() && !args.keep {
                return Err(Usage::new(
                    "no columns are named: name them with -C, such as `-C host,path` (-c is --count), or print \
                     whole lines with --keep",
                ));
            }
            (kind(args), columns)
        }
    };
    let has_rows = !args.keep && matches!(kind, RowKind::Tsv | RowKind::Csv);
    let has_names = matches!(args.rows.table.input, Layout::Csv | Layout::Tsv);
    if args.rows.header && !has_rows && !has_names {
        return Err(Usage::new("--header needs TSV or CSV"));
    }
    // The columns are added to the rows of a table, unless another format is asked for.
    let extends = table.is_some()
        && !(args.tally || args.tsv || args.csv || args.json || args.format.is_some());
    let conditions = Conditions::parse(&args.conditions)?;
    let has = |column: &Column| {
        columns.iter().any(|one| one.source() == column) || conditions.uses(column)
    };
    if has(&Column::Target) && !args.rows.ladder.has_base() {
        return Err(Usage::new("the column `target` needs a base: add --base"));
    }
    let wants_normalized = has(&Column::Normalized);
    if args.reader == ComponentReader::Whatwg && (args.normalize || wants_normalized) {
        let message = "with --reader whatwg there is nothing to normalize: the parser of the URL Standard \
                       normalizes, and the column `uri` has its result";
        return Err(Usage::new(message));
    }
    let wants_error = has(&Column::Error) || has(&Column::Cause);
    let wants_lints = has(&Column::Lint);
    // A tally of errors counts invalid strings.
    let counts_invalid = args.tally
        && [Column::Error, Column::Cause, Column::Valid].iter().any(|one| columns.contains(one));
    if args.rows.ladder.to.is_some() && !args.normalize && !wants_normalized {
        return Err(Usage::new("--to limits normalization: add --normalize"));
    }
    let invalid =
        args.rows.invalid.invalid.unwrap_or(match conditions.want_invalid() || counts_invalid {
            true if args.keep => Invalid::Keep,
            true => Invalid::Empty,
            false if args.keep => Invalid::Skip,
            false => Invalid::Report,
        });
    if invalid == Invalid::Keep && !args.keep && !extends {
        let message = "--invalid keep would print a string instead of a row: use `--invalid empty`, which prints \
                       a row, and the column `input` for the string";
        return Err(Usage::new(message));
    }
    let shape = RowFormat {
        undefined: column::undefined(&kind, &args.undefined),
        kind,
        decode: args.decode,
        prefix: args.prefix.clone(),
        columns,
    };
    let added = || shape.columns.iter().map(|column| shape.key(column)).collect();
    let table =
        table.map(|table| if extends && !args.keep { table.adding(added()) } else { table });
    let is_browser = args.reader == ComponentReader::Whatwg;
    let edition = args.rows.edition();
    let base_edition = if is_browser { Edition::Whatwg } else { edition };
    let climb = Climb::new(&args.rows.ladder, [edition, base_edition], false, out.passwords)?;
    let url_base = match climb.base().filter(|_| is_browser) {
        Some(base) => Some(Url::parse(base.as_str()).map_err(|error| {
            Usage::new(format!("--base is not a URL by the URL Standard: {error}"))
        })?),
        None => None,
    };
    Ok(Getter {
        args,
        climb,
        url_base,
        table,
        extends,
        shape,
        conditions,
        invalid,
        wants_normalized,
        wants_error,
        wants_lints,
        passwords: out.passwords,
        palette: out.warnings,
    })
}

fn kind(args: &Args) -> RowKind {
    match args.rows.table.input {
        _ if args.json => RowKind::Json,
        _ if args.csv => RowKind::Csv,
        Layout::Csv if !args.tsv => RowKind::Csv,
        Layout::Jsonl if !args.tsv => RowKind::Json,
        _ => RowKind::Tsv,
    }
}

const HELP: &str = "\
Print components as columns: a row for each valid string, in the order of the input.

-C names the columns, or --row the format of a row. --keep prints whole lines instead, like a filter. Large \
files are processed on all cores; only a few blocks of them are in memory.

An undefined component differs from an empty one: `http://h` has no query, `http://h?` an empty one. JSON leaves \
out the key of an undefined component. CSV has \"\" for an empty component, and nothing for an undefined one. \
TSV has nothing for both, unless --undefined sets a text for the undefined. In TSV, a tab, a line end and a \
backslash are written \\t, \\n, \\r and \\\\; only `input`, `error` and text from --decode can have them.

No string is lost silently: stderr says why a string is invalid, unless --invalid says otherwise, and for files \
and standard input it ends with a line of counts.

Passwords are data, and are printed if their column is asked for.

Exit codes: 0, there are rows; 1, there are none, or a string was reported as invalid; 2, wrong usage, or a file \
cannot be read or written.";

const EXAMPLES: &str = "\
Examples:
  $ urispec get -C host,port,path http://example.com:80/a //h
  example.com\t80\t/a
  h\t\t
  $ urispec get --json -C host,query 'http://h/?'
  {\"host\":\"h\",\"query\":\"\"}
  $ printf '//a/%%7E\\nb c\\n' | urispec get -d --row '{path} {valid}' --invalid empty 2>&1
  /~ true
   false
  2 read: 1 valid, 1 invalid, 2 rows
  $ printf 'http://10.0.0.1/\\nhttp://h/\\n' | urispec get --keep --where private-address 2>/dev/null
  http://10.0.0.1/
  $ printf '//a/1\\n//b\\n//a/2\\n' | urispec get -C host --tally --top 1 2>/dev/null
  2\ta
  $ printf 'id,url\\n1,http://h/a\\n' | urispec get --input csv --column url -C host,path 2>/dev/null
  id,url,host,path
  1,http://h/a,h,/a";

const COLUMNS: &str = "\
The columns to print, with commas between their names; may be repeated.

  scheme, authority, userinfo, user, password, host, host_kind, port, path, query, fragment
             the components as they are (RFC 3986, 3)
  registrable
             the registered part of the host, such as example.co.uk, by the public suffix list \
(https://publicsuffix.org/) of 2026-10-22
  params     the parameters at the end of the path: only under rfc1808 (RFC 1808, 2.4.5)
  query:KEY  the value of the first query pair with this key; empty if the key has no `=`
  uri        the whole reference, after --base and --normalize
  target     the reference after --base
  normalized the normal form up to --to, also without --normalize
  input      the string as it was given
  valid      true or false
  error      why the string is invalid: see --invalid empty
  cause      the name of the reason, such as space, which all strings with the same fault share
  lint       the lints of `urispec lint --pack security` that report the string, with commas between them
  file, line the file and the line of the string
  length     the length of the string in bytes; length:COLUMN is that of another column: length:path";

const TALLY: &str = "\
Count equal rows, and print each distinct row once with its count: the columns define the kinds. Each row has the count, \
and then the columns. The most frequent kinds come first; kinds with the same count are in the order of their \
bytes.

`-C host --tally --top 20` prints the 20 most frequent hosts; `-C cause --tally` counts the invalid strings by \
cause; `-C lint --tally` counts the strings of each lint. A string with several lints is counted for each of \
them, and a string without a cause or a lint is not counted. Letter case counts, also in hosts: with --normalize, \
`A.com` and `a.com` are equal. Each kind is in memory once.";

const ROW: &str = "\
Print each row in the format TEXT. A column in braces, such as {host}, is replaced with its value; `{{` and `}}` \
are braces, and `\\t`, `\\n` and `\\\\` a tab, a line end and a backslash.";

const WHERE: &str = "\
Select strings for which this is true. May be repeated; then all conditions must be true.

  valid, invalid   `invalid` and `cause=space` give rows for invalid strings: see --invalid
  host=VALUE       the column has this value; letter case is ignored in scheme and host
  host!=VALUE      the opposite, which is also true of an undefined component
  host^=VALUE, host$=VALUE, host*=VALUE
                   the value begins with this, ends with it, contains it
  host=~REGEX, host!~REGEX
                   the regular expression (of the crate regex) matches in the value, or does not
  port>1024, port>=1024, port<80, port<=80
                   the value is such a number: for port, line, query:KEY, length and length:COLUMN
  query, !query    the component is defined, or undefined
  private-address  a lint of `urispec lint --pack security` reports the string; also loopback-address, \
link-local-address, unique-local-address, metadata-address, and all others of `urispec lint --list --pack \
security`; with `!` before it, the lint does not report the string

Combine conditions with `and`, `or` and `not`; `and` binds more strongly than `or`, `|` is the same as `or`, and \
parentheses make groups: `scheme=https and (port>1024 or not host$=.example)`.

A value ends at the next `|`, `and` or `or`, or at the parenthesis that closes its group. A value that contains \
one of these must be in double quotes: `input*=\"a and b\"`; within quotes, write `\\\"` for a quote. A regular \
expression without quotes extends to the end.

The values are those of the columns: after --base, --normalize and --decode. A lint reads the string as it was \
given, and recognizes an address in any spelling.";

const READER: &str = "\
The parser that splits strings into components. `urispec` uses the edition, and leaves each component as it is. \
`whatwg` is the parser of the URL Standard, as in browsers: it removes tabs and line ends, reads `\\` as `/`, \
resolves `..`, escapes characters, maps hosts, and drops default ports; `uri` is its whole URL. A string is \
invalid if this parser rejects it; without --base, it rejects relative references.";

const DECODE: &str = "\
Decode the escapes of userinfo, user, password, host, path, query and fragment, and of the values of \
`query:KEY`. An escape is kept if its octets are not UTF-8, or encode an invisible character, such as a tab or a \
line end. The result is for reading: `%2509` and `%09` both become `%09`.";

#[cfg(test)]
mod tests {
    use urispec_domains::PUBLIC_SUFFIX_LIST;

    #[test]
    fn the_help_names_the_list() {
        let source = format!(" of {PUBLIC_SUFFIX_LIST}\n");
        assert!(super::COLUMNS.contains(&source), "{PUBLIC_SUFFIX_LIST}");
    }
}
