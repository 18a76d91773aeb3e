//! Causes of differences, their divergences, and the expressions at fault.

use urispec_audit::peg::Does;
use urispec_audit::{Divergence, Only};

use crate::support::{judged, report as of};
use crate::vectors::{hold, same};

/// Formats a divergence in one line, such as `pest 00 1: day 4:23 ASCII_DIGIT Reads 1; day 4 %x31-39`, and checks the
/// place of its expression.
#[track_caller]
fn line(pest: &str, divergence: &Divergence) -> String {
    let Divergence { only, witness, offset, pest: step, printed, may_end, .. } = divergence;
    let step = step.as_ref().unwrap();
    let expression = step.expression.as_deref().unwrap_or_default();
    let line: Vec<char> = pest.lines().nth(step.line - 1).unwrap().chars().collect();
    let rest: String = line[step.column - 1..].iter().collect();
    assert!(rest.starts_with(expression), "{rest} is not {expression}");
    let mut text = format!(
        "{} {} {offset}: {} {}:{} {expression} {:?} {}",
        if *only == Only::Pest { "pest" } else { "printed" },
        witness.escape_ascii(),
        step.rule,
        step.line,
        step.column,
        step.does,
        step.at
    );
    for one in printed {
        text += &format!("; {} {} {}", one.production, one.line, one.text);
    }
    if *may_end { text + "; ends" } else { text }
}

#[test]
fn causes_and_divergences_are_those_of_the_table() {
    hold("audit", "mends", |row| {
        let report = of(row.text(0), None, row.text(1));
        let facets = row.rest(2);
        let all = |facet: &str| {
            facets
                .iter()
                .filter_map(|field| field.split_once(' ').filter(|(of, _)| *of == facet))
                .map(|(_, rest)| rest)
                .collect::<Vec<_>>()
        };
        let causes = report.causes();
        let found = causes.iter().map(|one| {
            let names = one.through.iter().map(|one| &*one.name);
            std::iter::once(&*one.production.name).chain(names).collect::<Vec<_>>().join(" ")
        });
        if !all("cause").is_empty() {
            same(found.collect::<Vec<_>>(), all("cause"))?;
        }
        for through in all("through") {
            let (name, through) = through.split_once(' ').unwrap();
            same(judged(&report, name).through.join(" "), through)?;
        }
        for judged in &report.productions {
            let named = |facet: &str| -> Vec<&str> {
                let named = all(facet)
                    .into_iter()
                    .filter_map(|rest| rest.strip_prefix(&*judged.name)?.strip_prefix(' '));
                named.collect()
            };
            let lines: Vec<String> =
                judged.divergences.iter().map(|one| line(row.text(1), one)).collect();
            if !named("line").is_empty() {
                same(lines.iter().map(|line| &**line).collect::<Vec<_>>(), named("line"))?;
            }
            let absent =
                named("has").into_iter().find(|wanted| !lines.iter().any(|line| line == wanted));
            same(absent, None::<&str>)?;
        }
        Ok(())
    });
}

#[test]
fn a_divergence_points_into_the_reading() {
    let report = of("a = b\nb = 0<b>\n", Some("\n\nb = \"1\" DIGIT\n"), "a = { b } b = { \"1\" }");
    let [divergence, last] = &judged(&report, "b").divergences[..] else { panic!("two") };
    let step = &divergence.printed[0];
    assert_eq!(
        (&*step.production, &*step.file, step.line, &*step.text),
        ("b", "a.readings.abnf", 3, "DIGIT")
    );
    assert_eq!(last.pest.as_ref().unwrap().does, Does::Reads);
    assert!(!last.may_end && last.printed[0].text == "DIGIT");
    assert_eq!(judged(&report, "a").through, ["b"]);
}

#[test]
fn a_divergence_without_an_expression_points_into_the_printed_grammar() {
    // No expression reads the empty string.
    let pest = "a = { \"x\"? }\n";
    let report = of("a = %s\"x\"\n", None, pest);
    let divergence = &judged(&report, "a").divergences[0];
    assert_eq!(
        (divergence.only, divergence.offset, &*divergence.witness),
        (Only::Pest, 0, &b""[..])
    );
    assert_eq!(divergence.pest.as_ref().unwrap().expression, None);
    assert_eq!(divergence.printed[0].text, "%s\"x\"");
    // pest cannot read a string that is not UTF-8.
    let report = of("a = %xFF / %s\"x\"\n", None, "a = { \"x\" }");
    let divergence = &judged(&report, "a").divergences[0];
    assert_eq!(divergence.pest.as_ref().unwrap().does, Does::Unknown);
    assert_eq!(divergence.printed[0].text, "%xFF");
}

#[test]
fn unreachable_rules_are_unused() {
    let printed = "a = b c\nb = \"1\"\nc = \"2\"\nd = \"3\"\n";
    let pest = "a = { b ~ \"2\" } b = { \"1\" } c = { \"2\" } d = { \"3\" } e = { f } f = { b }";
    // `d` is reported as an unreachable production.
    let report = of(printed, None, pest);
    assert_eq!(report.unused, ["c", "e", "f"]);
    assert_eq!((report.unreachable, report.unprinted.len()), (vec!["d".to_owned()], 2));
    // Without a rule for whole strings nothing is reachable, and nothing is reported.
    assert_eq!(of("z = b\nb = \"1\"\n", None, pest).unused, Vec::<String>::new());
}
