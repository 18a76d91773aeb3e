//! Strings that stand on lines or in rows: the arguments of the commands that write what they read.

use std::path::PathBuf;

use clap::ValueHint;
use urispec::Edition;

use super::table::Columns;
use crate::options::invalid::OfInvalid;
use crate::options::ladder::Ladder;
use crate::options::{Document, Files, Less, Threads};

const OUTPUT: &str = "\
Write to FILE; `-` is standard output. One whose name ends in .gz is compressed by gzip, one that ends in \
.zst by zstd.

The rows are written to a nameless file in the same folder, and take the place of FILE in one step, at \
the end. If some of the input cannot be read, if the disk is full or the run is killed, FILE stays as it \
was.";

// No documentation comment here: clap would take it for that of the command.
#[derive(clap::Args)]
pub(crate) struct Rows {
    #[command(flatten)]
    pub(crate) files: Files,
    #[command(flatten)]
    document: Document,
    #[command(flatten)]
    pub(crate) table: Columns,
    /// The first row has the names of the columns: of --input csv and tsv, and of columns that are printed
    #[arg(long)]
    pub(crate) header: bool,
    #[command(flatten)]
    pub(crate) ladder: Ladder,
    /// Write to FILE (`-` is standard output); one whose name ends in .gz or .zst is compressed
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with_all = ["count", "quiet"], long_help = OUTPUT)]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) invalid: OfInvalid,
    #[command(flatten)]
    pub(crate) less: Less,
    #[command(flatten)]
    pub(crate) threads: Threads,
}

impl Rows {
    pub(crate) const fn edition(&self) -> Edition {
        self.document.edition
    }
}
