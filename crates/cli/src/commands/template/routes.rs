//! Routes in the notations of routers: which pairs of them collide, and which of them take a path.
//!
//! A file has a route per line, with an optional method before it, as in `GET /users/:id`. Blank lines and lines that
//! begin with `#` are skipped. An OpenAPI description in JSON or YAML is read too.

use std::borrow::Cow;
use std::io::Write;
use std::path::Path;

use urispec::UriRef;
use urispec_audit::Relation;
use urispec_audit::schemas::{SchemaDocument, SchemaEntry};
use urispec_audit::sources::SourceLanguage;
use urispec_template::{
    CollisionVerdict, Route, RouteLanguage, RouteNotation, RouteReader, UriTemplate, VariableTypes,
};
use urispec_views::record::Record;
use urispec_views::template as view;

use super::{Action, Args, Types, WAYS, show};
use crate::commands::export::DEFAULT_DIALECT;
use crate::commands::schema;
use crate::input::rows;
use crate::output::{Outcome, Output, Position, Stop, Usage, counted};

/// Routes of one notation.
struct Routes {
    notation: RouteNotation,
    all: Vec<NamedRoute>,
}

/// A route, with its place in a file and its methods.
struct NamedRoute {
    route: Route,
    /// The name of the file and the line, `routes.txt:3`, if there is a file.
    place: Option<(String, u64)>,
    /// The methods; empty if the route takes all of them.
    methods: Vec<String>,
}

impl NamedRoute {
    fn takes_method_of(&self, other: &[String]) -> bool {
        self.methods.is_empty()
            || other.is_empty()
            || self.methods.iter().any(|one| other.contains(one))
    }

    /// Returns whether the route takes all methods of another one.
    fn has_methods_of(&self, other: &Self) -> bool {
        let has = |one: &String| self.methods.contains(one);
        self.methods.is_empty() || !other.methods.is_empty() && other.methods.iter().all(has)
    }

    /// Returns the place, or the text of a route that is not from a file.
    fn name(&self) -> String {
        match &self.place {
            Some((file, line)) => format!("{file}:{line}"),
            None => self.route.to_string(),
        }
    }

    /// Returns the place, the methods, and the text.
    fn described(&self) -> String {
        let methods = match self.methods.is_empty() {
            true => String::new(),
            false => self.methods.join("|") + " ",
        };
        match &self.place {
            Some((file, line)) => format!("{file}:{line}: {methods}{}", self.route),
            None => format!("{methods}{}", self.route),
        }
    }

    fn record(&self) -> Record {
        let methods = (!self.methods.is_empty()).then_some(&self.methods);
        let place = self.place.as_ref();
        Record::new()
            .with("file", place.map(|(file, _)| file))
            .with("line", place.map(|(_, line)| *line))
            .with("methods", methods)
            .with("template", self.route.as_str())
    }
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    let notation = args.notation();
    if !matches!(args.action, Action::Match | Action::Collide | Action::Regex | Action::Variables) {
        let message =
            format!("this action is for templates of RFC 6570, not for routes of {notation}");
        return Err(Usage::new(message).into());
    }
    let mut strings: Vec<&str> = Vec::new();
    let routes = if let Some(path) = &args.file {
        if !matches!(args.action, Action::Match | Action::Collide) {
            return Err(Usage::new("--file applies to match and collide").into());
        }
        strings.extend(args.template.iter().chain(&args.strings).map(String::as_str));
        if args.action == Action::Collide && !strings.is_empty() {
            return Err(Usage::new("collide takes either --file or two routes").into());
        }
        let (name, text) = rows::read(path, out)?.ok_or(Stop::Refused)?;
        let all = read_file(args, (path, &name, &text), out)?;
        let advised = all
            .iter()
            .find_map(|one| Some((one, advice_without_expression(one.route.template()?)?)));
        if let Some((one, advice)) = advised.filter(|_| !args.json) {
            out.note(format_args!("note: {}: {advice}\n", one.name()))?;
        }
        Routes { notation, all }
    } else {
        let count = if args.action == Action::Collide { 2 } else { 1 };
        let all: Vec<&str> =
            args.template.iter().chain(&args.strings).map(String::as_str).collect();
        let (own, others) = all.split_at(count.min(all.len()));
        strings.extend(others);
        let reader = reader(args)?;
        let read = |text: &&str| {
            let (methods, text, _) = with_methods(text);
            match reader.read(text) {
                Ok(route) => Ok(NamedRoute { route, place: None, methods }),
                Err(error) => {
                    Err(format!("invalid route `{text}`: {error}{}", advice(text, notation)))
                }
            }
        };
        Routes { notation, all: out.or_stop(own.iter().map(read).collect::<Result<Vec<_>, _>>())? }
    };
    match args.action {
        Action::Match => matching(args, &routes, &strings, out),
        Action::Collide => collide(args, &routes, out),
        Action::Regex => regex(args, &routes, out),
        _ => variables(args, &routes, out),
    }
}

// Reading routes.

/// Returns the advice to choose another notation, for a text that was read as a URI template.
pub(super) fn advice(text: &str, notation: RouteNotation) -> String {
    match RouteNotation::guess(text) {
        Some((other, span)) if notation.is_template() => {
            format!("; `{}` looks like {other}: pass `--notation {other}`", &text[span])
        }
        _ => String::new(),
    }
}

/// Returns the advice for a template without an expression that looks like a route.
pub(super) fn advice_without_expression(template: &UriTemplate) -> Option<String> {
    let advice = advice(template.as_str(), RouteNotation::Rfc6570);
    let is_route = template.variables().next().is_none() && !advice.is_empty();
    is_route.then(|| format!("the template has no expression{advice}"))
}

fn reader(args: &Args) -> Result<RouteReader, Usage> {
    let mut reader = RouteReader::new(args.notation());
    for text in &args.converters {
        let (name, pattern) = text.split_once('=').ok_or_else(|| {
            Usage::new(format!(
                "--converter takes NAME=PATTERN, not `{text}`: write `{text}=[^/]+`"
            ))
        })?;
        reader = reader
            .converter(name, pattern)
            .map_err(|error| Usage::new(format!("--converter {text}: {}", error.message())))?;
    }
    Ok(reader)
}

/// Splits the methods from the beginning of a line, as in `GET|HEAD /users`. Returns the methods, the rest, and the offset
/// of the rest.
fn with_methods(line: &str) -> (Vec<String>, &str, usize) {
    let trimmed = line.trim_start();
    let start = line.len() - trimmed.len();
    let end = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
    let (word, rest) = trimmed.split_at(end);
    let is_method = |one: &str| {
        !one.is_empty() && one.bytes().all(|byte| byte.is_ascii_alphabetic()) && {
            let one = one.to_ascii_uppercase();
            METHODS.contains(&&*one)
                || word.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'|')
        }
    };
    let methods: Vec<&str> = word.split(['|', ',', '/']).collect();
    if rest.trim().is_empty() || !methods.iter().all(|one| is_method(one)) {
        return (Vec::new(), trimmed.trim_end(), start);
    }
    let methods: Vec<String> = methods.iter().map(|one| one.to_ascii_uppercase()).collect();
    let is_any = methods.iter().any(|one| matches!(&**one, "ANY" | "ALL"));
    let methods = if is_any { Vec::new() } else { methods };
    let offset = start + end + (rest.len() - rest.trim_start().len());
    (methods, rest.trim(), offset)
}

/// The methods that a line may name in lower case too.
const METHODS: [&str; 9] =
    ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "ANY", "ALL"];

/// Returns the verb and the path of a row of `rails routes`, such as `users GET /users(.:format) users#index`, with their
/// offset. Returns `None` for a row without a path.
fn rails_row(line: &str) -> Option<(&str, usize)> {
    let at = line.find(" /").map(|at| at + 1).or(line.starts_with('/').then_some(0))?;
    let before = line[..at].trim_end();
    let verb = before.rfind(char::is_whitespace).map_or(0, |space| space + 1);
    let path = &line[at..];
    let end = at + path.find(char::is_whitespace).unwrap_or(path.len());
    let is_verb = !before.is_empty()
        && before[verb..].bytes().all(|one| one.is_ascii_uppercase() || one == b'|');
    let begin = if is_verb { verb } else { at };
    Some((&line[begin..end], begin))
}

/// Reads the routes of a file. All errors are reported before the command stops.
fn read_file(
    args: &Args,
    (path, name, text): (&Path, &str, &str),
    out: &mut Output,
) -> Result<Vec<NamedRoute>, Stop> {
    let (reader, notation) = (reader(args)?, args.notation());
    let mut routes = Vec::new();
    let mut is_invalid = false;
    if notation == RouteNotation::OpenApi && is_description(path, text) {
        let document = out.or_stop(schema::document((path, name), text))?;
        let paths =
            out.or_stop(open_api_paths(&document).map_err(|why| format!("{name}: {why}")))?;
        let mut at = Position::first(1);
        for entry in paths {
            at = at.to(text.as_bytes(), entry.key_span.start);
            match reader.read(&entry.key) {
                Ok(route) => {
                    let place = Some((name.to_owned(), at.line));
                    routes.push(NamedRoute { route, place, methods: Vec::new() });
                }
                Err(error) => {
                    let (line, column, why) = (at.line, at.column, error.message());
                    let path = &entry.key;
                    out.complain(format_args!("{name}:{line}:{column}: `{path}`: {why}\n"))?;
                    is_invalid = true;
                }
            }
        }
    } else {
        for (line, number) in text.lines().zip(1..) {
            if line.trim().is_empty() || line.trim_start().starts_with('#') {
                continue;
            }
            let (row, begin) = match notation {
                RouteNotation::Rails => match rails_row(line) {
                    Some(row) => row,
                    // The titles of the columns.
                    None if line.contains("Verb") => continue,
                    None => (line, 0),
                },
                _ => (line, 0),
            };
            let (methods, text, offset) = with_methods(row);
            match reader.read(text) {
                Ok(route) => {
                    let place = Some((name.to_owned(), number));
                    routes.push(NamedRoute { route, place, methods });
                }
                Err(error) => {
                    let column = 1 + line[..begin + offset + error.offset()].chars().count();
                    let (why, advice) = (error.message(), advice(text, notation));
                    out.complain(format_args!("{name}:{number}:{column}: {why}{advice}\n"))?;
                    is_invalid = true;
                }
            }
        }
    }
    if is_invalid { Err(Stop::Refused) } else { Ok(routes) }
}

/// Returns whether a file is an OpenAPI description, and not a route per line.
fn is_description(path: &Path, text: &str) -> bool {
    let named = SourceLanguage::from_file(&path.to_string_lossy());
    matches!(named, Some(SourceLanguage::Json | SourceLanguage::Yaml))
        || text.trim_start_matches('\u{FEFF}').trim_start().starts_with('{')
        || text.lines().any(|line| line.trim_end() == "paths:")
}

/// Returns the members of `paths` of an OpenAPI description, in the order of the text.
fn open_api_paths(document: &SchemaDocument) -> Result<Vec<&SchemaEntry>, &'static str> {
    let member = document.mapping(document.root()).and_then(|root| root.get("paths"));
    let paths = member
        .and_then(|paths| document.mapping(paths.node))
        .ok_or("there is no object `paths`; give a description of OpenAPI, or a route per line")?;
    // Extensions are not paths.
    let is_path = |entry: &&SchemaEntry| !entry.key.starts_with("x-");
    let mut paths: Vec<&SchemaEntry> = paths.entries().iter().filter(is_path).collect();
    // Merge keys of YAML copy entries from elsewhere.
    paths.sort_by_key(|entry| entry.key_span.start);
    Ok(paths)
}

/// Builds the languages of all routes.
fn languages<'r>(
    args: &Args,
    routes: &'r Routes,
    out: &mut Output,
) -> Result<Vec<RouteLanguage<'r>>, Stop> {
    let templates: Vec<&UriTemplate> =
        routes.all.iter().filter_map(|one| one.route.template()).collect();
    let has_types =
        !args.types.is_empty() || !args.defined.is_empty() || !args.not_empty.is_empty();
    if has_types && !routes.notation.is_template() {
        let message = "--type, --defined and --not-empty apply to templates of RFC 6570";
        return Err(Usage::new(message).into());
    }
    let types = Types::of(args, &templates)?;
    let mut languages = Vec::new();
    for one in &routes.all {
        let types = one.route.template().map(|template| types.for_template(template));
        let types = types.unwrap_or_else(VariableTypes::new);
        let language = RouteLanguage::with_types(&one.route, &types);
        languages.push(out.or_stop(language.map_err(|why| format!("{}: {why}", one.described())))?);
    }
    Ok(languages)
}

// Collisions.

/// Returns the relation of the paths of two routes that collide.
fn relation(one: &RouteLanguage<'_>, other: &RouteLanguage<'_>) -> Relation {
    let exceeds =
        |one: &RouteLanguage<'_>, other| RouteLanguage::covered_by(one, &[other]).is_none();
    Relation::new(exceeds(one, other), exceeds(other, one), true)
}

fn collide(args: &Args, routes: &Routes, out: &mut Output) -> Result<Outcome, Stop> {
    let languages = languages(args, routes, out)?;
    let takes_first = routes.notation.takes_first();
    let what = if routes.notation.is_template() { "URI" } else { "path" };
    let (mut pairs, mut collisions, mut undecided) = (0_u64, 0_u64, 0_u64);
    for (index, (own, language)) in routes.all.iter().zip(&languages).enumerate() {
        if language.shortest().is_none() {
            out.warn(format_args!("{}: no valid {what} matches this route\n", own.described()))?;
        }
        // The earlier routes that collide with this one and have its methods; none if one of them covers this one.
        let mut earlier = takes_first.then(Vec::new);
        for (before, (other, other_language)) in
            routes.all.iter().zip(&languages).enumerate().take(index)
        {
            if !other.takes_method_of(&own.methods) {
                continue;
            }
            pairs += 1;
            let found = match other_language.collision(language) {
                CollisionVerdict::None { .. } => continue,
                CollisionVerdict::Found(found) => found,
                CollisionVerdict::Undecided { why } => {
                    undecided += 1;
                    if args.json {
                        let record = pair(routes.notation, other, own).with("undecided", why);
                        out.line(record)?;
                    } else {
                        let [left, right] = [other, own].map(NamedRoute::described);
                        out.complain(format_args!("undecided: {left} and {right}: {why}\n"))?;
                    }
                    continue;
                }
                _ => continue,
            };
            collisions += 1;
            let relation = relation(other_language, language);
            let is_never_reached = takes_first
                && matches!(relation, Relation::Equal | Relation::Wider)
                && other.has_methods_of(own);
            if is_never_reached {
                earlier = None;
            } else if let Some(earlier) = earlier.as_mut().filter(|_| other.has_methods_of(own)) {
                earlier.push(before);
            }
            if args.json {
                let record = pair(routes.notation, other, own)
                    .with("collide", true)
                    .with("uri", &found.uri)
                    .with("values", &found.left)
                    .with("other_values", &found.right)
                    .with("relation", relation.name())
                    .with("never_reached", is_never_reached.then_some(true));
                out.line(record)?;
                continue;
            }
            out.string(&found.uri);
            writeln!(out, "  {}: {}", other.described(), view::values(&found.left))?;
            writeln!(out, "  {}: {}", own.described(), view::values(&found.right))?;
            let [left, right] = [other, own].map(NamedRoute::name);
            match relation {
                _ if is_never_reached => {
                    writeln!(out, "  {right} is never reached: {left} comes first")?
                }
                Relation::Equal => writeln!(out, "  they take the same {what}s")?,
                Relation::Wider => writeln!(out, "  {left} takes every {what} of {right}")?,
                Relation::Narrower => writeln!(out, "  {right} takes every {what} of {left}")?,
                Relation::Overlapping | Relation::Disjoint => {}
            }
        }
        let earlier = earlier.unwrap_or_default();
        let before: Vec<&RouteLanguage<'_>> = earlier.iter().map(|&at| &languages[at]).collect();
        if let Some(by) = language.covered_by(&before) {
            let by: Vec<&NamedRoute> = by.into_iter().map(|at| &routes.all[earlier[at]]).collect();
            never_reached(args, routes.notation, (own, &by), out)?;
        }
    }
    if !args.json {
        let routes = counted(languages.len() as u64, "route");
        let pairs = counted(pairs, "pair");
        match (collisions, undecided) {
            (0, 0) => writeln!(out, "no two routes take the same {what} ({routes}, {pairs})")?,
            (0, _) => {}
            (_, _) if args.file.is_none() => {}
            (collisions, _) => {
                let collide = if collisions == 1 { "collides" } else { "collide" };
                out.note(format_args!("note: {routes}, {pairs}: {collisions} {collide}\n"))?;
            }
        }
    }
    out.end_record()?;
    Ok(Outcome::from_bool(collisions + undecided == 0))
}

fn pair(notation: RouteNotation, one: &NamedRoute, other: &NamedRoute) -> Record {
    Record::line()
        .with("notation", notation.name())
        .with_record("route", Some(one.record()))
        .with_record("other", Some(other.record()))
}

/// Reports a route whose paths are all taken by several earlier routes together.
fn never_reached(
    args: &Args,
    notation: RouteNotation,
    (own, by): (&NamedRoute, &[&NamedRoute]),
    out: &mut Output,
) -> Result<(), Stop> {
    if args.json {
        let record = Record::line()
            .with("notation", notation.name())
            .with_record("route", Some(own.record()))
            .with("never_reached", true)
            .with_all("by", by.iter().map(|one| one.record()));
        out.line(record)?;
        return Ok(());
    }
    let names: Vec<String> = by.iter().map(|one| one.name()).collect();
    writeln!(out, "{} is never reached: {} come first", own.described(), names.join(", "))?;
    Ok(())
}

// Matching.

fn matching(
    args: &Args,
    routes: &Routes,
    strings: &[&str],
    out: &mut Output,
) -> Result<Outcome, Stop> {
    let languages = languages(args, routes, out)?;
    super::each_uri(strings.iter().copied(), out, |uri, out| {
        match_one(args, routes, &languages, uri, out)
    })
}

/// Returns the path of a URI, as a router receives it. A string that is not a URI is a path up to `?` or `#`.
fn path(uri: &str) -> Cow<'_, str> {
    match UriRef::parse(uri) {
        Ok(uri) if uri.authority().is_some() && uri.path().is_empty() => "/".into(),
        Ok(uri) => uri.path().to_owned().into(),
        Err(_) => uri.split(['?', '#']).next().unwrap_or_default().into(),
    }
}

fn match_one(
    args: &Args,
    routes: &Routes,
    languages: &[RouteLanguage<'_>],
    line: &str,
    out: &mut Output,
) -> Result<Outcome, Stop> {
    let (methods, uri, _) = with_methods(line);
    let is_template = routes.notation.is_template();
    let text = if is_template { Cow::Borrowed(uri) } else { path(uri) };
    let most = args.number.unwrap_or(WAYS).max(1);
    let all = || routes.all.iter().zip(languages);
    let all = || all().filter(|(route, _)| route.takes_method_of(&methods));
    let found: Vec<_> = all()
        .map(|(route, language)| (route, language.matches(&text, most)))
        .filter(|(_, matches)| !matches.is_empty() || !matches.are_all())
        .collect();
    let is_match = found.iter().any(|(_, matches)| !matches.is_empty());
    if args.json {
        let records = found.iter().map(|(route, matches)| {
            route.record().with("ways", matches.all()).with("all_ways", matches.are_all())
        });
        let record = Record::line()
            .with("notation", routes.notation.name())
            .with("input", line)
            .with("path", (!is_template).then_some(&text))
            .with("matches", is_match)
            .with_all("routes", records);
        out.line(record)?;
        return Ok(Outcome::from_bool(is_match));
    }
    let shown = out.passwords.redacted(line).into_owned();
    if !is_match {
        let nearest = all().filter_map(|(route, language)| Some((language.offset(&text)?, route)));
        let nearest = nearest.fold(None, |best: Option<(usize, &NamedRoute)>, one| match best {
            Some(best) if best.0 >= one.0 => Some(best),
            _ => Some(one),
        });
        let why = match nearest {
            _ if !found.is_empty() => "could not be decided: the search was stopped".to_owned(),
            None => "has no route".to_owned(),
            Some((at, route)) => {
                let place = match text[at..].chars().next() {
                    Some(one) => format!("unexpected {:?} at byte {at}", one.to_string()),
                    None => format!("unexpected end at byte {at}"),
                };
                match routes.all.len() {
                    1 => format!("does not match the route: {place}"),
                    _ => format!("has no route; the nearest is {}: {place}", route.described()),
                }
            }
        };
        out.complain(format_args!("`{shown}` {why}\n"))?;
        return Ok(Outcome::No);
    }
    writeln!(out, "{shown}")?;
    let mut is_first = true;
    for (route, matches) in &found {
        // A single route need not be named.
        let is_named = route.place.is_some();
        let also = if !is_first && routes.notation.takes_first() { "also " } else { "" };
        if is_named {
            writeln!(out, "  {also}{}", route.described())?;
        }
        is_first = false;
        for (index, values) in matches.all().iter().enumerate() {
            if index > 0 {
                writeln!(out)?;
            }
            let indent = if is_named { 4 } else { 2 };
            if !values.is_empty() || !is_named {
                show(values, route.route.parameters(), indent, out)?;
            }
        }
    }
    out.end_record()?;
    Ok(Outcome::Yes)
}

fn regex(args: &Args, routes: &Routes, out: &mut Output) -> Result<Outcome, Stop> {
    let languages = languages(args, routes, out)?;
    let dialect = args.dialect.unwrap_or(DEFAULT_DIALECT);
    for (route, language) in routes.all.iter().zip(&languages) {
        let found = out.or_stop(language.pattern(dialect))?;
        if args.json {
            let record = Record::line().with("notation", routes.notation.name());
            let record = record.with("template", route.route.as_str());
            out.line(view::written_pattern(record, dialect.name(), &found))?;
        } else {
            out.string(&found.pattern);
            out.end_record()?;
        }
    }
    Ok(Outcome::Yes)
}

fn variables(args: &Args, routes: &Routes, out: &mut Output) -> Result<Outcome, Stop> {
    for route in &routes.all {
        let names: Vec<&str> = route.route.parameters().collect();
        if args.json {
            let record = Record::line().with("notation", routes.notation.name());
            out.line(record.with("template", route.route.as_str()).with("variables", names))?;
            continue;
        }
        for name in names {
            writeln!(out, "{name}")?;
        }
        out.end_record()?;
    }
    Ok(Outcome::Yes)
}
