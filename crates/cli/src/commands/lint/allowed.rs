//! The allow list of `--host-allow`: what the patterns are meant to accept.

use std::path::PathBuf;

use clap::ValueHint;
use urispec_audit::lint::{Finding, Lint};
use urispec_audit::patterns::LanguageError;
use urispec_audit::{AllowError, AllowList, AllowedKind, Dialect, Language, Matching, Pattern};
use urispec_views::language::PatternOptions;

use crate::input::rows;
use crate::output::{Output, Stop, Usage};

const HOST_ALLOW: &str = "\
Allow what VALUE stands for. It is a finding if a pattern accepts anything that no VALUE allows, with the shortest such \
string; without a finding, there is no such string. May be repeated.

  example.com              the URIs with this host; `*.example.com` for all hosts below it
  https://example.com      this origin, as in the header field `Origin`; `https://*.example.com` for those below it
  https://example.com/cb   this URI, such as a redirect URI or the identity in a certificate
  iam:https://*.a.com/*    any language of `urispec relation`, such as `regex:PATTERN` in the dialect of --notation

If every VALUE is a host, URIs are checked for another host (RFC 3986, 3.2.2). If the others allow only origins, and no \
VALUE is a host, the question is which other origins a browser can send (RFC 6454, 6.2); if they allow only URIs, which \
other URIs are accepted; otherwise which other strings. The strings of all values are allowed together.";

#[derive(clap::Args)]
pub(super) struct AllowArgs {
    /// Allow this host, origin, URI or language: what else a pattern accepts is a finding; may be repeated
    #[arg(long, value_name = "VALUE", requires = "of_patterns", long_help = HOST_ALLOW)]
    host_allow: Vec<String>,
    /// Allow the values in FILE, one per line, as with --host-allow; empty lines and `#` comments are skipped
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "of_patterns")]
    host_allow_file: Option<PathBuf>,
}

/// An allow list, and the names of its values.
pub(super) struct Allowed {
    list: AllowList,
    names: String,
}

impl AllowArgs {
    /// Reads the values. Returns `None` if there are none.
    pub(super) fn read(
        &self,
        dialect: Option<Dialect>,
        out: &mut Output,
    ) -> Result<Option<Allowed>, Stop> {
        let place = "invalid value for '--host-allow'".to_owned();
        let mut values: Vec<_> =
            self.host_allow.iter().map(|value| (place.clone(), value.clone())).collect();
        if let Some(path) = &self.host_allow_file {
            let (file, text) = rows::read(path, out)?.ok_or(Stop::Refused)?;
            let lines = rows::entries(&text);
            values.extend(lines.map(|(line, value)| (format!("{file}:{line}"), value.to_owned())));
            if values.is_empty() {
                return Err(Usage::new(format!("{file}: the file has no values")).into());
            }
        }
        if values.is_empty() {
            return Ok(None);
        }
        Allowed::read(&values, dialect).map(Some).map_err(|why| Usage::new(why).into())
    }
}

impl Allowed {
    /// Reads values, each with its place, in which a `regex:` is of the dialect.
    fn read(values: &[(String, String)], dialect: Option<Dialect>) -> Result<Self, String> {
        let options = PatternOptions::default();
        let options = PatternOptions { dialect: dialect.unwrap_or(options.dialect), ..options };
        let (mut texts, mut languages) = (Vec::new(), Vec::new());
        for (place, value) in values {
            let language = options.language(value);
            match language.map_err(|why| format!("{place}: {value}: {why}"))? {
                Some(language) => languages.push(language),
                None => texts.push(&**value),
            }
        }
        let list = AllowList::new(&texts, &languages).map_err(|why| {
            let named = match &why {
                AllowError::Value(value)
                | AllowError::Wildcard(value)
                | AllowError::Origin { value, .. } => Some(value),
                _ => None,
            };
            let place = values.iter().find(|(_, value)| Some(value) == named);
            let place = place.map_or("--host-allow", |(place, _)| place);
            let hint = match &why {
                AllowError::Value(_) | AllowError::Wildcard(_) => {
                    "; for other strings, name a language, such as `iam:https://*.example.com/*`"
                }
                _ => "",
            };
            format!("{place}: {why}{hint}")
        })?;
        let more = values.len().saturating_sub(super::grammar::NAMED);
        let names = values.iter().take(super::grammar::NAMED).map(|(_, value)| &**value);
        let mut names = names.collect::<Vec<_>>().join(", ");
        if more > 0 {
            names.push_str(&format!(" and {more} more"));
        }
        Ok(Self { list, names })
    }

    /// Creates a list of one host.
    pub(super) fn host(host: &str) -> Option<Self> {
        Self::read(&[(String::new(), host.to_owned())], None).ok()
    }

    /// Describes what is not allowed.
    pub(super) fn others(&self) -> String {
        let names = &self.names;
        match self.list.kind() {
            AllowedKind::Hosts => format!("a URI with a host other than {names}"),
            AllowedKind::Origins => format!("an origin that is not allowed by {names}"),
            AllowedKind::Uris => format!("a URI that is not allowed by {names}"),
            _ => format!("a string that is not allowed by {names}"),
        }
    }

    /// Finds a string that a pattern accepts and that is not allowed.
    pub(super) fn finding(
        &self,
        pattern: &Pattern,
        matching: Matching,
        text: &str,
    ) -> Result<Option<Finding>, String> {
        let language: Result<_, LanguageError> = Language::from_pattern(pattern, matching);
        let language = language.map_err(|why| why.to_string())?;
        let found = self.list.escape(&language).map_err(|why| why.to_string())?;
        Ok(found.map(|string| {
            let others = self.others();
            let message = match self.list.kind() {
                AllowedKind::Hosts => {
                    let others = others.trim_start_matches("a ");
                    format!("it accepts {string:?}, a valid {others} (RFC 3986, 3.2.2)")
                }
                AllowedKind::Origins => format!("it accepts {string:?}, {others} (RFC 6454, 6.2)"),
                _ => format!("it accepts {string:?}, {others}"),
            };
            Finding::at(text, 0..text.len(), Lint::HostEscape, message).shown_by(string)
        }))
    }
}
