//! The arguments after the texts: rung, pack and edition, as literals.

use datafusion_common::{Result, ScalarValue, plan_datafusion_err, plan_err};
use urispec::lint::Pack;
use urispec::{Edition, Rung};

/// What may stand between the texts and the edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    Rung,
    Pack,
}

/// What was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Options {
    pub(crate) edition: Edition,
    pub(crate) rung: Rung,
    pub(crate) pack: Pack,
}

impl Options {
    /// Reads the arguments after the texts of a function of that name.
    pub(crate) fn read(
        function: &str,
        choice: Option<Choice>,
        arguments: &[Option<&ScalarValue>],
    ) -> Result<Self> {
        let mut options =
            Self { edition: Edition::default(), rung: Rung::PathSegments, pack: Pack::Letter };
        let mut rest = arguments.iter().copied();
        if let Some(choice) = choice
            && let Some(argument) = rest.next()
        {
            match choice {
                Choice::Rung => {
                    let text = literal(function, "rung", argument)?;
                    options.rung = text.parse().map_err(|error| plan_datafusion_err!("{error}"))?;
                }
                Choice::Pack => options.pack = pack(literal(function, "pack", argument)?)?,
            }
        }
        if let Some(argument) = rest.next() {
            let text = literal(function, "edition", argument)?;
            options.edition = text.parse().map_err(|error| plan_datafusion_err!("{error}"))?;
        }
        Ok(options)
    }
}

/// The text of a literal. Of a column there is none.
fn literal<'a>(function: &str, name: &str, argument: Option<&'a ScalarValue>) -> Result<&'a str> {
    match argument.and_then(ScalarValue::try_as_str) {
        Some(Some(text)) => Ok(text),
        _ => plan_err!("the {name} of {function} must be a literal text"),
    }
}

fn pack(name: &str) -> Result<Pack> {
    let found = Pack::ALL.iter().find(|pack| pack.name() == name);
    let names = || Pack::ALL.iter().map(|pack| pack.name()).collect::<Vec<_>>().join(", ");
    found.copied().ok_or_else(|| {
        plan_datafusion_err!("no pack is called `{name}`; the packs built in are: {}", names())
    })
}
