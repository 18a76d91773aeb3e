//! `urispec edit` changes what an option names, and nothing else.

use urispec::{Edition, Reference};

use super::edits::{OPTIONS, holds};
use super::json::records;
use super::random::Random;
use super::random_strings::strings;
use super::scaled;

/// Strings with more components than random ones have.
const WHOLE: [&str; 8] = [
    "http://u:p@h:80/a/b?k=1&%61=2&a=3&b&k=1#f",
    "//h",
    "http://h?b=&%62&A",
    "a:b?a#c",
    "a:/b//c?a=%FF",
    "?k&a&k",
    "http://EXAMPLE.com:080",
    "https://[::1]:443/?a",
];

/// Without `URISPEC_LONG`, in each sixth edition.
#[test]
fn an_edit_changes_what_it_names_alone() {
    let mut random = Random::new(3986);
    for edition in Edition::every().skip(scaled(1, 0)).step_by(scaled(6, 1)) {
        let strings = strings(edition, &mut random, 60);
        let strings = strings.iter().map(String::as_str).chain(WHOLE);
        let strings: Vec<_> =
            strings.filter(|text| Reference::parse(edition, text).is_ok()).collect();
        let lines: String = strings.iter().map(|text| format!("{text}\n")).collect();
        for (option, values) in OPTIONS {
            let value = random.pick(values);
            // What has one value, which is empty, is a flag.
            let change = match values {
                [""] => format!("--{option}"),
                _ => format!("--{option}={value}"),
            };
            let args = ["edit", "--json", "--edition", edition.id(), "-f", "-", &change];
            let made = records(&args, &lines);
            assert_eq!(made.len(), strings.len(), "{args:?}");
            for (text, record) in strings.iter().zip(&made) {
                holds(edition, text, (option, value), record["edited"].as_str());
            }
        }
    }
}
