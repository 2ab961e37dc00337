#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| expedition_fuzz::checks::network(data));
