//! Values of variables (section 2.3).

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

/// The value of a variable that is defined: a string, a list, or an associative array.
///
/// A list without members and an array without pairs are undefined (section 2.3). A member that is undefined is no
/// member: leave it out.
///
/// ```
/// use urispec::template::Value;
/// assert_eq!(Value::from("a"), Value::String("a".to_owned()));
/// assert_eq!(Value::from(["a", "b"]), Value::List(vec!["a".to_owned(), "b".to_owned()]));
/// assert_eq!(Value::from([("k", "v")]), Value::Map(vec![("k".to_owned(), "v".to_owned())]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// A string.
    String(String),
    /// A list of strings.
    List(Vec<String>),
    /// An associative array: pairs of a name and a value, in their order.
    Map(Vec<(String, String)>),
}

impl Value {
    /// Whether the value counts as defined: a list or an array has a member.
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

/// The values of variables, by name. A variable that is not here is undefined, and one whose [`Value`] does not
/// count as defined is not here.
///
/// ```
/// use urispec::template::{Value, Values};
/// let values = Values::new().with("q", "cats").with("none", Value::List(Vec::new()));
/// assert_eq!(values.iter().count(), 1);
/// assert_eq!(values.get("none"), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Values(BTreeMap<String, Value>);

impl Values {
    /// No values: every variable is undefined.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the value of a variable, and gives the values back.
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

    /// The value of a variable, if it is defined.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// The variables that are defined, in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Whether no variable is defined.
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
