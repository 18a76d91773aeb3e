//! Where a run goes on that another has begun: an argument of the commands that answer each line by itself.

use clap::builder::RangedU64ValueParser;

const FROM_LINE: &str = "\
Begin at this line of the first FILE, and leave out all lines before it. Lines keep their numbers in messages. The first row \
of CSV and TSV still has the names of the columns, and is not printed again; the line is the first one of a record.

A run that is interrupted by Ctrl-C, or that cannot read a file to its end, says on stderr up to where the results are \
written, so that `>>` and this option go on from there.";

// No documentation comment here: clap would take it for that of the command.
#[derive(clap::Args, Clone, Copy, Default)]
pub(crate) struct Resume {
    /// Begin at this line of the first FILE: the one that an interrupted run has said
    #[arg(long, value_name = "NUM", long_help = FROM_LINE)]
    #[arg(value_parser = RangedU64ValueParser::<u64>::new().range(1..))]
    from_line: Option<u64>,
}

impl Resume {
    pub(crate) fn first(self) -> u64 {
        self.from_line.unwrap_or(1)
    }

    /// Whether lines are left out that another run has done.
    pub(crate) fn is_later(self) -> bool {
        self.first() > 1
    }
}
