//! Any bytes, for the laws of `urispec_fuzz::abnf`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| urispec_fuzz::abnf::holds(data));
