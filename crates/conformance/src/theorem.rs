//! Checks one theorem of one game against brute force on the game's samples.

use super::brute::{Brute, Id, OptionValue, single_sum};
use super::partizan;
use super::report::{Checked, Counterexample, Skipped, report_progress};
use grundy_lang::{Text, text};
use grundy_rules::Budget;
use grundy_rules::{
    AnyMove, ClaimInstance, DynGame, DynPosition, Genus, Kind, KnownMoves, MoveList, NimSum, Outcome, Play, Player,
    PositionSum, Result, TheoremInfo, TheoremInstance,
};
use grundy_value::CompactSort;
use std::collections::HashSet;

/// The largest number of moves played by brute force, per requested position.
///
/// Samples with heaps of several thousand, from which every amount may be taken, reach this limit.
const MAX_MOVES_PER_POSITION: u64 = 10_000;
/// Maximal number of samples examined per requested position; many may be outside the scope.
pub(super) const MAX_SAMPLES_PER_POSITION: u64 = 100;
/// The maximum number of positions of a sum that is played as one game.
const MAX_SUM_POSITIONS: usize = 5_000;
/// Maximal total number of positions in sums that are played as one game, per requested position.
const MAX_TOTAL_SUM_POSITIONS: u64 = 20;
/// The maximum number of samples examined to find a position in the scope of a theorem.
const MAX_EXAMINED: usize = 2_000;
/// The approximate maximum number of values of options that are used as targets.
const MAX_TARGETS: usize = 32;

/// A difference: the statement of the theorem, and the result of brute force.
pub(super) type Difference = (Text, Text);

/// Formats a Grundy value.
pub(super) fn value(value: u128) -> Text {
    text!("value {value}", value)
}

/// Formats a misère genus.
pub(super) fn genus(genus: Genus) -> Text {
    text!("genus {genus}", genus = genus.to_string())
}

/// Formats an outcome.
pub(super) fn outcome(outcome: Outcome) -> Text {
    text!("outcome {outcome}", outcome = outcome.name())
}

pub(super) fn check(
    brute: &mut Brute<'_>,
    entry: &dyn DynGame,
    theorem: &'static TheoremInfo,
    to: u64,
    budget: &Budget,
) -> Result<Checked> {
    let info = entry.info();
    let mut checked = Checked::new(Some(info.name), theorem);
    // Some games are impartial or partizan, depending on their parameters. A theorem on such a game may be about
    // partizan rules only.
    let is_partizan_instance = || {
        let applies =
            |position: &dyn DynPosition| position.len() == 1 && position.apply_theorem(0, theorem.name).is_some();
        let first = entry.samples().take(MAX_EXAMINED).find(|position| applies(&**position));
        info.other_kind == Some(Kind::Partizan)
            && first.is_some_and(|position| PositionSum::from_position(Play::Normal, position).kind() == Kind::Partizan)
    };
    if (info.kind == Kind::Partizan || is_partizan_instance()) && info.short {
        return partizan::check_components(entry, checked, to, budget);
    }
    // The mex defines values of impartial games in which play ends; theorems on other games are skipped.
    if info.kind != Kind::Impartial || !info.short {
        checked.skipped = Some(Skipped::Kind);
        return Ok(checked);
    }
    let start = brute.moves_played();
    let mut work = TheoremCheck {
        brute,
        agreed: HashSet::new(),
        remaining_sum_positions: MAX_TOTAL_SUM_POSITIONS.saturating_mul(to),
    };
    let mut texts = HashSet::new();
    for (examined, position) in (0u64..).zip(entry.samples()) {
        let spent = work.brute.moves_played() - start;
        if checked.positions >= to
            || examined >= to.saturating_mul(MAX_SAMPLES_PER_POSITION)
            || spent > to.saturating_mul(MAX_MOVES_PER_POSITION)
        {
            break;
        }
        if examined.is_multiple_of(64) {
            budget.check()?;
        }
        let all = (0..position.len()).map(|component| position.apply_theorem(component, theorem.name));
        let Some(spoken) = all.collect::<Option<Vec<TheoremInstance<'_>>>>().filter(|all| !all.is_empty()) else {
            continue;
        };
        // A theorem on the outcome of a single component makes no claim about sums.
        let is_outcome = spoken.iter().any(|s| matches!(s.claim, ClaimInstance::Outcome { .. }));
        let mut text = String::new();
        position.write(&mut text);
        if (is_outcome && spoken.len() > 1) || !texts.insert(text.clone()) {
            continue;
        }
        let Some(difference) = work.position(&*position, &spoken)? else { continue };
        checked.skipped = checked.skipped.max(skipped(&spoken));
        checked.positions += 1;
        match difference {
            None => checked.agreed += 1,
            Some((claim, search)) => {
                // Samples come in order of growing size, so the first counterexample is a smallest one.
                let prefix = if spoken[0].play == Play::Misere { "misere " } else { "" };
                let position = format!("{prefix}{text}");
                checked.counterexample.get_or_insert(Counterexample { position, claim, search });
            }
        }
        report_progress(budget, checked.positions, to)?;
    }
    Ok(checked)
}

/// Returns the part of a theorem that cannot be checked because the theorem does not state it.
pub(super) fn skipped(spoken: &[TheoremInstance<'_>]) -> Option<Skipped> {
    let unstated = spoken.iter().filter_map(|spoken| match &spoken.claim {
        ClaimInstance::Outcome { winning, .. } => Some(winning(Player::LEFT)),
        ClaimInstance::NimHeap { .. } | ClaimInstance::Tame { .. } | ClaimInstance::GameValue { .. } => None,
    });
    let unstated = unstated.filter_map(|moves| match moves {
        KnownMoves::Unknown => Some(Skipped::Moves),
        KnownMoves::Examples(_) => Some(Skipped::Count),
        KnownMoves::All(..) => None,
    });
    unstated.max()
}

struct TheoremCheck<'w, 'b> {
    brute: &'w mut Brute<'b>,
    /// The texts of the components on which the theorem was compared already and agreed.
    agreed: HashSet<String>,
    /// The remaining number of positions of sums that may be played as one game.
    remaining_sum_positions: u64,
}

impl TheoremCheck<'_, '_> {
    /// Compares all claims of a theorem about a position with brute force.
    ///
    /// Returns `None` if brute force is too costly, and `Some(None)` if all claims agree.
    fn position(
        &mut self,
        position: &dyn DynPosition,
        spoken: &[TheoremInstance<'_>],
    ) -> Result<Option<Option<Difference>>> {
        let ids = self.brute.ids(position);
        for (component, (&id, spoken)) in ids.iter().zip(spoken).enumerate() {
            let name = position.component(component).to_string();
            if self.agreed.contains(&name) {
                continue;
            }
            match self.component(position, component, id, spoken)? {
                None => return Ok(None),
                Some(None) => drop(self.agreed.insert(name)),
                Some(Some((claim, search))) => {
                    let with_component = |shown: Text| match position.len() {
                        1 => shown,
                        _ => text!("{name}: {said}", name = &name, said = shown),
                    };
                    return Ok(Some(Some((with_component(claim), with_component(search)))));
                }
            }
        }
        if spoken.len() == 1 {
            return Ok(Some(None));
        }
        self.sum(position, &ids, spoken)
    }

    /// Compares the claim of a theorem about one component with brute force.
    ///
    /// The claim consists of a value or an outcome, and of the number and the list of moves.
    /// Returns `None` if brute force is too costly, and `Some(None)` if the claim agrees.
    fn component(
        &mut self,
        position: &dyn DynPosition,
        component: usize,
        id: Id,
        spoken: &TheoremInstance<'_>,
    ) -> Result<Option<Option<Difference>>> {
        let misere = spoken.play == Play::Misere;
        let normal = u128::from(self.brute.value(id)?.normal);
        let misere_value = match misere {
            false => None,
            true => match self.brute.genus(id, MAX_SUM_POSITIONS)? {
                None => return Ok(None),
                value => value,
            },
        };
        let values_after = self.brute.values_after_moves(position, component, misere, MAX_SUM_POSITIONS)?;
        if misere && values_after.iter().any(|after| after.genus.is_none()) {
            return Ok(None);
        }
        let moves = ComponentMoves {
            position,
            component,
            all: position.moves(component, Player::LEFT).collect(),
            values_after: &values_after,
        };
        let genus_found = misere_value.map(|value| value.genus);
        let genus_text = |claimed: Genus, wild: bool| match wild {
            true => text!("{genus}, but not all positions reached in play are tame", genus = genus(claimed)),
            false => genus(claimed),
        };
        let compare_tame = |claimed: Genus| {
            misere_value
                .filter(|value| value.genus != claimed || !value.tame)
                .map(|value| (genus_text(claimed, false), genus_text(value.genus, !value.tame)))
        };
        Ok(Some(match &spoken.claim {
            ClaimInstance::NimHeap { value: claimed, moves: list } => {
                let difference = match genus_found {
                    None => (*claimed != normal).then(|| (value(*claimed), value(normal))),
                    Some(_) => compare_tame(Genus::for_nim_heap(*claimed)),
                };
                difference.or_else(|| {
                    targets(&values_after, *claimed).into_iter().find_map(|to| {
                        let heap = Genus::for_nim_heap(to);
                        let fits = |after: &OptionValue| after.genus.map_or(after.normal == to, |genus| genus == heap);
                        moves.compare_complete(list(to), fits, &text!("moves to value {to}", to))
                    })
                })
            }
            ClaimInstance::Tame { genus: claimed, moves: list } => compare_tame(*claimed).or_else(|| {
                rests(&values_after, claimed.normal.0).into_iter().find_map(|rest| {
                    let fits = |after: &OptionValue| after.genus.is_some_and(|g| rest.completed_by(g, Play::Misere));
                    let genus = rest.genus().to_string();
                    let purpose = text!("winning moves when the sum of the other components has genus {genus}", genus);
                    moves.compare_complete(list(rest), fits, &purpose)
                })
            }),
            // Claims about values of partizan games are checked in `partizan.rs`.
            ClaimInstance::GameValue { .. } => return Ok(None),
            ClaimInstance::Outcome { outcome: claimed, winning } => {
                let wins = |genus: Option<Genus>, normal: u128| match genus {
                    None => normal == 0,
                    Some(genus) => genus.misere.0 == 0,
                };
                let found = if wins(genus_found, normal) { Outcome::P } else { Outcome::N };
                let difference = (*claimed != found).then(|| (outcome(*claimed), outcome(found)));
                let fits = |after: &OptionValue| wins(after.genus, after.normal);
                difference.or_else(|| moves.compare(winning(Player::LEFT), fits, &text!("winning moves")))
            }
        }))
    }

    /// Compares the combined claims about the components with the sum.
    ///
    /// The value is compared with the sum played as one game, if that is cheap. The winning moves in each component are
    /// compared given the values of the other components.
    /// Returns `None` if brute force is too costly, and `Some(None)` if the claims agree.
    fn sum(
        &mut self,
        position: &dyn DynPosition,
        ids: &[Id],
        spoken: &[TheoremInstance<'_>],
    ) -> Result<Option<Option<Difference>>> {
        let play = spoken[0].play;
        let claimed: Vec<Genus> = spoken.iter().map(claimed_genus).collect();
        let sum: NimSum = claimed.iter().copied().collect();
        if self.remaining_sum_positions > 0 {
            let before = self.brute.sum_count();
            let found = self.brute.sum_value(ids, MAX_SUM_POSITIONS)?;
            // A sum that is too large counts as `MAX_SUM_POSITIONS` positions.
            let spent = if found.is_some() { self.brute.sum_count() - before } else { MAX_SUM_POSITIONS };
            self.remaining_sum_positions = self.remaining_sum_positions.saturating_sub(spent as u64);
            if let Some(found) = found {
                let differs = match play {
                    Play::Normal => sum.value() != found.genus.normal,
                    Play::Misere => sum.genus() != found.genus,
                };
                if differs {
                    let show = |shown: Genus| match play {
                        Play::Normal => value(shown.normal.0),
                        Play::Misere => genus(shown),
                    };
                    return Ok(Some(Some((show(sum.genus()), show(found.genus)))));
                }
            }
        }
        for (component, spoken) in spoken.iter().enumerate() {
            let rest = sum.without(claimed[component]);
            let misere = play == Play::Misere;
            let values_after = self.brute.values_after_moves(position, component, misere, MAX_SUM_POSITIONS)?;
            if misere && values_after.iter().any(|after| after.genus.is_none()) {
                return Ok(None);
            }
            let fits = |after: &OptionValue| {
                let genus = after.genus.unwrap_or(Genus::for_nim_heap(after.normal));
                rest.completed_by(genus, play)
            };
            let list = match &spoken.claim {
                ClaimInstance::NimHeap { moves, .. } => moves(rest.p_position_heap(play)),
                ClaimInstance::Tame { moves, .. } => moves(rest),
                ClaimInstance::GameValue { .. } | ClaimInstance::Outcome { .. } => {
                    unreachable!("a claim about a single position is never a claim about a sum")
                }
            };
            let expected = values_after.iter().filter(|after| fits(after)).count();
            let (count, list) = list;
            // Do not generate the moves of a component without winning moves; most components have none.
            if expected == 0 && count == 0 {
                continue;
            }
            let moves = ComponentMoves {
                position,
                component,
                all: position.moves(component, Player::LEFT).collect(),
                values_after: &values_after,
            };
            let purpose = text!("winning moves in component {number}", number = component + 1);
            if let Some(difference) = moves.compare_complete((count, list), fits, &purpose) {
                return Ok(Some(Some(difference)));
            }
        }
        Ok(Some(None))
    }
}

/// Returns the genus that a theorem claims for a component of a sum.
fn claimed_genus(spoken: &TheoremInstance<'_>) -> Genus {
    match spoken.claim {
        ClaimInstance::NimHeap { value, .. } => Genus::for_nim_heap(value),
        ClaimInstance::Tame { genus, .. } => genus,
        ClaimInstance::GameValue { .. } | ClaimInstance::Outcome { .. } => {
            unreachable!("a claim about a single position is never a claim about a sum")
        }
    }
}

/// Returns the values to test as targets of moves.
///
/// The list contains values of the options, 0, 1, the component's own value, the largest value of an option plus
/// 1, and 2^64. No heap has the value 2^64.
fn targets(values_after: &[OptionValue], value: u128) -> Vec<u128> {
    let mut values: Vec<u128> = values_after.iter().map(|after| after.normal).collect();
    values.compact_sort();
    values.dedup();
    let above = values.last().map_or(1, |top| top + 1);
    if values.len() > MAX_TARGETS {
        // The stride is odd, so that all residues modulo powers of 2 occur.
        let stride = (values.len() / MAX_TARGETS) | 1;
        values = values.into_iter().step_by(stride).collect();
    }
    values.extend([0, 1, value, above, 1 << 64]);
    values.compact_sort();
    values.dedup();
    values
}

/// Returns the values to test as the rest of a sum.
///
/// The list contains zero, the fickle genera of the targets 0 and 1, and the firm genera of all targets.
fn rests(values_after: &[OptionValue], value: u128) -> Vec<NimSum> {
    let values = targets(values_after, value);
    let fickle = values.iter().filter(|&&k| k <= 1).map(|&k| single_sum(Genus::for_nim_heap(k)));
    let firm = values.iter().map(|&k| single_sum(Genus::firm(grundy_rules::Nimber(k))));
    std::iter::once(NimSum::default()).chain(fickle).chain(firm).collect()
}

/// The moves of a component; `values_after[i]` is the value of the position after the move `all[i]`.
pub(super) struct ComponentMoves<'a, L> {
    pub position: &'a dyn DynPosition,
    pub component: usize,
    pub all: Vec<AnyMove>,
    pub values_after: &'a [L],
}

impl<L> ComponentMoves<'_, L> {
    /// Compares the moves that a theorem states with the moves after which `fits` holds.
    pub fn compare(&self, moves: KnownMoves<'_>, fits: impl Fn(&L) -> bool, purpose: &Text) -> Option<Difference> {
        match moves {
            KnownMoves::Unknown => None,
            KnownMoves::Examples(list) => self.compare_partial(list, fits, purpose),
            KnownMoves::All(count, list) => self.compare_complete((count, list), fits, purpose),
        }
    }

    /// Compares a complete list of moves and its length with the moves after which `fits` holds.
    fn compare_complete(
        &self,
        (count, list): (u128, MoveList<'_, AnyMove>),
        fits: impl Fn(&L) -> bool,
        purpose: &Text,
    ) -> Option<Difference> {
        let expected: Vec<&AnyMove> =
            self.all.iter().zip(self.values_after).filter(|(_, after)| fits(after)).map(|(mv, _)| mv).collect();
        if count != expected.len() as u128 {
            let with_count = |count: u128| text!("{count} {purpose}", count, purpose);
            return Some((with_count(count), with_count(expected.len() as u128)));
        }
        // Read a limited number of moves from the list, because a wrong list may be infinite.
        let listed: Vec<AnyMove> = list.take(expected.len() + 1).collect();
        if listed.iter().eq(expected.iter().copied()) {
            return None;
        }
        let listed: Vec<&AnyMove> = listed.iter().collect();
        let with_moves = |moves: &[&AnyMove]| text!("{purpose}: {moves}", purpose, moves = self.words(moves));
        Some((with_moves(&listed), with_moves(&expected)))
    }

    /// Compares a partial list of moves with the moves after which `fits` holds.
    ///
    /// The listed moves must be distinct and must all fit; the list may be empty only if no move fits.
    fn compare_partial(
        &self,
        list: MoveList<'_, AnyMove>,
        fits: impl Fn(&L) -> bool,
        purpose: &Text,
    ) -> Option<Difference> {
        let fitting = self.all.iter().zip(self.values_after).filter(|(_, after)| fits(after)).map(|(mv, _)| mv);
        let expected: HashSet<&AnyMove> = fitting.collect();
        let listed: Vec<AnyMove> = list.take(expected.len() + 1).collect();
        let distinct: HashSet<&AnyMove> = listed.iter().collect();
        let all_fit = distinct.len() == listed.len() && distinct.is_subset(&expected);
        if all_fit && distinct.is_empty() == expected.is_empty() {
            return None;
        }
        let (listed, expected): (Vec<&AnyMove>, Vec<&AnyMove>) =
            (listed.iter().collect(), self.all.iter().filter(|mv| expected.contains(mv)).collect());
        let with_moves = |moves: &[&AnyMove]| text!("{purpose}: {moves}", purpose, moves = self.words(moves));
        Some((with_moves(&listed), with_moves(&expected)))
    }

    /// Describes at most ten of the moves in words.
    fn words(&self, moves: &[&AnyMove]) -> Text {
        let words = moves.iter().take(10).map(|mv| self.position.describe(self.component, mv).text);
        let more = (moves.len() > 10).then(|| Text::verbatim("..."));
        Text::list(words.chain(more))
    }
}
