//! Memo tables of games, which an arena stores for the next position under the same rules.

use super::ValueArena;
use std::any::Any;
use std::collections::HashMap;

/// The memo tables of an arena by name, and a count of the positions that games evaluated.
#[derive(Default)]
pub(super) struct MemoTables {
    tables: HashMap<String, MemoTable>,
    evaluated: u64,
}

struct MemoTable {
    bytes: u64,
    memo: Box<dyn Any + Send>,
}

impl ValueArena {
    /// Takes the memo table of this name out of the arena.
    ///
    /// Returns `None` if there is no table of this name and type. Values are indices into an arena, so a memo
    /// table of values belongs to its arena. The caller should store the table again with
    /// [`ValueArena::store_memo`].
    ///
    /// ```
    /// use grundy_value::{Value, ValueArena};
    /// let mut values = ValueArena::new();
    /// values.store_memo("cram", 100, vec![Value::ZERO]);
    /// assert_eq!(values.memo_bytes(), 100);
    /// assert_eq!(values.take_memo::<Vec<Value>>("cram"), Some(vec![Value::ZERO]));
    /// assert_eq!(values.take_memo::<Vec<Value>>("cram"), None);
    /// ```
    pub fn take_memo<T: Any + Send>(&mut self, name: &str) -> Option<T> {
        let table = self.memos.tables.remove(name)?;
        table.memo.downcast().ok().map(|memo| *memo)
    }

    /// Stores a memo table of about `bytes` bytes under a name, and replaces an earlier one.
    pub fn store_memo<T: Any + Send>(&mut self, name: &str, bytes: u64, memo: T) {
        self.memos.tables.insert(name.to_string(), MemoTable { bytes, memo: Box::new(memo) });
    }

    /// Returns the approximate size of the stored memo tables in bytes.
    pub fn memo_bytes(&self) -> u64 {
        self.memos.tables.values().map(|table| table.bytes).sum()
    }

    /// Adds to the number of positions that games have evaluated.
    pub fn add_evaluated(&mut self, positions: u64) {
        self.memos.evaluated += positions;
    }

    /// Returns the number of positions that games have evaluated so far with their own methods.
    pub fn evaluated(&self) -> u64 {
        self.memos.evaluated
    }
}
