//! Compares the `filter` kernel with the definition and with the other kernels.

use grundy_rules::{Budget, Cancel, ErrorKind, Splitting};
use grundy_sequence::{Instructions, Kernel, Sequence, SequenceOptions};

fn moves(name: &str) -> Splitting {
    match name {
        "grundy" => Splitting { two: vec![0], unequal: true, ..Splitting::default() },
        // Like 0.06, 0.26 and 0.446, except that the two heaps of a split must differ.
        "unequal" => Splitting { one: vec![2], two: vec![2], unequal: true, ..Splitting::default() },
        "unequal two" => Splitting { one: vec![2], two: vec![1, 2], unequal: true, ..Splitting::default() },
        code => Splitting::from_code(&code.parse().unwrap()),
    }
}

fn options(kernel: Option<Kernel>, instructions: Instructions) -> SequenceOptions {
    SequenceOptions { certify: false, kernel, instructions }
}

fn sequence(name: &str, options: SequenceOptions, to: u64) -> Sequence {
    let mut sequence = Sequence::new(&moves(name), options).unwrap();
    sequence.extend_to(to, &Budget::default()).unwrap();
    sequence
}

fn values(sequence: &Sequence) -> Vec<u32> {
    sequence.values(0..sequence.computed()).collect()
}

/// Returns the number of values that the kernel has computed.
fn heaps(sequence: &Sequence, kernel: Kernel) -> u64 {
    sequence.kernel_stats().find(|&(k, _)| k == kernel).map_or(0, |(_, effort)| effort.heaps)
}

/// Dense and sparse games, some with several splits, splits that take nothing, or unequal heaps.
const GAMES: [&str; 16] = [
    "0.06",
    "0.04",
    "0.414",
    "0.164",
    "0.146",
    "0.344",
    "0.76",
    "0.6",
    "0.77",
    "4.04",
    "4.4",
    "0.00604",
    "grundy",
    "unequal",
    "unequal two",
    "0.4444",
];

#[test]
fn filter_kernel_agrees_with_the_definition() {
    let all = Instructions::all();
    for (k, name) in GAMES.into_iter().enumerate() {
        let direct = sequence(name, options(Some(Kernel::Direct), Instructions::Portable), 9000);
        let filter = sequence(name, options(Some(Kernel::Filter), all[k % all.len()]), 9000);
        assert!(heaps(&filter, Kernel::Filter) > 4000, "{name}");
        let (direct, filter) = (values(&direct), values(&filter));
        let differs = (0..direct.len()).find(|&n| direct[n] != filter[n]);
        assert_eq!(differs, None, "{name} with {:?}", all[k % all.len()]);
    }
}

/// Returns a random code with at most `most + 1` digits after the point, and with some split.
fn random_code(seed: &mut u64, most: u64) -> String {
    let mut below = |bound: u64| {
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        (*seed >> 16) % bound
    };
    loop {
        let whole = if below(5) == 0 { "4" } else { "0" };
        let digits: String = (0..=below(most)).map(|_| (b'0' + below(8) as u8) as char).collect();
        if whole == "4" || digits.contains(['4', '5', '6', '7']) {
            return format!("{whole}.{digits}");
        }
    }
}

/// Compares all kernels with the definition. The instruction set changes from code to code.
fn all_kernels_agree(to: u64) {
    let (all, mut seed) = (Instructions::all(), 29);
    let codes: Vec<String> = (0..60 - GAMES.len()).map(|_| random_code(&mut seed, 4)).collect();
    for (k, name) in GAMES.into_iter().chain(codes.iter().map(String::as_str)).enumerate() {
        let direct = values(&sequence(name, options(Some(Kernel::Direct), Instructions::Portable), to));
        for kernel in [Kernel::Scalar, Kernel::Planes, Kernel::Filter] {
            let found = values(&sequence(name, options(Some(kernel), all[k % all.len()]), to));
            let differs = (0..direct.len()).find(|&n| direct[n] != found[n]);
            assert_eq!(differs, None, "{name} by {kernel:?} with {:?}", all[k % all.len()]);
        }
    }
}

#[test]
fn all_kernels_agree_on_sixty_codes() {
    all_kernels_agree(5500);
}

// The two tests below take minutes. Run them with
// cargo test --release -p grundy-sequence --test it filter:: -- --ignored

#[test]
#[ignore = "slow: takes a minute"]
fn all_kernels_agree_to_10000_on_sixty_codes() {
    all_kernels_agree(10_000);
}

/// Compares some dense games of the three-digit survey with checksums of the `scalar` kernel.
#[test]
#[ignore = "slow: takes a minute"]
fn dense_games_have_known_checksums() {
    for (name, sum) in DENSE.into_iter().step_by(13) {
        let found = sequence(name, options(Some(Kernel::Filter), Instructions::best()), 1 << 18);
        assert_eq!(format!("{:016x}", found.checksum()), sum, "{name}");
    }
}

/// Codes, and the checksums of heaps 0 to 2^18 computed before the `filter` kernel existed.
const DENSE: [(&str, &str); 27] = [
    ("0.06", "c0daf272084f66d7"),
    ("0.414", "ec7ba67b1adf8cfb"),
    ("0.146", "8721ffc206452a71"),
    ("0.344", "fb9f7e6a066731cd"),
    ("0.206", "ec6de5730380eecc"),
    ("0.606", "6b5bf4e00466ae62"),
    ("0.126", "78761b120be7d305"),
    ("0.016", "cb5f466303acda49"),
    ("0.005", "67ccd61402d9790d"),
    ("0.114", "a237b94706110537"),
    ("0.244", "2fdd129811bb4a89"),
    ("0.314", "8d2a26ea044bf4ea"),
    ("0.004", "ff95969a06959d29"),
    ("0.76", "6dd14a8b126449d8"),
    ("0.006", "1ca41141098af5a3"),
    ("0.024", "ec1cb0b904d2e1c2"),
    ("0.164", "dc70470d14ba1810"),
    ("0.224", "300fbb4706694de4"),
    ("0.342", "a1854b880800bb7e"),
    ("0.334", "2004b8ae0816658b"),
    ("0.346", "9f7967a71b377898"),
    ("0.371", "a95b546f04dab4a7"),
    ("0.135", "c965c8bc086a307d"),
    ("0.136", "17ba60c90899336e"),
    ("0.125", "0d8394b508a54b2f"),
    ("0.162", "62334ba806da94a0"),
    ("0.163", "7ae779f602359174"),
];

#[test]
fn instruction_sets_agree_on_long_sequences() {
    for (name, sum) in [("0.06", 0xee19_ca86_00f3_147b_u64), ("unequal", 0)] {
        for instructions in Instructions::all() {
            let found = sequence(name, options(Some(Kernel::Filter), instructions), 1 << 16).checksum();
            let sum = if sum == 0 {
                sequence(name, options(Some(Kernel::Scalar), instructions), 1 << 16).checksum()
            } else {
                sum
            };
            assert_eq!(found, sum, "{name} with {instructions:?}");
        }
    }
}

#[test]
fn two_threads_agree_with_one() {
    for name in ["0.06", "0.414", "grundy"] {
        let [one, two] = [1, 2].map(|threads| {
            let mut sequence =
                Sequence::new(&moves(name), options(Some(Kernel::Filter), Instructions::best())).unwrap();
            // Extends the sequence in several calls, each of which starts a second thread.
            for to in [10_000, 10_007, 30_000] {
                sequence.extend_to(to, &Budget { threads, ..Budget::default() }).unwrap();
            }
            sequence
        });
        assert_eq!(values(&one), values(&two), "{name}");
    }
}

/// Other work of the machine only raises the cost of the scalar kernel, so the filter is tried.
#[test]
fn filter_kernel_is_tried_on_dense_games() {
    let dense = sequence("0.06", options(None, Instructions::best()), 20_000);
    let stats = dense.kernel_stats().collect::<Vec<_>>();
    assert!(heaps(&dense, Kernel::Filter) > 0 && heaps(&dense, Kernel::Scalar) > 0, "{stats:?}");
}

/// Rare heaps are recorded even while a kernel runs that does not use the sparse space.
#[test]
fn filter_kernel_records_rare_heaps() {
    let sequence = sequence("0.06", options(Some(Kernel::Filter), Instructions::best()), 20_000);
    let mask = sequence.rare_mask().unwrap();
    let turn = |n: u64| u32::from(sequence.is_alternating()) * (n as u32 & 1);
    let is_rare = |n: &u64| ((sequence.known_value(*n).unwrap() & mask).count_ones() + turn(*n)).is_multiple_of(2);
    let expected: Vec<u64> = (1..=20_000).filter(is_rare).collect();
    let found: Vec<u64> = sequence.rares().unwrap().map(|(n, _)| n).collect();
    assert_eq!(found, expected);
}

#[test]
fn interrupted_dense_sequence_resumes() {
    let uninterrupted = values(&sequence("0.06", options(None, Instructions::best()), 40_000));
    let mut resumed = Sequence::new(&moves("0.06"), options(None, Instructions::best())).unwrap();
    for k in 1..=20 {
        // The computation is interrupted between two measurements, and resumed from the state at that time.
        let small_budget = Budget { nodes: 200_000 * k, ..Budget::default() };
        let result = resumed.extend_to(40_000, &small_budget);
        assert!(result.is_ok() || result.unwrap_err().kind == ErrorKind::Limit);
        assert_eq!(values(&resumed), uninterrupted[..resumed.computed() as usize]);
        let state = resumed.state();
        resumed =
            Sequence::resume(&moves("0.06"), options(None, Instructions::best()), state, &Budget::default()).unwrap();
    }
    resumed.extend_to(40_000, &Budget::default()).unwrap();
    assert_eq!(values(&resumed), uninterrupted);
}

#[test]
fn limits_end_it() {
    let mut sequence = sequence("0.06", options(Some(Kernel::Filter), Instructions::best()), 10_000);
    let flag = Cancel::default();
    flag.cancel();
    let stopped = Budget { cancel: Some(flag), ..Budget::default() };
    assert_eq!(sequence.extend_to(1 << 20, &stopped).unwrap_err().message, "interrupted");
    // The memory does not suffice for the filter's copies of the values in ascending and in descending order, so
    // another kernel continues.
    let before = heaps(&sequence, Kernel::Filter);
    sequence.extend_to(12_000, &Budget { bytes: 200_000, ..Budget::default() }).unwrap();
    assert_eq!(heaps(&sequence, Kernel::Filter), before);
}
