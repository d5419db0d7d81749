//! Fuzzes the parser of positions with arbitrary bytes.
//!
//! The parser must not panic, errors must have a span, and an accepted position must print as a text with the same
//! meaning. Run with `cargo +nightly fuzz run spec`.

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
            assert_eq!((again.play, again.component_count()), (spec.play, spec.component_count()));
        }
        Err(error) => {
            let span = error.span.expect("an error has a place");
            assert!(text.get(span).is_some(), "the place is whole characters of the text");
            assert!(!error.message.is_empty());
        }
    }
});
