//! Any bytes, for the laws of `urispec_fuzz::pest`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| urispec_fuzz::pest::holds(data));
