//! The time that child processes have worked.
//!
//! In: what Linux says of this process, in `/proc/self/stat`. Out: seconds, of all cores together. What
//! is forgotten is who worked: a child, or a child of a child that was waited for. Other systems have no
//! such file, and no time is told.

use std::fs;

/// The ticks of a second. Linux counts times for programs in this unit on every machine.
const TICKS: f64 = 100.0;
/// The place of `cutime`, the children's time in user mode, among the fields after the name of the
/// program: proc(5) counts from the process number, which is 1, and gives `cutime` 16. `cstime`, the time
/// in the kernel, is the next field.
const CUTIME: usize = 16 - 3;

/// The seconds that the children which have ended have worked so far.
#[must_use]
pub fn children() -> Option<f64> {
    seconds(&fs::read_to_string("/proc/self/stat").ok()?)
}

/// The children's seconds in a line of the form of `/proc/self/stat`.
fn seconds(stat: &str) -> Option<f64> {
    // The name stands in parentheses, and may have any in it.
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_ascii_whitespace().skip(CUTIME);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    Some((ticks()? + ticks()?) as f64 / TICKS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sixteenth_and_the_seventeenth_field() {
        // pid comm state ppid pgrp session tty tpgid flags minflt cminflt majflt cmajflt utime stime
        // cutime cstime priority
        let stat = "7 (a) b) S 1 7 7 0 -1 4194304 1 2 3 4 500 60 1234 66 20 0";
        assert_eq!(seconds(stat), Some(13.0));
        for short in ["", "7 (a) S 1 7", "7 (a) S 1 7 7 0 -1 4194304 1 2 3 4 500 60 1234"] {
            assert_eq!(seconds(short), None, "{short}");
        }
    }
}
