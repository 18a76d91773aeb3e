//! Matches strings against URI templates, and expands templates with columns of values (RFC 6570).
//!
//! A string may match in more than one way: `{a}{b}` matches `x` in two ways, so its row is null. [`template_ways`]
//! counts the ways.

use std::sync::Arc;

use arrow_array::builder::{ArrayBuilder, ListBuilder, StringBuilder, UInt8Builder};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, ListArray, StringArray, StructArray};
use arrow_buffer::NullBufferBuilder;
use arrow_schema::{DataType, Field};
use urispec_template::{Expansions, UriTemplate, Value, Values, VariableType, VariableTypes};

use crate::texts::{Texts, expanded, map_texts, text_type};
use crate::{ColumnError, error};

/// Matches each string against the template, and returns the values of the variables: a struct with a text (Utf8) for
/// each variable, and a list of texts for each exploded variable. A row is null if the string is null, does not match,
/// or matches in more than one way. A field is null if its variable is undefined.
///
/// ```
/// use arrow_array::{Array, StringArray, cast::AsArray};
/// use urispec_template::UriTemplate;
/// let template = UriTemplate::parse("/users/{user}{?tab}").unwrap();
/// let urls = StringArray::from(vec!["/users/ada?tab=a%20b", "/users/ada", "/groups/ada"]);
/// let found = urispec_columns::template_match(&urls, &template)?;
/// let found = found.as_struct();
/// let tab = found.column_by_name("tab").unwrap().as_string::<i32>();
/// assert!(tab.iter().eq([Some("a b"), None, None]));
/// assert_eq!(found.null_count(), 1);
/// # Ok::<(), urispec_columns::ColumnError>(())
/// ```
///
/// # Errors
///
/// [`ColumnError::Type`] if the column is not text, [`ColumnError::Template`] if the template has no automaton or no
/// variable, [`ColumnError::TooLong`] if the values do not fit into one array.
pub fn template_match(column: &dyn Array, template: &UriTemplate) -> Result<ArrayRef, ColumnError> {
    let (expansions, variables) = (expansions(template)?, variables(template));
    if variables.is_empty() {
        return Err(ColumnError::Template("the template has no variables".to_owned()));
    }
    map_texts(column, |texts| {
        let mut fields: Vec<Builder> = variables.iter().map(|(_, of)| Builder::new(*of)).collect();
        let mut valid = NullBufferBuilder::new(texts.len());
        for row in texts.rows() {
            let row = row?;
            let ways = texts.text(row).map(|text| expansions.matches(text, 2));
            let only = ways.as_ref().and_then(|ways| ways.only());
            valid.append(only.is_some());
            for (builder, (name, _)) in fields.iter_mut().zip(&variables) {
                builder.append(only.and_then(|values| values.get(name)))?;
            }
        }
        let arrays: Vec<ArrayRef> = fields.into_iter().map(Builder::finish).collect();
        let of = |((name, _), array): (&(&str, VariableType), &ArrayRef)| {
            Field::new(*name, array.data_type().clone(), true)
        };
        let fields: Vec<Field> = variables.iter().zip(&arrays).map(of).collect();
        let found = StructArray::try_new(fields.into(), arrays, valid.finish())?;
        Ok(Arc::new(found))
    })
}

/// Counts the ways in which each string matches the template. A count of 2 means two or more. A null gives null.
///
/// # Errors
///
/// [`ColumnError::Type`] if the column is not text, [`ColumnError::Template`] if the template has no automaton.
pub fn template_ways(column: &dyn Array, template: &UriTemplate) -> Result<ArrayRef, ColumnError> {
    let expansions = expansions(template)?;
    map_texts(column, |texts| {
        let mut counts = UInt8Builder::with_capacity(texts.len());
        for row in texts.rows() {
            let row = row?;
            let ways = texts.text(row).map(|text| expansions.matches(text, 2));
            // A search that stopped early has found a second way, or is undecided.
            counts.append_option(ways.map(|ways| match ways.are_all() {
                true => ways.all().len() as u8,
                false => 2,
            }));
        }
        Ok(Arc::new(counts.finish()))
    })
}

/// Expands the template for each row. `values` is a struct with a field of text, or of a list of texts, for each
/// variable; a missing or null field is undefined. A row is null where the struct is null, or where the template
/// applies a prefix to a list.
///
/// # Errors
///
/// [`ColumnError::Type`] if the column is not a struct, or the values of a variable have another type;
/// [`ColumnError::TooLong`] if the expansions do not fit into one array.
pub fn template_expand(
    values: &dyn Array,
    template: &UriTemplate,
) -> Result<ArrayRef, ColumnError> {
    if *values.data_type() == DataType::Null {
        return Ok(Arc::new(StringArray::new_null(values.len())));
    }
    let Some(fields_in) = values.as_struct_opt() else {
        return Err(ColumnError::Type(values.data_type().clone()));
    };
    let mut columns = Vec::new();
    for name in template.variables() {
        if let Some(column) = fields_in.column_by_name(name) {
            columns.push((name, VariableColumn::new(column)?));
        }
    }
    let mut expanded = StringBuilder::new();
    for row in error::rows(fields_in.len()) {
        let row = row?;
        if fields_in.is_null(row) {
            expanded.append_null();
            continue;
        }
        let mut values = Values::new();
        for (name, column) in &columns {
            if let Some(value) = column.value(row)? {
                values.set(name, value);
            }
        }
        let text = template.expand(&values).ok();
        fits(expanded.values_slice().len() + text.as_ref().map_or(0, String::len))?;
        expanded.append_option(text);
    }
    Ok(Arc::new(expanded.finish()))
}

fn expansions(template: &UriTemplate) -> Result<Expansions<'_>, ColumnError> {
    let found = template.expansions(&VariableTypes::new());
    found.map_err(|error| ColumnError::Template(error.to_string()))
}

fn variables(template: &UriTemplate) -> Vec<(&str, VariableType)> {
    let types = VariableTypes::new();
    template.variables().map(|name| (name, types.of(template, name))).collect()
}

/// Checks that one array can have this many bytes or list members.
fn fits(length: usize) -> Result<(), ColumnError> {
    i32::try_from(length).map(|_| ()).map_err(|_| ColumnError::TooLong)
}

/// The builder of the result column for a variable.
enum Builder {
    Text(StringBuilder),
    List(ListBuilder<StringBuilder>),
}

impl Builder {
    fn new(of: VariableType) -> Self {
        match of {
            VariableType::String => Self::Text(StringBuilder::new()),
            _ => Self::List(ListBuilder::new(StringBuilder::new())),
        }
    }

    fn append(&mut self, value: Option<&Value>) -> Result<(), ColumnError> {
        match (self, value) {
            (Self::Text(texts), Some(Value::String(text))) => {
                fits(texts.values_slice().len() + text.len())?;
                texts.append_value(text);
            }
            (Self::Text(texts), _) => texts.append_null(),
            (Self::List(lists), Some(Value::List(members))) => {
                let more: usize = members.iter().map(|member| member.len() + 1).sum();
                fits(lists.values_ref().values_slice().len() + lists.values_ref().len() + more)?;
                lists.append_value(members.iter().map(Some));
            }
            (Self::List(lists), _) => lists.append_null(),
        }
        Ok(())
    }

    fn finish(self) -> ArrayRef {
        match self {
            Self::Text(mut texts) => Arc::new(texts.finish()),
            Self::List(mut lists) => Arc::new(lists.finish()),
        }
    }
}

/// The input column of a variable.
enum VariableColumn {
    /// Texts without dictionary or run-end encoding.
    Texts(ArrayRef),
    Lists(ListArray),
}

impl VariableColumn {
    fn new(column: &ArrayRef) -> Result<Self, ColumnError> {
        match column.data_type() {
            DataType::List(item) if text_type(item.data_type()).is_ok() => {
                Ok(Self::Lists(column.as_list().clone()))
            }
            _ => Ok(Self::Texts(expanded(column)?)),
        }
    }

    fn value(&self, row: usize) -> Result<Option<Value>, ColumnError> {
        Ok(match self {
            Self::Texts(texts) => Texts::new(texts)?.text(row).map(Value::from),
            Self::Lists(lists) if lists.is_null(row) => None,
            Self::Lists(lists) => {
                let members = expanded(&lists.value(row))?;
                let texts = Texts::new(&members)?;
                let all = (0..texts.len()).filter_map(|at| texts.text(at).map(str::to_owned));
                Some(Value::List(all.collect()))
            }
        })
    }
}
