//! What the functions do: each a call of [`urispec_columns`].

use arrow_array::{ArrayRef, Datum};
use arrow_schema::DataType;
use datafusion_common::Result;
use urispec_columns as columns;
use urispec_columns::{ColumnError, Component};

use crate::arguments::{Choice, Options};

/// What a function does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Verb {
    Component(Component),
    PortNumber,
    Components,
    Valid,
    Error,
    Normalize,
    Resolve,
    Relativize,
    Compare,
    Lint,
}

impl Verb {
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let others = [
            Self::PortNumber,
            Self::Components,
            Self::Valid,
            Self::Error,
            Self::Normalize,
            Self::Resolve,
            Self::Relativize,
            Self::Compare,
            Self::Lint,
        ];
        Component::ALL.into_iter().map(Self::Component).chain(others)
    }

    /// The name of the function in SQL.
    pub(crate) fn name(self) -> String {
        let name = match self {
            Self::Component(component) => component.name(),
            Self::PortNumber => "port_number",
            Self::Components => "components",
            Self::Valid => "valid",
            Self::Error => "error",
            Self::Normalize => "normalize",
            Self::Resolve => "resolve",
            Self::Relativize => "relativize",
            Self::Compare => "compare",
            Self::Lint => "lint",
        };
        format!("uri_{name}")
    }

    /// The names of the arguments that are texts.
    pub(crate) const fn texts(self) -> &'static [&'static str] {
        match self {
            Self::Resolve => &["base", "reference"],
            Self::Relativize => &["base", "target"],
            Self::Compare => &["a", "b"],
            _ => &["url"],
        }
    }

    pub(crate) const fn choice(self) -> Option<Choice> {
        match self {
            Self::Normalize => Some(Choice::Rung),
            Self::Lint => Some(Choice::Pack),
            _ => None,
        }
    }

    /// The type of the answer to texts of these types.
    pub(crate) fn return_type(self, texts: &[DataType]) -> Result<DataType, ColumnError> {
        Ok(match self {
            Self::Component(_) | Self::Error | Self::Normalize | Self::Compare => {
                columns::text_type(&texts[0])?
            }
            Self::Resolve | Self::Relativize => columns::text_type(&texts[1])?,
            Self::PortNumber => DataType::UInt16,
            Self::Components => DataType::Struct(columns::components_fields(&texts[0])?),
            Self::Valid => DataType::Boolean,
            Self::Lint => columns::lint_type(),
        })
    }

    /// The answer to texts, each a column or a scalar.
    pub(crate) fn run(
        self,
        texts: &[Box<dyn Datum>],
        options: &Options,
    ) -> Result<ArrayRef, ColumnError> {
        let Options { edition, rung, pack } = *options;
        let (first, _) = texts[0].get();
        match self {
            Self::Component(component) => columns::component(first, component, edition),
            Self::PortNumber => columns::port_number(first, edition),
            Self::Components => columns::components(first, edition),
            Self::Valid => columns::valid(first, edition),
            Self::Error => columns::error(first, edition),
            Self::Normalize => columns::normalize(first, rung, edition),
            Self::Resolve => columns::resolve(&*texts[0], &*texts[1], edition),
            Self::Relativize => columns::relativize(&*texts[0], &*texts[1], edition),
            Self::Compare => columns::compare(&*texts[0], &*texts[1], edition),
            Self::Lint => columns::lint(first, pack, edition),
        }
    }
}
