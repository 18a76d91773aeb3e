//! The changes of a command line, made ready once for many references.
//!
//! In: [`Changes`], once, and the text of each reference. Out: the text with the changes, or why there is none. A run of
//! changes of components is one stage, after which the text is written and read again: what comes out is always a
//! reference with the components that were asked for. A base is read once.
//!
//! The surprising case: a reference that no change applies to is not written again, and costs no more than to read it.

use std::borrow::Cow;

use urispec::{Components, Edition, Normalizer, Reference, Resolver};
use urispec_views::fault::Fault;

use super::change::Change;
use super::changes::Changes;
use super::parts::Parts;
use crate::output::usage::Usage;

/// The changes, ready to be made.
#[derive(Clone)]
pub(super) struct Editor {
    edition: Edition,
    stages: Vec<Stage>,
}

/// What is done to a text at once.
#[derive(Clone)]
enum Stage {
    /// Components are changed.
    Parts(&'static [Change]),
    Resolve(Resolver, Components<'static>),
    Normalize(Normalizer<'static>),
}

impl Editor {
    /// Reads what the changes need.
    pub(super) fn of(edition: Edition, changes: &'static Changes) -> Result<Self, Usage> {
        let resolver = Resolver::from_edition(edition).guard_path(true);
        let mut stages = Vec::new();
        for run in changes.0.chunk_by(|one, next| !one.is_of_whole() && !next.is_of_whole()) {
            stages.push(match run {
                [Change::Resolve(base)] => {
                    let read = resolver.read_base(base);
                    let (base, _) = read.map_err(|error| {
                        Usage::new(format!("--resolve: this is no base: {error}"))
                    })?;
                    Stage::Resolve(resolver, base)
                }
                [Change::Normalize(rung)] => {
                    Stage::Normalize(Normalizer::from_edition(edition).to(*rung))
                }
                run => Stage::Parts(run),
            });
        }
        Ok(Self { edition, stages })
    }

    /// The reference with the changes, or why there is none.
    pub(super) fn edited<'t>(&self, text: &'t str) -> Result<Cow<'t, str>, Fault> {
        let reference =
            Reference::parse(self.edition, text).map_err(|error| Fault::of(error, text))?;
        let Some((first, others)) = self.stages.split_first() else { return Ok(text.into()) };
        let made = first.made(self.edition, &reference).map_err(Fault::Change)?;
        let mut now = made.map_or(Cow::Borrowed(text), Cow::Owned);
        for stage in others {
            // What a stage has made is a reference.
            let reference = Reference::parse(self.edition, &now)
                .map_err(|error| Fault::Change(error.to_string()))?;
            if let Some(made) = stage.made(self.edition, &reference).map_err(Fault::Change)? {
                now = Cow::Owned(made);
            }
        }
        Ok(now)
    }
}

impl Stage {
    /// The text of the changed reference; none if nothing is changed. An error says why it cannot be changed.
    fn made(&self, edition: Edition, reference: &Reference<'_>) -> Result<Option<String>, String> {
        let (made, what) = match self {
            Self::Parts(changes) => {
                let given = Parts::of(reference);
                let mut parts = given.clone();
                for change in *changes {
                    change.apply(&mut parts)?;
                }
                return if parts == given { Ok(None) } else { parts.text(edition).map(Some) };
            }
            Self::Resolve(resolver, base) => {
                let read = resolver.read(reference.as_str());
                let (read, _) = read.map_err(|error| error.to_string())?;
                let resolved = resolver.resolve(*base, read).map_err(|error| error.to_string())?;
                let target = resolved.target().map(|target| target.to_string());
                let target =
                    target.ok_or("the reference means the current document, and has no target")?;
                (target, "the target")
            }
            Self::Normalize(normalizer) => {
                (normalizer.normalize(reference).as_str().to_owned(), "the normal form")
            }
        };
        if made == reference.as_str() {
            return Ok(None);
        }
        match Reference::parse(edition, &made) {
            Ok(_) => Ok(Some(made)),
            Err(error) => Err(format!("{what} is invalid: {error}")),
        }
    }
}
