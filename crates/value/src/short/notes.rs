//! What engines of games remember of the values of an arena: memos that serve for the next position of the same rule.

use super::Values;
use std::any::Any;
use std::collections::HashMap;

/// The memos of an arena, by the names of what they are about.
#[derive(Default)]
pub(super) struct Notes {
    kept: HashMap<String, Note>,
    positions: u64,
}

struct Note {
    bytes: u64,
    memo: Box<dyn Any + Send>,
}

impl Values {
    /// Takes out the memo of this name and type, if one was left here.
    ///
    /// Values are numbers of an arena, so that a memo of values belongs to it. Whoever takes a memo out puts it back.
    ///
    /// ```
    /// use grundy_value::{Value, Values};
    /// let mut values = Values::new();
    /// values.keep_memo("cram", 100, vec![Value::ZERO]);
    /// assert_eq!(values.kept_bytes(), 100);
    /// assert_eq!(values.take_memo::<Vec<Value>>("cram"), Some(vec![Value::ZERO]));
    /// assert_eq!(values.take_memo::<Vec<Value>>("cram"), None);
    /// ```
    pub fn take_memo<T: Any + Send>(&mut self, name: &str) -> Option<T> {
        let note = self.notes.kept.remove(name)?;
        note.memo.downcast().ok().map(|memo| *memo)
    }

    /// Leaves a memo here, which takes about so many bytes.
    pub fn keep_memo<T: Any + Send>(&mut self, name: &str, bytes: u64, memo: T) {
        self.notes.kept.insert(name.to_string(), Note { bytes, memo: Box::new(memo) });
    }

    /// About how many bytes the memos take that are kept here.
    pub fn kept_bytes(&self) -> u64 {
        self.notes.kept.values().map(|note| note.bytes).sum()
    }

    /// Counts positions that an engine of a game evaluated.
    pub fn count_positions(&mut self, positions: u64) {
        self.notes.positions += positions;
    }

    /// Returns the number of positions that the games' own engines have evaluated so far.
    pub fn positions(&self) -> u64 {
        self.notes.positions
    }
}
