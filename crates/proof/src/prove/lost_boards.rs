//! Writes certificates of sums of boards: a set of sums that the player to move loses.
//!
//! A search without values and bounds decides who wins each sum that it needs. It then collects the sums to list:
//! starting from the position, for every move from a listed sum, one lost sum that the other player can move to.

use grundy_lang::text;
use grundy_rules::CompactSort;
use grundy_rules::{Error, ErrorKind, Play, PositionSum, Result};
use grundy_solve::Budget;
use grundy_verify::{Certificate, Limits, Proof, RegionSum, RegionSums, WorkCounter, rules_of, sum_of_regions};
use rustc_hash::{FxHashMap, FxHashSet};

/// The memory of a sum in the table, in bytes, without its regions.
const SUM_BYTES: u64 = 96;

/// A sum and the player to move, which is Left if the rules allow it.
type SumToMove = (RegionSum, usize);

/// A sum whose moves are being searched.
struct SearchedSum {
    position: SumToMove,
    /// The sums after the moves that are still to be searched, the best last.
    children: Vec<SumToMove>,
}

/// Returns a certificate of the outcome of a sum of boards; `None` if the position is no such sum.
///
/// # Errors
/// `limit` if the budget runs out.
///
/// ```
/// use grundy_solve::Budget;
/// let spec = grundy_games::parse("domineering(4x4)").unwrap();
/// let certificate = grundy_proof::lost_boards(&spec, &Budget::default()).unwrap().unwrap();
/// let verified = grundy_verify::verify(&certificate, &spec.library, &grundy_verify::Limits::default()).unwrap();
/// assert_eq!(verified.statement, "domineering(4x4): N");
/// ```
pub fn lost_boards(spec: &PositionSum, budget: &Budget) -> Result<Option<Certificate>> {
    if spec.play != Play::Normal {
        return Ok(None);
    }
    let limits = Limits {
        bytes: budget.bytes / 2,
        deadline: budget.deadline,
        cancel: budget.cancel.clone(),
        ..Limits::default()
    };
    budget.check()?;
    let mut work = WorkCounter::new(&limits)?;
    match write(spec, budget, &mut work) {
        // There are too many regions, or no measure shows that play ends.
        Err(error) if error.kind == ErrorKind::Refused => Ok(None),
        Err(error) if error.kind == ErrorKind::Limit => {
            // The error may be one of the counter, which speaks of a check.
            budget.check()?;
            budget.check_fits(2 * u128::from(work.reserved_bytes()), &text!("the certificate"))?;
            Err(error)
        }
        written => written,
    }
}

/// Writes the certificate; the errors are those of the search and of its sums.
fn write(spec: &PositionSum, budget: &Budget, work: &mut WorkCounter<'_>) -> Result<Option<Certificate>> {
    let Some((sums, total)) = sum_of_regions(spec, work)? else { return Ok(None) };
    let mut search = LostBoardsSearch { sums, work, budget, is_lost: FxHashMap::default(), bytes: 0 };
    let wins = [search.wins_first(&total, 0)?, search.wins_first(&total, 1)?];
    let lost = search.collect(&total)?;
    let outcome = match wins {
        [true, true] => "N",
        [false, false] => "P",
        [true, false] => "L",
        [false, true] => "R",
    };
    // Regions are numbered by their first use.
    let (mut numbers, mut regions) = (FxHashMap::default(), vec![]);
    let mut lists = [vec![], vec![]];
    for (sum, player) in lost {
        let numbered = sum.iter().map(|&region| {
            *numbers.entry(region).or_insert_with(|| {
                regions.push(search.sums.region_text(region));
                regions.len() as u32 - 1
            })
        });
        lists[player].push(numbered.collect::<Vec<u32>>());
    }
    let [left, right] = lists;
    let text = spec.canonical_text();
    let proof = Proof::LostBoards { position: text, outcome: outcome.into(), regions, left, right };
    Ok(Some(Certificate { rules: rules_of(spec), claim: None, automata: vec![], proof }))
}

/// The state of the search.
struct LostBoardsSearch<'a, 'b> {
    sums: RegionSums,
    work: &'a mut WorkCounter<'b>,
    budget: &'a Budget,
    /// For each sum that was searched, whether the player to move loses.
    is_lost: FxHashMap<SumToMove, bool>,
    bytes: u64,
}

impl LostBoardsSearch<'_, '_> {
    /// Returns the sums after the moves of a player, each once, those with few answers last.
    fn children(&mut self, (sum, player): &SumToMove) -> Result<Vec<SumToMove>> {
        let mut children = vec![];
        self.sums.each_option(sum, *player, self.work, &mut |sums, option, work| {
            children.push(sums.with_left_to_move(option, 1 - player, work)?);
            Ok(false)
        })?;
        children.compact_sort();
        children.dedup();
        let mut ordered = Vec::with_capacity(children.len());
        for (sum, player) in children {
            let answers = self.sums.count_moves(&sum, player, self.work)?;
            ordered.push((answers, (sum, player)));
        }
        ordered.compact_sort_by_key(|(answers, _)| std::cmp::Reverse(*answers));
        Ok(ordered.into_iter().map(|(_, child)| child).collect())
    }

    /// Returns whether the player to move loses, if that is known.
    fn known_loss(&self, position: &SumToMove) -> Option<bool> {
        if position.0.is_empty() { Some(true) } else { self.is_lost.get(position).copied() }
    }

    fn wins_first(&mut self, sum: &RegionSum, player: usize) -> Result<bool> {
        let position = self.sums.with_left_to_move(sum.clone(), player, self.work)?;
        Ok(!self.player_to_move_loses(position)?)
    }

    /// Reports whether the player to move loses.
    ///
    /// This is a depth-first search with an explicit stack.
    fn player_to_move_loses(&mut self, position: SumToMove) -> Result<bool> {
        let mut meter = self.budget.meter(text!("positions"));
        let mut stack: Vec<SearchedSum> = vec![];
        let mut next = Some(position.clone());
        while next.is_some() || !stack.is_empty() {
            if let Some(position) = next.take()
                && self.known_loss(&position).is_none()
            {
                meter.advance(1)?;
                let children = self.children(&position)?;
                if children.iter().any(|child| self.known_loss(child) == Some(true)) {
                    self.remember(position, false)?;
                } else {
                    stack.push(SearchedSum { position, children });
                }
                continue;
            }
            let Some(top) = stack.last_mut() else { break };
            // The child that was searched last is the last of the list.
            let is_won = top
                .children
                .last()
                .is_some_and(|child| child.0.is_empty() || self.is_lost.get(child).copied() == Some(true));
            while !is_won && top.children.last().is_some_and(|child| self.is_lost.get(child) == Some(&false)) {
                top.children.pop();
            }
            if !is_won && let Some(child) = top.children.last() {
                let is_known = child.0.is_empty() || self.is_lost.contains_key(child);
                if !is_known {
                    next = Some(child.clone());
                }
                continue;
            }
            if let Some(SearchedSum { position, .. }) = stack.pop() {
                self.remember(position, !is_won)?;
            }
        }
        self.known_loss(&position).ok_or_else(no_reply)
    }

    /// Counts the memory of copies of a sum. The sums of regions may use the other half of the budget.
    fn count_memory(&mut self, copies: u64, position: &SumToMove) -> Result<()> {
        self.bytes += copies * (SUM_BYTES + 4 * position.0.len() as u64);
        self.budget.check_fits(2 * u128::from(self.bytes), &text!("the certificate"))
    }

    fn remember(&mut self, position: SumToMove, loses: bool) -> Result<()> {
        self.count_memory(1, &position)?;
        self.is_lost.insert(position, loses);
        Ok(())
    }

    /// Returns the sums to list, which contain a winning reply to every move in them.
    fn collect(&mut self, total: &RegionSum) -> Result<Vec<SumToMove>> {
        let mut listed: FxHashSet<SumToMove> = FxHashSet::default();
        let (mut lost, mut waiting) = (vec![], vec![]);
        for player in 0..2 {
            let position = self.sums.with_left_to_move(total.clone(), player, self.work)?;
            waiting.push(position);
        }
        let mut meter = self.budget.meter(text!("positions"));
        while let Some(position) = waiting.pop() {
            meter.advance(1)?;
            if position.0.is_empty() || listed.contains(&position) {
                continue;
            }
            if !self.player_to_move_loses(position.clone())? {
                // The player to move wins the certified position: the sum after one winning first move is listed.
                let answer = self.answer(&position, &listed)?;
                waiting.push(answer);
                continue;
            }
            for child in self.children(&position)? {
                let answer = self.answer(&child, &listed)?;
                if !answer.0.is_empty() && !listed.contains(&answer) {
                    waiting.push(answer);
                }
            }
            self.count_memory(2, &position)?;
            listed.insert(position.clone());
            lost.push(position);
        }
        lost.compact_sort();
        Ok(lost)
    }

    /// Returns the sum after a winning move, one that is listed already if possible.
    fn answer(&mut self, position: &SumToMove, listed: &FxHashSet<SumToMove>) -> Result<SumToMove> {
        let children = self.children(position)?;
        if let Some(found) = children.iter().find(|child| child.0.is_empty() || listed.contains(*child)) {
            return Ok(found.clone());
        }
        // The last children have the fewest answers.
        if let Some(found) = children.iter().rev().find(|child| self.known_loss(child) == Some(true)) {
            return Ok(found.clone());
        }
        for child in children.into_iter().rev() {
            if self.player_to_move_loses(child.clone())? {
                return Ok(child);
            }
        }
        Err(no_reply())
    }
}

fn no_reply() -> Error {
    Error::new(ErrorKind::Unsupported, text!("no winning reply was found"))
}
