//! Decoding triplets, and encoding data for any component (section 2.1).

use std::borrow::Cow;
use std::hint::black_box;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use urispec::Decode;
use urispec::percent::{Keep, encode};

use crate::inputs::Inputs;
use crate::measure::{Contender, Plan};
use crate::row::{Able, Row, Task, agreed, row};

pub(super) const PERCENT: Task = Task {
    name: "percent",
    title: "decode triplets, and encode data",
    unit: "ns for each string",
    note: "The strings are those of the web and the generated ones that have triplets, and what they stand \
           for. `percent-encoding` decodes a `%` that begins no triplet to itself; urispec refuses it.",
    run: percent,
};

/// All but the unreserved characters (section 2.3).
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

const OURS: &str = "urispec";
const THEIRS: &str = "percent-encoding";

fn ours(text: &str) -> Option<Cow<'_, str>> {
    text.decode().ok()
}

fn theirs(text: &str) -> Option<Cow<'_, str>> {
    percent_decode_str(text).decode_utf8().ok()
}

fn percent(inputs: &Inputs, plan: Plan) -> Vec<Row> {
    let able: [Able<&str>; 2] =
        [(OURS, |text| ours(text).is_some()), (THEIRS, |text| theirs(text).is_some())];
    let all = inputs.web.iter().chain(&inputs.synthetic).chain(&inputs.needing_work);
    let encoded: Vec<&str> =
        all.map(String::as_str).filter(|text| text.contains('%')).take(20_000).collect();
    let (encoded, refused) = agreed(encoded, &able);
    let data: Vec<String> =
        encoded.iter().filter_map(|text| ours(text).map(Cow::into_owned)).collect();
    let data = (data.iter().map(String::as_str).collect(), Vec::new());
    let of = |text: Option<Cow<'_, str>>| text.map_or(0, |text| black_box(&text).len());
    let decode = row((PERCENT.name, "decode", plan), (encoded, refused), str::len, |texts| {
        vec![
            Contender::each(OURS, texts.to_vec(), move |text| of(ours(text))),
            Contender::each(THEIRS, texts.to_vec(), move |text| of(theirs(text))),
        ]
    });
    let encode = row((PERCENT.name, "encode", plan), data, str::len, |texts| {
        vec![
            Contender::each(OURS, texts.to_vec(), move |text| {
                of(Some(encode(text, Keep::Unreserved)))
            }),
            Contender::each(THEIRS, texts.to_vec(), move |text| {
                of(Some(utf8_percent_encode(text, ENCODED).into()))
            }),
        ]
    });
    [decode, encode].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_do_the_same() {
        for text in ["a%2Fb%C3%A9", "%41%42", "a"] {
            assert_eq!(ours(text), theirs(text));
        }
        for text in ["a/b é~_.-", "%", "\u{10ffff}"] {
            assert_eq!(
                encode(text, Keep::Unreserved),
                utf8_percent_encode(text, ENCODED).to_string()
            );
        }
    }
}
