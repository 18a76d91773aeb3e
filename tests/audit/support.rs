//! Helpers that read and audit small grammars.

use urispec_audit::{
    AnyGrammar, GrammarPair, GrammarText, Languages, Notation, Peg, Printed, PrintedReader,
    ProductionVerdict, Report, audit,
};

pub(crate) fn abnf() -> PrintedReader {
    urispec_audit::reader(Notation::Abnf)
}

pub(crate) fn text(text: &str) -> GrammarText<'_> {
    GrammarText { file: "a.abnf", text }
}

pub(crate) fn abnf_grammar(source: &str) -> AnyGrammar {
    AnyGrammar::printed(abnf().read(text(source)).unwrap())
}

pub(crate) fn pest_grammar(source: &str) -> AnyGrammar {
    AnyGrammar::pest(Peg::read("a.pest", source).unwrap())
}

#[track_caller]
pub(crate) fn pair(printed: &str, readings: Option<&str>, pest: &str) -> GrammarPair {
    let readings = readings.map(|text| GrammarText { file: "a.readings.abnf", text });
    let pest = GrammarText { file: "a.pest", text: pest };
    GrammarPair::read(Notation::Abnf, text(printed), readings, pest).unwrap()
}

/// Audits a pair, with the first production for whole strings.
#[track_caller]
pub(crate) fn report_of(pair: &GrammarPair) -> Report {
    audit(pair, &[&*pair.printed.productions[0].name]).unwrap()
}

#[track_caller]
pub(crate) fn report(printed: &str, readings: Option<&str>, pest: &str) -> Report {
    report_of(&pair(printed, readings, pest))
}

#[track_caller]
pub(crate) fn judged<'r>(report: &'r Report, name: &str) -> &'r ProductionVerdict {
    report.production(name).unwrap_or_else(|| panic!("no production {name}"))
}

/// Returns whether a production accepts a string.
#[track_caller]
pub(crate) fn has(printed: &Printed, name: &str, text: impl AsRef<[u8]>) -> bool {
    let languages = Languages::new(printed);
    let start = languages.start(name).unwrap().unwrap_or_else(|why| panic!("{why}"));
    languages.dfa().matches(start, text.as_ref())
}

/// Pseudo-random numbers that are the same in each run (Knuth's linear congruential generator, MMIX).
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}
