//! Strings of a production: [random members and near misses](sample), and the [suite] that tells a right
//! parser from wrong ones.

#[cfg(feature = "sample")]
pub mod sample;
pub mod suite;
