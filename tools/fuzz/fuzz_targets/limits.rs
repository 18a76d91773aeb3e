//! Any bytes, for the laws of `urispec_fuzz::limits`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| urispec_fuzz::limits::holds(data));
