//! `urispec template collide`.

use std::io::Write;

use urispec::template::{CollisionVerdict, ExpansionLanguage, UriTemplate};
use urispec_views::template::{collision, values};

use super::Args;
use super::types::Types;
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
        let expansions = template.expansions(&types.for_template(template)).map_err(Into::into);
        let language = expansions.and_then(ExpansionLanguage::new);
        match out.or_refuse(language.map_err(|why| format!("`{template}`: {why}")))? {
            Some(language) => languages.push(language),
            None => return Ok(Outcome::Trouble),
        }
    }
    let [one, other] = &languages[..] else { return Ok(Outcome::Trouble) };
    let verdict = one.collision(other);
    let outcome = Outcome::of(matches!(verdict, CollisionVerdict::None { .. }));
    if args.json {
        out.line(collision(templates, &verdict))?;
        return Ok(outcome);
    }
    match &verdict {
        CollisionVerdict::Found(found) => {
            out.string(&found.uri);
            writeln!(out, "  {}: {}", templates[0], values(&found.left))?;
            writeln!(out, "  {}: {}", templates[1], values(&found.right))?;
        }
        CollisionVerdict::None { states } => {
            let proof = "pairs of states visited, none accepts";
            writeln!(out, "no URI is an expansion of both ({states} {proof})")?;
        }
        CollisionVerdict::Undecided { why } => out.complain(format_args!("undecided: {why}\n"))?,
        _ => {}
    }
    out.end_record()?;
    Ok(outcome)
}
