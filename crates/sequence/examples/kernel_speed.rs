//! Measures the speed of the kernels on one game: `kernel_speed CODE HEAP [THREADS] [KERNEL]`.
//!
//! Prints elapsed time; the shell's `time` command measures processor time.

use grundy_rules::clock::Instant;
use grundy_rules::{Budget, Splitting};
use grundy_sequence::{Kernel, Sequence, SequenceOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [code, to, rest @ ..] = &args[..] else { return Err("pace CODE HEAP [THREADS] [KERNEL]".into()) };
    let moves = match code.as_str() {
        "grundy" => Splitting { two: vec![0], unequal: true, ..Splitting::default() },
        code => Splitting::from_code(&code.parse()?),
    };
    let threads = rest.first().map_or(Ok(1), |number| number.parse())?;
    let kernel = rest.get(1).and_then(|name| Kernel::ALL.into_iter().find(|kernel| kernel.name() == name));
    let mut sequence = Sequence::new(&moves, SequenceOptions { certify: false, kernel, ..SequenceOptions::default() })?;
    let start = Instant::now();
    sequence.extend_to(to.parse()?, &Budget { threads, ..Budget::default() })?;
    let took = start.elapsed();
    println!("{code} to {to}: checksum {:016x}, largest {}, {took:.3?}", sequence.checksum(), sequence.max_value());
    for (kernel, effort) in sequence.kernel_stats() {
        let pace = effort.pairs as f64 / effort.nanoseconds as f64;
        println!("  {:>6}: {} heaps, {pace:.3} pairs a nanosecond", kernel.name(), effort.heaps);
    }
    Ok(())
}
