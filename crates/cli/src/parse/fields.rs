//! What the scheme of a string makes of it, as names and values.

use crate::fault::Fault;
use crate::record::Record;

/// What there is to say of a URL by its scheme, in the order in which to say it.
pub(crate) struct Fields {
    pub(crate) production: &'static str,
    /// The production of the scheme where it does not derive the URL, and why not.
    pub(crate) unmatched: Option<(&'static str, Fault)>,
    pub(crate) rest: Vec<(&'static str, Value)>,
}

pub(crate) enum Value {
    Text(String),
    Number(u16),
    Flag(bool),
    Texts(Vec<String>),
    /// Names and values, which may come more than once.
    Pairs(Vec<(String, String)>),
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl Fields {
    pub(crate) fn record(&self) -> Record {
        let Self { production, unmatched, rest } = self;
        let unmatched = unmatched.as_ref().map(|(production, fault)| {
            let record = Record::new().with("production", production);
            record.with_record("error", Some(fault.record(None)))
        });
        let record = Record::new().with("production", production);
        let record = record.with_record("unmatched", unmatched);
        rest.iter().fold(record, |record, (name, value)| match value {
            Value::Text(text) => record.with(name, text),
            Value::Number(number) => record.with(name, number),
            Value::Flag(flag) => record.with(name, flag),
            Value::Texts(texts) => record.with(name, texts),
            Value::Pairs(pairs) => {
                let pairs = pairs.iter();
                let pair = |(name, value): &(String, String)| {
                    Record::new().with("name", name).with("value", value)
                };
                record.with_all(name, pairs.map(pair))
            }
        })
    }
}
