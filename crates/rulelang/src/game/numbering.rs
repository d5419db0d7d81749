//! Numbers the positions of a rule, in tiers, for tables of values.
//!
//! The numbering covers the positions within the bounds of the rule or, without bounds, those whose parameters are at
//! most those of a start position. It gives each position a tier and a slot, which is an index within the tier. A
//! position and its images under the `same` clauses of the rule share a slot. Start with `tiers`, which returns the
//! numbering, and `SlotLayout`, the arrangement of the slots.

use super::rule::Rule as Game;
use crate::evaluation::fault::RuleFault;
use crate::evaluation::walk::{OptionWalk, Parameters};
use crate::logic::bounds::{LinearBounds, holds, position_text, signed, tier_error, value};
use crate::logic::formula::Linear;
use crate::logic::translate::moves_of;
use grundy_lang::text;
use grundy_rules::CompactSort;
use grundy_rules::indexed::{Batch, Parents, Slot, Sums, Tier, Tiers};
use grundy_rules::{Budget, DenseRules, Error, ErrorKind, Game as _, Kind, Result, claim_bytes, run_at, spend};
use grundy_syntax::ast::{OptionPlayers, Rule};
use grundy_syntax::code::Code;
use grundy_syntax::parse::MAX_PARAMETERS;
use smallvec::SmallVec;
use std::ops::Range;

/// The maximum number of tiers of a rule. Each tier is a file.
const MAX_TIERS: u64 = 10_000;
/// The maximum number of images of a position, including the position itself.
const MAX_IMAGES: usize = 1000;
/// The maximum number of positions of a numbering without bounds.
const MAX_BOX_POSITIONS: u64 = 1 << 32;
/// The number of slots at the start of a tier whose images are all verified.
///
/// Later in the tier, only slots whose index is a multiple of this number are verified.
const VERIFIED_SLOTS: u64 = 64;

/// The size of a list of moves that is not compared with the memory budget.
const MAX_UNCHECKED_BYTES: u64 = 1 << 24;

/// The parameters of a position, padded with zeros.
type PaddedParameters = [u64; MAX_PARAMETERS];

/// The numbering of the positions of a rule.
struct RuleNumbering {
    rule: Rule,
    bounds: LinearBounds,
    layout: SlotLayout,
    /// The conditions that a position must satisfy to have a slot.
    filters: Vec<Code>,
    start: Parameters,
}

/// The arrangement of the slots in tiers.
enum SlotLayout {
    /// A single tier, with the positions whose weighted sum of parameters is at most the second entry.
    SingleTier(Sums, u64),
    /// The tier of a position is a weighted sum of its parameters.
    ///
    /// The second entry is the constant of the rule's `tier` expression; a tier is printed with this constant added.
    /// The third entry lists the amounts by which moves can lower the tier, or is `None` if they are not known.
    BySum(Sums, i64, Option<Vec<u64>>),
    /// The slots of a numbering as in `SingleTier`, distributed to tiers.
    ///
    /// For each tier, the third entry contains the value of the `tier` expression and the slots, in ascending order.
    ByTable(Sums, u64, Vec<(i64, Vec<u32>)>),
}

/// Returns the numbering of the positions of a rule.
///
/// Returns `None` for partizan rules, for rules whose moves leave several components, for games with symbolic
/// parameters, and for rules in which conditions end play but nothing bounds the positions. Without bounds, the
/// numbering covers the positions whose parameters are at most those of `start`; the result is `None` if a sample of
/// moves leads to another position.
pub(crate) fn tiers(game: &Game, start: &Parameters, budget: &Budget) -> Option<Result<Box<dyn Tiers>>> {
    let (rule, bounds) = (game.rule(), game.bounds());
    if matches!(game.kind(), Kind::Partizan | Kind::Scoring) || game.splits() || game.symbolic_params().is_some() {
        return None;
    }
    if game.kind() == Kind::NonstandardImpartial && !bounds.has_conditions() {
        return None;
    }
    let numbering = match RuleNumbering::new(rule, bounds, start, budget) {
        Ok(numbering) => numbering,
        Err(error) => return Some(Err(error)),
    };
    if !bounds.has_conditions() && (numbering.size(0) > MAX_BOX_POSITIONS || !numbering.seems_closed()) {
        return None;
    }
    if let Err(error) = numbering.orbit(start) {
        return Some(Err(error));
    }
    Some(Ok(Box::new(numbering)))
}

impl RuleNumbering {
    fn new(rule: &Rule, bounds: &LinearBounds, start: &Parameters, budget: &Budget) -> Result<RuleNumbering> {
        let upper = if bounds.has_conditions() { &bounds.max_values[..] } else { &start[..] };
        let factors = |sum: &Linear| -> Vec<u64> {
            let factor = |v: usize| sum.terms.iter().find(|term| term.0 as usize == v).map_or(0, |term| term.1 as u64);
            (0..rule.arity).map(factor).collect()
        };
        let max_sum = |sum: &Linear| {
            let factors = factors(sum);
            let all = || upper.iter().zip(&factors);
            all().try_fold(0u64, |total, (&upper, &factor)| total.checked_add(upper.checked_mul(factor)?))
        };
        let tier = bounds.tier.as_ref().and_then(|tier| LinearBounds::linear(tier, rule.arity));
        if let Some(sum) = tier.filter(|sum| sum.terms.iter().all(|(_, factor)| *factor > 0)) {
            let homogeneous = Linear { constant: 0, terms: sum.terms.clone() };
            let declared = bounds
                .bounded_sums()
                .filter(|(total, _)| total.terms == homogeneous.terms)
                .min_by_key(|(_, total)| *total);
            let total = [declared.as_ref().map(|(_, total)| *total), max_sum(&homogeneous)].into_iter().flatten().min();
            let sums = total.and_then(|total| Sums::new(upper, &factors(&homogeneous), total, true));
            if let Some(sums) = sums {
                let tiers = total.map_or(0, |total| (0..=total).filter(|&total| sums.size(total) > 0).count() as u64);
                check_tier_count(tiers, rule)?;
                let filters = bounds.remaining_conditions(declared.as_ref());
                let decreases = decreases_of(rule, &homogeneous);
                let layout = SlotLayout::BySum(sums, sum.constant, decreases);
                let (rule, bounds, start) = (rule.clone(), bounds.clone(), start.clone());
                return Ok(RuleNumbering { rule, bounds, layout, filters, start });
            }
        }
        // Choose the sum whose bound the fewest positions satisfy.
        let sums = bounds.bounded_sums().filter_map(|(sum, total)| {
            let sums = Sums::new(upper, &factors(&sum), total, false)?;
            Some((sums.size(total), sums, (sum, total)))
        });
        let ((sums, total), filters) = match sums.min_by_key(|(size, ..)| *size) {
            Some((_, sums, declared)) => ((sums, declared.1), bounds.remaining_conditions(Some(&declared))),
            None => {
                let sums = Sums::new(upper, &vec![0; rule.arity], 0, false).ok_or_else(|| {
                    Error::new(ErrorKind::TooLarge, text!("there are at least 2^64 positions within the bounds"))
                })?;
                ((sums, 0), bounds.remaining_conditions(None))
            }
        };
        let mut numbering = RuleNumbering {
            rule: rule.clone(),
            bounds: bounds.clone(),
            layout: SlotLayout::SingleTier(sums, total),
            filters,
            start: start.clone(),
        };
        if bounds.tier.is_some() {
            numbering.distribute_to_tiers(budget)?;
        }
        Ok(numbering)
    }

    /// Distributes the slots of the single numbering to tiers, by the `tier` expression of the rule.
    fn distribute_to_tiers(&mut self, budget: &Budget) -> Result<()> {
        let Some(tier) = self.bounds.tier.clone() else { return Ok(()) };
        let SlotLayout::SingleTier(sums, total) = &self.layout else { return Ok(()) };
        let slots = sums.size(*total);
        budget.check_fits(u128::from(slots) * 16, &text!("a list of {slots} positions by tier", slots))?;
        let mut all: Vec<(i64, u32)> = vec![];
        let mut meter = budget.meter(text!("positions")).with_total(slots);
        for slot in 0..slots {
            meter.advance(1)?;
            let position = signed(&self.position_at(0, slot)[..self.rule.arity]);
            if self.satisfies_filters(&position)? {
                all.push((value(&tier, &position)?, slot as u32));
            }
        }
        all.compact_sort();
        let chunks = all.chunk_by(|a, b| a.0 == b.0);
        let tiers: Vec<(i64, Vec<u32>)> =
            chunks.map(|chunk| (chunk[0].0, chunk.iter().map(|&(_, slot)| slot).collect())).collect();
        check_tier_count(tiers.len() as u64, &self.rule)?;
        self.layout = SlotLayout::ByTable(sums.clone(), *total, tiers);
        Ok(())
    }

    /// Returns whether the moves of a sample of positions lead only to positions with slots.
    fn seems_closed(&self) -> bool {
        let mut batch = Batch::default();
        self.groups().iter().flatten().all(|&tier| {
            let size = self.size(tier);
            let sample = |k: u64| (u128::from(k) * u128::from(size) / 1000) as u64;
            (0..1000.min(size)).map(|k| if size <= 1000 { k } else { sample(k) }).chain([size - 1]).all(|slot| {
                self.expand(tier, slot..slot + 1, &[tier], true, &mut batch);
                batch.error.is_none()
            })
        })
    }

    fn satisfies_filters(&self, position: &[i64]) -> Result<bool> {
        for condition in &self.filters {
            if !holds(condition, position)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the position of a slot.
    ///
    /// The position can violate the conditions, and then the slot is unused. If an image of the position has a smaller
    /// slot, both share that slot.
    fn position_at(&self, tier: Tier, slot: u64) -> PaddedParameters {
        let mut numbers = [0; MAX_PARAMETERS];
        let list = &mut numbers[..self.rule.arity];
        match &self.layout {
            SlotLayout::SingleTier(sums, total) => sums.unrank(*total, slot, list),
            SlotLayout::BySum(sums, ..) => sums.unrank(tier.into(), slot, list),
            SlotLayout::ByTable(sums, total, tiers) => {
                sums.unrank(*total, tiers[tier as usize].1[slot as usize].into(), list)
            }
        }
        numbers
    }

    /// Returns the tier and the slot of a position, regardless of its images; `None` outside the bounds.
    fn slot_of(&self, position: &[u64]) -> Result<Option<(Tier, u64)>> {
        if !self.filters.is_empty() && !self.satisfies_filters(&signed(position))? {
            return Ok(None);
        }
        Ok(match &self.layout {
            SlotLayout::SingleTier(sums, total) => sums.rank(*total, position).map(|slot| (0, slot)),
            SlotLayout::BySum(sums, ..) => {
                let slot_in_tier = sums.sum(position).and_then(|sum| Some((sum, sums.rank(sum, position)?)));
                slot_in_tier.map(|(sum, slot)| (sum as Tier, slot))
            }
            SlotLayout::ByTable(sums, total, tiers) => {
                let (Some(slot), Some(tier)) = (sums.rank(*total, position), &self.bounds.tier) else {
                    return Ok(None);
                };
                let tier = value(tier, &signed(position))?;
                let slot_in_tier = tiers.binary_search_by_key(&tier, |one| one.0).ok();
                slot_in_tier.and_then(|at| Some((at as Tier, tiers[at].1.binary_search(&(slot as u32)).ok()? as u64)))
            }
        })
    }

    /// Returns the slot that a position shares with its images, and the number of images.
    ///
    /// The position itself counts as one of the images. Returns `None` if the position has no slot.
    fn orbit(&self, position: &[u64]) -> Result<Option<Slot>> {
        let Some((tier, mut at)) = self.slot_of(position)? else { return Ok(None) };
        if self.bounds.same.is_empty() {
            return Ok(Some(Slot { tier, at, orbit: 1 }));
        }
        let mut all: Vec<Parameters> = vec![Parameters::from_slice(position)];
        let mut next = 0;
        while next < all.len() {
            for image in &self.bounds.same {
                let target = self.apply_image(&all[next], image)?;
                if all.contains(&target) {
                    continue;
                }
                let bad_argument = |why| Error::new(ErrorKind::BadArgument, why).at(image[0].span());
                let texts = || (position_text(&all[next]), position_text(&target));
                match self.slot_of(&target)? {
                    Some((image_tier, slot)) if image_tier == tier && all.len() < MAX_IMAGES => at = at.min(slot),
                    Some((image_tier, _)) if image_tier == tier => {
                        return Err(bad_argument(text!(
                            "{from} has more than {most} images under `same`",
                            from = position_text(position),
                            most = MAX_IMAGES
                        )));
                    }
                    Some(_) => {
                        let (from, to) = texts();
                        return Err(bad_argument(text!(
                            "{from} and {to} are declared the same, but they are in different tiers",
                            from,
                            to
                        )));
                    }
                    None => {
                        let (from, to) = texts();
                        let why = text!(
                            "{to} is declared the same as {from}, but it is not within the bounds of the rule",
                            from,
                            to
                        );
                        return Err(bad_argument(why));
                    }
                }
                all.push(target);
            }
            next += 1;
        }
        Ok(Some(Slot { tier, at, orbit: all.len() as u32 }))
    }

    fn apply_image(&self, position: &[u64], image: &[Code]) -> Result<Parameters> {
        let numbers = signed(position);
        let mut target = Parameters::new();
        for code in image {
            let number = value(code, &numbers)?;
            target.push(u64::try_from(number).map_err(|_| {
                let from = position_text(position);
                let message =
                    text!("the image of {from} under `same` contains the negative number {number}", from, number);
                Error::new(ErrorKind::BadArgument, message).at(code.span())
            })?);
        }
        Ok(target)
    }

    /// Calls `visit` with the slots that the moves of a position lead to.
    fn moves(
        &self,
        walk: &mut OptionWalk<'_>,
        position: &[u64],
        visit: &mut dyn FnMut(Slot) -> Result<()>,
    ) -> Result<()> {
        let arity = self.rule.arity;
        let mut numbers: PaddedParameters = [0; MAX_PARAMETERS];
        if self.bounds.terminal_result(position)?.is_some() {
            return Ok(());
        }
        walk.restart(position);
        while let Some(block) = walk.next_block().map_err(RuleFault::error)? {
            let mut visit_position = |after: &[u64]| match self.orbit(after)? {
                Some(slot) => visit(slot),
                None => Err(self.no_slot_error(position, after)),
            };
            // A move that leaves no component is an error, since the empty position has no slot.
            if self.rule.options[block.option_index].is_empty() && (block.count > 0 || block.legal > 0) {
                return Err(self.no_slot_error(position, &[]));
            }
            // A position can have very many moves.
            if !spend(16 * (block.count + u64::from(block.legal.count_ones()))) {
                Budget::default().check()?;
            }
            for index in 0..block.count as i64 {
                (0..arity).for_each(|k| numbers[k] = run_at(block.run[k], index) as u64);
                visit_position(&numbers[..arity])?;
            }
            let mut legal = if block.count > 0 { 0 } else { block.legal };
            while legal != 0 {
                let lane = legal.trailing_zeros() as usize;
                legal &= legal - 1;
                (0..arity).for_each(|k| numbers[k] = block.values[k][lane] as u64);
                visit_position(&numbers[..arity])?;
            }
        }
        Ok(())
    }

    /// Returns the error of a move to a position without a slot.
    fn no_slot_error(&self, from: &[u64], to: &[u64]) -> Error {
        if to.is_empty() {
            let message = text!(
                "a move from {from} leads to the empty sum; the positions of such rules cannot be numbered",
                from = position_text(from)
            );
            return Error::new(ErrorKind::Unsupported, message);
        }
        match self.bounds.check(from, to) {
            Err(error) => error,
            Ok(()) => {
                let (from, to, start) = (position_text(from), position_text(to), position_text(&self.start));
                let message = text!(
                    "a move from {from} leads to {to}, in which a number exceeds the corresponding one in {start}",
                    from,
                    to,
                    start
                );
                let example =
                    format!("rule{{ {} -> ... within {} <= 40 }}", self.rule.names.join(","), self.rule.names[0]);
                Error::new(ErrorKind::BadArgument, message).help(text!("bound the numbers: {example}", example))
            }
        }
    }

    /// Checks that a position and its images are equivalent.
    ///
    /// They must share their slot, and their moves must lead to the same slots.
    fn verify_images(&self, walk: &mut OptionWalk<'_>, position: &[u64], shared_slot: Slot) -> Result<()> {
        let mut slots_after_moves = |position: &[u64]| {
            let mut list: Vec<(Tier, u64)> = vec![];
            self.moves(walk, position, &mut |slot| {
                list.push((slot.tier, slot.at));
                Ok(())
            })?;
            list.compact_sort();
            list.dedup();
            Result::Ok(list)
        };
        let moves = slots_after_moves(position)?;
        for image in &self.bounds.same {
            let target = self.apply_image(position, image)?;
            let same_end = self.bounds.terminal_result(&target)? == self.bounds.terminal_result(position)?;
            if self.orbit(&target)? != Some(shared_slot) || !same_end || slots_after_moves(&target)? != moves {
                let (from, to) = (position_text(position), position_text(&target));
                let message = text!(
                    "{from} and {to} are declared the same, but their moves lead to different positions",
                    from,
                    to
                );
                let error = Error::new(ErrorKind::BadArgument, message).at(image[0].span());
                return Err(
                    error.help(text!("applying `same` repeatedly must lead back to the position, as in `same (b,a)`"))
                );
            }
        }
        Ok(())
    }

    /// Adds the position of a slot, with its moves, to a batch.
    ///
    /// If `inside` is true, the moves within the tier are counted. The links then omit these moves, unless `all`
    /// is true.
    fn add(
        &self,
        walk: &mut OptionWalk<'_>,
        at: (Tier, u64),
        inside: bool,
        all: bool,
        batch: &mut Batch,
    ) -> Result<()> {
        let (tier, slot) = at;
        let numbers = self.position_at(tier, slot);
        let position = &numbers[..self.rule.arity];
        let shared_slot = if self.bounds.same.is_empty() && self.filters.is_empty() {
            Slot { tier, at: slot, orbit: 1 }
        } else {
            let Some(shared_slot) = self.orbit(position)? else { return Ok(()) };
            if !self.bounds.same.is_empty() && (slot < VERIFIED_SLOTS || slot % VERIFIED_SLOTS == 0) {
                self.verify_images(walk, position, shared_slot)?;
            }
            shared_slot
        };
        if shared_slot.at != slot {
            return Ok(());
        }
        let mut moves = 0;
        let end = self.bounds.terminal_result(position)?;
        self.moves(walk, position, &mut |to| {
            if to.tier > tier {
                return Err(self.tier_error(position, to));
            }
            let stays = inside && to.tier == tier;
            moves += u32::from(stays);
            if all || !stays {
                batch.links.push((to.tier, to.at));
            }
            Ok(())
        })?;
        let bytes = size_of_val(&batch.links[..]) as u64;
        if bytes > MAX_UNCHECKED_BYTES
            && !claim_bytes(2 * bytes, || text!("the list of the moves of a group of positions"))
        {
            Budget::default().check()?;
        }
        batch.slots.push(slot);
        batch.orbits.push(shared_slot.orbit);
        batch.ends.push(end);
        batch.inside.push(moves);
        batch.slice_ends.push(batch.links.len() as u32);
        Ok(())
    }

    fn tier_error(&self, from: &[u64], to: Slot) -> Error {
        let child = self.position_at(to.tier, to.at);
        let target = &child[..self.rule.arity];
        let tier = |position: &[u64]| self.bounds.tier.as_ref().and_then(|tier| value(tier, &signed(position)).ok());
        match (&self.bounds.tier, tier(from), tier(target)) {
            (Some(code), Some(before), Some(after)) => tier_error((from, before), (target, after), code),
            _ => self.no_slot_error(from, target),
        }
    }
}

fn check_tier_count(tiers: u64, rule: &Rule) -> Result<()> {
    if tiers <= MAX_TIERS {
        return Ok(());
    }
    let message = text!("a rule has at most {most} tiers, but this one has {tiers}", most = MAX_TIERS, tiers);
    let error =
        Error::new(ErrorKind::TooLarge, message).help(text!("use a quotient for fewer tiers, as in `tier n/1000`"));
    Err(match &rule.bounds.tier {
        Some(tier) => error.at(tier.span()),
        None => error,
    })
}

/// Returns the amounts by which moves lower a sum, in ascending order.
///
/// Returns `None` if an amount depends on the position.
fn decreases_of(rule: &Rule, sum: &Linear) -> Option<Vec<u64>> {
    let mut decreases = vec![];
    for option in &rule.options {
        for mv in moves_of(rule.arity, option, false).ok()? {
            for target in &mv.targets {
                let replacement: Vec<_> = (0..).zip(target.iter().cloned()).collect();
                let decrease = sum.plus(-1, &sum.replace(&replacement)).as_number()?;
                // Moves that raise the sum are reported when they occur.
                decreases.extend(u64::try_from(decrease));
            }
        }
    }
    decreases.push(0);
    decreases.compact_sort();
    decreases.dedup();
    Some(decreases)
}

impl Tiers for RuleNumbering {
    fn has_parents(&self) -> bool {
        false
    }

    fn is_descending(&self) -> bool {
        true
    }

    fn reachable_only(&self) -> bool {
        false
    }

    fn groups(&self) -> Vec<Vec<Tier>> {
        let count = match &self.layout {
            SlotLayout::SingleTier(..) => 1,
            SlotLayout::BySum(sums, ..) => sums.totals() as Tier,
            SlotLayout::ByTable(.., tiers) => tiers.len() as Tier,
        };
        (0..count).filter(|&tier| self.size(tier) > 0).map(|tier| vec![tier]).collect()
    }

    fn after(&self, tier: Tier) -> Vec<Tier> {
        match &self.layout {
            SlotLayout::BySum(_, _, Some(decreases)) => {
                let below = decreases.iter().filter_map(|&decrease| u64::from(tier).checked_sub(decrease));
                below.map(|tier| tier as Tier).filter(|&tier| self.size(tier) > 0).collect()
            }
            _ => (0..=tier).filter(|&tier| self.size(tier) > 0).collect(),
        }
    }

    fn name(&self, tier: Tier) -> String {
        let value = match &self.layout {
            SlotLayout::SingleTier(..) => return "all".to_string(),
            SlotLayout::BySum(_, constant, _) => i64::from(tier) + constant,
            SlotLayout::ByTable(.., tiers) => tiers.get(tier as usize).map_or(0, |one| one.0),
        };
        format!("t{value}").replace('-', "m")
    }

    fn size(&self, tier: Tier) -> u64 {
        match &self.layout {
            SlotLayout::SingleTier(sums, total) => sums.size(*total),
            SlotLayout::BySum(sums, ..) => sums.size(tier.into()),
            SlotLayout::ByTable(.., tiers) => tiers.get(tier as usize).map_or(0, |one| one.1.len() as u64),
        }
    }

    fn expand(&self, tier: Tier, slots: Range<u64>, group: &[Tier], all: bool, batch: &mut Batch) {
        batch.clear();
        let start: SmallVec<[u64; 8]> = SmallVec::from_elem(0, self.rule.arity);
        let mut walk = OptionWalk::new(&self.rule, OptionPlayers::Both, &start).with_runs();
        let inside = group.contains(&tier);
        for slot in slots {
            if let Err(error) = self.add(&mut walk, (tier, slot), inside, all, batch) {
                batch.links.truncate(batch.slice_ends.last().map_or(0, |&end| end as usize));
                batch.error = Some(error);
                return;
            }
        }
    }

    fn parents(&self, tier: Tier, slots: &[u64], parents: &mut Parents) {
        let orbit = |&slot: &u64| match self.bounds.same.is_empty() {
            true => 1,
            false => {
                self.orbit(&self.position_at(tier, slot)[..self.rule.arity]).ok().flatten().map_or(1, |slot| slot.orbit)
            }
        };
        parents.orbits.clear();
        parents.orbits.extend(slots.iter().map(orbit));
        parents.slice_ends.clear();
        parents.slice_ends.resize(slots.len(), 0);
        parents.parents.clear();
    }

    fn find(&self, numbers: &[u64]) -> Option<Slot> {
        if numbers.len() == self.rule.arity { self.orbit(numbers).ok().flatten() } else { None }
    }

    fn encode(&self, tier: Tier, slot: u64) -> Option<(Vec<u64>, u32)> {
        if slot >= self.size(tier) {
            return None;
        }
        let numbers = self.position_at(tier, slot);
        let position = &numbers[..self.rule.arity];
        let shared_slot = self.orbit(position).ok().flatten().filter(|shared_slot| shared_slot.at == slot)?;
        Some((position.to_vec(), shared_slot.orbit))
    }
}
