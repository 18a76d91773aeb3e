//! Helpers that several test binaries share.

#![allow(dead_code, reason = "each test binary uses a part of this")]

use std::fmt::Display;
use std::path::PathBuf;

/// Returns how much a test does: the first number, or with `URISPEC_LONG` the second.
pub(crate) fn scaled(short: usize, long: usize) -> usize {
    if std::env::var_os("URISPEC_LONG").is_some() { long } else { short }
}

/// Returns every string of at most `most` of the pieces, shortest first.
pub(crate) fn words<P: Display>(pieces: impl IntoIterator<Item = P>, most: usize) -> Vec<String> {
    let pieces: Vec<P> = pieces.into_iter().collect();
    let (mut all, mut longest) = (vec![String::new()], vec![String::new()]);
    for _ in 0..most {
        let longer = |text: &String| pieces.iter().map(|piece| format!("{text}{piece}")).collect();
        longest = longest.iter().flat_map(|text| -> Vec<_> { longer(text) }).collect();
        all.extend_from_slice(&longest);
    }
    all
}

/// Reads a file of the folder `shared`, which lies beside the repository or where `URISPEC_SHARED` says. Returns nothing
/// if it is absent.
pub(crate) fn shared(path: &str) -> Option<String> {
    let named = std::env::var_os("URISPEC_SHARED").map(PathBuf::from);
    let folder = named.unwrap_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/../shared").into());
    match std::fs::read(folder.join(path)) {
        Ok(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
        Err(error) => {
            eprintln!("skipped: {}: {error}", folder.join(path).display());
            None
        }
    }
}

/// Compares a text with `snapshots/FOLDER/THEME.snap`.
#[track_caller]
pub(crate) fn snapshot(folder: &str, theme: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(format!("../../snapshots/{folder}"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(theme, text));
}
