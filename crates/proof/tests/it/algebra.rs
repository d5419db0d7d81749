//! Tests compiled formulas against arithmetic, and addition and order against their definitions.

use grundy_proof::internals::automata::{Algebra, AlgebraLimits, Dfa, decode, encode, is_expressible, solution};
use grundy_proof::{Irrational, Numeration};
use grundy_rulelang::formula::{Bitwise, Formula, Linear, Variable};
use grundy_rules::Result;
use grundy_solve::Budget;

const ALL: [Numeration; 7] = [
    Numeration::Base(2),
    Numeration::Base(3),
    Numeration::Ostrowski(1),
    Numeration::Ostrowski(2),
    Numeration::Ostrowski(3),
    Numeration::Base(4),
    Numeration::Base(10),
];

fn linear(constant: i64, coefficients: &[i64]) -> Linear {
    let term = |sum: Linear, (v, &c): (usize, &i64)| sum.plus(c, &Linear::variable(v as Variable));
    coefficients.iter().enumerate().fold(Linear::number(constant), term)
}

/// Checks that the automaton of a formula agrees with the formula for all numbers below `side`.
fn agree(algebra: &mut Algebra<'_>, formula: &Formula, side: u64, dims: usize) {
    let dfa = algebra.compile(formula).unwrap();
    assert_well_formed(&dfa, algebra.numeration);
    for k in 0..side.pow(dims as u32) {
        let numbers: Vec<u64> = (0..dims as u32).map(|t| k / side.pow(t) % side).collect();
        let track_numbers: Vec<u64> = dfa.tracks.iter().map(|&v| numbers[v as usize]).collect();
        let holds = dfa.accepts(algebra.numeration, &track_numbers);
        assert_eq!(Some(holds), formula.eval(&numbers), "{formula:?} {:?} {numbers:?}", algebra.numeration);
    }
}

/// Checks that only words of numbers are accepted, and that leading zeros do not change the state.
fn assert_well_formed(dfa: &Dfa, numeration: Numeration) {
    assert_eq!(dfa.step(0, 0), 0, "{dfa:?}");
    let weights = numeration.weights();
    let letters = dfa.letters;
    for length in 0..=(if letters < 10 { 4 } else { 2 }) {
        for k in 0..letters.pow(length) {
            let word: Vec<usize> = (0..length).map(|t| k / letters.pow(t) % letters).collect();
            if decode(numeration, &weights, &word, dfa.tracks.len()).is_none() {
                assert!(!dfa.accept[dfa.run(&word) as usize], "{numeration:?} {word:?} {dfa:?}");
            }
        }
    }
}

fn random(state: &mut u64, below: u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) % below
}

#[test]
fn words_encode_numbers() {
    for numeration in ALL {
        let weights = numeration.weights();
        for n in 0..300 {
            let numbers = [n, 7 * n + 1, 1000 - n];
            let word = encode(numeration, &numbers);
            assert_eq!(decode(numeration, &weights, &word, 3).unwrap(), numbers);
        }
        let most = encode(numeration, &[u64::MAX]);
        assert_eq!(decode(numeration, &weights, &most, 1).unwrap(), [u64::MAX]);
        let beyond = vec![1; weights.len() + 1];
        assert_eq!(decode(numeration, &weights, &beyond, 1), None);
    }
}

#[test]
fn linear_conditions() {
    let budget = Budget::default();
    let mut seed = 5;
    for numeration in ALL {
        let mut algebra = Algebra::new(numeration, AlgebraLimits::LARGE, &budget);
        for expression in
            [linear(0, &[1, 1, -1]), linear(0, &[2, -1]), linear(-3, &[]), linear(0, &[]), linear(-17, &[1])]
        {
            agree(&mut algebra, &Formula::Zero(expression.clone()), 18, 3);
            agree(&mut algebra, &Formula::AtMostZero(expression), 18, 3);
        }
        for _ in 0..12 {
            let mut coefficient = || random(&mut seed, 9) as i64 - 4;
            let expression = linear(coefficient() * 5, &[coefficient(), coefficient(), coefficient()]);
            agree(&mut algebra, &Formula::Zero(expression.clone()), 12, 3);
            agree(&mut algebra, &Formula::AtMostZero(expression), 12, 3);
        }
        // Automata of conditions with large constants have few states, so that compiling them succeeds.
        for constant in [1_000_000, 1_999_999_999] {
            let at_most = Formula::AtMostZero(linear(-constant, &[1]));
            let apart = Formula::Zero(linear(-constant, &[1, -1]));
            let (one, other) = (algebra.compile(&at_most).unwrap(), algebra.compile(&apart).unwrap());
            let n = constant as u64;
            let dfa_accepts = |dfa: &Dfa, numbers: &[u64]| dfa.accepts(numeration, numbers);
            assert_eq!(
                [dfa_accepts(&one, &[n]), dfa_accepts(&one, &[n + 1]), dfa_accepts(&one, &[3 * n])],
                [true, false, false]
            );
            assert_eq!([dfa_accepts(&other, &[n + 9, 9]), dfa_accepts(&other, &[9, n + 9])], [true, false]);
        }
    }
}

#[test]
fn nonlinear_atoms_agree_with_arithmetic() {
    let budget = Budget::default();
    let variable = Linear::variable;
    for numeration in ALL {
        let mut algebra = Algebra::new(numeration, AlgebraLimits::LARGE, &budget);
        let below = |e: &Linear| e.plus(-1, &Linear::number(3));
        let mut atoms: Vec<Formula> =
            [1, 2, 3, 4, 8, 9, 10, 16, 100].map(|b| Formula::PowerOf(b, variable(0))).to_vec();
        for op in [Bitwise::Xor, Bitwise::And, Bitwise::Or] {
            atoms.push(Formula::Bits(op, [variable(0), variable(1), variable(2)]));
            atoms.push(Formula::Bits(op, [variable(0), below(&variable(1)), variable(0)]));
        }
        atoms.push(Formula::Fibonacci(variable(0)));
        atoms.push(Formula::Fibonacci(below(&variable(0))));
        atoms.push(Formula::FloorPhi(below(&variable(0)), variable(1).plus(1, &variable(0))));
        let mut expressible_count = 0;
        for atom in &atoms {
            if is_expressible(atom, numeration) {
                expressible_count += 1;
                agree(
                    &mut algebra,
                    atom,
                    if matches!(atom, Formula::PowerOf(..)) { 1100 } else { 20 },
                    1 + { atom.variables().last().copied().unwrap_or(0) as usize },
                );
            } else {
                assert!(algebra.compile(atom).is_err(), "{atom:?} {numeration:?}");
            }
        }
        assert!(
            expressible_count >= 1 || numeration == Numeration::Ostrowski(2) || numeration == Numeration::Ostrowski(3)
        );
    }
}

#[test]
fn the_golden_ratio_is_a_shift_of_digits() {
    let budget = Budget::default();
    let mut algebra = Algebra::new(Numeration::Ostrowski(1), AlgebraLimits::LARGE, &budget);
    let dfa = algebra.compile(&Formula::FloorPhi(Linear::variable(0), Linear::variable(1))).unwrap();
    let golden = Irrational { p: 1, d: 5, q: 2 };
    for x in 0..100_000 {
        let y = golden.floor_of(x).unwrap();
        assert!(dfa.accepts(Numeration::Ostrowski(1), &[x, y]), "{x} {y}");
        assert!(!dfa.accepts(Numeration::Ostrowski(1), &[x, y + 1]), "{x} {y}");
    }
    // For each x there is exactly one y such that the relation holds.
    let phi = |v| Formula::FloorPhi(Linear::variable(0), Linear::variable(v));
    let none = Formula::Exists(vec![1], Box::new(phi(1))).not();
    let two = Formula::All(vec![phi(1), phi(2), Formula::less(&Linear::variable(1), &Linear::variable(2))]);
    assert_eq!(solution(&mut algebra, &[none, two]).unwrap(), None);
}

/// Returns the automaton of `x < y` by the lexicographic order of words, which is the order of numbers.
fn dictionary(algebra: &mut Algebra<'_>) -> Result<Dfa> {
    let radix = algebra.numeration.radix() as usize;
    let less = algebra.explore(
        vec![0, 1],
        0i8,
        |&so_far, letter, _| {
            if so_far == 0 { ((letter / radix) as i8 - (letter % radix) as i8).signum() } else { so_far }
        },
        |&so_far| so_far > 0,
    )?;
    let valid = algebra.valid(vec![0, 1])?;
    algebra.and(&less, &valid)
}

/// Checks that automata for order and addition satisfy the facts that define them.
///
/// Numbers are in the lexicographic order of their words. The facts about addition are: x + 0 = x; if x + y = z, then
/// x + (y+1) = z+1; and x + y has only one value.
#[test]
fn addition_is_verified_by_induction() {
    let budget = Budget::default();
    for numeration in &ALL[..6] {
        let mut algebra = Algebra::new(*numeration, AlgebraLimits::LARGE, &budget);
        let order = dictionary(&mut algebra).unwrap();
        algebra.relations = vec![order];
        let [x, y, z, u, v, w] = [0, 1, 2, 3, 4, 5].map(Linear::variable);
        let less = |a: &Linear, b: &Linear| Formula::Member(0, vec![a.clone(), b.clone()]);
        let sum = |a: &Linear, b: &Linear, c: &Linear| Formula::equal(&a.plus(1, b), c);
        let between = |a: &Linear, b: &Linear| Formula::All(vec![less(a, &w), less(&w, b)]);
        let next = |a: &Linear, b: &Linear| {
            Formula::All(vec![less(a, b), Formula::Exists(vec![5], Box::new(between(a, b))).not()])
        };
        let zero = |a: &Linear| Formula::Exists(vec![5], Box::new(less(&w, a))).not();
        let wrong = [
            Formula::All(vec![less(&x, &y), Formula::less(&x, &y).not()]),
            Formula::All(vec![less(&x, &y).not(), Formula::less(&x, &y)]),
            Formula::All(vec![zero(&y), sum(&x, &y, &x).not()]),
            Formula::All(vec![sum(&x, &y, &z), sum(&x, &y, &v), less(&z, &v)]),
            Formula::All(vec![sum(&x, &y, &z), next(&y, &u), next(&z, &v), sum(&x, &u, &v).not()]),
        ];
        assert_eq!(solution(&mut algebra, &wrong).unwrap(), None, "{numeration:?}");
        // Parts of the formulas in `wrong` have solutions, so it is not a mistake in these parts that makes
        // `wrong` unsatisfiable.
        let right = [Formula::All(vec![sum(&x, &y, &z), next(&y, &u), next(&z, &v)]), zero(&y)];
        assert!(right.iter().all(|f| solution(&mut algebra, std::slice::from_ref(f)).unwrap().is_some()));
    }
}

/// Random quantified formulas with two free variables are compared with exhaustive evaluation.
#[test]
fn quantified_formulas() {
    const SIDE: u64 = 8;
    // Each formula states that its quantified variables are below this number.
    const INNER: u64 = 12;
    fn random_formula(seed: &mut u64, depth: u32, variables: Variable) -> Formula {
        let atom = |seed: &mut u64| {
            let coefficients: Vec<i64> = (0..variables).map(|_| random(seed, 5) as i64 - 2).collect();
            let expression = linear(random(seed, 7) as i64 - 3, &coefficients);
            if random(seed, 2) == 0 { Formula::Zero(expression) } else { Formula::AtMostZero(expression) }
        };
        if depth == 0 {
            return atom(seed);
        }
        let two = |seed: &mut u64| (0..2).map(|_| random_formula(seed, depth - 1, variables)).collect();
        match random(seed, 5) {
            0 => atom(seed),
            1 => Formula::All(two(seed)),
            2 => Formula::Any(two(seed)),
            3 => random_formula(seed, depth - 1, variables).not(),
            _ => {
                let bound = Formula::less(&Linear::variable(variables), &Linear::number(INNER as i64));
                let inner = random_formula(seed, depth - 1, variables + 1);
                Formula::Exists(vec![variables], Box::new(Formula::All(vec![bound, inner])))
            }
        }
    }
    fn holds(formula: &Formula, numbers: &mut Vec<u64>) -> bool {
        match formula {
            Formula::All(list) => list.iter().all(|f| holds(f, numbers)),
            Formula::Any(list) => list.iter().any(|f| holds(f, numbers)),
            Formula::Not(inner) => !holds(inner, numbers),
            Formula::Exists(_, inner) => (0..INNER).any(|n| {
                numbers.push(n);
                let found = holds(inner, numbers);
                numbers.pop();
                found
            }),
            atom => atom.eval(numbers).unwrap(),
        }
    }
    let budget = Budget::default();
    let mut seed = 11;
    for round in 0..150 {
        let formula = random_formula(&mut seed, 3, 2);
        let mut algebra = Algebra::new(ALL[round % 5], AlgebraLimits::LARGE, &budget);
        let dfa = algebra.compile(&formula).unwrap();
        assert_well_formed(&dfa, algebra.numeration);
        for k in 0..SIDE * SIDE {
            let numbers = [k % SIDE, k / SIDE];
            let seen: Vec<u64> = dfa.tracks.iter().map(|&v| numbers[v as usize]).collect();
            let says = dfa.accepts(algebra.numeration, &seen);
            assert_eq!(says, holds(&formula, &mut numbers.to_vec()), "{formula:?} {numbers:?}");
        }
    }
}

#[test]
fn limits_are_enforced() {
    let formula = Formula::Exists(vec![1], Box::new(Formula::Zero(linear(0, &[1, -977, 991]))));
    let small = AlgebraLimits { states: 100, work: 1 << 20 };
    let budget = Budget::default();
    let error = Algebra::new(Numeration::Base(2), small, &budget).compile(&formula).unwrap_err();
    assert_eq!(error.message, "an automaton has more than 100 states");
    let little = AlgebraLimits { states: 1 << 20, work: 1000 };
    let error = Algebra::new(Numeration::Base(2), little, &budget).compile(&formula).unwrap_err();
    assert_eq!(error.message, "more than 1000 automaton transitions");
    let narrow = Budget { bytes: 10_000, ..budget.clone() };
    let error = Algebra::new(Numeration::Base(2), AlgebraLimits::LARGE, &narrow).compile(&formula).unwrap_err();
    assert!(error.message.to_string().contains("the memory limit is"), "{error}");
    let late = Budget { deadline: Some(grundy_rules::clock::Instant::now()), ..budget.clone() };
    assert!(Algebra::new(Numeration::Base(2), AlgebraLimits::LARGE, &late).compile(&formula).is_err());
    let many = Formula::Zero(linear(0, &[1; 20]));
    let error = Algebra::new(Numeration::Base(2), AlgebraLimits::LARGE, &budget).compile(&many).unwrap_err();
    assert!(error.message.to_string().contains("20 numbers at once"), "{error}");
    let large = Formula::Zero(linear(1 << 40, &[1]));
    assert!(Algebra::new(Numeration::Base(2), AlgebraLimits::LARGE, &budget).compile(&large).is_err());
}
