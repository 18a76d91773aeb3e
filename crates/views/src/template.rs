//! URI templates (RFC 6570) as records: values, matches, and decisions.

use urispec_template::{
    Ambiguity, CollisionVerdict, Every, ExpandError, Expansions, GroupedPattern, Matches, Modifier,
    Part, TemplateError, UriTemplate, Value, Values, VariableType, VariableTypes,
};

use crate::record::Record;

/// Creates a record about a template.
#[must_use]
pub fn of(template: &UriTemplate) -> Record {
    Record::line().with("template", template)
}

/// Creates a record about a string that is not a template.
#[must_use]
pub fn no_template(text: &str, error: &TemplateError) -> Record {
    let found = error.found().map(String::from);
    let error = Record::new()
        .with("offset", error.offset())
        .with("found", found)
        .with("section", error.section())
        .with("message", error.to_string());
    Record::line().with("template", text).with("valid", false).with_record("error", Some(error))
}

/// Returns the record of an expansion of a template, or of its errors.
#[must_use]
pub fn expansion(template: &UriTemplate, expanded: &Result<String, ExpandError>) -> Record {
    match expanded {
        Ok(expansion) => of(template).with("expansion", expansion),
        Err(error) => {
            let faults = error.faults().iter().map(|fault| {
                Record::new()
                    .with("start", fault.span.start)
                    .with("end", fault.span.end)
                    .with("message", fault.to_string())
            });
            of(template).with_all("errors", faults).with("expanded", error.expanded())
        }
    }
}

/// Returns the record of a URI with the sets of values that expand to it.
#[must_use]
pub fn ways(template: &UriTemplate, uri: &str, ways: &Matches) -> Record {
    of(template)
        .with("input", uri)
        .with("matches", !ways.is_empty())
        .with("ways", ways.all())
        .with("all_ways", ways.are_all())
}

/// Returns the record of the decision whether two templates can expand to the same URI.
#[must_use]
pub fn collision(templates: [&UriTemplate; 2], verdict: &CollisionVerdict) -> Record {
    let record = of(templates[0]).with("other", templates[1]);
    match verdict {
        CollisionVerdict::Found(found) => record
            .with("collide", true)
            .with("uri", &found.uri)
            .with("values", &found.left)
            .with("other_values", &found.right),
        CollisionVerdict::None { states, tried, .. } => {
            record.with("collide", false).with("states", states).with("tried", some(*tried))
        }
        CollisionVerdict::Undecided { why } => record.with("undecided", why),
        _ => record,
    }
}

/// Returns the number, or `None` if the number is 0.
fn some(number: usize) -> Option<usize> {
    (number > 0).then_some(number)
}

/// Returns a record for each variable whose type is not declared. The record contains the type that a proof assumes.
pub fn assumed<'t>(all: &'t [(&'t str, VariableType)]) -> impl Iterator<Item = Record> + 't {
    all.iter().map(|(name, of)| Record::new().with("name", name).with("type", type_name(*of)))
}

/// Returns the record of the decision whether all expansions satisfy a condition.
#[must_use]
pub fn every(every: &Every) -> Record {
    match every {
        Every::Yes { states, tried, .. } => {
            Record::new().with("every", true).with("states", states).with("tried", some(*tried))
        }
        Every::No(not) => Record::new()
            .with("every", false)
            .with("string", &not.string)
            .with("values", &not.values)
            .with("message", &not.why),
        Every::Undecided { why } => Record::new().with("undecided", why),
        _ => Record::new(),
    }
}

/// Returns the record of the decision whether every URI has a unique match.
#[must_use]
pub fn ambiguity(ambiguity: &Ambiguity) -> Record {
    match ambiguity {
        Ambiguity::None { pairs } => Record::new().with("unique", true).with("pairs", pairs),
        Ambiguity::Found { uri, ways } => {
            Record::new().with("unique", false).with("uri", uri).with("ways", ways.all())
        }
        Ambiguity::Undecided { why } => Record::new().with("undecided", why),
        _ => Record::new(),
    }
}

/// Returns a record for each occurrence of a variable in a template, with the type of the variable.
pub fn variables<'t>(
    template: &'t UriTemplate,
    types: &'t VariableTypes,
) -> impl Iterator<Item = Record> + 't {
    let expressions = template.parts().filter_map(|part| match part {
        Part::Expression(expression) => Some(expression),
        _ => None,
    });
    expressions.flat_map(move |expression| {
        let operator = expression.operator;
        expression.variables.into_iter().map(move |one| {
            let (prefix, explode) = match one.modifier {
                Modifier::Prefix(length) => (Some(length), None),
                Modifier::Explode => (None, Some(true)),
                _ => (None, None),
            };
            Record::new()
                .with("name", one.name)
                .with("operator", operator.character().map(String::from))
                .with("prefix", prefix)
                .with("explode", explode)
                .with("type", type_name(types.of(template, one.name)))
        })
    })
}

/// Returns the name of a type.
#[must_use]
pub const fn type_name(of: VariableType) -> &'static str {
    match of {
        VariableType::List => "list",
        VariableType::Map => "map",
        _ => "string",
    }
}

/// Returns the record of a pattern, with the variable that each group captures.
#[must_use]
pub fn pattern(expansions: &Expansions<'_>, dialect: &str, found: &GroupedPattern) -> Record {
    let loose: Vec<&str> = expansions.loose().collect();
    written_pattern(of(expansions.template()), dialect, found).with("loose", loose)
}

/// Adds a pattern to a record, with the variable that each group captures.
#[must_use]
pub fn written_pattern(record: Record, dialect: &str, found: &GroupedPattern) -> Record {
    let groups = found
        .groups
        .iter()
        .map(|(group, variable)| Record::new().with("group", group).with("variable", variable));
    record.with("dialect", dialect).with("pattern", &found.pattern).with_all("groups", groups)
}

/// Returns a value as JSON, on one line.
#[must_use]
pub fn value(value: &Value) -> String {
    // Writing to a vector cannot fail, and the names of pairs are strings.
    serde_json::to_string(value).unwrap_or_default()
}

/// Returns values on one line, such as `id="7", tab="a"`.
#[must_use]
pub fn values(values: &Values) -> String {
    let all = values.iter().map(|(name, one)| format!("{name}={}", value(one)));
    let all: Vec<String> = all.collect();
    if all.is_empty() { "no values".to_owned() } else { all.join(", ") }
}
