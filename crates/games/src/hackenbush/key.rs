//! Keys of pictures. Isomorphic small pictures usually have the same key.

use super::colour::Colour;
use grundy_value::CompactSort;
use rustc_hash::FxHashMap;

/// The sorted edges of a picture with renumbered vertices; the ground is vertex 0.
///
/// A key describes a picture of the same value as the original picture, so pictures with equal keys have
/// equal values. A small picture is normalised in two steps:
/// 1. An edge with a loose end becomes a loop at its other end. The two are equivalent, since no other edge
///    hangs from either.
/// 2. Vertices are numbered by colour refinement: they are distinguished by their edges, by the edges of
///    their neighbours, and so on. When this makes no progress, one of several indistinguishable vertices is
///    marked.
///
/// If refinement fails to distinguish inequivalent vertices, isomorphic pictures may get different keys and are
/// searched twice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key(Box<[u32]>);

/// The maximum number of edges of a picture whose key is normalised.
///
/// Keys of larger pictures depend on the order of the vertices. No search over all positions of such pictures is
/// feasible anyway. Keys of large pictures have three words for each edge and keys of small pictures have one, so the
/// two kinds never coincide.
const MAX_NORMALISED_EDGES: usize = 64;

type Edge = (u32, u32, Colour);

impl Key {
    /// The maximum number of bytes of a key per edge of the picture.
    pub(super) const MAX_BYTES_PER_EDGE: u64 = 12;

    /// Returns the key of a picture; `vertices` is the number of vertices of the whole graph.
    #[doc(hidden)]
    pub fn new(vertices: usize, edges: impl Iterator<Item = ([usize; 2], Colour)>) -> Key {
        if vertices > 4 * MAX_NORMALISED_EDGES {
            let mut number = FxHashMap::default();
            let (used, list) = renumbered(edges, |v, new| *number.entry(v).or_insert(new));
            return if list.len() <= MAX_NORMALISED_EDGES { Key::new_small(used, list) } else { Key::new_large(list) };
        }
        let (used, list) = renumbered(edges, table(vertices));
        if list.len() <= MAX_NORMALISED_EDGES { Key::new_small(used, list) } else { Key::new_large(list) }
    }

    fn new_small(vertices: usize, list: Vec<Edge>) -> Key {
        let mut degree = vec![0; vertices];
        list.iter().flat_map(|edge| [edge.0, edge.1]).for_each(|v| degree[v as usize] += 1);
        let free = |v: u32| v != 0 && degree[v as usize] == 1;
        let tied = list.iter().map(|&(a, b, colour)| {
            let (a, b) = if free(b) {
                (a, a)
            } else if free(a) {
                (b, b)
            } else {
                (a, b)
            };
            ([a as usize, b as usize], colour)
        });
        let (used, list) = renumbered(tied, table(vertices));
        let numbering = canonical(used, &list);
        let word = |(a, b, colour): Edge| {
            let (a, b) = (numbering[a as usize], numbering[b as usize]);
            a.min(b) << 16 | a.max(b) << 2 | colour as u32
        };
        let mut words: Vec<u32> = list.into_iter().map(word).collect();
        words.compact_sort();
        Key(words.into())
    }

    fn new_large(mut list: Vec<Edge>) -> Key {
        list.iter_mut().for_each(|edge| *edge = (edge.0.min(edge.1), edge.0.max(edge.1), edge.2));
        list.compact_sort();
        Key(list.into_iter().flat_map(|(a, b, colour)| [a, b, colour as u32]).collect())
    }
}

/// Renumbers the vertices in order of occurrence, the ground first.
///
/// Returns the number of vertices and the edges with the new numbers. `number(vertex, new)` gives the vertex the number
/// `new` unless it already has a number, and returns its number.
fn renumbered(
    edges: impl Iterator<Item = ([usize; 2], Colour)>,
    mut number: impl FnMut(usize, u32) -> u32,
) -> (usize, Vec<Edge>) {
    let mut used = 0;
    let mut of = |v| {
        let number = number(v, used);
        used = used.max(number + 1);
        number
    };
    of(0);
    let list = edges.map(|([a, b], colour)| (of(a), of(b), colour)).collect();
    (used as usize, list)
}

/// Returns a function for [`renumbered`] that stores the numbers of vertices in an array.
fn table(vertices: usize) -> impl FnMut(usize, u32) -> u32 {
    let mut number = vec![u32::MAX; vertices];
    move |v, new| {
        if number[v] == u32::MAX {
            number[v] = new;
        }
        number[v]
    }
}

/// Returns a canonical numbering of the vertices, by index of the vertex; the ground keeps 0.
///
/// The numbering depends only on the picture, as far as refinement distinguishes its vertices.
fn canonical(vertices: usize, edges: &[Edge]) -> Vec<u32> {
    let mut mark = vec![1u64; vertices];
    mark[0] = 0;
    let mut next = vec![0u64; vertices];
    let mut order: Vec<u32> = (1..vertices as u32).collect();
    let mut classes = 0;
    loop {
        // The marks of the neighbours are added up, so the order of the neighbours makes no difference.
        next.iter_mut().zip(&mark).for_each(|(sum, &mark)| *sum = mix(mark));
        for &(a, b, colour) in edges {
            let (a, b, colour) = (a as usize, b as usize, colour as u64 + 1);
            let (from_a, from_b) = (mix(mark[a] ^ colour << 60), mix(mark[b] ^ colour << 60));
            next[a] = next[a].wrapping_add(from_b);
            next[b] = next[b].wrapping_add(from_a);
        }
        std::mem::swap(&mut mark, &mut next);
        order.compact_sort_by_key(|&v| mark[v as usize]);
        let same = |pair: &[u32]| mark[pair[0] as usize] == mark[pair[1] as usize];
        let distinct_pairs = order.windows(2).filter(|pair| !same(pair)).count();
        if distinct_pairs + 2 >= vertices {
            break;
        }
        if distinct_pairs <= classes {
            let alike = order.windows(2).find(|pair| same(pair)).expect("fewer classes than vertices");
            let one = alike[0] as usize;
            mark[one] = mix(mark[one] ^ 0x5bd1_e995);
        }
        classes = distinct_pairs;
    }
    let mut numbering = vec![0; vertices];
    for (k, &v) in order.iter().enumerate() {
        numbering[v as usize] = k as u32 + 1;
    }
    numbering
}

/// Mixes the bits of a mark: the finalizer of SplitMix64.
fn mix(x: u64) -> u64 {
    let z = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
