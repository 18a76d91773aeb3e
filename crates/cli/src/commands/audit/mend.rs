//! What to mend: each production that differs of itself, where its rule goes wrong, what print has
//! there instead, and which productions differ only through it.

use std::fmt::Write as _;

use urispec::audit::{Divergence, Does, Judged, Only, PestStep, PrintedStep};
use urispec_views::audit::View;

use crate::output::columns::wrapped;
use crate::output::style::Literal;

/// The number of things that print could have which are listed.
const LISTED: usize = 3;

/// The lines of the part, without its title.
pub(super) fn lines(view: &View<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    for cause in view.report.causes() {
        lines.push(cause.production.name.clone());
        let divergences = cause.production.divergences.iter();
        lines.extend(divergences.map(|one| format!("  {}", divergence(view, one))));
        if !cause.through.is_empty() {
            let names: Vec<String> =
                cause.through.iter().map(|one| through(one, cause.production)).collect();
            let names = format!("through it: {}", names.join(", "));
            lines.extend(wrapped(&names).map(|line| format!("  {line}")));
        }
    }
    lines
}

/// A production that differs through a cause, and what else it differs through.
fn through(judged: &Judged, cause: &Judged) -> String {
    let others = judged.through.iter().filter(|name| **name != cause.name);
    let others: Vec<&str> = others.map(String::as_str).collect();
    match (others.is_empty(), judged.through.contains(&cause.name)) {
        (false, true) => format!("{} (with {})", judged.name, others.join(", ")),
        _ => judged.name.clone(),
    }
}

fn divergence(view: &View<'_>, divergence: &Divergence) -> String {
    let side = match divergence.only {
        Only::Printed => "printed",
        Only::Pest => "pest",
    };
    let mut text = format!("only {side} {}", Literal(&divergence.witness));
    if let Some(step) = &divergence.pest {
        let PestStep { line, column, .. } = step;
        let _ =
            write!(text, ": {}:{line}:{column} {}", view.pair.peg.file(), does(divergence, step));
    }
    if let Some(printed) = printed(divergence) {
        let _ = write!(text, ", where print {printed}");
    }
    text
}

/// What the expression does, in words.
fn does(divergence: &Divergence, step: &PestStep) -> String {
    let at = step.at;
    let Some(expression) = &step.expression else { return format!("rule `{}`", step.rule) };
    match (step.does, divergence.witness.get(at)) {
        (Does::Reads, Some(&one)) => format!("`{expression}` reads {} at {at}", byte(one)),
        (Does::Reads, None) => format!("`{expression}` ends the rule at {at}"),
        (Does::Fails, Some(&one)) => format!("`{expression}` rejects {} at {at}", byte(one)),
        (Does::Fails, None) => format!("`{expression}` rejects the end at {at}"),
        (_, Some(&one)) => format!("`{expression}` ends the rule at {at}, before {}", byte(one)),
        (_, None) => format!("`{expression}`"),
    }
}

fn byte(byte: u8) -> String {
    match byte {
        b'!'..=b'~' => format!("the {}", char::from(byte)),
        _ => format!("the byte %x{byte:02X}"),
    }
}

/// What print has at the offset, in words.
fn printed(divergence: &Divergence) -> Option<String> {
    let may_end = divergence.may_end.then(|| "ends".to_owned());
    let mut steps: Vec<String> = Vec::new();
    let all = &divergence.printed;
    for (place, PrintedStep { file, line, text, .. }) in all.iter().take(LISTED).enumerate() {
        // What stands in one line of a file is said to stand there once.
        let is_last =
            all.get(place + 1).is_none_or(|next| (&next.file, next.line) != (file, *line));
        let is_last = is_last || place + 1 == LISTED;
        let case = if minds_case(divergence, text) { " in any case" } else { "" };
        let text = format!("{text}{case}");
        steps.push(if is_last { format!("{text} ({file}:{line})") } else { text });
    }
    if all.len() > LISTED {
        steps.push("others".to_owned());
    }
    let is_end = divergence.only == Only::Pest && divergence.offset == divergence.witness.len();
    let has = if is_end { "goes on with" } else { "has" };
    let steps = (!steps.is_empty()).then(|| format!("{has} {}", steps.join(" or ")));
    match (steps, may_end) {
        (Some(steps), Some(end)) => Some(format!("{steps}, or {end}")),
        (steps, end) => steps.or(end),
    }
}

/// Whether the expression in pest is the same literal as in print, which stands there in another case.
fn minds_case(divergence: &Divergence, text: &str) -> bool {
    let Some(PestStep { expression: Some(expression), at, .. }) = &divergence.pest else {
        return false;
    };
    let literal = expression.trim_matches('"');
    let found = divergence.witness.get(*at..at + literal.len());
    divergence.only == Only::Printed
        && expression == text
        && found.is_some_and(|found| found.eq_ignore_ascii_case(literal.as_bytes()))
}
