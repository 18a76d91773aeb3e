//! Serialization of templates as strings, and of values as strings, lists and maps.
//!
//! A number or a boolean is read as its text, since values are strings. Null is undefined: as the value of a variable, as a
//! member of a list, and as the value of a pair.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use serde::de::{self, MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::parse::UriTemplate;
use super::values::{Value, Values};

impl Serialize for UriTemplate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for UriTemplate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'_, str>::deserialize(deserializer)?;
        Self::parse(&text).map_err(de::Error::custom)
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::String(text) => serializer.serialize_str(text),
            Self::List(members) => serializer.collect_seq(members),
            Self::Map(pairs) => {
                let mut map = serializer.serialize_map(Some(pairs.len()))?;
                pairs.iter().try_for_each(|(name, value)| map.serialize_entry(name, value))?;
                map.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let undefined = Self::List(Vec::new());
        Ok(deserializer.deserialize_any(OfValue)?.unwrap_or(undefined))
    }
}

impl Serialize for Values {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Values {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OfValues;
        impl<'de> Visitor<'de> for OfValues {
            type Value = Values;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map from the names of variables to strings, lists or maps")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Values, A::Error> {
                let mut values = Values::new();
                while let Some((name, value)) = map.next_entry::<String, Value>()? {
                    values.set(&name, value);
                }
                Ok(values)
            }
        }
        deserializer.deserialize_map(OfValues)
    }
}

/// A visitor that returns a value, or `None` for null.
struct OfValue;

impl<'de> Visitor<'de> for OfValue {
    type Value = Option<Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string, a list of strings, or a map of strings")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Option<Value>, E> {
        Ok(Some(text.into()))
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Option<Value>, E> {
        Ok(Some(value.to_string().into()))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Option<Value>, E> {
        Ok(Some(value.to_string().into()))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Option<Value>, E> {
        Ok(Some(value.to_string().into()))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Option<Value>, E> {
        Ok(Some(value.to_string().into()))
    }

    fn visit_unit<E: de::Error>(self) -> Result<Option<Value>, E> {
        Ok(None)
    }

    fn visit_none<E: de::Error>(self) -> Result<Option<Value>, E> {
        Ok(None)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Option<Value>, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = seq.next_element::<ScalarText>()? {
            members.extend(member.0);
        }
        Ok(Some(Value::List(members)))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Option<Value>, A::Error> {
        let mut pairs = Vec::new();
        while let Some((name, value)) = map.next_entry::<String, ScalarText>()? {
            pairs.extend(value.0.map(|value| (name, value)));
        }
        Ok(Some(Value::Map(pairs)))
    }
}

/// A member of a list, or the value of a pair; `None` for null.
struct ScalarText(Option<String>);

impl<'de> Deserialize<'de> for ScalarText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match deserializer.deserialize_any(OfValue)? {
            None => Ok(Self(None)),
            Some(Value::String(text)) => Ok(Self(Some(text))),
            Some(_) => Err(de::Error::custom("a list or a map may contain only strings")),
        }
    }
}
