//! `urispec template check`.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;

use urispec_audit::Dialect;
use urispec_template::{
    Ambiguity, CollisionVerdict, Every, Expansions, UriTemplate, Value, Values,
};
use urispec_views::template as view;
use urispec_views::template::{assumed, collision, expansion, value, values, ways};

use super::{Action, Args, TemplateValues, Types, language, row};
use crate::input;
use crate::output::Output;
use crate::output::usage::{Outcome, Stop};

pub(super) fn run_check(
    args: &Args,
    template: &UriTemplate,
    out: &mut Output,
) -> Result<Outcome, Stop> {
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

// `urispec template collide`.

pub(super) fn run_collide(
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

// `urispec template expand`.

pub(super) fn run_expand(
    args: &Args,
    template: &UriTemplate,
    given: &TemplateValues,
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

// `urispec template match`.

/// The number of ways that are found at most, unless --number says another.
const WAYS: usize = 10;

pub(super) fn run_matching(
    args: &Args,
    template: &UriTemplate,
    out: &mut Output,
) -> Result<Outcome, Stop> {
    let types = Types::of(args, &[template])?.for_template(template);
    let expansions = template.expansions(&types).map_err(|why| format!("`{template}`: {why}"));
    let Some(expansions) = out.or_refuse(expansions)? else { return Ok(Outcome::Trouble) };
    let mut outcome = Outcome::Yes;
    for uri in &args.strings {
        outcome = outcome.max(one(args, &expansions, uri, out)?);
    }
    if args.strings.is_empty() {
        let files = input::or_stdin(&[], "give URIs to match", "-")?;
        let Some(file) = input::open(Path::new(&*files[0]), out)? else {
            return Ok(Outcome::Trouble);
        };
        for line in BufReader::new(file).lines() {
            match line {
                Ok(uri) => {
                    let uri = uri.strip_suffix('\r').unwrap_or(&uri);
                    outcome = outcome.max(one(args, &expansions, uri, out)?);
                }
                Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
                    out.complain(format_args!("a line is not UTF-8, and so no expansion\n"))?;
                    outcome = outcome.max(Outcome::No);
                }
                Err(error) => {
                    out.complain_of_file(format_args!("standard input: {error}\n"))?;
                    return Ok(Outcome::Trouble);
                }
            }
        }
    }
    Ok(outcome)
}

fn one(
    args: &Args,
    expansions: &Expansions<'_>,
    uri: &str,
    out: &mut Output,
) -> Result<Outcome, Stop> {
    let found = expansions.matches(uri, args.number.unwrap_or(WAYS).max(1));
    let outcome = Outcome::of(!found.is_empty());
    if args.json {
        out.line(ways(expansions.template(), uri, &found))?;
        return Ok(outcome);
    }
    let shown = out.passwords.veiled(uri).into_owned();
    if found.is_empty() {
        let why = match found.are_all() {
            true => "is no expansion of the template",
            false => {
                "was not matched: the search was given up, and whether it is an expansion is undecided"
            }
        };
        out.complain(format_args!("`{shown}` {why}{}\n", hint(expansions, uri)))?;
        return Ok(outcome);
    }
    match (found.all().len(), found.are_all()) {
        (1, true) => writeln!(out, "{shown}")?,
        (1, false) => writeln!(out, "{shown}: 1 way, and maybe more")?,
        (count, true) => writeln!(out, "{shown}: {count} ways")?,
        (count, false) => writeln!(out, "{shown}: {count} ways, and maybe more")?,
    }
    for (at, values) in found.all().iter().enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        show(values, expansions.template(), out)?;
    }
    out.end_record()?;
    Ok(outcome)
}

/// The values, in the order of the template.
fn show(values: &Values, template: &UriTemplate, out: &mut Output) -> Result<(), Stop> {
    let all: Vec<(&str, &Value)> =
        template.variables().filter_map(|name| Some((name, values.get(name)?))).collect();
    let width = all.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    if all.is_empty() {
        writeln!(out, "  no variable is defined")?;
    }
    for (name, one) in all {
        writeln!(out, "  {name:<width$}  {}", value(one))?;
    }
    Ok(())
}

/// What may be the reason that a URI is no expansion, if it is seen at once.
fn hint(expansions: &Expansions<'_>, uri: &str) -> &'static str {
    let normal = urispec::UriRef::parse(uri)
        .map(|uri| uri.normalize_to(urispec::Rung::PercentEncoding).to_string());
    match normal {
        Ok(normal) if normal != uri && !expansions.matches(&normal, 1).is_empty() => {
            "; in its normal form it is one: `urispec normalize --to percent-encoding`"
        }
        _ => "",
    }
}

// `urispec template regex`, `abnf` and `variables`.

/// A pattern or a production.
pub(super) fn run_write(
    args: &Args,
    template: &UriTemplate,
    out: &mut Output,
) -> Result<Outcome, Stop> {
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
