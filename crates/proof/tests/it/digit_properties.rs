//! Tests descriptions of automata in words against the digits.

use grundy_proof::internals::digit_properties::Property;
use grundy_proof::{Automaton, Numeration, Pattern, PatternForm};
use grundy_solve::Quantity;

/// Builds the automaton of the numbers with a property; the automaton accepts 0 iff `zero` is set.
fn automaton(numeration: Numeration, property: Property, zero: bool) -> Automaton {
    // Each state is a state of the property with the last digit; leading zeros stay in state 0, the start.
    let mut places: Vec<(u32, Option<u32>)> = vec![(0, None)];
    let (mut next, mut output): (Vec<Vec<Option<u32>>>, Vec<u32>) = (vec![], vec![]);
    let mut at = 0;
    while let Some(&(state, last)) = places.get(at) {
        at += 1;
        output.push(u32::from(if last.is_none() { !zero } else { !property.holds(state) }));
        let row = (0..numeration.radix()).map(|digit| {
            if last.is_none() && digit == 0 {
                return Some(0);
            }
            if last.is_some_and(|last| digit > 0 && numeration.is_full(last)) {
                return None;
            }
            let place = (property.step(state, digit, last.is_none()), Some(digit));
            let known = places.iter().position(|one| *one == place);
            Some(known.unwrap_or_else(|| {
                places.push(place);
                places.len() - 1
            }) as u32)
        });
        next.push(row.collect());
    }
    Automaton { numeration, dims: 1, next, output }.minimal()
}

/// Evaluates the property on the list of digits, independently of [`Property::step`].
fn by_digits(property: Property, digits: &[u32]) -> bool {
    let count = |digit: u32| digits.iter().filter(|&&one| one == digit).count() as u32;
    match property {
        Property::End { digit, modulus, rest } => {
            digits.iter().rev().take_while(|&&one| one == digit).count() as u32 % modulus == rest
        }
        Property::Single { digit } => digits[0] == digit && digits[1..].iter().all(|&one| one == 0),
        Property::Only { digit } => count(digit) as usize == digits.len(),
        Property::Count { digit, modulus, rest } => count(digit) % modulus == rest,
        Property::Length { modulus, rest } => digits.len() as u32 % modulus == rest,
        Property::Sum { modulus, rest } => digits.iter().sum::<u32>() % modulus == rest,
        Property::Twice { digit } => digits.windows(2).any(|pair| pair == [digit, digit]),
    }
}

#[test]
fn descriptions_agree_with_digits() {
    for numeration in [Numeration::Base(2), Numeration::Base(3), Numeration::Ostrowski(1), Numeration::Ostrowski(2)] {
        let weights = numeration.weights();
        let digits = |n: u64| {
            let mut rest = n;
            let length = weights.partition_point(|&weight| weight <= n);
            let digits = weights[..length].iter().rev().map(|&weight| {
                let digit = rest / weight;
                rest %= weight;
                digit as u32
            });
            digits.collect::<Vec<u32>>()
        };
        for property in Property::all(numeration.radix()) {
            for zero in [false, true] {
                let automaton = automaton(numeration, property, zero);
                for n in 1..600 {
                    assert_eq!(automaton.at(&[n]) == 0, by_digits(property, &digits(n)), "{property:?} {n}");
                }
                let pattern =
                    Pattern { of: Quantity::Outcome, dims: 1, form: PatternForm::Automaton(automaton.clone()) };
                let words = pattern.in_words(&[]).unwrap().to_string();
                assert_eq!(words.contains("n is 0, or"), zero, "{words}");
                // The description may name an earlier, equivalent property; the named property must agree with the
                // automaton.
                let named = Property::all(numeration.radix())
                    .find(|other| words.ends_with(&other.text("n", &automaton).to_string()));
                let named = named.unwrap_or_else(|| panic!("{words}"));
                for n in 1..600 {
                    let holds = by_digits(named, &digits(n)) != words.contains("not true");
                    assert_eq!(automaton.at(&[n]) == 0, holds, "{words} {n}");
                }
            }
        }
    }
}
