//! RFC 3986 by its letter, as slowly as it is written: syntax and faults, resolution, normal forms; held against the
//! library on all short strings, and on long ones at whose borders of blocks something stands.

mod faults;
mod normal_forms;
mod resolution;
mod strings;
mod syntax;
