//! Keys of pictures: isomorphic small pictures share one.

use super::picture::Colour;
use rustc_hash::FxHashMap;

/// The edges of a picture with its vertices numbered anew, sorted; the ground is vertex 0.
///
/// A key is a picture isomorphic to the one it was made of, so equal keys never join pictures that play differently. Small
/// pictures get their numbers by refinement: vertices are told apart by their edges, by their neighbours' edges, and so on;
/// where that tells no more, one of several alike is singled out. Only where vertices look alike that are not do isomorphic
/// pictures get different keys, and are searched twice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key(Box<[(u32, u32, Colour)]>);

/// Pictures of more edges keep the order of their vertices: no search over their followers ends anyway.
const SMALL: usize = 64;

impl Key {
    /// What an edge takes.
    pub(super) const BYTES_AN_EDGE: u64 = size_of::<(u32, u32, Colour)>() as u64;

    /// The key of a picture; `vertices` is how many the whole graph has.
    pub(super) fn of(vertices: usize, edges: impl Iterator<Item = ([usize; 2], Colour)>) -> Key {
        let mut list: Vec<(u32, u32, Colour)> = vec![];
        let used = if vertices <= 4 * SMALL {
            let mut number = vec![u32::MAX; vertices];
            first_numbers(edges, &mut list, |v, new| {
                if number[v] == u32::MAX {
                    number[v] = new;
                }
                number[v]
            })
        } else {
            let mut number = FxHashMap::default();
            first_numbers(edges, &mut list, |v, new| *number.entry(v).or_insert(new))
        };
        if list.len() <= SMALL {
            let place = canonical(used, &list);
            for edge in &mut list {
                (edge.0, edge.1) = (place[edge.0 as usize], place[edge.1 as usize]);
            }
        }
        for edge in &mut list {
            *edge = (edge.0.min(edge.1), edge.0.max(edge.1), edge.2);
        }
        list.sort_unstable();
        Key(list.into())
    }
}

/// Numbers the vertices as they occur, the ground first; tells how many there are.
fn first_numbers(
    edges: impl Iterator<Item = ([usize; 2], Colour)>,
    list: &mut Vec<(u32, u32, Colour)>,
    mut number: impl FnMut(usize, u32) -> u32,
) -> usize {
    let mut used = 0;
    let mut of = |v| {
        let number = number(v, used);
        used = used.max(number + 1);
        number
    };
    of(0);
    list.extend(edges.map(|([a, b], colour)| (of(a), of(b), colour)));
    used as usize
}

/// Numbers that depend on the picture alone, as far as refinement can tell its vertices apart; the ground keeps 0.
fn canonical(vertices: usize, edges: &[(u32, u32, Colour)]) -> Vec<u32> {
    let mut mark = vec![1u64; vertices];
    mark[0] = 0;
    let mut next = vec![0u64; vertices];
    let mut order: Vec<u32> = (1..vertices as u32).collect();
    let mut classes = 0;
    loop {
        // Marks of neighbours are added up, so their order makes no difference.
        next.iter_mut().zip(&mark).for_each(|(sum, &mark)| *sum = mix(mark));
        for &(a, b, colour) in edges {
            let (a, b, colour) = (a as usize, b as usize, colour as u64 + 1);
            let (from_a, from_b) = (mix(mark[a] ^ colour << 60), mix(mark[b] ^ colour << 60));
            next[a] = next[a].wrapping_add(from_b);
            next[b] = next[b].wrapping_add(from_a);
        }
        std::mem::swap(&mut mark, &mut next);
        order.sort_unstable_by_key(|&v| mark[v as usize]);
        let same = |pair: &[u32]| mark[pair[0] as usize] == mark[pair[1] as usize];
        let told_apart = order.windows(2).filter(|pair| !same(pair)).count();
        if told_apart + 2 >= vertices {
            break;
        }
        if told_apart <= classes {
            let alike = order.windows(2).find(|pair| same(pair)).expect("fewer classes than vertices");
            let one = alike[0] as usize;
            mark[one] = mix(mark[one] ^ 0x5bd1_e995);
        }
        classes = told_apart;
    }
    let mut place = vec![0; vertices];
    for (k, &v) in order.iter().enumerate() {
        place[v as usize] = k as u32 + 1;
    }
    place
}

/// Mixes the bits of a mark: the finalizer of SplitMix64.
fn mix(x: u64) -> u64 {
    let z = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
