//! Checks the lemmas of `docs/theory.md` by brute force, as they are stated there.
//!
//! These tests do not use the library: `grundy check` compares the library's theorems with search, and the lemmas are
//! the steps of their proofs.

use std::collections::HashMap;

/// The SplitMix64 generator, with a fixed seed.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

fn mex(values: &[usize]) -> usize {
    (0..).find(|value| !values.contains(value)).unwrap()
}

/// Returns the values under normal and misère play of all positions; options precede their positions.
fn normal_and_misere(options: &[Vec<usize>]) -> Vec<(usize, usize)> {
    let mut values: Vec<(usize, usize)> = Vec::new();
    for options in options {
        let normal: Vec<usize> = options.iter().map(|&o| values[o].0).collect();
        let misere: Vec<usize> = options.iter().map(|&o| values[o].1).collect();
        values.push((mex(&normal), if options.is_empty() { 1 } else { mex(&misere) }));
    }
    values
}

/// Checks section 2, and section 11 for heaps: the formula holds iff no gap exceeds the least amount.
#[test]
fn gaps() {
    for mask in 1_u32..1 << 9 {
        let set: Vec<usize> = (1..10).filter(|s| mask >> (s - 1) & 1 == 1).collect();
        let (l, r) = (set[0], set[set.len() - 1]);
        let options: Vec<Vec<usize>> =
            (0..80).map(|n| set.iter().filter(|&&s| s <= n).map(|s| n - s).collect()).collect();
        let values = normal_and_misere(&options);
        let narrow = set.windows(2).all(|pair| pair[1] - pair[0] <= l);
        let block = |n: usize| n % (l + r) / l;
        let normal = (0..80).all(|n| values[n].0 == block(n));
        let misere = (0..80).all(|n| values[n].1 == if block(n) < 2 { 1 - block(n) } else { block(n) });
        assert_eq!((normal, misere), (narrow, narrow), "{set:?}");
    }
}

/// Checks section 10 (iii): the condition in integers describes the recursively defined pairs.
#[test]
fn wythoff_in_integers() {
    let mut pairs = vec![false; 1 << 16];
    let mut used = [false; 1024];
    let mut a = 0_usize;
    for n in 0.. {
        while a < 256 && used[a] {
            a += 1;
        }
        if a == 256 {
            break;
        }
        (used[a], used[a + n]) = (true, true);
        if a + n < 256 {
            pairs[a << 8 | (a + n)] = true;
        }
    }
    for x in 0..256 {
        for y in x + 1..256 {
            let d = y - x;
            assert_eq!(pairs[x << 8 | y], x * x < d * y && (x + 1) * (x + 1) > d * (y + 1), "({x},{y})");
        }
    }
}

/// Checks section 11: sums of two positions of random games in which every position is fickle or firm.
#[test]
fn fickle_and_firm() {
    let mut random = Random(11);
    let mut sums = 0;
    for _ in 0..4000 {
        let size = 4 + random.below(6);
        let options: Vec<Vec<usize>> = (0..size).map(|x| (0..x).filter(|_| random.below(2) == 0).collect()).collect();
        let values = normal_and_misere(&options);
        let fickle = |x: usize| values[x].0 < 2 && values[x].1 == 1 - values[x].0;
        if !(0..size).all(|x| fickle(x) || values[x].0 == values[x].1) {
            continue;
        }
        let mut wins = vec![vec![false; size]; size];
        for x in 0..size {
            for y in 0..size {
                let terminal = options[x].is_empty() && options[y].is_empty();
                wins[x][y] =
                    terminal || options[x].iter().any(|&o| !wins[o][y]) || options[y].iter().any(|&o| !wins[x][o]);
                let xor = values[x].0 ^ values[y].0;
                let lost = xor == usize::from(fickle(x) && fickle(y));
                assert_eq!(wins[x][y], !lost, "{options:?} at {x} and {y}");
                sums += 1;
            }
        }
    }
    assert!(sums > 10_000, "{sums}");
}

type Edges = Vec<(usize, usize)>;

/// Returns the subset of the edges of `mask` that are connected to vertex 0; bit k of a mask is edge k.
fn grounded_edges(edges: &Edges, mask: u32) -> u32 {
    let (mut reached, mut grounded_edges) = (1_u64, 0);
    loop {
        let before = grounded_edges;
        for (k, &(a, b)) in edges.iter().enumerate() {
            if mask >> k & 1 == 1 && (reached >> a | reached >> b) & 1 == 1 {
                reached |= 1 << a | 1 << b;
                grounded_edges |= 1 << k;
            }
        }
        if grounded_edges == before {
            return grounded_edges;
        }
    }
}

/// Returns the Grundy value of the edges of `mask`, a green picture on vertex 0, by the definition.
fn value(edges: &Edges, mask: u32, memo: &mut HashMap<u32, usize>) -> usize {
    let mask = grounded_edges(edges, mask);
    if let Some(&value) = memo.get(&mask) {
        return value;
    }
    let options: Vec<usize> =
        (0..edges.len()).filter(|k| mask >> k & 1 == 1).map(|k| value(edges, mask & !(1 << k), memo)).collect();
    memo.insert(mask, mex(&options));
    memo[&mask]
}

fn all(edges: &Edges) -> u32 {
    (1 << edges.len()) - 1
}

/// Checks section 13, lemmas 3 and 4, for all rings with strings of at most 11 edges in all.
///
/// In odd rings, cutting some edge of the class K must leave the xor of the strings.
#[test]
fn rings_with_strings() {
    let mut rings = 0;
    let mut strings: Vec<Vec<usize>> = vec![vec![]];
    while let Some(a) = strings.pop() {
        let n = a.len() + 1;
        let size = n + a.iter().sum::<usize>();
        if size > 11 {
            continue;
        }
        strings.extend((0..=10 - size.min(10)).map(|next| [a.clone(), vec![next]].concat()));
        let mut edges: Edges = (0..n).map(|j| (j, (j + 1) % n)).collect();
        let mut fresh = n;
        for (i, &length) in a.iter().enumerate() {
            let mut below = i + 1;
            for _ in 0..length {
                edges.push((below, fresh));
                (below, fresh) = (fresh, fresh + 1);
            }
        }
        let xor = a.iter().fold(0, |x, y| x ^ y);
        let mut memo = HashMap::new();
        assert_eq!(value(&edges, all(&edges), &mut memo), (n % 2) ^ xor, "ring of {n} with {a:?}");
        if n % 2 == 1 {
            let h: Vec<usize> = (0..n).map(|i| i + 1 + a[..i].iter().sum::<usize>()).collect();
            let odd = h.iter().filter(|h| *h % 2 == 1).count() % 2;
            let class = (0..n).filter(|&j| h[j] % 2 == odd);
            let mut cuts = class.map(|j| value(&edges, all(&edges) & !(1 << j), &mut memo));
            assert!(cuts.any(|cut| cut == xor), "ring of {n} with {a:?}");
        }
        rings += 1;
    }
    assert!(rings > 1000, "{rings}");
}

/// Checks section 13: gluing two vertices that no single edge separates changes no value.
///
/// Gluing all such pairs must not change the value either.
#[test]
fn fusing() {
    let mut random = Random(13);
    let mut glued = 0;
    for _ in 0..600 {
        let vertices = 2 + random.below(4);
        let edges: Edges = (0..9).map(|_| (random.below(vertices), random.below(vertices))).collect();
        // The picture consists of the edges connected to the ground.
        let mask = grounded_edges(&edges, all(&edges));
        let edges: Edges = (0..9).filter(|k| mask >> k & 1 == 1).map(|k| edges[k]).collect();
        let mut memo = HashMap::new();
        let whole = value(&edges, all(&edges), &mut memo);
        // x and y are not separated iff, with x as the ground, y stays connected whichever single edge is deleted.
        let joined = |x: usize, y: usize| {
            (0..edges.len()).all(|gone| {
                let left: Edges = (0..edges.len()).filter(|&k| k != gone).map(|k| edges[k]).collect();
                let swap = |v: usize| {
                    if v == x {
                        0
                    } else if v == 0 {
                        x
                    } else {
                        v
                    }
                };
                let moved: Edges = left.iter().map(|&(a, b)| (swap(a), swap(b))).collect();
                let stands = grounded_edges(&moved, all(&moved));
                (0..moved.len()).any(|k| stands >> k & 1 == 1 && (moved[k].0 == swap(y) || moved[k].1 == swap(y)))
            })
        };
        let mut class: Vec<usize> = (0..vertices).collect();
        for x in 0..vertices {
            for y in x + 1..vertices {
                if !joined(x, y) {
                    continue;
                }
                class[y] = class[y].min(class[x]);
                let glue = |v: usize| if v == y { x } else { v };
                let one: Edges = edges.iter().map(|&(a, b)| (glue(a), glue(b))).collect();
                assert_eq!(value(&one, all(&one), &mut HashMap::new()), whole, "{edges:?}: {x} and {y}");
                glued += 1;
            }
        }
        let fused: Edges = edges.iter().map(|&(a, b)| (class[a], class[b])).collect();
        assert_eq!(value(&fused, all(&fused), &mut HashMap::new()), whole, "{edges:?} fused");
    }
    assert!(glued > 500, "{glued}");
}

/// Returns the final lead of the player to move; a move takes one or two values from the front.
fn minimax(row: &[i64]) -> i64 {
    let takes = 1..=row.len().min(2);
    takes.map(|take| row[..take].iter().sum::<i64>() - minimax(&row[take..])).max().unwrap_or(0)
}

/// The cutoff rules of an alpha-beta search in a scoring game.
///
/// `ancestors`: the bounds of all ancestors are used, not only those of the parent. `equal`: a cutoff also
/// occurs if the value equals the bound.
#[derive(Clone, Copy)]
struct Cutting {
    ancestors: bool,
    equal: bool,
}

/// Returns the first player's final lead by an alpha-beta search, and the number of nodes visited.
///
/// `bounds` are alpha and beta, `sofar` is the first player's lead so far, and `first` means that the first player
/// moves.
fn lead(row: &[i64], sofar: i64, first: bool, bounds: (i64, i64), how: Cutting) -> (i64, usize) {
    if row.is_empty() {
        return (sofar, 1);
    }
    // A node of the second player is a node of the first player with all signs changed.
    let sign = if first { 1 } else { -1 };
    let (alpha, beta) = if first { bounds } else { (-bounds.1, -bounds.0) };
    let (mut best, mut nodes) = (-1000, 1);
    for take in 1..=row.len().min(2) {
        let inner = if how.ancestors { (alpha.max(best), beta) } else { (best, 1000) };
        let inner = if first { inner } else { (-inner.1, -inner.0) };
        let (end, more) = lead(&row[take..], sofar + sign * row[..take].iter().sum::<i64>(), !first, inner, how);
        nodes += more;
        best = best.max(sign * end);
        if best > beta || (how.equal && best == beta) {
            break;
        }
    }
    (sign * best, nodes)
}

/// Checks section 16: the result of a search with any bounds is exact after clamping to these bounds.
///
/// The last check reproduces the node counts on the page of errata.
#[test]
fn alpha_beta() {
    let full = Cutting { ancestors: true, equal: true };
    let open = (-1000, 1000);
    let mut random = Random(16);
    for _ in 0..3000 {
        let row: Vec<i64> = (0..random.below(8)).map(|_| random.below(9) as i64 - 4).collect();
        let exact = minimax(&row);
        let alpha = random.below(20) as i64 - 10;
        let beta = alpha + 1 + random.below(6) as i64;
        let found = lead(&row, 0, true, (alpha, beta), full).0;
        assert_eq!(found.clamp(alpha, beta), exact.clamp(alpha, beta), "{row:?} within {alpha} and {beta}");
        assert_eq!(lead(&row, 0, true, open, full).0, exact, "{row:?}");
    }
    let row = [-3, -3, -3, -3, -3, 0];
    let nodes = |ancestors, equal| lead(&row, 0, true, open, Cutting { ancestors, equal }).1;
    assert_eq!((nodes(true, true), nodes(false, true), nodes(true, false)), (25, 26, 31));
}

/// Checks section 14 (ii): for two ranges, prefix sums give the winners of the definition.
#[test]
fn prefix_sums() {
    let ranges: Vec<(usize, usize)> = (1..6).flat_map(|l| (l..7).map(move |r| (l, r))).collect();
    for &left in &ranges {
        for &right in &ranges {
            let sets = [left, right];
            let mut wins: Vec<[bool; 2]> = Vec::new();
            // `lost[p][n]` is the number of heaps below n that are lost for player p moving first.
            let mut lost = [vec![0], vec![0]];
            for n in 0..60_usize {
                let slow = [0, 1].map(|p| (sets[p].0..=sets[p].1.min(n)).any(|t| !wins[n - t][1 - p]));
                let fast = [0, 1].map(|p| {
                    let (l, r) = sets[p];
                    n >= l && lost[1 - p][n - l + 1] > lost[1 - p][n.saturating_sub(r)]
                });
                assert_eq!(fast, slow, "{left:?} {right:?} at {n}");
                wins.push(slow);
                for p in 0..2 {
                    let before = lost[p][n];
                    lost[p].push(before + usize::from(!slow[p]));
                }
            }
        }
    }
}

/// Checks section 15: one player who departs from best play gains nothing, but two together may gain.
#[test]
fn rankings() {
    type Game = ([Vec<usize>; 3], [[usize; 3]; 3]);
    /// Returns the loser if the heap is n and player j moves.
    ///
    /// If `free` is given, that player chooses the moves whose final result is best for that player, and the
    /// other players follow best play.
    fn loser((sets, ranks): &Game, n: usize, j: usize, free: Option<usize>) -> usize {
        let takes = sets[j].iter().filter(|&&a| a <= n);
        let game = &(sets.clone(), *ranks);
        let place = |who: usize| ranks[j].iter().position(|&x| x == who).unwrap();
        let best = |free| takes.clone().map(|a| loser(game, n - a, (j + 1) % 3, free)).min_by_key(|&who| place(who));
        let Some(fair) = best(None) else { return j };
        if free.is_none() || free == Some(j) {
            return best(free).unwrap_or(fair);
        }
        // Any move of best play is sufficient, so the first one is used.
        let mut fairly = takes.clone().filter(|&&a| loser(game, n - a, (j + 1) % 3, None) == fair);
        loser(game, n - fairly.next().unwrap(), (j + 1) % 3, free)
    }
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut random = Random(15);
    for _ in 0..300 {
        let sets = [(); 3].map(|()| (1..4).filter(|_| random.below(2) == 0).collect());
        let game: Game = (sets, [(); 3].map(|()| orders[random.below(6)]));
        for n in 0..6 {
            let fair = loser(&game, n, 0, None);
            for j in 0..3 {
                assert_eq!(loser(&game, n, 0, Some(j)), fair, "{game:?} at {n}, player {j}");
            }
        }
    }
    // The example of the page: player 2 loses. If player 1 takes 1 and player 2 takes 2, player 3 loses; but player 2
    // prefers that player 1 loses.
    let game: Game = ([vec![1, 3], vec![1, 2], vec![1]], [[2, 1, 0], [0, 2, 1], [0, 1, 2]]);
    assert_eq!((loser(&game, 3, 0, None), loser(&game, 0, 2, None), loser(&game, 2, 1, None)), (1, 2, 0));
}

/// Checks section 3: the values for powers of b, and for sets of odd amounts.
#[test]
fn powers_and_odd_amounts() {
    let hold = |set: &[usize], value: &dyn Fn(usize) -> usize| {
        let options: Vec<Vec<usize>> =
            (0..300).map(|n| set.iter().filter(|&&s| s <= n).map(|s| n - s).collect()).collect();
        let values = normal_and_misere(&options);
        for n in 0..300 {
            assert_eq!(values[n].0, value(n), "{set:?} {n}");
            assert_eq!(values[n].1 == 0, n >= 1 && values[n - 1].0 == 0, "misère {set:?} {n}");
        }
    };
    for b in 2..=12_usize {
        let set: Vec<usize> = std::iter::successors(Some(1), |s| Some(s * b)).take_while(|&s| s < 300).collect();
        let of_even = |n: usize| if n % (b + 1) == b { 2 } else { n % (b + 1) % 2 };
        hold(&set, &|n| if b % 2 == 1 { n % 2 } else { of_even(n) });
    }
    let mut random = Random(3);
    for _ in 0..40 {
        let mut set: Vec<usize> = (0..random.below(5)).map(|_| 2 * random.below(20) + 1).chain([1]).collect();
        set.sort_unstable();
        set.dedup();
        hold(&set, &|n| n % 2);
    }
}

/// Checks section 17: the winner for each heap and each bound on the next move.
///
/// The last check lists the lost starting heaps if a move may take up to three times the previous amount.
#[test]
fn smallest_parts() {
    let wins = |most: usize, times: usize| {
        // `wins` is indexed by stones and bound; a bound above `most` has the same effect as `most`.
        let mut wins = vec![vec![false; most + 1]; most + 1];
        for n in 1..=most {
            for m in 1..=most {
                wins[n][m] = (1..=n.min(m)).any(|t| !wins[n - t][(times * t).min(most)]);
            }
        }
        wins
    };
    let smallest = |mut n: usize| {
        let mut component = 0;
        while n > 0 {
            let (mut a, mut b) = (1, 2);
            while b <= n {
                (a, b) = (b, a + b);
            }
            (component, n) = (a, n - a);
        }
        component
    };
    let twice = wins(150, 2);
    for (n, row) in twice.iter().enumerate().skip(1) {
        for (m, &wins) in row.iter().enumerate() {
            assert_eq!(wins, m >= smallest(n), "({n}; {m})");
        }
    }
    let thrice = wins(20, 3);
    let lost: Vec<usize> = (2..=15).filter(|&n| !thrice[n][n - 1]).collect();
    assert_eq!(lost, [2, 3, 4, 6, 8, 11, 15]);
}

/// Checks section 18: the values and the winners, with comparisons to the golden ratio in integers.
#[test]
fn euclid_by_quotients() {
    const SIZE: usize = 120;
    let mut values = vec![vec![0; SIZE]; SIZE];
    for a in 0..SIZE {
        for b in 1..=a {
            let options: Vec<usize> = (1..=a / b)
                .map(|k| {
                    let left = a - k * b;
                    values[left.max(b)][left.min(b)]
                })
                .collect();
            values[a][b] = mex(&options);
        }
    }
    for (b, row) in values.iter().enumerate().skip(1) {
        for (r, &v) in row.iter().enumerate().take(b) {
            let order = (0..).filter(|&value| value != v);
            for (a, value) in (b + r..SIZE).step_by(b).zip(order) {
                assert_eq!(values[a][b], value, "({a}, {b})");
            }
        }
        for (a, row) in values.iter().enumerate().skip(b) {
            // a > phi*b iff 2a - b > b*sqrt(5).
            let above = (2 * a - b).pow(2) > 5 * b * b;
            assert_eq!(row[b] > 0, a == b || above, "({a}, {b})");
        }
    }
}

/// Checks section 19: the values, the winners under misère play, and the bits that are 1.
#[test]
fn places_of_ones() {
    const SIZE: usize = 40;
    let lowest = |x: usize, y: usize| (x | y).trailing_ones() as usize;
    for x in 1..1024_usize {
        let mut found: Vec<usize> = (0..x).map(|u| lowest(u, x - 1 - u)).collect();
        found.sort_unstable();
        found.dedup();
        let ones: Vec<usize> = (0..10).filter(|j| x >> j & 1 == 1).collect();
        assert_eq!(found, ones, "{x}");
    }
    let (mut values, mut wins) = (vec![vec![0; SIZE]; SIZE], vec![vec![true; SIZE]; SIZE]);
    for sum in 2..2 * SIZE {
        for a in 1..SIZE.min(sum) {
            let b = sum - a;
            if b >= SIZE {
                continue;
            }
            let halves = |n: usize| (1..n).map(move |c| (c, n - c));
            let options: Vec<(usize, usize)> = halves(a).chain(halves(b)).collect();
            values[a][b] = mex(&options.iter().map(|&(c, d)| values[c][d]).collect::<Vec<_>>());
            wins[a][b] = options.is_empty() || options.iter().any(|&(c, d)| !wins[c][d]);
            assert_eq!(values[a][b], lowest(a - 1, b - 1), "({a}, {b})");
            let t = |n: usize| n == 1 || n % 3 == 2;
            assert_eq!(wins[a][b], !(t(a) && t(b) && a + b > 2), "misère ({a}, {b})");
        }
    }
}

/// Checks section 20: the lemma of strategy stealing, on random games.
#[test]
fn strategies_are_stolen() {
    let mut random = Random(20);
    let mut found = 0;
    for _ in 0..4000 {
        let size = 3 + random.below(8);
        let options: Vec<Vec<usize>> = (0..size).map(|x| (0..x).filter(|_| random.below(2) == 0).collect()).collect();
        let values = normal_and_misere(&options);
        for x in 0..size {
            for &y in &options[x] {
                if options[y].iter().all(|z| options[x].contains(z)) {
                    found += 1;
                    assert_ne!(values[x].0, 0, "{options:?} {x} {y}");
                    assert!(options[y].is_empty() || values[x].1 != 0, "misère {options:?} {x} {y}");
                }
            }
        }
    }
    assert!(found > 10_000, "{found}");
}

/// Checks section 21: the winners with three and four heaps, under normal and misère play.
#[test]
fn counts_at_binary_places() {
    for (heaps, most, k) in [(3, 8, 1), (3, 8, 2), (4, 5, 2), (4, 4, 3)] {
        let side = most + 1_usize;
        let all = side.pow(heaps as u32);
        let heap = |position: usize, j: usize| position / side.pow(j as u32) % side;
        // A move lowers 1 to k heaps and keeps the others, so it leads to a position with a smaller number.
        let mut wins = vec![[false; 2]; all];
        for position in 0..all {
            let options: Vec<usize> = (0..position)
                .filter(|&option| {
                    let fewer = (0..heaps).filter(|&j| heap(option, j) < heap(position, j)).count();
                    let same = (0..heaps).filter(|&j| heap(option, j) == heap(position, j)).count();
                    fewer >= 1 && fewer <= k && fewer + same == heaps
                })
                .collect();
            let [normal, misere] = [0, 1].map(|play| options.iter().any(|&option| !wins[option][play]));
            wins[position] = [normal, misere || options.is_empty()];
            let count = |place: usize| (0..heaps).filter(|&j| heap(position, j) >> place & 1 == 1).count();
            let z = (0..4).all(|place| count(place) % (k + 1) == 0);
            let small = (0..heaps).all(|j| heap(position, j) < 2);
            assert_eq!(wins[position][0], !z, "{position}");
            assert_eq!(wins[position][1], if small { count(0) % (k + 1) != 1 } else { !z }, "misère {position}");
        }
    }
}
