//! urispec for DataFusion: SQL functions for URIs, by the letter of each URI specification.
//!
//! ```
//! # use datafusion::prelude::SessionContext;
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> datafusion::error::Result<()> {
//! let mut context = SessionContext::new();
//! urispec_datafusion::register(&mut context)?;
//! let rows = context.sql("SELECT uri_host('http://user@example.com:80/a') AS host").await?;
//! assert_eq!(rows.to_string().await?.lines().nth(3), Some("| example.com |"));
//! # Ok(())
//! # }
//! ```
//!
//! | function | gives |
//! |---|---|
//! | `uri_scheme(url)`, `uri_authority`, `uri_userinfo`, `uri_host`, `uri_host_kind`, `uri_port`, `uri_path`, `uri_query`, `uri_fragment` | one component |
//! | `uri_port_number(url)` | the port as a number |
//! | `uri_components(url)` | all components, as a struct |
//! | `uri_valid(url)` | whether the string is a reference |
//! | `uri_error(url)` | what is wrong, as a sentence |
//! | `uri_normalize(url[, rung])` | the normal form, up to `path-segments` or the rung |
//! | `uri_resolve(base, reference)` | the target |
//! | `uri_relativize(base, target)` | the shortest reference |
//! | `uri_compare(a, b)` | the rung at which the two meet |
//! | `uri_lint(url[, pack])` | the ids of what is unwise |
//!
//! A last argument, as `'rfc2396'`, chooses the edition; RFC 3986 is the default. Edition, rung and pack
//! are literals. A null gives null, and so does a string that is no reference of the edition: no query
//! fails because of a row. A wrong edition, or a column that holds no text, fails when the query is planned.
//!
//! Text may be of any type that DataFusion has for text, and comes back in that type, so that the views that
//! Parquet files are read as are never copied.
//!
//! The surprising case: nothing is rewritten. `uri_host('http://EXAMPLE.com')` is `EXAMPLE.com`; who
//! counts hosts normalizes first.

use std::sync::Arc;

use datafusion_common::Result;
use datafusion_expr::ScalarUDF;
use datafusion_expr::registry::FunctionRegistry;

mod arguments;
#[cfg(feature = "ballista")]
pub mod ballista;
mod documented;
mod function;
mod verb;

use function::Function;
use verb::Verb;

/// Every function of this crate.
pub fn all_functions() -> impl Iterator<Item = ScalarUDF> {
    Verb::all().map(|verb| ScalarUDF::from(Function::of(verb)))
}

/// Registers every function with a context, a session's state or another registry.
///
/// # Errors
///
/// The error of the registry, if it takes no functions.
pub fn register(registry: &mut dyn FunctionRegistry) -> Result<()> {
    for function in all_functions() {
        registry.register_udf(Arc::new(function))?;
    }
    Ok(())
}
