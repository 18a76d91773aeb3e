//! `geo` (RFC 5870).

use std::borrow::Cow;

use super::part;
use crate::editions::Edition;
use crate::editions::grammar::Node;
use crate::parse::lower::site::octets;
use crate::reference::error::ParseError;

/// A place, by its coordinates.
///
/// ```
/// use urispec::scheme::Geo;
/// let geo = Geo::parse("geo:48.2010,16.3695,183;u=40")?;
/// assert_eq!((geo.latitude(), geo.longitude()), (Some(48.201), Some(16.3695)));
/// assert_eq!((geo.altitude(), geo.uncertainty()), (Some(183.0), Some(40.0)));
/// # Ok::<(), urispec::ParseError>(())
/// ```
///
/// Two values are equal if they are written alike. What the document takes for equal is compared at [`Rung::Scheme`]:
///
/// ```
/// use urispec::{Edition, Equivalence, Normalizer, Reference, Rung, compare_with};
/// let [a, b] = ["geo:90,-22.43;crs=WGS84", "geo:90,46"];
/// let [a, b] = [Reference::parse(Edition::Rfc5870, a)?, Reference::parse(Edition::Rfc5870, b)?];
/// let normalizer = Normalizer::from_edition(Edition::Rfc5870).to(Rung::Scheme);
/// assert_eq!(compare_with(&normalizer, a, b), Equivalence::At(Rung::Scheme));
/// # Ok::<(), urispec::ParseError>(())
/// ```
///
/// [`Rung::Scheme`]: crate::Rung::Scheme
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Geo<'i> {
    /// The first coordinate as given: in WGS-84 the latitude.
    pub coord_a: &'i str,
    /// The second coordinate as given: in WGS-84 the longitude.
    pub coord_b: &'i str,
    /// The third coordinate as given, if there is one: in WGS-84 the altitude.
    pub coord_c: Option<&'i str>,
    /// The coordinate reference system as given, where it stands first. Whether it is WGS-84 says [`Geo::is_wgs84`].
    pub crs: Option<&'i str>,
    /// The uncertainty in meters as given. Without one the uncertainty is unknown, which is not zero (3.4.3).
    pub u: Option<&'i str>,
    /// The parameters behind these as given, still encoded, with `;` between them.
    pub others: Option<&'i str>,
}

/// A parameter of a place other than its coordinate reference system and its uncertainty (4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct GeoParameter<'i> {
    /// The name as given. Letter case does not matter (3.3).
    pub pname: &'i str,
    /// The value as given, still encoded. A flag has none.
    pub pvalue: Option<&'i str>,
}

impl<'i> Geo<'i> {
    /// Parses a whole string as a `geo-URI`.
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`].
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        Ok(Self::of(text, &Node::parse(Edition::Rfc5870, "geo-URI", text)?))
    }

    fn of(text: &'i str, tree: &Node<'i>) -> Self {
        let mut parameters = tree.walk().filter(|(_, node)| node.rule() == "parameter");
        let others = parameters.next().map(|(_, first)| &text[first.start() + 1..]);
        let known = |rule| part(tree, rule);
        Self {
            coord_a: known("coord-a").unwrap_or_default(),
            coord_b: known("coord-b").unwrap_or_default(),
            coord_c: known("coord-c"),
            crs: known("crslabel"),
            u: known("uval"),
            others,
        }
    }

    /// Whether the coordinates are in WGS-84, the only system that the document knows: no other is named (3.4.1).
    ///
    /// The parameter "crs" must not be ignored, and the grammar has it among the others too: behind "u", or with a value
    /// that is no label. There it names another system as well.
    ///
    /// ```
    /// use urispec::scheme::Geo;
    /// assert!(Geo::parse("geo:1,2;crs=WGS84")?.is_wgs84());
    /// let moon = Geo::parse("geo:1,2;u=1;crs=moon")?;
    /// assert!(moon.crs.is_none() && !moon.is_wgs84() && moon.latitude().is_none());
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn is_wgs84(&self) -> bool {
        self.crs.is_none_or(|crs| crs.eq_ignore_ascii_case("wgs84"))
            && !self.parameters().any(|one| one.is_other_crs())
    }

    /// The URN of the coordinate reference system: WGS-84 has one for two dimensions and one for three (8.3.1). There
    /// is none for another system.
    ///
    /// ```
    /// use urispec::scheme::Geo;
    /// assert_eq!(Geo::parse("geo:0,0")?.crs_urn(), Some("urn:ogc:def:crs:EPSG::4326"));
    /// assert_eq!(Geo::parse("geo:0,0,0")?.crs_urn(), Some("urn:ogc:def:crs:EPSG::4979"));
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn crs_urn(&self) -> Option<&'static str> {
        let urns = ["urn:ogc:def:crs:EPSG::4326", "urn:ogc:def:crs:EPSG::4979"];
        self.is_wgs84().then_some(urns[usize::from(self.coord_c.is_some())])
    }

    /// The latitude in decimal degrees, negative in the south (2), as near as a number can be. There is none in another
    /// system than WGS-84, whose coordinates must not be interpreted without knowing the system (3.4.1).
    #[must_use]
    pub fn latitude(&self) -> Option<f64> {
        self.of_wgs84(Some(self.coord_a))
    }

    /// The longitude in decimal degrees, negative in the west (2). As of [`Geo::latitude`].
    #[must_use]
    pub fn longitude(&self) -> Option<f64> {
        self.of_wgs84(Some(self.coord_b))
    }

    /// The altitude in meters above the geoid of WGS-84, which is not the ground (3.4.5), if it is given. As of
    /// [`Geo::latitude`].
    #[must_use]
    pub fn altitude(&self) -> Option<f64> {
        self.of_wgs84(self.coord_c)
    }

    /// The uncertainty in meters, if it is known (3.4.3). It is that of all dimensions.
    #[must_use]
    pub fn uncertainty(&self) -> Option<f64> {
        self.u.and_then(number)
    }

    /// Whether the place is invalid: its latitude is not between -90 and 90, or its longitude not between -180 and 180
    /// (3.4.2). Of another system than WGS-84 nothing is known, and the answer is no.
    ///
    /// ```
    /// use urispec::scheme::Geo;
    /// assert!(Geo::parse("geo:94,0")?.is_invalid());
    /// assert!(!Geo::parse("geo:90,180")?.is_invalid());
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn is_invalid(&self) -> bool {
        self.invalid_coordinates().next().is_some()
    }

    /// The coordinates that are beyond the range of WGS-84.
    pub(crate) fn invalid_coordinates(&self) -> impl Iterator<Item = &'i str> + use<'i> {
        let ranges = [(self.coord_a, 90), (self.coord_b, 180)];
        let is_wgs84 = self.is_wgs84();
        let beyond =
            ranges.into_iter().filter(move |(text, limit)| is_wgs84 && exceeds(text, *limit));
        beyond.map(|(text, _)| text)
    }

    /// Whether the place is a pole of WGS-84, where the longitude does not count (3.4.4).
    #[must_use]
    pub fn is_pole(&self) -> bool {
        let (digits, fraction) = parts(self.coord_a);
        self.is_wgs84() && digits == "90" && fraction.is_empty()
    }

    /// Whether the longitude is zero, however it is written.
    pub(crate) fn has_no_longitude(&self) -> bool {
        parts(self.coord_b) == ("", "")
    }

    /// The parameters other than the coordinate reference system and the uncertainty, in their order. The document
    /// knows none (8.2.1).
    pub fn parameters(&self) -> impl Iterator<Item = GeoParameter<'i>> + use<'i> {
        // No value has a ";".
        self.others.into_iter().flat_map(|all| all.split(';')).map(GeoParameter::of)
    }

    fn of_wgs84(&self, coordinate: Option<&str>) -> Option<f64> {
        coordinate.filter(|_| self.is_wgs84()).and_then(number)
    }
}

impl<'i> GeoParameter<'i> {
    /// The parameter of a text without its ";".
    pub(crate) fn of(text: &'i str) -> Self {
        match text.split_once('=') {
            Some((pname, pvalue)) => Self { pname, pvalue: Some(pvalue) },
            None => Self { pname: text, pvalue: None },
        }
    }

    /// The value, decoded, if the parameter has one.
    #[must_use]
    pub fn value(&self) -> Option<Cow<'i, [u8]>> {
        self.pvalue.map(octets)
    }

    /// Whether the parameter is a "crs" that does not name WGS-84.
    pub(crate) fn is_other_crs(&self) -> bool {
        let is_wgs84 = |value: Cow<'_, [u8]>| value.eq_ignore_ascii_case(b"wgs84");
        self.is_called("crs") && !self.value().is_some_and(is_wgs84)
    }

    /// Whether the parameter has that name. Letter case does not matter (3.3).
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.pname.eq_ignore_ascii_case(name)
    }
}

/// The number of a coordinate. "-0" is "0" (3.3).
fn number(text: &str) -> Option<f64> {
    text.parse().ok().map(|number: f64| number + 0.0)
}

/// The digits of a number before and after its point, without zeros that say nothing.
fn parts(text: &str) -> (&str, &str) {
    let digits = text.trim_start_matches('-');
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    (whole.trim_start_matches('0'), fraction.trim_end_matches('0'))
}

/// Whether a number of no more than three digits before its point is beyond a limit, on either side. It is told from
/// its digits, since the nearest number of a machine may be the limit itself.
fn exceeds(text: &str, limit: u16) -> bool {
    let (whole, fraction) = parts(text);
    match whole.parse::<u16>() {
        Ok(whole) => whole > limit || whole == limit && !fraction.is_empty(),
        Err(_) => !whole.is_empty(),
    }
}
