//! JSON Lines: an object on each line, of which one key has the string.
//!
//! In: a line. Out: the value of the key. What the other keys hold is looked at only as far as that it
//! is JSON.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

/// A text, borrowed if nothing in it is escaped.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// What is looked for among the keys of an object.
struct Keys<'k> {
    key: &'k str,
    /// Names that no key may have.
    taken: &'k [Cow<'static, str>],
}

/// What was found.
#[derive(Default)]
struct Found<'a> {
    value: Option<&'a RawValue>,
    clash: Option<String>,
    /// The names of the keys, until there is the one that is looked for.
    others: Vec<Cow<'a, str>>,
}

impl<'a> Visitor<'a> for Keys<'_> {
    type Value = Found<'a>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut found = Found::default();
        while let Some(Text(key)) = map.next_key()? {
            if self.taken.contains(&key) {
                found.clash = Some(key.clone().into_owned());
            }
            if key == self.key {
                // Of a key that is there twice, readers take the last.
                found.value = Some(map.next_value()?);
                continue;
            }
            map.next_value::<IgnoredAny>()?;
            if found.value.is_none() {
                found.others.push(key);
            }
        }
        Ok(found)
    }
}

/// The string that a key has. No key may have one of the names that are taken.
pub(super) fn cell<'a>(
    row: &'a [u8],
    key: &str,
    taken: &[Cow<'static, str>],
) -> Result<Cow<'a, [u8]>, String> {
    let mut text = serde_json::Deserializer::from_slice(row);
    let found = text.deserialize_map(Keys { key, taken });
    let found = found.and_then(|found| text.end().map(|()| found));
    let Found { value, clash, others } =
        found.map_err(|error| format!("no JSON object: {}", without_line(&error)))?;
    if let Some(clash) = clash {
        return Err(super::is_taken(&clash));
    }
    let Some(value) = value else {
        let others = if others.is_empty() { "none".to_owned() } else { others.join(", ") };
        return Err(format!("the object has no key {key}; its keys are {others}"));
    };
    match serde_json::from_str(value.get()) {
        Ok(Text(Cow::Borrowed(text))) => Ok(Cow::Borrowed(text.as_bytes())),
        Ok(Text(Cow::Owned(text))) => Ok(Cow::Owned(text.into_bytes())),
        Err(_) => Err(format!("the value of {key} is no string")),
    }
}

/// What serde says, without the line, which is always the first.
fn without_line(error: &serde_json::Error) -> String {
    error.to_string().replace(" at line 1 column ", " at byte ")
}
