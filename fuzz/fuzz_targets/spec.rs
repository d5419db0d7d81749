//! Any bytes at all as a spec: no panic, errors have a place, and what is accepted prints as something that means the
//! same. Run with `cargo +nightly fuzz run spec`.

#![no_main]

use grundy_games::parse;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match parse(text) {
        Ok(spec) => {
            let canonical = spec.to_string();
            let again = parse(&canonical).expect("a printed spec is read");
            assert_eq!(again.to_string(), canonical);
            assert_eq!((again.play, again.parts()), (spec.play, spec.parts()));
        }
        Err(error) => {
            let span = error.span.expect("an error has a place");
            assert!(text.get(span).is_some(), "the place is whole characters of the text");
            assert!(!error.message.is_empty());
        }
    }
});
