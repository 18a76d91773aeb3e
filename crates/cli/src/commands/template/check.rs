//! `urispec template check`.

use urispec_template::{Ambiguity, Every, UriTemplate};
use urispec_views::template as view;

use super::collide::were_tried;
use super::types::Types;
use super::{Args, language, row};
use crate::output::Output;
use crate::output::outcome::{Outcome, Stop};

pub(super) fn run(args: &Args, template: &UriTemplate, out: &mut Output) -> Result<Outcome, Stop> {
    let said = Types::of(args, &[template])?;
    let Some(language) = language(&said, template, out)? else { return Ok(Outcome::Trouble) };
    let ambiguity = language.expansions().ambiguity();
    let hosts: Vec<&str> = args.host.iter().map(String::as_str).collect();
    let on_hosts = if hosts.is_empty() { None } else { Some(language.every_on_hosts(&hosts)) };
    let Some(on_hosts) = out.or_refuse(on_hosts.transpose())? else {
        return Ok(Outcome::Trouble);
    };
    let asked = [
        ("uri", "URI", args.uri.then(|| language.every_uri())),
        ("reference", "reference", args.reference.then(|| language.every_reference())),
        ("hosts", "hosts", on_hosts),
    ];
    let is_unique = matches!(ambiguity, Ambiguity::None { .. });
    let is_so = asked
        .iter()
        .all(|(.., every)| !matches!(every, Some(Every::No(_) | Every::Undecided { .. })));
    let outcome = Outcome::of(is_so && (is_unique || !args.unique));
    let types = said.for_template(template);
    if args.json {
        let record = view::of(template)
            .with("level", template.level())
            .with_all("variables", view::variables(template, &types))
            .with_all("assumed", view::assumed(&said.assumed(template)))
            .with_record("matching", Some(view::ambiguity(&ambiguity)));
        let record = asked.iter().fold(record, |record, (key, _, every)| {
            record.with_record(key, every.as_ref().map(view::every))
        });
        out.line(record)?;
        return Ok(outcome);
    }
    let level = template.level().map(|level| level.to_string());
    row(out, "level", level.as_deref().unwrap_or("none: an operator is reserved"))?;
    let names: Vec<&str> = template.variables().collect();
    let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    row(out, "variables", &names)?;
    if let Some(assumed) = said.assumption(template) {
        row(out, "assumed", &assumed)?;
    }
    row(out, "matching", &reading(&ambiguity))?;
    for (_, name, every) in &asked {
        if let Some(every) = every {
            row(out, name, &verdict(every))?;
        }
    }
    out.end_record()?;
    Ok(outcome)
}

fn reading(ambiguity: &Ambiguity) -> String {
    match ambiguity {
        Ambiguity::None { pairs } => format!("unique ({pairs} pairs of states visited)"),
        Ambiguity::Found { uri, ways } => {
            let all: Vec<String> = ways.all().iter().map(view::values).collect();
            let uri = if uri.is_empty() { "the empty string" } else { uri };
            format!("2 ways: {uri} is {}", all.join(", or "))
        }
        Ambiguity::Undecided { why } => format!("undecided: {why}"),
        _ => String::new(),
    }
}

fn verdict(every: &Every) -> String {
    match every {
        Every::Yes { states, tried: 0, .. } => format!("yes ({states} pairs of states visited)"),
        Every::Yes { states, tried, .. } => {
            format!("yes ({states} pairs of states visited, {})", were_tried(*tried))
        }
        Every::No(not) => {
            let string = if not.string.is_empty() { "the empty string" } else { &not.string };
            let why = not.why.strip_prefix("it ").unwrap_or(&not.why);
            format!("no: {string} {why} ({})", view::values(&not.values))
        }
        Every::Undecided { why } => format!("undecided: {why}"),
        _ => String::new(),
    }
}
