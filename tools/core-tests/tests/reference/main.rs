//! A reference implementation of RFC 3986 that follows its text step by step: syntax and errors, resolution, normal
//! forms. The library must agree with it on all short strings, and on long strings with something at the boundary of a
//! block.

mod faults;
mod normal_forms;
mod resolution;
mod strings;
mod syntax;
