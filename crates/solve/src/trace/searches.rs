//! Four search methods applied to the same position, with the numbers of their visits.
//! Positions that differ in the order of components count as different.

use super::graph::PositionGraph;
use crate::supported::check_single_term;
use grundy_engines::scoring::{Config, ScoringSearch};
use grundy_lang::text;
use grundy_rules::Budget;
use grundy_rules::{Error, ErrorKind, Kind, Outcome, Play, Player, PositionSum, Result, SumRules};

/// A search method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SearchMethod {
    /// Follows every play to its end.
    Minimax,
    /// Skips the other moves of a position as soon as they cannot matter.
    /// They cannot matter after a winning move, or when the bounds cross.
    AlphaBeta,
    /// Alpha-beta with a memo; in scoring games minimax with a memo, without bounds.
    Memo,
    /// Visits every position once, with all its moves.
    /// In scoring games this is the engine's search, with bounds, memo and move ordering.
    Full,
}

impl SearchMethod {
    /// All methods, the slowest first.
    pub const ALL: [SearchMethod; 4] =
        [SearchMethod::Minimax, SearchMethod::AlphaBeta, SearchMethod::Memo, SearchMethod::Full];

    /// Returns the name that users type, such as `alpha-beta`.
    pub fn name(self) -> &'static str {
        match self {
            SearchMethod::Minimax => "minimax",
            SearchMethod::AlphaBeta => "alpha-beta",
            SearchMethod::Memo => "memo",
            SearchMethod::Full => "full",
        }
    }
}

/// The result of one search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The search method.
    pub method: SearchMethod,
    /// The number of visits, including repeated visits; `None` above the limits.
    pub nodes: Option<u128>,
    /// The outcome, in games that the last move decides.
    pub outcome: Option<Outcome>,
    /// In scoring games, the first player's points minus the second player's.
    pub score: Option<i64>,
}

/// The position limit of a search in a scoring game.
const MAX_NODES: u64 = 2_000_000;

/// Runs all search methods on a position and counts their visits.
///
/// # Errors
/// Returns the errors of [`super::TracedPositions::compute`], and `unsupported` for games of several players and if
/// positions can repeat.
///
/// ```
/// use grundy_games::parse;
/// use grundy_solve::{Budget, trace::searches};
/// let found = searches(&parse("nim(1,2,3)")?, &Budget::default())?;
/// let nodes: Vec<_> = found.iter().map(|one| one.nodes.unwrap()).collect();
/// assert_eq!(nodes, [447, 229, 24, 24]);
/// # Ok::<(), grundy_rules::Error>(())
/// ```
pub fn searches(position_sum: &PositionSum, budget: &Budget) -> Result<Vec<SearchResult>> {
    let kind = position_sum.kind();
    if kind == Kind::Multiplayer {
        let message = text!("minimax and alpha-beta require two players");
        return Err(Error::new(ErrorKind::Unsupported, message));
    }
    let graph = explore_graph(position_sum, budget)?;
    match kind {
        Kind::Scoring => search_scores(position_sum, &graph, budget),
        _ => Ok(SearchMethod::ALL.map(|method| search_by_last_move(position_sum, &graph, method)).to_vec()),
    }
}

/// Returns the graph of all positions, distinguished by the order of components.
///
/// # Errors
/// Fails with `unsupported` if positions can repeat, and with the errors of [`PositionGraph::explore`].
pub(super) fn explore_graph<'b>(position_sum: &'b PositionSum, budget: &'b Budget) -> Result<PositionGraph<'b>> {
    check_single_term(position_sum)?;
    let mut graph = PositionGraph::new(position_sum, !position_sum.kind().is_summable(), true, budget)?;
    graph.explore()?;
    position_sum.check_and_clear_fault()?;
    if graph.cyclic {
        let message = text!(
            "a position can repeat, so these searches would not end; retrograde analysis solves the game in rounds"
        );
        return Err(Error::new(ErrorKind::Unsupported, message));
    }
    Ok(graph)
}

/// Runs one search method in a game that the last move decides.
fn search_by_last_move(position_sum: &PositionSum, graph: &PositionGraph<'_>, method: SearchMethod) -> SearchResult {
    let sides: &[usize] = if position_sum.kind() == Kind::Partizan { &[0, 1] } else { &[0] };
    let mut search = Visits {
        graph,
        play: position_sum.play,
        is_partizan: sides.len() > 1,
        stops_at_win: matches!(method, SearchMethod::AlphaBeta | SearchMethod::Memo),
        visit_counts: vec![[None; 2]; graph.nodes.len()],
        wins: vec![[false; 2]; graph.nodes.len()],
    };
    let root = graph.roots[0];
    let mut nodes = Some(0u128);
    let remembers = matches!(method, SearchMethod::Memo | SearchMethod::Full);
    for &side in sides {
        let more = match remembers {
            true => Some(search.count_memo_visits(root, side).into()),
            false => search.count_visits(root, side),
        };
        nodes = nodes.and_then(|sum| sum.checked_add(more?));
    }
    let wins: Vec<bool> = sides.iter().map(|&side| search.wins[root as usize][side]).collect();
    let outcome = match wins[..] {
        [true] | [true, true] => Outcome::N,
        [true, _] => Outcome::L,
        [_, true] => Outcome::R,
        _ => Outcome::P,
    };
    SearchResult { method, nodes, outcome: Some(outcome), score: None }
}

/// The counts of visits of one search method.
struct Visits<'g, 'b> {
    graph: &'g PositionGraph<'b>,
    play: Play,
    /// Whether the players have different moves.
    is_partizan: bool,
    /// Whether the moves after a winning move are skipped.
    stops_at_win: bool,
    /// The number of visits in the subtree of each position, by the side to move; `None` above 2^128.
    /// In `count_memo_visits`, `Some(1)` marks a visited position instead.
    visit_counts: Vec<[Option<u128>; 2]>,
    wins: Vec<[bool; 2]>,
}

impl Visits<'_, '_> {
    fn other(&self, side: usize) -> usize {
        if self.is_partizan { 1 - side } else { side }
    }

    /// Counts the visits of a search without a memo; `None` above 2^128.
    /// The count of a position depends only on the position, so it is computed once.
    fn count_visits(&mut self, root: u32, side: usize) -> Option<u128> {
        for k in 0..self.graph.finished.len() {
            let node = self.graph.finished[k];
            for side in 0..if self.is_partizan { 2 } else { 1 } {
                let other = self.other(side);
                let (mut sum, mut wins, mut any) = (Some(1u128), false, false);
                for option in self.graph.options[node as usize].iter().filter(|option| option.side == side) {
                    any = true;
                    sum = sum.and_then(|sum| sum.checked_add(self.visit_counts[option.to as usize][other]?));
                    wins |= !self.wins[option.to as usize][other];
                    if wins && self.stops_at_win {
                        break;
                    }
                }
                self.visit_counts[node as usize][side] = sum;
                self.wins[node as usize][side] = if any { wins } else { self.play == Play::Misere };
            }
        }
        self.visit_counts[root as usize][side]
    }

    /// Counts the positions that a search with a memo visits.
    fn count_memo_visits(&mut self, root: u32, side: usize) -> u64 {
        let mut count = 0;
        // Each entry is a position, the side to move, and the number of moves of both sides passed so far.
        let mut stack: Vec<(u32, usize, usize)> = vec![(root, side, 0)];
        while let Some(&mut (node, side, ref mut at)) = stack.last_mut() {
            let (place, other) = (node as usize, self.other(side));
            if *at == 0 {
                if self.visit_counts[place][side].is_some() {
                    stack.pop();
                    continue;
                }
                count += 1;
            }
            let options = &self.graph.options[place];
            let mine = |k: &usize| options[*k].side == side;
            if let Some(before) = at.checked_sub(1).filter(mine) {
                self.wins[place][side] |= !self.wins[options[before].to as usize][other];
            }
            let next = (*at..options.len()).find(mine).filter(|_| !(self.stops_at_win && self.wins[place][side]));
            match next {
                Some(k) => {
                    *at = k + 1;
                    stack.push((options[k].to, other, 0));
                }
                None => {
                    if !(0..options.len()).any(|k| mine(&k)) {
                        self.wins[place][side] = self.play == Play::Misere;
                    }
                    self.visit_counts[place][side] = Some(1);
                    stack.pop();
                }
            }
        }
        count
    }
}

/// Runs all search methods in a scoring game.
fn search_scores(position_sum: &PositionSum, graph: &PositionGraph<'_>, budget: &Budget) -> Result<Vec<SearchResult>> {
    let mut rules = SumRules::default();
    let components = position_sum.terms[0].position.erased_components(&mut rules, false);
    let first: Player = position_sum.terms[0].position.first_player();
    let small = Budget { nodes: budget.nodes.min(MAX_NODES), ..budget.clone() };
    let mut found = vec![];
    for method in SearchMethod::ALL {
        let config = match method {
            SearchMethod::Minimax => Config::MINIMAX,
            SearchMethod::AlphaBeta => Config::ALPHA_BETA,
            SearchMethod::Memo => Config { table: true, ..Config::MINIMAX },
            SearchMethod::Full => Config::FULL,
        };
        let mut search = ScoringSearch::new(&rules, config, &small);
        found.push(match search.score(&components, first) {
            Ok(score) => SearchResult { method, nodes: Some(search.nodes().into()), outcome: None, score: Some(score) },
            Err(error) if error.kind == ErrorKind::Limit => {
                budget.check()?;
                // The size of the tree is known without visiting it.
                let nodes = graph.count_tree_nodes().filter(|_| method == SearchMethod::Minimax);
                SearchResult { method, nodes, outcome: None, score: None }
            }
            Err(error) => return Err(error),
        });
    }
    Ok(found)
}
