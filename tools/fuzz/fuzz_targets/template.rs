//! Any bytes, for the laws of `urispec_fuzz::template`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| urispec_fuzz::template::holds(data));
