//! Languages by their names, `KIND:TEXT`: patterns, globs, templates, productions of known documents, and formats.

use urispec::Edition;
use urispec_audit::{
    AnyGrammar, Dialect, GlobSyntax, GrammarText, Language, Matching, Notation, Pattern,
    PatternError,
};
use urispec_template::{Route, RouteLanguage, RouteNotation};

/// The formats, with the document that defines the strings, and its production.
pub const FORMATS: [(&str, &str, &str); 14] = [
    ("date-time", "rfc3339", "date-time"),
    ("date", "rfc3339", "full-date"),
    ("time", "rfc3339", "full-time"),
    ("email", "rfc5321", "Mailbox"),
    ("ipv4", "rfc3986", "IPv4address"),
    ("ipv6", "rfc3986", "IPv6address"),
    ("uri", "rfc3986", "URI"),
    ("uri-reference", "rfc3986", "URI-reference"),
    ("iri", "rfc3987", "IRI"),
    ("iri-reference", "rfc3987", "IRI-reference"),
    ("uuid", "rfc9562", "UUID"),
    ("uri-template", "rfc6570", "URI-Template"),
    ("language-tag", "rfc5646", "Language-Tag"),
    ("http-date", "rfc9110", "HTTP-date"),
];

/// The kinds of names, for help texts.
pub const HELP: &str = "  regex:PATTERN     a regular expression in the chosen dialect; `python:^a$` and so on name \
another dialect, and `/^a$/i` is one of ECMAScript with flags
  fnmatch:GLOB      a glob; also pathname, gitignore and iam
  template:TEXT     the expansions of a URI template
  express5:TEXT     the paths of a route; also openapi, express4, spring, rails, flask and django
  rfc3986:NAME      a production of an edition, or of another document that is known by name, such as rfc5321
  format:NAME       date-time, date, time, email, ipv4, ipv6, uri, uri-reference, iri, iri-reference, uuid, uri-template, \
language-tag or http-date";

/// What to write instead of a text that names no language.
pub const HINT: &str = "write KIND:TEXT, such as `regex:^a$`, `iam:a*` or `rfc3986:host`";

/// How patterns are read.
#[derive(Clone, Copy, Debug)]
pub struct PatternOptions {
    /// The dialect of `regex:`.
    pub dialect: Dialect,
    /// How patterns are matched.
    pub matching: Matching,
}

impl Default for PatternOptions {
    /// ECMAScript, searched for.
    fn default() -> Self {
        Self { dialect: Dialect::EcmaScript, matching: Matching::Search }
    }
}

impl PatternOptions {
    /// Returns the language of a name, or `None` if the text is not such a name.
    ///
    /// # Errors
    /// Returns a message if the language cannot be read or decided.
    pub fn language(&self, text: &str) -> Result<Option<Language>, String> {
        let literal = text.strip_prefix('/').and_then(|rest| rest.rsplit_once('/'));
        if let Some((body, flags)) = literal
            && flags.bytes().all(|flag| flag.is_ascii_lowercase())
        {
            let pattern = Pattern::read_with_flags(Dialect::EcmaScript, body, flags);
            return self.of_pattern(pattern).map(Some);
        }
        let Some((kind, rest)) = text.split_once(':') else { return Ok(None) };
        let is = |name: &str| kind.eq_ignore_ascii_case(name);
        let dialects = Dialect::ALL.iter().map(|dialect| (dialect.name(), *dialect));
        let mut dialects = dialects.chain([("regex", self.dialect)]);
        // `rfc6570` is the name of an edition.
        let notations = RouteNotation::ALL.iter().map(|notation| (notation.name(), *notation));
        let notations = notations.filter(|(name, _)| *name != "rfc6570");
        let mut notations = notations.chain([("template", RouteNotation::Rfc6570)]);
        let found = if let Some((_, dialect)) = dialects.find(|(name, _)| is(name)) {
            self.of_pattern(Pattern::read(dialect, rest))
        } else if let Some(syntax) = GlobSyntax::ALL.iter().find(|one| is(one.name())) {
            Language::from_glob(*syntax, rest).map_err(|why| why.to_string())
        } else if let Some((_, notation)) = notations.find(|(name, _)| is(name)) {
            of_route(notation, rest)
        } else if is("format") {
            let found = FORMATS.iter().find(|(name, ..)| name.eq_ignore_ascii_case(rest));
            let known = || FORMATS.map(|(name, ..)| name).join(", ");
            let format = found.ok_or_else(|| format!("the formats are {}", known()));
            format.and_then(|(_, document, name)| of_document(document, name))
        } else if !rest.is_empty() && is_document(kind) {
            of_document(kind, rest)
        } else {
            return Ok(None);
        };
        found.map(Some)
    }

    fn of_pattern(&self, pattern: Result<Pattern, PatternError>) -> Result<Language, String> {
        let pattern = pattern.map_err(|why| why.to_string())?;
        Language::from_pattern(&pattern, self.matching).map_err(|why| why.to_string())
    }
}

fn edition(id: &str) -> Option<Edition> {
    Edition::every().find(|edition| edition.id().eq_ignore_ascii_case(id))
}

fn is_document(name: &str) -> bool {
    let reader = || urispec_audit::reader(Notation::Abnf);
    edition(name).is_some() || reader().import_known(&name.to_ascii_lowercase()).is_ok()
}

/// Returns the language of a production of an edition, or of another document that is known by name.
///
/// # Errors
/// Returns a message if there is no such document or production, or if the production cannot be decided.
pub fn of_document(document: &str, name: &str) -> Result<Language, String> {
    let message = |why: &dyn std::fmt::Display| why.to_string();
    if let Some(edition) = edition(document) {
        let of_name = |one: &&&urispec::grammar::Grammar| one.production(name).is_some();
        let grammar = edition.grammars().iter().find(of_name);
        if let Some(grammar) = grammar {
            let grammar = urispec_audit::any(grammar).map_err(|why| message(&why))?;
            return Language::from_production(&grammar, name).map_err(|why| message(&why));
        }
        // RFC 9110 defines more than the schemes http and https.
        if edition != Edition::Rfc9110 {
            return Err(format!("{} has no production `{name}`", edition.name()));
        }
    }
    let reader = urispec_audit::reader(Notation::Abnf);
    let reader = reader.import_known(&document.to_ascii_lowercase());
    let text = format!("language = {name}\n");
    let text = GrammarText { file: document, text: &text };
    let printed = reader.map_err(|why| message(&why))?.read(text).map_err(|why| message(&why))?;
    let grammar = AnyGrammar::printed(printed);
    Language::from_production(&grammar, "language").map_err(|why| message(&why))
}

fn of_route(notation: RouteNotation, text: &str) -> Result<Language, String> {
    let route = Route::parse(notation, text).map_err(|why| why.to_string())?;
    let language = RouteLanguage::new(&route).map_err(|why| why.to_string())?;
    if !language.is_exact() {
        let why = "a variable in several places has the same value in all of them (RFC 6570, 3.2.1), which no automaton \
                   can express; `urispec template collide` compares such templates";
        return Err(why.to_owned());
    }
    Ok(Language::from_dfa(language.dfa(), 0))
}
