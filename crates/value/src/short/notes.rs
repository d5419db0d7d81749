//! Memos of the games' own engines, kept for the next position under the same rules.

use super::Values;
use std::any::Any;
use std::collections::HashMap;

/// The memos of an arena, by name.
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
    /// Takes out the memo of this name and type, if there is one.
    ///
    /// Values are indices into an arena, so a memo of values belongs to that arena. The caller should put the
    /// memo back.
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

    /// Stores a memo of about `bytes` bytes.
    pub fn keep_memo<T: Any + Send>(&mut self, name: &str, bytes: u64, memo: T) {
        self.notes.kept.insert(name.to_string(), Note { bytes, memo: Box::new(memo) });
    }

    /// Returns about how many bytes the stored memos take.
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
