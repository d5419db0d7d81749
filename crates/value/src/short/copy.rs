//! Copies of values in other arenas.

use super::{Value, ValueArena, ValueLimit};
use rustc_hash::FxHashMap;

impl ValueArena {
    /// Returns the value of this arena that equals a value of another arena.
    ///
    /// # Errors
    ///
    /// If a limit of one of the arenas is reached.
    ///
    /// ```
    /// use grundy_value::{Value, ValueArena};
    /// let (mut first, mut second) = (ValueArena::new(), ValueArena::new());
    /// let (star, two) = (first.nimber(1)?, first.integer(2)?);
    /// let value = first.value_from_options(&[two], &[star])?;
    /// let copy = second.copy_of(value, &mut first)?;
    /// let (star, two) = (second.nimber(1)?, second.integer(2)?);
    /// assert_eq!(second.value_from_options(&[two], &[star])?, copy);
    /// # Ok::<(), grundy_value::ValueLimit>(())
    /// ```
    pub fn copy_of(&mut self, value: Value, other: &mut ValueArena) -> Result<Value, ValueLimit> {
        let mut copies: FxHashMap<Value, Value> = FxHashMap::default();
        let mut waiting = vec![value];
        while let Some(&last) = waiting.last() {
            let copy = match other.number_ups_star(last) {
                Some(n) => self.intern_number_ups_star(n)?,
                None => {
                    let options = [other.left_options(last)?, other.right_options(last)?];
                    let before = waiting.len();
                    waiting.extend(options.iter().flatten().filter(|option| !copies.contains_key(option)));
                    if waiting.len() > before {
                        continue;
                    }
                    let [left, right] =
                        options.map(|list| list.iter().map(|option| copies[option]).collect::<Vec<_>>());
                    self.value_from_options(&left, &right)?
                }
            };
            copies.insert(last, copy);
            waiting.pop();
        }
        Ok(copies[&value])
    }
}
