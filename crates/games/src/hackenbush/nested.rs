//! Computes the values of all prefixes of a chain of hanging pieces.
//!
//! If pieces of values w1, ..., wk hang one below the other, each joined to the previous one by an edge, the chain
//! has the value 1 + (w1 xor (1 + (w2 xor ...))). Computing the values of all prefixes of the chain one by one would
//! take quadratic time. Instead all prefixes grow at once, from the bottom up: a trie on the bits of their values,
//! lowest bit first, performs "xor all with w" by a lazy mark on its root and "add 1 to all" along one path.

/// Computes the values of chains; reused between chains for its allocations.
#[derive(Default)]
pub(super) struct Nested {
    nodes: Vec<TrieNode>,
    leaves: Vec<Leaf>,
    /// For each length, the next length whose chain has the same value.
    next_equal: Vec<u32>,
    stack: Vec<(u32, u32, u32)>,
}

/// An inner node of the trie: its children by the next bit, and a pending `xor` for all values below.
struct TrieNode {
    xor: u32,
    child: [u32; 2],
}

/// A set of equal values: the bits of the value that the path does not determine.
struct Leaf {
    rest: u32,
    first: u32,
}

const ABSENT: u32 = u32::MAX;
/// The bit that marks an index as that of a leaf.
const LEAF: u32 = 1 << 31;
/// The maximal length of a chain for which the quadratic algorithm is used, since it is faster there.
const MAX_QUADRATIC_LENGTH: usize = 16;

impl Nested {
    /// Stores in `out` the values of the chains of the first 0, 1, ..., k of these pieces.
    pub fn chains(&mut self, components: &[u32], out: &mut Vec<u32>) {
        out.clear();
        out.resize(components.len() + 1, 0);
        if components.len() <= MAX_QUADRATIC_LENGTH {
            for (length, value) in out.iter_mut().enumerate() {
                *value = components[..length].iter().rev().fold(0, |below, component| (component ^ below) + 1);
            }
            return;
        }
        self.nodes.clear();
        self.leaves.clear();
        self.next_equal.clear();
        self.next_equal.resize(components.len() + 1, ABSENT);
        let mut root = ABSENT;
        for (k, &component) in components.iter().enumerate().rev() {
            root = self.insert_zero(root, k as u32 + 1);
            self.xor_all(root, component);
            self.add_one(root);
        }
        self.collect(root, out);
    }

    /// Inserts a chain of this length with value 0, and returns the root.
    fn insert_zero(&mut self, root: u32, length: u32) -> u32 {
        let (mut at, mut parent, mut top) = (root, ABSENT, root);
        loop {
            if at != ABSENT && at & LEAF == 0 {
                self.push(at);
                (parent, at) = (at, self.nodes[at as usize].child[0]);
                continue;
            }
            let place = if at == ABSENT {
                self.leaves.push(Leaf { rest: 0, first: length });
                (self.leaves.len() as u32 - 1) | LEAF
            } else {
                let leaf = &mut self.leaves[(at ^ LEAF) as usize];
                if leaf.rest == 0 {
                    self.next_equal[length as usize] = leaf.first;
                    leaf.first = length;
                    return top;
                }
                // Another bit either distinguishes the leaf from the new value or moves it one level down.
                let mut child = [ABSENT; 2];
                child[(leaf.rest & 1) as usize] = at;
                leaf.rest >>= 1;
                self.nodes.push(TrieNode { xor: 0, child });
                self.nodes.len() as u32 - 1
            };
            match parent {
                ABSENT => top = place,
                parent => self.nodes[parent as usize].child[0] = place,
            }
            if at == ABSENT {
                return top;
            }
            at = place;
        }
    }

    /// Applies `xor` lazily to all values below a node.
    fn xor_all(&mut self, at: u32, xor: u32) {
        if at == ABSENT {
            return;
        }
        if at & LEAF == 0 {
            self.nodes[at as usize].xor ^= xor;
        } else {
            self.leaves[(at ^ LEAF) as usize].rest ^= xor;
        }
    }

    /// Pushes the pending xor of a node down to its children.
    fn push(&mut self, at: u32) {
        let node = &mut self.nodes[at as usize];
        let xor = std::mem::take(&mut node.xor);
        if xor == 0 {
            return;
        }
        if xor & 1 == 1 {
            node.child.swap(0, 1);
        }
        let child = node.child;
        child.iter().for_each(|&c| self.xor_all(c, xor >> 1));
    }

    /// Adds 1 to all values: the lowest bits flip, and the values whose bit was 1 carry on.
    fn add_one(&mut self, root: u32) {
        let mut at = root;
        while at != ABSENT {
            if at & LEAF != 0 {
                self.leaves[(at ^ LEAF) as usize].rest += 1;
                return;
            }
            self.push(at);
            let child = &mut self.nodes[at as usize].child;
            child.swap(0, 1);
            at = child[0];
        }
    }

    fn collect(&mut self, root: u32, out: &mut [u32]) {
        self.stack.push((root, 0, 0));
        while let Some((at, bit, low)) = self.stack.pop() {
            if at == ABSENT {
                continue;
            }
            if at & LEAF == 0 {
                self.push(at);
                let [zero, one] = self.nodes[at as usize].child;
                self.stack.extend([(zero, bit + 1, low), (one, bit + 1, low | 1 << bit)]);
                continue;
            }
            let leaf = &self.leaves[(at ^ LEAF) as usize];
            let mut length = leaf.first;
            while length != ABSENT {
                out[length as usize] = low | leaf.rest.unbounded_shl(bit);
                length = self.next_equal[length as usize];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_chains_at_once() {
        let mut nested = Nested::default();
        let (mut all, mut state) = (vec![], 1u64);
        for round in 0..300 {
            let length = round % 90;
            let components: Vec<u32> = (0..length)
                .map(|_| {
                    state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    // Values of few bits make equal chains, values of many bits make a deep trie.
                    (state >> 40) as u32 & ((1 << (round % 14)) - 1)
                })
                .collect();
            nested.chains(&components, &mut all);
            for (k, &value) in all.iter().enumerate() {
                assert_eq!(
                    value,
                    components[..k].iter().rev().fold(0, |below, component| (component ^ below) + 1),
                    "{components:?}, {k}"
                );
            }
        }
    }
}
