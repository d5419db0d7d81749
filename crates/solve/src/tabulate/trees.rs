//! Tables of all rooted trees with at most a given number of edges, and the pattern of their values.

use super::entry_by_theorem;
use grundy_engines::search::{Goal, ImpartialSearch};
use grundy_engines::value_table::{Quantity, TableEntry};
use grundy_lang::text;
use grundy_rules::{Budget, Error, ErrorKind, Play, Result, Ruleset, Suggestion, SumRules, TheoremInfo};
use std::collections::HashMap;

/// The results of all rooted trees with at most a given number of edges.
///
/// The positions of the game may be trees. Trees are listed by their number of edges, each once up to isomorphism.
pub struct TreeTable<'a> {
    rules: &'a Ruleset,
    quantity: Quantity,
    trees: Vec<(Tree, TableEntry)>,
    theorem: Option<&'static TheoremInfo>,
    pattern: Option<TreePattern>,
    budget: &'a Budget,
}

/// A rooted tree: the depth of each vertex, where the vertices of each subtree are consecutive.
///
/// The root comes first and has depth 0. Among all such lists for a tree, this is the lexicographically largest one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tree(Box<[u8]>);

impl Tree {
    /// Returns the number of edges.
    pub fn edges(&self) -> usize {
        self.0.len() - 1
    }

    /// Returns the parent of each vertex but the root.
    pub fn parents(&self) -> Vec<u32> {
        // The last vertex of each depth so far.
        let mut last = vec![0; self.0.len()];
        let mut parents = vec![];
        for (vertex, &depth) in self.0.iter().enumerate().skip(1) {
            parents.push(last[usize::from(depth) - 1]);
            last[usize::from(depth)] = vertex as u32;
        }
        parents
    }

    /// Returns the subtrees at the children of the root.
    pub fn subtrees(&self) -> impl Iterator<Item = Tree> {
        let rest = &self.0[1..];
        rest.chunk_by(|_, &depth| depth > 1).map(|part| Tree(part.iter().map(|depth| depth - 1).collect()))
    }

    /// Returns the next tree with the same number of edges; `None` after the last one.
    ///
    /// The lists of depths decrease.
    /// See T. Beyer and S. M. Hedetniemi, Constant time generation of rooted trees, SIAM J. Comput. 9 (1980).
    fn next(&self) -> Option<Tree> {
        let deep = self.0.iter().rposition(|&depth| depth > 1)?;
        let parent = self.0[..deep].iter().rposition(|&depth| depth + 1 == self.0[deep])?;
        let mut next = self.0.clone();
        for k in deep..next.len() {
            next[k] = next[k - (deep - parent)];
        }
        Some(Tree(next))
    }
}

/// Iterates over all rooted trees with this number of edges.
pub fn trees(edges: u8) -> impl Iterator<Item = Tree> {
    std::iter::successors(Some(Tree((0..=edges).collect())), Tree::next)
}

/// Returns the number of rooted trees with up to `edges` edges; at most `u128::MAX`.
pub fn count_trees(edges: usize) -> u128 {
    // With n vertices there are a(n) trees: a(n+1) = (1/n) * sum over k of (sum over d | k of d*a(d)) * a(n-k+1).
    let mut counts = vec![0u128, 1];
    for n in 1..=edges {
        let mut sum = 0u128;
        for k in 1..=n {
            let divisors = (1..=k).filter(|d| k % d == 0);
            let weight = divisors.fold(0u128, |sum, d| sum.saturating_add(counts[d].saturating_mul(d as u128)));
            sum = sum.saturating_add(weight.saturating_mul(counts[n - k + 1]));
        }
        counts.push(if sum == u128::MAX { sum } else { sum / n as u128 });
    }
    counts.iter().fold(0, |sum: u128, &count| sum.saturating_add(count))
}

/// A formula for the value of a tree: values of subtrees are changed and combined.
///
/// There is one subtree for each child of the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreePattern {
    /// How the changed values are combined.
    pub combination: Combination,
    /// The value v of a subtree is changed to `factor` * v + `summand`.
    pub factor: u64,
    /// See `factor`.
    pub summand: u64,
}

/// An operation that combines the values of several subtrees; the result without subtrees is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combination {
    /// The sum without carries in base 2.
    Xor,
    /// The sum.
    Sum,
    /// The largest value.
    Max,
}

impl TreePattern {
    /// Returns all patterns that are tried, the simplest ones first.
    fn candidates() -> impl Iterator<Item = TreePattern> {
        [Combination::Xor, Combination::Sum, Combination::Max].into_iter().flat_map(|combination| {
            (0..=2).flat_map(move |factor| (0..=2).map(move |summand| TreePattern { combination, factor, summand }))
        })
    }

    /// Returns the value of a tree by the pattern.
    fn value(&self, subtrees: impl Iterator<Item = u64>) -> u64 {
        let changed = subtrees.map(|value| self.factor * value + self.summand);
        match self.combination {
            Combination::Xor => changed.fold(0, |a, b| a ^ b),
            Combination::Sum => changed.sum(),
            Combination::Max => changed.max().unwrap_or(0),
        }
    }
}

impl<'a> TreeTable<'a> {
    /// Computes the outcomes or values of all rooted trees with up to `edges` edges.
    ///
    /// Without `use_theorems` all trees are searched.
    ///
    /// # Errors
    /// Fails with `unsupported` for games whose positions are not trees and for Grundy values under misère play, and
    /// with `limit` if the budget does not suffice.
    ///
    /// ```
    /// use grundy_solve::{Budget, Combination, Quantity, TreePattern, TreeTable};
    /// let rules = grundy_games::parse_rules("hackenbush").unwrap();
    /// let budget = Budget::default();
    /// let table = TreeTable::new(&rules, Quantity::Grundy, 3, false, &budget).unwrap();
    /// let values: Vec<u128> = table.entries().map(|tree| tree.entry.grundy.unwrap().0).collect();
    /// assert_eq!(values, [0, 1, 2, 0, 3, 1, 3, 1]);
    /// assert_eq!(table.pattern(), Some(TreePattern { combination: Combination::Xor, factor: 1, summand: 1 }));
    /// ```
    pub fn new(
        rules: &'a Ruleset,
        quantity: Quantity,
        edges: u64,
        use_theorems: bool,
        budget: &'a Budget,
    ) -> Result<TreeTable<'a>> {
        budget.check()?;
        rules.game.info().check_play(rules.play)?;
        if rules.play == Play::Misere && quantity == Quantity::Grundy {
            let error = Error::new(ErrorKind::Unsupported, text!("Grundy values are defined for normal play only"));
            return Err(error.with_suggestion(Suggestion::Outcomes));
        }
        // With more edges, there are more than 2^64 trees.
        let most = u8::try_from(edges).ok().filter(|&edges| edges <= MAX_EDGES);
        let count = most.map_or(u128::MAX, |edges| count_trees(edges.into()));
        let bytes = size_of::<(Tree, TableEntry)>() as u128 * 2 + u128::from(edges) * 2;
        budget
            .check_fits(count.saturating_mul(bytes), &text!("a table of all trees with up to {edges} edges", edges))?;
        let no_trees = || {
            let message = text!("the positions of `{rules}` are not trees", rules);
            Error::new(ErrorKind::Unsupported, message)
        };
        let mut sum_rules = SumRules::default();
        // Register the ruleset once; all positions then share its index.
        rules.game.tree(&[]).ok_or_else(no_trees)?.erased_components(&mut sum_rules, false);
        let (sum_rules, mut scratch) = (sum_rules, SumRules::default());
        let goal = if quantity == Quantity::Grundy { Goal::Value } else { Goal::Outcome };
        // All trees share one search, because it keeps the positions that it has searched.
        let mut search = ImpartialSearch::new(&sum_rules, rules.play, goal, budget);
        let mut table = TreeTable { rules, quantity, trees: vec![], theorem: None, pattern: None, budget };
        for edges in 0..=most.unwrap_or(MAX_EDGES) {
            for tree in trees(edges) {
                budget.check()?;
                let position = rules.game.tree(&tree.parents()).ok_or_else(no_trees)?;
                let known = if use_theorems { entry_by_theorem(rules, quantity, &*position) } else { None };
                table.theorem = known.map(|(_, theorem)| theorem);
                let entry = match known {
                    Some((entry, _)) => entry,
                    None => {
                        let components = position.erased_components(&mut scratch, false);
                        let root = search.position(components.iter().map(|component| (component, 1)))?;
                        TableEntry::from_value(search.evaluate(root)? as u32, rules.play, quantity)
                    }
                };
                table.trees.push((tree, entry));
            }
        }
        table.pattern = table.find_pattern(budget)?;
        Ok(table)
    }

    /// Returns the game and the play convention.
    pub fn rules(&self) -> &Ruleset {
        self.rules
    }

    /// Returns the quantity of the entries.
    pub fn quantity(&self) -> Quantity {
        self.quantity
    }

    /// Returns the largest number of edges.
    pub fn most_edges(&self) -> usize {
        self.trees.last().map_or(0, |(tree, _)| tree.edges())
    }

    /// Iterates over all trees, those with few edges first.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = TreeRow<'_>> {
        self.trees.iter().map(|(tree, entry)| TreeRow { table: self, tree, entry: *entry })
    }

    /// Returns the theorem that gave the entry of the last tree; `None` if it was searched.
    pub fn theorem(&self) -> Option<&'static TheoremInfo> {
        self.theorem
    }

    /// Returns the first pattern of the values that holds for all trees of the table.
    ///
    /// Returns `None` if the table has outcomes only, if its trees have fewer than 3 edges, or if no pattern holds.
    pub fn pattern(&self) -> Option<TreePattern> {
        self.pattern
    }

    fn find_pattern(&self, budget: &Budget) -> Result<Option<TreePattern>> {
        const MIN_EDGES: usize = 3;
        if self.quantity == Quantity::Outcome || self.most_edges() < MIN_EDGES {
            return Ok(None);
        }
        let value = |entry: &TableEntry| entry.grundy.and_then(|value| u64::try_from(value.0).ok());
        let known: HashMap<&Tree, u64> =
            self.trees.iter().filter_map(|(tree, entry)| Some((tree, value(entry)?))).collect();
        let mut candidates: Vec<TreePattern> = TreePattern::candidates().collect();
        for (tree, entry) in &self.trees {
            budget.check()?;
            let subtrees: Option<Vec<u64>> = tree.subtrees().map(|subtree| known.get(&subtree).copied()).collect();
            let (Some(subtrees), Some(value)) = (subtrees, value(entry)) else { return Ok(None) };
            candidates.retain(|pattern| pattern.value(subtrees.iter().copied()) == value);
        }
        Ok(candidates.first().copied())
    }
}

/// The largest number of edges of trees in tables; there are about 5 * 10^25 trees with so many edges.
const MAX_EDGES: u8 = 60;

/// A tree of a table, with its result.
pub struct TreeRow<'a> {
    table: &'a TreeTable<'a>,
    tree: &'a Tree,
    /// The outcome, and the value if it was computed.
    pub entry: TableEntry,
}

impl TreeRow<'_> {
    /// Returns the number of edges.
    pub fn edges(&self) -> usize {
        self.tree.edges()
    }

    /// Returns the notation of the position, such as `hackenbush(0-1,1-2)`.
    ///
    /// # Errors
    /// Fails with `limit` if the time is over or the work was cancelled: a table may list millions of trees.
    pub fn position(&self) -> Result<String> {
        self.table.budget.check()?;
        let position = self.table.rules.game.tree(&self.tree.parents());
        Ok(position.map_or_else(String::new, |position| position.to_string()))
    }
}
