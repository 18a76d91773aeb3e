//! Strings of a production: [random members and near misses](sample), and the [suite] that distinguishes a correct
//! parser from wrong ones.

#[cfg(feature = "sample")]
pub mod sample;
pub mod suite;

/// The text of a string that is made of characters.
fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("the letters of an edition are characters")
}
