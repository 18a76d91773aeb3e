//! `urispec template`: expands, matches and analyzes URI templates (RFC 6570), and [routes] of web frameworks.

mod routes;
mod values;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;

use clap::{ValueEnum, ValueHint};
use urispec_audit::Dialect;
use urispec_template::{
    Ambiguity, CollisionVerdict, Every, ExpansionLanguage, Expansions, RouteNotation, UriTemplate,
    Value, Values, VariableType, VariableTypes,
};
use urispec_views::template as view;

use crate::commands::export::{DEFAULT_DIALECT, dialect};
use crate::input;
use crate::options::names;
use crate::output::{Outcome, Output, Stop, Usage};

const HELP: &str = "\
Expand URI templates (RFC 6570), find the values from which a URI was expanded, and decide properties of all \
expansions; do the same for the routes of web frameworks. The action says what to do with the template:

`expand` prints the expansion for the values of --set and --values. `match` prints the values of the variables for each \
URI; if there are several solutions, it prints all, or at most the number of -n. URIs are read from standard input, one \
per line, if none is given. `collide` decides whether a second template can expand to the same URI, and prints the \
shortest such URI with the values of both. `check` reports the level, the variables, and whether every URI has a unique \
match. `regex` prints a pattern of --dialect that matches exactly the expansions, with a named group for each variable, \
and `abnf` prints a production; both are proven equal before they are printed. `variables` lists the variables.

--notation reads routes as Express, Spring, Rails, Flask, Django or OpenAPI do. They support `match`, `collide`, `regex` \
and `variables`. With --file, `collide` decides every pair of routes in a file, and `match` finds the routes that take each \
URI. A route is matched against the path of a URI as it is, with its triplets; a query is ignored.

A template does not define which values its variables have (2.4.2). Here a variable may be undefined. It is a list if \
the template explodes it anywhere, and a string otherwise, unless --type says so; `collide` and `check` print these \
assumptions, since a proof depends on them: a list `x` has expansions under `{x}` that no string has. In an expression \
such as `{x}`, `{+x}` or `{x*}` alone, an empty string and a list of one empty string expand like an undefined \
variable: `check` counts them as one value.

A variable in several places has the same value in all of them (3.2.1), which no automaton can express. A proof that no \
string exists is still valid. The same applies to the names of an associative array, which are unique. Candidates \
are checked by expansion; if none of those tried is a solution, and there are more, the answer is undecided.

--host compares hosts as text, ignoring letter case: a host written with a percent-encoded triplet differs from the same \
host without.

A URI is matched as it is. Expansions contain only necessary triplets, in upper case; normalize other URIs first.

Exit codes: 0, it was expanded, every URI matches, no two templates collide, or all properties of `check` hold; \
1, an expression does not expand, a URI does not match, two templates collide, a property does not hold, or \
it is undecided; 2, wrong usage, or an invalid template.";

const NOTATION: &str = "\
The notation of the template: rfc6570, or that of a router with its default settings.

rfc6570 and mcp (resource templates of the Model Context Protocol) are URI templates; the whole URI is matched. The \
others match the path: openapi (`/users/{id}`); express4 and express5 (`/users/:id`, `/files/*rest`, `/a{/:b}`); spring \
(`/users/{id:[0-9]+}`, `{*rest}`, `?`, `*`, `**`); rails (`/users/:id(.:format)`, as `rails routes` prints it, without \
constraints); flask (`/users/<int:id>`); django (`users/<int:id>/`, without a slash at the beginning).";

const FILE: &str = "\
With match and collide: read templates or routes from FILE (`-` is standard input), one per line.

A method may come first, as in `GET|HEAD /users`; routes without a common method do not collide. Blank lines and \
lines that begin with `#` are skipped. With --notation openapi, FILE may be an OpenAPI description in JSON or YAML, of \
which the keys of `paths` are read.

`collide` prints each pair of routes that take a common path, with a shortest such path and the values of both. \
If the router takes the first route that matches (express4, express5, rails, django), it also prints the routes that are \
never reached. `match` prints all routes that take a URI, in the order of the file; a method may come before the URI.";

const EXAMPLES: &str = "\
Examples:
  $ urispec template expand '/search{?q,lang*}' --set q='50% off' --set lang=en --set lang=fr
  /search?q=50%25%20off&lang=en&lang=fr
  $ urispec template match '/users/{id}{?tab}' /users/Zo%C3%AB?tab=a
  /users/Zo%C3%AB?tab=a
    id   \"Zoë\"
    tab  \"a\"
  $ urispec template collide '/users/{id}' '/users/new{?ref}'; echo $?
  /users/new
    /users/{id}: id=\"new\"
    /users/new{?ref}: no values
  1
  $ urispec template collide '/users/{id}' '/users/{id}/posts'
  no URI is an expansion of both (41 pairs of states visited, none accepts)
    /users/{id}: where id is a string
    /users/{id}/posts: where id is a string
  $ urispec template check '/{name}{.ext}' --unique; echo $?
  level      3
  variables  name, ext
  assumed    name is a string, ext is a string
  matching   2 ways: /. is name=\".\", or ext=\"\", name=\"\"
  1
  $ urispec template check 'https://example.com{+path}' --host example.com | grep hosts
  hosts      no: https://example.com0 is not a URL of http or https on an allowed host (path=\"0\")
  $ urispec template collide --notation express5 '/users/:id' '/users/new'; echo $?
  /users/new
    /users/:id: id=\"new\"
    /users/new: no values
    /users/new is never reached: /users/:id comes first
  1
  $ printf '/u/<int:i>\\n/u/<name>\\n' | urispec template collide --notation flask -f - 2>&1; echo $?
  /u/0
    <stdin>:1: /u/<int:i>: i=\"0\"
    <stdin>:2: /u/<name>: name=\"0\"
    <stdin>:2 takes every path of <stdin>:1
  note: 2 routes, 1 pair: 1 collides
  1
  $ echo '/users/{id:[0-9]+}' | urispec template match --notation spring -f - /users/7
  /users/7
    <stdin>:1: /users/{id:[0-9]+}
      id  \"7\"
  $ echo '{\"l\":[\"a\",\"b\"],\"m\":{\"k\":\"v\"}}' | urispec template expand '{/l*}{?m*}' --values -
  /a/b?k=v";

const JSON: &str = "\
Print one JSON object per line for each answer.

All have `schema` and `template`. expand: `expansion`; or `errors` [{`start`, `end`, `message`}] and `expanded`. \
match, for each URI: `input`, `matches`, `ways` [{NAME: string, list or object}], `all_ways` (false: there may be \
more). collide: `other`, and `collide` with `uri`, `values`, `other_values`, or with `states` (the size of the \
proof) and `tried` (the number of candidates tried for it, if any); or `undecided` (why); `assumed`, \
`other_assumed` [{`name`, `type`}] (variables without a given type). check: `level` (absent: an operator is \
reserved), `variables` [{`name`, `operator`, `prefix`, `explode`, `type`}], `assumed`, `matching` {`unique`, `pairs`; or \
`uri`, `ways`; or `undecided`}, and on request `uri`, `reference`, `hosts` {`every`, `states`, `tried`; or \
`string`, `values`, `message`; or `undecided`}. regex: `dialect`, `pattern`, `groups` [{`group`, `variable`}], `loose` \
[..] (variables in several places, and associative arrays, for which it matches more). abnf: `abnf`, `loose`. \
variables: `variables`. An invalid template: `valid` (false), `error` \
{`offset`, `found`, `section`, `message`}.

With --file, or the notation of a router, all have `notation`. collide, for each pair that collides: `route` and `other` \
{`file`, `line`, `methods`, `template`}, `collide` (true), `uri`, `values`, `other_values`, `relation` of the paths of \
`route` to those of `other` (equal, wider, narrower, overlapping), `never_reached` (true: the router takes `route`); or \
`undecided` (why). For a route that several others cover: `never_reached`, `by` [{`file`, `line`, ..}]. match: `input`, \
`path`, `matches`, `routes` [{`file`, `line`, `methods`, `template`, `ways`, `all_ways`}].";

const SET: &str = "\
Set a variable to a string. If repeated for the same variable, its value is a list.";

const VALUES: &str = "\
Read values from FILE (`-` is standard input), one JSON object: a string or a number, a list of these, or an \
object of these for an associative array, whose order is kept. A number keeps its digits. Null is undefined. --set adds \
to them.";

/// Expand and match URI templates and routes, and decide whether they collide
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The action
    #[arg(value_enum, ignore_case = true)]
    action: Action,
    /// The template, or the route of --notation
    #[arg(value_name = "TEMPLATE", required_unless_present = "file")]
    template: Option<String>,
    /// The URIs to match or, with collide, the second template
    #[arg(value_name = "STR")]
    strings: Vec<String>,
    /// The notation of the template: rfc6570, or that of a router
    #[arg(long, value_name = "NAME", value_parser = notation(), long_help = NOTATION)]
    notation: Option<RouteNotation>,
    /// With match and collide: read templates or routes from FILE, one per line
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, long_help = FILE)]
    file: Option<PathBuf>,
    /// Define a converter of flask or django by a pattern of Python; may be repeated
    #[arg(long = "converter", value_name = "NAME=PATTERN")]
    converters: Vec<String>,
    /// With expand: set a variable to TEXT; may be repeated
    #[arg(long, value_name = "NAME=TEXT", long_help = SET)]
    set: Vec<String>,
    /// With expand: read values from FILE, a JSON object
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, long_help = VALUES)]
    values: Option<PathBuf>,
    /// Declare the type of a variable: string, list or map; may be repeated
    #[arg(long = "type", value_name = "NAME=TYPE")]
    types: Vec<String>,
    /// Declare that a variable is always defined; may be repeated
    #[arg(long, value_name = "NAME")]
    defined: Vec<String>,
    /// Declare that a variable is always defined and never empty; may be repeated
    #[arg(long, value_name = "NAME")]
    not_empty: Vec<String>,
    /// Declare that all variables are always defined
    #[arg(long)]
    all_defined: bool,
    /// With match: find at most NUM solutions [default: 10]
    #[arg(short, long, value_name = "NUM")]
    number: Option<usize>,
    /// With check: decide whether every URI has a unique match
    #[arg(long)]
    unique: bool,
    /// With check: decide whether every expansion is a URI (RFC 3986, 3)
    #[arg(long)]
    uri: bool,
    /// With check: decide whether every expansion is a URI reference (RFC 3986, 4.1)
    #[arg(long)]
    reference: bool,
    /// With check: decide whether every expansion is an http or https URL on this host; may be repeated
    #[arg(long, value_name = "HOST")]
    host: Vec<String>,
    /// With regex: the dialect of the pattern [default: ecmascript]
    #[arg(long, value_name = "NAME", value_parser = dialect())]
    dialect: Option<Dialect>,
    /// Print one JSON object per answer, one per line
    #[arg(short, long, long_help = JSON)]
    json: bool,
}

/// The action on a template.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Action {
    /// Print the expansion
    Expand,
    /// Print the values from which URIs were expanded, or the routes that take them
    Match,
    /// Decide whether two templates can expand to the same URI, or two routes take the same path
    Collide,
    /// Describe the template, and decide properties of all its expansions
    Check,
    /// Print a pattern that matches the expansions
    Regex,
    /// Print a production that derives the expansions
    Abnf,
    /// Print the variables
    Variables,
}

impl Args {
    fn notation(&self) -> RouteNotation {
        self.notation.unwrap_or(RouteNotation::Rfc6570)
    }
}

fn notation() -> impl clap::builder::TypedValueParser<Value = RouteNotation> {
    names::listed(RouteNotation::ALL.iter().copied().map(|notation| (notation.name(), notation)))
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    fits(args)?;
    if args.file.is_some() || !args.notation().is_template() {
        return routes::run(args, out);
    }
    let template = parsed(args, args.template.as_deref().unwrap_or_default(), out)?;
    if let Some(advice) = routes::advice_without_expression(&template).filter(|_| !args.json) {
        out.note(format_args!("note: {advice}\n"))?;
    }
    match args.action {
        Action::Expand => expand(args, &template, out),
        Action::Match => matching(args, &template, out),
        Action::Collide => {
            let other = args.strings.first().map_or("", String::as_str);
            let other = parsed(args, other, out)?;
            collide(args, [&template, &other], out)
        }
        Action::Check => check(args, &template, out),
        Action::Regex | Action::Abnf => write_as(args, &template, out),
        Action::Variables => variables(args, &template, out),
    }
}

/// Rejects options that do not apply to the action.
fn fits(args: &Args) -> Result<(), Usage> {
    use Action::{Abnf, Check, Collide, Expand, Match, Regex, Variables};
    let all = [Match, Collide, Check, Regex, Abnf, Variables];
    let options: [(&str, bool, &[Action]); 14] = [
        ("--set", !args.set.is_empty(), &[Expand]),
        ("--values", args.values.is_some(), &[Expand]),
        ("--type", !args.types.is_empty(), &all),
        ("--defined", !args.defined.is_empty(), &all),
        ("--not-empty", !args.not_empty.is_empty(), &all),
        ("--all-defined", args.all_defined, &all),
        ("--number", args.number.is_some(), &[Match]),
        ("--unique", args.unique, &[Check]),
        ("--uri", args.uri, &[Check]),
        ("--reference", args.reference, &[Check]),
        ("--host", !args.host.is_empty(), &[Check]),
        ("--dialect", args.dialect.is_some(), &[Regex]),
        ("--file", args.file.is_some(), &[Match, Collide]),
        ("STR", !args.strings.is_empty(), &[Match, Collide]),
    ];
    let name = |action: &Action| {
        action.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    };
    let is_astray = |(_, is_given, actions): &&(_, bool, &[Action])| {
        *is_given && !actions.contains(&args.action)
    };
    if let Some((option, _, actions)) = options.iter().find(is_astray) {
        let (own, actions) = (name(&args.action), actions.iter().map(name).collect::<Vec<_>>());
        let message = format!("{option} applies to {}, not to {own}", actions.join(", "));
        return Err(Usage::new(message));
    }
    if !args.converters.is_empty()
        && !matches!(args.notation(), RouteNotation::Flask | RouteNotation::Django)
    {
        return Err(Usage::new("--converter applies to --notation flask and django"));
    }
    match (args.action, &args.strings[..]) {
        _ if args.file.is_some() => Ok(()),
        (Collide, [_]) => Ok(()),
        (Collide, []) => Err(Usage::new(
            "collide takes two templates: add the second one, or give a file of them with --file",
        )),
        (Collide, _) => Err(Usage::new("collide takes only two templates")),
        _ => Ok(()),
    }
}

fn parsed(args: &Args, text: &str, out: &mut Output) -> Result<UriTemplate, Stop> {
    UriTemplate::parse(text).or_else(|error| {
        if args.json {
            out.line(view::no_template(text, &error))?;
        } else {
            let advice = routes::advice(text, args.notation());
            let text = out.passwords.redacted(text);
            out.complain(format_args!("invalid template `{text}`: {error}{advice}\n"))?;
        }
        Err(Stop::Refused)
    })
}

fn language<'t>(
    types: &Types,
    template: &'t UriTemplate,
    out: &mut Output,
) -> Result<ExpansionLanguage<'t>, Stop> {
    let expansions = template.expansions(&types.for_template(template)).map_err(Into::into);
    let language = expansions.and_then(ExpansionLanguage::new);
    out.or_stop(language.map_err(|why| format!("`{template}`: {why}")))
}

fn row(out: &mut Output, name: &str, what: &str) -> io::Result<()> {
    writeln!(out, "{name:<9}  {what}")
}

// The types of variables, from --type, --defined and --all-defined.

/// The options about variables, which several templates may share.
struct Types<'a> {
    types: Vec<(&'a str, VariableType)>,
    defined: &'a [String],
    not_empty: &'a [String],
    all_defined: bool,
}

impl<'a> Types<'a> {
    /// Parses the options. An option about a variable that no template has is an error.
    fn of(args: &'a Args, templates: &[&UriTemplate]) -> Result<Self, Usage> {
        let types = args.types.iter().map(|text| {
            let (name, of) = text.split_once('=').ok_or_else(|| {
                Usage::new(format!("--type takes NAME=TYPE, not `{text}`: write `{text}=list`"))
            })?;
            let of = match of.to_ascii_lowercase().as_str() {
                "string" => VariableType::String,
                "list" => VariableType::List,
                "map" => VariableType::Map,
                _ => {
                    let known = "the types are string, list and map";
                    return Err(Usage::new(format!("--type {text}: unknown type `{of}`; {known}")));
                }
            };
            Ok((name, of))
        });
        let types: Vec<(&str, VariableType)> = types.collect::<Result<_, Usage>>()?;
        let (defined, not_empty) = (&args.defined, &args.not_empty);
        let this = Self { types, defined, not_empty, all_defined: args.all_defined };
        let names = this.types.iter().map(|(name, _)| *name);
        for name in names.chain(defined.iter().chain(not_empty).map(String::as_str)) {
            let has = |template: &&UriTemplate| template.variables().any(|one| one == name);
            if !templates.iter().any(has) {
                let all: Vec<&str> = templates.iter().flat_map(|one| one.variables()).collect();
                let known = match all.is_empty() {
                    true => "it has none".to_owned(),
                    false => format!("it has {}", all.join(", ")),
                };
                let message = format!("the template has no variable `{name}`; {known}");
                return Err(Usage::new(message));
            }
        }
        Ok(this)
    }

    /// Returns the variables of a template that have no given type, each with its assumed type (RFC 6570, 2.4.2).
    fn assumed<'t>(&self, template: &'t UriTemplate) -> Vec<(&'t str, VariableType)> {
        let types = self.for_template(template);
        let is_said = |name: &str| self.types.iter().any(|(one, _)| *one == name);
        let names = template.variables().filter(|name| !is_said(name));
        names.map(|name| (name, types.of(template, name))).collect()
    }

    /// Describes the assumed types of variables, if there are any, as in `x is a string, l is a list`.
    fn assumption(&self, template: &UriTemplate) -> Option<String> {
        let all = self.assumed(template);
        let all: Vec<String> =
            all.iter().map(|(name, of)| format!("{name} is a {}", view::type_name(*of))).collect();
        (!all.is_empty()).then(|| all.join(", "))
    }

    fn for_template(&self, template: &UriTemplate) -> VariableTypes {
        let has = |name: &str| template.variables().any(|one| one == name);
        let types = self.types.iter().filter(|(name, _)| has(name));
        let types = types.fold(VariableTypes::new(), |types, (name, of)| types.with(name, *of));
        let defined = self.defined.iter().filter(|name| has(name));
        let types = defined.fold(types, |types, name| types.defined(name));
        let not_empty = self.not_empty.iter().filter(|name| has(name));
        let types = not_empty.fold(types, |types, name| types.not_empty(name));
        if self.all_defined { types.all_defined() } else { types }
    }
}

fn check(args: &Args, template: &UriTemplate, out: &mut Output) -> Result<Outcome, Stop> {
    let declared = Types::of(args, &[template])?;
    let language = language(&declared, template, out)?;
    let ambiguity = language.expansions().ambiguity();
    let hosts: Vec<&str> = args.host.iter().map(String::as_str).collect();
    let on_hosts = (!hosts.is_empty()).then(|| language.every_on_hosts(&hosts));
    let on_hosts = out.or_stop(on_hosts.transpose())?;
    let properties = [
        ("uri", "URI", args.uri.then(|| language.every_uri())),
        ("reference", "reference", args.reference.then(|| language.every_reference())),
        ("hosts", "hosts", on_hosts),
    ];
    let is_unique = matches!(ambiguity, Ambiguity::None { .. });
    let fails = |every: &Option<_>| matches!(every, Some(Every::No(_) | Every::Undecided { .. }));
    let is_so = !properties.iter().any(|(.., every)| fails(every));
    let outcome = Outcome::from_bool(is_so && (is_unique || !args.unique));
    let types = declared.for_template(template);
    if args.json {
        let record = view::of(template)
            .with("level", template.level())
            .with_all("variables", view::variables(template, &types))
            .with_all("assumed", view::assumed(&declared.assumed(template)))
            .with_record("matching", Some(view::ambiguity(&ambiguity)));
        let record = properties.iter().fold(record, |record, (key, _, every)| {
            record.with_record(key, every.as_ref().map(view::every))
        });
        out.line(record)?;
        return Ok(outcome);
    }
    let level = template.level().map(|level| level.to_string());
    row(out, "level", level.as_deref().unwrap_or("none: it uses a reserved operator"))?;
    let names: Vec<&str> = template.variables().collect();
    let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    row(out, "variables", &names)?;
    if let Some(assumed) = declared.assumption(template) {
        row(out, "assumed", &assumed)?;
    }
    row(out, "matching", &reading(&ambiguity))?;
    for (_, name, every) in &properties {
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

fn collide(args: &Args, templates: [&UriTemplate; 2], out: &mut Output) -> Result<Outcome, Stop> {
    let types = Types::of(args, &templates)?;
    let [left, right] = templates;
    let [one, other] = [language(&types, left, out)?, language(&types, right, out)?];
    let verdict = one.collision(&other);
    let outcome = Outcome::from_bool(matches!(verdict, CollisionVerdict::None { .. }));
    if args.json {
        let [own, others] = templates.map(|template| types.assumed(template));
        let record = view::collision(templates, &verdict)
            .with_all("assumed", view::assumed(&own))
            .with_all("other_assumed", view::assumed(&others));
        out.line(record)?;
        return Ok(outcome);
    }
    match &verdict {
        CollisionVerdict::Found(found) => {
            out.string(&found.uri);
            writeln!(out, "  {left}: {}", view::values(&found.left))?;
            writeln!(out, "  {right}: {}", view::values(&found.right))?;
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

fn were_tried(count: usize) -> String {
    match count {
        1 => "the only candidate was tried".to_owned(),
        _ => format!("all {count} candidates were tried"),
    }
}

fn expand(args: &Args, template: &UriTemplate, out: &mut Output) -> Result<Outcome, Stop> {
    let (values, set) = values::given_values(args, out)?;
    for name in set {
        if !template.variables().any(|one| one == name) {
            out.note(format_args!("note: the template has no variable `{name}`\n"))?;
        }
    }
    let expanded = template.expand(&values);
    let outcome = Outcome::from_bool(expanded.is_ok());
    if args.json {
        out.line(view::expansion(template, &expanded))?;
        return Ok(outcome);
    }
    match expanded {
        Ok(uri) => {
            out.string(&uri);
            out.end_record()?;
        }
        Err(error) => {
            out.complain(format_args!("{error}\n  partial expansion: {}\n", error.expanded()))?;
        }
    }
    Ok(outcome)
}

/// The maximum number of solutions, unless --number is given.
const WAYS: usize = 10;

fn matching(args: &Args, template: &UriTemplate, out: &mut Output) -> Result<Outcome, Stop> {
    let types = Types::of(args, &[template])?.for_template(template);
    let expansions = template.expansions(&types).map_err(|why| format!("`{template}`: {why}"));
    let expansions = out.or_stop(expansions)?;
    let language = OnceCell::new();
    let one = |uri: &str, out: &mut Output| one(args, (&expansions, &language), uri, out);
    each_uri(args.strings.iter().map(String::as_str), out, one)
}

/// Calls `one` for each URI or, if there is none, for each line of standard input. Returns the worst outcome.
fn each_uri<'u>(
    uris: impl ExactSizeIterator<Item = &'u str>,
    out: &mut Output,
    one: impl Fn(&str, &mut Output) -> Result<Outcome, Stop>,
) -> Result<Outcome, Stop> {
    let mut outcome = Outcome::Yes;
    if uris.len() == 0 {
        let files = input::or_stdin(&[], "give URIs to match", "-")?;
        let file = input::open(&files[0], out)?.ok_or(Stop::Refused)?;
        for line in BufReader::new(file).lines() {
            match line {
                Ok(uri) => {
                    let uri = uri.strip_suffix('\r').unwrap_or(&uri);
                    outcome = outcome.max(one(uri, out)?);
                }
                Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
                    out.complain(format_args!("skipped a line that is not UTF-8\n"))?;
                    outcome = outcome.max(Outcome::No);
                }
                Err(error) => {
                    out.complain_of_file(format_args!("standard input: {error}\n"))?;
                    return Ok(Outcome::Trouble);
                }
            }
        }
    }
    for uri in uris {
        outcome = outcome.max(one(uri, out)?);
    }
    Ok(outcome)
}

/// The language of a template, built when a string does not match; `None` if its automaton is too large.
type Language<'t> = OnceCell<Option<ExpansionLanguage<'t>>>;

fn one<'t>(
    args: &Args,
    (of, language): (&Expansions<'t>, &Language<'t>),
    uri: &str,
    out: &mut Output,
) -> Result<Outcome, Stop> {
    let found = of.matches(uri, args.number.unwrap_or(WAYS).max(1));
    let outcome = Outcome::from_bool(!found.is_empty());
    if args.json {
        out.line(view::ways(of.template(), uri, &found))?;
        return Ok(outcome);
    }
    let shown = out.passwords.redacted(uri).into_owned();
    if found.is_empty() {
        let why = match found.are_all() {
            true => "is not an expansion of the template",
            false => "could not be decided: the search was stopped",
        };
        let language = || language.get_or_init(|| ExpansionLanguage::new(of.clone()).ok()).as_ref();
        let place = if found.are_all() { place(language(), uri) } else { String::new() };
        out.complain(format_args!("`{shown}` {why}{place}{}\n", hint(of, uri)))?;
        return Ok(outcome);
    }
    let more = if found.are_all() { "" } else { ", and maybe more" };
    match (found.all().len(), more) {
        (1, "") => writeln!(out, "{shown}")?,
        (1, more) => writeln!(out, "{shown}: 1 way{more}")?,
        (count, more) => writeln!(out, "{shown}: {count} ways{more}")?,
    }
    for (at, values) in found.all().iter().enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        show(values, of.template().variables(), 2, out)?;
    }
    out.end_record()?;
    Ok(outcome)
}

/// Prints the values of variables in the order of their names, each on a line.
fn show<'n>(
    values: &Values,
    names: impl Iterator<Item = &'n str>,
    indent: usize,
    out: &mut Output,
) -> Result<(), Stop> {
    let all: Vec<(&str, &Value)> =
        names.filter_map(|name| Some((name, values.get(name)?))).collect();
    let width = all.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    if all.is_empty() {
        writeln!(out, "{:indent$}no variable is defined", "")?;
    }
    for (name, one) in all {
        writeln!(out, "{:indent$}{name:<width$}  {}", "", view::value(one))?;
    }
    Ok(())
}

/// Describes the byte at which a string can no longer become an expansion.
fn place(language: Option<&ExpansionLanguage<'_>>, uri: &str) -> String {
    let Some(at) = language.and_then(|language| language.offset(uri)) else { return String::new() };
    match uri[at..].chars().next() {
        Some(one) => format!(": unexpected {:?} at byte {at}", one.to_string()),
        None => format!(": unexpected end of input at byte {at}"),
    }
}

/// Returns a hint for a URI that is not an expansion, if its normal form is one, or if it becomes one when the pairs of
/// its query are sorted as in the template.
fn hint(expansions: &Expansions<'_>, uri: &str) -> Cow<'static, str> {
    if let Some(ordered) = ordered(expansions, uri) {
        return format!(
            "; put the pairs of the query in the order of the template (RFC 6570, 3.2.8), as in `{ordered}`"
        )
        .into();
    }
    let normal = urispec::UriRef::parse(uri)
        .map(|uri| uri.normalize_to(urispec::Rung::PercentEncoding).to_string());
    match normal {
        Ok(normal) if normal != uri && !expansions.matches(&normal, 1).is_empty() => {
            "; its normal form is an expansion: `urispec normalize --to percent-encoding`".into()
        }
        _ => "".into(),
    }
}

/// Returns an expansion that differs from a URI only in the order of the pairs of its query.
fn ordered(expansions: &Expansions<'_>, uri: &str) -> Option<String> {
    let (before, rest) = uri.split_once('?')?;
    let (query, fragment) = rest.split_at(rest.find('#').unwrap_or(rest.len()));
    let names: Vec<&str> = expansions.template().variables().collect();
    let place = |pair: &&str| {
        let name = pair.split('=').next().unwrap_or_default();
        names.iter().position(|known| *known == name).unwrap_or(names.len())
    };
    let mut pairs: Vec<&str> = query.split('&').collect();
    pairs.sort_by_key(place);
    let ordered = format!("{before}?{}{fragment}", pairs.join("&"));
    (ordered != uri && !expansions.matches(&ordered, 1).is_empty()).then_some(ordered)
}

fn write_as(args: &Args, template: &UriTemplate, out: &mut Output) -> Result<Outcome, Stop> {
    let types = Types::of(args, &[template])?;
    let language = language(&types, template, out)?;
    let loose: Vec<&str> = language.expansions().loose().collect();
    if args.action == Action::Abnf {
        let production = out.or_stop(language.production())?;
        if args.json {
            out.line(view::of(template).with("abnf", &production).with("loose", &loose))?;
        } else {
            write!(out, "{production}")?;
            out.end_record()?;
        }
    } else {
        let dialect = args.dialect.unwrap_or(DEFAULT_DIALECT);
        let found = out.or_stop(language.pattern(dialect))?;
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
            "the result matches more strings than the template: it cannot express that {all} has the same value everywhere, or that the names in an associative array are unique\n"
        ))?;
    }
    Ok(Outcome::Yes)
}

fn variables(args: &Args, template: &UriTemplate, out: &mut Output) -> Result<Outcome, Stop> {
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
