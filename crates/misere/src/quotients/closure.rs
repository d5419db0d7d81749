//! Decides whether the images of letters determine all outcomes, and gives a counterexample if not.
//!
//! The theorem behind [`close`] is proved in `grundy_verify`, whose checker decides the same question again,
//! independently, for every learned quotient.

use super::step_budget::Steps;
use super::stop::StopReason;
use grundy_value::Quotient;

/// A set of elements of the quotient, one bit per element.
pub(super) type BitSet = Vec<u64>;

pub(super) fn contains(set: &BitSet, x: usize) -> bool {
    set[x / 64] >> (x % 64) & 1 == 1
}

pub(super) fn is_within(set: &BitSet, other: &BitSet) -> bool {
    set.iter().zip(other).all(|(a, b)| a & !b == 0)
}

/// Reports whether two sets have a common element.
pub(super) fn intersects(set: &BitSet, other: &BitSet) -> bool {
    set.iter().zip(other).any(|(a, b)| a & b != 0)
}

/// Returns the set of elements below `order` that satisfy a condition.
pub(super) fn set_of(order: usize, fits: impl Fn(usize) -> bool) -> BitSet {
    let mut set = vec![0; order.div_ceil(64)];
    (0..order).filter(|&x| fits(x)).for_each(|x| set[x / 64] |= 1 << (x % 64));
    set
}

/// The type of a letter with moves; letters of the same type need not be distinguished.
#[derive(Clone, Debug)]
pub(super) struct LetterType {
    pub image: u32,
    /// The elements y such that the sum of the letter and y has a winning move in the letter.
    pub winning_elements: BitSet,
    /// The first letter of this type.
    pub letter: usize,
}

/// A sum whose outcome the images do not decide: the letters, and the word of the element.
pub(super) struct UndecidedSum {
    pub letters: Vec<usize>,
    pub element: u32,
}

/// The properties of a sum of letters that determine its outcome in larger sums.
struct ClosureState {
    image: u32,
    /// The elements y for which a winning move from the sum with y is required, but not found yet.
    deficit: BitSet,
    /// The index of the state to which `letter` was added; `usize::MAX` for the empty sum.
    parent: usize,
    letter: usize,
    /// Whether a later state with the same image and a larger deficit replaces this state.
    is_replaced: bool,
}

/// The maximal number of states; if more are needed, [`close`] fails with [`StopReason::States`].
const MAX_STATES: usize = 100_000;

/// Decides whether the images determine the outcomes of all sums of letters of these types.
///
/// Returns a sum that the images do not decide, or `None` if there is none.
///
/// For each element x, `accepted_with` has the set of the y such that x·y is accepted, which means that sums with
/// the image x·y are lost.
pub(super) fn close(
    quotient: &Quotient,
    accepted_with: &[BitSet],
    types: &[LetterType],
    steps: &mut Steps<'_>,
) -> Result<Option<UndecidedSum>, StopReason> {
    let order = quotient.order();
    if let Some(wrong) = types.iter().find(|t| intersects(&t.winning_elements, &accepted_with[t.image as usize])) {
        let accepted = &accepted_with[wrong.image as usize];
        let element = (0..order).find(|&y| contains(&wrong.winning_elements, y) && contains(accepted, y)).unwrap_or(0);
        return Ok(Some(UndecidedSum { letters: vec![wrong.letter], element: element as u32 }));
    }
    let mut minimal_types: Vec<&LetterType> = vec![];
    for t in types {
        if minimal_types
            .iter()
            .any(|other| other.image == t.image && is_within(&other.winning_elements, &t.winning_elements))
        {
            continue;
        }
        minimal_types
            .retain(|other| !(other.image == t.image && is_within(&t.winning_elements, &other.winning_elements)));
        minimal_types.push(t);
    }
    let all = set_of(order, |x| !quotient.accepts(x as u32));
    let mut states = vec![ClosureState { image: 0, deficit: all, parent: usize::MAX, letter: 0, is_replaced: false }];
    let mut live_states: Vec<Vec<usize>> = vec![vec![]; order];
    live_states[0].push(0);
    let mut next = 0;
    while next < states.len() {
        let number = next;
        next += 1;
        for t in &minimal_types {
            let state = &states[number];
            if state.is_replaced {
                break;
            }
            steps.count(1 + order as u64 / 16)?;
            let (by_t, by_x) = (quotient.row(t.image), quotient.row(state.image));
            let lacks =
                |y: usize| contains(&state.deficit, by_t[y].into()) && !contains(&t.winning_elements, by_x[y].into());
            let image: u32 = by_x[t.image as usize].into();
            if lacks(0) {
                let mut letters = vec![t.letter];
                let mut at = number;
                while states[at].parent != usize::MAX {
                    letters.push(states[at].letter);
                    at = states[at].parent;
                }
                return Ok(Some(UndecidedSum { letters, element: 0 }));
            }
            let deficit = set_of(order, lacks);
            let covered = |j: &usize| is_within(&deficit, &states[*j].deficit);
            if deficit.iter().all(|&word| word == 0) || live_states[image as usize].iter().any(covered) {
                continue;
            }
            if states.len() >= MAX_STATES {
                return Err(StopReason::States);
            }
            let of_same_image = &mut live_states[image as usize];
            of_same_image.retain(|&j| {
                states[j].is_replaced = is_within(&states[j].deficit, &deficit);
                !states[j].is_replaced
            });
            of_same_image.push(states.len());
            states.push(ClosureState { image, deficit, parent: number, letter: t.letter, is_replaced: false });
        }
    }
    Ok(None)
}
