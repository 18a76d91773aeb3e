//! Documents side by side.

mod across;
mod answers;
mod changes;
mod diff;
mod history;
