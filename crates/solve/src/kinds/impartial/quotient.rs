//! Sums under misère play, solved by a misère quotient.
//!
//! The image of a sum is the product of the images of its components, and it determines the outcome.
//! `solve_by_heap_quotient` uses a quotient of all heaps of the games, with a certificate;
//! `solve_by_component_quotient` learns a quotient from the components that play reaches.

use super::{ImpartialSolver, Verdict, VerdictSource};
use crate::answer::Reason;
use crate::listing::FoundMoves;
use crate::question::MovesWanted;
use grundy_engines::heap::Period;
use grundy_engines::multiset::check_if_large;
use grundy_engines::splits::moves_in_period;
use grundy_lang::{Text, text};
use grundy_misere::quotients::{ComponentsQuotient, GameImages, HeapQuotient};
use grundy_rules::{
    AnyComponent, AnyMove, Coordinates, DynPosition, DynRuleset, Error, ErrorKind, Outcome, Play, Player, Result,
    Rules, RulesId,
};
use grundy_value::CompactSort;
use grundy_value::Quotient;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// If a heap has more options than this, its winning moves are not enumerated.
const MAX_OPTIONS: u64 = 1 << 20;

impl ImpartialSolver<'_> {
    /// Solves the sum by a misère quotient; `None` if none was found.
    pub(super) fn solve_by_quotient(&mut self) -> Result<Option<Verdict>> {
        if self.position_sum.play != Play::Misere {
            return Ok(None);
        }
        match self.heap_games() {
            Some(games) => self.solve_by_heap_quotient(&games),
            None => self.solve_by_component_quotient(),
        }
    }

    /// Returns the games of the terms, each once; `None` if some term is not a game of heaps.
    fn heap_games(&self) -> Option<SumGames> {
        let mut games = SumGames { ids: vec![], first: vec![], of: vec![] };
        for (t, term) in self.position_sum.terms.iter().enumerate() {
            term.position.ruleset().table_form()?.heap_rules()?;
            let id = term.position.ruleset().id();
            let number = games.ids.iter().position(|known| *known == id).unwrap_or_else(|| {
                games.ids.push(id);
                games.first.push(t);
                games.ids.len() - 1
            });
            games.of.push(number);
        }
        (!games.ids.is_empty()).then_some(games)
    }

    fn solve_by_heap_quotient(&mut self, games: &SumGames) -> Result<Option<Verdict>> {
        let position_sum = self.position_sum;
        let rules: Vec<&dyn DynRuleset> =
            games.first.iter().map(|&t| position_sum.terms[t].position.ruleset()).collect();
        let mut counts: FxHashMap<(usize, u64), u64> = FxHashMap::default();
        let mut largest = vec![0; games.ids.len()];
        for (t, term) in position_sum.terms.iter().enumerate().filter(|(_, term)| term.copies > 0) {
            for component in 0..term.position.len() {
                let [heap, ..] = term.position.table_coordinates(component);
                let max_heap = &mut largest[games.of[t]];
                *max_heap = heap.max(*max_heap);
                let count = counts.entry((games.of[t], heap)).or_insert(0);
                // A sum of 2^64 or more equal heaps is left to other methods.
                let Some(sum) = count.checked_add(term.copies) else { return Ok(None) };
                *count = sum;
            }
        }
        let heap_quotient = match self.tables.quotient(&rules, &largest, &position_sum.library, self.budget) {
            // The certificate checker looks rules up by name; it refuses if the position's library lacks them.
            Err(error) if error.kind == ErrorKind::Refused => return Ok(None),
            heap_quotient => heap_quotient?,
        };
        let Some(heap_quotient) = heap_quotient else { return Ok(None) };
        let image = |game: usize, heap: u64| {
            heap_quotient.games[game].image(heap).expect("the quotient covers all heaps of the sum")
        };
        let mut distinct: Vec<((usize, u64), u64)> = counts.into_iter().collect();
        distinct.compact_sort();
        let factors = distinct.iter().map(|&((game, heap), n)| (image(game, heap), n));
        let (sum_image, rests) = products(&heap_quotient.quotient, factors);
        let rest_of: FxHashMap<(usize, u64), u32> =
            distinct.iter().zip(rests).map(|(&(heap, _), rest)| (heap, rest)).collect();
        let mut winning = vec![];
        if !heap_quotient.quotient.accepts(sum_image) && self.question.moves != MovesWanted::None {
            let mut remaining = self.question.moves.max_listed();
            let mut winning_counts: FxHashMap<(usize, u64), u128> = FxHashMap::default();
            for (t, term) in position_sum.terms.iter().enumerate().filter(|(_, term)| term.copies > 0) {
                let game = games.of[t];
                let mut found = vec![];
                for component in 0..term.position.len() {
                    let [heap, ..] = term.position.table_coordinates(component);
                    let (count, moves) = match winning_counts.get(&(game, heap)) {
                        Some(&count) if remaining == 0 || count == 0 => (count, vec![]),
                        _ => {
                            let rest = rest_of[&(game, heap)];
                            self.quotient_moves(&*term.position, component, &heap_quotient, game, rest, remaining)?
                        }
                    };
                    winning_counts.insert((game, heap), count);
                    remaining -= moves.len();
                    if count > 0 {
                        found.push(FoundMoves::wins(component, count, moves));
                    }
                }
                winning.push((t, found));
            }
        }
        let repeat = match &heap_quotient.games[..] {
            [GameImages { repeat, .. }] => *repeat,
            _ => None,
        };
        Ok(Some(self.quotient_result(&heap_quotient.quotient, sum_image, winning, |order| Reason::Quotient {
            order,
            repeat,
            proved: heap_quotient.is_proved(),
            checked_to: heap_quotient.checked_to(),
            components: None,
            certificate: Some(Box::new(heap_quotient.certificate.clone())),
        })))
    }

    /// Returns the verdict on a sum whose image is `sum_image`, and records the reason.
    fn quotient_result(
        &mut self,
        quotient: &Quotient,
        sum_image: u32,
        winning: Vec<(usize, Vec<FoundMoves>)>,
        reason: impl FnOnce(usize) -> Reason,
    ) -> Verdict {
        self.reasons.clear();
        self.reasons.push(reason(quotient.order()));
        let outcome = if quotient.accepts(sum_image) { Outcome::P } else { Outcome::N };
        Verdict { outcome, grundy: None, genus: None, source: VerdictSource::Found(winning) }
    }

    /// Returns the winning moves in a heap, given the image `rest` of the other components.
    /// The result is their number and the first `remaining` of them.
    fn quotient_moves(
        &mut self,
        position: &dyn DynPosition,
        component: usize,
        heap_quotient: &Arc<HeapQuotient>,
        game: usize,
        rest: u32,
        remaining: usize,
    ) -> Result<(u128, Vec<AnyMove>)> {
        let (quotient, images) = (&heap_quotient.quotient, &heap_quotient.games[game]);
        let row = quotient.row(rest);
        let [heap, ..] = position.table_coordinates(component);
        let wins = |after: &[u64]| {
            let image = after.iter().fold(0, |x, &heap| {
                quotient.times(x, images.image(heap).expect("moves lead to smaller heaps, which have images"))
            });
            quotient.accepts(row[image as usize].into())
        };
        let code = position.ruleset().table_form().and_then(|view| view.code().cloned()).filter(|code| code.is_octal());
        if let (Some(code), Some(period)) = (code, images.repeat)
            && heap > min_periodic_heap(period, code.reach())
        {
            let (count, moves) = moves_in_period(&code, period, heap, remaining, &wins);
            let as_move = |mv: &grundy_rules::HeapMove| {
                let after: Vec<Coordinates> = mv.remaining.iter().map(|&heap| [heap, 0, 0]).collect();
                position.move_to(component, Player::LEFT, &after)
            };
            if let Some(moves) = moves.iter().map(as_move).collect() {
                return Ok((count, moves));
            }
        }
        let mut meter = self.budget.meter(text!("moves"));
        let mut option_count = 0u64;
        let (mut sizes, mut winning_count) = (vec![], 0u128);
        let found = position.filter_moves(component, Player::LEFT, remaining, &mut |after| {
            meter.advance(1)?;
            option_count += 1;
            if option_count > MAX_OPTIONS {
                return Err(Error::new(ErrorKind::TooLarge, Text::empty()));
            }
            sizes.clear();
            sizes.extend(after.iter().flat_map(|(at, copies)| std::iter::repeat_n(at[0], *copies as usize)));
            let wins = wins(&sizes);
            winning_count += u128::from(wins);
            Ok(wins)
        });
        match found {
            Err(error) if error.kind == ErrorKind::TooLarge => {
                self.has_unlisted_moves = true;
                Ok((winning_count, vec![]))
            }
            found => found,
        }
    }

    /// Solves the sum by a quotient learned from the components that play reaches; `None` if there is none.
    fn solve_by_component_quotient(&mut self) -> Result<Option<Verdict>> {
        let position_sum = self.position_sum;
        let total = position_sum.terms.iter().map(|t| u128::from(t.copies) * t.position.len() as u128);
        if total.sum::<u128>() < 2 {
            // For a single component, a search evaluates fewer positions than learning a quotient.
            return Ok(None);
        }
        let (rules, components) = self.erased();
        let roots: Vec<&AnyComponent> =
            super::with_copies(position_sum, &components).filter(|(_, n)| *n > 0).map(|(p, _)| p).collect();
        let budget = self.tables.remaining_budget(self.budget);
        let Some(mut learned) = ComponentsQuotient::learn(&rules, &roots, &budget)? else { return Ok(None) };
        let quotient = Arc::clone(&learned.quotient);
        let factors: Vec<(u32, u64)> = super::with_copies(position_sum, &components)
            .map(|(component, n)| (learned.image(&rules, component), n))
            .collect();
        let (sum_image, rests) = products(&quotient, factors.iter().copied());
        let mut rests = rests.into_iter();
        let mut winning = vec![];
        let mut remaining = self.question.moves.max_listed();
        for (t, term) in position_sum.terms.iter().enumerate() {
            let mut found = vec![];
            for (component, erased) in components[t].iter().enumerate() {
                let rest = rests.next().expect("there is one rest per component");
                if term.copies == 0 || quotient.accepts(sum_image) || self.question.moves == MovesWanted::None {
                    continue;
                }
                let (mut count, mut moves) = (0, vec![]);
                for mv in term.position.moves(component, Player::LEFT) {
                    check_if_large(&rules, erased, self.budget)?;
                    let after = rules.play_counted(erased, Player::LEFT, &mv);
                    let image = after.iter().fold(rest, |x, (component, copies)| {
                        quotient.times(x, quotient.power(learned.image(&rules, component), *copies))
                    });
                    if quotient.accepts(image) {
                        count += 1;
                        if moves.len() < remaining {
                            moves.push(mv);
                        }
                    }
                }
                remaining -= moves.len();
                if count > 0 {
                    found.push(FoundMoves::wins(component, count, moves));
                }
            }
            winning.push((t, found));
        }
        let components = learned.components();
        Ok(Some(self.quotient_result(&quotient, sum_image, winning, |order| Reason::Quotient {
            order,
            repeat: None,
            proved: false,
            checked_to: None,
            components: Some(components),
            certificate: None,
        })))
    }
}

/// The distinct games in a sum of heaps.
struct SumGames {
    ids: Vec<RulesId>,
    /// The index of the first term of each game.
    first: Vec<usize>,
    /// The index of the game of each term.
    of: Vec<usize>,
}

/// Returns a size above which the moves of a heap can be counted by the period of the images.
fn min_periodic_heap(period: Period, reach: u64) -> u64 {
    period.preperiod + period.period + reach + 2
}

/// Returns the product of all x^n, and for each factor the product with its exponent reduced by 1.
/// An exponent of 0 stays 0.
fn products(quotient: &Quotient, factors: impl Iterator<Item = (u32, u64)>) -> (u32, Vec<u32>) {
    let factors: Vec<(u32, u64)> = factors.collect();
    let powers: Vec<u32> = factors.iter().map(|&(x, n)| quotient.power(x, n)).collect();
    let mut after = vec![0; factors.len() + 1];
    for at in (0..factors.len()).rev() {
        after[at] = quotient.times(after[at + 1], powers[at]);
    }
    let mut before = 0;
    let mut rests = Vec::with_capacity(factors.len());
    for (at, &(x, n)) in factors.iter().enumerate() {
        let others = quotient.times(before, after[at + 1]);
        rests.push(quotient.times(others, quotient.power(x, n.saturating_sub(1))));
        before = quotient.times(before, powers[at]);
    }
    (before, rests)
}
