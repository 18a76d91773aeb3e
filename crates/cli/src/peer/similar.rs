//! Names that may be meant by a name that nobody has.
//!
//! In: the names of the list of peers, and those of all readers. Out: what to say of those that are near. Who types
//! `python` or `url` knows the library, and not what its adapter is called.

/// The names that have a word as given, in the words of clap: `url` is the crate, and the peer that asks it is
/// `rust-url`. If there is none, those of all names of which a word begins so, or is where the given name begins or
/// ends: `golang` is `go`, and `libcurl` is `curl`.
pub(super) fn similar<'n>(
    listed: impl Iterator<Item = &'n str>,
    all: impl Iterator<Item = &'n str>,
    given: &str,
) -> Option<String> {
    let given = given.to_ascii_lowercase();
    let is_like = |word: &str| {
        let is_within = word.len() > 1 && (given.starts_with(word) || given.ends_with(word));
        is_within || given.len() > 1 && word.starts_with(&given)
    };
    let mut near: Vec<_> =
        listed.filter(|name| name.split('-').any(|word| word == given)).collect();
    if near.is_empty() {
        near = all.filter(|name| name.split('-').any(is_like)).collect();
    }
    let near: Vec<_> = near.into_iter().map(|name| format!("'{name}'")).collect();
    match &near[..] {
        [] => None,
        [one] => Some(format!("a similar value exists: {one}")),
        several => Some(format!("some similar values exist: {}", several.join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_a_word_are_similar() {
        let names = ["python-urllib", "python-rfc3986", "urllib3", "ada-url", "rust-url"];
        let tip = |given| similar(names.into_iter(), names.into_iter(), given);
        let both = "some similar values exist: 'python-urllib', 'python-rfc3986'";
        assert_eq!(tip("python").unwrap(), both);
        assert_eq!(tip("URL").unwrap(), "some similar values exist: 'ada-url', 'rust-url'");
        assert_eq!(tip("ada").unwrap(), "a similar value exists: 'ada-url'");
        assert_eq!(tip("pyth").unwrap(), both);
        assert_eq!(tip("rustlang").unwrap(), "a similar value exists: 'rust-url'");
        assert_eq!(tip("o"), None);
        assert_eq!(tip(""), None);
    }
}
