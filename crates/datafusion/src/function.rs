//! A function as DataFusion calls it.
//!
//! In: columns and scalars. Out: a column, or a scalar if every text is one. What is forgotten: nothing.
//!
//! The surprising case: a column of nulls without a type is text too, so that `uri_host(NULL)` is null and
//! no error.

use std::sync::Arc;

use arrow_array::{Datum, Scalar};
use arrow_schema::{DataType, Field, FieldRef};
use datafusion_common::{DataFusionError, Result, ScalarValue, exec_err, plan_err};
use datafusion_expr::{
    ColumnarValue, Documentation, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl, Signature,
    Volatility,
};
use urispec_columns::{ColumnError, text_type};

use crate::arguments::Options;
use crate::documented::documentation;
use crate::verb::Verb;

/// A function of SQL.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct Function {
    verb: Verb,
    name: String,
    signature: Signature,
    documentation: Documentation,
}

impl Function {
    pub(crate) fn of(verb: Verb) -> Self {
        let signature = Signature::user_defined(Volatility::Immutable);
        Self { verb, name: verb.name(), signature, documentation: documentation(verb) }
    }
}

impl ScalarUDFImpl for Function {
    fn name(&self) -> &str {
        &self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn documentation(&self) -> Option<&Documentation> {
        Some(&self.documentation)
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        let texts = self.verb.texts().len();
        let most = texts + usize::from(self.verb.choice().is_some()) + 1;
        if !(texts..=most).contains(&types.len()) {
            let syntax = &self.documentation.syntax_example;
            return plan_err!("{syntax} has {texts} to {most} arguments, not {}", types.len());
        }
        let (texts, options) = types.split_at(texts);
        let texts = texts.iter().map(|of| match of {
            DataType::Null => Ok(DataType::Utf8),
            of => text_type(of).map(|_| of.clone()).map_err(|error| self.planning(&error)),
        });
        texts.chain(options.iter().map(|_| Ok(DataType::Utf8))).collect()
    }

    fn return_type(&self, types: &[DataType]) -> Result<DataType> {
        self.verb.return_type(types).map_err(|error| self.planning(&error))
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs<'_>) -> Result<FieldRef> {
        let types: Vec<_> = args.arg_fields.iter().map(|field| field.data_type().clone()).collect();
        // What is wrong with a literal is wrong with the query.
        let literals = &args.scalar_arguments[self.verb.texts().len()..];
        Options::read(&self.name, self.verb.choice(), literals)?;
        Ok(Arc::new(Field::new(&self.name, self.return_type(&types)?, true)))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let (texts, options) = args.args.split_at(self.verb.texts().len());
        let literals: Vec<_> = options.iter().map(literal).collect();
        let options = Options::read(&self.name, self.verb.choice(), &literals)?;
        let is_scalar = texts.iter().all(|text| matches!(text, ColumnarValue::Scalar(_)));
        let texts: Vec<_> = texts.iter().map(datum).collect::<Result<_>>()?;
        let answer = match self.verb.run(&texts, &options) {
            Ok(answer) => answer,
            Err(error) => return exec_err!("{}: {error}", self.name),
        };
        Ok(match is_scalar {
            true => ColumnarValue::Scalar(ScalarValue::try_from_array(&answer, 0)?),
            false => ColumnarValue::Array(answer),
        })
    }
}

impl Function {
    fn planning(&self, error: &ColumnError) -> DataFusionError {
        DataFusionError::Plan(format!("{}: {error}", self.name))
    }
}

const fn literal(value: &ColumnarValue) -> Option<&ScalarValue> {
    match value {
        ColumnarValue::Scalar(scalar) => Some(scalar),
        ColumnarValue::Array(_) => None,
    }
}

fn datum(value: &ColumnarValue) -> Result<Box<dyn Datum>> {
    Ok(match value {
        ColumnarValue::Array(array) => Box::new(Arc::clone(array)),
        ColumnarValue::Scalar(scalar) => Box::new(Scalar::new(scalar.to_array()?)),
    })
}
