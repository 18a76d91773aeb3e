//! The page of regular expressions, `docs/regex.md`.
//!
//! In: the printed grammar of RFC 3986, and the patterns that people copy, in a file beside the tests
//! that ask real engines about them. Out: for each production the patterns that are equal to it, as the
//! library exports them; and for each copied pattern whether it is equal, with the shortest strings that
//! show it is not.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use urispec::Edition;
use urispec_audit::{
    AnyGrammar, Dialect, Matching, Pattern, PatternForm, PatternNames, difference,
};

/// The page, below the root.
pub(crate) const PAGE: &str = "docs/regex.md";
/// The patterns that people copy, with tabs between the columns: a name, a dialect, a production, the two
/// witnesses, which a test holds, and the pattern.
const COPIED: &str = "tests/audit/field_patterns.tsv";

/// The productions that people ask for.
const PRODUCTIONS: &str = "URI URI-reference absolute-URI relative-ref scheme authority userinfo \
                           host port IPv4address IPv6address path query fragment";

const HEAD: &str = "\
# Regular expressions of RFC 3986

`urispec export --as regex` wrote every pattern on this page from the printed grammar, read each back \
as its dialect reads it, and decided that the pattern finds a match in exactly the strings of the \
production. Nothing is sampled. A test holds the page to what the program writes.

A pattern consists of a body between anchors. The anchors are those of a search for the whole string, and a \
line break at the end does not slip through:

| dialect | for | pattern |
|---|---|---|
| `rust` | the crate `regex` | `^(?:` body `)$` |
| `ecmascript` | browsers, Node, JSON Schema; with or without the flags `u` and `v` | `^(?:` body `)$` |
| `python` | the module `re`, also with `re.search` | `\\A(?:` body `)\\Z` |
| `pcre` | PCRE2, Perl, PHP | `\\A(?:` body `)\\z` |
| `re2` | RE2, Go | `\\A(?:` body `)\\z` |
| `posix-ere` | `grep -E`, `regcomp` | `^(` body `)$` |
| `xsd` | XML Schema | body |
| `java` | `java.util.regex`, with `find` or `matches` | `\\A(?:` body `)\\z` |
| `dotnet` | `System.Text.RegularExpressions` | `\\A(?:` body `)\\z` |

For other productions, other editions, names as groups or comments, or a grammar of your own:

```sh
urispec export --rule host --as regex --dialect python --names comments
urispec export --grammar my.abnf --rule thing --as regex --dialect pcre
urispec audit rfc3986 --rule host --regex '^[a-z.]+$'   # what is wrong with yours?
```
";

const COPIED_HEAD: &str = "
# Patterns that are copied

Each pattern is compared with the production that people take it for, and is searched for as they do. Missed \
is the shortest string of the production in which the pattern finds no match. Let through is the shortest \
string in which it finds one, and which is not of the production. Tests ask the engine of the dialect about \
both, where it is at hand.
";

/// The text of the page.
pub(crate) fn page(root: &Path) -> Result<String, Box<dyn Error>> {
    let grammar = Edition::Rfc3986.grammars().first().ok_or("no grammar")?;
    let grammar = urispec_audit::any(grammar)?;
    let mut text = HEAD.to_owned();
    for name in PRODUCTIONS.split(' ') {
        production(&grammar, name, &mut text)?;
    }
    text.push_str(COPIED_HEAD);
    let copied = fs::read_to_string(root.join(COPIED))?;
    for line in copied.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        copied_pattern(&grammar, line, &mut text)?;
    }
    Ok(text)
}

/// The patterns of a production: a body for all dialects that share it.
fn production(grammar: &AnyGrammar, name: &str, text: &mut String) -> Result<(), Box<dyn Error>> {
    write!(text, "\n## {name}\n")?;
    let mut bodies: Vec<(String, Vec<&str>)> = Vec::new();
    for &dialect in Dialect::ALL {
        let (form, names) = (PatternForm::Structure, PatternNames::None);
        let pattern = grammar.export_pattern(name, dialect, form, names)?;
        let body = body(&pattern).to_owned();
        match bodies.iter_mut().find(|(known, _)| *known == body) {
            Some((_, dialects)) => dialects.push(dialect.name()),
            None => bodies.push((body, vec![dialect.name()])),
        }
    }
    for (body, dialects) in bodies {
        write!(text, "\n{}:\n\n```text\n{body}\n```\n", dialects.join(", "))?;
    }
    Ok(())
}

/// A pattern without its anchors, and without the group that stands between them.
fn body(pattern: &str) -> &str {
    let anchors = [("^", "$"), ("\\A", "\\Z"), ("\\A", "\\z")];
    let inner = anchors.iter().find_map(|(begin, end)| {
        pattern.strip_prefix(begin).and_then(|rest| rest.strip_suffix(end))
    });
    inner.unwrap_or(pattern)
}

/// A row of what is copied.
fn copied_pattern(
    grammar: &AnyGrammar,
    line: &str,
    text: &mut String,
) -> Result<(), Box<dyn Error>> {
    let mut parts = line.splitn(6, '\t');
    let mut part = || parts.next().ok_or_else(|| format!("too few columns: {line}"));
    let [name, dialect, rule, _, _, pattern] =
        [part()?, part()?, part()?, part()?, part()?, part()?];
    let dialect = Dialect::ALL.iter().copied().find(|one| one.name() == dialect);
    let dialect = dialect.ok_or_else(|| format!("no dialect: {line}"))?;
    let decided = grammar.decide(&[rule]);
    let read = Pattern::read(dialect, pattern)?.language(Matching::Search)?;
    let found = difference(decided.language(rule)?, (&read, 0));
    write!(
        text,
        "\n## Copied: {name}\n\n`{dialect}`, for `{rule}`:\n\n```text\n{pattern}\n```\n\n"
    )?;
    let shown =
        |witness: &Vec<u8>| format!("`\"{}\"`", String::from_utf8_lossy(witness).escape_debug());
    let column = |witness: &Option<Vec<u8>>| witness.as_ref().map_or("nothing".to_owned(), shown);
    match found.is_equal() {
        true => writeln!(text, "Equal."),
        false => writeln!(
            text,
            "Missed: {}. Let through: {}.",
            column(&found.only_left),
            column(&found.only_right)
        ),
    }?;
    Ok(())
}
