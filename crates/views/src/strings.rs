//! The results for one string or for two, as JSON: targets, normal forms, rungs and findings.
//!
//! `normalize` and `compare` process the given strings or, if there is a base, the targets to which the strings
//! resolve. A target is written so that parsing it returns the same target. Otherwise, another URI would be normalized.

use std::borrow::Cow;
use std::collections::BTreeMap;

use urispec::internal::serialized;
use urispec::trace::{Caveat, NormalizationStep, Warning};
use urispec::whatwg::Url;
use urispec::{Components, Edition, Normalizer, Reference, ResolveError, Resolved, Resolver, Rung};
use urispec_audit::lint::{self as grammar_lint, Linted};
use urispec_lint::{Citation, Finding, Pack};

use crate::fault::{Fault, OfTwo, Warned, utf8};
use crate::record::Record;

/// A base: its text as it was given, its components, and the warning about it, if there is one.
#[derive(Clone, Copy)]
pub struct Base<'b> {
    text: &'b str,
    parts: Components<'b>,
    warning: Option<Warning>,
}

impl<'b> Base<'b> {
    /// Returns the text of the base, as it was given.
    #[must_use]
    pub const fn as_str(&self) -> &'b str {
        self.text
    }
}

impl<'b> From<&Base<'b>> for Components<'b> {
    fn from(base: &Base<'b>) -> Self {
        base.parts
    }
}

/// Reads a string as a base, which has a scheme (RFC 3986, 5.2.1), and against which the edition resolves references.
///
/// # Errors
/// The errors of [`Resolver::read_base`].
pub fn base(edition: Edition, text: &str) -> Result<Base<'_>, Fault> {
    let read = Resolver::from_edition(edition).read_base(text);
    let (parts, warning) = read.map_err(|error| Fault::of_resolving(error, text))?;
    Ok(Base { text, parts, warning })
}

/// A string of the input, or the target to which the string resolves.
pub struct Subject<'a> {
    text: Result<Cow<'a, str>, Fault>,
    is_target: bool,
    /// Whether the text is a serialization, because the given string is not a valid URL string.
    is_serialized: bool,
    /// The warnings about the target.
    pub warnings: Vec<Warned>,
}

impl<'a> Subject<'a> {
    /// Creates the subject for a string: the string itself or, if there is a base, its target.
    pub fn of(edition: Edition, base: Option<&Base<'_>>, bytes: &'a [u8]) -> Self {
        let (text, mut warnings) = (utf8(bytes), Vec::new());
        let text = text.and_then(|text| match base {
            Some(base) => target(edition, base, text, &mut warnings).map(Cow::Owned),
            None => Ok(Cow::Borrowed(text)),
        });
        Self { text, is_target: base.is_some(), is_serialized: false, warnings }
    }

    /// Creates the subject for a string that is normalized or compared. Under the URL Standard, an invalid string that
    /// the parser accepts is replaced by its serialization, as in a browser, with a warning.
    pub fn normalizable(edition: Edition, base: Option<&Base<'_>>, bytes: &'a [u8]) -> Self {
        let mut subject = Self::of(edition, base, bytes);
        if edition != Edition::Whatwg || subject.reference(edition).is_ok() {
            return subject;
        }
        let url = subject.text.as_ref().ok().and_then(|text| Url::parse(text).ok());
        let url = url.map(String::from).filter(|url| u32::try_from(url.len()).is_ok());
        if let Some(url) = url {
            subject.text = Ok(Cow::Owned(url));
            subject.is_serialized = true;
            if base.is_none() {
                subject.warnings.push(Warned::from(Warning::InvalidReference));
            }
        }
        subject
    }

    /// Returns whether the string is valid by the document.
    #[must_use]
    pub const fn is_valid(&self) -> bool {
        !self.is_serialized
    }

    /// Parses the text as a reference.
    pub fn reference(&self, edition: Edition) -> Result<Reference<'_>, Cow<'_, Fault>> {
        let text = self.text.as_deref().map_err(Cow::Borrowed)?;
        if self.is_serialized {
            return Ok(serialized(text));
        }
        Reference::parse(edition, text).map_err(|error| {
            // The offsets refer to the target, which the user does not see.
            Cow::Owned(if self.is_target { Fault::Parse(error) } else { Fault::of(error, text) })
        })
    }
}

fn target(
    edition: Edition,
    base: &Base<'_>,
    text: &str,
    warnings: &mut Vec<Warned>,
) -> Result<String, Fault> {
    let resolver = Resolver::from_edition(edition).guard_path(true);
    let of_resolving = |error| Fault::of_resolving(error, text);
    let (reference, warning) = resolver.read(text).map_err(of_resolving)?;
    let resolved = resolver.resolve(base.parts, reference).map_err(of_resolving)?;
    let Resolved::Target(target) = resolved else {
        return Err(Fault::Resolve(ResolveError::CurrentDocument));
    };
    let read = base.warning.into_iter().chain(warning);
    warnings.extend(read.chain(target.warnings()).map(Warned::from));
    Ok(target.to_string())
}

/// Adds the target and the warnings to the record of a base and a reference.
pub fn resolved(
    record: Record,
    base: &Components<'_>,
    resolution: &Resolved<'_>,
    warnings: impl Iterator<Item = Warning>,
) -> Record {
    // "identical to the base URI", "aside from its fragment component" (RFC 3986, 4.4). Older editions return the
    // current document separately, without a target.
    let (target, current_document, fragment) = match resolution {
        Resolved::Target(target) => {
            let [document, current] =
                [target.components(), *base].map(|uri| Components { fragment: None, ..uri });
            (Some(target.to_string()), document == current, target.components().fragment)
        }
        Resolved::CurrentDocument { fragment } => (None, true, *fragment),
    };
    record
        .with_null("target", target)
        .with("current_document", current_document)
        .with("fragment", fragment)
        .with_all("warnings", warnings.map(|warning| Warned::from(warning).record()))
}

/// Adds the results of normalization to the record of a reference: the normal form, the given and the new warnings, at
/// most `most` changes for each rung, and the number of omitted changes.
#[must_use]
pub fn normalized(
    record: Record,
    normalizer: &Normalizer<'_>,
    reference: &Reference<'_>,
    mut warnings: Vec<Warned>,
    most: usize,
) -> Record {
    let (mut changes, mut counts) = (Vec::new(), BTreeMap::<_, usize>::new());
    let normal = normalizer.explain(reference, |one| {
        let count = counts.entry(one.rung).or_default();
        *count += 1;
        if *count <= most {
            changes.push(change(one));
        }
    });
    let left_out = counts
        .into_iter()
        .filter(|(_, count)| *count > most)
        .map(|(rung, count)| Record::new().with("rung", rung.name()).with("count", count - most));
    let left_out: Vec<_> = left_out.collect();
    warnings.extend(normal.caveats().map(Warned::from));
    let record = record
        .with_all("warnings", warnings.iter().map(Warned::record))
        .with("normalized", normal.as_str())
        .with_all("changes", changes.into_iter());
    match left_out[..] {
        [] => record,
        _ => record.with_all("left_out", left_out.into_iter()),
    }
}

fn change(change: NormalizationStep<'_>) -> Record {
    Record::new()
        .with("rung", change.rung.name())
        .with("section", change.section)
        .with("before", change.before)
        .with("after", change.after)
}

/// Returns the lowest rung at which two given strings are equivalent, if their subjects are equivalent at `rung`. If
/// one of the strings was serialized and they differ, the result is at least [`Rung::Scheme`].
#[must_use]
pub fn lowest(rung: Rung, subjects: &[Subject<'_>; 2], sides: [&[u8]; 2]) -> Rung {
    let is_serialized = subjects.iter().any(|subject| subject.is_serialized);
    if is_serialized && sides[0] != sides[1] { rung.max(Rung::Scheme) } else { rung }
}

/// The keys of the two references that are compared.
pub const PARTS: [OfTwo; 2] = [Some("a"), Some("b")];

/// Adds the warnings and the rung to the record of two references. If `rung` is `None`, they are not equivalent.
#[must_use]
pub fn compared(record: Record, rung: Option<Rung>, warnings: &[Warned]) -> Record {
    record
        .with_all("warnings", warnings.iter().map(Warned::record))
        .with("equivalent", rung.is_some())
        .with("rung", rung.map(Rung::name))
}

/// Returns the warnings about both references, each with the key of its reference. They include the caveats of the
/// normal forms at the rung at which the references are equivalent.
#[must_use]
pub fn warnings(
    normalizer: &Normalizer<'_>,
    rung: Option<Rung>,
    subjects: &[Subject<'_>; 2],
    sides: [&Reference<'_>; 2],
) -> Vec<Warned> {
    let normalizer = normalizer.clone().to(rung.unwrap_or(Rung::String));
    let sides = PARTS.into_iter().zip(subjects).zip(sides);
    let warned = sides.flat_map(|((part, subject), side)| {
        let normal = normalizer.normalize(side);
        // Other caveats of a normal form do not concern the comparison.
        let is_about_both =
            |one: &Caveat| matches!(one, Caveat::Relative { .. } | Caveat::ZoneCase { .. });
        let caveats = normal.caveats().filter(is_about_both).map(Warned::from).collect::<Vec<_>>();
        let warned = subject.warnings.iter().cloned().chain(caveats);
        warned.map(move |warned| Warned { part, ..warned })
    });
    warned.collect()
}

/// Returns the record of a finding, with its severity. `is_denied` states that the finding makes the exit code 1.
#[must_use]
pub fn record(finding: &Finding, severity: &str, is_denied: bool) -> Record {
    record_up_to(usize::MAX, finding, severity, is_denied)
}

/// Returns a record like [`record`], but with at most `most` spans, since a finding may have a million spans. The key
/// `left_out` is the number of omitted spans.
#[must_use]
pub fn record_up_to(most: usize, finding: &Finding, severity: &str, is_denied: bool) -> Record {
    let lint = finding.lint();
    let begun =
        Record::new().with("id", lint.id()).with("severity", severity).with("denied", is_denied);
    let cited = match lint.pack() {
        Pack::Letter => begun
            .with("edition", finding.edition().map(Edition::id))
            .with("section", finding.section()),
        pack => {
            begun.with("pack", pack.name()).with_all("citations", citations(finding.citations()))
        }
    };
    let spans = finding.spans();
    let told = spans.len().min(most);
    cited
        // Each span has the keys `start` and `end`.
        .with("spans", &spans[..told])
        .with("left_out", Some(spans.len() - told).filter(|left| *left > 0))
        .with("message", finding.message())
        .with("mended", finding.mended())
}

/// Returns the cited documents and their sections.
pub fn citations(citations: &[Citation]) -> impl Iterator<Item = Record> {
    citations
        .iter()
        .map(|one| Record::new().with("document", one.document()).with("section", one.section()))
}

/// Returns the record of the findings in a grammar. `told` returns the name of the severity of a finding, and whether
/// the finding makes the exit code 1.
#[must_use]
pub fn grammar(
    file: &str,
    linted: &Linted,
    told: &dyn Fn(&grammar_lint::Finding) -> (&'static str, bool),
) -> Record {
    let findings = linted.findings.iter().map(|finding| {
        let mend = finding.mend.as_ref().map(|mend| {
            Record::new()
                .with("start", mend.span.start)
                .with("end", mend.span.end)
                .with("text", &mend.text)
        });
        let (severity, is_denied) = told(finding);
        Record::new()
            .with("id", finding.lint.id())
            .with("severity", severity)
            .with("denied", is_denied)
            .with("rule", finding.rule.as_ref())
            .with("line", finding.line)
            .with("column", finding.column)
            .with("start", finding.span.start)
            .with("end", finding.span.end)
            .with("message", &finding.message)
            .with("witness", finding.witness.as_ref())
            .with_record("mend", mend)
    });
    Record::line().with("file", file).with_all("findings", findings).with_all(
        "undecided",
        linted
            .undecided
            .iter()
            .map(|open| Record::new().with("rule", &open.rule).with("question", &open.question)),
    )
}
