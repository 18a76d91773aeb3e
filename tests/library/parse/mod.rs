//! Strings, valid or not: examples, errors and their causes, what single schemes mean.

mod causes;
mod printed_examples;
mod sentences;
mod single_schemes;
