//! `urispec template collide`.

use std::io::Write;

use urispec_template::{CollisionVerdict, UriTemplate};
use urispec_views::template::{assumed, collision, values};

use super::types::Types;
use super::{Args, language};
use crate::output::Output;
use crate::output::outcome::{Outcome, Stop};

pub(super) fn run(
    args: &Args,
    templates: [&UriTemplate; 2],
    out: &mut Output,
) -> Result<Outcome, Stop> {
    let types = Types::of(args, &templates)?;
    let mut languages = Vec::new();
    for template in templates {
        match language(&types, template, out)? {
            Some(language) => languages.push(language),
            None => return Ok(Outcome::Trouble),
        }
    }
    let [one, other] = &languages[..] else { return Ok(Outcome::Trouble) };
    let verdict = one.collision(other);
    let outcome = Outcome::of(matches!(verdict, CollisionVerdict::None { .. }));
    if args.json {
        let [own, others] = templates.map(|template| types.assumed(template));
        let record = collision(templates, &verdict)
            .with_all("assumed", assumed(&own))
            .with_all("other_assumed", assumed(&others));
        out.line(record)?;
        return Ok(outcome);
    }
    match &verdict {
        CollisionVerdict::Found(found) => {
            out.string(&found.uri);
            writeln!(out, "  {}: {}", templates[0], values(&found.left))?;
            writeln!(out, "  {}: {}", templates[1], values(&found.right))?;
        }
        CollisionVerdict::None { states, tried, .. } => {
            let proof = match tried {
                0 => "none accepts".to_owned(),
                &tried => were_tried(tried),
            };
            writeln!(
                out,
                "no URI is an expansion of both ({states} pairs of states visited, {proof})"
            )?;
            for template in templates {
                if let Some(assumed) = types.assumption(template) {
                    writeln!(out, "  {template}: where {assumed}")?;
                }
            }
        }
        CollisionVerdict::Undecided { why } => out.complain(format_args!("undecided: {why}\n"))?,
        _ => {}
    }
    out.end_record()?;
    Ok(outcome)
}

/// That all strings of a proof were tried.
pub(super) fn were_tried(count: usize) -> String {
    match count {
        1 => "the only string that they accept was tried".to_owned(),
        _ => format!("the {count} strings that they accept were tried"),
    }
}
