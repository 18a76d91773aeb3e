//! The values of variables, from --set and --values.

use std::fmt;
use std::io::Read;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use serde_json::value::RawValue;
use urispec_template::{Value, Values};

use super::Args;
use crate::input;
use crate::output::{Name, Output, Stop, Usage};

/// The pairs of a JSON object, in their order. Values keep their text, so a number keeps its digits.
struct Pairs(Vec<(String, Box<RawValue>)>);

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Pairs;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs, A::Error> {
                std::iter::from_fn(|| map.next_entry().transpose())
                    .collect::<Result<_, _>>()
                    .map(Pairs)
            }
        }
        deserializer.deserialize_map(Object)
    }
}

impl Pairs {
    fn values(self) -> serde_json::Result<Values> {
        let mut values = Values::new();
        for (name, raw) in self.0 {
            let value = match raw.get().as_bytes().first() {
                Some(b'[') => {
                    let members: Vec<Box<RawValue>> = serde_json::from_str(raw.get())?;
                    let members =
                        members.iter().map(|raw| scalar(raw)).collect::<Result<Vec<_>, _>>()?;
                    Value::List(members.into_iter().flatten().collect())
                }
                Some(b'{') => {
                    let pairs = serde_json::from_str::<Self>(raw.get())?.0.into_iter();
                    let pair = |(name, raw): (String, Box<RawValue>)| Ok((name, scalar(&raw)?));
                    let pairs = pairs.map(pair).collect::<serde_json::Result<Vec<_>>>()?;
                    let defined =
                        pairs.into_iter().filter_map(|(name, value)| Some((name, value?)));
                    Value::Map(defined.collect())
                }
                _ => scalar(&raw)?.map_or(Value::List(Vec::new()), Value::String),
            };
            values.set(&name, value);
        }
        Ok(values)
    }
}

/// Returns the text of a string, a number or a boolean, or `None` for null.
fn scalar(raw: &RawValue) -> serde_json::Result<Option<String>> {
    match raw.get().as_bytes().first() {
        Some(b'"' | b'n') => serde_json::from_str(raw.get()),
        Some(b'[' | b'{') => {
            Err(serde_json::Error::custom("a list or a map may contain only strings"))
        }
        _ => Ok(Some(raw.get().to_owned())),
    }
}

/// Returns the values of --set and --values, and the names of --set.
pub(super) fn given_values<'a>(
    args: &'a Args,
    out: &mut Output,
) -> Result<(Values, Vec<&'a str>), Stop> {
    let mut values = Values::new();
    if let Some(path) = &args.values {
        let mut file = input::open(path, out)?.ok_or(Stop::Refused)?;
        let (mut text, name) = (String::new(), Name(path, out.passwords).to_string());
        let read = file.read_to_string(&mut text).map_err(|error| error.to_string());
        let found = read.and_then(|_| {
            let advice =
                "--values takes a JSON object, such as {\"q\":\"a\",\"list\":[\"b\",\"c\"]}";
            let found = serde_json::from_str::<Pairs>(&text).and_then(|all| all.values());
            found.map_err(|error| format!("{error}\n  {advice}"))
        });
        values = match found {
            Ok(values) => values,
            Err(why) => {
                out.complain_of_file(format_args!("{name}: {why}\n"))?;
                return Err(Stop::Refused);
            }
        };
    }
    let mut set: Vec<(&str, Vec<String>)> = Vec::new();
    for text in &args.set {
        let Some((name, value)) = text.split_once('=') else {
            let message = format!("--set takes NAME=TEXT, not `{text}`: write `{text}=`");
            return Err(Usage::new(message).into());
        };
        match set.iter_mut().find(|(one, _)| *one == name) {
            Some((_, all)) => all.push(value.to_owned()),
            None => set.push((name, vec![value.to_owned()])),
        }
    }
    let mut names = Vec::new();
    for (name, mut all) in set {
        let is_one = all.len() == 1;
        let value = if is_one { Value::String(all.remove(0)) } else { Value::List(all) };
        values.set(name, value);
        names.push(name);
    }
    Ok((values, names))
}
