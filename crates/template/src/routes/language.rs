//! The languages of routes, and decisions about them.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use std::sync::LazyLock;

use grammar_audit::automata::{Dfa, difference};
use grammar_audit::patterns::PatternNames;
use grammar_audit::{Dialect, Matching, Pattern};
use grammar_regex::engine::{Captures, Tree, captures, language, write};

use super::{Parameter, PathPattern, Route, RouteForm, mapped};
use crate::language::{
    CollisionSide, GroupedPattern, collision, first_wrong, not_written, product,
};
use crate::{CollisionVerdict, ExpansionLanguage, LanguageError, Matches, Value, VariableTypes};

/// The language of a route: the paths that it takes or, for a template of RFC 6570, its expansions.
///
/// Whether a route [matches](Self::matches) is decided for any string. Decisions about all paths are about valid ones,
/// `path-abempty` (RFC 3986, 3.3).
#[derive(Clone, Debug)]
pub struct RouteLanguage<'r> {
    route: &'r Route,
    kind: Kind<'r>,
}

#[derive(Clone, Debug)]
enum Kind<'r> {
    Template(Box<ExpansionLanguage<'r>>),
    Path(Box<PathLanguage<'r>>),
}

#[derive(Clone, Debug)]
struct PathLanguage<'r> {
    pattern: &'r PathPattern,
    /// The strings that match.
    dfa: Dfa,
    /// Those that are valid paths.
    paths: Dfa,
}

/// The maximum number of states of what remains of a route without the paths of others.
const REST: usize = 50_000;

/// `path-abempty` (RFC 3986, 3.3). The tables of the whole document would be most of a small program.
const PATHS: &str = r"(?:/(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})*)*";

/// Returns the valid paths.
fn valid_paths() -> &'static Dfa {
    static VALID: LazyLock<Dfa> = LazyLock::new(|| {
        let pattern = Pattern::read(Dialect::EcmaScript, PATHS).ok();
        let paths = pattern.and_then(|pattern| pattern.language(Matching::Whole).ok());
        // The pattern is constant, and a test compares it with the document.
        paths.unwrap_or_else(|| unreachable!("{PATHS}"))
    });
    &VALID
}

impl<'r> RouteLanguage<'r> {
    /// Builds the language of a route. The variables of a template have their default types.
    ///
    /// # Errors
    /// [`LanguageError`] if the language is not decided, or its automaton is too large.
    pub fn new(route: &'r Route) -> Result<Self, LanguageError> {
        Self::with_types(route, &VariableTypes::new())
    }

    /// Builds the language of a route. The variables of a template have the given types; other routes have no types.
    ///
    /// # Errors
    /// [`LanguageError`] if the language is not decided, or its automaton is too large.
    pub fn with_types(route: &'r Route, types: &VariableTypes) -> Result<Self, LanguageError> {
        let kind = match &route.form {
            RouteForm::Template(template) => {
                Kind::Template(Box::new(ExpansionLanguage::new(template.expansions(types)?)?))
            }
            RouteForm::Path(pattern) => {
                let dfa = language(&pattern.tree, Matching::Whole)
                    .map_err(|error| LanguageError::Undecided(error.to_string()))?;
                let paths = product(&dfa, valid_paths(), |own, valid| own && valid);
                let paths = paths.map_err(|error| LanguageError::Undecided(error.to_string()))?;
                Kind::Path(Box::new(PathLanguage { pattern, dfa, paths: paths.minimize() }))
            }
        };
        Ok(Self { route, kind })
    }

    /// Returns the route.
    #[must_use]
    pub fn route(&self) -> &'r Route {
        self.route
    }

    /// Finds at most `most` matches of a path or, for a template, of a URI. A path has at most one match: the one that
    /// the router's regular expression finds first. Its values are as they are in the path, with their triplets. The
    /// value of a wildcard of Express 5 is a list.
    ///
    /// ```
    /// use urispec_template::{Route, RouteLanguage, RouteNotation, Values};
    /// let route = Route::parse(RouteNotation::Flask, "/<path:page>/<int:id>")?;
    /// let language = RouteLanguage::new(&route)?;
    /// let values = Values::new().with("page", "a/b").with("id", "7");
    /// assert_eq!(language.matches("/a/b/7", 1).only(), Some(&values));
    /// assert!(language.matches("/a/b/c", 1).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn matches(&self, text: &str, most: usize) -> Matches {
        match &self.kind {
            Kind::Template(language) => language.expansions().matches(text, most),
            Kind::Path(path) if !path.dfa.matches(0, text.as_bytes()) => Matches::none(),
            Kind::Path(path) => {
                match captures(&path.pattern.tree, text, self.route.notation.is_express()) {
                    Captures::Groups(groups) => {
                        let spans = path.pattern.parameters.iter().zip(groups);
                        let spans = spans.filter_map(|(one, span)| Some((one, &text[span?])));
                        Matches::one(
                            spans.map(|(one, text)| (&*one.name, value(one, text))).collect(),
                        )
                    }
                    Captures::NoMatch | Captures::Undecided => Matches::unknown(),
                }
            }
        }
    }

    /// Returns the offset of the first byte after which no match continues; the length of the string if it is the
    /// beginning of a match; or `None` if it matches.
    #[must_use]
    pub fn offset(&self, text: &str) -> Option<usize> {
        match &self.kind {
            Kind::Template(language) => language.offset(text),
            Kind::Path(path) => first_wrong(&path.dfa, text),
        }
    }

    /// Returns a shortest valid path or, for a template, a shortest expansion. If there is none, no request reaches the
    /// route.
    #[must_use]
    pub fn shortest(&self) -> Option<String> {
        let shortest = self.dfa().members(0).next()?;
        String::from_utf8(shortest).ok()
    }

    /// Decides whether two routes take the same path, and finds a shortest such path.
    #[must_use]
    pub fn collision(&self, other: &RouteLanguage<'_>) -> CollisionVerdict {
        collision([self.side(), other.side()])
    }

    /// Returns the indices of some of the other routes that together take every path of this one. Returns `None` if
    /// they do not, or if that is not decided.
    ///
    /// The indices are in ascending order. A single route is preferred.
    #[must_use]
    pub fn covered_by(&self, others: &[&RouteLanguage<'_>]) -> Option<Vec<usize>> {
        self.shortest()?;
        let without = |dfa: &Dfa, other: &Dfa| {
            Dfa::product((dfa, 0), (other, 0), REST, |own, other| own && !other).ok()
        };
        let is_empty = |dfa: &Dfa| dfa.live() == [false];
        let exact = others.iter().enumerate().filter(|(_, other)| other.is_exact());
        let exact: Vec<(usize, &Dfa)> = exact.map(|(index, other)| (index, other.dfa())).collect();
        for &(index, other) in &exact {
            if is_empty(&without(self.dfa(), other)?) {
                return Some([index].into());
            }
        }
        let (mut rest, mut indices) = (self.dfa().clone(), Vec::new());
        for (index, other) in exact {
            let less = without(&rest, other)?.minimize();
            if less != rest {
                (rest, indices) = (less, [&indices[..], &[index]].concat());
            }
            if is_empty(&rest) {
                return Some(indices);
            }
        }
        None
    }

    /// Returns the minimal automaton of the valid paths that the route takes, or of the expansions of a template. Its first
    /// start is the language's.
    #[must_use]
    pub fn dfa(&self) -> &Dfa {
        match &self.kind {
            Kind::Template(language) => language.dfa(),
            Kind::Path(path) => &path.paths,
        }
    }

    /// Returns whether [`Self::dfa`] accepts exactly the strings of the route. Where a variable is in several places of a
    /// template, it accepts more, since a variable has the same value in all of them (RFC 6570, 3.2.1).
    #[must_use]
    pub fn is_exact(&self) -> bool {
        match &self.kind {
            Kind::Template(language) => language.expansions().is_exact(),
            Kind::Path(_) => true,
        }
    }

    fn side(&self) -> CollisionSide<'_> {
        let matches = |text: &str| self.matches(text, 1);
        CollisionSide { dfa: self.dfa(), is_exact: self.is_exact(), matches: Box::new(matches) }
    }
}

fn value(of: &Parameter, text: &str) -> Value {
    match of.is_list {
        true => Value::List(text.split('/').map(ToString::to_string).collect()),
        false => Value::String(text.to_string()),
    }
}

impl RouteLanguage<'_> {
    /// Writes the language as a pattern of a dialect, with a group for each parameter, and checks that the pattern
    /// matches exactly the language. A name that a dialect does not allow is changed, and a parameter that occurs in
    /// several alternatives has no group.
    ///
    /// ```
    /// use grammar_audit::Dialect;
    /// use urispec_template::{Route, RouteLanguage, RouteNotation};
    /// let route = Route::parse(RouteNotation::Django, "articles/<int:year>/")?;
    /// let found = RouteLanguage::new(&route)?.pattern(Dialect::Python)?;
    /// assert_eq!(found.pattern, r"\A/articles/(?P<year>[0-9]+)/\Z");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`LanguageError::NotWritten`] if the dialect cannot express the language.
    pub fn pattern(&self, dialect: Dialect) -> Result<GroupedPattern, LanguageError> {
        let (path, dfa) = match &self.kind {
            Kind::Template(language) => return language.pattern(dialect),
            Kind::Path(path) => (path.pattern, &path.dfa),
        };
        let spelled = |name: &str| {
            let is_word =
                |one: &char| one.is_ascii_alphanumeric() || *one == '_' && dialect != Dialect::Java;
            let word: String = name.chars().filter(is_word).collect();
            let is_number = !word.starts_with(|first: char| first.is_ascii_alphabetic());
            if is_number { ["p", &word].concat() } else { word }
        };
        let tree = mapped(&path.tree, &|tree| match tree {
            Tree::Group { of, name } => Tree::Group { of, name: name.as_deref().map(spelled) },
            tree => tree,
        });
        let tree = Tree::Sequence([Tree::Start, tree, Tree::End].into());
        let written = write(&tree, dialect, PatternNames::Groups)
            .or_else(|_| write(&tree, dialect, PatternNames::None));
        let pattern = written.map_err(not_written)?;
        let back = Pattern::read(dialect, &pattern).map_err(not_written)?;
        let back = back.language(Matching::Search).map_err(not_written)?;
        if !difference((dfa, 0), (&back, 0)).is_equal() {
            return Err(not_written(
                "the written pattern differs from the route, so it is not printed",
            ));
        }
        let mut groups = Vec::new();
        for one in &path.parameters {
            let group = spelled(&one.name);
            let is_there = pattern.contains(&["<", &group, ">"].concat());
            if is_there && !groups.iter().any(|(other, _)| *other == group) {
                groups.push((group, one.name.clone()));
            }
        }
        Ok(GroupedPattern { pattern, groups })
    }
}

#[cfg(test)]
mod tests {
    use super::valid_paths;
    use crate::language::of_rfc3986;

    #[test]
    fn paths_are_those_of_the_document() {
        let printed = of_rfc3986("path-abempty").unwrap().minimize();
        assert!(grammar_audit::automata::difference((valid_paths(), 0), (&printed, 0)).is_equal());
    }
}
