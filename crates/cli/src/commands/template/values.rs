//! The values of --set and --values.

use std::io::Read;

use urispec_template::{Value, Values};

use super::Args;
use crate::input;
use crate::output::Output;
use crate::output::origin::Name;
use crate::output::outcome::Stop;
use crate::output::usage::Usage;

/// The values that were given.
pub(super) struct Given {
    pub(super) values: Values,
    /// The names that --set gives.
    pub(super) set: Vec<String>,
}

impl Given {
    /// Reads the values. There are none if the file cannot be read, which is said.
    pub(super) fn of(args: &Args, out: &mut Output) -> Result<Option<Self>, Stop> {
        let mut values = Values::new();
        if let Some(path) = &args.values {
            let Some(mut file) = input::open(path, out)? else { return Ok(None) };
            let (mut text, name) = (String::new(), Name(path, out.passwords));
            if let Err(error) = file.read_to_string(&mut text) {
                out.complain_of_file(format_args!("{name}: {error}\n"))?;
                return Ok(None);
            }
            values = match serde_json::from_str(&text) {
                Ok(values) => values,
                Err(error) => {
                    let what = format_args!(
                        "{name}: {error}\n  --values takes a JSON object, such as {{\"q\":\"a\",\"list\":[\"b\",\"c\"]}}\n"
                    );
                    out.complain_of_file(what)?;
                    return Ok(None);
                }
            };
        }
        let mut set: Vec<(&str, Vec<String>)> = Vec::new();
        for text in &args.set {
            let Some((name, value)) = text.split_once('=') else {
                let message = format!("--set takes NAME=TEXT, and not `{text}`: write `{text}=`");
                return Err(Usage::new(message).into());
            };
            match set.iter_mut().find(|(one, _)| *one == name) {
                Some((_, all)) => all.push(value.to_owned()),
                None => set.push((name, vec![value.to_owned()])),
            }
        }
        for (name, all) in &mut set {
            let value = match &mut all[..] {
                [one] => Value::String(std::mem::take(one)),
                _ => Value::List(std::mem::take(all)),
            };
            values.set(name, value);
        }
        let set = set.into_iter().map(|(name, _)| name.to_owned()).collect();
        Ok(Some(Self { values, set }))
    }
}
