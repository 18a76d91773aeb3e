//! What RFC 5870 asks of a `geo` URI.

use std::ops::Range;

use super::{mended, within};
use crate::lint::subject::Subject;
use crate::lint::{Findings, table};
use crate::parse::lower::scheme::{Geo, GeoParameter};

pub(super) fn look(subject: &Subject<'_>, found: &mut Findings) {
    let Ok(geo) = Geo::parse(subject.text) else { return };
    let invalid: Vec<_> = geo.invalid_coordinates().map(|one| within(subject, one)).collect();
    let message = "a latitude is between -90 and 90, and a longitude between -180 and 180";
    found.add(&table::GEO_INVALID_LOCATION, invalid, message, None);

    let longitude = within(subject, geo.coord_b);
    let with_zero = mended(subject.text, std::slice::from_ref(&longitude), |_| "0".to_owned());
    let of_pole = (geo.is_pole() && !geo.has_no_longitude()).then_some(longitude);
    let message = "a pole has every longitude, and 0 should be given";
    found.add(&table::GEO_POLE_LONGITUDE, of_pole, message, Some(with_zero));

    let first = geo.crs.filter(|crs| !crs.eq_ignore_ascii_case("wgs84"));
    let late = geo.parameters().filter(GeoParameter::is_other_crs);
    let late = late.map(|one| one.pvalue.unwrap_or(one.pname));
    let unknown: Vec<_> = first.into_iter().chain(late).map(|crs| within(subject, crs)).collect();
    let message = "the document does not know the CRS, and so not what the coordinates mean";
    found.add(&table::GEO_UNKNOWN_CRS, unknown, message, None);

    parameters(subject, &geo, found);
}

fn parameters(subject: &Subject<'_>, geo: &Geo<'_>, found: &mut Findings) {
    let all: Vec<_> = geo.parameters().collect();
    let name = |one: &GeoParameter<'_>| within(subject, one.pname);
    let is_known = |one: &GeoParameter<'_>| one.is_called("crs") || one.is_called("u");
    // What stands where "crs" and "u" may stand, and has their values, is no other parameter.
    let late: Vec<_> = all.iter().filter(|one| is_known(one)).map(name).collect();
    let message = "\"crs\" stands first, and \"u\" before all others, each once and with its value";
    found.add(&table::GEO_PARAMETER_ORDER, late, message, None);

    let unknown: Vec<_> = all.iter().filter(|one| !is_known(one)).map(name).collect();
    let message =
        "the document does not know the parameter, and so not how its values are compared";
    found.add(&table::GEO_UNKNOWN_PARAMETER, unknown, message, None);

    // The names that the grammar writes as literals stand right before their values.
    let before = |value: &str, name: &str| {
        let end = within(subject, value).start - "=".len();
        end - name.len()..end
    };
    let crs = geo.crs.into_iter().flat_map(|crs| [before(crs, "crs"), within(subject, crs)]);
    let names = crs.chain(geo.u.map(|u| before(u, "u"))).chain(all.iter().map(name));
    let is_upper = |span: &Range<usize>| {
        subject.text[span.clone()].bytes().any(|byte| byte.is_ascii_uppercase())
    };
    let upper: Vec<_> = names.filter(is_upper).collect();
    let lowered = mended(subject.text, &upper, str::to_ascii_lowercase);
    let message = "lower case is preferred in the names of parameters and of the CRS";
    found.add(&table::GEO_UPPER_CASE, upper, message, Some(lowered));
}
