//! How fast long sequences are computed, next to another program where it is installed.
//!
//! `sequences one CODE N [KERNEL] [INSTRUCTIONS]` computes one sequence and prints what it took.

use grundy::engines::Budget;
use grundy::engines::sequence::{Instructions, Kernel, Options, Sequence};
use grundy::rules::{Code, Splitting};
use std::time::Instant;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words[..] {
        ["one", code, to, ref rest @ ..] => one(code, to.parse().expect("a number"), rest),
        _ => eprintln!("sequences one CODE N [direct|scalar|planes|auto|prove] [portable|avx2|avx512] [THREADS]"),
    }
}

fn moves(name: &str) -> Splitting {
    match name {
        "grundy" => Splitting { two: vec![0], unequal: true, ..Splitting::default() },
        code => Splitting::of_code(&code.parse::<Code>().expect("a code")),
    }
}

fn one(name: &str, to: u64, rest: &[&str]) {
    let kernel = match rest.first() {
        Some(&"direct") => Some(Kernel::Direct),
        Some(&"scalar") => Some(Kernel::Scalar),
        Some(&"planes") => Some(Kernel::Planes),
        _ => None,
    };
    let certify = rest.first() == Some(&"prove");
    let instructions = match rest.get(1) {
        Some(&"portable") => Instructions::Portable,
        Some(&"avx2") => Instructions::Avx2,
        _ => Instructions::best(),
    };
    let threads = rest.get(2).and_then(|n| n.parse().ok()).unwrap_or(1);
    let budget = Budget { bytes: 16 << 30, threads, ..Budget::default() };
    let start = Instant::now();
    let mut sequence = Sequence::new(&moves(name), Options { certify, kernel, instructions }).expect("a game");
    sequence.extend_to(to, &budget).expect("enough of everything");
    let time = start.elapsed();
    let sum = sequence.checksum();
    // As 16-bit sums, which is how ogsolve counts.
    let short = (sum >> 32 & 0xffff) << 16 | sum & 0xffff;
    println!(
        "{name} to {}: {:.4} s, {:.1} ns a value, checksum {sum:016X} {short:08X}, {:?}, mask {:x?} rollbacks {} period {:?}",
        sequence.computed() - 1,
        time.as_secs_f64(),
        time.as_nanos() as f64 / sequence.computed() as f64,
        sequence.stats(),
        sequence.rare_mask(),
        sequence.stats().rollbacks,
        sequence.period(),
    );
}
