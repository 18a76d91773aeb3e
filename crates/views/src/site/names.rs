//! The names of files.
//!
//! In: the names of productions, in their order. Out: for each a name of a file, without its ending, that
//! every file system takes and that no other production of the directory has, upper and lower case being
//! the same. The same names give the same files, so that an address stays.
//!
//! The surprising cases: a byte that is no letter, digit or `-`, `_`, `.`, `+` is written `=` and two digits.
//! The second `scheme` of an edition is `scheme.rfc1630-url`, by its grammar; what is still not alone has a
//! number: `uri~2`. And Windows has no file `con.html`, which is `con~`.

use std::collections::HashSet;

/// The most bytes of a name. File systems take 255, with the ending.
const LONGEST: usize = 120;

/// The names that have been given.
#[derive(Default)]
pub struct Names {
    taken: HashSet<String>,
}

impl Names {
    /// Names for productions of one directory, whose index is a page too.
    pub fn new() -> Self {
        Self { taken: HashSet::from(["index".to_owned()]) }
    }

    /// A name for a production of a grammar.
    pub fn of(&mut self, name: &str, stem: &str) -> String {
        let plain = plain(name);
        let qualified = cut(format!("{plain}.{}", self::plain(stem)));
        let numbered = (2_usize..).map(|number| cut_before(&plain, &format!("~{number}")));
        let mut all = [plain.clone(), qualified].into_iter().chain(numbered);
        // There are more numbers than names.
        all.find(|name| self.taken.insert(name.to_ascii_lowercase())).unwrap_or(plain)
    }
}

/// A name that every file system takes.
pub fn plain(name: &str) -> String {
    let mut text = String::new();
    for (at, byte) in name.bytes().enumerate() {
        match byte {
            b'.' if at == 0 => text.push_str("=2E"),
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'+' => {
                text.push(char::from(byte));
            }
            _ => text.push_str(&format!("={byte:02X}")),
        }
        if text.len() >= LONGEST {
            break;
        }
    }
    if is_device(&text) {
        text.push('~');
    }
    cut(text)
}

/// Whether Windows has a device of that name.
fn is_device(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let name = name.split('.').next().unwrap_or_default();
    let numbered = |of: &str| {
        name.strip_prefix(of).is_some_and(|rest| rest.len() == 1 && rest != "0" && is_digits(rest))
    };
    ["con", "prn", "aux", "nul"].contains(&name) || numbered("com") || numbered("lpt")
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

fn cut(mut text: String) -> String {
    // All of it is ASCII.
    text.truncate(LONGEST);
    text
}

fn cut_before(text: &str, end: &str) -> String {
    format!("{}{end}", cut(text.to_owned()).get(..LONGEST.min(text.len())).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_productions_have_one_file() {
        let mut names = Names::new();
        let given = [
            ("URI", "a", "URI"),
            ("uri", "a", "uri.a"),
            ("Uri", "a", "Uri~2"),
            ("scheme", "rfc1630-uri", "scheme"),
            ("scheme", "rfc1630-url", "scheme.rfc1630-url"),
            ("index", "a", "index.a"),
            ("con", "a", "con~"),
            ("LPT1", "a", "LPT1~"),
            ("com0", "a", "com0"),
            ("gopher+_string", "a", "gopher+_string"),
            ("../x", "a", "=2E.=2Fx"),
            ("a<b>&\"é", "a", "a=3Cb=3E=26=22=C3=A9"),
        ];
        for (name, stem, file) in given {
            assert_eq!(names.of(name, stem), file);
        }
        let long = "x".repeat(9999);
        let (first, second) = (names.of(&long, "a"), names.of(&long, "a"));
        assert!(first != second && first.len() <= LONGEST && second.len() < LONGEST + 9);
    }
}
