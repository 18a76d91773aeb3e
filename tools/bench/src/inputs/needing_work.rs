//! URIs that all of section 6.2.2 changes.

use rand::RngExt;

use super::generate::{numbers, pick};

/// URIs with a scheme and host in upper case, lower-case hexadecimal digits, escapes of unreserved
/// characters, and dot segments.
#[must_use]
pub fn needing_work(count: usize) -> Vec<String> {
    const SCHEMES: &[&str] = &["HTTP", "Https", "FTP", "eXAMPLE"];
    const HOSTS: &[&str] =
        &["WWW.Example.COM", "EXAMPLE.org", "Docs.example.NET", "%41rchive.Example"];
    const SEGMENTS: &[&str] = &["wiki", "caf%c3%a9", "%7euser", "a%2fb", "inde%78.html", "%61%62c"];
    const DOTS: &[&str] = &[".", "..", "./x", "../y", "a/../b", "b/./c"];
    let numbers = &mut numbers(5);
    let mut uri = || {
        let mut uri = format!("{}://{}", pick(numbers, SCHEMES), pick(numbers, HOSTS));
        for _ in 0..numbers.random_range(1..4) {
            uri += &format!("/{}/{}", pick(numbers, SEGMENTS), pick(numbers, DOTS));
        }
        uri + "/%c3%BC%2D?q=%7e%3d"
    };
    (0..count).map(|_| uri()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each rung has something to do: the one above changes what the one below left.
    #[test]
    fn every_rung_changes_every_one() {
        use urispec::{Normalizer, Rung, Uri};
        for text in needing_work(300) {
            let uri = Uri::parse(&text).unwrap();
            let normal = |rung| Normalizer::new().to(rung).normalize(&uri).as_str().to_owned();
            let forms =
                [Rung::String, Rung::Case, Rung::PercentEncoding, Rung::PathSegments].map(normal);
            assert!(forms.windows(2).all(|two| two[0] != two[1]), "{forms:?}");
        }
    }
}
