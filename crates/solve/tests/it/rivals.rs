//! The engines of taking games of several players, compared with the definition.
//!
//! The games are random and small; proved periods are compared with longer tables.

use grundy_games::rivals::Rivals;
use grundy_rules::heaps::TakeSome;
use grundy_rules::{Amounts, Cancel, Components, ErrorKind, Multiplayer, Player, Rival, Rules};
use grundy_solve::rivals::Losers;
use grundy_solve::{Budget, MoveResult, Question, Solver, multiplayer};
use smallvec::smallvec;

/// A pseudorandom number generator with a fixed seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % bound
    }

    fn ranking(&mut self, players: usize) -> Vec<Player> {
        let mut seats: Vec<Player> = (0..players as u8).map(Player).collect();
        for k in (1..players).rev() {
            seats.swap(k, self.below(k as u64 + 1) as usize);
        }
        seats
    }

    /// Returns a random set of amounts, or `None` for no set.
    /// Open ranges and named sets occur only if `infinite` is set.
    fn set(&mut self, infinite: bool) -> Option<Amounts> {
        let kinds = if infinite { 8 } else { 5 };
        let text = match self.below(kinds) {
            0 if self.below(2) == 0 => return None,
            0 | 1 => {
                let low = 1 + self.below(6);
                format!("{low}..{}", low + self.below(9))
            }
            2..=4 => {
                let count = 1 + self.below(4);
                let items: Vec<String> = (0..count).map(|_| (1 + self.below(12)).to_string()).collect();
                items.join(",")
            }
            5 => format!("{},{}..", 1 + self.below(5), 2 + self.below(9)),
            6 => format!("{}..{},{}..", 1 + self.below(2), 3 + self.below(5), 10 + self.below(9)),
            _ => {
                let named =
                    ["2^k", "3^k", "k^2", "fib", "prime", "2^k,7..", "k^2,2..9,20..", "triangular,k^3", "squarefree"];
                named[self.below(named.len() as u64) as usize].to_string()
            }
        };
        Some(text.parse().unwrap())
    }

    fn rivals(&mut self, players: usize, infinite: bool) -> Vec<Rival> {
        (0..players).map(|_| Rival { amounts: self.set(infinite), ranking: self.ranking(players) }).collect()
    }
}

/// Returns the losers f(i, j) of heap i with player j to move, for heaps below `count`.
/// They follow from the definition.
fn definition(players: &[Rival], count: u64) -> Vec<Vec<u8>> {
    let mut table: Vec<Vec<u8>> = vec![];
    for i in 0..count {
        let row = (0..players.len()).map(|j| {
            let next = (j + 1) % players.len();
            let takes = (1..=i).filter(|&s| players[j].amounts.as_ref().is_some_and(|set| set.contains(s)));
            let reached: Vec<u8> = takes.map(|s| table[(i - s) as usize][next]).collect();
            let best = players[j].ranking.iter().find(|player| reached.contains(&player.0));
            best.map_or(j as u8, |player| player.0)
        });
        let row = row.collect();
        table.push(row);
    }
    table
}

/// Returns the amounts that player j can take from heap i so that the loser remains the one in `table`.
fn best_takes(players: &[Rival], table: &[Vec<u8>], i: u64, j: usize) -> Vec<u64> {
    let Some(set) = &players[j].amounts else { return vec![] };
    let next = (j + 1) % players.len();
    (1..=i).filter(|&s| set.contains(s) && table[(i - s) as usize][next] == table[i as usize][j]).collect()
}

fn show(players: &[Rival]) -> String {
    players.iter().map(Rival::to_string).collect::<Vec<_>>().join(" / ")
}

#[test]
fn the_table_agrees_with_the_definition() {
    let mut random = Random(14);
    let budget = Budget::default();
    for round in 0..4_000 {
        let count = 1 + random.below(5) as usize;
        let players = random.rivals(count, true);
        let heaps = 12 + random.below(60);
        let table = definition(&players, heaps + 1);
        let mut losers = Losers::new(&players);
        for _ in 0..4 {
            // Ask for heaps in random order, so that the table is extended several times.
            let (i, j) = (random.below(heaps + 1), random.below(count as u64) as usize);
            let by = Player(j as u8);
            let name = || format!("round {round}: {}; {i} left, {j} to move", show(&players));
            assert_eq!(losers.loser(i, by, &budget).unwrap().0, table[i as usize][j], "{}", name());
            let slow = best_takes(&players, &table, i, j);
            let all = losers.best_takes(i, by, 1000, &budget).unwrap();
            assert_eq!(all, (slow.len() as u128, slow.clone()), "{}", name());
            let two = losers.best_takes(i, by, 2, &budget).unwrap();
            assert_eq!((two.0, two.1.as_slice()), (all.0, &slow[..slow.len().min(2)]), "{}", name());
        }
    }
}

#[test]
fn search_agrees_with_the_definition() {
    let mut random = Random(15);
    let budget = Budget::default();
    for _ in 0..1_500 {
        let count = 1 + random.below(5) as usize;
        let players = random.rivals(count, true);
        let i = random.below(25);
        let j = random.below(count as u64) as usize;
        let table = definition(&players, i + 1);
        let rules = Rivals::new(players.clone()).unwrap();
        let by = Player(j as u8);
        let loser = multiplayer::loser(&rules, &[i], by, &budget).unwrap();
        assert_eq!(loser.0, table[i as usize][j], "{}; {i} left, {j} to move", show(&players));
        let moves = multiplayer::best_moves(&rules, &[i], by, &budget).unwrap();
        let slow: Vec<_> = best_takes(&players, &table, i, j).into_iter().map(|s| (0, TakeSome(s))).collect();
        assert_eq!(moves, slow, "{}; {i} left, {j} to move", show(&players));
    }
}

/// Proved periods agree with all rows of longer tables, and with the best moves from huge heaps.
#[test]
fn periods_agree_with_plain_tables() {
    let mut random = Random(16);
    // A table without a period within this memory is not tested.
    let small = Budget { bytes: 1 << 18, ..Budget::default() };
    let (mut proved, mut open, mut shifted) = (0, 0, 0);
    for round in 0..600 {
        let count = 1 + random.below(5) as usize;
        let players = random.rivals(count, true);
        if players.iter().flat_map(|p| &p.amounts).any(|set| !set.named_sets().is_empty()) {
            continue;
        }
        let mut losers = Losers::new(&players);
        let far = 10u64.pow(18) + random.below(1000);
        if losers.loser(far, Player(0), &small).is_err() {
            continue;
        }
        proved += 1;
        let name = || format!("round {round}: {}", show(&players));
        let period = losers.period().unwrap();
        let (pre, p) = (period.preperiod as usize, period.period as usize);
        let mut long = Losers::new(&players);
        let heaps = pre + 3 * p + 600;
        // Sets without their open end give no period, so this table computes every row.
        long.extend(heaps as u64 - 1, &Budget::default()).unwrap();
        let rows: Vec<Vec<u8>> = (0..heaps as u64)
            .map(|i| (0..count as u8).map(|j| long.loser(i, Player(j), &Budget::default()).unwrap().0).collect())
            .collect();
        if heaps < 1500 {
            assert_eq!(rows, definition(&players, heaps as u64), "{}", name());
        }
        let repeats = |from: usize, p: usize| (from..heaps - p).all(|i| rows[i] == rows[i + p]);
        assert!(repeats(pre, p), "{}: {period:?}", name());
        assert!(pre == 0 || !repeats(pre - 1, p), "{}: {period:?} begins earlier", name());
        assert!((1..p).all(|q| !repeats(pre, q)), "{}: {period:?} is not least", name());
        shifted += u32::from(pre > 0);
        for j in 0..count {
            let by = Player(j as u8);
            assert_eq!(losers.loser(far, by, &small).unwrap().0, rows[period.reduce(far) as usize][j], "{}", name());
            // For a heap at most two periods beyond the computed rows, the counted moves agree with an enumeration.
            let near = losers.computed() + random.below(2 * p as u64);
            let table = definition(&players, near + 1);
            let slow = best_takes(&players, &table, near, j);
            let found = losers.best_takes(near, by, 40, &Budget::default()).unwrap();
            assert_eq!(found.0, slow.len() as u128, "{}; {near} left, {j} to move", name());
            assert_eq!(found.1, &slow[..slow.len().min(40)], "{}; {near} left, {j} to move", name());
            let wide = players[j].amounts.as_ref().is_some_and(|set| set.open_start().is_some());
            open += u32::from(wide);
            // Every listed amount taken from a huge heap is allowed, and the loser stays the same.
            let (total, takes) = losers.best_takes(far, by, 1000, &Budget::default()).unwrap();
            assert_eq!(takes.len() as u128, total.min(1000), "{}", name());
            for take in takes {
                let to = rows[period.reduce(far - take) as usize][(j + 1) % count];
                assert!(players[j].amounts.as_ref().unwrap().contains(take));
                assert_eq!(to, rows[period.reduce(far) as usize][j], "{}: take {take}", name());
            }
        }
    }
    assert!(proved > 300 && open > 100 && shifted > 100, "{proved} periods, {open} open ranges, {shifted} preperiods");
}

/// Two players who each want the other to lose play a partizan game under normal play.
#[test]
fn two_players_play_partizan_taking() {
    let mut random = Random(17);
    let budget = Budget::default();
    for _ in 0..500 {
        let sets = [random.set(true), random.set(true)];
        let [a, b] = sets.clone();
        let players = [
            Rival { amounts: a, ranking: vec![Player(1), Player(0)] },
            Rival { amounts: b, ranking: vec![Player(0), Player(1)] },
        ];
        let mut losers = Losers::new(&players);
        let mut wins: Vec<[bool; 2]> = vec![];
        for i in 0..50u64 {
            let can = |j: usize| {
                let set = sets[j].as_ref();
                (1..=i).any(|s| set.is_some_and(|set| set.contains(s)) && !wins[(i - s) as usize][1 - j])
            };
            wins.push([can(0), can(1)]);
            for (j, &won) in wins[i as usize].iter().enumerate() {
                let loser = losers.loser(i, Player(j as u8), &budget).unwrap();
                let expected = if won { 1 - j } else { j };
                assert_eq!(usize::from(loser.0), expected, "{}; {i} left, {j} to move", show(&players));
            }
        }
    }
}

/// A game with sums and splits: three players, each with a ranking of losers, knock pins out of rows.
struct Kayles3([[Player; 3]; 3]);

impl Rules for Kayles3 {
    type Component = u32;
    type Move = (u32, u32);
    type Key = u32;
    fn moves(&self, &row: &u32, by: Player) -> impl Iterator<Item = (u32, u32)> {
        (1..=row.min(1 + u32::from(by.0 > 0))).flat_map(move |k| (0..=row - k).map(move |left| (k, left)))
    }
    fn play(&self, row: &u32, _: Player, &(k, left): &(u32, u32)) -> Components<u32> {
        smallvec![left, row - k - left]
    }
    fn key(&self, &row: &u32) -> u32 {
        row
    }
    /// A player whose move leaves no pins on one side skips the next player.
    fn next_player(&self, _: &u32, by: Player, &(_, left): &(u32, u32)) -> Player {
        Player((by.0 + if left == 0 { 2 } else { 1 }) % 3)
    }
}

impl Multiplayer for Kayles3 {
    fn players(&self) -> u8 {
        3
    }
    fn ranking(&self, of: Player) -> &[Player] {
        &self.0[usize::from(of.0)]
    }
}

/// Moves, each with the index of its row.
type Placed = Vec<(usize, (u32, u32))>;

fn recursion(rules: &Kayles3, sum: &[u32], by: Player) -> (Player, Placed) {
    let mut reached = vec![];
    for k in 0..sum.len() {
        for mv in rules.moves(&sum[k], by) {
            let left = rules.play(&sum[k], by, &mv);
            let after: Vec<u32> = sum[..k].iter().chain(&left).chain(&sum[k + 1..]).copied().collect();
            reached.push((recursion(rules, &after, rules.next_player(&sum[k], by, &mv)).0, (k, mv)));
        }
    }
    let best = rules.ranking(by).iter().find(|player| reached.iter().any(|(loser, _)| loser == *player));
    let loser = best.copied().unwrap_or(by);
    (loser, reached.into_iter().filter(|r| r.0 == loser).map(|r| r.1).collect())
}

#[test]
fn sums_are_searched() {
    let mut random = Random(18);
    let budget = Budget::default();
    for _ in 0..60 {
        let ranking = |random: &mut Random| <[Player; 3]>::try_from(random.ranking(3)).unwrap();
        let rules = Kayles3([ranking(&mut random), ranking(&mut random), ranking(&mut random)]);
        let rows: Vec<u32> = (0..1 + random.below(3)).map(|_| random.below(4) as u32).collect();
        if rows.iter().sum::<u32>() > 6 {
            continue;
        }
        for by in (0..3).map(Player) {
            let (loser, moves) = recursion(&rules, &rows, by);
            assert_eq!(multiplayer::loser(&rules, &rows, by, &budget).unwrap(), loser, "{rows:?} {by:?}");
            assert_eq!(multiplayer::best_moves(&rules, &rows, by, &budget).unwrap(), moves, "{rows:?} {by:?}");
        }
    }
}

/// Rules with an invalid ranking, an invalid next player, or cycles.
struct Circle {
    ranking: Vec<Player>,
    next: u8,
}

impl Rules for Circle {
    type Component = u8;
    type Move = ();
    type Key = u8;
    fn moves(&self, _: &u8, _: Player) -> impl Iterator<Item = ()> {
        std::iter::once(())
    }
    fn play(&self, &v: &u8, _: Player, _: &()) -> Components<u8> {
        smallvec![(v + 1) % 5]
    }
    fn key(&self, &v: &u8) -> u8 {
        v
    }
    fn next_player(&self, _: &u8, _: Player, _: &()) -> Player {
        Player(self.next)
    }
}

impl Multiplayer for Circle {
    fn players(&self) -> u8 {
        2
    }
    fn ranking(&self, _: Player) -> &[Player] {
        &self.ranking
    }
}

#[test]
fn unsolvable_rules_are_errors() {
    let budget = Budget::default();
    let circle = |ranking: &[u8], next| Circle { ranking: ranking.iter().map(|&s| Player(s)).collect(), next };
    for (rules, by, kind) in [
        (circle(&[0, 1], 1), 0, ErrorKind::Unsupported),
        (circle(&[0, 1], 2), 0, ErrorKind::BadArgument),
        (circle(&[0, 1], 0), 2, ErrorKind::BadArgument),
        (circle(&[0, 0], 0), 0, ErrorKind::BadArgument),
        (circle(&[0], 0), 0, ErrorKind::BadArgument),
        (circle(&[0, 1, 0], 0), 0, ErrorKind::BadArgument),
        (circle(&[0, 2], 0), 0, ErrorKind::BadArgument),
    ] {
        assert_eq!(multiplayer::loser(&rules, &[0], Player(by), &budget).unwrap_err().kind, kind);
    }
    let huge = [Rival { amounts: Some("k^2".parse().unwrap()), ranking: vec![Player(0)] }];
    let error = Losers::new(&huge).loser(10u64.pow(18), Player(0), &budget).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Limit);
    assert!(
        error.message.to_string().starts_with("the table of heaps up to 1000000000000000000 for 1 player needs"),
        "{error}"
    );
    let tight = Budget { bytes: 1 << 16, ..Budget::default() };
    let rules = Rivals::new(huge.to_vec()).unwrap();
    assert_eq!(multiplayer::loser(&rules, &[10u64.pow(18)], Player(0), &tight).unwrap_err().kind, ErrorKind::Limit);
    let cancel = Cancel::default();
    cancel.cancel();
    let stopped = Budget { cancel: Some(cancel.clone()), ..Budget::default() };
    assert_eq!(Losers::new(&huge).loser(10_000, Player(0), &stopped).unwrap_err().kind, ErrorKind::Limit);
}

/// A game with 255 players, the maximal number, agrees with the definition.
#[test]
fn a_full_table() {
    let ranking = |player: usize| (0..255u16).map(|k| Player(((player as u16 + 1 + k) % 255) as u8)).collect();
    let players: Vec<Rival> = (0..255)
        .map(|player| Rival { amounts: Some(Amounts::range(1, 1 + player as u64 % 7)), ranking: ranking(player) })
        .collect();
    let heaps = 300;
    let table = definition(&players, heaps);
    let mut losers = Losers::new(&players);
    for i in [heaps - 1, 0, 17, 250] {
        for j in 0..255u8 {
            let loser = losers.loser(i, Player(j), &Budget::default()).unwrap();
            assert_eq!(loser.0, table[i as usize][usize::from(j)], "{i} left, {j} to move");
        }
    }
}

/// Returns whether `one` can avoid losing against all others, by heap and by player to move.
/// The results follow from the definition.
fn safe(players: &[Rival], one: usize, count: u64) -> Vec<Vec<bool>> {
    let mut table: Vec<Vec<bool>> = vec![];
    for i in 0..count {
        let row = (0..players.len()).map(|j| {
            let next = (j + 1) % players.len();
            let takes = (1..=i).filter(|&s| players[j].amounts.as_ref().is_some_and(|set| set.contains(s)));
            let mut reached = takes.map(|s| table[(i - s) as usize][next]).peekable();
            match (reached.peek().is_none(), j == one) {
                (true, own) => !own,
                (false, true) => reached.any(|safe| safe),
                (false, false) => reached.all(|safe| safe),
            }
        });
        let row = row.collect();
        table.push(row);
    }
    table
}

#[test]
fn coalitions_agree_with_the_definition() {
    let mut random = Random(41);
    let budget = Budget::default();
    let mut counts = [0; 2];
    for round in 0..2_000 {
        let count = 1 + random.below(4) as usize;
        let players = random.rivals(count, true);
        let one = random.below(count as u64) as usize;
        let heaps = 20 + random.below(80);
        let table = safe(&players, one, heaps + 1);
        let mut losers = Losers::against(&players, Player(one as u8));
        for i in 0..=heaps {
            for (j, &safe) in table[i as usize].iter().enumerate() {
                let loser = losers.loser(i, Player(j as u8), &budget).unwrap();
                assert_eq!(loser.0 != one as u8, safe, "round {round}: {} / {one}; {i}, {j}", show(&players));
                counts[usize::from(safe)] += 1;
            }
        }
        // Beyond the table the period gives the loser, if there is a period.
        if let Some(period) = losers.period() {
            let far = safe_far(&players, one, period.preperiod + 3 * period.period + 40);
            for (i, row) in far.iter().enumerate() {
                let j = random.below(count as u64) as usize;
                let loser = losers.loser(i as u64, Player(j as u8), &budget).unwrap();
                assert_eq!(loser.0 != one as u8, row[j], "round {round}: {} / {one}; {i}, {j}", show(&players));
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 10_000), "{counts:?}");
}

/// Like `safe`, with `count` capped at 400 to keep the test fast.
fn safe_far(players: &[Rival], one: usize, count: u64) -> Vec<Vec<bool>> {
    safe(players, one, count.min(400))
}

#[test]
fn coalitions_are_solved_and_tabled_alike() {
    let mut random = Random(42);
    let budget = Budget::default();
    for _ in 0..300 {
        let count = 1 + random.below(4) as usize;
        let players = random.rivals(count, true);
        let (one, i, j) = (random.below(count as u64), random.below(24), random.below(count as u64));
        let table = safe(&players, one as usize, 25);
        let (lone_player, next) = (Player(one as u8), (j as usize + 1) % count);
        let safe = table[i as usize][j as usize];
        let text = format!("rivals[{}]", show(&players));
        let position_sum = grundy_games::parse(&format!("{text}({i}; {})", j + 1)).unwrap();
        let rules = grundy_games::parse_rules(&text).unwrap();
        // The number of moves that win for the side of the player to move.
        let wins = (one == j) == safe;
        let set = players[j as usize].amounts.as_ref();
        let takes = (1..=i).filter(|&s| set.is_some_and(|set| set.contains(s)));
        let good = takes.filter(|&s| wins && table[(i - s) as usize][next] == safe).count() as u128;
        for use_theorems in [true, false] {
            let question = Question { use_theorems, lone_player: Some(lone_player), ..Question::default() };
            let answer = Solver::new().solve(&position_sum, &question, &budget).unwrap();
            assert_eq!(answer.result.loser, (!safe).then_some(lone_player), "{position_sum} {one}");
            assert_eq!(
                (answer.result.lone_player, answer.moves.total),
                (Some(lone_player), Some(good)),
                "{position_sum} {one}"
            );
            assert!(answer.moves.listed.iter().all(|mv| mv.result == MoveResult::Win), "{position_sum} {one}");
            let mut solver = Solver::new();
            let mut rows = solver.losers(&rules, 24, Some(lone_player), use_theorems, &budget).unwrap();
            for (n, row) in table.iter().enumerate() {
                for (by, &safe) in row.iter().enumerate() {
                    let loser = rows.loser(n as u64, Player(by as u8)).unwrap();
                    assert_eq!(loser, (!safe).then_some(lone_player), "{text} {one}: {n}, {by}");
                }
            }
        }
    }
}

#[test]
fn tables_of_losers_agree_with_the_definition() {
    let mut random = Random(43);
    for _ in 0..200 {
        let count = 1 + random.below(4) as usize;
        let players = random.rivals(count, true);
        let rules = grundy_games::parse_rules(&format!("rivals[{}]", show(&players))).unwrap();
        let table = definition(&players, 31);
        for use_theorems in [true, false] {
            let (mut solver, budget) = (Solver::new(), Budget::default());
            let mut rows = solver.losers(&rules, 30, None, use_theorems, &budget).unwrap();
            for (n, row) in table.iter().enumerate() {
                for (by, &loser) in row.iter().enumerate() {
                    assert_eq!(
                        rows.loser(n as u64, Player(by as u8)).unwrap(),
                        Some(Player(loser)),
                        "{rules}: {n}, {by}"
                    );
                }
            }
        }
    }
}

#[test]
fn invalid_coalitions_are_refused() {
    let budget = Budget::default();
    let question = Question { lone_player: Some(Player(2)), ..Question::default() };
    let two = "rivals[1..3 : 2>1 / 1..3 : 1>2]";
    let refused = |text: &str| {
        let position_sum = grundy_games::parse(text).unwrap();
        Solver::new().solve(&position_sum, &question, &budget).unwrap_err().kind
    };
    assert_eq!(refused(&format!("{two}(5)")), ErrorKind::BadArgument);
    assert_eq!(refused("nim(3)"), ErrorKind::Unsupported);
    let rules = grundy_games::parse_rules(two).unwrap();
    let error = Solver::new().losers(&rules, 5, Some(Player(2)), true, &budget).err().unwrap();
    assert_eq!(error.kind, ErrorKind::BadArgument);
    let error = Solver::new().losers(&rules, u64::MAX, None, false, &budget).err().unwrap();
    assert_eq!(error.kind, ErrorKind::Limit);
}
