//! Where snapshots lie: `snapshots/EDITION/STAGE/THEME.snap`, each with its inputs in it.

use urispec::Edition;

#[track_caller]
pub(crate) fn snapshot(edition: Edition, stage: &str, theme: &str, text: &str) {
    at(&format!("{edition}/{stage}"), theme, text);
}

/// `snapshots/across/THEME.snap`: the editions side by side.
#[track_caller]
pub(crate) fn across(theme: &str, text: &str) {
    at("across", theme, text);
}

#[track_caller]
fn at(folder: &str, theme: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(format!("../../snapshots/{folder}"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(theme, text));
}
