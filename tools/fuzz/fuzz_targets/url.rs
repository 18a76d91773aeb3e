#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| urispec_fuzz::url::holds(data));
