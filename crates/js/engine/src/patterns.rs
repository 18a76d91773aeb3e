//! Requests about patterns as texts.

use grammar_audit::export::{PortableSyntax, portable};
use grammar_audit::lint::lint_pattern_as;
use grammar_audit::patterns::{MatchTime, PatternUsage};
use grammar_audit::{Dialect, Pattern};
use urispec_views::Record;

use crate::languages::language;
use crate::{Answer, Request, listed, matching};

fn dialect(name: Option<&str>) -> Result<Dialect, String> {
    let name = name.unwrap_or(Dialect::EcmaScript.name());
    listed("dialect", name, Dialect::ALL.iter().map(|dialect| (dialect.name(), *dialect)))
}

/// The maximum length of a pattern if the request has none.
const LENGTH: usize = 10_000;

/// `pattern`: a pattern without look-around in a simpler syntax, `dialect`, of the language `of` or of the pattern `text`
/// in the dialect `from`.
pub(crate) fn pattern(request: &Request) -> Answer {
    let syntax = match request.some_text("dialect")? {
        None | Some("json-schema") => PortableSyntax::JsonSchema,
        name => PortableSyntax::Dialect(dialect(name)?),
    };
    let most = request.number("max_length", LENGTH)?;
    let written = match request.some_text("text")? {
        Some(text) => {
            let pattern = Pattern::read(dialect(request.some_text("from")?)?, text);
            let pattern = pattern.map_err(|why| why.to_string())?;
            portable(&pattern, matching(request.some_text("match")?)?, syntax, most)
        }
        None => language(request.value("of")?)?.to_pattern(syntax, most),
    };
    Ok(Record::new().with("pattern", written.map_err(|why| why.to_string())?))
}

/// `lint`: the findings in a pattern, and the questions that were not decided.
pub(crate) fn lint(request: &Request) -> Answer {
    let text = request.text("text")?;
    let dialect = dialect(request.some_text("dialect")?)?;
    let usage = PatternUsage::test(dialect, matching(request.some_text("match")?)?);
    let linted = lint_pattern_as(usage, text);
    let findings = linted.findings.iter().map(|one| {
        Record::new()
            .with("id", one.lint.id())
            .with("severity", one.severity().name())
            .with("message", &one.message)
            .with("start", one.span.start)
            .with("end", one.span.end)
            .with("witness", &one.witness)
            .with("mended", one.mend.as_ref().map(|mend| mend.applied(text)))
    });
    let undecided: Vec<_> = linted.undecided.iter().map(|one| &one.question).collect();
    Ok(Record::new().with_all("findings", findings).with("undecided", undecided))
}

/// `time`: how the steps of a backtracking engine grow with the length of the string.
pub(crate) fn time(request: &Request) -> Answer {
    let (text, dialect) = (request.text("text")?, dialect(request.some_text("dialect")?)?);
    let matching = matching(request.some_text("match")?)?;
    let time = match Pattern::read(dialect, text) {
        Ok(pattern) => pattern.decide_match_time(matching),
        Err(error) => Pattern::time_with_references(dialect, text, matching)
            .ok_or_else(|| error.to_string())?,
    };
    let growth = |name: &str| Record::new().with("growth", name);
    let (record, attack) = match time {
        Err(why) => return Ok(growth("undecided").with("why", why)),
        Ok(MatchTime::Polynomial { degree, attack }) => {
            (growth("polynomial").with("degree", degree), attack)
        }
        Ok(MatchTime::Exponential { attack }) => (growth("exponential"), attack),
        Ok(_) => return Ok(growth("linear")),
    };
    Ok(record
        .with("pumps", &attack.pumps)
        .with("suffix", &attack.suffix)
        .with("steps", &attack.steps))
}
