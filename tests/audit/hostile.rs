//! Hostile grammars: few bytes and much to decide.
//!
//! The first byte gives the shape, the second the size, and the others the leaves of a grammar, in ABNF and in pest.
//! [`within`] runs every command that has a budget on it until a deadline. It needs no clock: afterwards no memory may
//! be held, and every undecided answer must have a reason.

use urispec_audit::certificate::{Grammars, Writer};
use urispec_audit::documents::{DocumentKind, Extracted};
use urispec_audit::lint::{Linted, lint_pest_text, lint_printed};
use urispec_audit::mutants::{MutantState, MutantSuite};
use urispec_audit::{
    AnyGrammar, AnyProduction, Deadline, Dialect, GrammarPair, GrammarText, Matching, Notation,
    Pattern, Peg, Verdict, audit, compare_grammars, reader,
};

/// A grammar in two notations. Its first production is `r0`.
pub(crate) struct HostileGrammar {
    pub(crate) abnf: String,
    pub(crate) pest: String,
}

/// The number of shapes.
pub(crate) const SHAPES: u8 = 10;

/// Returns the grammar of some bytes, with a size of at most `most`. A chain has sixteen times as many rules.
pub(crate) fn grammar(data: &[u8], most: usize) -> HostileGrammar {
    let byte = |at: usize| data.get(at).copied().unwrap_or_default();
    let size = 1 + usize::from(byte(1)) % most;
    let letter = |at: usize| char::from(b'a' + byte(2 + at % 8) % 26);
    let (mut abnf, mut pest) = (String::new(), String::new());
    let mut rule = |name: usize, printed: String, parsed: String| {
        abnf += &format!("r{name} = {printed}\n");
        pest += &format!("r{name} = {{ {parsed} }}\n");
    };
    let leaf = |at: usize| (format!("%x{:02x}", letter(at) as u32), format!("\"{}\"", letter(at)));
    // A chain of rules, each containing the next, down to a leaf.
    let mut chain = |count: usize, sides: &dyn Fn(usize, usize) -> (String, String)| {
        for name in 0..count {
            let (printed, parsed) = sides(name, name + 1);
            rule(name, printed, parsed);
        }
        let (printed, parsed) = leaf(count);
        rule(count, printed, parsed);
    };
    match byte(0) % SHAPES {
        0 => chain(size * 16, &|_, next| (format!("r{next}"), format!("r{next}"))),
        1 => chain(size * 16, &|name, next| {
            let (printed, parsed) = leaf(name);
            (format!("{printed} r{next}"), format!("{parsed} ~ r{next}"))
        }),
        2 => chain(size, &|_, next| (format!("r{next} r{next}"), format!("r{next} ~ r{next}"))),
        3 => chain(1 + size % 8, &|_, next| (format!("100r{next}"), format!("r{next}{{100}}"))),
        // Nested groups.
        4 => {
            let each = |open: bool, word: &str| match open {
                true => format!("({word}").repeat(size),
                false => ")".repeat(size),
            };
            let (one, two) = (leaf(0), leaf(1));
            let printed = format!(
                "{}{}{}",
                each(true, &format!("{} / {} ", one.0, two.0)),
                one.0,
                each(false, "")
            );
            let parsed = format!(
                "{}{}{}",
                each(true, &format!("{} | {} ~ ", one.1, two.1)),
                one.1,
                each(false, "")
            );
            rule(0, printed, parsed);
        }
        // Different words.
        5 => {
            let words = (0..size * 16).map(|at| format!("{}{:04x}", letter(at), at * 7919 % 65521));
            let words: Vec<String> = words.collect();
            let all = |before: &str, between: &str| {
                words
                    .iter()
                    .map(|word| format!("{before}\"{word}\""))
                    .collect::<Vec<_>>()
                    .join(between)
            };
            rule(0, all("%s", " / "), all("", " | "));
        }
        // Overlapping classes.
        6 => {
            let ranges = (0..size).map(|at| (0x21 + at * 31 % 40, 0x60 + at * 17 % 30));
            let ranges: Vec<(usize, usize)> = ranges.collect();
            let printed = ranges.iter().map(|(first, last)| format!("%x{first:02x}-{last:02x}"));
            let parsed = ranges
                .iter()
                .map(|&(first, last)| format!("'\\u{{{first:04x}}}'..'\\u{{{last:04x}}}'"));
            let (printed, parsed): (Vec<_>, Vec<_>) = (printed.collect(), parsed.collect());
            rule(0, format!("*({})", printed.join(" / ")), format!("({})*", parsed.join(" | ")));
        }
        // Mutually nested brackets.
        7 => {
            for name in 0..size {
                let next = (name + 1) % size;
                let (printed, parsed) = leaf(name);
                rule(
                    name,
                    format!("\"(\" r{next} \")\" / {printed}"),
                    format!("\"(\" ~ r{next} ~ \")\" | {parsed}"),
                );
            }
        }
        // The letter at a distance from the end takes 2^distance states.
        8 => {
            let (one, two) = (leaf(0), leaf(1));
            rule(
                0,
                format!("*({0} / {1}) {0} {size}({0} / {1})", one.0, two.0),
                format!(
                    "(!(({0} | {1}){{{size}}} ~ EOI) ~ ({0} | {1}))* ~ {0} ~ ({0} | {1}){{{size}}}",
                    one.1, two.1
                ),
            );
        }
        // Two coprime counts: the states are their product.
        _ => {
            let (one, two) = (size * 8 + 1, size * 8 + 3);
            let (printed, parsed) = leaf(0);
            rule(
                0,
                format!("1*({one}{printed}) \"-\" / 1*({two}{printed}) \"+\""),
                format!("({parsed}{{{one}}})+ ~ \"-\" | ({parsed}{{{two}}})+ ~ \"+\""),
            );
        }
    }
    HostileGrammar { abnf, pest }
}

/// Runs each command that has a budget on a grammar, with a new deadline for each.
///
/// # Panics
///
/// If memory is still held when a command is done, or if an undecided answer has no reason.
pub(crate) fn within(grammar: &HostileGrammar, anew: &dyn Fn() -> Deadline) {
    let [abnf, pest] = [("a.abnf", &grammar.abnf), ("a.pest", &grammar.pest)]
        .map(|(file, text)| GrammarText { file, text });
    let run = |what: &str, work: &dyn Fn(&Deadline)| {
        let deadline = anew();
        work(&deadline);
        assert_eq!(deadline.held(), 0, "{what} still holds memory when done: {}", grammar.abnf);
    };
    let abnf_reader = reader(Notation::Abnf);
    let printed = || AnyGrammar::printed(abnf_reader.read(abnf).expect("valid ABNF"));
    let parsed = || AnyGrammar::pest(Peg::read(pest.file, pest.text).expect("valid rules"));
    let has_reason = |why: &str| assert!(!why.trim().is_empty(), "{}", grammar.abnf);
    run("lint of rules", &|deadline| {
        let Linted { undecided, .. } = lint_pest_text(pest, deadline.clone());
        undecided.iter().for_each(|open| has_reason(&open.question));
    });
    run("lint of ABNF", &|deadline| {
        let Linted { undecided, .. } = lint_printed(&abnf_reader, abnf, deadline.clone());
        undecided.iter().for_each(|open| has_reason(&open.question));
    });
    run("audit", &|deadline| {
        let pair = GrammarPair::read(Notation::Abnf, abnf, None, pest).expect("valid grammars");
        let pair = pair.with_deadline(deadline.clone());
        let report = audit(&pair, &["r0"]).expect("an existing production");
        for judged in &report.productions {
            if let Verdict::Undecided(why) = &judged.verdict {
                has_reason(why);
            }
        }
    });
    run("certificates", &|deadline| {
        let pair = GrammarPair::read(Notation::Abnf, abnf, None, pest).expect("valid grammars");
        let pair = pair.with_deadline(deadline.clone());
        let grammars = Grammars::new(&pair);
        let mut writer = Writer::new(&grammars);
        for against in grammars.against("r0") {
            if let Err(why) = writer.certificate("r0", &against) {
                has_reason(&why.to_string());
            }
        }
    });
    for (read, name) in [(&printed as &dyn Fn() -> AnyGrammar, "ABNF"), (&parsed, "rules")] {
        run(&format!("a decision of {name}"), &|deadline| {
            let decided = read().with_deadline(deadline.clone()).decide_all();
            if let Err(why) = decided.language("r0") {
                has_reason(&why.to_string());
            }
        });
        run(&format!("a comparison of {name}"), &|deadline| {
            let [left, right] = [read(), read()].map(|one| one.with_deadline(deadline.clone()));
            for pair in compare_grammars(&left, &right).pairs {
                if let Err(why) = pair.found {
                    has_reason(&why.to_string());
                }
            }
        });
        run(&format!("mutants of {name}"), &|deadline| {
            let grammar = read().with_deadline(deadline.clone());
            let Ok(suite) = MutantSuite::builder(&grammar, "r0").build() else { return };
            for mutant in &suite.mutants {
                if let MutantState::Undecided { why } = &mutant.state {
                    has_reason(why);
                }
            }
        });
        run(&format!("exports of {name}"), &|deadline| {
            let grammar = read().with_deadline(deadline.clone());
            for export in [grammar.export_abnf("r0"), grammar.export_pest("r0")] {
                if let Err(why) = export {
                    has_reason(&why.to_string());
                }
            }
        });
    }
    run("a document", &|deadline| {
        let text =
            format!("# Grammar\n\n```abnf\n{0}```\n\n# Again\n\n```abnf\n{0}```\n", grammar.abnf);
        let document = GrammarText { file: "a.md", text: &text };
        let read = Extracted::read_until(DocumentKind::Markdown, None, document, deadline.clone());
        if let Err(why) = read {
            has_reason(&why.to_string());
        }
    });
    run("patterns", &|deadline| {
        let size = grammar.abnf.len() % super::scaled(20, 300);
        let texts = [
            format!("^(a|b)*a(a|b){{{size}}}$"),
            format!("(?:(?:x{{9}}){{9}}){{{size}}}"),
            "(a*)*b".to_owned(),
        ];
        let patterns = ["pattern", "other", "slow"].iter().zip(&texts).map(|(name, text)| {
            let pattern = Pattern::read(Dialect::EcmaScript, text);
            (AnyProduction::new(name, text, 1), pattern)
        });
        let patterns = AnyGrammar::patterns("a.txt", patterns.collect(), Matching::Search);
        let decided = patterns.with_deadline(deadline.clone()).decide_all();
        if let Err(why) = decided.language("pattern") {
            has_reason(&why.to_string());
        }
    });
}
