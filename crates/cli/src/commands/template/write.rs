//! `urispec template regex`, `abnf` and `variables`.

use std::io::Write;

use urispec_audit::Dialect;
use urispec_template::UriTemplate;
use urispec_views::template as view;

use super::types::Types;
use super::{Action, Args, language};
use crate::output::Output;
use crate::output::outcome::{Outcome, Stop};

/// A pattern or a production.
pub(super) fn run(args: &Args, template: &UriTemplate, out: &mut Output) -> Result<Outcome, Stop> {
    let types = Types::of(args, &[template])?;
    let Some(language) = language(&types, template, out)? else { return Ok(Outcome::Trouble) };
    let loose: Vec<&str> = language.expansions().loose().collect();
    if args.action == Action::Abnf {
        let Some(production) = out.or_refuse(language.production())? else {
            return Ok(Outcome::Trouble);
        };
        if args.json {
            out.line(view::of(template).with("abnf", &production).with("loose", &loose))?;
        } else {
            write!(out, "{production}")?;
            out.end_record()?;
        }
    } else {
        let dialect = args.dialect.unwrap_or(Dialect::EcmaScript);
        let Some(found) = out.or_refuse(language.pattern(dialect))? else {
            return Ok(Outcome::Trouble);
        };
        if args.json {
            out.line(view::pattern(language.expansions(), dialect.name(), &found))?;
        } else {
            out.string(&found.pattern);
            out.end_record()?;
        }
    }
    if !loose.is_empty() && !args.json {
        let all = loose.join(", ");
        out.warn(format_args!(
            "it has more strings than the template: that {all} has one value in all places, and an associative \
             array each name once, is not said\n"
        ))?;
    }
    Ok(Outcome::Yes)
}

/// The variables of a template.
pub(super) fn variables(
    args: &Args,
    template: &UriTemplate,
    out: &mut Output,
) -> Result<Outcome, Stop> {
    let types = Types::of(args, &[template])?.for_template(template);
    if args.json {
        let all = view::variables(template, &types);
        out.line(view::of(template).with_all("variables", all))?;
        return Ok(Outcome::Yes);
    }
    let names: Vec<&str> = template.variables().collect();
    let width = names.iter().map(|name| name.len()).max().unwrap_or_default();
    for name in names {
        let of = view::type_name(types.of(template, name));
        writeln!(out, "{name:<width$}  {of}")?;
    }
    out.end_record()?;
    Ok(Outcome::Yes)
}
