//! The rates, as aligned text.

use super::lists::{List, Lists};
use super::rate::Rate;
use super::targets::Verdict;
use super::wrong::Wrong;

/// What was read, and the names of the columns.
pub(super) fn about(lists: &Lists) -> String {
    let web = lists.get(List::Web);
    let (lines, megabytes) = (web.lines, web.bytes as f64 / 1e6);
    let columns =
        format!("{:<24}{:>8}{:>10}{:>14}{:>12}", "", "threads", "MB/s", "lines/s", "µs a line");
    format!("{lines} lines of the web, {megabytes:.1} MB\n\n{columns}")
}

pub(super) fn line(rate: &Rate) -> String {
    let threads = rate.threads.map_or("-".to_owned(), |threads| threads.to_string());
    format!(
        "{:<24}{threads:>8}{:>10.1}{:>14.0}{:>12.2}",
        rate.name,
        rate.megabytes(),
        rate.lines_a_second(),
        rate.microseconds()
    )
}

/// How often the hosts of others are wrong.
pub(super) fn wrong(all: &[Wrong]) -> String {
    let mut text = String::new();
    for Wrong { name, valid, wrong, invalid, answered, example } in all {
        text += &format!(
            "\nhosts of {name}: wrong for {wrong} of {valid} references, and an answer for \
             {answered} of {invalid} strings that are none\n"
        );
        if let Some((text_of, answer)) = example {
            text += &format!("  such as {answer:?} for {text_of:?}\n");
        }
    }
    text
}

pub(super) fn verdicts(all: &[Verdict]) -> String {
    let mut text = "\ntargets, on one core\n".to_owned();
    for one in all {
        let Verdict { what, figure, limit, unit, .. } = one;
        text += &format!("  {what:<44}{figure:>8.2} {unit:<6}{limit:>6} {}\n", one.word());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::rate::tests::rate;
    use super::*;

    #[test]
    fn a_line_has_five_columns() {
        let text = line(&rate("normalize", Some(2), 0.25));
        let words: Vec<_> = text.split_whitespace().collect();
        assert_eq!(words, ["normalize", "2", "120.0", "2000000", "0.50"]);
        assert!(line(&rate("rg -o", None, 1.0)).contains("   -  "));
    }
}
