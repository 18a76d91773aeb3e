//! A suite for matchers of URI templates: URIs with the values from which a template expands to them.
//!
//! RFC 6570 defines expansion only. A URI matches with some values if the template expands to the URI for these values,
//! so the right answers follow from section 3. The URIs are expansions of values that the operators treat differently,
//! and the same URIs with one change each, of which many are not expansions.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use urispec::internal::percent;
use urispec::{Rung, UriRef};

use super::expand::Operator;
use super::matching::{Expansions, NoExpansions};
use super::parse::{Modifier, UriTemplate};
use super::values::{Value, Values, VariableType, VariableTypes};
use crate::parse::Part;

/// Templates that together use each operator of RFC 6570, prefixes, explode modifiers, and literals that are encoded. The
/// last two are ambiguous.
pub const SUITE_TEMPLATES: &[&str] = &[
    "/users/{id}",
    "docs://{lang}/{name}{.ext}",
    "/a{x,y}",
    "/files/{+path}",
    "file:///{+path}{?q}",
    "/page{#section}",
    "/www{.labels*}",
    "{/segment}",
    "/tree{/path*}",
    "/p{;x,y}",
    "/search{?q,lang}",
    "/search{?tag*}",
    "/search?fixed=yes{&q}",
    "/é/{x}",
    "/{id:2}",
    "/{a}/{a}",
    "/{list*}",
    "/{name}{.ext}/x",
    "/{a}{b}",
];

/// A case of a suite: a URI, and its matches.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MatchCase {
    /// The URI, or a string that is almost one.
    pub input: String,
    /// The matches: no values, if the template does not expand to the URI; the values, if they are unique; or several, if
    /// the URI is ambiguous. Values that no URI distinguishes count as one.
    pub matches: Vec<Values>,
    /// Other values that a matcher may return too. An empty value may be undefined, and under `+` and `#` a triplet may be
    /// decoded, if the template then expands to the same URI. For an input that is not an expansion, these are the
    /// matches of its normal form (RFC 3986, 6.2.2), which a matcher may accept.
    pub either: Vec<Values>,
    /// The section of RFC 6570 that decides the case.
    pub section: &'static str,
    /// What the case tests.
    pub reason: &'static str,
}

impl MatchCase {
    /// Returns whether the URI has several matches.
    #[must_use]
    pub fn is_ambiguous(&self) -> bool {
        self.matches.len() > 1
    }
}

/// The maximum number of matches of an ambiguous URI in a suite.
const MATCHES: usize = 16;
/// The maximum number of cases of a suite.
const CASES: usize = 2_000;

impl UriTemplate {
    /// Returns a suite for matchers of this template, with the default types of its variables. A case whose matches
    /// cannot all be listed is left out.
    ///
    /// ```
    /// use urispec_template::UriTemplate;
    ///
    /// let suite = UriTemplate::parse("/users/{id}")?.match_suite()?;
    /// let case = |input: &str| suite.iter().find(|case| case.input == input).unwrap();
    /// assert_eq!(case("/users/a%2Fb").matches[0].get("id"), Some(&"a/b".into()));
    /// assert!(case("/users/a/b").matches.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`NoExpansions`] if the expansions have no automaton.
    pub fn match_suite(&self) -> Result<Vec<MatchCase>, NoExpansions> {
        let expansions = self.expansions(&VariableTypes::new())?;
        let (mut cases, mut seen) = (Vec::new(), BTreeSet::new());
        for (input, section, reason) in inputs(self) {
            if cases.len() == CASES || !seen.insert(input.clone()) {
                continue;
            }
            let found = expansions.matches(&input, MATCHES);
            if !found.are_all() {
                continue;
            }
            let matches = found.all().to_vec();
            let either = match matches.is_empty() {
                true => equivalent(&expansions, &input),
                false => either(&expansions, &input, &matches),
            };
            cases.push(match matches.len() {
                0 | 1 => MatchCase { input, matches, either, section, reason },
                _ => MatchCase {
                    input,
                    matches,
                    either,
                    section: "1.4",
                    reason: "no delimiter tells where a value ends",
                },
            });
        }
        Ok(cases)
    }
}

/// An input, with the section that decides it, and its reason.
type SuiteInput = (String, &'static str, &'static str);

/// Values of a string, each with the section that makes it different, unless it is that of the operator, and the reason.
const STRINGS: [(&str, Option<&str>, &str); 10] = [
    ("value", None, "a value of letters"),
    ("", None, "an empty value"),
    ("a-b._~9", Some("3.2.1"), "unreserved characters"),
    ("a b", Some("3.2.1"), "a space"),
    ("é€😀", Some("3.2.1"), "characters beyond ASCII"),
    ("a/b", Some("3.2.1"), "a slash in a value"),
    ("a,b", Some("3.2.1"), "a comma in a value"),
    ("a?b=c&d#e", Some("3.2.1"), "delimiters of a query in a value"),
    ("50%", Some("3.2.1"), "a percent sign in a value"),
    ("a.b;c", Some("3.2.1"), "delimiters of labels and parameters in a value"),
];

const LISTS: [(&[&str], Option<&str>, &str); 5] = [
    (&["one"], Some("2.4.2"), "a list of one member"),
    (&["one", "two"], Some("2.4.2"), "a list of two members"),
    (&["", "two"], Some("2.4.2"), "a list with an empty member"),
    (&["one", "one"], Some("2.4.2"), "a list with equal members"),
    (&["a/b", "c,d"], Some("3.2.1"), "delimiters in the members of a list"),
];

fn inputs(template: &UriTemplate) -> Vec<SuiteInput> {
    let mut inputs: Vec<SuiteInput> = Vec::new();
    let types = VariableTypes::new();
    let names: Vec<&str> = template.variables().collect();
    let is_list = |name: &str| types.of(template, name) == VariableType::List;
    let plain = |name: &str| -> Value {
        if is_list(name) { Value::List(vec![name.to_owned()]) } else { name.into() }
    };
    let all = names.iter().fold(Values::new(), |all, name| all.with(name, plain(name)));
    let mut add = |values: &Values, section: &'static str, reason: &'static str| {
        if let Ok(uri) = template.expand(values) {
            inputs.push((uri, section, reason));
        }
    };
    add(&all, "3.2.1", "values of all variables");
    add(&Values::new(), "3.2.1", "no values");
    for (operator, variable) in template.occurrences() {
        let name = variable.name;
        let own = match variable.modifier {
            Modifier::Prefix(_) => "2.4.1",
            _ => operator.section(),
        };
        let others = all.clone().with(name, Value::List(Vec::new()));
        add(&others, own, "an undefined variable");
        let mut with = |value: Value, section: Option<&'static str>, reason| {
            let section = section.unwrap_or(own);
            add(&others.clone().with(name, value.clone()), section, reason);
            add(&Values::new().with(name, value), section, reason);
        };
        if is_list(name) {
            for (members, section, reason) in LISTS {
                let members = members.iter().map(|one| (*one).to_owned()).collect();
                with(Value::List(members), section, reason);
            }
        } else {
            for (value, section, reason) in STRINGS {
                with(value.into(), section, reason);
            }
        }
    }
    let expansions = inputs.clone();
    for (uri, ..) in &expansions {
        inputs.extend(changed(uri));
    }
    let whole = expansions.first().map(|(uri, ..)| uri.as_str()).unwrap_or_default();
    inputs.extend(changed_ends(whole));
    inputs.extend(changed_by_operators(template, whole));
    inputs.extend(changed_literals(template, whole));
    inputs
}

/// Changes the encoding of an expansion, and the order of its query.
fn changed(uri: &str) -> Vec<SuiteInput> {
    let mut changes: Vec<SuiteInput> = Vec::new();
    let mut change = |text: String, section, reason| {
        if text != uri {
            changes.push((text, section, reason));
        }
    };
    let lower: String = lower_triplets(uri);
    change(lower, "3.2.1", "triplets in lower case");
    change(uri.replace("%20", "+"), "3.2.1", "a plus sign for a space");
    change(uri.replace("%20", " "), "3.2.1", "a space that is not encoded");
    change(uri.replace("%2F", "/"), "3.2.1", "a slash that is not encoded");
    change(uri.replace("%2C", ","), "3.2.1", "a comma that is not encoded");
    change(uri.replace("%25", "%"), "3.2.1", "a percent sign that is not encoded");
    if let Some(decoded) = percent::characters(uri).filter(|text| !text.is_ascii()) {
        change(decoded, "3.2.1", "characters beyond ASCII that are not encoded");
    }
    if let Some(at) = uri.rfind("value") {
        let encoded = [&uri[..at], "%76", &uri[at + 1..]].concat();
        change(encoded, "3.2.1", "an unreserved character that is encoded");
    }
    if let Some((before, query)) = uri.split_once('?') {
        let mut pairs: Vec<&str> = query.split('&').collect();
        pairs.reverse();
        change([before, "?", &pairs.join("&")].concat(), "3.2.8", "pairs in another order");
    }
    changes
}

/// Adds text before and after an expansion.
fn changed_ends(uri: &str) -> [SuiteInput; 4] {
    [
        ([uri, "/"].concat(), "3", "a slash after the expansion"),
        ([uri, "?x=1"].concat(), "3", "a query after the expansion"),
        ([uri, "#x"].concat(), "3", "a fragment after the expansion"),
        (["x", uri].concat(), "3", "a letter before the expansion"),
    ]
}

/// Changes what the operators write into an expansion.
fn changed_by_operators(template: &UriTemplate, uri: &str) -> Vec<SuiteInput> {
    let mut changes = Vec::new();
    for part in template.parts() {
        let Part::Expression(expression) = part else { continue };
        let (operator, section) = (expression.operator, expression.operator.section());
        let mut change = |from: &str, to: &str, reason| {
            if let Some(at) = uri.rfind(from).filter(|_| !from.is_empty()) {
                changes.push(([&uri[..at], to, &uri[at + from.len()..]].concat(), section, reason));
            }
        };
        for variable in &expression.variables {
            let named = [variable.name, "="].concat();
            match operator {
                Operator::Query | Operator::Continuation => {
                    let own = [&named, variable.name].concat();
                    change(&own, variable.name, "a pair without `=`");
                    change(&named, "other=", "a pair with another name");
                    change(&own, &[&own, "&", &own].concat(), "a pair that occurs twice");
                    change(&own, &[&own, "&other=1"].concat(), "an unknown pair");
                }
                Operator::Parameter => {
                    change(
                        &[&named, variable.name].concat(),
                        &named,
                        "a parameter with `=` and no value",
                    );
                    change(&named, "other=", "a parameter with another name");
                }
                _ => change(variable.name, "", "a missing value"),
            }
        }
        change(operator.first(), "", "a missing first delimiter");
        let doubled = [operator.first(), operator.first()].concat();
        change(operator.first(), &doubled, "a first delimiter that occurs twice");
    }
    changes
}

/// Changes the literals of an expansion.
fn changed_literals(template: &UriTemplate, uri: &str) -> Vec<SuiteInput> {
    let mut changes = Vec::new();
    for part in template.parts() {
        let Part::Literal(text) = part else { continue };
        let mut literal = String::new();
        super::expand::encode_literal(text, &mut literal);
        let Some(at) = uri.find(&literal) else { continue };
        let (before, after) = (&uri[..at], &uri[at + literal.len()..]);
        let mut change = |literal: &str, reason| {
            changes.push(([before, literal, after].concat(), "3.1", reason));
        };
        let upper = literal.to_ascii_uppercase();
        if upper != literal {
            change(&upper, "a literal in upper case");
        }
        if *text != literal {
            change(text, "a literal that is not encoded");
        }
        let short = &literal[..literal.char_indices().last().map_or(0, |(at, _)| at)];
        change(short, "a literal without its last character");
        change(&[&literal, "x"].concat(), "a letter after a literal");
    }
    changes
}

/// Returns a text with the triplets in lower case.
fn lower_triplets(text: &str) -> String {
    let (mut lower, mut digits) = (String::new(), 0);
    for one in text.chars() {
        lower.push(if digits > 0 { one.to_ascii_lowercase() } else { one });
        digits = if one == '%' { 2 } else { usize::saturating_sub(digits, 1) };
    }
    lower
}

/// Returns the matches of the normal form of a URI.
fn equivalent(expansions: &Expansions<'_>, input: &str) -> Vec<Values> {
    let Ok(uri) = UriRef::parse(input) else { return Vec::new() };
    let normal = uri.normalize_to(Rung::PercentEncoding).to_string();
    if normal == input { Vec::new() } else { expansions.matches(&normal, MATCHES).all().to_vec() }
}

/// Returns other values that expand to the same URI: without the variables that are empty, and with decoded triplets.
fn either(expansions: &Expansions<'_>, uri: &str, matches: &[Values]) -> Vec<Values> {
    let template = expansions.template();
    let mut all: Vec<Values> = Vec::new();
    for values in matches {
        let mut others = Vec::new();
        for (name, value) in values.iter() {
            let is_empty = match value {
                Value::String(text) => text.is_empty(),
                Value::List(members) => members.iter().all(String::is_empty),
                Value::Map(_) => false,
            };
            if is_empty {
                others.push(values.clone().with(name, Value::List(Vec::new())));
            }
            if let Value::String(text) = value {
                let decoded = percent::characters(text).filter(|decoded| decoded != text);
                others.extend(decoded.map(|text| values.clone().with(name, text)));
            }
        }
        // All empty variables may be undefined at once.
        let defined = |value: &Value| *value != Value::String(String::new());
        let without = values.iter().filter(|(_, value)| defined(value));
        others.push(without.map(|(name, value)| (name.to_string(), value.clone())).collect());
        for other in others {
            let is_other = !matches.contains(&other) && !all.contains(&other);
            if is_other && template.expand(&other).as_deref() == Ok(uri) {
                all.push(other);
            }
        }
    }
    all
}
