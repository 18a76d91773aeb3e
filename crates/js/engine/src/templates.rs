//! Requests about URI templates and routes.

use grammar_audit::{Language, relation};
use serde_json::Value as Json;
use urispec_template::{
    CollisionVerdict, Route, RouteLanguage, RouteNotation, UriTemplate, Value, Values,
};
use urispec_views::Record;

use crate::{Answer, Request, listed};

/// Reads a template or a route in the notation of a request.
fn route(request: &Request, text: &str) -> Result<Route, String> {
    let name = request.some_text("notation")?.unwrap_or(RouteNotation::Rfc6570.name());
    let all = RouteNotation::ALL.iter().map(|notation| (notation.name(), *notation));
    Route::parse(listed("notation", name, all)?, text).map_err(|why| why.to_string())
}

/// Returns the value of a variable: a string, a list of strings, or `{"pairs": [[name, value], …]}`, since an object of
/// JSON has no order.
fn value(json: &Json) -> Result<Value, String> {
    let wrong = || format!("{json} is not a string, a list of strings or an object of strings");
    let text = |json: &Json| json.as_str().map(str::to_owned).ok_or_else(wrong);
    let pairs = json.get("pairs").and_then(Json::as_array);
    match (json, pairs) {
        (_, Some(all)) => {
            let pairs = all.iter().map(|pair| Ok((text(&pair[0])?, text(&pair[1])?)));
            Ok(Value::Map(pairs.collect::<Result<_, String>>()?))
        }
        (Json::Array(all), _) => Ok(Value::List(all.iter().map(text).collect::<Result<_, _>>()?)),
        _ => text(json).map(Value::String),
    }
}

/// `expand`: the expansion of a template. A variable whose value is null is undefined.
pub(crate) fn expand(request: &Request) -> Answer {
    let template = UriTemplate::parse(request.text("template")?).map_err(|why| why.to_string())?;
    let Json::Object(all) = request.value("values")? else {
        return Err("`values` must be an object".to_owned());
    };
    let mut values = Values::new();
    for (name, json) in all.iter().filter(|(_, json)| !json.is_null()) {
        let value = value(json).map_err(|why| format!("the value of `{name}`: {why}"))?;
        values = values.with(name, value);
    }
    let expansion = template.expand(&values).map_err(|why| why.to_string())?;
    Ok(Record::new().with("expansion", expansion))
}

/// The number of sets of values if the request has none.
const WAYS: usize = 8;

/// `match`: the values with which a template expands to a URI, or with which a route matches a path.
pub(crate) fn matches(request: &Request) -> Answer {
    let route = route(request, request.text("template")?)?;
    let language = RouteLanguage::new(&route).map_err(|why| why.to_string())?;
    let found = language.matches(request.text("text")?, request.number("most", WAYS)?);
    Ok(Record::new().with("ways", found.all()).with("all_ways", found.are_all()))
}

/// `collide`: a URI or a path of two templates or routes, and their relation if it is decided.
pub(crate) fn collide(request: &Request) -> Answer {
    let routes = (route(request, request.text("left")?)?, route(request, request.text("right")?)?);
    let language = |route| RouteLanguage::new(route).map_err(|why| why.to_string());
    let (left, right) = (language(&routes.0)?, language(&routes.1)?);
    let found = match left.collision(&right) {
        CollisionVerdict::Found(found) => found,
        CollisionVerdict::Undecided { why } => return Err(why),
        _ => return Ok(Record::new().with("collide", false).with("relation", "disjoint")),
    };
    let is_exact = left.is_exact() && right.is_exact();
    let [left, right] = [left, right].map(|one| Language::from_dfa(one.dfa(), 0));
    let related = is_exact.then(|| relation(&left, &right).ok()).flatten();
    Ok(Record::new()
        .with("collide", true)
        .with("uri", &found.uri)
        .with("values", &found.left)
        .with("other_values", &found.right)
        .with("relation", related.map(|found| found.relation.name())))
}
