//! Any bytes, for the laws of `urispec_fuzz::documents`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| urispec_fuzz::documents::holds(data));
