//! `diff`: where two productions differ, by shortest strings.

use serde::Deserialize;
use urispec_compare::diff::{Comparison, Language};
use urispec_views::diff::of_rules;

use super::{Answer, named};

#[derive(Deserialize)]
pub(crate) struct Request {
    left: String,
    right: String,
    left_rule: String,
    /// The production of the right edition, if its name is another.
    right_rule: Option<String>,
}

pub(crate) fn answer(request: &Request) -> Answer {
    let language = |edition: &str, rule: &str| {
        Ok::<_, String>(Language::new(named::production(named::edition(edition)?, Some(rule))?))
    };
    let right_rule = request.right_rule.as_ref().unwrap_or(&request.left_rule);
    let left = language(&request.left, &request.left_rule)?;
    Ok(of_rules(&Comparison::new(left, language(&request.right, right_rule)?)))
}
