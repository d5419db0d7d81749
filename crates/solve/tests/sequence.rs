//! Sequences: every kernel against the definition, known periods, resumption.

use grundy_rules::{Code, Splitting};
use grundy_solve::Budget;
use grundy_solve::sequence::{Instructions, Kernel, Options, Sequence};

fn moves(name: &str) -> Splitting {
    match name {
        "grundy" => Splitting { two: vec![0], unequal: true, ..Splitting::default() },
        code => Splitting::of_code(&code.parse::<Code>().unwrap()),
    }
}

fn values(moves: &Splitting, options: Options, to: u64) -> Vec<u32> {
    let mut sequence = Sequence::new(moves, options).unwrap();
    sequence.extend_to(to, &Budget::default()).unwrap();
    let list: Vec<u32> = sequence.values(0..to + 1).collect();
    assert_eq!(list.len() as u64, to + 1);
    list
}

fn plain(kernel: Kernel, instructions: Instructions) -> Options {
    Options { certify: false, kernel: Some(kernel), instructions }
}

fn agree(name: &str, moves: &Splitting, to: u64) {
    let direct = values(moves, plain(Kernel::Direct, Instructions::Portable), to);
    for instructions in Instructions::all() {
        for kernel in [Kernel::Scalar, Kernel::Planes] {
            let found = values(moves, plain(kernel, instructions), to);
            let differs = (0..found.len()).find(|&n| found[n] != direct[n]);
            assert_eq!(differs, None, "{name} by {kernel:?} with {instructions:?}");
        }
    }
}

#[test]
fn every_kernel_agrees_with_the_definition() {
    for name in [
        "0.6", "grundy", "0.77", "0.07", "0.16", "0.106", "0.127", "0.376", "0.354", "0.454", "4.0", "4.3", "4.7",
        "4.07", "0.04", "0.14", "0.36", "0.64", "0.76", "0.26", "0.007", "0.0006", "0.00604", "0.5", "0.05", "4.4",
        "4.04", "0.4444",
    ] {
        agree(name, &moves(name), 9000);
    }
}
