//! Tables of all rooted trees.

use grundy_rules::{Cancel, ErrorKind};
use grundy_solve::internals::trees::{Tree, count_trees, trees};
use grundy_solve::{Budget, Quantity, TreeTable};
use std::collections::HashSet;

/// The numbers of rooted trees with 0, 1, 2, ... edges (OEIS A000081).
const COUNTS: [usize; 11] = [1, 1, 2, 4, 9, 20, 48, 115, 286, 719, 1842];

/// Returns a text that is the same for isomorphic trees.
fn canonical(children: &[Vec<usize>], vertex: usize) -> String {
    let mut parts: Vec<String> = children[vertex].iter().map(|&child| canonical(children, child)).collect();
    parts.sort();
    format!("({})", parts.concat())
}

fn canonical_tree(parents: &[u32]) -> String {
    let mut children = vec![vec![]; parents.len() + 1];
    parents.iter().enumerate().for_each(|(k, &parent)| children[parent as usize].push(k + 1));
    canonical(&children, 0)
}

#[test]
fn each_tree_is_listed_once() {
    let mut total = 0;
    for (edges, count) in COUNTS.into_iter().enumerate() {
        let listed: HashSet<String> = trees(edges as u8).map(|tree| canonical_tree(&tree.parents())).collect();
        assert_eq!((listed.len(), trees(edges as u8).count()), (count, count), "{edges} edges");
        total += count;
        assert_eq!(count_trees(edges), total as u128);
    }
    // All lists of parents with four edges.
    let mut all = HashSet::new();
    for code in 0..24u32 {
        all.insert(canonical_tree(&[0, code % 2, code / 2 % 3, code / 6]));
    }
    let listed: HashSet<String> = trees(4).map(|tree| canonical_tree(&tree.parents())).collect();
    assert_eq!(all, listed);
}

#[test]
fn subtrees_are_listed_trees() {
    for edges in 0..=8 {
        for tree in trees(edges) {
            let subtrees: Vec<Tree> = tree.subtrees().collect();
            assert_eq!(subtrees.iter().map(|subtree| subtree.edges() + 1).sum::<usize>(), tree.edges());
            for subtree in subtrees {
                assert!(trees(subtree.edges() as u8).any(|listed| listed == subtree), "{tree:?}: {subtree:?}");
            }
        }
    }
}

#[test]
fn theorems_and_search_agree() {
    for (text, quantity) in
        [("hackenbush", Quantity::Grundy), ("hackenbush", Quantity::Outcome), ("misere hackenbush", Quantity::Outcome)]
    {
        let rules = grundy_games::parse_rules(text).unwrap();
        let budget = Budget::default();
        let table = |use_theorems| TreeTable::new(&rules, quantity, 7, use_theorems, &budget).unwrap();
        let (one, two) = (table(true), table(false));
        assert_eq!(one.pattern(), two.pattern());
        assert_eq!(one.pattern().is_some(), quantity == Quantity::Grundy);
        assert_eq!(one.entries().len(), 200);
        for (one, two) in one.entries().zip(two.entries()) {
            assert_eq!((one.position().unwrap(), one.entry), (two.position().unwrap(), two.entry));
        }
    }
}

#[test]
fn too_many_trees_are_refused() {
    let rules = grundy_games::parse_rules("hackenbush").unwrap();
    for edges in [40, 60, 61, 300, u64::MAX] {
        let budget = Budget::default();
        let error = TreeTable::new(&rules, Quantity::Grundy, edges, true, &budget).err().unwrap();
        assert_eq!(error.kind, ErrorKind::Limit, "{edges}");
    }
    let nim = grundy_games::parse_rules("nim").unwrap();
    let budget = Budget::default();
    let error = TreeTable::new(&nim, Quantity::Grundy, 3, true, &budget).err().unwrap();
    assert_eq!(error.kind, ErrorKind::Unsupported);
}

#[test]
fn listing_positions_stops_when_cancelled() {
    let rules = grundy_games::parse_rules("hackenbush").unwrap();
    let stop = Cancel::default();
    let budget = Budget { cancel: Some(stop.clone()), ..Budget::default() };
    let table = TreeTable::new(&rules, Quantity::Grundy, 3, true, &budget).unwrap();
    assert!(table.entries().all(|tree| tree.position().is_ok()));
    stop.cancel();
    assert_eq!(table.entries().next().unwrap().position().unwrap_err().kind, ErrorKind::Limit);
}
