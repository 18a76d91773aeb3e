//! What to mend: each production that differs of itself, where its rule goes wrong, what print has
//! there instead, and which productions differ only through it.

use urispec_audit::{Divergence, Judged};
use urispec_views::audit::View;

use crate::output::columns::wrapped;
use crate::output::style::Literal;

/// The lines of the part, without its title.
pub(super) fn lines(view: &View<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    for cause in view.report.causes() {
        lines.push(cause.production.name.clone());
        let divergences = cause.production.divergences.iter();
        lines.extend(divergences.map(|one| format!("  {}", divergence(one))));
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

fn divergence(divergence: &Divergence) -> String {
    let place = divergence.place();
    let colon = if place.is_empty() { "" } else { ": " };
    format!("only {} {}{colon}{place}", divergence.only, Literal(&divergence.witness))
}
