//! Compares sequences stored as runs with the definition.

use grundy_engines::heap::Period;
use grundy_engines::internals::runs::{letter, stored_letters};
use grundy_engines::runs::{RunAlphabet, Runs};
use grundy_lang::text;
use grundy_rules::{Amounts, Budget, Play};

fn amounts(text: &str) -> Amounts {
    text.parse().unwrap()
}

/// Returns the letters by the definition; `None` if one of them cannot be represented.
fn plain(sets: &[Option<&Amounts>], letters: RunAlphabet, count: u64) -> Option<Vec<u8>> {
    let mut list: Vec<u8> = vec![];
    for n in 0..count {
        let (mut seen, mut moves) = ([0u64; 2], [false; 2]);
        for (player, set) in sets.iter().enumerate() {
            for amount in set.iter().flat_map(|set| set.up_to(n)) {
                seen[player] |= 1 << list[(n - amount) as usize];
                moves[player] = true;
            }
        }
        list.push(letter(letters, seen, moves)?);
    }
    Some(list)
}

const KINDS: [RunAlphabet; 7] = [
    RunAlphabet::Genera,
    RunAlphabet::Values(Play::Normal),
    RunAlphabet::Values(Play::Misere),
    RunAlphabet::Outcomes(Play::Normal),
    RunAlphabet::Outcomes(Play::Misere),
    RunAlphabet::Losers(Play::Normal),
    RunAlphabet::Losers(Play::Misere),
];

fn check_runs(sets: &[Option<&Amounts>], letters: RunAlphabet, count: u64) {
    let name = || format!("{sets:?} {letters:?}");
    let budget = Budget::default();
    let mut runs = Runs::new(sets, letters).unwrap();
    let Some(list) = plain(sets, letters, count) else {
        assert!(runs.extend(count, &budget).is_err(), "{}", name());
        return;
    };
    // Extending in steps tests that the computation can be resumed.
    for n in [0, 1, count / 7, count / 3, count - 1] {
        runs.extend(n, &budget).unwrap();
        for (n, &letter) in list.iter().enumerate().take(n as usize + 1) {
            assert_eq!(runs.letter(n as u64), letter, "{} at {n}", name());
        }
    }
    // The period must hold for the known letters, however early it was proved.
    runs.extend(u64::MAX / 2, &budget).unwrap();
    let Period { preperiod, period } = runs.period().unwrap_or_else(|| panic!("no period: {}", name()));
    for n in preperiod..count.saturating_sub(period) {
        assert_eq!(list[n as usize], list[(n + period) as usize], "{} at {n}: {period}", name());
    }
    for mask in [0b1, 0b10, 0b1100, 0b1 << 8, 0xff00] {
        let first = list.iter().position(|&letter| mask >> letter & 1 == 1).map(|n| n as u64);
        assert_eq!(runs.first(count - 1, mask), first, "{}", name());
    }
    let mut meter = budget.meter(text!("heaps"));
    for (least, most) in [(0, count - 1), (count / 3, count / 2), (5, 5), (count / 2, count - 2)] {
        for mask in [0b1, 0b10, 0b1100, 0b1_0000] {
            let fits = |n: &u64| mask >> list[*n as usize] & 1 == 1;
            let expected = (least..=most).filter(fits).count() as u128;
            assert_eq!(runs.count(least, most, mask, &mut meter).unwrap(), expected, "{} {least}..{most}", name());
            let expected = (least..=most).rev().find(fits);
            assert_eq!(runs.last(least, most, mask, &mut meter).unwrap(), expected, "{} {least}..{most}", name());
        }
    }
}

#[test]
fn runs_agree_with_the_definition() {
    let sets = [
        "1",
        "2",
        "1,2",
        "1,2,300",
        "1,2,301",
        "2,3,299",
        "1,5,200",
        "3,4,201",
        "5,300",
        "7,8,150",
        "2,150,300",
        "1,30,31",
        "1,100..200",
        "2,100..200,302",
        "1,40..80,161",
        "3,50..100,200..250",
        "1,2,4,200",
        "17..40",
        "2,5,7,190,191",
        "1,199,200,399",
        "4,10,12,19",
    ];
    for set in sets {
        let set = amounts(set);
        for letters in KINDS {
            check_runs(&[Some(&set)], letters, 3000);
        }
    }
}

#[test]
fn runs_of_partizan_games_agree_with_the_definition() {
    for (left, right) in [("1,200", "2"), ("1,2", "3,301"), ("2,5", "200..260"), ("1,90..150", "2,3,200"), ("7", "1")] {
        let (left, right) = (amounts(left), amounts(right));
        for play in [Play::Normal, Play::Misere] {
            check_runs(&[Some(&left), Some(&right)], RunAlphabet::Losers(play), 3000);
            check_runs(&[Some(&left), None], RunAlphabet::Losers(play), 3000);
        }
    }
}

#[test]
fn huge_amounts_take_few_letters() {
    let budget = Budget::default();
    for set in ["1,2,999999999", "2,5,1000000000", "1,3,999999998,1000000000", "2,900000000..1000000000", "3,999999937"]
    {
        let mut runs = Runs::new(&[Some(&amounts(set))], RunAlphabet::Outcomes(Play::Normal)).unwrap();
        runs.extend(10u64.pow(18), &budget).unwrap();
        let stored = stored_letters(&runs);
        assert!(runs.period().is_some() && stored < 100_000, "{set}: {stored} letters");
    }
}

/// Checks random sets, whose sequences need not be regular, against the definition.
#[test]
fn random_sets_agree_with_the_definition() {
    let mut state = 5u64;
    let mut below = |n: u64| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) % n
    };
    for _ in 0..ROUNDS {
        let large = 20 + below(300);
        let mut set = || {
            let items: Vec<String> = (0..1 + below(4))
                .map(|_| match below(4) {
                    0 => format!("{}", 1 + below(12)),
                    1 => format!("{}", large + below(7)),
                    2 => format!("{}", 1 + below(2 * large)),
                    _ => {
                        let low = 1 + below(large);
                        format!("{low}..{}", low + below(large))
                    }
                })
                .collect();
            items.join(",").parse::<Amounts>().unwrap()
        };
        let (left, right) = (set(), set());
        for letters in KINDS {
            let sets = match letters {
                RunAlphabet::Losers(_) => vec![Some(&left), Some(&right)],
                _ => vec![Some(&left)],
            };
            let Some(list) = plain(&sets, letters, 1500) else { continue };
            let mut runs = Runs::new(&sets, letters).unwrap();
            let budget = Budget::default();
            for to in [400, 1499] {
                runs.extend(to, &budget).unwrap();
                for (n, &letter) in list.iter().enumerate().take(to as usize + 1) {
                    assert_eq!(runs.letter(n as u64), letter, "{sets:?} {letters:?} at {n}");
                }
            }
            // A period that was proved must hold for the known letters.
            if let Some(Period { preperiod, period }) = runs.period() {
                for n in preperiod as usize..list.len().saturating_sub(period as usize) {
                    assert_eq!(list[n], list[n + period as usize], "{sets:?} {letters:?}");
                }
            }
        }
    }
}

const ROUNDS: usize = 150;
