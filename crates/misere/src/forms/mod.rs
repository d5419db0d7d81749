//! Impartial games under misère play: canonical forms and genera.
//!
//! Source: P. M. Grundy and C. A. B. Smith, *Disjunctive games with the last player losing*, Proc. Camb. Phil. Soc. 52 (1956); J. H. Conway, *On Numbers and
//! Games* (1976), chapter 12.

mod facts;
mod genus;
mod positions;
mod read;

pub use facts::{MisereFacts, Wild};
pub use genus::GenusDigits;
pub use read::prefix;

use crate::play_order::PlayOrder;
use grundy_lang::text;
use grundy_rules::{Budget, Error, ErrorKind, Outcome, Result, Ruleset};
use grundy_value::InOrder;
use rustc_hash::FxHashMap;
use std::collections::HashMap;

/// So many sums pass between two looks at the limits.
const STRIDE: usize = 256;
/// What a sum takes in memory, about.
const SUM_BYTES: u128 = 400;

/// A game in canonical form, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Form(u32);

/// Canonical forms under misère play: two games have the same if and only if they are won alike beside every other game.
///
/// The form of a game is that of H if H comes of it by leaving out options that all have H as an option themselves; if H has no option, the game must be
/// won for whoever moves.
///
/// ```
/// use grundy_misere::forms::MisereForms;
/// use grundy_rules::Budget;
/// let mut forms = MisereForms::new(&Budget::default());
/// let zero = forms.of_options(vec![]);
/// let star = forms.of_options(vec![zero]);
/// let two = forms.of_options(vec![zero, star]);
/// assert_eq!(forms.of_options(vec![star]), zero);
/// assert_eq!(forms.add(star, star).unwrap(), zero);
/// // Two heaps of 2 are no zero.
/// let both = forms.add(two, two).unwrap();
/// assert_eq!(forms.text(both), "{*2,*3}");
/// assert_eq!(forms.genus(both).to_string(), "0^{02}");
/// ```
pub struct MisereForms {
    /// The options of each form, in ascending order.
    options: Vec<Vec<Form>>,
    numbers: HashMap<Vec<Form>, Form>,
    lost: Vec<bool>,
    genera: Vec<GenusDigits>,
    tame: Vec<bool>,
    /// The size of the Nim heap that each form is.
    nim: Vec<Option<u32>>,
    /// How many moves each form lasts at most.
    days: Vec<u32>,
    sums: HashMap<[Form; 2], Form>,
    /// The options of all forms and of all games whose form was looked for, together.
    listed: usize,
    budget: Budget,
}

impl MisereForms {
    /// No forms yet.
    pub fn new(budget: &Budget) -> MisereForms {
        MisereForms {
            options: vec![],
            numbers: HashMap::new(),
            lost: vec![],
            genera: vec![],
            tame: vec![],
            nim: vec![],
            days: vec![],
            sums: HashMap::new(),
            listed: 0,
            budget: budget.clone(),
        }
    }

    /// How many forms were made.
    pub fn len(&self) -> usize {
        self.options.len()
    }

    /// Whether none was made.
    pub fn is_empty(&self) -> bool {
        self.options.is_empty()
    }

    /// The form of a game with these options.
    pub fn of_options(&mut self, mut options: Vec<Form>) -> Form {
        options.put_in_order();
        options.dedup();
        if let Some(&known) = self.numbers.get(&options) {
            return known;
        }
        // What the first sizes of heaps lead to is the next heap, which nothing reduces: looking for that takes long.
        let begins = options.iter().all(|&option| self.nim_heap(option).is_some_and(|k| (k as usize) < options.len()));
        let smaller = if begins { None } else { self.reduced(&options) };
        let form = match smaller {
            Some(form) => form,
            None => self.insert(options.clone()),
        };
        self.listed += options.len();
        self.numbers.insert(options, form);
        form
    }

    /// The form of a Nim heap.
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
    /// `limit` if the forms of all smaller heaps do not fit the budget.
    pub fn nim(&mut self, size: u32) -> Result<Form> {
        let bytes = u128::from(size) * (u128::from(size) * 4 + SUM_BYTES);
        self.budget.fits(bytes, &text!("the forms of all Nim heaps up to {size}", size))?;
        let mut heaps: Vec<Form> = vec![];
        for _ in 0..size {
            let next = self.of_options(heaps.clone());
            heaps.push(next);
            self.budget.check()?;
        }
        Ok(self.of_options(heaps))
    }

    /// A smaller form that a game with these options is equal to.
    fn reduced(&self, options: &[Form]) -> Option<Form> {
        let wins = options.iter().any(|&option| self.is_lost(option));
        // The options left out have H as an option; if none is left out, H stands there as it is.
        let candidates = options.iter().flat_map(|&option| &self.options[option.0 as usize]);
        let mut candidates: Vec<Form> = candidates.copied().collect();
        candidates.put_in_order();
        candidates.dedup();
        candidates.into_iter().find(|&form| {
            let kept = &self.options[form.0 as usize];
            (!kept.is_empty() || wins)
                && kept.iter().all(|option| options.binary_search(option).is_ok())
                && options.iter().all(|option| {
                    kept.binary_search(option).is_ok() || self.options[option.0 as usize].binary_search(&form).is_ok()
                })
        })
    }

    fn insert(&mut self, options: Vec<Form>) -> Form {
        let form = Form(self.options.len() as u32);
        let lost = !options.is_empty() && !options.iter().any(|&option| self.is_lost(option));
        let genus = GenusDigits::of_options(options.iter().map(|option| &self.genera[option.0 as usize]));
        self.tame.push(genus.is_nim() && options.iter().all(|option| self.tame[option.0 as usize]));
        self.genera.push(genus);
        let nim = |option: &Form| self.nim_heap(*option).is_some_and(|k| (k as usize) < options.len());
        self.nim.push(options.iter().all(nim).then_some(options.len() as u32));
        self.days.push(options.iter().map(|&option| self.birthday(option) + 1).max().unwrap_or(0));
        self.listed += options.len();
        self.lost.push(lost);
        self.options.push(options);
        form
    }

    /// The options of a form.
    pub fn options(&self, form: Form) -> &[Form] {
        &self.options[form.0 as usize]
    }

    /// The size of the Nim heap that a form is.
    fn nim_heap(&self, form: Form) -> Option<u32> {
        self.nim[form.0 as usize]
    }

    /// How many moves it lasts at most.
    pub fn birthday(&self, form: Form) -> u32 {
        self.days[form.0 as usize]
    }

    fn is_lost(&self, form: Form) -> bool {
        self.lost[form.0 as usize]
    }

    /// Who wins under misère play.
    pub fn outcome(&self, form: Form) -> Outcome {
        if self.is_lost(form) { Outcome::P } else { Outcome::N }
    }

    /// The genus.
    pub fn genus(&self, form: Form) -> &GenusDigits {
        &self.genera[form.0 as usize]
    }

    /// Whether the genus of it and of all that play comes to is that of a Nim position: then it adds up like one.
    pub fn is_tame(&self, form: Form) -> bool {
        self.tame[form.0 as usize]
    }

    /// The sum of two forms.
    ///
    /// # Errors
    /// `limit` if the sums of what play comes to do not fit the budget.
    pub fn add(&mut self, a: Form, b: Form) -> Result<Form> {
        // Sums of options first, on a stack of their own: plays may be long.
        let mut todo = vec![[a.min(b), a.max(b)]];
        while let Some(&[x, y]) = todo.last() {
            if self.sums.contains_key(&[x, y]) {
                todo.pop();
                continue;
            }
            let pairs = |forms: &MisereForms| -> Vec<[Form; 2]> {
                let left = forms.options(x).iter().map(|&option| [option.min(y), option.max(y)]);
                let right = forms.options(y).iter().map(|&option| [option.min(x), option.max(x)]);
                left.chain(right).collect()
            };
            let pairs = pairs(self);
            let missing: Vec<[Form; 2]> = pairs.iter().filter(|pair| !self.sums.contains_key(*pair)).copied().collect();
            if missing.is_empty() {
                let options = pairs.iter().map(|pair| self.sums[pair]).collect();
                let sum = self.of_options(options);
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

    /// Looks whether all forms and sums fit the budget.
    fn fits(&self) -> Result<()> {
        let bytes = (self.sums.len() + self.numbers.len()) as u128 * SUM_BYTES + 4 * self.listed as u128;
        self.budget.fits(bytes, &text!("the canonical forms of sums"))
    }

    /// The sum of so many copies of a form.
    ///
    /// # Errors
    /// As [`MisereForms::add`].
    pub fn times(&mut self, copies: u64, form: Form) -> Result<Form> {
        let mut sum = self.of_options(vec![]);
        for bit in (0..u64::BITS - copies.leading_zeros()).rev() {
            sum = self.add(sum, sum)?;
            if copies >> bit & 1 == 1 {
                sum = self.add(sum, form)?;
            }
        }
        Ok(sum)
    }

    /// The forms of all heaps of a game up to a last one, numbered as positions are written. Moves may lead to larger heaps: those are followed as far as play goes.
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
    /// `unsupported` for games that are none of heaps, or whose play need not end; `limit` beyond the budget.
    pub fn heaps(&mut self, rules: &Ruleset, to: u64) -> Result<Vec<Form>> {
        let unsupported = |rules: &Ruleset| {
            Error::new(
                ErrorKind::Unsupported,
                text!("`{rules}` is no game of heaps that both players take from", rules = rules.game.rules_text()),
            )
        };
        let view = rules.game.table().and_then(|view| view.options_of_heaps()).filter(|_| rules.game.is_short());
        let heaps = view.ok_or_else(|| unsupported(rules))?;
        self.budget
            .fits((u128::from(to) + 1) * SUM_BYTES, &text!("the canonical forms of all heaps up to {to}", to))?;
        let (budget, mut order) = (self.budget.clone(), PlayOrder::default());
        let mut forms: FxHashMap<u64, Form> = FxHashMap::default();
        // Tables number positions as they are written, which engines of some games do not.
        let mut places = vec![];
        for n in 0..=to {
            let place = rules.game.place([n, 0, 0]).ok_or_else(|| {
                let name = rules.game.rules_text();
                Error::new(ErrorKind::BadArgument, text!("the positions of {name} do not go up to {to}", name, to))
            })?;
            places.push(place[0]);
        }
        for &last in &places {
            for heap in order.visit(heaps, last, &budget)? {
                let mut lists: Vec<Vec<u64>> = vec![];
                heaps.options(heap, &mut |left| lists.push(left.to_vec()));
                let mut options = vec![];
                for left in lists {
                    let mut sum = self.of_options(vec![]);
                    for part in left {
                        sum = self.add(sum, forms[&part])?;
                    }
                    options.push(sum);
                }
                let form = self.of_options(options);
                forms.insert(heap, form);
                self.fits()?;
            }
        }
        rules.game.check_moves()?;
        Ok(places.iter().map(|heap| forms[heap]).collect())
    }

    /// The form as a set of its options; Nim heaps as `*k`.
    pub fn text(&self, form: Form) -> String {
        self.text_within(form, usize::MAX).unwrap_or_default()
    }

    /// The same, if it takes no more than so many letters.
    pub fn text_within(&self, form: Form, most: usize) -> Option<String> {
        let mut texts: HashMap<Form, String> = HashMap::new();
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
                    let mut parts: Vec<&str> = self.options(at).iter().map(|option| texts[option].as_str()).collect();
                    if parts.iter().map(|part| part.len() + 1).sum::<usize>() >= most {
                        return None;
                    }
                    parts.put_in_order_by_key(|text| (text.len(), text.to_string()));
                    format!("{{{}}}", parts.join(","))
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

    /// All forms of games that last at most n moves.
    #[test]
    fn days() {
        let mut forms = MisereForms::new(&Budget::default());
        let mut born: Vec<Form> = vec![forms.of_options(vec![])];
        for count in [1, 2, 3, 5, 22] {
            assert_eq!(born.len(), count);
            if count == 22 {
                break;
            }
            let mut next: Vec<Form> = (0..1u32 << count)
                .map(|set| {
                    let options = born.iter().enumerate().filter(|(k, _)| set >> k & 1 == 1).map(|(_, &form)| form);
                    let options = options.collect();
                    forms.of_options(options)
                })
                .collect();
            next.sort_unstable();
            next.dedup();
            born = next;
        }
        /// Whether the player to move loses the game with these options, as they stand, beside another one.
        fn lost(forms: &mut MisereForms, options: &[Form], beside: Form) -> bool {
            let own = options.iter().map(|&option| {
                let sum = forms.add(option, beside).unwrap();
                forms.outcome(sum) == Outcome::P
            });
            let mut moves: Vec<bool> = own.collect();
            for other in forms.options(beside).to_vec() {
                moves.push(lost(forms, options, other));
            }
            !moves.is_empty() && !moves.contains(&true)
        }
        // What is left out changes nothing, beside whatever.
        for set in 0..1u32 << 8 {
            let options: Vec<Form> = (0..8).filter(|k| set >> k & 1 == 1).map(|k| born[k]).collect();
            let form = forms.of_options(options.clone());
            for &beside in &born {
                let sum = forms.add(form, beside).unwrap();
                assert_eq!(forms.outcome(sum) == Outcome::P, lost(&mut forms, &options, beside), "{options:?}");
            }
        }
    }

    #[test]
    fn genera_are_misere_values_beside_heaps_of_two() {
        let mut forms = MisereForms::new(&Budget::default());
        let zero = forms.of_options(vec![]);
        let one = forms.of_options(vec![zero]);
        let two = forms.of_options(vec![zero, one]);
        let three = forms.of_options(vec![zero, one, two]);
        let wild = forms.of_options(vec![two, three]);
        let more = forms.of_options(vec![wild, zero]);
        /// The misère Grundy value by the definition.
        fn value(forms: &MisereForms, form: Form) -> u128 {
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
