//! Tables of rules on one to three numbers, compared with a search of each position.

use grundy_games::parse_rules;
use grundy_rules::{Coordinates, ErrorKind};
use grundy_solve::{Budget, Quantity, Solver, TableEntry};

/// Returns all entries of a table, in order.
fn cells(
    text: &str,
    of: Quantity,
    to: u64,
    use_theorems: bool,
    threads: usize,
) -> Result<Vec<TableEntry>, grundy_rules::Error> {
    let rules = parse_rules(text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    let (mut solver, budget) = (Solver::new(), Budget { threads, ..Budget::default() });
    let mut table = solver.table(&rules, of, to, use_theorems, &budget)?;
    let last = table.last();
    let places: Vec<Coordinates> =
        (0..=last[0]).flat_map(|a| (0..=last[1]).flat_map(move |b| (0..=last[2]).map(move |c| [a, b, c]))).collect();
    places.into_iter().map(|at| table.cell(at)).collect()
}

/// Rules of every shape.
/// Their moves decrease all numbers, one number or the sum, exceed the bounds of the table, lead to sums, have
/// conditions or repeat.
const RULES: [&str; 25] = [
    "(a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b; (a-k,b-k) for k in 1..min(a,b) if k % 3 != 0",
    "(a,b) -> repeat (a-b,b) if b > 0; repeat (a,b-a) if a > 0",
    "(n,m) -> (n-k,2*k) for k in 1..min(n,m)",
    "(a,b) -> (a-1,b+1); (a,b-1)",
    "(a,b) -> (a+1,b-2); (a-2,b+1)",
    "(a,b) -> (b-1,a); (a-1,b-1) if a % 2 == 0",
    "(a,b) -> (a-k,b)+(k,b-1) for k in 1..a if b > 0; (a,b-1)",
    "(a,b) -> (a/2,b) if a > 0; (a,b/2) if b > 0; (a-1,b-1)",
    "(a,b) -> (a-k*k,b) for k in 1.. while k*k <= a; (a,b-p) for p in primes",
    "(a,b) -> (a-i,b-j) for i in 0..a for j in 0..b if (i+j) % 3 == 1 and i <= 2*j",
    "(a,b) -> (b,a-1); () if a == b",
    "(a,b,c) -> (a-k,b,c) for k in 1..a; (a,b-k,c) for k in 1..b; (a,b,c-k) for k in 1..c; (a-1,b-1,c-1)",
    "(a,b,c) -> (b,c,a-1); (a-1,b,c) if a > c",
    "(a,b,c) -> (a-1,b+1,c); (a,b-1,c+1); (a,b,c-1)",
    "(a,b,c) -> (a-k,b-k,c) for k in 1..2; (a,b-k,c-k) for k in 1..3; (a-1,0,c) if b > 1",
    "(a,b) -> (a-d,b) for d in divisors(a); (a,b-f) for f in fibonacci; (a xor 1,b-1) if a > b",
    "n -> n+1 if n % 4 == 3 and n < 9; n/2; n-3",
    "(a,b) -> (a-k,b+7) for k in 1..a",
    // Of these ranges of options only the first option is in the table, because the steps are huge.
    "(a,b) -> (a-1-10^18*k,b) for k in 0..3; (a,b-1-10^16*k*k) for k in 0..3",
    "n -> n+1 if n % 4 == 3 and n < 9; n-3-10^18*k for k in 0..2; n/2",
    // Sums that grow with the last variable, and sums that do not.
    "n -> sum(n-i for i in 1..k) for k in 0..n-1",
    "n -> sum(n-i for i in 2..k if i % 3 != 0) for k in 1..n if k != 4",
    "(a,b) -> (a-1,b-k)+sum((a-1-i,b)+(i-1,0) for i in 1..k) for k in 0..a if k != 2",
    "(a,b) -> sum((a,b-i) for i in 1..(k*k+1)%5) for k in 0..b; sum((a-1,i) for i in k..b-1) for k in 0..b if a > 0",
    "(x,n) -> sum((i*x,n) for i in 2..k) for k in 2..n/max(x,1) if x > 0",
];

#[test]
fn tables_agree_with_search() {
    for rule in RULES {
        // Without theorems sums are searched as whole positions, so the tables stay small.
        let to = if rule.starts_with("(a,b,c)") || rule.contains(")+(") || rule.contains("sum(") { 3 } else { 5 };
        for play in ["", "misere "] {
            let text = format!("{play}rule{{ {rule} }}");
            for of in [Quantity::Outcome, Quantity::Grundy] {
                if of == Quantity::Grundy && !play.is_empty() {
                    continue;
                }
                let slow = cells(&text, of, to, false, 1);
                let fast = cells(&text, of, to, true, 1);
                match (fast, slow) {
                    (Ok(fast), Ok(slow)) => assert_eq!(fast, slow, "{text}"),
                    (fast, slow) => panic!("{text}: {fast:?} {slow:?}"),
                }
            }
        }
    }
}

/// Large tables agree with small tables, and two threads agree with one.
/// Large tables guess the order of the cells from a sample and divide the work among threads.
#[test]
fn large_tables_agree_with_small_ones_and_with_one_thread() {
    for rule in RULES {
        let dims = rule.split(" ->").next().unwrap().split(',').count();
        let (to, small) = [(300, 40), (70, 16), (16, 6)][dims - 1];
        let text = format!("rule{{ {rule} }}");
        for of in [Quantity::Outcome, Quantity::Grundy] {
            let many = cells(&text, of, to, true, 8).unwrap_or_else(|e| panic!("{text}: {e}"));
            let one = cells(&text, of, to, true, 1).unwrap();
            assert_eq!(many, one, "{text}");
            let inner = cells(&text, of, small, true, 1).unwrap();
            let side = to as usize + 1;
            for (k, cell) in inner.iter().enumerate() {
                let n = small as usize + 1;
                let at = match dims {
                    1 => k,
                    2 => k / n * side + k % n,
                    _ => (k / n / n * side + k / n % n) * side + k % n,
                };
                assert_eq!(many[at], *cell, "{text}");
            }
        }
    }
}

#[test]
fn values_beyond_a_byte_fit() {
    let rule = "(a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b if b < 999";
    for threads in [1, 2] {
        let found = cells(&format!("rule{{ {rule} }}"), Quantity::Grundy, 300, true, threads).unwrap();
        for (k, cell) in found.iter().enumerate() {
            assert_eq!(cell.grundy.unwrap().0, ((k / 301) ^ (k % 301)) as u128);
        }
    }
}

#[test]
fn cycles_are_errors_that_show_the_cycle() {
    for (rule, shown) in [
        ("(a,b) -> (b,a)", "(0,1) -> (1,0) -> (0,1)"),
        ("(a,b) -> (a,b) if a > 5; (a-1,b)", "(6,0) -> (6,0)"),
        ("(a,b) -> (a+1,b) if a < 3; (a-1,b)", "-> "),
        ("n -> n+1 if n % 2 == 0; n-1", "-> "),
        ("(a,b,c) -> (b,c,a) if a != b or b != c", "(0,0,1) -> (0,1,0) -> (1,0,0) -> (0,0,1)"),
    ] {
        for threads in [1, 2] {
            for to in [8, 90] {
                let to = if rule.contains('c') { to.min(20) } else { to };
                let error = cells(&format!("rule{{ {rule} }}"), Quantity::Grundy, to, true, threads).unwrap_err();
                assert_eq!(error.kind, ErrorKind::Unsupported, "{rule}: {error}");
                assert!(
                    error.message.to_string().contains("can repeat") && error.message.to_string().contains(shown),
                    "{rule}: {error}"
                );
            }
        }
    }
}

#[test]
fn faults_in_the_middle_of_a_table_are_errors() {
    for (rule, to, span) in [
        ("(a,b) -> (a-1,b) if b % (a-5) >= 0; (a,b-1)", 8, 26..35),
        ("(a,b) -> (a-1,b) if b % (a-5) >= 0; (a,b-1)", 100, 26..35),
        ("(a,b) -> (a-k,b) for k in 1..a if b/(k-70) < 5", 100, 40..48),
    ] {
        for _ in 0..2 {
            let error = cells(&format!("rule{{ {rule} }}"), Quantity::Grundy, to, true, 2).unwrap_err();
            assert_eq!(
                (error.message.to_string().as_str(), error.span),
                ("division by zero", Some(span.clone())),
                "{rule}"
            );
        }
    }
    // A table up to 4 does not contain the row with the fault.
    assert!(cells("rule{ (a,b) -> (a-1,b) if b % (a-5) >= 0; (a,b-1) }", Quantity::Grundy, 4, true, 1).is_ok());
}

#[test]
fn limits_are_kept() {
    let rules = parse_rules("rule{ (a,b,c) -> (a-k,b,c) for k in 1..b; (a,b-1,c); (a,b,c-1) }").unwrap();
    for (budget, to) in [
        (Budget { bytes: 1 << 20, ..Budget::default() }, 200),
        (Budget { nodes: 1000, ..Budget::default() }, 90),
        (Budget { deadline: Some(grundy_rules::clock::Instant::now()), ..Budget::default() }, 90),
        (Budget::default(), u64::MAX >> 3),
    ] {
        let error = Solver::new().table(&rules, Quantity::Grundy, to, true, &budget).err().unwrap();
        assert_eq!(error.kind, ErrorKind::Limit, "{error}");
    }
    // The table has more cells than can be addressed, and the budget is unlimited.
    let budget = Budget { bytes: u64::MAX, ..Budget::default() };
    let error = Solver::new().table(&rules, Quantity::Grundy, (1 << 21) - 1, true, &budget).err().unwrap();
    assert_eq!(error.kind, ErrorKind::Limit, "{error}");
    // The moves of these rules exceed every bound; for the last rule the engine cannot recognise this.
    for (rule, kind) in [
        ("(a,b) -> (a,b+1)", ErrorKind::Unsupported),
        ("(a,b) -> (a,b+2-b%2)", ErrorKind::Unsupported),
        ("(a,b) -> (a,b+gcd(b,1))", ErrorKind::Limit),
    ] {
        let rules = parse_rules(&format!("rule{{ {rule} }}")).unwrap();
        let budget = Budget { bytes: 1 << 24, ..Budget::default() };
        let error = Solver::new().table(&rules, Quantity::Grundy, 5, true, &budget).err().unwrap();
        assert_eq!(error.kind, kind, "{rule}: {error}");
    }
}

#[test]
#[ignore = "slow: looks at the clock"]
fn long_searches_end_in_time() {
    let start = grundy_rules::clock::Instant::now();
    deadline_is_checked_between_moves();
    assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
}

/// The deadline is checked between the moves of this rule, which are millions of steps apart.
#[test]
fn deadline_is_checked_between_moves() {
    let rules = parse_rules("rule{ (a,b) -> (a-1,b+k) for k in 1..10^12 if k % 20000000 == 7; (a,b-1) }").unwrap();
    for to in [3, 90] {
        // Without these checks the table would take hours.
        let deadline = Some(grundy_rules::clock::Instant::now() + std::time::Duration::from_millis(100));
        let budget = Budget { deadline, ..Budget::default() };
        let error = Solver::new().table(&rules, Quantity::Grundy, to, true, &budget).err().unwrap();
        assert_eq!(error.kind, ErrorKind::Limit, "{error}");
    }
}

/// Faults in cells that play does not reach are ignored; tables extend to the bounds of all options.
#[test]
fn faults_in_unreached_cells_are_ignored() {
    let plain = "(n,m) -> (n-k,2*k) for k in 1..min(n,m)";
    let wanted = cells(&format!("rule{{ {plain} }}"), Quantity::Grundy, 70, true, 2).unwrap();
    for fault in ["(n,m-1) if 1/(200-n-m) < 0", "(n,m-1) for k in 1.. while n+m == 200 if k % 2 == 2"] {
        for threads in [1, 2] {
            let found = cells(&format!("rule{{ {plain}; {fault} }}"), Quantity::Grundy, 70, true, threads).unwrap();
            assert_eq!(found, wanted, "{fault}");
        }
    }
}
