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
    use grammar_audit::{GrammarPair, GrammarText, Notation, audit};

    /// The grammar as the document prints it.
    const PRINTED: &str = "month = \"0\" %x31-39 / \"1\" %x30-32\n";
    /// The grammar of the parser, whose alternatives are ordered.
    const PEST: &str = include_str!("month.pest");

    fn report(pest: &str) -> grammar_audit::Report {
        let printed = GrammarText { file: "month.abnf", text: PRINTED };
        let pest = GrammarText { file: "month.pest", text: pest };
        let pair = GrammarPair::read(Notation::Abnf, printed, None, pest).unwrap();
        audit(&pair, &["month"]).unwrap()
    }

    #[test]
    fn the_parser_reads_what_the_document_prints() {
        let report = report(PEST);
        assert!(report.is_clean(), "{report}");
    }

    /// The test is one that can fail.
    #[test]
    fn a_month_too_many_is_found() {
        let report = report(&PEST.replace("'2'", "'3'"));
        let verdict = report.production("month").unwrap().verdict.to_string();
        assert_eq!(verdict, r#"differs: only in pest "13""#);
    }
}
