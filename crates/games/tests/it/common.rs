//! A check of printed positions, and a stub of files, for several test modules.

use grundy_games::parse;
use grundy_rules::Sources;
use std::io;

/// Asserts that a position is printed in this form, and that the printed form is parsed back to itself.
#[track_caller]
pub fn assert_prints(text: &str, printed: &str) {
    assert_eq!(parse(text).unwrap_or_else(|error| panic!("{text}: {error}")).to_string(), printed);
    assert_eq!(parse(printed).unwrap().to_string(), printed);
}

/// Sources in which every file has this content.
pub struct FileStub(pub &'static str);

impl Sources for FileStub {
    fn read(&mut self, _name: &str) -> io::Result<Vec<u8>> {
        Ok(self.0.as_bytes().to_vec())
    }
}
