//! Valid URL strings (URL Standard, sections URL writing and Host writing). Finds the domain, to
//! which rules beyond the grammar apply.
//!
//! In `//h` the base decides whether `h` is a domain or an opaque host. If a production of relative
//! strings does not fix the scheme of the base, a host that may be opaque is not checked.

use core::net::Ipv4Addr;
use core::ops::Range;

pub(crate) use super::host::is_valid_domain;
use super::record::is_special_scheme;
use crate::editions::Edition;
use crate::editions::production::Production;

/// A function that finds the domain in a string that a production derives.
pub(crate) type FindDomain = fn(&str) -> Option<Range<usize>>;

/// Returns the function that finds the domain to check in a string of the production, if there is one.
pub(crate) fn domain(edition: Edition, production: &Production) -> Option<FindDomain> {
    if edition != Edition::Whatwg {
        return None;
    }
    Some(match production.name {
        "valid-URL-string"
        | "absolute-URL-with-fragment-string"
        | "absolute-URL-string"
        | "special-URL-with-fragment-string"
        | "special-URL-string"
        | "file-URL-with-fragment-string"
        | "file-URL-string"
        | "relative-URL-with-fragment-string"
        | "relative-URL-string" => of_any,
        "special-base-relative-URL-with-fragment-string"
        | "special-base-relative-URL-string"
        | "file-base-relative-URL-with-fragment-string"
        | "file-base-relative-URL-string"
        | "scheme-relative-special-URL-string"
        | "scheme-relative-file-URL-string" => |text| after_slashes(text, 0),
        "host-and-port-string" | "file-host-string" | "valid-host-string" => {
            |text| of_host(text, 0)
        }
        // Here an address is not a domain.
        "valid-domain-string" => |text| Some(0..text.len()),
        _ => return None,
    })
}

/// Returns the domain of a string with a special scheme, or of a relative string whose host cannot
/// be opaque.
fn of_any(text: &str) -> Option<Range<usize>> {
    if text.starts_with("//") {
        return after_slashes(text, 0).filter(|host| text[host.clone()].contains(['<', '>']));
    }
    let (scheme, _) = text.split_once(':')?;
    let mut lower = [0; "https".len()];
    let own = lower.get_mut(..scheme.len())?;
    own.copy_from_slice(scheme.as_bytes());
    own.make_ascii_lowercase();
    let is_special = core::str::from_utf8(own).is_ok_and(is_special_scheme);
    if is_special { after_slashes(text, scheme.len() + ":".len()) } else { None }
}

fn after_slashes(text: &str, start: usize) -> Option<Range<usize>> {
    let has_authority = text[start..].starts_with("//");
    if has_authority { of_host(text, start + "//".len()) } else { None }
}

/// Returns the range of the host that begins at `start`, unless the host is an address or empty.
fn of_host(text: &str, start: usize) -> Option<Range<usize>> {
    let host = text[start..].split(['/', '?', '#', ':']).next()?;
    let is_other = host.is_empty() || host.starts_with('[') || host.parse::<Ipv4Addr>().is_ok();
    (!is_other).then(|| start..start + host.len())
}
