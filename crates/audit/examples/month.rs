//! A parser of months by pest, and a test that its grammar is the one that a document prints.
//!
//! `cargo run -p grammar-audit --example month -- 07`

use parser::{Month, Rule};
use pest::Parser as _;

/// What pest makes has no documentation of its own.
#[allow(missing_docs, unreachable_pub)]
mod parser {
    #[derive(pest_derive::Parser)]
    #[grammar = "../examples/month.pest"]
    pub(crate) struct Month;
}

fn main() {
    for given in std::env::args().skip(1) {
        match Month::parse(Rule::month, &given) {
            Ok(month) if month.as_str().len() == given.len() => println!("{given} is a month"),
            _ => println!("{given} is no month"),
        }
    }
}

#[cfg(test)]
mod tests {
    use grammar_audit::{GrammarText, assert_equivalent, expect_equivalent};

    #[test]
    fn the_parser_accepts_what_the_document_prints() {
        assert_equivalent!(printed: "month.abnf", pest: "month.pest", rule: "month");
    }

    /// Checks that the test can fail.
    #[test]
    #[should_panic(expected = "to fix: month\n  only pest \"13\"")]
    fn a_thirteenth_month_is_found() {
        let printed = GrammarText { file: "month.abnf", text: include_str!("month.abnf") };
        let pest = include_str!("month.pest").replace("'2'", "'3'");
        expect_equivalent(printed, GrammarText { file: "month.pest", text: &pest }, "month", None);
    }
}
