//! The types: traits, storages, mapping, repair.

mod equality;
mod mapping;
mod repair;
mod serde;
mod storages;
mod traits;
