//! Sorting of lists by functions that take little code on WebAssembly.

use std::cmp::Ordering;

/// Methods that sort lists and take little code on WebAssembly.
///
/// The sorts of the standard library are fast, but add four kilobytes of code for each type of list. On
/// WebAssembly, where programs are loaded over a network, all types share one sort of indices; elsewhere these
/// methods call the standard library.
///
/// ```
/// use grundy_value::CompactSort;
/// let mut heaps = vec![5, 3, 4];
/// heaps.compact_sort();
/// assert_eq!(heaps, [3, 4, 5]);
/// heaps.compact_sort_by_key(|heap| heap % 4);
/// assert_eq!(heaps, [4, 5, 3]);
/// ```
pub trait CompactSort<T> {
    /// Sorts in ascending order; equal elements must be indistinguishable, because their order may change.
    fn compact_sort(&mut self)
    where
        T: Ord;

    /// Sorts by a key; elements with equal keys keep their order.
    fn compact_sort_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);

    /// Sorts by a key that is computed once for each element; elements with equal keys keep their order.
    fn compact_sort_by_cached_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);
}

/// Whether all types of lists share one sort.
const USE_SHARED_SORT: bool = cfg!(target_family = "wasm");

impl<T> CompactSort<T> for [T] {
    #[inline]
    fn compact_sort(&mut self)
    where
        T: Ord,
    {
        if USE_SHARED_SORT { shared_sort(self, T::cmp) } else { self.sort_unstable() }
    }

    #[inline]
    fn compact_sort_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        if USE_SHARED_SORT { shared_sort(self, |a, b| key(a).cmp(&key(b))) } else { self.sort_by_key(key) }
    }

    #[inline]
    fn compact_sort_by_cached_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K) {
        if USE_SHARED_SORT { shared_by_cached_key(self, key) } else { self.sort_by_cached_key(key) }
    }
}

/// The maximum length of a list that is sorted by insertion.
const MAX_INSERTION_LEN: usize = 16;

fn shared_sort<T>(list: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    if list.len() > MAX_INSERTION_LEN {
        let mut places = sorted_positions(list.len(), &mut |a, b| compare(&list[a], &list[b]));
        return permute(&mut places, &mut |a, b| list.swap(a, b));
    }
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && compare(&list[at], &list[at - 1]).is_lt() {
            list.swap(at, at - 1);
            at -= 1;
        }
    }
}

fn shared_by_cached_key<T, K: Ord>(list: &mut [T], key: impl FnMut(&T) -> K) {
    let keys: Vec<K> = list.iter().map(key).collect();
    let mut places = sorted_positions(keys.len(), &mut |a, b| keys[a].cmp(&keys[b]));
    permute(&mut places, &mut |a, b| list.swap(a, b));
}

/// Returns the index of each element in sorted order; equal elements keep their order.
fn sorted_positions(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&a, &b| compare(a, b));
    let mut places = vec![0; count];
    for (to, from) in order.into_iter().enumerate() {
        places[from] = to;
    }
    places
}

/// Moves each element to its index in `places`, by swaps.
fn permute(places: &mut [usize], swap: &mut dyn FnMut(usize, usize)) {
    for at in 0..places.len() {
        while places[at] != at {
            let to = places[at];
            swap(at, to);
            places.swap(at, to);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns lists of pairs of a number and its index, which distinguishes equal numbers.
    fn lists() -> impl Iterator<Item = Vec<(u64, usize)>> {
        let mut state = 7u64;
        (0..400).map(move |k| {
            let below = [2, 5, 1 << 40][k % 3];
            let next = |at: usize| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                ((state >> 20) % below, at)
            };
            (0..k / 2).map(next).collect()
        })
    }

    #[test]
    fn shared_sort_matches_the_standard_library() {
        for list in lists() {
            let mut expected = list.clone();
            expected.sort_by_key(|&(number, _)| number);
            let mut by_key = list.clone();
            shared_sort(&mut by_key, |a, b| a.0.cmp(&b.0));
            assert_eq!(by_key, expected);
            let (mut cached, mut calls) = (list.clone(), 0);
            shared_by_cached_key(&mut cached, |&(number, _)| {
                calls += 1;
                number
            });
            assert_eq!((&cached, calls), (&expected, list.len()));
            let mut by_value = list.clone();
            shared_sort(&mut by_value, Ord::cmp);
            expected.sort_unstable();
            assert_eq!(by_value, expected);
        }
    }

    #[test]
    fn lists_are_sorted() {
        for list in lists() {
            let (mut expected, mut all) = (list.clone(), list.clone());
            expected.sort_by_key(|&(number, _)| number);
            all.compact_sort_by_cached_key(|&(number, _)| number);
            assert_eq!(all, expected);
            let mut all = list.clone();
            all.compact_sort_by_key(|&(number, _)| number);
            assert_eq!(all, expected);
            all.reverse();
            all.compact_sort();
            expected.sort_unstable();
            assert_eq!(all, expected);
        }
    }
}
