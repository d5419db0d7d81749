//! Impartial games under misère play: canonical forms and genera.
//!
//! Source: P. M. Grundy and C. A. B. Smith, *Disjunctive games with the last player losing*, Proc. Camb. Phil. Soc. 52
//! (1956); J. H. Conway, *On Numbers and Games* (1976), chapter 12.
//!
//! This file has [`MisereForms`], the arena of forms; start here. `genus` computes genera, `positions` computes the
//! forms of positions, `parser` parses expressions, and `facts` summarizes the properties of a form.

mod facts;
mod genus;
mod parser;
mod positions;

pub use facts::{MisereFacts, Wild};
pub use genus::GenusDigits;
pub use parser::misere_prefix_len;

use crate::play_order::PlayOrder;
use grundy_lang::text;
use grundy_rules::{Budget, Error, ErrorKind, Outcome, Result, Ruleset};
use grundy_value::CompactSort;
use rustc_hash::FxHashMap;
use std::collections::HashMap;

/// The number of sums between two checks of the limits.
const STRIDE: usize = 256;
/// The approximate memory for a sum, in bytes.
const SUM_BYTES: u128 = 400;

/// A game in canonical form, as an index into [`MisereForms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MisereForm(u32);

/// An arena of canonical forms under misère play.
///
/// Two games have the same form iff their sums with every other game have the same outcome. A game G has the form of H
/// if H results from G by removing options each of which has H as an option itself; if H has no option, G must also be
/// an N-position.
///
/// ```
/// use grundy_misere::forms::MisereForms;
/// use grundy_rules::Budget;
/// let mut forms = MisereForms::new(&Budget::default());
/// let zero = forms.intern_options(vec![]);
/// let star = forms.intern_options(vec![zero]);
/// let two = forms.intern_options(vec![zero, star]);
/// assert_eq!(forms.intern_options(vec![star]), zero);
/// assert_eq!(forms.add(star, star).unwrap(), zero);
/// // The sum of two heaps of 2 is not zero.
/// let both = forms.add(two, two).unwrap();
/// assert_eq!(forms.text(both), "{*2,*3}");
/// assert_eq!(forms.genus(both).to_string(), "0^{02}");
/// ```
pub struct MisereForms {
    /// The options of each form, in ascending order.
    options: Vec<Vec<MisereForm>>,
    /// The form of each set of options whose form was computed.
    numbers: HashMap<Vec<MisereForm>, MisereForm>,
    lost: Vec<bool>,
    genera: Vec<GenusDigits>,
    tame: Vec<bool>,
    /// The size of the Nim heap that a form is equal to, if any.
    nim: Vec<Option<u32>>,
    /// The birthday of each form: the length in moves of its longest play.
    birthdays: Vec<u32>,
    /// The sums computed so far, by their summands in ascending order.
    sums: HashMap<[MisereForm; 2], MisereForm>,
    /// The total number of options of all forms, and of all games whose form was computed.
    option_count: usize,
    budget: Budget,
}

impl MisereForms {
    /// Creates an empty arena; all forms and sums in it must fit the budget.
    pub fn new(budget: &Budget) -> MisereForms {
        MisereForms {
            options: vec![],
            numbers: HashMap::new(),
            lost: vec![],
            genera: vec![],
            tame: vec![],
            nim: vec![],
            birthdays: vec![],
            sums: HashMap::new(),
            option_count: 0,
            budget: budget.clone(),
        }
    }

    /// Returns the number of forms.
    pub fn len(&self) -> usize {
        self.options.len()
    }

    /// Reports whether there are no forms.
    pub fn is_empty(&self) -> bool {
        self.options.is_empty()
    }

    /// Returns the form of a game with these options.
    pub fn intern_options(&mut self, mut options: Vec<MisereForm>) -> MisereForm {
        options.compact_sort();
        options.dedup();
        if let Some(&known) = self.numbers.get(&options) {
            return known;
        }
        // The Nim heaps 0 to n-1 are the options of heap n, which cannot be reduced; skip the slow search.
        let is_nim_heap =
            options.iter().all(|&option| self.nim_heap(option).is_some_and(|k| (k as usize) < options.len()));
        let smaller = if is_nim_heap { None } else { self.reduced(&options) };
        let form = match smaller {
            Some(form) => form,
            None => self.insert(options.clone()),
        };
        self.option_count += options.len();
        self.numbers.insert(options, form);
        form
    }

    /// Returns the form of the Nim heap of this size.
    ///
    /// ```
    /// use grundy_misere::forms::MisereForms;
    /// use grundy_rules::Budget;
    /// let mut forms = MisereForms::new(&Budget::default());
    /// let three = forms.nim(3).unwrap();
    /// assert_eq!(forms.text(three), "*3");
    /// ```
    ///
    /// # Errors
    /// Fails with `limit` if the forms of all smaller heaps do not fit the budget.
    pub fn nim(&mut self, size: u32) -> Result<MisereForm> {
        let bytes = u128::from(size) * (u128::from(size) * 4 + SUM_BYTES);
        self.budget.check_fits(bytes, &text!("the list of the forms of all Nim heaps up to {size}", size))?;
        let mut heaps: Vec<MisereForm> = vec![];
        for _ in 0..size {
            let next = self.intern_options(heaps.clone());
            heaps.push(next);
            self.budget.check()?;
        }
        Ok(self.intern_options(heaps))
    }

    /// Returns a smaller form that equals the game with these options, if there is one.
    fn reduced(&self, options: &[MisereForm]) -> Option<MisereForm> {
        let wins = options.iter().any(|&option| self.is_lost(option));
        // H is an option of every removed option, so it suffices to try the options of options as H. If no option is
        // removed, the caller inserts the options as a new form.
        let candidates = options.iter().flat_map(|&option| &self.options[option.0 as usize]);
        let mut candidates: Vec<MisereForm> = candidates.copied().collect();
        candidates.compact_sort();
        candidates.dedup();
        candidates.into_iter().find(|&form| {
            let form_options = &self.options[form.0 as usize];
            (!form_options.is_empty() || wins)
                && form_options.iter().all(|option| options.binary_search(option).is_ok())
                && options.iter().all(|option| {
                    form_options.binary_search(option).is_ok()
                        || self.options[option.0 as usize].binary_search(&form).is_ok()
                })
        })
    }

    fn insert(&mut self, options: Vec<MisereForm>) -> MisereForm {
        let form = MisereForm(self.options.len() as u32);
        let lost = !options.is_empty() && !options.iter().any(|&option| self.is_lost(option));
        let genus = GenusDigits::from_options(options.iter().map(|option| &self.genera[option.0 as usize]));
        self.tame.push(genus.is_nim() && options.iter().all(|option| self.tame[option.0 as usize]));
        self.genera.push(genus);
        let nim = |option: &MisereForm| self.nim_heap(*option).is_some_and(|k| (k as usize) < options.len());
        self.nim.push(options.iter().all(nim).then_some(options.len() as u32));
        self.birthdays.push(options.iter().map(|&option| self.birthday(option) + 1).max().unwrap_or(0));
        self.option_count += options.len();
        self.lost.push(lost);
        self.options.push(options);
        form
    }

    /// Returns the options of a form.
    pub fn options(&self, form: MisereForm) -> &[MisereForm] {
        &self.options[form.0 as usize]
    }

    /// Returns the size of the Nim heap that a form equals, if any.
    fn nim_heap(&self, form: MisereForm) -> Option<u32> {
        self.nim[form.0 as usize]
    }

    /// Returns the birthday of a form: the maximal number of moves in a play.
    pub fn birthday(&self, form: MisereForm) -> u32 {
        self.birthdays[form.0 as usize]
    }

    fn is_lost(&self, form: MisereForm) -> bool {
        self.lost[form.0 as usize]
    }

    /// Returns the outcome under misère play.
    pub fn outcome(&self, form: MisereForm) -> Outcome {
        if self.is_lost(form) { Outcome::P } else { Outcome::N }
    }

    /// Returns the genus of a form.
    pub fn genus(&self, form: MisereForm) -> &GenusDigits {
        &self.genera[form.0 as usize]
    }

    /// Reports whether a form is tame: the form and all its followers have genera of Nim positions.
    ///
    /// Sums of tame games behave like Nim positions.
    pub fn is_tame(&self, form: MisereForm) -> bool {
        self.tame[form.0 as usize]
    }

    /// Returns the sum of two forms.
    ///
    /// # Errors
    /// Fails with `limit` if the sums of their followers do not fit the budget.
    pub fn add(&mut self, a: MisereForm, b: MisereForm) -> Result<MisereForm> {
        // Compute sums of options first, with an explicit stack, since plays may be long.
        let mut todo = vec![[a.min(b), a.max(b)]];
        while let Some(&[x, y]) = todo.last() {
            if self.sums.contains_key(&[x, y]) {
                todo.pop();
                continue;
            }
            let pairs = |forms: &MisereForms| -> Vec<[MisereForm; 2]> {
                let left = forms.options(x).iter().map(|&option| [option.min(y), option.max(y)]);
                let right = forms.options(y).iter().map(|&option| [option.min(x), option.max(x)]);
                left.chain(right).collect()
            };
            let pairs = pairs(self);
            let missing: Vec<[MisereForm; 2]> =
                pairs.iter().filter(|pair| !self.sums.contains_key(*pair)).copied().collect();
            if missing.is_empty() {
                let options = pairs.iter().map(|pair| self.sums[pair]).collect();
                let sum = self.intern_options(options);
                self.sums.insert([x, y], sum);
                todo.pop();
                if self.sums.len().is_multiple_of(STRIDE) {
                    self.budget.check()?;
                    self.fits()?;
                }
            } else {
                todo.extend(missing);
            }
        }
        Ok(self.sums[&[a.min(b), a.max(b)]])
    }

    /// Checks that all forms and sums fit the budget.
    fn fits(&self) -> Result<()> {
        let bytes = (self.sums.len() + self.numbers.len()) as u128 * SUM_BYTES + 4 * self.option_count as u128;
        self.budget.check_fits(bytes, &text!("the list of the canonical forms of sums"))
    }

    /// Returns the sum of several copies of a form.
    ///
    /// # Errors
    /// Returns the errors of [`MisereForms::add`].
    pub fn times(&mut self, copies: u64, form: MisereForm) -> Result<MisereForm> {
        let mut sum = self.intern_options(vec![]);
        for bit in (0..u64::BITS - copies.leading_zeros()).rev() {
            sum = self.add(sum, sum)?;
            if copies >> bit & 1 == 1 {
                sum = self.add(sum, form)?;
            }
        }
        Ok(sum)
    }

    /// Returns the forms of the heaps 0 to `to` of a game; sizes are numbered as users write them.
    ///
    /// If moves lead to larger heaps, the forms of the larger heaps are computed as well, but not returned.
    ///
    /// ```
    /// use grundy_misere::forms::MisereForms;
    /// use grundy_rules::Budget;
    /// let mut forms = MisereForms::new(&Budget::default());
    /// let rules = grundy_games::parse_rules("rule{ n -> n+1 if n < 3 }").unwrap();
    /// let heaps = forms.heaps(&rules, 3).unwrap();
    /// let genera: Vec<String> = heaps.iter().map(|&form| forms.genus(form).to_string()).collect();
    /// assert_eq!(genera, ["1^{031}", "0^{120}", "1^{031}", "0^{120}"]);
    /// ```
    ///
    /// # Errors
    /// Fails with `unsupported` for games not played on heaps, or whose play need not end, and with `limit`
    /// if the budget runs out.
    pub fn heaps(&mut self, rules: &Ruleset, to: u64) -> Result<Vec<MisereForm>> {
        let unsupported = |rules: &Ruleset| {
            Error::new(
                ErrorKind::Unsupported,
                text!("`{rules}` is not a short impartial game on single heaps", rules = rules.game.rules_text()),
            )
        };
        let view = rules.game.table_form().and_then(|view| view.one_number_rules()).filter(|_| rules.game.is_short());
        let heaps = view.ok_or_else(|| unsupported(rules))?;
        let what = text!("the list of the canonical forms of all heaps up to {to}", to);
        self.budget.check_fits((u128::from(to) + 1) * SUM_BYTES, &what)?;
        let (budget, mut order) = (self.budget.clone(), PlayOrder::default());
        let mut forms: FxHashMap<u64, MisereForm> = FxHashMap::default();
        // `to` and the result use the sizes that users write; some games' tables number heaps otherwise.
        let mut places = vec![];
        for n in 0..=to {
            let place = rules.game.table_coordinates_at([n, 0, 0]).ok_or_else(|| {
                let name = rules.game.rules_text();
                Error::new(
                    ErrorKind::BadArgument,
                    text!("the numbers in positions of {name} do not reach {to}", name, to),
                )
            })?;
            places.push(place[0]);
        }
        for &last in &places {
            for heap in order.visit(heaps, last, &budget)? {
                let mut lists: Vec<Vec<u64>> = vec![];
                heaps.options(heap, &mut |after| lists.push(after.to_vec()));
                let mut options = vec![];
                for after in lists {
                    let mut sum = self.intern_options(vec![]);
                    for component in after {
                        sum = self.add(sum, forms[&component])?;
                    }
                    options.push(sum);
                }
                let form = self.intern_options(options);
                forms.insert(heap, form);
                self.fits()?;
            }
        }
        rules.game.check_and_clear_fault()?;
        Ok(places.iter().map(|heap| forms[heap]).collect())
    }

    /// Returns a form as text: the set of its options, with Nim heaps written as `*k`.
    pub fn text(&self, form: MisereForm) -> String {
        self.text_within(form, usize::MAX).unwrap_or_default()
    }

    /// Returns the text of [`MisereForms::text`], or `None` if it would exceed `max_bytes` bytes.
    pub fn text_within(&self, form: MisereForm, max_bytes: usize) -> Option<String> {
        let mut texts: HashMap<MisereForm, String> = HashMap::new();
        let mut todo = vec![form];
        while let Some(&at) = todo.last() {
            let text = match self.nim_heap(at) {
                Some(0) => "0".to_string(),
                Some(1) => "*".to_string(),
                Some(k) => format!("*{k}"),
                None => {
                    let before = todo.len();
                    todo.extend(self.options(at).iter().filter(|option| !texts.contains_key(option)));
                    if todo.len() > before {
                        continue;
                    }
                    let mut components: Vec<&str> =
                        self.options(at).iter().map(|option| texts[option].as_str()).collect();
                    if components.iter().map(|component| component.len() + 1).sum::<usize>() >= max_bytes {
                        return None;
                    }
                    components.compact_sort_by_key(|text| (text.len(), text.to_string()));
                    format!("{{{}}}", components.join(","))
                }
            };
            todo.pop();
            texts.insert(at, text);
        }
        texts.remove(&form)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::mex;

    /// There are 1, 2, 3, 5, 22 forms of games that last at most 0, 1, 2, 3, 4 moves.
    #[test]
    fn forms_are_counted_by_birthday() {
        let mut forms = MisereForms::new(&Budget::default());
        let mut born: Vec<MisereForm> = vec![forms.intern_options(vec![])];
        for count in [1, 2, 3, 5, 22] {
            assert_eq!(born.len(), count);
            if count == 22 {
                break;
            }
            let mut next: Vec<MisereForm> = (0..1u32 << count)
                .map(|set| {
                    let options = born.iter().enumerate().filter(|(k, _)| set >> k & 1 == 1).map(|(_, &form)| form);
                    let options = options.collect();
                    forms.intern_options(options)
                })
                .collect();
            next.sort_unstable();
            next.dedup();
            born = next;
        }
        /// Reports whether the player to move loses the sum of `summand` and the game with these options.
        ///
        /// The game is not reduced to its canonical form first.
        fn lost(forms: &mut MisereForms, options: &[MisereForm], summand: MisereForm) -> bool {
            let in_game = options.iter().map(|&option| {
                let sum = forms.add(option, summand).unwrap();
                forms.outcome(sum) == Outcome::P
            });
            let mut moves: Vec<bool> = in_game.collect();
            for other in forms.options(summand).to_vec() {
                moves.push(lost(forms, options, other));
            }
            !moves.is_empty() && !moves.contains(&true)
        }
        // Removing reversible options does not change the outcome of any sum.
        for set in 0..1u32 << 8 {
            let options: Vec<MisereForm> = (0..8).filter(|k| set >> k & 1 == 1).map(|k| born[k]).collect();
            let form = forms.intern_options(options.clone());
            for &summand in &born {
                let sum = forms.add(form, summand).unwrap();
                assert_eq!(forms.outcome(sum) == Outcome::P, lost(&mut forms, &options, summand), "{options:?}");
            }
        }
    }

    #[test]
    fn genera_are_misere_values_of_sums_with_heaps_of_two() {
        let mut forms = MisereForms::new(&Budget::default());
        let zero = forms.intern_options(vec![]);
        let one = forms.intern_options(vec![zero]);
        let two = forms.intern_options(vec![zero, one]);
        let three = forms.intern_options(vec![zero, one, two]);
        let wild = forms.intern_options(vec![two, three]);
        let more = forms.intern_options(vec![wild, zero]);
        /// Computes the misère Grundy value by the definition.
        fn value(forms: &MisereForms, form: MisereForm) -> u128 {
            let options: Vec<u128> = forms.options(form).iter().map(|&option| value(forms, option)).collect();
            if forms.options(form).is_empty() { 1 } else { mex(options) }
        }
        for (form, text) in [(zero, "0^{120}"), (one, "1^{031}"), (two, "2^{20}"), (three, "3^{31}")] {
            assert_eq!(forms.genus(form).to_string(), text);
            assert!(forms.is_tame(form));
        }
        for form in [zero, one, two, three, wild, more] {
            let mut sum = form;
            for heaps in 0..5 {
                assert_eq!(forms.genus(form).digit(heaps), value(&forms, sum), "{} and {heaps}", forms.text(form));
                sum = forms.add(sum, two).unwrap();
            }
        }
    }
}
