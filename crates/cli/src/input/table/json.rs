//! JSON Lines: an object on each line, with the string under one key.
//!
//! A path is a key, keys separated by dots, as in `req.url`, or a JSON Pointer, as in `/req/url` (RFC 6901). Elements
//! of arrays are numbered from 0.
//!
//! The surprising case: a key may contain a dot. `a.b.c` is the key `a.b.c` if the object has it; otherwise it is the
//! key `c` in the value of `a.b`, or else in the value of `b` in `a`.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

#[derive(Clone)]
pub(super) struct Path {
    text: String,
    pointer: Option<Vec<String>>,
}

impl Path {
    pub(super) fn parse(text: &str) -> Self {
        let pointer = text.strip_prefix('/').map(|steps| {
            // RFC 6901, 4: "~1" first, so that "~01" becomes "~1".
            steps.split('/').map(|step| step.replace("~1", "/").replace("~0", "~")).collect()
        });
        Self { text: text.to_owned(), pointer }
    }

    fn begin(&self) -> Rest<'_> {
        self.pointer.as_deref().map_or(Rest::Dotted(&self.text), Rest::Steps)
    }
}

#[derive(Clone, Copy)]
enum Rest<'k> {
    Dotted(&'k str),
    Steps(&'k [String]),
    /// The path has no rest: it ends at the current value.
    Here,
}

impl<'k> Rest<'k> {
    /// Returns the rest of the path after `key`, and the length of the part of the path that is `key`. Returns `None`
    /// if the path does not begin with `key`.
    fn after(self, key: &str) -> Option<(Self, usize)> {
        match self {
            Self::Dotted(path) if path == key => Some((Self::Here, usize::MAX)),
            Self::Dotted(path) => {
                Some((Self::Dotted(path.strip_prefix(key)?.strip_prefix('.')?), key.len()))
            }
            Self::Steps([step, rest @ ..]) if step == key => {
                Some((if rest.is_empty() { Self::Here } else { Self::Steps(rest) }, key.len()))
            }
            Self::Steps(_) | Self::Here => None,
        }
    }
}

/// The text of a JSON string, borrowed if it has no escapes.
#[derive(Deserialize)]
struct JsonText<'a>(#[serde(borrow)] Cow<'a, str>);

#[derive(Clone, Copy)]
struct Seek<'k> {
    rest: Rest<'k>,
    /// The whole path, which may itself be a key, and the reserved keys. `None` within inner objects.
    outermost: Option<(&'k str, &'k [Cow<'static, str>])>,
}

#[derive(Default)]
struct PathLookup<'a> {
    value: Option<&'a RawValue>,
    is_twice: bool,
    clash: Option<String>,
    /// If the path leads to no value, the keys of the object in which the search stopped.
    others: Vec<Cow<'a, str>>,
}

impl<'a> DeserializeSeed<'a> for Seek<'_> {
    type Value = PathLookup<'a>;

    fn deserialize<D: Deserializer<'a>>(self, from: D) -> Result<Self::Value, D::Error> {
        if matches!(self.rest, Rest::Here) {
            let value = Some(<&RawValue>::deserialize(from)?);
            return Ok(PathLookup { value, ..PathLookup::default() });
        }
        match self.outermost {
            Some(_) => from.deserialize_map(self),
            None => from.deserialize_any(self),
        }
    }
}

impl<'a> Visitor<'a> for Seek<'_> {
    type Value = PathLookup<'a>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let (mut found, mut best) = (PathLookup::default(), 0);
        let mut inner = Vec::new();
        while let Some(JsonText(key)) = map.next_key()? {
            let mut after = self.rest.after(&key);
            if let Some((whole, taken)) = self.outermost {
                if taken.contains(&key) {
                    found.clash = Some(key.clone().into_owned());
                }
                if whole == key {
                    after = Some((Rest::Here, usize::MAX));
                }
            }
            let Some((rest, length)) = after else {
                map.next_value::<IgnoredAny>()?;
                if found.value.is_none() {
                    found.others.push(key);
                }
                continue;
            };
            let there = map.next_value_seed(Seek { rest, outermost: None })?;
            match there.value {
                // Readers of JSON use the last of duplicate keys.
                Some(value) if length >= best => {
                    found.is_twice = there.is_twice || length == best;
                    (found.value, best) = (Some(value), length);
                }
                Some(_) => {}
                None if there.others.is_empty() => found.others.push(key),
                None => inner = under(&key, there.others),
            }
        }
        if !inner.is_empty() {
            found.others = inner;
        }
        Ok(found)
    }

    fn visit_seq<A: SeqAccess<'a>>(self, mut elements: A) -> Result<Self::Value, A::Error> {
        let (mut found, mut number) = (PathLookup::default(), 0_usize);
        loop {
            let Some((rest, _)) = self.rest.after(&number.to_string()) else {
                if elements.next_element::<IgnoredAny>()?.is_none() {
                    return Ok(found);
                }
                number += 1;
                continue;
            };
            let Some(there) = elements.next_element_seed(Seek { rest, outermost: None })? else {
                return Ok(found);
            };
            found.value = there.value;
            found.is_twice = there.is_twice;
            found.others = under(&number.to_string(), there.others);
            number += 1;
        }
    }

    // Values without keys, in which the path cannot continue.

    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(PathLookup::default())
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
        Ok(PathLookup::default())
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> {
        Ok(PathLookup::default())
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
        Ok(PathLookup::default())
    }

    fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> {
        Ok(PathLookup::default())
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(PathLookup::default())
    }
}

fn under<'a>(key: &str, keys: Vec<Cow<'_, str>>) -> Vec<Cow<'a, str>> {
    keys.into_iter().map(|one| Cow::Owned(format!("{key}.{one}"))).collect()
}

/// Returns the text of the value at a path, exactly as in the row. Fails if a key has one of the `taken` names. If
/// `is_alone`, also fails if the key of the value occurs twice.
fn value<'a>(
    row: &'a [u8],
    path: &Path,
    taken: &[Cow<'static, str>],
    is_alone: bool,
) -> Result<&'a str, String> {
    let mut text = serde_json::Deserializer::from_slice(row);
    let seek = Seek { rest: path.begin(), outermost: Some((&path.text, taken)) };
    let found = seek.deserialize(&mut text);
    let found = found.and_then(|found| text.end().map(|()| found));
    let PathLookup { value, is_twice, clash, others } =
        found.map_err(|error| format!("not a JSON object: {}", without_line(&error)))?;
    if let Some(clash) = clash {
        return Err(super::is_taken(&clash));
    }
    if is_twice && is_alone {
        return Err(format!("the object has the key {} twice", path.text));
    }
    value.map(RawValue::get).ok_or_else(|| {
        let others = if others.is_empty() { "none".to_owned() } else { others.join(", ") };
        format!("the object has no key {}; its keys are {others}", path.text)
    })
}

pub(super) fn cell<'a>(
    row: &'a [u8],
    path: &Path,
    taken: &[Cow<'static, str>],
    is_alone: bool,
) -> Result<Cow<'a, [u8]>, String> {
    match serde_json::from_str(value(row, path, taken, is_alone)?) {
        Ok(JsonText(Cow::Borrowed(text))) => Ok(Cow::Borrowed(text.as_bytes())),
        Ok(JsonText(Cow::Owned(text))) => Ok(Cow::Owned(text.into_bytes())),
        Err(_) => Err(format!("the value of {} is not a string", path.text)),
    }
}

pub(super) fn span(row: &[u8], path: &Path) -> Option<Range<usize>> {
    let value = value(row, path, &[], false).ok()?;
    let start = (value.as_ptr() as usize).checked_sub(row.as_ptr() as usize)?;
    Some(start..start + value.len())
}

/// Returns serde's error message without the line number, which is always 1.
fn without_line(error: &serde_json::Error) -> String {
    error.to_string().replace(" at line 1 column ", " at byte ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn finds(row: &str, path: &str, expected: Result<&str, &str>) {
        let path = Path::parse(path);
        let is = cell(row.as_bytes(), &path, &[], false)
            .map(|cell| String::from_utf8(cell.into()).unwrap());
        assert_eq!(is.as_deref().map_err(String::as_str), expected, "{row}");
        if let Ok(text) = expected {
            let span = span(row.as_bytes(), &path).unwrap();
            assert_eq!(serde_json::from_str::<String>(&row[span]).unwrap(), text);
        }
    }

    #[test]
    fn keys_within_keys() {
        for (row, path) in [
            (r#"{"u":"x"}"#, "u"),
            (r#"{"a":1,"req":{"b":[{}],"u":"x"},"c":null}"#, "req.u"),
            (r#"{"req":{"u":"y"},"req.u":"x"}"#, "req.u"),
            (r#"{"req.u":"x","req":{"u":"y"}}"#, "req.u"),
            (r#"{"a":{"b.c":"y"},"a.b":{"c":"x"}}"#, "a.b.c"),
            (r#"{"a":{"b":{"c":"z"},"b.c":"x"}}"#, "a.b.c"),
            (r#"{"req":{"u":"y","u":"x"}}"#, "req.u"),
            (r#"{"req":{"u":"y"},"req":{"u":"x"}}"#, "req.u"),
            (r#"{"r":[1,{"u":"x"},{"u":"y"}]}"#, "r.1.u"),
            (r#"{"":{"":"x"}}"#, "."),
            (r#"{"r\u0065q":{"u":"\u0078"}}"#, "req.u"),
        ] {
            finds(row, path, Ok("x"));
        }
    }

    /// The example of RFC 6901, 5, with strings as values.
    #[test]
    fn pointers() {
        let row = r#"{"foo":["bar","baz"],"":"0","a/b":"1","c%d":"2","e^f":"3","g|h":"4","i\\j":"5","k\"l":"6"," ":"7","m~n":"8"}"#;
        for (pointer, expected) in [
            ("/foo/0", "bar"),
            ("/", "0"),
            ("/a~1b", "1"),
            ("/c%d", "2"),
            ("/e^f", "3"),
            ("/g|h", "4"),
            ("/i\\j", "5"),
            ("/k\"l", "6"),
            ("/ ", "7"),
            ("/m~0n", "8"),
        ] {
            finds(row, pointer, Ok(expected));
        }
        finds(r#"{"a":{"b.c":"x"}}"#, "/a/b.c", Ok("x"));
        finds(r#"{"a":{"b":"y"},"/a/b":"x"}"#, "/a/b", Ok("x"));
    }

    #[test]
    fn what_is_missing_is_said() {
        finds(r#"{"a":1}"#, "b", Err("the object has no key b; its keys are a"));
        finds("{}", "b.c", Err("the object has no key b.c; its keys are none"));
        finds(
            r#"{"a":1,"b":{"d":2,"e":{}}}"#,
            "b.c",
            Err("the object has no key b.c; its keys are b.d, b.e"),
        );
        finds(r#"{"a":1,"b":"x"}"#, "b.c", Err("the object has no key b.c; its keys are a, b"));
        finds(r#"{"b":{"c":null}}"#, "b.c", Err("the value of b.c is not a string"));
        let error = |row: &str| cell(row.as_bytes(), &Path::parse("b.c"), &[], false).unwrap_err();
        for row in
            ["[]", "1", "\"x\"", "null", "true", "-1", "1.5", "", "{\"b\":{\"c\":\"x\"}", "{} x"]
        {
            assert!(error(row).starts_with("not a JSON object: "), "{row}: {}", error(row));
        }
        // Deep nesting does not overflow the stack.
        let deep = format!("{{\"b\":{}1{}}}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(error(&deep).contains("has no key"));
        let path = Path::parse(&format!("b{}", ".0".repeat(100_000)));
        assert!(cell(deep.as_bytes(), &path, &[], false).unwrap_err().contains("recursion limit"));
    }
}
