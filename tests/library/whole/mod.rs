//! What holds of the library as a whole.

mod allocations;
mod bad_input;
mod bytes;
mod dependencies;
mod documents;
mod programs;
mod properties;
mod public_names;
mod published;
mod rooms;
mod workflows;
