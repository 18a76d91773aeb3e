//! What the scheme of a string makes of it, as names and values.

use crate::fault::Fault;
use crate::record::Record;

/// What there is to say of a URL by its scheme, in the order in which to say it.
pub struct Fields {
    /// The production that derives the URL.
    pub production: &'static str,
    /// The production of the scheme where it does not derive the URL, and why not.
    pub unmatched: Option<(&'static str, Fault)>,
    /// The names of the fields, and what they are.
    pub rest: Vec<(&'static str, FieldValue)>,
}

/// What a field is.
pub enum FieldValue {
    /// A text.
    Text(String),
    /// A number, such as a port.
    Number(u16),
    /// Yes or no.
    Flag(bool),
    /// Texts in their order.
    Texts(Vec<String>),
    /// Names and values, which may come more than once.
    Pairs(Vec<(String, String)>),
    /// Names, each with a value or without.
    Parameters(Vec<(String, Option<String>)>),
}

impl From<&str> for FieldValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl Fields {
    /// The fields as JSON.
    pub fn record(&self) -> Record {
        let Self { production, unmatched, rest } = self;
        let unmatched = unmatched.as_ref().map(|(production, fault)| {
            let record = Record::new().with("production", production);
            record.with_record("error", Some(fault.record(None)))
        });
        let record = Record::new().with("production", production);
        let record = record.with_record("unmatched", unmatched);
        rest.iter().fold(record, |record, (name, value)| match value {
            FieldValue::Text(text) => record.with(name, text),
            FieldValue::Number(number) => record.with(name, number),
            FieldValue::Flag(flag) => record.with(name, flag),
            FieldValue::Texts(texts) => record.with(name, texts),
            FieldValue::Pairs(pairs) => {
                let pairs = pairs.iter();
                let pair = |(name, value): &(String, String)| {
                    Record::new().with("name", name).with("value", value)
                };
                record.with_all(name, pairs.map(pair))
            }
            FieldValue::Parameters(all) => {
                let one = |(name, value): &(String, Option<String>)| {
                    Record::new().with("name", name).with("value", value)
                };
                record.with_all(name, all.iter().map(one))
            }
        })
    }
}
