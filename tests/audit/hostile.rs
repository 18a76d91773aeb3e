//! Grammars that are large or deep: small bytes, and much to decide.
//!
//! In: bytes, of which the first says the shape, the second the size, and the others what stands at the leaves. Out: a
//! grammar in ABNF and one of pest, of the same shape; and what each command that takes a budget does with them.
//!
//! [`within`] does it until a deadline. What it holds to needs no clock: nothing is held afterwards, and what is not
//! decided is undecided for a reason that has words.

use urispec_audit::certificate::{Grammars, Writer};
use urispec_audit::lint::{Linted, lint_pest_text, lint_printed};
use urispec_audit::mutants::{MutantState, MutantSuite};
use urispec_audit::{
    AnyGrammar, Deadline, Dialect, DocumentKind, Extracted, GrammarPair, GrammarText, Matching,
    Notation, Peg, Verdict, audit, compare_grammars, reader,
};

/// A grammar in two notations. Its first production is `r0`.
pub(crate) struct HostileGrammar {
    pub(crate) abnf: String,
    pub(crate) pest: String,
}

/// The number of shapes.
pub(crate) const SHAPES: u8 = 10;

/// The grammar of some bytes, and at most as large as `most` says: a chain has sixteen times as many rules.
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
    // A chain of rules, each of which has the next in it, to a leaf.
    let mut chain = |count: usize, own: &dyn Fn(usize, usize) -> (String, String)| {
        for name in 0..count {
            let (printed, parsed) = own(name, name + 1);
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
        // Groups within groups.
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
        // Words, all different.
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
        // Classes that overlap.
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
        // Brackets that nest in each other.
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
        // Whether a byte from the end is the first letter takes 2 to the power of its place.
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
        // Two counts without a common divisor: their product.
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

/// Does with a grammar what each command does that takes a budget, until a deadline that `anew` makes for each.
///
/// # Panics
/// If memory is still held when a command is done, or an undecided answer has no reason.
pub(crate) fn within(grammar: &HostileGrammar, anew: &dyn Fn() -> Deadline) {
    let [abnf, pest] = [("a.abnf", &grammar.abnf), ("a.pest", &grammar.pest)]
        .map(|(file, text)| GrammarText { file, text });
    let done = |what: &str, work: &dyn Fn(&Deadline)| {
        let deadline = anew();
        work(&deadline);
        assert_eq!(deadline.held(), 0, "{what} holds memory when it is done: {}", grammar.abnf);
    };
    let abnf_reader = reader(Notation::Abnf);
    let printed = || AnyGrammar::printed(abnf_reader.read(abnf).expect("the ABNF is read"));
    let parsed = || AnyGrammar::pest(Peg::read(pest.file, pest.text).expect("the rules are read"));
    let is_named = |why: &str| assert!(!why.trim().is_empty(), "{}", grammar.abnf);
    done("lint of rules", &|deadline| {
        let Linted { undecided, .. } = lint_pest_text(pest, deadline.clone());
        undecided.iter().for_each(|rule| is_named(rule));
    });
    done("lint of ABNF", &|deadline| {
        let Linted { undecided, .. } = lint_printed(&abnf_reader, abnf, deadline.clone());
        undecided.iter().for_each(|rule| is_named(rule));
    });
    done("audit", &|deadline| {
        let pair = GrammarPair::read(Notation::Abnf, abnf, None, pest).expect("both are read");
        let pair = pair.with_deadline(deadline.clone());
        let report = audit(&pair, &["r0"]).expect("there is such a production");
        for judged in &report.productions {
            if let Verdict::Undecided(why) = &judged.verdict {
                is_named(why);
            }
        }
    });
    done("certificates", &|deadline| {
        let pair = GrammarPair::read(Notation::Abnf, abnf, None, pest).expect("both are read");
        let pair = pair.with_deadline(deadline.clone());
        let grammars = Grammars::new(&pair);
        let mut writer = Writer::new(&grammars);
        for against in grammars.against("r0") {
            if let Err(why) = writer.certificate("r0", &against) {
                is_named(&why.to_string());
            }
        }
    });
    for (read, name) in [(&printed as &dyn Fn() -> AnyGrammar, "ABNF"), (&parsed, "rules")] {
        done(&format!("a decision of {name}"), &|deadline| {
            let decided = read().with_deadline(deadline.clone()).decide_all();
            if let Err(why) = decided.language("r0") {
                is_named(&why.to_string());
            }
        });
        done(&format!("a comparison of {name}"), &|deadline| {
            let [left, right] = [read(), read()].map(|one| one.with_deadline(deadline.clone()));
            for pair in compare_grammars(&left, &right).pairs {
                if let Err(why) = pair.found {
                    is_named(&why.to_string());
                }
            }
        });
        done(&format!("mutants of {name}"), &|deadline| {
            let grammar = read().with_deadline(deadline.clone());
            let Ok(suite) = MutantSuite::builder(&grammar, "r0").build() else { return };
            for mutant in &suite.mutants {
                if let MutantState::Undecided { why } = &mutant.state {
                    is_named(why);
                }
            }
        });
        done(&format!("exports of {name}"), &|deadline| {
            let grammar = read().with_deadline(deadline.clone());
            for export in [grammar.export_abnf("r0"), grammar.export_pest("r0")] {
                if let Err(why) = export {
                    is_named(&why.to_string());
                }
            }
        });
    }
    done("a document", &|deadline| {
        let text =
            format!("# Grammar\n\n```abnf\n{0}```\n\n# Again\n\n```abnf\n{0}```\n", grammar.abnf);
        let document = GrammarText { file: "a.md", text: &text };
        let read = Extracted::read_until(DocumentKind::Markdown, None, document, deadline.clone());
        if let Err(why) = read {
            is_named(&why.to_string());
        }
    });
    done("patterns", &|deadline| {
        let size = grammar.abnf.len() % super::scaled(20, 300);
        let text = format!("^(a|b)*a(a|b){{{size}}}$\n(?:(?:x{{9}}){{9}}){{{size}}}\n(a*)*b\n");
        let text = GrammarText { file: "a.txt", text: &text };
        let patterns = AnyGrammar::patterns(text, Dialect::EcmaScript, Matching::Search);
        let decided = patterns.with_deadline(deadline.clone()).decide_all();
        if let Err(why) = decided.language("pattern") {
            is_named(&why.to_string());
        }
    });
}
