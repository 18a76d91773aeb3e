//! What values the variables of a template may have, which the template itself does not say (section 2.4.2).

use alloc::borrow::ToOwned;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;

use super::text::{Modifier, UriTemplate};

/// The type of a variable's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum VariableType {
    /// Strings.
    String,
    /// Lists of strings.
    List,
    /// Associative arrays.
    Map,
}

/// The types of the variables of a template, and which of them are always defined.
///
/// A variable about which nothing is said may be undefined. It is a list if the template explodes it anywhere, and a
/// string else. A variable that is both a list in one call and a string in another has no type here.
///
/// ```
/// use urispec::template::{UriTemplate, VariableType, VariableTypes};
///
/// let template = UriTemplate::parse("{/dir*}{?f,address*}")?;
/// let types = VariableTypes::new().with("address", VariableType::Map).defined("f");
/// let of = |name| types.of(&template, name);
/// assert_eq!(["dir", "f", "address"].map(of), [VariableType::List, VariableType::String, VariableType::Map]);
/// # Ok::<(), urispec::template::TemplateError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VariableTypes {
    types: BTreeMap<String, VariableType>,
    defined: BTreeSet<String>,
    all_defined: bool,
}

impl VariableTypes {
    /// Nothing is said of any variable.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Says the type of a variable.
    #[must_use]
    pub fn with(mut self, name: &str, of: VariableType) -> Self {
        self.types.insert(name.to_owned(), of);
        self
    }

    /// Says that a variable is always defined.
    #[must_use]
    pub fn defined(mut self, name: &str) -> Self {
        self.defined.insert(name.to_owned());
        self
    }

    /// Says that every variable is always defined.
    #[must_use]
    pub fn all_defined(mut self) -> Self {
        self.all_defined = true;
        self
    }

    /// The type of a variable of a template.
    #[must_use]
    pub fn of(&self, template: &UriTemplate, name: &str) -> VariableType {
        let is_exploded = || {
            let mut all = template.occurrences();
            all.any(|(_, one)| one.name == name && one.modifier == Modifier::Explode)
        };
        match self.types.get(name) {
            Some(of) => *of,
            None if is_exploded() => VariableType::List,
            None => VariableType::String,
        }
    }

    /// Whether a variable is always defined.
    #[must_use]
    pub fn is_defined(&self, name: &str) -> bool {
        self.all_defined || self.defined.contains(name)
    }

    /// The variables of which something is said, in the order of their names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let defined = self.defined.iter().filter(|name| !self.types.contains_key(*name));
        self.types.keys().chain(defined).map(String::as_str)
    }
}
