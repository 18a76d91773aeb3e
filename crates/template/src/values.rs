//! Values of variables (section 2.3), and their types.

use alloc::borrow::ToOwned;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::parse::{Modifier, UriTemplate};

// Values of variables (section 2.3).

/// The value of a defined variable: a string, a list, or an associative array.
///
/// A list without members and an array without pairs are undefined (RFC 6570, 2.3). Leave out undefined members of a
/// list or an array.
///
/// ```
/// use urispec_template::Value;
/// assert_eq!(Value::from("a"), Value::String("a".to_owned()));
/// assert_eq!((Value::from(2), Value::from(-7_i64)), (Value::from("2"), Value::from("-7")));
/// assert_eq!(Value::from(["a", "b"]), Value::List(vec!["a".to_owned(), "b".to_owned()]));
/// assert_eq!(Value::from([("k", "v")]), Value::Map(vec![("k".to_owned(), "v".to_owned())]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// A string.
    String(String),
    /// A list of strings.
    List(Vec<String>),
    /// An associative array: pairs of a name and a value, in order.
    Map(Vec<(String, String)>),
}

impl Value {
    /// Returns whether the value is defined: a list or an array must have a member.
    #[must_use]
    pub fn is_defined(&self) -> bool {
        match self {
            Self::String(_) => true,
            Self::List(members) => !members.is_empty(),
            Self::Map(pairs) => !pairs.is_empty(),
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::String(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::String(text)
    }
}

/// Declares conversions of integers to strings of decimal digits.
macro_rules! from_integers {
    ($($integer:ident)*) => {$(
        impl From<$integer> for Value {
            fn from(number: $integer) -> Self {
                Self::String(number.to_string())
            }
        }
    )*};
}

from_integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

impl From<Vec<String>> for Value {
    fn from(members: Vec<String>) -> Self {
        Self::List(members)
    }
}

impl From<Vec<(String, String)>> for Value {
    fn from(pairs: Vec<(String, String)>) -> Self {
        Self::Map(pairs)
    }
}

impl<const N: usize> From<[&str; N]> for Value {
    fn from(members: [&str; N]) -> Self {
        Self::List(members.map(str::to_owned).into())
    }
}

impl<const N: usize> From<[(&str, &str); N]> for Value {
    fn from(pairs: [(&str, &str); N]) -> Self {
        Self::Map(pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).into())
    }
}

/// The values of variables, by name. A missing variable is undefined, and a [`Value`] that is not
/// [defined](Value::is_defined) is not stored.
///
/// ```
/// use urispec_template::{Value, Values};
/// let values = Values::new().with("q", "cats").with("none", Value::List(Vec::new()));
/// assert_eq!(values.iter().count(), 1);
/// assert_eq!(values.get("none"), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Values(BTreeMap<String, Value>);

impl Values {
    /// Creates an empty set of values: every variable is undefined.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the value of a variable, and returns the values.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.set(name, value);
        self
    }

    /// Sets the value of a variable.
    pub fn set(&mut self, name: &str, value: impl Into<Value>) {
        let value = value.into();
        match value.is_defined() {
            true => self.0.insert(name.to_owned(), value),
            false => self.0.remove(name),
        };
    }

    /// Returns the value of a variable, if it is defined.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// Returns the defined variables, in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Returns whether no variable is defined.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<N: AsRef<str>, V: Into<Value>> FromIterator<(N, V)> for Values {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(all: I) -> Self {
        let mut values = Self::new();
        all.into_iter().for_each(|(name, value)| values.set(name.as_ref(), value));
        values
    }
}

impl<N: AsRef<str>, V: Into<Value>> Extend<(N, V)> for Values {
    fn extend<I: IntoIterator<Item = (N, V)>>(&mut self, all: I) {
        all.into_iter().for_each(|(name, value)| self.set(name.as_ref(), value));
    }
}

// The types of the variables of a template, which the template itself does not define (section 2.4.2).

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

/// The types of the variables of a template, and which of them are always defined or never empty.
///
/// By default a variable may be undefined, and is a list if the template explodes it anywhere, and otherwise a string.
/// A variable that is sometimes a list and sometimes a string cannot be described.
///
/// ```
/// use urispec_template::{UriTemplate, VariableType, VariableTypes};
///
/// let template = UriTemplate::parse("{/dir*}{?f,address*}")?;
/// let types = VariableTypes::new().with("address", VariableType::Map).defined("f");
/// let of = |name| types.of(&template, name);
/// assert_eq!(["dir", "f", "address"].map(of), [VariableType::List, VariableType::String, VariableType::Map]);
/// # Ok::<(), urispec_template::TemplateError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VariableTypes {
    types: BTreeMap<String, VariableType>,
    defined: BTreeSet<String>,
    not_empty: BTreeSet<String>,
    all_defined: bool,
}

impl VariableTypes {
    /// Creates the default types for all variables.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the type of a variable.
    #[must_use]
    pub fn with(mut self, name: &str, of: VariableType) -> Self {
        self.types.insert(name.to_owned(), of);
        self
    }

    /// Declares that a variable is always defined.
    #[must_use]
    pub fn defined(mut self, name: &str) -> Self {
        self.defined.insert(name.to_owned());
        self
    }

    /// Declares that a variable is always defined and never empty: neither the string, nor a member of the list, nor a
    /// value of the associative array.
    #[must_use]
    pub fn not_empty(mut self, name: &str) -> Self {
        self.not_empty.insert(name.to_owned());
        self
    }

    /// Declares that every variable is always defined.
    #[must_use]
    pub fn all_defined(mut self) -> Self {
        self.all_defined = true;
        self
    }

    /// Returns the type of a variable of a template.
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

    /// Returns whether a variable is always defined.
    #[must_use]
    pub fn is_defined(&self, name: &str) -> bool {
        self.all_defined || self.defined.contains(name) || self.not_empty.contains(name)
    }

    /// Returns whether a variable is never empty.
    #[must_use]
    pub fn is_not_empty(&self, name: &str) -> bool {
        self.not_empty.contains(name)
    }

    /// Returns the variables whose type was set, or that were declared defined or not empty, in the order of their names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let all = self.types.keys().chain(&self.defined).chain(&self.not_empty);
        all.map(String::as_str).collect::<BTreeSet<&str>>().into_iter()
    }
}
