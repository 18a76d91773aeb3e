//! Names of languages on the command line: those of every client, and files with a grammar.

use std::path::Path;

use urispec_audit::Language;
use urispec_views::language::PatternOptions;

use super::ReadingArgs;
use crate::output::{Output, Stop, Usage};

/// How the names of languages are read.
pub(crate) struct LanguageReader<'a> {
    pub(crate) patterns: PatternOptions,
    pub(crate) reading: &'a ReadingArgs,
}

impl LanguageReader<'_> {
    /// Reads the language of a name, or of a production of a file, `FILE#NAME`.
    pub(crate) fn read(&self, text: &str, out: &mut Output) -> Result<Language, Stop> {
        let wrong = |why: String| Stop::from(Usage::new(format!("{text}: {why}")));
        if let Some(language) = self.patterns.language(text).map_err(wrong)? {
            return Ok(language);
        }
        let (file, rule) = match text.rsplit_once('#') {
            Some((file, rule)) => (file, Some(rule)),
            None => (text, None),
        };
        // A kind with a typo, such as `glob:*.com`, is not the name of a file.
        let path = Path::new(file);
        let is_file = path.exists() || !file.contains(':') && path.extension().is_some();
        if !is_file && file != "-" {
            let why = "this names no language; write KIND:TEXT, such as `regex:^a$`, `iam:a*` or `rfc3986:host`, or \
                       FILE#NAME for a production of a file";
            return Err(wrong(why.to_owned()));
        }
        let grammar = self.reading.read(path, true, out)?;
        let rule = super::named(&grammar, rule)?.to_owned();
        out.or_stop(Language::from_production(&grammar, &rule))
    }
}
