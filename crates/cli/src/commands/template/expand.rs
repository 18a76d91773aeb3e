//! `urispec template expand`.

use urispec_template::UriTemplate;
use urispec_views::template::expansion;

use super::Args;
use super::values::Given;
use crate::output::Output;
use crate::output::outcome::{Outcome, Stop};

pub(super) fn run(
    args: &Args,
    template: &UriTemplate,
    given: &Given,
    out: &mut Output,
) -> Result<Outcome, Stop> {
    for name in &given.set {
        if !template.variables().any(|one| one == name) {
            out.note(format_args!("note: the template has no variable `{name}`\n"))?;
        }
    }
    let expanded = template.expand(&given.values);
    let outcome = Outcome::of(expanded.is_ok());
    if args.json {
        out.line(expansion(template, &expanded))?;
        return Ok(outcome);
    }
    match expanded {
        Ok(uri) => {
            out.string(&uri);
            out.end_record()?;
        }
        Err(error) => {
            out.complain(format_args!("{error}\n  as far as it goes: {}\n", error.expanded()))?;
        }
    }
    Ok(outcome)
}
