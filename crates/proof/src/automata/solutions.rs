//! Lists the numbers that an automaton accepts if some of its tracks have fixed numbers.

use crate::numeration::Numeration;
use grundy_lang::text;
use grundy_rules::Result;
use grundy_solve::Budget;
use grundy_verify::Dfa;

/// Maximal number of solutions that are listed.
const MAX_SOLUTIONS: u64 = 1 << 16;

/// Returns all tuples of numbers below 2^64 that an automaton accepts and that agree with `fixed`.
///
/// `fixed` contains the number of each track, or `None` for free tracks. Returns `None` if there are too many
/// solutions, if a solution exceeds 64 bits, or if `fixed` does not have one entry per track.
///
/// A table counts, for each state and digit place, the accepted continuations with the fixed digits, so that no dead
/// end is explored.
pub fn solutions(
    dfa: &Dfa,
    numeration: Numeration,
    fixed: &[Option<u64>],
    budget: &Budget,
) -> Result<Option<Vec<Vec<u64>>>> {
    let weights = numeration.weights();
    let (length, radix, states) = (weights.len(), numeration.radix() as usize, dfa.accept.len());
    let free: Vec<usize> = (0..fixed.len()).filter(|&track| fixed[track].is_none()).collect();
    let Some(letters) = u32::try_from(free.len()).ok().and_then(|free| radix.checked_pow(free)) else {
        return Ok(None);
    };
    if dfa.tracks != fixed.len() {
        return Ok(None);
    }
    budget.check_fits((length as u128 + 1) * states as u128 * 8, &text!("the list of moves given by an automaton"))?;
    let digits: Vec<Option<Vec<usize>>> = fixed.iter().map(|x| x.map(|x| digits_of(x, &weights))).collect();
    // Returns the letter (one digit per track) at a digit place: the fixed digits, and on the free tracks the digits of
    // `free_digits` in base `radix`.
    let letter = |place: usize, mut free_digits: usize| {
        let (mut letter, mut factor) = (0, 1);
        for digits in &digits {
            let digit = match digits {
                Some(digits) => digits[place],
                None => {
                    let digit = free_digits % radix;
                    free_digits /= radix;
                    digit
                }
            };
            letter += digit * factor;
            factor *= radix;
        }
        letter
    };
    let mut counts = vec![vec![0u64; states]; length + 1];
    counts[length] = dfa.accept.bytes().map(|sign| u64::from(sign == b'+')).collect();
    for place in (0..length).rev() {
        budget.check()?;
        let (now, later) = counts.split_at_mut(place + 1);
        for free_digits in 0..letters {
            let letter = letter(place, free_digits);
            for (state, counts) in now[place].iter_mut().enumerate() {
                *counts = counts.saturating_add(later[0][dfa.next[state][letter] as usize]);
            }
        }
    }
    if counts[0][0] > MAX_SOLUTIONS {
        return Ok(None);
    }
    let mut found = vec![];
    let mut pending = vec![(0, 0u32, vec![0u128; free.len()])];
    while let Some((place, state, numbers)) = pending.pop() {
        if counts[place][state as usize] == 0 {
            continue;
        }
        if place == length {
            let mut all: Vec<u64> = fixed.iter().map(|x| x.unwrap_or(0)).collect();
            for (&track, &number) in free.iter().zip(&numbers) {
                let Ok(number) = u64::try_from(number) else { return Ok(None) };
                all[track] = number;
            }
            found.push(all);
            continue;
        }
        for free_digits in 0..letters {
            let mut longer = numbers.clone();
            let mut rest = free_digits;
            for number in &mut longer {
                *number += u128::from(weights[length - 1 - place]) * (rest % radix) as u128;
                rest /= radix;
            }
            pending.push((place + 1, dfa.next[state as usize][letter(place, free_digits)], longer));
        }
    }
    Ok(Some(found))
}

/// Returns the greedy digits of a number, one for each weight, most significant first.
fn digits_of(mut number: u64, weights: &[u64]) -> Vec<usize> {
    let digit = |&weight: &u64| {
        let digit = number / weight;
        number %= weight;
        digit as usize
    };
    weights.iter().rev().map(digit).collect()
}
