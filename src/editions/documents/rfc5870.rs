//! RFC 5870 (2010): the scheme `geo`.
//!
//! Equal URIs have one normal form: numbers have no redundant zeros, the default system WGS-84 is
//! not named, and parameters are sorted by name. `geo:90,46` has the form `geo:90,0`, since a pole
//! lies on every longitude (3.4.4). A URI in which "crs" or "u" occurs twice has no form, since the
//! document does not define its meaning.

use pest_derive::Parser;

use crate::editions::automaton::tables;
use crate::editions::grammar::{CharacterSections, Grammar, grammar, printed, productions};
use crate::editions::ladder::TellChange;
use crate::editions::{Algorithm, DocumentSpec, Ladder, Printed, SchemeForm};
use crate::parts::percent;

#[derive(Parser)]
#[grammar = "../grammar/rfc5870.pest"]
struct Rfc5870;

pub(crate) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc5870",
    document: "RFC 5870, June 2010",
    noun: "a geo URI",
    begins: &["geo:"],
    algorithm: Algorithm::Rfc3986,
    ladder: Ladder {
        // The rules for every URI, as far as they apply: there is no authority, and there are no
        // segments.
        string: Some("RFC 3986, 6.2.1"),
        scheme_case: Some("RFC 3986, 6.2.2.1"),
        triplet_case: Some("RFC 3986, 6.2.2.1"),
        unreserved: Some((percent::is_unreserved, "RFC 3986, 6.2.2.2")),
        form: Some(&FORM),
        ..Ladder::NONE
    },
    whole: &["geo-URI"],
    ..DocumentSpec::PLAIN
};

pub(crate) static PRINTED: Printed = printed!("rfc5870", &GRAMMAR);

static GRAMMAR: Grammar = grammar! {
    "rfc5870" in Abnf, readings, extends Some(&[]), automaton rfc5870, by {Rfc5870, Rule, place},
    CharacterSections::new("3.3", "3.3", "3.5")
};

productions! {
    _ => b'-';
    "3.3" =>
        Specific(geo_URI)
        Scheme(geo_scheme)
        Path(geo_path)
        Part(
            coordinates, coord_a, coord_b, coord_c, wide_coordinates, p, crsp, crslabel,
            other_label, uncp, uval, parameter, pname, pvalue, labeltext, pnum, num, latitude,
            longitude, altitude
        )
        Class(
            whole_paramchar, whole_unreserved, whole_mark, whole_pct_encoded, whole_p_unreserved,
            whole_alphanum
        );
    none =>
        paramchar, unreserved, mark, pct_encoded, p_unreserved, alphanum, of_wgs84, of_another,
        ALPHA, DIGIT, HEXDIG;
}

/// The normal form that equal `geo` URIs share.
static FORM: SchemeForm = SchemeForm {
    section: "3.4.4",
    of: form,
    differences: &[
        ("the notation of a number", "3.4.4", ["geo:1.0,-0", "geo:1,0"]),
        ("the longitude of a pole", "3.4.4", ["geo:90,1", "geo:90,0"]),
        ("the sign of the longitude 180", "3.4.4", ["geo:0,-180", "geo:0,180"]),
        ("whether WGS-84 is named", "3.4.4", ["geo:0,0;crs=wgs84", "geo:0,0"]),
        ("the letter case of a CRS", "3.3", ["geo:0,0;crs=A", "geo:0,0;crs=a"]),
        ("the letter case of the name of a parameter", "3.3", ["geo:0,0;A", "geo:0,0;a"]),
        ("the order of the parameters", "3.4.4", ["geo:0,0;b;a", "geo:0,0;a;b"]),
        ("whether a value is percent-encoded", "3.4.4", ["geo:0,0;a=%2B", "geo:0,0;a=+"]),
    ],
};

fn form(text: &str, tell: &mut TellChange<'_>) -> Option<String> {
    if !derives("geo-URI", text) {
        return None;
    }
    let (scheme, path) = text.split_once(':')?;
    let mut parts = path.split(';');
    let coordinates = parts.next()?;
    let mut parameters: Vec<_> = parts.map(Parameter::of).collect();
    let is_called = |name| move |one: &&Parameter<'_>| one.name == name;
    let crs = only(parameters.iter().filter(is_called("crs")), "crslabel")?;
    only(parameters.iter().filter(is_called("u")), "uval")?;
    let is_wgs84 = crs.is_none_or(|label| label.eq_ignore_ascii_case("wgs84"));

    let given = parameters.iter().map(|one| one.text).collect::<Vec<_>>();
    for one in &mut parameters {
        one.simplify(tell);
    }
    if is_wgs84 && let Some(at) = parameters.iter().position(|one| one.name == "crs") {
        tell("3.4.4", given[at], "");
        parameters.remove(at);
    }
    let join = |all: &[Parameter<'_>]| {
        all.iter().map(|one| format!(";{}", one.simple())).collect::<String>()
    };
    let unsorted = join(&parameters);
    parameters.sort_by(|a, b| a.place().cmp(&b.place()));
    let sorted = join(&parameters);
    if unsorted != sorted {
        tell("3.4.4", &unsorted, &sorted);
    }
    let place = location(coordinates, is_wgs84, tell);
    let form = format!("{scheme}:{place}{sorted}");
    (form != text).then_some(form)
}

/// Returns the value of the only parameter in `all`, or `Some(None)` if `all` is empty. Returns
/// `None` if there are several parameters, or if the value does not match the production `rule`.
fn only<'p, 'i: 'p>(
    mut all: impl Iterator<Item = &'p Parameter<'i>>,
    rule: &str,
) -> Option<Option<&'i str>> {
    let Some(one) = all.next() else { return Some(None) };
    let value = one.value.filter(|value| derives(rule, value))?;
    all.next().is_none().then_some(Some(value))
}

/// Returns the coordinates as normalized numbers. In WGS-84, the longitude of a pole becomes 0, and
/// -180 becomes 180.
fn location(coordinates: &str, is_wgs84: bool, tell: &mut TellChange<'_>) -> String {
    let mut all: Vec<_> = coordinates.split(',').map(number).collect();
    for (given, number) in coordinates.split(',').zip(&all) {
        if number != given {
            tell("3.4.4", given, number);
        }
    }
    let is_pole = is_wgs84 && matches!(&*all[0], "90" | "-90");
    let longitude = match &*all[1] {
        "0" => None,
        _ if is_pole => Some("0"),
        "-180" if is_wgs84 => Some("180"),
        _ => None,
    };
    if let Some(longitude) = longitude {
        tell("3.4.4", &all[1], longitude);
        all[1] = longitude.to_owned();
    }
    all.join(",")
}

/// Returns a number without redundant zeros, and without a sign before zero (RFC 5870, 3.3).
fn number(given: &str) -> String {
    let (sign, digits) = given.strip_prefix('-').map_or(("", given), |digits| ("-", digits));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
    let sign = if whole.is_empty() && fraction.is_empty() { "" } else { sign };
    let whole = if whole.is_empty() { "0" } else { whole };
    let point = if fraction.is_empty() { "" } else { "." };
    [sign, whole, point, fraction].concat()
}

/// A parameter, as written and as compared.
struct Parameter<'i> {
    text: &'i str,
    /// The name in lowercase.
    name: String,
    value: Option<&'i str>,
    /// The value in the form in which it is compared, once `simplify` has computed it.
    compared: Option<String>,
}

impl<'i> Parameter<'i> {
    fn of(text: &'i str) -> Self {
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (text, None),
        };
        Self { text, name: name.to_ascii_lowercase(), value, compared: None }
    }

    /// Returns the parameter in the form in which it is compared.
    fn simple(&self) -> String {
        match &self.compared {
            Some(value) => format!("{}={value}", self.name),
            None => self.name.clone(),
        }
    }

    /// Returns the sort key: "crs" first, then "u", then the others by name (RFC 5870, 3.3).
    fn place(&self) -> (u8, &str, Option<&str>) {
        let rank = match &*self.name {
            "crs" => 0,
            "u" => 1,
            _ => 2,
        };
        (rank, &self.name, self.compared.as_deref())
    }

    fn simplify(&mut self, tell: &mut TellChange<'_>) {
        let name = &self.text[..self.name.len()];
        if name != self.name {
            tell("3.3", name, &self.name);
        }
        let Some(value) = self.value else { return };
        let (section, compared) = match &*self.name {
            "crs" => ("3.3", value.to_ascii_lowercase()),
            "u" => ("3.4.4", number(value)),
            _ => ("3.4.4", decoded(value)),
        };
        if compared != value {
            tell(section, value, &compared);
        }
        self.compared = Some(compared);
    }
}

/// Decodes a value, except for octets that are not allowed unencoded. Brackets are encoded in the
/// result, since a path of RFC 3986 cannot contain them.
fn decoded(value: &str) -> String {
    let stands = |octet: u8| octet.is_ascii_alphanumeric() || b"-_.!~*'():&+$".contains(&octet);
    percent::encode_others(percent::octets(value).map(|(_, octet)| octet), stands)
}

fn derives(rule: &str, text: &str) -> bool {
    tables::rfc5870::AUTOMATON.derives_by(rule, text.as_bytes())
}
