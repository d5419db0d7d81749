//! Tests the named sets of amounts.

use grundy_rules::NamedSet;

/// Returns whether each number up to n is a sum of different divisors of n, by listing all sums.
fn is_practical_by_definition(n: usize) -> bool {
    let mut is_sum = vec![false; n + 1];
    is_sum[0] = true;
    for d in (1..=n).filter(|d| n.is_multiple_of(*d)) {
        for sum in (d..=n).rev() {
            is_sum[sum] |= is_sum[sum - d];
        }
    }
    is_sum.into_iter().all(|is_sum| is_sum)
}

#[test]
fn members_agree_with_the_definitions() {
    let is_power = |n: u64, exponent: u32| (1..=n).any(|k| k.checked_pow(exponent) == Some(n));
    let definitions: [(NamedSet, &dyn Fn(u64) -> bool); 11] = [
        (NamedSet::Powers(2), &|n| n.is_power_of_two()),
        (NamedSet::Powers(10), &|n| [1, 10, 100, 1000].contains(&n)),
        (NamedSet::SQUARES, &|n| is_power(n, 2)),
        (NamedSet::NthPowers(3), &|n| is_power(n, 3)),
        (NamedSet::NthPowers(5), &|n| is_power(n, 5)),
        (NamedSet::Fibonacci, &|n| [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987].contains(&n)),
        (NamedSet::Primes, &|n| n > 1 && (2..n).all(|d| n % d != 0)),
        (NamedSet::Triangular, &|n| (1..=n).any(|k| (1..=k).sum::<u64>() == n)),
        (NamedSet::Factorials, &|n| (1..7).any(|k| (1..=k).product::<u64>() == n)),
        (NamedSet::Squarefree, &|n| (2..=n).all(|d| n % (d * d) != 0)),
        (NamedSet::Practical, &|n| is_practical_by_definition(n as usize)),
    ];
    for (set, definition) in definitions {
        let to = 1000;
        let slow: Vec<u64> = (1..=to).filter(|&n| definition(n)).collect();
        let members = std::iter::successors(set.after(0), |&n| set.after(n));
        assert_eq!(members.take_while(|&n| n <= to).collect::<Vec<_>>(), slow, "{set}");
        for n in 0..=to {
            assert_eq!(set.contains(n), slow.contains(&n), "{set} {n}");
            let count = slow.iter().filter(|&&member| member <= n).count() as u64;
            assert!(count <= set.count_bound(n), "{set} {n}");
        }
    }
}

/// The first members as listed by the OEIS: A000578, A000217, A000142, A005117, A005153.
#[test]
fn first_members_are_those_of_the_oeis() {
    for (name, first) in [
        ("cubes", &[1, 8, 27, 64, 125, 216, 343, 512, 729, 1000][..]),
        ("triangular", &[1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78]),
        ("factorials", &[1, 2, 6, 24, 120, 720, 5040, 40320, 362_880, 3_628_800]),
        ("squarefree", &[1, 2, 3, 5, 6, 7, 10, 11, 13, 14, 15, 17, 19, 21, 22, 23, 26, 29, 30, 31, 33]),
        ("practical", &[1, 2, 4, 6, 8, 12, 16, 18, 20, 24, 28, 30, 32, 36, 40, 42, 48, 54, 56, 60, 64, 66, 72]),
    ] {
        let set = NamedSet::from_name(name).unwrap();
        assert_eq!(set.name(), Some(name));
        let members = std::iter::successors(set.after(0), |&n| set.after(n));
        assert_eq!(members.take(first.len()).collect::<Vec<u64>>(), first, "{name}");
    }
    assert_eq!(NamedSet::from_name("fib"), None);
    assert_eq!(NamedSet::NthPowers(4).name(), None);
}

#[test]
fn the_last_members_below_2_to_the_64() {
    let top = u64::MAX;
    let cube = 2_642_245u64.pow(3);
    assert_eq!((NamedSet::NthPowers(3).after(cube - 1), NamedSet::NthPowers(3).after(cube)), (Some(cube), None));
    assert_eq!(NamedSet::SQUARES.after((1 << 32) * ((1 << 32) - 1)), None);
    assert_eq!(NamedSet::NthPowers(63).after(1), Some(1 << 63));
    assert_eq!(NamedSet::NthPowers(63).after(1 << 63), None);
    let triangular = 6_074_000_999 * 3_037_000_500;
    assert_eq!(NamedSet::Triangular.after(triangular - 1), Some(triangular));
    assert_eq!(NamedSet::Triangular.after(triangular), None);
    let factorial = (1..=20).product::<u64>();
    assert_eq!(NamedSet::Factorials.after(factorial - 1), Some(factorial));
    assert_eq!(NamedSet::Factorials.after(factorial), None);
    assert_eq!(NamedSet::Primes.after(top - 3), None);
    // 2^64−1 = 3·5·17·257·641·65537·6700417, 2^64−2 = 2·7²·73·127·337·92737·649657.
    assert!(NamedSet::Squarefree.contains(top) && !NamedSet::Squarefree.contains(top - 1));
    assert!(!NamedSet::Practical.contains(top) && NamedSet::Practical.contains(1 << 63));
    assert_eq!(NamedSet::Practical.after(top), None);
    // Products of two large primes, and squares of a large prime.
    let (p, q) = (4_294_967_291u64, 4_294_967_279);
    assert!(NamedSet::Squarefree.contains(p * q) && !NamedSet::Squarefree.contains(p * p));
    assert!(!NamedSet::Practical.contains(2 * p) && NamedSet::Practical.contains(p << 31));
}
