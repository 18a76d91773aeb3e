//! Documents side by side.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, OnceLock};

use urispec::grammar::Grammar;
use urispec_audit::Languages;

mod across;
mod answers;
mod changes;
mod diff;
mod history;

/// The languages of a printed grammar as read, which are decided once for all tests.
fn languages(grammar: &Grammar) -> &'static Languages {
    static KNOWN: LazyLock<Mutex<HashMap<String, &OnceLock<Languages>>>> =
        LazyLock::new(Mutex::default);
    let stem = grammar.stem().to_owned();
    let found = *KNOWN.lock().unwrap().entry(stem).or_insert_with(|| Box::leak(Box::default()));
    found.get_or_init(|| Languages::new(&urispec_audit::pair(grammar).unwrap().as_read()))
}
