//! Certificates of sums of boards: those written are accepted, and no set of sums proves a wrong outcome.

use crate::claim_trees::Random;
use grundy_games::parse;
use grundy_proof::{lost_boards, replies};
use grundy_rules::{Cancel, ComponentIndex, ErrorKind, Play, Player, PositionSum};
use grundy_solve::{Budget, Question, Solver};
use grundy_verify::{Certificate, Limits, Proof, Strategy, verify};
use std::collections::HashSet;

/// Games, each with the states of random boards.
const GAMES: [(&str, &[u8]); 10] = [
    ("domineering", b"...#"),
    ("clobber", b"xo."),
    ("cram", b"..#"),
    ("impartial clobber", b"xxoo."),
    ("impartial domineering", b"...#"),
    // The players have moves of different shapes, so nothing exchanges them.
    ("board{ left: [.] -> [#]; right: [..] -> [##] along right }", b"..#"),
    // The pictures have no symmetry but a half turn.
    ("board{ left: [.. / #.] -> [## / ##]; right: [..] -> [##] }", b"...#"),
    // Pieces are taken, and a piece of a third kind is needed.
    ("board{ left: [xz] -> [.z] along rook; right: [oz] -> [.z] along rook }", b"xoz."),
    ("board{ left: [x?] -> [.?] along right; right: [?o] -> [?.] along right }", b"xo.z"),
    // Runs: the length of a picture depends on the board.
    ("board{ left: [x.*o] -> [..*x] along rook; right: swap x o }", b"xo.."),
];

fn random_board(random: &mut Random, states: &[u8], max_cells: usize) -> String {
    let rows = 1 + random.below(3);
    let columns = 1 + random.below(max_cells / rows);
    let row = |random: &mut Random| -> String {
        (0..columns).map(|_| char::from(states[random.below(states.len())])).collect()
    };
    (0..rows).map(|_| row(random)).collect::<Vec<_>>().join("/")
}

/// Returns random sums of one or two boards with at most this number of cells each.
fn random_sums(seed: u64, count: usize, max_cells: usize) -> Vec<PositionSum> {
    let mut random = Random(seed);
    let mut sums = vec![];
    while sums.len() < count {
        let (game, states) = GAMES[random.below(GAMES.len())];
        let mut text = format!("{game}(\"{}\")", random_board(&mut random, states, max_cells));
        if random.below(2) == 0 {
            let sign = if random.below(3) == 0 { "-" } else { "+" };
            text += &format!(" {sign} {game}(\"{}\")", random_board(&mut random, states, max_cells / 2));
        }
        sums.extend(parse(&text));
    }
    sums
}

fn outcome(sum: &PositionSum) -> &'static str {
    let answer = Solver::new().solve(sum, &Question::default(), &Budget::default()).unwrap();
    answer.result.outcome.unwrap().name()
}

fn statement(certificate: &Certificate, sum: &PositionSum) -> Option<String> {
    verify(certificate, &sum.library, &Limits::default()).ok().map(|verified| verified.statement.to_string())
}

#[test]
fn certificates_prove_the_outcomes() {
    let (mut by_outcome, mut written) = ([0; 4], 0);
    for sum in random_sums(1, 400, 12) {
        let wanted = outcome(&sum);
        // A negative board needs a symmetry that exchanges the players.
        let Some(certificate) = lost_boards(&sum, &Budget::default()).unwrap() else { continue };
        let text = certificate.to_text();
        let read = Certificate::from_text(&text).unwrap();
        assert_eq!(statement(&read, &sum), Some(format!("{}: {wanted}", sum.canonical_text())), "{text}");
        by_outcome["NPLR".find(wanted).unwrap()] += 1;
        written += 1;
    }
    assert!(written > 300 && by_outcome.iter().all(|&count| count > 20), "{written}, {by_outcome:?}");
}

/// Checks that changed certificates are refused, or state the right outcome.
#[test]
fn no_set_of_sums_proves_a_wrong_outcome() {
    let (mut refused, mut accepted, mut random) = (0, 0, Random(5));
    let mut last: Option<PositionSum> = None;
    for sum in random_sums(2, 150, 10) {
        let Some(good) = lost_boards(&sum, &Budget::default()).unwrap() else { continue };
        let wanted = outcome(&sum);
        let other = last.replace(sum.clone());
        for change in 0..12 {
            let mut certificate = good.clone();
            let mut stated = (sum.clone(), wanted);
            let Certificate { rules, proof, .. } = &mut certificate;
            let Proof::LostBoards { position, outcome: letter, regions, left, right } = proof else { unreachable!() };
            let mut any_sum = || (0..regions.len() as u32).filter(|_| random.below(3) == 0).collect();
            match change {
                0..4 => *letter = "NPLR"[change..=change].into(),
                4 => drop(left.pop()),
                5 => left.push(any_sum()),
                6 => right.push(any_sum()),
                7 => left.push(vec![regions.len() as u32]),
                8 => drop(regions.pop()),
                9 => rules.insert_str(0, "misere "),
                10 => {
                    let Some(region) = regions.first_mut() else { continue };
                    let at = random.below(region.len());
                    region.replace_range(at..=at, ["x", "o", ".", "#", "/", "z", ""][random.below(7)]);
                }
                _ => {
                    let Some(other) = &other else { continue };
                    *position = other.to_string();
                    stated = (other.clone(), outcome(other));
                }
            }
            match statement(&certificate, &sum) {
                None => refused += 1,
                Some(text) => {
                    let (sum, wanted) = stated;
                    assert_eq!(text, format!("{}: {wanted}", sum.canonical_text()), "{}", certificate.to_text());
                    accepted += 1;
                }
            }
        }
    }
    assert!(refused > 800 && accepted > 100, "{refused} {accepted}");
}

#[test]
fn other_positions_are_left_to_replies() {
    for text in [
        "nim(1,2)",
        "misere cram(2x2)",
        "clobber(1x4) + domineering(2x2)",
        "toads_and_frogs(\"tt..ff\")",
        "node_kayles(3-path)",
        "fox_and_geese(start)",
    ] {
        let Ok(sum) = parse(text) else { continue };
        assert_eq!(lost_boards(&sum, &Budget::default()).unwrap(), None, "{text}");
    }
    let sum = parse("domineering(3x3) + 2*domineering(1x3)").unwrap();
    let certificate = lost_boards(&sum, &Budget::default()).unwrap().unwrap();
    assert!(statement(&certificate, &sum).is_some());
}

/// Checks the errors of exhausted limits; in none of them the writer speaks of a check.
#[test]
fn limits_are_kept() {
    let sum = parse("domineering(6x6)").unwrap();
    for bytes in [1 << 12, 1 << 16, 1 << 20] {
        let error = lost_boards(&sum, &Budget { bytes, ..Budget::default() }).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Limit);
        assert!(error.message.to_string().starts_with("the certificate needs "), "{}", error.message);
    }
    let nodes = Budget { nodes: 1000, ..Budget::default() };
    assert_eq!(lost_boards(&sum, &nodes).unwrap_err().kind, ErrorKind::Limit);
    let cancel = Cancel::default();
    cancel.cancel();
    let cancelled = lost_boards(&sum, &Budget { cancel: Some(cancel), ..Budget::default() }).unwrap_err();
    assert_eq!(cancelled.message.to_string(), "interrupted");
}

/// Checks that the strategies of certificates win against all moves of the opponent.
#[test]
fn strategies_win_against_every_reply() {
    let (mut followed, mut by_first_player) = (0, [0; 2]);
    let boards = random_sums(3, 150, 9).into_iter().filter_map(|sum| {
        let certificate = lost_boards(&sum, &Budget::default()).unwrap()?;
        Some((sum, certificate))
    });
    let others = [
        "nim(1,2,3)",
        "nim(2,3) + wythoff(1,2)",
        "misere nim(1,2,2)",
        "misere nim(1,1) + kayles(4)",
        "take[1,2|1,3](5) + take[1|2](3)",
        "misere take[1,2|1,3](6)",
        "toads_and_frogs(\"tt.f.\") - toads_and_frogs(\"t.ff\")",
        "domineering(2x3) + clobber(\"xo\")",
        "hackenbush(0-1:b,1-2:r) + take[1,2|1,3](4)",
    ];
    let others = others.map(|text| {
        let sum = parse(text).unwrap();
        let certificate = replies(&sum, &mut Solver::new(), &Budget::default()).unwrap();
        (sum, certificate)
    });
    for (sum, certificate) in boards.chain(others) {
        let mut strategy = Strategy::new(&certificate, &sum.library, &Limits::default()).unwrap();
        for mover in [Player::LEFT, Player::RIGHT] {
            let wins_first = wins_moving_first(outcome(&sum), mover);
            followed += follow(&mut strategy, &sum, mover, if wins_first { mover } else { mover.other() });
            by_first_player[usize::from(wins_first)] += 1;
        }
    }
    assert!(followed > 500 && by_first_player.iter().all(|&count| count > 20), "{followed}, {by_first_player:?}");
    let cram = parse("cram(3x3)").unwrap();
    let mut certificate = lost_boards(&cram, &Budget::default()).unwrap().unwrap();
    let limits = Limits::default();
    let mut strategy = Strategy::new(&certificate, &cram.library, &limits).unwrap();
    for other in ["domineering(1x1)", "misere cram(3x3)", "cram(3x30)"] {
        assert!(!strategy.loses(&parse(other).unwrap(), Player::LEFT, &limits).unwrap(), "{other}");
    }
    certificate.claim = Some("P iff n == 0".into());
    assert!(Strategy::new(&certificate, &cram.library, &limits).is_err());
}

/// Plays the strategy of the winner against all moves of the other player.
///
/// Returns the number of replies.
fn follow(strategy: &mut Strategy, sum: &PositionSum, mover: Player, winner: Player) -> usize {
    let limits = Limits::default();
    let (mut replies, mut waiting, mut seen) = (0, vec![(sum.clone(), mover)], HashSet::new());
    while let Some((position, to_move)) = waiting.pop() {
        if !seen.insert((position.canonical_text(), to_move)) {
            continue;
        }
        let after = positions_after(&position, to_move);
        // In misère play, the player without a move has won.
        let has_won = after.is_empty() && position.play == Play::Misere;
        if to_move != winner {
            assert!(!has_won && strategy.loses(&position, to_move, &limits).unwrap(), "{position} in {sum}");
            waiting.extend(after.into_iter().map(|after| (after, winner)));
        } else if !has_won {
            let reply = after.into_iter().find(|after| strategy.loses(after, winner.other(), &limits).unwrap());
            let reply = reply.unwrap_or_else(|| panic!("no reply to {position} in {sum}"));
            waiting.push((reply, winner.other()));
            replies += 1;
        }
    }
    replies
}

fn wins_moving_first(outcome: &str, by: Player) -> bool {
    outcome == "N" || outcome == if by == Player::LEFT { "L" } else { "R" }
}

/// Returns the positions after the moves of a player.
fn positions_after(position: &PositionSum, by: Player) -> Vec<PositionSum> {
    let mut after = vec![];
    for (t, term) in position.terms.iter().enumerate().filter(|(_, term)| term.copies > 0) {
        for component in 0..term.position.len() {
            let mover = if term.negative { by.other() } else { by };
            for mv in term.position.moves(component, mover) {
                after.push(position.after(ComponentIndex { term: t, copy: 0, component }, by, &mv).0);
            }
        }
    }
    after
}
