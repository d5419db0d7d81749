//! Rules with points, compared with plain recursions on lists.

use grundy_games::{parse, parse_rules};
use grundy_rules::{Budget, ErrorKind, SplitMix64};
use grundy_solve::{Answer, Quantity, Question, Solver};

fn solve(text: &str) -> Result<Answer, String> {
    let position_sum = parse(text).map_err(|error| format!("{}; {}", error.message, error.help.unwrap_or_default()))?;
    let solved = Solver::new().solve(&position_sum, &Question::default(), &Budget::default());
    solved.map_err(|error| format!("{}; {}", error.message, error.help.unwrap_or_default()))
}

fn score(text: &str) -> i64 {
    solve(text).unwrap_or_else(|error| panic!("{text}: {error}")).result.score.unwrap()
}

fn best_moves(text: &str) -> Vec<String> {
    solve(text).unwrap().moves.listed.iter().map(|mv| mv.text.to_string()).collect()
}

/// Returns a rule in which players take entries from both ends of a list, up to `most` at once.
fn two_ends(list: &[i64], most: usize) -> String {
    let sum = |terms: Vec<String>| terms.join("+");
    let options = (1..=most).flat_map(|k| {
        let condition = format!("if r-l >= {}", k - 1);
        let front = sum((0..k).map(|i| format!("v[l+{i}]")).collect());
        let back = sum((0..k).map(|i| format!("v[r-{i}]")).collect());
        [format!("(l+{k},r) gain {front} {condition}"), format!("(l,r-{k}) gain {back} {condition}")]
    });
    let entries: Vec<String> = list.iter().map(i64::to_string).collect();
    format!(
        "rule{{ v = [{}]; (l,r) -> {} }}(1,{})",
        entries.join(","),
        options.collect::<Vec<_>>().join("; "),
        list.len()
    )
}

/// Returns the points of the first player minus those of the second, by the recursion on intervals.
fn interval_score(list: &[i64], most: usize) -> i64 {
    let n = list.len();
    let mut best = vec![vec![0; n + 1]; n + 1];
    for length in 1..=n {
        for from in 0..=n - length {
            let part = &list[from..from + length];
            let after = |k: usize| {
                let front = part[..k].iter().sum::<i64>() - best[from + k][length - k];
                front.max(part[length - k..].iter().sum::<i64>() - best[from][length - k])
            };
            best[from][length] = (1..=most.min(length)).map(after).max().unwrap();
        }
    }
    best[0][n]
}

#[test]
fn two_ends_of_a_row_match_the_recursion() {
    let mut random = SplitMix64(7);
    for round in 0..60 {
        let list: Vec<i64> = (0..=random.below(8)).map(|_| random.below(19) as i64 - 6).collect();
        let most = 1 + round % 3;
        assert_eq!(score(&two_ends(&list, most)), interval_score(&list, most), "{list:?} {most}");
    }
    // LeetCode 486 asks whether the first player scores at least as much as the second.
    assert_eq!((score(&two_ends(&[1, 5, 2], 1)), score(&two_ends(&[1, 5, 233, 7], 1))), (-2, 222));
    let list: Vec<i64> = (0..400).map(|_| random.below(1000) as i64).collect();
    assert_eq!(score(&two_ends(&list, 1)), interval_score(&list, 1));
}

/// Rules that take from the front have the scores and the numbers of best moves of the game `row`.
#[test]
fn taking_from_the_front_is_the_game_row() {
    let mut random = SplitMix64(11);
    for _ in 0..40 {
        let list: Vec<i64> = (0..=random.below(9)).map(|_| random.below(19) as i64 - 9).collect();
        let entries: Vec<String> = list.iter().map(i64::to_string).collect();
        let (entries, last) = (entries.join(","), list.len());
        let rule = format!(
            "rule{{ v == [{entries}]; n -> n+1 gain v[n] if n <= {last}; n+2 gain v[n]+v[n+1] if n < {last}; }}(1)"
        );
        let row = format!("row[1,2]({entries})");
        assert_eq!(score(&rule), score(&row), "{row}");
        assert_eq!(best_moves(&rule).len(), best_moves(&row).len(), "{row}");
    }
}

/// The score of a sum is found by a search of all components together, and equal moves are listed once.
#[test]
fn sums_and_labels_match_a_search() {
    fn best(state: [i64; 3], left: bool) -> i64 {
        let mut scores = vec![];
        for k in 0..3 {
            for (take, points) in if left { [(1, 2), (3, 5)] } else { [(1, 1), (2, 4)] } {
                let mut after = state;
                after[k] -= take;
                if after[k] >= 0 {
                    scores.push(points * state[k] % 7 - best(after, !left));
                }
            }
        }
        scores.into_iter().max().unwrap_or(0)
    }
    for (a, b, c) in [(0, 0, 0), (1, 2, 3), (3, 3, 3), (4, 0, 5), (2, 5, 4)] {
        let text = format!(
            "rule{{ left: n -> n-1 gain 2*n % 7; n-3 gain 5*n % 7; right: n -> n-1 gain n % 7; n-2 gain 4*n % 7 }}\
                ({a},{b},{c})"
        );
        assert_eq!(score(&text), best([a, b, c], true), "{text}");
    }
    assert_eq!(best_moves("rule{ n -> n-1 gain 3; n-1 gain 1; n-1 gain 3 }(1)"), ["move from 1 to 0, gain 3"]);
    assert_eq!(best_moves("rule{ n -> () gain n-9 if n > 0; n-1 gain -3 }(1)"), ["move from 1 to 0, gain -3"]);
    // An option without `gain` has 0 points, also after one with points.
    assert_eq!(score("rule{ n -> n-1 gain 3; n-2 }(2)"), 0);
    assert_eq!(score("rule{ n -> n-1 gain 3 if n == 9; n-2 }(2)"), 0);
    assert_eq!(
        best_moves("rule{ n -> n-1 gain 3 for k in 1..2; n-2 }(2)"),
        ["move from 2 to 1, gain 3", "move from 2 to 0, gain 0"]
    );
    // Points can be combined with sums of varying length, copies, `must` and `while`.
    assert_eq!(score("rule{ n -> sum(n/k for i in 1..k) gain n for k in 2..n }(4)"), 4 - 2 + 2);
    assert_eq!(score("rule{ (a,b) -> 2*(a-1,b) gain 1 if a > 0 }(2,0)"), 1);
    assert_eq!(score("rule{ n -> must n-2 gain -1; n-1 gain 5 }(4)"), 0);
    assert_eq!(score("rule{ n -> n-k gain k*k for k in 1.. while k*k <= n }(10)"), 8);
}

#[test]
fn lists_are_numbers_in_any_rule() {
    let outcome = |text: &str| solve(text).unwrap().result.outcome;
    // The limits on the amount taken are 3, 1 and 2, in turn; the second number of the position is the index of the
    // next limit.
    for n in 0..20 {
        let lists = format!("rule{{ w = [3,1,2]; (n,t) -> (n-k,t % 3+1) for k in 1..w[t] }}({n},1)");
        let written = format!(
            "rule{{ (n,t) -> (n-k,2) for k in 1..3 if t == 1; (n-1,3) if t == 2; (n-k,1) for k in 1..2 if t == 3 }}({n},1)"
        );
        assert_eq!(outcome(&lists), outcome(&written), "{n}");
    }
    let position_sum = parse("rule{ v = [ 1, -2 ]; u == [3^2]; n -> n-u[1]+v[2] if v[1]=1 }(11)").unwrap();
    assert_eq!(position_sum.to_string(), "rule{ v = [1,-2]; u = [3^2]; n -> n-u[1]+v[2] if v[1] == 1 }(11)");
    assert_eq!(parse(&position_sum.to_string()).unwrap().to_string(), position_sum.to_string());
}

#[test]
fn errors_name_the_place_and_the_way_out() {
    for (text, message) in [
        (
            "rule{ v = [3,1]; (l,r) -> (l+1,r) gain v[l]; (l,r-1) gain v[r] }(1,2)",
            "no entry 3 in this list, which has 2",
        ),
        ("rule{ v = [3]; n -> n-1 gain v[n-1] }(1)", "no entry 0 in this list, which has 1 entry"),
        ("rule{ v = [3]; n -> n-1 gain v[n-1] }(1)", "counted from 1"),
        ("rule{ v = [3]; n -> n-1 gain v }(1)", "`v` is a list"),
        ("rule{ v = [n]; n -> n-1 }(1)", "`n` is not defined here"),
        ("rule{ v = []; n -> n-1 }(1)", "expected"),
        ("rule{ v = [3] n -> n-1 }(1)", "expected `;`"),
        ("rule{ v = [3]; v = [4]; n -> n-1 }(1)", "already has another meaning"),
        ("rule{ v = [3]; v -> v-1 }(1)", "already has another meaning"),
        ("rule{ v = [3]; n -> n-v for v in 1..2 }(1)", "already has another meaning"),
        ("rule{ gain = [3]; n -> n-1 }(1)", "reserved word"),
        ("rule{ v = @numbers.txt; n -> n-v[1] }(3)", "numbers.txt"),
        ("rule{ n -> n-1 gain }(1)", "expected a number"),
        ("rule{ n -> n-1 for k in 1..2 gain k }(1)", "expected"),
        ("rule{ n -> n-1 gain 1 gain 2 }(1)", "expected `;`, `for`"),
        ("rule{ n -> n-1 gain 1, 2 }(1)", "expected `;`, `for`"),
        ("rule{ n -> repeat n-1 gain 1 }(2)", "a move with `repeat` cannot gain points"),
        ("rule{ n -> n-1 gain 1; n-2 loses if n == 1 }(2)", "with points cannot have `wins if`"),
        ("misere rule{ n -> n-1 gain 1 }(2)", "not defined for scoring games"),
        ("rule{ n -> n-1 gain 1 }(2) + nim(3)", "cannot be added"),
        ("rule{ n -> n gain 1 }(2)", "repeat"),
    ] {
        let Err(error) = solve(text) else { panic!("{text} is solved") };
        assert!(error.contains(message), "{text}: {error}");
    }
    // The positions are numbers, but they have scores only.
    let rules = parse_rules("rule{ n -> n-k gain k for k in 1..n }").unwrap();
    for quantity in [Quantity::Outcome, Quantity::Grundy] {
        let error = Solver::new().table(&rules, quantity, 10, true, &Budget::default()).map(|_| ()).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Unsupported, "{error}");
    }
    let position_sum = parse("rule{ n -> n-k gain k for k in 1..n }(1000000000)").unwrap();
    let budget = Budget { bytes: 1 << 24, ..Budget::default() };
    let error = Solver::new().solve(&position_sum, &Question::default(), &budget).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Limit, "{error}");
}
