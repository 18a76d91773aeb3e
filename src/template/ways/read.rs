//! The values that a way through the automaton tells.
//!
//! In: the marks of a way, with their offsets in the URI. Out: the values, if they expand to the URI again. A variable
//! that stands in several places must have one value in all of them (3.2.1).

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::graph::Mark;
use super::{Expansions, Occurrence};
use crate::template::encode;
use crate::template::text::Modifier;
use crate::template::types::VariableType;
use crate::template::values::{Value, Values};

/// The strings of a variable at one of its places, each with the name of its pair, as they stand in the URI.
type Found<'u> = Vec<(&'u str, &'u str)>;

pub(super) fn values(of: &Expansions<'_>, uri: &str, marks: &[(usize, Mark)]) -> Option<Values> {
    let mut found: Vec<Found<'_>> = vec![Vec::new(); of.occurrences.len()];
    let (mut start, mut name) = (0, "");
    for &(offset, mark) in marks {
        match mark {
            Mark::Open(_) | Mark::OpenName(_) => start = offset,
            Mark::CloseName(_) => name = &uri[start..offset],
            Mark::Close(number) => {
                found[usize::from(number)].push((name, &uri[start..offset]));
                name = "";
            }
        }
    }
    let mut all = vec![Values::new()];
    for variable in of.template.variables() {
        let own = of.occurrences.iter().zip(&found).filter(|(one, _)| one.name == variable);
        let own: Vec<(&Occurrence, &Found<'_>)> = own.collect();
        if own.iter().all(|(_, found)| found.is_empty()) {
            continue;
        }
        if own.iter().any(|(_, found)| found.is_empty()) {
            return None;
        }
        // There is more than one candidate only where the variable stands in several places.
        let candidates = candidates(&own);
        let with = |values: &Values| -> Vec<Values> {
            let each = candidates.iter().map(|value| values.clone().with(variable, value.clone()));
            each.collect()
        };
        all = all.iter().flat_map(with).take(CANDIDATES).collect();
    }
    all.into_iter().find(|values| of.template.expand(values).as_deref() == Ok(uri))
}

/// The number of candidates that are tried for one way.
const CANDIDATES: usize = 64;

/// The values that a variable may have by its places.
fn candidates(own: &[(&Occurrence, &Found<'_>)]) -> Vec<Value> {
    let is_whole = |one: &Occurrence| !matches!(one.modifier, Modifier::Prefix(_));
    let is_plain = |one: &Occurrence| !one.operator.lets_reserved();
    // What is encoded whole has one value. What lets triplets stand is a value that expands to itself.
    let best = own.iter().max_by_key(|(one, found)| {
        let length = found.first().map_or(0, |(_, text)| text.len());
        (is_whole(one) && is_plain(one), is_whole(one), length, is_plain(one))
    });
    let Some((best, found)) = best else { return Vec::new() };
    let decode = |text: &str| match is_plain(best) {
        true => encode::decoded(text),
        false => Some(text.to_owned()),
    };
    let mut all = Vec::new();
    match best.of {
        VariableType::String => {
            let Some((_, text)) = found.first() else { return all };
            all.extend(decode(text).map(Value::String));
            if own.len() > 1 && !is_plain(best) {
                all.extend(encode::decoded(text).map(Value::String));
                // A prefix that is encoded tells the first characters, and the others stand behind them.
                let plain = own.iter().filter(|(one, _)| is_plain(one));
                for (_, found) in plain {
                    let Some((_, prefix)) = found.first() else { continue };
                    let Some(prefix) = encode::decoded(prefix) else { continue };
                    let mut encoded = String::new();
                    encode::value(&prefix, true, &mut encoded);
                    let rest = text.strip_prefix(&*encoded);
                    all.extend(rest.map(|rest| Value::String(prefix + rest)));
                }
            }
        }
        VariableType::List => {
            let members = found.iter().map(|(_, text)| decode(text)).collect::<Option<Vec<_>>>();
            all.extend(members.map(Value::List));
        }
        VariableType::Map => {
            let pairs = found.iter().map(|(name, text)| Some((decode(name)?, decode(text)?)));
            all.extend(pairs.collect::<Option<Vec<_>>>().map(Value::Map));
        }
    }
    all
}
