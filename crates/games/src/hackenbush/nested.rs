//! Computes the values of all prefixes of a chain of subtrees.
//!
//! In a chain, subtrees of values w1, ..., wk follow one another, each joined to the previous one by an edge. The chain
//! has the value 1 + (w1 xor (1 + (w2 xor ...))). Computing the values of all prefixes of the chain one by one would
//! take quadratic time. Instead, all prefixes are extended at once, from the end of the chain to its start. Their
//! values are stored in a trie by their bits, lowest bit first. "Xor all with w" is a lazy mark on the root of the
//! trie, and "add 1 to all" follows a single path.

/// Computes the values of chains; one instance is reused for many chains to save allocations.
#[derive(Default)]
pub struct Nested {
    nodes: Vec<TrieNode>,
    leaves: Vec<Leaf>,
    /// For each prefix length, the next length in a list of lengths with the same value.
    next_equal: Vec<u32>,
    stack: Vec<(u32, u32, u32)>,
}

/// An inner node of the trie: its children by the next bit, and an `xor` pending for all its values.
struct TrieNode {
    xor: u32,
    child: [u32; 2],
}

/// A set of prefixes with equal values: the bits above those of its path, and the first length.
struct Leaf {
    rest: u32,
    first: u32,
}

const ABSENT: u32 = u32::MAX;
/// The bit that marks an index as the index of a leaf.
const LEAF: u32 = 1 << 31;
/// The maximum length of a chain for the quadratic algorithm, which is faster for short chains.
const MAX_QUADRATIC_LENGTH: usize = 16;

impl Nested {
    /// Stores in `out`, for j = 0, ..., k, the value of the chain of the first j subtrees.
    ///
    /// `components` contains the values of the k subtrees.
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

    /// Inserts the chain of this length with value 0, and returns the new root.
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
                // One more bit either separates the leaf from the new value or moves the leaf one level down.
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

    /// Applies `xor` to all values in the subtree of a node, lazily.
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

    /// Moves the pending xor of a node down to its children.
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

    /// Adds 1 to all values: the lowest bits flip, and values whose lowest bit was 1 have a carry.
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
