//! The types of variables, as --type, --defined and --all-defined say them.

use urispec_template::{UriTemplate, VariableType, VariableTypes};
use urispec_views::template::type_name;

use super::Args;
use crate::output::usage::Usage;

/// What the options say of variables, which several templates may have.
pub(super) struct Types<'a> {
    types: Vec<(&'a str, VariableType)>,
    defined: &'a [String],
    all_defined: bool,
}

impl<'a> Types<'a> {
    /// Reads the options. A variable that no template has is a mistake.
    pub(super) fn of(args: &'a Args, templates: &[&UriTemplate]) -> Result<Self, Usage> {
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
    pub(super) fn assumed<'t>(&self, template: &'t UriTemplate) -> Vec<(&'t str, VariableType)> {
        let types = self.for_template(template);
        let is_said = |name: &str| self.types.iter().any(|(one, _)| *one == name);
        let names = template.variables().filter(|name| !is_said(name));
        names.map(|name| (name, types.of(template, name))).collect()
    }

    /// The same in words, if there are such variables: `x is a string, l is a list`.
    pub(super) fn assumption(&self, template: &UriTemplate) -> Option<String> {
        let all = self.assumed(template);
        let all: Vec<String> =
            all.iter().map(|(name, of)| format!("{name} is a {}", type_name(*of))).collect();
        (!all.is_empty()).then(|| all.join(", "))
    }

    /// What is said of the variables of one template.
    pub(super) fn for_template(&self, template: &UriTemplate) -> VariableTypes {
        let has = |name: &str| template.variables().any(|one| one == name);
        let types = self.types.iter().filter(|(name, _)| has(name));
        let types = types.fold(VariableTypes::new(), |types, (name, of)| types.with(name, *of));
        let defined = self.defined.iter().filter(|name| has(name));
        let types = defined.fold(types, |types, name| types.defined(name));
        if self.all_defined { types.all_defined() } else { types }
    }
}
