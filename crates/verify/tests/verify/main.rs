//! Acceptance and refusal by the checker. The engine writes the certificates; the checker shares only the format with
//! it.

mod editions;
mod hostile;
mod left_out;
mod notations;
mod patterns;
mod planted;
mod program;
mod recursion;
mod tampered;
mod written;
