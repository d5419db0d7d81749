//! Tests of long sequences: every kernel against the definition, known periods, resumption and limits.

use grundy_rules::{Cancel, Code, ErrorKind, Splitting, mex};
use grundy_solve::Budget;
use grundy_solve::sequence::{Instructions, Kernel, Sequence, SequenceOptions};

fn moves(name: &str) -> Splitting {
    match name {
        "grundy" => Splitting { two: vec![0], unequal: true, ..Splitting::default() },
        "lasker" => Splitting { two: vec![0], amounts: Some("1..".parse().unwrap()), ..Splitting::default() },
        code => Splitting::from_code(&code.parse::<Code>().unwrap()),
    }
}

fn plain(kernel: Kernel, instructions: Instructions) -> SequenceOptions {
    SequenceOptions { certify: false, kernel: Some(kernel), instructions }
}

fn sequence(moves: &Splitting, options: SequenceOptions, to: u64) -> Sequence {
    let mut sequence = Sequence::new(moves, options).unwrap();
    sequence.extend_to(to, &Budget::default()).unwrap();
    sequence
}

fn values(sequence: &Sequence, to: u64) -> Vec<u32> {
    let list: Vec<u32> = sequence.values(0..to + 1).collect();
    assert_eq!(list.len() as u64, to + 1);
    list
}

/// Asserts that all kernels with these instruction sets agree with the definition.
fn agree(name: &str, to: u64, instructions: &[Instructions]) {
    let moves = moves(name);
    let direct = values(&sequence(&moves, plain(Kernel::Direct, Instructions::Portable), to), to);
    for &instructions in instructions {
        for kernel in [Kernel::Scalar, Kernel::Planes, Kernel::Filter] {
            let found = values(&sequence(&moves, plain(kernel, instructions), to), to);
            let differs = (0..found.len()).find(|&n| found[n] != direct[n]);
            assert_eq!(differs, None, "{name} by {kernel:?} with {instructions:?}");
        }
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % bound
    }

    /// Returns a random octal code with a split, of at most `most` digits after the point.
    fn code(&mut self, most: u64) -> String {
        loop {
            let whole = if self.below(4) == 0 { "4" } else { "0" };
            let digits: String = (0..=self.below(most)).map(|_| (b'0' + self.below(8) as u8) as char).collect();
            let code = format!("{whole}.{digits}");
            if code.contains(['4', '5', '6', '7']) && code != "0.0" {
                return code;
            }
        }
    }
}

/// Games with few, many or late rare heaps, both parities, several splits, or values above 255.
const GAMES: [&str; 20] = [
    "0.6", "grundy", "0.77", "0.07", "0.16", "0.106", "0.127", "0.376", "0.354", "4.0", "4.3", "0.04", "0.14", "0.64",
    "0.76", "0.0006", "0.00604", "4.4", "4.04", "0.4444",
];

#[test]
fn every_kernel_agrees_with_the_definition() {
    let all = Instructions::all();
    for (k, name) in GAMES.iter().enumerate() {
        agree(name, 8000, &all[k % all.len()..=k % all.len()]);
    }
}

/// A second thread does not change the result, even if new rare heaps cause rollbacks.
#[test]
fn two_threads_agree_with_one() {
    for name in ["0.6", "grundy", "0.16", "0.376"] {
        let [one, two] = [1, 2].map(|threads| {
            let mut sequence = Sequence::new(&moves(name), plain(Kernel::Planes, Instructions::best())).unwrap();
            // Extend in several calls, each of which starts its own second thread.
            for to in [30_000, 45_000, 100_000] {
                sequence.extend_to(to, &Budget { threads, ..Budget::default() }).unwrap();
            }
            (sequence.checksum(), sequence.stats())
        });
        assert_eq!(one, two, "{name}");
    }
}

#[test]
fn random_codes_agree() {
    let all = Instructions::all();
    let mut random = Random(0x5eed);
    for k in 0..20 {
        let code = random.code(if k % 5 == 4 { 64 } else { 5 });
        agree(&code, 5000, &all[k % all.len()..=k % all.len()]);
    }
}

// The three tests below together take two minutes of processor time, or five on a busy machine. To run them:
// cargo test --release -p grundy-solve --test it sequence:: -- --ignored

#[test]
#[ignore = "slow: takes a minute"]
fn every_kernel_agrees_to_10000_on_sixty_codes() {
    let all = Instructions::all();
    let mut random = Random(20);
    // Each digit with a split costs the definition 10^8 steps, so only a few codes have dozens of them.
    let codes: Vec<String> = (0..45).map(|k| random.code(if k % 9 == 8 { 64 } else { 5 })).collect();
    for (k, name) in GAMES.iter().copied().chain(codes.iter().map(String::as_str)).enumerate() {
        agree(name, 10_000, &all[k % all.len()..=k % all.len()]);
    }
}

/// The codes 0.76 and 0.007 are omitted: they have many rare heaps, so the kernels take quadratic time.
#[test]
#[ignore = "slow: takes a minute"]
fn kernels_agree_to_two_to_the_nineteen() {
    for name in ["0.6", "grundy", "0.16", "0.106", "0.354", "0.376", "0.37", "0.64", "0.14", "0.454"] {
        let to = 1 << 19;
        let options = |instructions| SequenceOptions { certify: false, kernel: None, instructions };
        let sums = Instructions::all().into_iter().map(|set| sequence(&moves(name), options(set), to).checksum());
        let scalar = sequence(&moves(name), plain(Kernel::Scalar, Instructions::best()), to).checksum();
        sums.for_each(|sum| assert_eq!(sum, scalar, "{name}"));
    }
}

fn proves(code: &str, preperiod: u64, period: u64) {
    let mut sequence = Sequence::new(&moves(code), SequenceOptions::default()).unwrap();
    let budget = Budget { bytes: 8 << 30, ..Budget::default() };
    sequence.value(1 << 60, &budget).unwrap();
    let proof = sequence.certificate().unwrap();
    assert_eq!((proof.period.preperiod, proof.period.period), (preperiod, period), "{code}");
    assert_eq!(proof.theorem.name, "guy-smith");
    // The period is certified soon after the least length that proves it.
    let least = (2 * preperiod.max(1) + 2 * period + code.len() as u64).max(64);
    assert!(sequence.computed() <= (least + least / 8).next_power_of_two(), "{code}: {}", sequence.computed());
}

/// Published periods are proved.
/// Sources: Guy and Smith 1956; Gangolli and Plambeck 1989; Winning Ways, chapter 4.
#[test]
fn known_periods_are_proved() {
    for (code, preperiod, period) in [
        ("0.77", 71, 12),
        ("0.07", 53, 34),
        ("0.4", 54, 34),
        ("0.137", 52, 34),
        ("0.3", 0, 2),
        ("0.45", 498, 20),
        ("0.156", 3479, 349),
        ("0.356", 7315, 142),
        ("0.644", 3256, 442),
        ("0.165", 5181, 1550),
        ("0.127", 46578, 4),
        ("0.16", 105_351, 149_459),
        ("0.56", 326_640, 144),
    ] {
        proves(code, preperiod, period);
    }
}

#[test]
#[ignore = "slow: takes minutes, and 2 GiB"]
fn long_periods_are_proved() {
    proves("0.376", 2_268_248, 4);
    proves("0.354", 10_061_916, 1180);
    proves("0.454", 160_949_019, 60_620_715);
}

#[test]
fn a_resumed_sequence_is_the_same() {
    let mut random = Random(7);
    for name in ["0.6", "0.16", "0.106", "0.376", "grundy", "0.156", "0.07", "lasker", "0.88", "0.77"] {
        let to = if moves(name).three.is_empty() && name != "lasker" { 30_000 } else { 400 };
        let whole = sequence(&moves(name), SequenceOptions::default(), to);
        let mut components = Sequence::new(&moves(name), SequenceOptions::default()).unwrap();
        let mut n = 0;
        while n < to {
            n = (n + 1 + random.below(to / 4)).min(to);
            components.extend_to(n, &Budget::default()).unwrap();
            let (moves, state) = (moves(name), components.state());
            components = Sequence::resume(&moves, SequenceOptions::default(), state, &Budget::default()).unwrap();
        }
        assert_eq!(components.period(), whole.period(), "{name}");
        assert_eq!(components.computed(), whole.computed(), "{name}");
        assert_eq!(components.checksum(), whole.checksum(), "{name}");
        assert_eq!(components.max_value(), whole.max_value(), "{name}");
        assert_eq!(values(&components, to), values(&whole, to), "{name}");
    }
}

#[test]
fn rare_heaps_are_those_of_the_mask() {
    for name in ["0.6", "0.07", "0.376"] {
        let sequence = sequence(&moves(name), plain(Kernel::Planes, Instructions::best()), 30_000);
        let (mask, turns) = (sequence.rare_mask().unwrap(), sequence.is_alternating());
        // If `turns` is set, the parity of the heap is one more bit of the mask. It is not set for 0.07.
        let parity =
            |n: u64| (sequence.known_value(n).unwrap() & mask).count_ones() + u32::from(turns) * (n as u32 & 1);
        let expected: Vec<u64> = (1..=30_000).filter(|&n| parity(n) % 2 == 0).collect();
        let found: Vec<u64> = sequence.rares().unwrap().map(|(n, _)| n).collect();
        assert_eq!(found, expected, "{name}");
        assert_eq!(sequence.stats().last_rare, expected.last().copied());
    }
    // A rare heap that is found after the planes were started causes a rollback.
    assert!(sequence(&moves("0.376"), plain(Kernel::Planes, Instructions::best()), 60_000).stats().rollbacks > 0);
}

#[test]
fn hexadecimal_games_follow_the_definition() {
    for name in ["0.8", "0.88", "8.0", "C.3", "0.F", "0.1F7", "4.08", "0.9A"] {
        let code: Code = name.parse().unwrap();
        let found = sequence(&moves(name), SequenceOptions::default(), 90);
        let mut slow: Vec<u32> = vec![];
        for n in 0..=90 {
            let options =
                code.moves(n).map(|mv| mv.remaining.iter().fold(0, |xor, &h| xor ^ u128::from(slow[h as usize])));
            slow.push(mex(options.collect::<Vec<_>>()) as u32);
        }
        assert_eq!(values(&found, 90), slow, "{name}");
        assert!(found.certificate().is_none(), "{name}: no theorem is known");
    }
}

#[test]
fn lasker_is_its_closed_form() {
    let found = sequence(&moves("lasker"), SequenceOptions::default(), 400);
    let expected = |n: u32| match n % 4 {
        0 if n > 0 => n - 1,
        3 => n + 1,
        _ => n,
    };
    assert_eq!(values(&found, 400), (0..=400).map(expected).collect::<Vec<_>>());
}

#[test]
fn limits_preserve_computed_values() {
    let moves = moves("0.6");
    let mut sequence = Sequence::new(&moves, SequenceOptions::default()).unwrap();
    let small = Budget { bytes: 1 << 20, ..Budget::default() };
    let error = sequence.extend_to(1 << 40, &small).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Limit);
    assert!(error.message.to_string().starts_with("the table of all heaps up to 1099511627776 needs"), "{error}");
    let flag = Cancel::default();
    flag.cancel();
    let stopped = Budget { cancel: Some(flag), ..Budget::default() };
    assert_eq!(sequence.extend_to(1 << 21, &stopped).unwrap_err().message, "interrupted");
    let small_budget = Budget { nodes: 5000, ..Budget::default() };
    assert_eq!(sequence.extend_to(1 << 21, &small_budget).unwrap_err().kind, ErrorKind::Limit);
    sequence.extend_to(50_000, &Budget::default()).unwrap();
    let whole = self::sequence(&moves, plain(Kernel::Scalar, Instructions::best()), 50_000);
    assert_eq!(values(&sequence, 50_000), values(&whole, 50_000));
}
