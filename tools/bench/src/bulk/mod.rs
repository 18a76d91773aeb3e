//! The program on a long list: how fast each command is, and what people run instead.
//!
//! In: the program `urispec`, and the strings of the web, ten times. Out: a [`Rate`] for each command on one
//! core and on all, and for each other program that is here; how often the hosts of the others are wrong
//! ([`Wrong`]); and whether the [`targets`] are reached. What is forgotten is what the programs print, but for
//! the hosts.
//!
//! Each is run as whoever has the list would run it: a process reads a file, and writes to nowhere. So the
//! start of the process counts too, which is a few milliseconds.
//!
//! The surprising case: a program that prints an answer for a string that is no URI reference is wrong, however
//! good the answer looks.

use std::io::{self, Write};
use std::path::Path;

mod commands;
mod lists;
mod process;
mod rate;
mod rivals;
mod targets;
mod text;
mod wrong;

pub use rate::Rate;
pub use wrong::Wrong;

use lists::Lists;
use targets::Verdict;

/// What to measure.
#[derive(Clone, Copy, Debug)]
pub struct Bulk<'a> {
    /// The program `urispec`.
    pub program: &'a Path,
    /// How many rounds; a time is the median of theirs.
    pub rounds: usize,
    /// How often the strings of the web are repeated.
    pub times: usize,
    /// Whether to print objects.
    pub json: bool,
}

impl Bulk<'_> {
    /// Measures, and prints what was measured of each program when it is known.
    ///
    /// # Errors
    ///
    /// Where a file cannot be written, or the program cannot be run.
    pub fn run(&self, web: &[String], out: &mut impl Write) -> io::Result<()> {
        let lists = Lists::write(web, self.times)?;
        let mut rates: Vec<Rate> = Vec::new();
        let mut left_out = Vec::new();
        if !self.json {
            writeln!(out, "{}", text::about(&lists))?;
        }
        let ours = commands::ALL.iter().map(|one| one.runs(self.program));
        let others = rivals::ALL.iter().map(|one| one.runs(self.program));
        for runs in ours.chain(others) {
            for run in runs {
                match run.measure(&lists, self.rounds)? {
                    Ok(rate) if self.json => {
                        writeln!(out, "{}", rate.json())?;
                        rates.push(rate);
                    }
                    Ok(rate) => {
                        writeln!(out, "{}", text::line(&rate))?;
                        rates.push(rate);
                    }
                    Err(why) => left_out.push(why),
                }
            }
        }
        left_out.dedup();
        let wrong: Vec<Wrong> = rivals::ALL
            .iter()
            .filter_map(|rival| wrong::count(rival, &lists, web).transpose())
            .collect::<io::Result<_>>()?;
        let verdicts: Vec<Verdict> = targets::verdicts(&rates);
        if self.json {
            wrong.iter().try_for_each(|one| writeln!(out, "{}", one.json()))?;
            return verdicts.iter().try_for_each(|one| writeln!(out, "{}", one.json()));
        }
        left_out.iter().try_for_each(|why| writeln!(out, "left out: {why}"))?;
        write!(out, "{}{}", text::wrong(&wrong), text::verdicts(&verdicts))
    }
}
