//! What the checker takes and what it refuses. The certificates are written by the engine, of which the checker knows
//! nothing but the format.

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
