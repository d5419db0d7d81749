//! The tree of positions that minimax or alpha-beta visits, node by node, with bounds and cuts.

use super::graph::PositionGraph;
use super::searches::{SearchMethod, explore_graph};
use grundy_lang::{Text, text};
use grundy_rules::Budget;
use grundy_rules::{Error, ErrorKind, Kind, Play, Player, PositionSum, Result};

/// The maximal number of nodes of a tree that is shown.
pub const MAX_VISITS: usize = 2000;

/// A node of the tree, in visiting order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visit {
    /// The number of moves from the root.
    pub depth: usize,
    /// The position.
    pub position: String,
    /// The player to move, in partizan and scoring games.
    pub by: Option<Player>,
    /// The bounds when the search enters the node, in scoring games.
    /// They are the score that the first player has secured, and the largest score that the second player allows.
    pub bounds: Option<[Option<i64>; 2]>,
    /// The words of the move that led here from the parent; `None` at a root.
    pub mv: Option<Text>,
    /// The points that the player who made this move scored by it; 0 in other games.
    pub points: i64,
    /// The result of the subtree.
    pub result: NodeResult,
    /// The number of moves of the node that were pruned.
    pub pruned: usize,
}

/// The result of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeResult {
    /// The final score, first player minus second player, or a bound on it where moves were pruned.
    Points(i64, Bound),
    /// Whether the player to move wins.
    Wins(bool),
}

/// How a number that a search returns is related to the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The number is the score.
    Exact,
    /// The score is at least this number.
    Lower,
    /// The score is at most this number.
    Upper,
}

/// Returns the nodes that minimax ([`SearchMethod::Minimax`]) or alpha-beta visits.
/// In partizan games there is a tree for each starting player, first Left's.
///
/// # Errors
/// Fails with `unsupported` for other searches, for games of several players, if positions can repeat, and for trees
/// of more than [`MAX_VISITS`] nodes. Fails with `too_large` and `limit` as [`super::TracedPositions::compute`] does.
///
/// ```
/// use grundy_games::parse;
/// use grundy_solve::{Budget, trace::{Bound, NodeResult, SearchMethod, visits}};
/// let tree = visits(&parse("row[1,2](3,1,4)")?, SearchMethod::AlphaBeta, &Budget::default())?;
/// assert_eq!((tree[0].result, tree[0].bounds), (NodeResult::Points(4 - 4, Bound::Exact), Some([None, None])));
/// # Ok::<(), grundy_rules::Error>(())
/// ```
pub fn visits(position_sum: &PositionSum, method: SearchMethod, budget: &Budget) -> Result<Vec<Visit>> {
    let kind = position_sum.kind();
    if kind == Kind::Multiplayer || !matches!(method, SearchMethod::Minimax | SearchMethod::AlphaBeta) {
        let message = text!("search trees are available only for minimax and alpha-beta, with two players");
        return Err(Error::new(ErrorKind::Unsupported, message));
    }
    let graph = explore_graph(position_sum, budget)?;
    let sides = if kind == Kind::Partizan { 2 } else { 1 };
    let mut list = vec![];
    for side in 0..sides {
        let cuts = method == SearchMethod::AlphaBeta;
        let walk = TreeWalk { position_sum, graph: &graph, is_partizan: sides == 2, cuts, list: &mut list };
        if kind == Kind::Scoring { walk.points()? } else { walk.last_move(side)? }
    }
    Ok(list)
}

struct TreeWalk<'w, 'g> {
    position_sum: &'w PositionSum,
    graph: &'w PositionGraph<'g>,
    is_partizan: bool,
    cuts: bool,
    list: &'w mut Vec<Visit>,
}

/// A stack frame: a node that is being visited.
struct TreeFrame {
    node: u32,
    /// The index of the node in the list of visits.
    place: usize,
    /// The index of the next option.
    at: usize,
    side: usize,
    /// The first player's points minus the second player's when the search enters the node.
    total: i64,
    bounds: [Option<i64>; 2],
}

/// The number that a search returns for a node, and the known bounds on the score of the node.
#[derive(Clone, Copy)]
struct BoundedScore {
    returned: i64,
    /// The lower bound on the score, if one is known.
    low: Option<i64>,
    /// The upper bound on the score, if one is known.
    high: Option<i64>,
}

impl BoundedScore {
    fn exact(score: i64) -> BoundedScore {
        BoundedScore { returned: score, low: Some(score), high: Some(score) }
    }

    /// Returns the known score of the better of two options, for the player who raises or lowers the score.
    fn better(self, other: BoundedScore, raises: bool) -> BoundedScore {
        let [a, b] = [self, other];
        // The maximizer's lower bound and the minimizer's upper bound need one option; the opposite bounds need both.
        if raises {
            let high = a.high.zip(b.high).map(|(a, b)| a.max(b));
            BoundedScore { returned: a.returned.max(b.returned), low: a.low.max(b.low), high }
        } else {
            let least = |a: Option<i64>, b: Option<i64>| a.zip(b).map_or(a.or(b), |(a, b)| Some(a.min(b)));
            let low = a.low.zip(b.low).map(|(a, b)| a.min(b));
            BoundedScore { returned: a.returned.min(b.returned), low, high: least(a.high, b.high) }
        }
    }

    fn bound(self) -> Bound {
        match (self.low == Some(self.returned), self.high == Some(self.returned)) {
            (true, true) => Bound::Exact,
            (true, false) => Bound::Lower,
            (false, _) => Bound::Upper,
        }
    }
}

impl TreeWalk<'_, '_> {
    /// Appends a node to the list; `option` is its parent and its index among the parent's options.
    fn enter(
        &mut self,
        node: u32,
        depth: usize,
        option: Option<(u32, usize)>,
        by: Option<Player>,
        bounds: Option<[Option<i64>; 2]>,
    ) -> Result<usize> {
        if self.list.len() == MAX_VISITS {
            let message = text!("a tree of more than {most} nodes is not shown", most = MAX_VISITS);
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        let result = if bounds.is_some() { NodeResult::Points(0, Bound::Exact) } else { NodeResult::Wins(false) };
        let position = self.graph.text(self.position_sum, node);
        let mv = option.and_then(|(parent, index)| self.graph.move_text(parent, index));
        let points = option.map_or(0, |(parent, index)| self.graph.options[parent as usize][index].points);
        self.list.push(Visit { depth, position, by, bounds, mv, points, result, pruned: 0 });
        Ok(self.list.len() - 1)
    }

    fn points(mut self) -> Result<()> {
        let root = self.graph.roots[0];
        let first = self.graph.nodes[root as usize].by;
        let by = |graph: &PositionGraph<'_>, node: u32| Some(graph.nodes[node as usize].by);
        let unbounded = [None, None];
        let place = self.enter(root, 0, None, by(self.graph, root), Some(unbounded))?;
        let mut stack = vec![TreeFrame { node: root, place, at: 0, side: 0, total: 0, bounds: unbounded }];
        // The value of the node that was finished last, for its parent.
        let mut back: Option<BoundedScore> = None;
        let mut best: Vec<Option<BoundedScore>> = vec![None];
        while let Some(frame) = stack.last_mut() {
            let raises = self.graph.nodes[frame.node as usize].by == first;
            let deep = best.len() - 1;
            if let Some(score) = back.take() {
                let best_score = best[deep].map_or(score, |old| old.better(score, raises));
                best[deep] = Some(best_score);
                let returned = best_score.returned;
                let bound = &mut frame.bounds[usize::from(!raises)];
                let closer = |old: i64| if raises { old.max(returned) } else { old.min(returned) };
                *bound = Some(bound.map_or(returned, closer));
            }
            let options = &self.graph.options[frame.node as usize];
            let crossed = matches!(frame.bounds, [Some(alpha), Some(beta)] if alpha >= beta);
            let cut = self.cuts && crossed && best[deep].is_some() && frame.at < options.len();
            if cut || frame.at == options.len() {
                let mut score = best[deep].unwrap_or(BoundedScore::exact(frame.total));
                if cut && raises {
                    score.high = None;
                } else if cut {
                    score.low = None;
                }
                let visit = &mut self.list[frame.place];
                visit.result = NodeResult::Points(score.returned, score.bound());
                visit.pruned = options.len() - frame.at;
                back = Some(score);
                stack.pop();
                best.pop();
                continue;
            }
            let (parent, index) = (frame.node, frame.at);
            let option = &options[index];
            frame.at += 1;
            let total = frame.total + if raises { option.points } else { -option.points };
            let (node, bounds) = (option.to, frame.bounds);
            let place = self.enter(node, stack.len(), Some((parent, index)), by(self.graph, node), Some(bounds))?;
            stack.push(TreeFrame { node, place, at: 0, side: 0, total, bounds });
            best.push(None);
        }
        Ok(())
    }

    fn last_move(mut self, side: usize) -> Result<()> {
        let root = self.graph.roots[0];
        let by = |both: bool, side: usize| both.then_some(if side == 0 { Player::LEFT } else { Player::RIGHT });
        let frame = |node, place, side| TreeFrame { node, place, at: 0, side, total: 0, bounds: [None; 2] };
        let place = self.enter(root, 0, None, by(self.is_partizan, side), None)?;
        let mut stack = vec![frame(root, place, side)];
        let mut back: Option<bool> = None;
        while let Some(top) = stack.last_mut() {
            // The player to move wins if the next player lost in the option, or if an earlier option won.
            let wins = back.take() == Some(false) || self.list[top.place].result == NodeResult::Wins(true);
            self.list[top.place].result = NodeResult::Wins(wins);
            let options = &self.graph.options[top.node as usize];
            let next = (top.at..options.len()).find(|&k| options[k].side == top.side);
            let Some(k) = next.filter(|_| !(self.cuts && wins)) else {
                let any = options.iter().any(|option| option.side == top.side);
                let wins = if any { wins } else { self.position_sum.play == Play::Misere };
                let visit = &mut self.list[top.place];
                visit.result = NodeResult::Wins(wins);
                visit.pruned = options[top.at..].iter().filter(|option| option.side == top.side).count();
                back = Some(wins);
                stack.pop();
                continue;
            };
            top.at = k + 1;
            let parent = top.node;
            let (node, side) = (options[k].to, if self.is_partizan { 1 - top.side } else { top.side });
            let place = self.enter(node, stack.len(), Some((parent, k)), by(self.is_partizan, side), None)?;
            stack.push(frame(node, place, side));
        }
        Ok(())
    }
}
