//! Learns quotients of heap games, heap by heap until images are periodic, for the checker to verify.

use super::alphabet::{HeapAlphabet, HeapLetters};
use super::learn::Learner;
use super::step_budget::Steps;
use super::stop::StopReason;
use grundy_engines::heap::Period;
use grundy_rules::{Budget, Error, HeapRules, Library, Limit, Result, Splitting};
use grundy_value::Quotient;
use grundy_verify::{Certificate, Images, Limits, Proof, verify};
use std::sync::Arc;

/// A quotient of heap games that the checker accepted.
#[derive(Clone, Debug)]
pub struct HeapQuotient {
    /// The quotient, a monoid with its accepting elements.
    pub quotient: Arc<Quotient>,
    /// The images of the heaps of each game.
    pub games: Vec<GameImages>,
    /// The certificate that was checked.
    pub certificate: Certificate,
}

/// The images of the heaps of one game: the elements of the quotient that the heaps map to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameImages {
    /// The rules of the game, as text.
    pub rules: String,
    /// The images of the heaps of size 1, 2, 3, ...; the index is the size minus 1.
    pub images: Vec<u32>,
    /// The preperiod and period of the images; `None` if larger heaps have no image.
    pub repeat: Option<Period>,
    /// The sizes and images of other heaps that can be reached, in ascending order.
    ///
    /// These are heap 0 if it has moves (otherwise its image is the unit), and heaps beyond `images`.
    pub others: Vec<(u64, u32)>,
}

impl GameImages {
    /// Returns the image of the heap with this size, if it has one.
    pub fn image(&self, heap: u64) -> Option<u32> {
        if let Ok(at) = self.others.binary_search_by_key(&heap, |&(heap, _)| heap) {
            return Some(self.others[at].1);
        }
        let place = match (heap, self.repeat) {
            (0, _) => return Some(0),
            (heap, Some(period)) if heap >= period.preperiod => {
                period.preperiod + (heap - period.preperiod) % period.period
            }
            _ => heap,
        };
        self.images.get(usize::try_from(place - 1).ok()?).copied()
    }
}

impl HeapQuotient {
    /// Verifies a certificate and returns its quotient.
    ///
    /// # Errors
    /// Fails with `refused` if the certificate is wrong or of another method, and with `limit` if the
    /// verification exceeds the limits.
    pub fn from_certificate(certificate: Certificate, library: &Library, limits: &Limits) -> Result<HeapQuotient> {
        verify(&certificate, library, limits)?;
        let Proof::Quotient { accept, times, heaps, .. } = &certificate.proof else {
            return Err(Error::new(
                grundy_rules::ErrorKind::Refused,
                grundy_lang::text!("this is not a certificate of a misère quotient"),
            ));
        };
        let games = heaps.iter().map(|heaps| GameImages {
            rules: heaps.rules.clone(),
            images: heaps.images.clone(),
            repeat: heaps.repeat.map(|[preperiod, period]| Period { preperiod, period }),
            others: heaps.others.clone(),
        });
        let games = games.collect();
        Ok(HeapQuotient { quotient: Arc::new(Quotient::new(accept, times.clone())), games, certificate })
    }

    /// Reports whether the quotient covers all heaps of all games.
    pub fn is_proved(&self) -> bool {
        self.games.iter().all(|game| game.repeat.is_some())
    }

    /// Returns the largest covered heap of the games whose heaps are not all covered.
    ///
    /// Returns `None` if all heaps of all games are covered.
    pub fn checked_to(&self) -> Option<u64> {
        self.games.iter().filter(|game| game.repeat.is_none()).map(|game| game.images.len() as u64).max()
    }

    /// Reports whether the quotient covers the heaps of each game up to its bound.
    ///
    /// A bound of `None` requires all heaps.
    pub fn covers(&self, to: &[Option<u64>]) -> bool {
        let reaches = |(game, to): (&GameImages, &Option<u64>)| {
            game.repeat.is_some() || to.is_some_and(|to| to <= game.images.len() as u64)
        };
        self.games.iter().zip(to).all(reaches)
    }

    fn bytes(&self) -> u64 {
        let order = self.quotient.order() as u64;
        let images: usize = self.games.iter().map(|game| game.images.len()).sum();
        2 * order * order + 16 * order * self.quotient.actions().len() as u64 + 16 * images as u64
    }
}

/// The state of learning the heaps of some games.
#[derive(Debug)]
pub(super) struct Learning {
    names: Vec<String>,
    learner: Learner,
    heap_letters: HeapLetters,
    /// The heap and the order of the quotient, each time a heap became a generator.
    pub growth: Vec<(u64, usize)>,
    /// The number of steps taken so far.
    pub steps: u64,
    checked: Option<Arc<HeapQuotient>>,
    /// The heap at which learning stopped for good, and the reason.
    pub stop: Option<(u64, StopReason)>,
}

impl Learning {
    pub fn new(names: Vec<String>) -> Learning {
        let heap_letters = HeapLetters::new(names.len());
        Learning { names, learner: Learner::new(), heap_letters, growth: vec![], steps: 0, checked: None, stop: None }
    }

    /// Returns the quotient that was last accepted by the checker.
    pub fn checked(&self) -> Option<&Arc<HeapQuotient>> {
        self.checked.as_ref()
    }

    pub fn bytes(&self) -> u64 {
        1024 + self.heap_letters.list.len() as u64 * 96 + self.checked.as_ref().map_or(0, |checked| checked.bytes())
    }

    /// Learns the heaps of each game up to its bound, or until their images are periodic.
    ///
    /// `to` has the bound of each game; `None` means until its images are periodic. The quotient that the checker
    /// accepts at the end may cover fewer heaps. At most `max_steps` steps are taken. If `shipped` is set, included
    /// certificates are used in place of learning, and running out of time is an error.
    pub fn grow(
        &mut self,
        to: &[Option<u64>],
        rules: &[&dyn HeapRules],
        library: &Library,
        max_steps: u64,
        shipped: bool,
        budget: &Budget,
    ) -> Result<()> {
        if self.checked.as_ref().is_some_and(|checked| checked.covers(to)) {
            return Ok(());
        }
        if shipped
            && self.names.len() == 1
            && let Some(certificate) = super::shipped::certificate_for(&self.names[0], rules[0])
        {
            let quotient = HeapQuotient::from_certificate(certificate, library, &limits(budget))?;
            self.checked = Some(Arc::new(quotient));
            return Ok(());
        }
        if self.stop.is_some() {
            return Ok(());
        }
        let mut steps = Steps::new(budget, max_steps);
        let mut last_period_check = self.heap_letters.list.len();
        let stop = 'learn: loop {
            let mut all_reached = true;
            for game in 0..rules.len() {
                if to[game].is_some_and(|to| self.heap_letters.size(game) >= to) {
                    continue;
                }
                all_reached = false;
                match self.learn_next_heap(game, rules, &mut steps) {
                    Ok(()) => {}
                    // If the time runs out, report what was learned so far instead of failing.
                    Err(StopReason::Budget(error)) if shipped || error.limit() != Some(Limit::Time) => {
                        return Err(error);
                    }
                    Err(stop) => break 'learn Some((self.heap_letters.size(game) + 1, stop)),
                }
            }
            if all_reached {
                break None;
            }
            let letters = self.heap_letters.list.len();
            // Look for periods at intervals that grow with the number of letters.
            if letters >= last_period_check + (last_period_check / 8).max(8) {
                last_period_check = letters;
                let repeats = self.periods(rules);
                let all_periodic = repeats.iter().zip(to).enumerate().all(|(game, (repeat, to))| {
                    repeat.is_some() || to.is_some_and(|to| self.heap_letters.size(game) >= to)
                });
                if all_periodic && self.check_learned(&repeats, library, budget)? {
                    break None;
                }
            }
        };
        self.steps += max_steps - steps.remaining();
        self.stop = stop;
        self.learner.free_memory();
        if self.checked.as_ref().is_some_and(|checked| checked.covers(to)) || self.heap_letters.list.is_empty() {
            return Ok(());
        }
        let repeats = self.periods(rules);
        if !self.check_learned(&repeats, library, budget)? {
            self.check_learned(&vec![None; rules.len()], library, budget)?;
        }
        Ok(())
    }

    /// Learns the next heap of a game.
    fn learn_next_heap(
        &mut self,
        game: usize,
        rules: &[&dyn HeapRules],
        steps: &mut Steps<'_>,
    ) -> std::result::Result<(), StopReason> {
        let size = self.heap_letters.size(game) + 1;
        let heaps = self.heap_letters.next(game, rules[game], size, steps.budget());
        for heap in heaps.map_err(|error| {
            if error.endless().is_some() { StopReason::Endless(error) } else { StopReason::Budget(error) }
        })? {
            self.heap_letters.add(game, heap);
            let before = self.learner.generators();
            if let Err(stop) = self.learner.extend(&HeapAlphabet { rules, heap_letters: &self.heap_letters }, steps) {
                self.heap_letters.pop();
                return Err(stop);
            }
            if self.learner.generators() > before {
                self.growth.push((heap, self.learner.learned().quotient.order()));
            }
        }
        self.heap_letters.set_size(game, size);
        Ok(())
    }

    fn images(&self, game: usize) -> Vec<u32> {
        let images = &self.learner.learned().images;
        self.heap_letters.in_order(game).map(|letter| images[letter]).collect()
    }

    /// Returns the preperiod and period of the images of each game, if they are periodic for long enough.
    fn periods(&self, rules: &[&dyn HeapRules]) -> Vec<Option<Period>> {
        rules.iter().enumerate().map(|(game, rules)| find_period(&self.images(game), *rules)).collect()
    }

    /// Passes the learned quotient to the checker.
    ///
    /// Stores the quotient if the checker accepts it; returns whether the checker accepted it.
    fn check_learned(&mut self, repeats: &[Option<Period>], library: &Library, budget: &Budget) -> Result<bool> {
        let learned = self.learner.learned();
        let quotient = &learned.quotient;
        let heaps = self.names.iter().zip(repeats).enumerate().map(|(game, (rules, repeat))| {
            let mut images = self.images(game);
            if let Some(period) = repeat {
                images.truncate((period.preperiod + period.period) as usize - 1);
            }
            let learned = &self.learner.learned().images;
            let others =
                self.heap_letters.others(game).into_iter().map(|(heap, letter)| (heap, learned[letter])).collect();
            Images { rules: rules.clone(), images, repeat: repeat.map(|p| [p.preperiod, p.period]), others }
        });
        let proof = Proof::Quotient {
            order: quotient.order() as u64,
            accept: quotient.accepting(),
            times: quotient.actions().to_vec(),
            heaps: heaps.collect(),
        };
        let rules = format!("misere {}", self.names.join(" + "));
        let certificate = Certificate { rules, claim: None, automata: vec![], proof };
        match HeapQuotient::from_certificate(certificate, library, &limits(budget)) {
            Ok(accepted) => {
                self.checked = Some(Arc::new(accepted));
                Ok(true)
            }
            Err(error) if error.kind == grundy_rules::ErrorKind::Refused => Ok(false),
            Err(error) => Err(error),
        }
    }
}

/// Returns the limits for the checker.
fn limits(budget: &Budget) -> Limits {
    // Set no deadline, since checking is fast compared with learning.
    Limits { bytes: budget.bytes, steps: u64::MAX, deadline: None, cancel: budget.cancel.clone() }
}

/// Returns the moves of a game in the form that the theorem on periodicity needs, if it applies.
///
/// The theorem also needs a bound on the amounts taken ([`Splitting::reach`]).
pub(super) fn moves_of(rules: &dyn HeapRules) -> Option<Splitting> {
    rules.splitting().or_else(|| Some(Splitting { amounts: Some(rules.amounts()?.clone()), ..Splitting::default() }))
}

/// Returns the preperiod and period of images, if they are periodic long enough for the theorem.
fn find_period(images: &[u32], rules: &dyn HeapRules) -> Option<Period> {
    let moves = moves_of(rules)?;
    let components = if !moves.three.is_empty() { 3 } else { 1 + usize::from(!moves.two.is_empty()) };
    let reach = usize::try_from(moves.reach()?).ok()?;
    let count = images.len();
    for period in 1..=count / components {
        let needed =
            |preperiod: usize| components * (preperiod + period) + reach + if moves.unequal { period } else { 0 };
        if needed(1) > count {
            return None;
        }
        // The image of heap h is at index h - 1.
        let repeated = (1..=count - period).rev().take_while(|&h| images[h - 1] == images[h + period - 1]).count();
        let preperiod = count - period + 1 - repeated;
        if needed(preperiod) <= count {
            return Some(Period { preperiod: preperiod as u64, period: period as u64 });
        }
    }
    None
}
