//! The audit: what it reads of printed grammars and of pest's, what it refuses, what it decides, and
//! that this is true.

mod budget;
mod certificates;
mod mend;
mod never;
mod planted;
mod printed;
mod refusals;
mod report;
mod rfc3986;
mod tables;
mod tampered;
mod terminals;
