//! Where snapshots lie: `snapshots/EDITION/STAGE/THEME.snap`, each with its inputs in it.

#[track_caller]
pub(crate) fn snapshot(stage: &str, theme: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(format!("../../snapshots/rfc3986/{stage}"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(theme, text));
}
