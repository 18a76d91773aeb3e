//! Languages by their names, `KIND:TEXT`: patterns, globs, templates, productions of known documents, and formats.

use grammar_audit::patterns::GlobSyntax;
use grammar_audit::{ComparedLanguages, Dialect, Language, Matching, Pattern, PatternError};
#[cfg(feature = "documents")]
use grammar_audit::{GrammarText, Notation};
use urispec_template::{Route, RouteLanguage, RouteNotation};

use crate::record::Record;

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

/// Documents that are known by name, whose productions are languages.
pub trait Documents {
    /// Returns whether a document has this name, ignoring case.
    fn has(&self, document: &str) -> bool;

    /// Returns the language of a production of a document.
    ///
    /// # Errors
    /// Returns a message if there is no such document or production, or if the production cannot be decided.
    fn production(&self, document: &str, name: &str) -> Result<Language, String>;
}

/// Adds the relation of two languages to a record, with the shortest string of each part.
#[must_use]
pub fn related(record: Record, found: &ComparedLanguages) -> Record {
    record
        .with("relation", found.relation.name())
        .witness("only_left", found.only_left.as_deref())
        .witness("only_right", found.only_right.as_deref())
        .witness("common", found.common.as_deref())
}

impl PatternOptions {
    /// Returns the language of a name, or `None` if the text is not such a name. Productions are those of the editions,
    /// and of the documents that grammars often import.
    ///
    /// # Errors
    /// Returns a message if the language cannot be read or decided.
    #[cfg(feature = "documents")]
    pub fn language(&self, text: &str) -> Result<Option<Language>, String> {
        self.language_in(text, &Editions)
    }

    /// Returns the language of a name, or `None` if the text is not such a name. Productions are those of `documents`.
    ///
    /// # Errors
    /// Returns a message if the language cannot be read or decided.
    pub fn language_in(
        &self,
        text: &str,
        documents: &dyn Documents,
    ) -> Result<Option<Language>, String> {
        let literal = text.strip_prefix('/').and_then(|rest| rest.rsplit_once('/'));
        if let Some((body, flags)) = literal
            && flags.bytes().all(|flag| flag.is_ascii_lowercase())
        {
            let pattern = Pattern::read_with_flags(Dialect::EcmaScript, body, flags);
            return self.of_pattern(pattern).map(Some);
        }
        let Some((kind, rest)) = text.split_once(':') else { return Ok(None) };
        let is = |name: &str| kind.eq_ignore_ascii_case(name);
        // `rfc6570` is the name of an edition.
        let notations = RouteNotation::ALL.iter().map(|notation| (notation.name(), *notation));
        let notations = notations.filter(|(name, _)| *name != "rfc6570");
        let mut notations = notations.chain([("template", RouteNotation::Rfc6570)]);
        let found = if let Some((dialect, text)) = self.pattern(text) {
            self.of_pattern(Pattern::read(dialect, text))
        } else if let Some(syntax) = GlobSyntax::ALL.iter().find(|one| is(one.name())) {
            Language::from_glob(*syntax, rest).map_err(|why| why.to_string())
        } else if let Some((_, notation)) = notations.find(|(name, _)| is(name)) {
            of_route(notation, rest)
        } else if is("format") {
            let found = FORMATS.iter().find(|(name, ..)| name.eq_ignore_ascii_case(rest));
            let known = || FORMATS.map(|(name, ..)| name).join(", ");
            let format = found.ok_or_else(|| format!("the formats are {}", known()));
            format.and_then(|(_, document, name)| documents.production(document, name))
        } else if !rest.is_empty() && documents.has(kind) {
            documents.production(kind, rest)
        } else {
            return Ok(None);
        };
        found.map(Some)
    }

    /// Returns the dialect and the text of a pattern, or `None` if the text is not the name of one.
    #[must_use]
    pub fn pattern<'t>(&self, text: &'t str) -> Option<(Dialect, &'t str)> {
        let (kind, rest) = text.split_once(':')?;
        let dialects = Dialect::ALL.iter().map(|dialect| (dialect.name(), *dialect));
        let mut dialects = dialects.chain([("regex", self.dialect)]);
        let (_, dialect) = dialects.find(|(name, _)| kind.eq_ignore_ascii_case(name))?;
        Some((dialect, rest))
    }

    fn of_pattern(&self, pattern: Result<Pattern, PatternError>) -> Result<Language, String> {
        let pattern = pattern.map_err(|why| why.to_string())?;
        Language::from_pattern(&pattern, self.matching).map_err(|why| why.to_string())
    }
}

/// The editions, and the documents that grammars often import.
#[cfg(feature = "documents")]
#[derive(Clone, Copy, Debug)]
pub struct Editions;

#[cfg(feature = "documents")]
impl Editions {
    fn edition(id: &str) -> Option<urispec::Edition> {
        urispec::Edition::every().find(|edition| edition.id().eq_ignore_ascii_case(id))
    }
}

#[cfg(feature = "documents")]
impl Documents for Editions {
    fn has(&self, document: &str) -> bool {
        let mut names = urispec_audit::library().names();
        Self::edition(document).is_some() || names.any(|name| name.eq_ignore_ascii_case(document))
    }

    fn production(&self, document: &str, name: &str) -> Result<Language, String> {
        if let Some(edition) = Self::edition(document) {
            let of_name = |one: &&&urispec::grammar::Grammar| one.production(name).is_some();
            if let Some(grammar) = edition.grammars().iter().find(of_name) {
                let grammar = urispec_audit::any(grammar).map_err(|why| why.to_string())?;
                return Language::from_production(&grammar, name).map_err(|why| why.to_string());
            }
            // RFC 9110 defines more than the schemes http and https.
            if edition != urispec::Edition::Rfc9110 {
                return Err(format!("{} has no production `{name}`", edition.name()));
            }
        }
        let reader = urispec_audit::reader(Notation::Abnf).import_known(document);
        let text = format!("language = {name}\n");
        let text = GrammarText { file: document, text: &text };
        let printed = reader.map_err(|why| why.to_string())?.read(text);
        let printed = printed.map_err(|why| why.to_string())?;
        Language::from_printed(&printed, "language").map_err(|why| why.to_string())
    }
}

/// Returns the language of a production of a grammar in ABNF, which may use productions of the documents that are known by
/// name. The default is the first production.
///
/// # Errors
/// Returns a message if the text is not a grammar, or if the production does not exist or cannot be decided.
#[cfg(feature = "documents")]
pub fn of_abnf(text: &str, name: Option<&str>) -> Result<Language, String> {
    let text = GrammarText { file: "abnf", text };
    let printed = urispec_audit::reader(Notation::Abnf).read(text);
    let printed = printed.map_err(|why| why.to_string())?;
    let names = || printed.productions.iter().map(|one| &*one.name);
    let found = match name {
        Some(name) => names().find(|one| one.eq_ignore_ascii_case(name)),
        None => names().next(),
    };
    let missing = || match name {
        Some(name) => {
            let names: Vec<_> = names().collect();
            format!("the grammar has no rule `{name}`; its rules are: {}", names.join(", "))
        }
        None => "the grammar has no rule".to_owned(),
    };
    Language::from_printed(&printed, found.ok_or_else(missing)?).map_err(|why| why.to_string())
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
