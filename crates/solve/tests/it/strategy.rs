//! Strategies in answers, played against every reply. A search without theorems judges the positions.

use grundy_games::parse;
use grundy_rules::{Kind, Outcome, Play, Player, PositionSum, SumTerm};
use grundy_solve::{Answer, Budget, Move, Question, Solver, mirroring_move};
use std::collections::{BTreeMap, HashMap, HashSet};

/// The maximal numbers of positions in which the strategy is followed.
/// `MOST` is the limit from one initial position, `ALL` for one game.
const MOST: usize = 60;
const ALL: usize = 400;
/// Positions whose search takes more positions than this are neither judged nor followed.
const NODES: u64 = 3000;
/// The largest sum of the numbers in an initial position.
const LARGEST: u64 = 80;

fn small_budget() -> Budget {
    Budget { nodes: NODES, ..Budget::default() }
}

struct BestPlay {
    solver: Solver,
    judge: HashMap<String, Outcome>,
    /// The positions in which the strategy was followed.
    seen: HashSet<String>,
}

impl BestPlay {
    fn new() -> BestPlay {
        BestPlay { solver: Solver::new(), judge: HashMap::new(), seen: HashSet::new() }
    }

    /// Returns the answer for a position; `None` if that takes too long.
    fn solve(&mut self, position_sum: &PositionSum) -> Option<Answer> {
        self.solver.solve(position_sum, &Question::default(), &small_budget()).ok()
    }

    /// Returns the outcome by search alone; `None` if that takes too long.
    fn judged(&mut self, text: &str) -> Option<Outcome> {
        if let Some(&known) = self.judge.get(text) {
            return Some(known);
        }
        let question = Question { use_theorems: false, wants_working: false, ..Question::default() };
        let position_sum = parse(text).unwrap();
        let outcome = self.solver.solve(&position_sum, &question, &small_budget()).ok()?.result.outcome.unwrap();
        self.judge.insert(text.to_string(), outcome);
        Some(outcome)
    }

    /// Returns the move that the strategy names, and asserts that it is a winning move.
    /// Returns `None` if no move is named.
    fn named(&mut self, answer: &Answer, position_sum: &PositionSum) -> Option<Move> {
        let named = answer.explanation.strategy.first()?;
        let text = position_sum.canonical_text();
        if answer.result.outcome == Some(Outcome::P) {
            assert_eq!(answer.explanation.strategy.len(), 1, "{text}");
            return None;
        }
        assert!(answer.explanation.strategy.len() > 1, "{text}");
        let words = |mv: &Move| match answer.position.term_count {
            1 => mv.text.to_string(),
            _ => format!("term {}: {}", mv.term_number, mv.text),
        };
        let mv = answer.moves.listed.iter().find(|mv| words(mv) == named.to_string());
        let mv = mv.unwrap_or_else(|| panic!("{text}: `{named}` is no winning move")).clone();
        let to = mv.to.as_deref().unwrap();
        assert_ne!(self.judged(to), Some(Outcome::N), "{text}: `{named}` loses");
        Some(mv)
    }

    /// Follows the strategy from a position to the end of play, against every reply.
    /// Returns whether the strategy named a move.
    fn follow(&mut self, position_sum: PositionSum) -> bool {
        let mut waiting = vec![position_sum.canonical_text()];
        let (mut came, mut here) = (false, 0);
        while let Some(text) = waiting.pop() {
            if !self.seen.insert(text.clone()) || here == MOST {
                continue;
            }
            let position_sum = parse(&text).unwrap();
            let Some(answer) = self.solve(&position_sum) else { continue };
            let Some(mv) = self.named(&answer, &position_sum) else {
                assert!(!came, "{text}: nothing is said any more");
                continue;
            };
            (came, here) = (true, here + 1);
            for reply in after_all(mv.to.as_deref().unwrap()) {
                let over = parse(&reply).unwrap();
                if moves_of(&over).is_empty() {
                    // A won position without moves occurs under misère play only.
                    assert_eq!(over.play, Play::Misere, "{text}");
                } else {
                    waiting.push(reply);
                }
            }
        }
        came
    }
}

fn moves_of(position_sum: &PositionSum) -> Vec<(usize, usize, grundy_rules::AnyMove)> {
    let mut found = vec![];
    for (t, term) in position_sum.terms.iter().enumerate().filter(|(_, term)| term.copies > 0) {
        for component in 0..term.position.len() {
            found.extend(term.position.moves(component, Player::LEFT).map(|mv| (t, component, mv)));
        }
    }
    found
}

/// Returns the texts of all options of a position whose terms each have one copy.
fn after_all(text: &str) -> Vec<String> {
    let position_sum = parse(text).unwrap();
    let option = |(t, component, mv): (usize, usize, grundy_rules::AnyMove)| {
        let after = |(k, term): (usize, &SumTerm)| match k == t {
            true => term.position.after(component, Player::LEFT, &mv),
            false => term.position.clone_box(),
        };
        let summand = |position| SumTerm { negative: false, copies: 1, position };
        let terms = position_sum.terms.iter().enumerate().map(after).map(summand).collect();
        PositionSum::new(position_sum.play, terms).canonical_text()
    };
    moves_of(&position_sum).into_iter().map(option).collect()
}

/// The strategies of theorems win, on samples of their games.
#[test]
fn strategies_of_theorems_win() {
    let mut theorems: BTreeMap<&str, u32> = BTreeMap::new();
    for entry in grundy_games::library().games() {
        for play in [Play::Normal, Play::Misere] {
            let mut player = BestPlay::new();
            for position in entry.samples().take(3000).step_by(7) {
                if player.seen.len() > ALL {
                    break;
                }
                if position.ruleset().kind() != Kind::Impartial || position.count_printed_numbers() > 24 {
                    continue;
                }
                let position_sum = PositionSum::from_position(play, position);
                if !position_sum.is_short() || entry.info().check_play(play).is_err() {
                    continue;
                }
                let text = position_sum.canonical_text();
                let numbers = text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse::<u64>().ok());
                if numbers.sum::<u64>() > LARGEST {
                    continue;
                }
                let Some(answer) = player.solve(&position_sum) else { continue };
                if answer.result.outcome != Some(Outcome::N) || answer.explanation.strategy.is_empty() {
                    continue;
                }
                if player.follow(position_sum) {
                    for theorem in entry.theorems() {
                        let spoken = answer.explanation.reasons.contains(&grundy_solve::Reason::Theorem(theorem));
                        *theorems.entry(theorem.name).or_default() += u32::from(spoken);
                    }
                }
            }
        }
    }
    let followed = |name: &str| theorems.get(name).copied().unwrap_or(0);
    for entry in grundy_games::library().games() {
        for theorem in entry.theorems().iter().filter(|theorem| !theorem.strategy.is_empty()) {
            // The theorem on stalks is about partizan positions; the test below covers it.
            if theorem.name == "stalk" {
                continue;
            }
            assert!(followed(theorem.name) > 0, "no strategy of {} was followed: {theorems:?}", theorem.name);
        }
    }
}

/// In stalks of all colours, a player who may cut the lowest edge wins against every reply.
#[test]
fn stalks_are_won_as_long_as_the_lowest_edge_stands() {
    let mut player = BestPlay::new();
    let mut followed = 0;
    for length in 1..=5u32 {
        for code in 0..3u32.pow(length) {
            let colour = |k: u32| ["b", "r", "g"][(code / 3u32.pow(k) % 3) as usize];
            let edges: Vec<String> = (0..length).map(|k| format!("{k}-{}:{}", k + 1, colour(k))).collect();
            let (winner, wins) = match colour(0) {
                "b" => (Player::LEFT, [Outcome::L, Outcome::P]),
                "r" => (Player::RIGHT, [Outcome::R, Outcome::P]),
                _ => continue,
            };
            let position_sum = parse(&format!("hackenbush({})", edges.join(","))).unwrap();
            let answer = player.solve(&position_sum).unwrap();
            let by_stalk_theorem = answer
                .explanation
                .reasons
                .iter()
                .any(|reason| matches!(reason, grundy_solve::Reason::Theorem(t) if t.name == "stalk"));
            if !by_stalk_theorem {
                continue;
            }
            assert!(!answer.explanation.strategy.is_empty(), "{position_sum}");
            for mv in position_sum.terms[0].position.moves(0, winner) {
                let position = position_sum.terms[0].position.after(0, winner, &mv);
                let left = PositionSum::from_position(Play::Normal, position).canonical_text();
                assert!(wins.contains(&player.judged(&left).unwrap()), "{position_sum}: {left}");
                followed += 1;
            }
        }
    }
    assert!(followed > 200, "{followed}");
}

/// Strategies for sums win: by the xor, by misère Nim, and by moves that mirror the opponent's.
#[test]
fn strategies_of_sums_win() {
    let mut player = BestPlay::new();
    let games = ["nim(3)", "nim(1,2)", "lasker(3)", "kayles(4)", "take[1,3,4](4)", "wythoff(1,2)", "stairs(1,2)"];
    for (k, a) in games.iter().enumerate() {
        for b in &games[..=k] {
            for prefix in ["", "misere "] {
                for rest in ["", " + nim(1)", " + nim(2)"] {
                    let position_sum = parse(&format!("{prefix}{a} + {b}{rest}")).unwrap();
                    player.follow(position_sum);
                }
            }
        }
    }
    assert!(player.seen.len() > 500, "{}", player.seen.len());
}

/// A mirroring move leads to a P-position.
/// In a sum of equal components every move has a mirroring reply.
#[test]
fn every_move_in_equal_components_is_copied() {
    let mut player = BestPlay::new();
    for text in [
        "lasker(5) + lasker(5)",
        "lasker(3,3)",
        "kayles(5,5)",
        "nim(4,4)",
        "take[1,3,4](6) + take[1,3,4](6)",
        "2*wythoff(2,3)",
    ] {
        let position_sum = parse(text).unwrap();
        let lost = player.solve(&position_sum).unwrap();
        assert_eq!(
            lost.explanation.strategy[0], "Every move is answered by the same move in the equal component.",
            "{text}"
        );
        if text.starts_with("2*") {
            continue;
        }
        for option in after_all(&position_sum.canonical_text()) {
            let position_sum = parse(&option).unwrap();
            let answer = player.solve(&position_sum).unwrap();
            let copy = mirroring_move(&position_sum, &answer.moves.listed)
                .unwrap_or_else(|| panic!("{option}: nothing copies the move"));
            assert_ne!(player.judged(copy.to.as_deref().unwrap()), Some(Outcome::N));
            assert_eq!(
                player.solve(&parse(copy.to.as_deref().unwrap()).unwrap()).unwrap().result.outcome,
                Some(Outcome::P)
            );
        }
    }
    for text in ["misere nim(4,4,1)", "nim(3,4,5)"] {
        let position_sum = parse(text).unwrap();
        let answer = player.solve(&position_sum).unwrap();
        assert_eq!(mirroring_move(&position_sum, &answer.moves.listed), None, "{text}");
    }
}

fn sentences(text: &str) -> Vec<String> {
    let position_sum = parse(text).unwrap();
    let answer = Solver::new().solve(&position_sum, &Question::default(), &Budget::default()).unwrap();
    answer.explanation.strategy.iter().map(ToString::to_string).collect()
}

#[test]
fn words() {
    let range = sentences("take[1..4](21)");
    assert_eq!(range[0], "take 1 from heap 1");
    assert_eq!(range[2], "from then on: when the other player takes k, take 5-k, which leaves the remainder 0 again");
    assert_eq!(
        sentences("take[2..4](21)")[1],
        "21 mod 6 = 3, which is in the range 2 to 4; the move makes it 1, less than 2"
    );
    assert_eq!(sentences("take[2..4](23)")[1], "23 mod 6 = 5, which is more than 4; the move makes it 1, less than 2");
    let replies = |n: u64| format!("The reply to taking k is to take {n}-k, which leaves the remainder");
    assert_eq!(sentences("count[1..4; 30](0)"), [format!("{} 0 modulo 5 again.", replies(5))]);
    assert_eq!(sentences("take[3..5](10)"), [format!("{} 2 modulo 8 again.", replies(8))]);
    let last = "At the end 3 is left, and the player to move must make the last move.";
    assert_eq!(sentences("misere take[3..5](11)"), [format!("{} 3 modulo 8 again. {last}", replies(8))]);
    for over in ["misere take[3..5](4)", "misere take[3..](5)"] {
        assert!(sentences(over)[0].starts_with("Every move leaves less than 3"), "{over}");
    }
    // The case of the theorem is named although the move ends the game.
    let case = |text: &str| sentences(text)[1].clone();
    assert_eq!(case("take[3..5](4)"), "4 is in the range 3 to 5; the move leaves 1, less than 3");
    assert_eq!(case("take[3..5](7)"), "7 is more than 5 and less than 3+5; the move leaves 2, less than 3");
    assert_eq!(case("take[1..3](2)"), "2 is at most 3, so one move takes all");
    assert_eq!(case("take[3..](9)"), "the move leaves 2, less than 3");
    assert_eq!(case("take[2,4,6](7)"), "7 is more than 6 and less than 2+6; the move leaves 1, less than 2");
    assert_eq!(case("count[2..4; 30](27)"), "(30-27) is in the range 2 to 4; the move leaves 1, less than 2");
    assert!(sentences("count[1..4; 30](7)")[2].ends_with("the numbers to say are 10, 15, 20, 25, 30"));
    assert!(sentences("nim(3,4,5)")[1].starts_with("the highest 1 of the xor 2 = 010 is the bit for 2."));
    assert_eq!(sentences("nim(7)"), ["take 7 from heap 1", "then neither player can move, so the game is over"]);
    assert_eq!(sentences("nim(0)"), [""; 0]);
    // A theorem that names no move gives no strategy.
    assert_eq!(sentences("chomp(4x5)"), [""; 0]);
}
