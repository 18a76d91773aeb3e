//! The functions on a cluster of Ballista.
//!
//! Ballista sends a plan with the names of functions, and each process looks the names up. So the functions
//! are registered three times:
//!
//! 1. with the scheduler, as `SchedulerConfig::override_session_builder`: [`session_builder`];
//! 2. with each executor, as `ExecutorProcessConfig::override_function_registry`: [`function_registry`];
//! 3. with the client's context, by [`register`](crate::register).
//!
//! The surprising case: the executors and schedulers that Ballista publishes know none of this. A cluster
//! runs programs of one's own, of a few lines each: `examples/ballista.rs` is all three.

use std::sync::Arc;

use ballista_core::registry::BallistaFunctionRegistry;
use ballista_core::utils::default_session_builder;
use ballista_scheduler::scheduler_server::SessionBuilder;

use crate::{all_functions, register};

/// What makes the scheduler's sessions: the default, and the functions of this crate.
#[must_use]
pub fn session_builder() -> SessionBuilder {
    Arc::new(|config| {
        let mut state = default_session_builder(config)?;
        register(&mut state)?;
        Ok(state)
    })
}

/// What an executor knows: the default functions, and those of this crate.
#[must_use]
pub fn function_registry() -> Arc<BallistaFunctionRegistry> {
    let mut registry = BallistaFunctionRegistry::default();
    let functions =
        all_functions().map(|function| (function.name().to_owned(), Arc::new(function)));
    registry.scalar_functions.extend(functions);
    Arc::new(registry)
}
