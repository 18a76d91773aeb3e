//! `urispec template`: URI templates, expanded, matched and decided about (RFC 6570).

mod answers;

use std::io::{Read, Write};
use std::path::PathBuf;

use clap::{ValueEnum, ValueHint};
use urispec_audit::Dialect;
use urispec_template::{
    ExpansionLanguage, UriTemplate, Value, Values, VariableType, VariableTypes,
};
use urispec_views::template::{no_template, type_name};

use crate::commands::export::dialect;
use crate::input;
use crate::output::Output;
use crate::output::usage::{Outcome, Stop, Usage};
use crate::output::whole_file::Name;

const HELP: &str = "\
Expand URI templates, find the values of which a URI is an expansion, and decide about all expansions of a \
template (RFC 6570). The action says what to do with the template:

`expand` prints the expansion for the values of --set and --values. `match` prints the values of the variables, \
for each URI; if there are several ways, it prints them all, or as many as -n says. URIs are read from standard \
input, one per line, if none is given. `collide` decides whether a second template can expand to the same URI, and \
prints the shortest with the values of both. `check` says what the template is: its level, its variables, whether \
every URI has one reading. `regex` prints a pattern of --dialect that matches the expansions and nothing else, with \
a named group for each variable, and `abnf` a production; both are decided to be equal before they are printed. \
`variables` prints the variables.

A template does not say which values its variables have (2.4.2). Here a variable may be undefined. It is a list if \
the template explodes it anywhere, and a string else, unless --type says otherwise; `collide` and `check` print what \
they assumed, since a proof rests on it: a list `x` has expansions under `{x}` that no string has. In an expression such as `{x}`, \
`{+x}` or `{x*}` alone an empty string, or a list of one empty string, stands for an undefined variable too, since both expand \
alike: `check` counts them as one value.

A variable in several places has one value in all of them (3.2.1), which no automaton can say. A proof that there is \
no string holds all the same. So it is with the names of an associative array, each of which it has once. What is \
found is checked by expansion; where nothing is found among the strings that are tried, and there are more, the answer \
is that it is undecided.

--host compares hosts as text, but for letter case: a host that is written with a triplet is another than the one that \
is written without.

A URI is matched as it is. An expansion writes triplets in upper case, and no others than it must: normalize \
other URIs first.

Exit codes: 0, it was expanded, every URI matches, the templates do not collide, or all that `check` is asked is \
so; 1, an expression does not expand, a URI does not match, the templates collide, something is not so, or \
it is undecided; 2, wrong usage, or what should be a template is none.";

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
  hosts      no: https://example.com0 is no URL of http or https on an allowed host (path=\"0\")
  $ echo '{\"l\":[\"a\",\"b\"],\"m\":{\"k\":\"v\"}}' | urispec template expand '{/l*}{?m*}' --values -
  /a/b?k=v";

const JSON: &str = "\
Print one JSON object per line for each answer.

All have `schema` and `template`. expand: `expansion`; or `errors` [{`start`, `end`, `message`}] and `expanded`. \
match, for each URI: `input`, `matches`, `ways` [{NAME: string, list or object}], `all_ways` (false: there may be \
more). collide: `other`, and `collide` with `uri`, `values`, `other_values`, or with `states` (the size of the \
proof) and `tried` (the strings that were tried for it, if there are any); or `undecided` (why); `assumed`, \
`other_assumed` [{`name`, `type`}] (variables whose types were not said). check: `level` (absent: an operator is \
reserved), `variables` [{`name`, `operator`, `prefix`, `explode`, `type`}], `assumed`, `matching` {`unique`, `pairs`; or \
`uri`, `ways`; or `undecided`}, and where they are asked for `uri`, `reference`, `hosts` {`every`, `states`, `tried`; or \
`string`, `values`, `message`; or `undecided`}. regex: `dialect`, `pattern`, `groups` [{`group`, `variable`}], `loose` \
[..] (variables in several places, and associative arrays, for which it matches more). abnf: `abnf`, `loose`. variables: `variables`. A string that is no template: `valid` (false), `error` \
{`offset`, `found`, `section`, `message`}.";

const SET: &str = "\
Set a variable to a string. A variable that is set more than once is a list.";

const VALUES: &str = "\
Read values from FILE (`-` is standard input), one JSON object: a string or a number, a list of these, or an \
object of these for an associative array, whose order is kept. What is null is undefined. --set adds to them.";

/// Expand and match URI templates, and decide what they can expand to
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// What to do
    #[arg(value_enum, ignore_case = true)]
    action: Action,
    /// The template
    #[arg(value_name = "TEMPLATE")]
    template: String,
    /// The URIs to match; the other template of `collide`
    #[arg(value_name = "STR")]
    strings: Vec<String>,
    /// With expand: set a variable to TEXT; may be repeated
    #[arg(long, value_name = "NAME=TEXT", long_help = SET)]
    set: Vec<String>,
    /// With expand: read values from FILE, a JSON object
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, long_help = VALUES)]
    values: Option<PathBuf>,
    /// The type of a variable: string, list or map; may be repeated
    #[arg(long = "type", value_name = "NAME=TYPE")]
    types: Vec<String>,
    /// A variable that is always defined; may be repeated
    #[arg(long, value_name = "NAME")]
    defined: Vec<String>,
    /// All variables are always defined
    #[arg(long)]
    all_defined: bool,
    /// With match: how many ways to find at most [default: 10]
    #[arg(short, long, value_name = "NUM")]
    number: Option<usize>,
    /// With check: ask whether every URI has one reading
    #[arg(long)]
    unique: bool,
    /// With check: ask whether every expansion is a URI (RFC 3986, 3)
    #[arg(long)]
    uri: bool,
    /// With check: ask whether every expansion is a URI reference (RFC 3986, 4.1)
    #[arg(long)]
    reference: bool,
    /// With check: ask whether every expansion is a URL of http or https on this host; may be repeated
    #[arg(long, value_name = "HOST")]
    host: Vec<String>,
    /// With regex: the dialect of the pattern [default: ecmascript]
    #[arg(long, value_name = "NAME", value_parser = dialect())]
    dialect: Option<Dialect>,
    /// Print one JSON object per line for each answer
    #[arg(short, long, long_help = JSON)]
    json: bool,
}

/// What to do with a template.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Action {
    /// Print the expansion
    Expand,
    /// Print the values by which URIs are expansions
    Match,
    /// Decide whether two templates can expand to one URI
    Collide,
    /// Say what the template is, and decide about all its expansions
    Check,
    /// Print a pattern that matches the expansions
    Regex,
    /// Print a production that derives the expansions
    Abnf,
    /// Print the variables
    Variables,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    fits(args)?;
    let Some(template) = parsed(args, &args.template, out)? else { return Ok(Outcome::Trouble) };
    match args.action {
        Action::Expand => match TemplateValues::of(args, out)? {
            Some(given) => answers::run_expand(args, &template, &given, out),
            None => Ok(Outcome::Trouble),
        },
        Action::Match => answers::run_matching(args, &template, out),
        Action::Collide => {
            let other = args.strings.first().map_or("", String::as_str);
            match parsed(args, other, out)? {
                Some(other) => answers::run_collide(args, [&template, &other], out),
                None => Ok(Outcome::Trouble),
            }
        }
        Action::Check => answers::run_check(args, &template, out),
        Action::Regex | Action::Abnf => answers::run_write(args, &template, out),
        Action::Variables => answers::variables(args, &template, out),
    }
}

/// Refuses what does not go with the action.
fn fits(args: &Args) -> Result<(), Usage> {
    use Action::{Abnf, Check, Collide, Expand, Match, Regex, Variables};
    let all = [Match, Collide, Check, Regex, Abnf, Variables];
    let options: [(&str, bool, &[Action]); 12] = [
        ("--set", !args.set.is_empty(), &[Expand]),
        ("--values", args.values.is_some(), &[Expand]),
        ("--type", !args.types.is_empty(), &all),
        ("--defined", !args.defined.is_empty(), &all),
        ("--all-defined", args.all_defined, &all),
        ("--number", args.number.is_some(), &[Match]),
        ("--unique", args.unique, &[Check]),
        ("--uri", args.uri, &[Check]),
        ("--reference", args.reference, &[Check]),
        ("--host", !args.host.is_empty(), &[Check]),
        ("--dialect", args.dialect.is_some(), &[Regex]),
        ("STR", !args.strings.is_empty(), &[Match, Collide]),
    ];
    let name = |action: Action| {
        action.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    };
    if let Some((option, _, actions)) =
        options.iter().find(|(_, is_given, actions)| *is_given && !actions.contains(&args.action))
    {
        let actions: Vec<String> = actions.iter().map(|&action| name(action)).collect();
        let own = name(args.action);
        let message = format!("{option} goes with {}, and not with {own}", actions.join(", "));
        return Err(Usage::new(message));
    }
    match (args.action, &args.strings[..]) {
        (Collide, [_]) => Ok(()),
        (Collide, []) => Err(Usage::new("collide takes two templates: give the other one")),
        (Collide, _) => Err(Usage::new("collide takes two templates, and no more")),
        _ => Ok(()),
    }
}

/// The template, or nothing where it is none, which is said.
fn parsed(args: &Args, text: &str, out: &mut Output) -> Result<Option<UriTemplate>, Stop> {
    match UriTemplate::parse(text) {
        Ok(template) => Ok(Some(template)),
        Err(error) => {
            if args.json {
                out.line(no_template(text, &error))?;
            } else {
                out.complain(format_args!("`{text}` is no template: {error}\n"))?;
            }
            Ok(None)
        }
    }
}

/// The language of a template, or nothing where it has none, which is said.
fn language<'t>(
    types: &Types,
    template: &'t UriTemplate,
    out: &mut Output,
) -> Result<Option<ExpansionLanguage<'t>>, Stop> {
    let expansions = template.expansions(&types.for_template(template)).map_err(Into::into);
    let language = expansions.and_then(ExpansionLanguage::new);
    Ok(out.or_refuse(language.map_err(|why| format!("`{template}`: {why}")))?)
}

/// A line of the answers about a template.
fn row(out: &mut Output, name: &str, what: &str) -> Result<(), Stop> {
    writeln!(out, "{name:<9}  {what}")?;
    Ok(())
}

// The types of variables, as --type, --defined and --all-defined say them.

/// What the options say of variables, which several templates may have.
struct Types<'a> {
    types: Vec<(&'a str, VariableType)>,
    defined: &'a [String],
    all_defined: bool,
}

impl<'a> Types<'a> {
    /// Reads the options. A variable that no template has is a mistake.
    fn of(args: &'a Args, templates: &[&UriTemplate]) -> Result<Self, Usage> {
        let types = args.types.iter().map(|text| {
            let (name, of) = text.split_once('=').ok_or_else(|| {
                Usage::new(format!("--type takes NAME=TYPE, and not `{text}`: write `{text}=list`"))
            })?;
            let of = match of.to_ascii_lowercase().as_str() {
                "string" => VariableType::String,
                "list" => VariableType::List,
                "map" => VariableType::Map,
                _ => {
                    let known = "a type is string, list or map";
                    return Err(Usage::new(format!("--type {text}: {known}, and not `{of}`")));
                }
            };
            Ok((name, of))
        });
        let types: Vec<(&str, VariableType)> = types.collect::<Result<_, Usage>>()?;
        let this = Self { types, defined: &args.defined, all_defined: args.all_defined };
        let names = this.types.iter().map(|(name, _)| *name);
        for name in names.chain(args.defined.iter().map(String::as_str)) {
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

    /// The variables of a template whose types were not said, each with the type that is assumed (2.4.2).
    fn assumed<'t>(&self, template: &'t UriTemplate) -> Vec<(&'t str, VariableType)> {
        let types = self.for_template(template);
        let is_said = |name: &str| self.types.iter().any(|(one, _)| *one == name);
        let names = template.variables().filter(|name| !is_said(name));
        names.map(|name| (name, types.of(template, name))).collect()
    }

    /// The same in words, if there are such variables: `x is a string, l is a list`.
    fn assumption(&self, template: &UriTemplate) -> Option<String> {
        let all = self.assumed(template);
        let all: Vec<String> =
            all.iter().map(|(name, of)| format!("{name} is a {}", type_name(*of))).collect();
        (!all.is_empty()).then(|| all.join(", "))
    }

    /// What is said of the variables of one template.
    fn for_template(&self, template: &UriTemplate) -> VariableTypes {
        let has = |name: &str| template.variables().any(|one| one == name);
        let types = self.types.iter().filter(|(name, _)| has(name));
        let types = types.fold(VariableTypes::new(), |types, (name, of)| types.with(name, *of));
        let defined = self.defined.iter().filter(|name| has(name));
        let types = defined.fold(types, |types, name| types.defined(name));
        if self.all_defined { types.all_defined() } else { types }
    }
}

// The values of --set and --values.

/// The values that were given.
struct TemplateValues {
    values: Values,
    /// The names that --set gives.
    set: Vec<String>,
}

impl TemplateValues {
    /// Reads the values. There are none if the file cannot be read, which is said.
    fn of(args: &Args, out: &mut Output) -> Result<Option<Self>, Stop> {
        let mut values = Values::new();
        if let Some(path) = &args.values {
            let Some(mut file) = input::open(path, out)? else { return Ok(None) };
            let (mut text, name) = (String::new(), Name(path, out.passwords));
            if let Err(error) = file.read_to_string(&mut text) {
                out.complain_of_file(format_args!("{name}: {error}\n"))?;
                return Ok(None);
            }
            values = match serde_json::from_str(&text) {
                Ok(values) => values,
                Err(error) => {
                    let what = format_args!(
                        "{name}: {error}\n  --values takes a JSON object, such as {{\"q\":\"a\",\"list\":[\"b\",\"c\"]}}\n"
                    );
                    out.complain_of_file(what)?;
                    return Ok(None);
                }
            };
        }
        let mut set: Vec<(&str, Vec<String>)> = Vec::new();
        for text in &args.set {
            let Some((name, value)) = text.split_once('=') else {
                let message = format!("--set takes NAME=TEXT, and not `{text}`: write `{text}=`");
                return Err(Usage::new(message).into());
            };
            match set.iter_mut().find(|(one, _)| *one == name) {
                Some((_, all)) => all.push(value.to_owned()),
                None => set.push((name, vec![value.to_owned()])),
            }
        }
        for (name, all) in &mut set {
            let value = match &mut all[..] {
                [one] => Value::String(std::mem::take(one)),
                _ => Value::List(std::mem::take(all)),
            };
            values.set(name, value);
        }
        let set = set.into_iter().map(|(name, _)| name.to_owned()).collect();
        Ok(Some(Self { values, set }))
    }
}
