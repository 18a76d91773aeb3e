//! The types: traits, storages, mapping, repair.

mod complete;
mod equality;
mod mapping;
mod repair;
mod serde;
mod storages;
mod traits;
