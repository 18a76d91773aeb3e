//! Routes: the patterns of paths in the notations of routers, as languages.
//!
//! A router turns a route into a regular expression, or behaves like one. Each reader here does the same: it parses a
//! route and builds the tree of that expression, with a group for each parameter. The languages of two routes are then
//! compared like those of two templates.
//!
//! | notation | reader | a parameter takes | other rules |
//! |---|---|---|---|
//! | [`Rfc6570`](RouteNotation::Rfc6570), [`Mcp`](RouteNotation::Mcp) | [`UriTemplate`] | what its value expands to | the whole URI is matched |
//! | [`OpenApi`](RouteNotation::OpenApi) | `braces` | one or more characters but `/`, `?`, `#` | |
//! | [`Spring`](RouteNotation::Spring) | `braces` | a segment that is not empty | `{*p}` and `**` take whole segments |
//! | [`Express4`](RouteNotation::Express4) | `express` | `[^/]+?` | a route is nearly a regular expression |
//! | [`Express5`](RouteNotation::Express5) | `express` | `[^/]+`, and `*p` takes anything | |
//! | [`Rails`](RouteNotation::Rails) | `rails` | `[^/.?]+`, and `*p` takes anything | |
//! | [`Flask`](RouteNotation::Flask), [`Django`](RouteNotation::Django) | `angles` | what its converter takes | |
//!
//! In Express, letter case is ignored and a slash may follow, which are its defaults. Rails drops a slash at the end of a
//! path before it matches. In all other notations a path must match as it is; Flask and Django may redirect a path
//! without a slash at its end, which is not a match.
//!
//! A path is matched as it is in the URI, with its triplets. Routers that decode paths first (Spring, Flask and Django)
//! compare literals with decoded text, so a literal that must be encoded in a URI is encoded here; to them, a triplet is
//! one character, and here it is three.

mod angles;
mod braces;
mod express;
mod language;
mod rails;

pub use language::RouteLanguage;

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use grammar_regex::engine::{CharacterSet, Direction, Mode, Tree};
use grammar_regex::{Dialect, Pattern};

use crate::UriTemplate;

/// The notation of a route: the router that reads it, with its default settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RouteNotation {
    /// URI templates (RFC 6570), which match whole URIs.
    Rfc6570,
    /// Resource templates of the Model Context Protocol, which are URI templates (RFC 6570).
    Mcp,
    /// Keys of `paths` in OpenAPI 3 ("Path Templating"): `/users/{id}`.
    OpenApi,
    /// Paths of Express 4, by path-to-regexp 0.1: `/users/:id(\\d+)?`, `/files/*`.
    Express4,
    /// Paths of Express 5, by path-to-regexp 8: `/users/:id`, `/files/*rest`, `/a{/:b}`.
    Express5,
    /// Paths of Spring by `PathPattern`: `/users/{id:[0-9]+}`, `/files/{*rest}`, `?`, `*`, `**`.
    Spring,
    /// Paths of Rails as `rails routes` prints them, without constraints: `/users/:id(.:format)`, `/files/*rest`.
    Rails,
    /// Rules of Flask, by Werkzeug: `/users/<int:id>`, `/<any(a,b):x>`.
    Flask,
    /// Routes of Django's `path()`, which have no slash at the beginning: `users/<int:id>/`.
    Django,
}

impl RouteNotation {
    /// All notations.
    pub const ALL: &'static [Self] = &[
        Self::Rfc6570,
        Self::Mcp,
        Self::OpenApi,
        Self::Express4,
        Self::Express5,
        Self::Spring,
        Self::Rails,
        Self::Flask,
        Self::Django,
    ];

    /// Returns the name: `rfc6570`, `mcp`, `openapi`, `express4`, `express5`, `spring`, `rails`, `flask` or `django`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rfc6570 => "rfc6570",
            Self::Mcp => "mcp",
            Self::OpenApi => "openapi",
            Self::Express4 => "express4",
            Self::Express5 => "express5",
            Self::Spring => "spring",
            Self::Rails => "rails",
            Self::Flask => "flask",
            Self::Django => "django",
        }
    }

    /// Returns whether routes are URI templates, which match whole URIs. Other routes match paths.
    #[must_use]
    pub const fn is_template(self) -> bool {
        matches!(self, Self::Rfc6570 | Self::Mcp)
    }

    /// Returns whether the router takes the first route that matches. The others prefer more specific routes (OpenAPI,
    /// Spring, Flask), or leave the choice to the program.
    #[must_use]
    pub const fn takes_first(self) -> bool {
        matches!(self, Self::Express4 | Self::Express5 | Self::Rails | Self::Django)
    }

    const fn is_express(self) -> bool {
        matches!(self, Self::Express4 | Self::Express5)
    }

    /// Returns the notation in which a text without expressions of RFC 6570 was probably written, with the span of the
    /// part that suggests it.
    ///
    /// ```
    /// use urispec_template::RouteNotation;
    /// assert_eq!(RouteNotation::guess("/users/:id"), Some((RouteNotation::Express5, 7..10)));
    /// assert_eq!(RouteNotation::guess("/users/<int:id>"), Some((RouteNotation::Flask, 7..15)));
    /// assert_eq!(RouteNotation::guess("http://h:80/"), None);
    /// ```
    #[must_use]
    pub fn guess(text: &str) -> Option<(Self, Range<usize>)> {
        let name = |at: usize| {
            let end = text[at..].find(|one: char| !one.is_alphanumeric() && one != '_');
            let end = end.map_or(text.len(), |end| at + end);
            (end > at && !text[at..].starts_with(|one: char| one.is_ascii_digit())).then_some(end)
        };
        let between = |open: &str, close: char| {
            let start = text.find(open)?;
            let end = start + text[start..].find(close)? + close.len_utf8();
            (end > start + open.len() + 1).then_some(start..end)
        };
        if let Some(span) = between("<", '>') {
            let converter = text[span.clone()].split([':', '(']).next().unwrap_or_default();
            let is_django = matches!(converter, "<str" | "<slug") || !text.starts_with('/');
            return Some((if is_django { Self::Django } else { Self::Flask }, span));
        }
        if let Some(span) = between("(.:", ')') {
            return Some((Self::Rails, span));
        }
        for open in ["/:", "/*"] {
            let found = text.match_indices(open).find_map(|(at, _)| Some((at + 1, name(at + 2)?)));
            if let Some((start, end)) = found {
                return Some((Self::Express5, start..end));
            }
        }
        let span = between("{*", '}').or_else(|| text.find("/**").map(|at| at + 1..at + 3));
        if let Some(span) = span {
            return Some((Self::Spring, span));
        }
        let span = between("{", '}')?;
        let (inside, constraint) = text[span.start + 1..span.end - 1].split_once(':')?;
        let is_constraint =
            !inside.is_empty() && constraint.contains(|one: char| !one.is_ascii_digit());
        is_constraint.then_some((Self::Spring, span))
    }
}

impl fmt::Display for RouteNotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The maximum length of a route, in bytes.
const LONGEST: usize = 8 << 10;
/// The maximum depth of optional parts.
const DEEPEST: usize = 64;

/// A route: a pattern of paths in the notation of a router.
///
/// ```
/// use urispec_template::{CollisionVerdict, Route, RouteLanguage, RouteNotation, Values};
///
/// let [users, new] = ["/users/:id", "/users/new"].map(|text| Route::parse(RouteNotation::Express5, text));
/// let (users, new) = (users?, new?);
/// let [users, new] = [RouteLanguage::new(&users)?, RouteLanguage::new(&new)?];
/// assert_eq!(users.matches("/Users/7/", 1).only(), Some(&Values::new().with("id", "7")));
/// assert!(users.matches("/users", 1).is_empty());
///
/// let CollisionVerdict::Found(collision) = users.collision(&new) else { panic!() };
/// assert_eq!(collision.uri, "/users/new");
/// // Express takes the first route, so the second one is never reached.
/// assert_eq!(new.covered_by(&[&users]), Some(vec![0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Route {
    notation: RouteNotation,
    text: String,
    form: RouteForm,
}

#[derive(Clone, Debug)]
enum RouteForm {
    Template(UriTemplate),
    Path(PathPattern),
}

/// The regular expression of a route. It matches whole paths.
#[derive(Clone, Debug)]
struct PathPattern {
    tree: Tree,
    /// The parameter of each group of the tree, in the order of the opening parentheses.
    parameters: Vec<Parameter>,
}

#[derive(Clone, Debug)]
struct Parameter {
    name: String,
    /// Whether the router splits the value at slashes.
    is_list: bool,
}

impl Route {
    /// Parses a route with the standard converters of its router.
    ///
    /// # Errors
    /// [`RouteError`], with the offset of the error.
    pub fn parse(notation: RouteNotation, text: &str) -> Result<Self, RouteError> {
        RouteReader::new(notation).read(text)
    }

    /// Returns the notation.
    #[must_use]
    pub fn notation(&self) -> RouteNotation {
        self.notation
    }

    /// Returns the text of the route.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the template, if the notation is one of RFC 6570.
    #[must_use]
    pub fn template(&self) -> Option<&UriTemplate> {
        match &self.form {
            RouteForm::Template(template) => Some(template),
            RouteForm::Path(_) => None,
        }
    }

    /// Returns the names of the parameters, without duplicates, in the order of their first occurrence. A parameter of
    /// Express 4 without a name has a number.
    pub fn parameters(&self) -> impl Iterator<Item = &str> {
        let mut names: Vec<&str> = Vec::new();
        match &self.form {
            RouteForm::Template(template) => names.extend(template.variables()),
            RouteForm::Path(path) => {
                for one in &path.parameters {
                    if !names.contains(&&*one.name) {
                        names.push(&one.name);
                    }
                }
            }
        }
        names.into_iter()
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// Reads routes of a notation.
///
/// ```
/// use urispec_template::{RouteLanguage, RouteNotation, RouteReader};
///
/// let reader = RouteReader::new(RouteNotation::Django).converter("yyyy", "[0-9]{4}")?;
/// let route = reader.read("articles/<yyyy:year>/")?;
/// assert!(!RouteLanguage::new(&route)?.matches("/articles/2003/", 1).is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RouteReader {
    notation: RouteNotation,
    converters: Vec<(String, Tree)>,
}

impl RouteReader {
    /// Creates a reader with the standard converters of the router.
    #[must_use]
    pub fn new(notation: RouteNotation) -> Self {
        Self { notation, converters: Vec::new() }
    }

    /// Adds a converter of Flask or Django, with the pattern of the module `re` that its values match.
    ///
    /// # Errors
    /// [`RouteError`] if the notation has no converters, or if the pattern is invalid.
    pub fn converter(mut self, name: &str, pattern: &str) -> Result<Self, RouteError> {
        if !matches!(self.notation, RouteNotation::Flask | RouteNotation::Django) {
            return Err(RouteError::new(0, format!("{} has no converters", self.notation)));
        }
        let pattern = Pattern::read(Dialect::Python, pattern)
            .map_err(|error| RouteError::new(error.offset, error.why))?;
        self.converters.push((name.to_string(), without_groups(pattern.tree())));
        Ok(self)
    }

    /// Parses a route.
    ///
    /// # Errors
    /// [`RouteError`], with the offset of the error.
    pub fn read(&self, text: &str) -> Result<Route, RouteError> {
        if text.len() > LONGEST {
            let message = format!("the route has more than {LONGEST} bytes");
            return Err(RouteError::new(LONGEST, message));
        }
        let form = match self.notation {
            RouteNotation::Rfc6570 | RouteNotation::Mcp => {
                let template = UriTemplate::parse(text).map_err(|error| {
                    let message = error.to_string();
                    let message =
                        message.split_once(": ").map_or(&*message, |(_, message)| message);
                    RouteError::new(error.offset(), message)
                })?;
                RouteForm::Template(template)
            }
            notation => {
                let mut path = match notation {
                    RouteNotation::OpenApi => braces::open_api(text)?,
                    RouteNotation::Spring => braces::spring(text)?,
                    RouteNotation::Express4 => express::express4(text)?,
                    RouteNotation::Express5 => express::express5(text)?,
                    RouteNotation::Rails => rails::rails(text)?,
                    RouteNotation::Flask => angles::flask(text, &self.converters)?,
                    _ => angles::django(text, &self.converters)?,
                };
                path.tree = joined(path.tree);
                RouteForm::Path(path)
            }
        };
        Ok(Route { notation: self.notation, text: text.to_string(), form })
    }
}

/// The error for a text that is not a route of its notation.
///
/// ```
/// use urispec_template::{Route, RouteNotation};
/// let error = Route::parse(RouteNotation::Express5, "/files/*").unwrap_err();
/// assert_eq!(error.to_string(), "at byte 8: expected the name of a parameter after `*`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RouteError {
    offset: usize,
    message: String,
}

impl RouteError {
    fn new(offset: usize, message: impl Into<String>) -> Self {
        Self { offset, message: message.into() }
    }

    /// Returns the offset of the error, in bytes.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the description of the error, without the offset.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for RouteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {}: {}", self.offset, self.message)
    }
}

impl core::error::Error for RouteError {}

// The parts of trees.

/// Collects the parts of a route.
#[derive(Default)]
struct PathBuilder {
    parts: Vec<Tree>,
    parameters: Vec<Parameter>,
}

impl PathBuilder {
    fn literal(&mut self, text: &str) {
        self.parts.extend(text.chars().map(character));
    }

    /// Adds the text of a URI in which a router finds `text`, after decoding if `is_decoded` is set.
    fn encoded_literal(&mut self, text: &str, is_decoded: bool) {
        for one in text.chars() {
            let is_kept = one.is_ascii_alphanumeric()
                || "-._~!$&'()*+,;=:@/".contains(one)
                || one == '%' && !is_decoded;
            if is_kept {
                self.parts.push(character(one));
                continue;
            }
            for byte in one.encode_utf8(&mut [0; 4]).bytes() {
                self.literal(&format!("%{byte:02X}"));
            }
        }
    }

    /// Adds a parameter. The tree must have no groups.
    fn parameter(&mut self, name: &str, of: Tree) {
        self.parts.push(Tree::Group { of: Box::new(of), name: Some(name.to_string()) });
        self.parameters.push(Parameter { name: name.to_string(), is_list: false });
    }

    fn has(&self, name: &str) -> bool {
        self.parameters.iter().any(|one| one.name == name)
    }

    fn finish(self) -> PathPattern {
        PathPattern { tree: Tree::Sequence(self.parts), parameters: self.parameters }
    }
}

fn character(one: char) -> Tree {
    Tree::Set(CharacterSet::single(one))
}

fn set_of(characters: &str) -> CharacterSet {
    CharacterSet::from_ranges(characters.chars().map(|one| (one, one)))
}

/// Returns all characters but the given ones.
fn except(characters: &str) -> CharacterSet {
    set_of(characters).complement()
}

fn repeat(of: impl Into<Box<Tree>>, min: u32, max: Option<u32>) -> Tree {
    Tree::Repeat { of: of.into(), min, max, mode: Mode::Greedy }
}

fn optional(of: Tree) -> Tree {
    repeat(of, 0, Some(1))
}

fn look(of: Tree, way: Direction, is_negative: bool) -> Tree {
    Tree::Look { of: Box::new(of), way, is_negative }
}

/// Returns a tree in which a sequence that is a part of another one is spliced into it, which keeps the tree shallow.
fn joined(tree: Tree) -> Tree {
    match tree {
        Tree::Sequence(parts) => {
            let mut all = Vec::with_capacity(parts.len());
            for part in parts {
                match joined(part) {
                    Tree::Sequence(parts) => all.extend(parts),
                    part => all.push(part),
                }
            }
            Tree::sequence(all)
        }
        tree => tree,
    }
}

/// Returns a tree without its groups.
fn without_groups(tree: &Tree) -> Tree {
    mapped(tree, &|tree| match tree {
        Tree::Group { of, .. } => *of,
        tree => tree,
    })
}

/// Returns a tree with `change` applied to each of its parts, and then to itself.
fn mapped(tree: &Tree, change: &dyn Fn(Tree) -> Tree) -> Tree {
    let one = |tree: &Tree| mapped(tree, change);
    let boxed = |tree: &Tree| Box::new(one(tree));
    change(match tree {
        Tree::Set(_) | Tree::Start | Tree::End => tree.clone(),
        Tree::Sequence(parts) => Tree::Sequence(parts.iter().map(one).collect()),
        Tree::Choice(parts) => Tree::Choice(parts.iter().map(one).collect()),
        Tree::Repeat { of, min, max, mode } => {
            Tree::Repeat { of: boxed(of), min: *min, max: *max, mode: *mode }
        }
        Tree::Group { of, name } => Tree::Group { of: boxed(of), name: name.clone() },
        Tree::Atomic(of) => Tree::Atomic(boxed(of)),
        Tree::Look { of, way, is_negative } => {
            Tree::Look { of: boxed(of), way: *way, is_negative: *is_negative }
        }
    })
}

/// Describes a character in an error message, or the end of the route.
fn described(found: Option<char>) -> String {
    match found {
        None => "the end of the route".to_string(),
        Some(' ') => "a space".to_string(),
        Some(one) if one.is_control() => format!("U+{:04X}", u32::from(one)),
        Some(one) => format!("`{one}`"),
    }
}

/// Returns the end of the name that begins at `at`, or an error if there is none.
fn name_end(
    text: &str,
    at: usize,
    is_part: impl Fn(char, bool) -> bool,
    after: &str,
) -> Result<usize, RouteError> {
    let mut end = at;
    for one in text[at..].chars() {
        if !is_part(one, end == at) {
            break;
        }
        end += one.len_utf8();
    }
    match end > at {
        true => Ok(end),
        false => {
            Err(RouteError::new(at, format!("expected the name of a parameter after {after}")))
        }
    }
}
