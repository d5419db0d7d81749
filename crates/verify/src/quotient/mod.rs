//! Misère quotients of heap games: a monoid that determines the outcomes of all sums of heaps.
//!
//! A certificate gives elements 0 to order-1 with commuting actions, a set of accepting elements, and an image for
//! each heap. The image of a sum is the product of the images of its heaps. *Theorem* (T. E. Plambeck and A. N.
//! Siegel, *Misère quotients for impartial games*, J. Combin. Theory A 115 (2008); this module checks a reduced form
//! of their theorem): under misère play the player to move loses a sum iff its image is accepting. The check has three
//! parts, one in each file:
//!
//! | file | checks |
//! |---|---|
//! | `monoid` | the actions define a commutative monoid, and no smaller monoid decides the same |
//! | `closure` | the images of sums of the heaps examined determine their outcomes |
//! | this file | the heaps examined represent all heaps |
//!
//! *All heaps.* Let moves take at most k and leave at most s heaps, and let the images be periodic: Φ(h+p) = Φ(h) for
//! h >= n0, n0 >= 1. The type of a heap is its image together with the set of the images of its options. If
//! h >= s*(n0+p) + k, then h and h-p have the same type:
//! - Each option of h has the image of some option of h-p. Let a move from h take t and leave s' heaps, 1 <= s' <= s.
//!   These have m = h-t >= s*(n0+p) in all, so the largest of them is at least n0+p. Reduced by p it is at least n0, so
//!   it is not empty and has the same image. Taking t from h-p can leave these heaps.
//! - Each option of h-p has the image of some option of h. The heaps left have m-p >= s*n0 + (s-1)*p in all, so the
//!   largest of them is at least n0. Increased by p it has the same image.
//! - Neither h nor h-p has a move that leaves no heap, since such a move takes at most k, and h-p >= k + n0.
//! - If the two heaps of a split must differ in size, let h >= 2*(n0+p) + p + k. The first step fails only for the
//!   heaps a and a+p, which would become a and a. In this case m = 2a+p >= 2*n0 + 3p, so a-p >= n0, and the heaps a-p
//!   and a+p have the same images as a and a. The second step increases the larger heap, so the heaps still differ.
//!
//! So all types that occur are types of heaps below that bound, and it suffices that `closure` examines these
//! types.
//!
//! *Moves to larger heaps.* The induction of `closure` is over play, not over the size of heaps. It needs a set of
//! heaps that is closed under moves, and in which no heap can recur. So if the images are not periodic, the certificate
//! may give images of further heaps (`others`): of larger heaps, and of the heap 0 if it has moves. Each heap that a
//! move leads to must have an image, and a depth-first search checks that no heap recurs.

mod closure;
mod monoid;

use crate::certificate::{Certificate, Images, Proof, refused};
use crate::numbering::check_numbering;
use crate::periodic::check_least;
use crate::work::WorkCounter;
use closure::Closure;
use grundy_lang::{Text, text};
use grundy_rules::CompactSort;
use grundy_rules::{HeapRules, Kind, Library, Play, Result, Ruleset, Splitting, parse_rules};
use monoid::Monoid;
use rustc_hash::FxHashMap;

/// The misère quotient of a certificate.
pub(crate) struct ClaimedQuotient<'a> {
    pub order: u64,
    pub accept: &'a [u32],
    pub times: &'a [Vec<u32>],
    pub heaps: &'a [Images],
}

impl<'a> ClaimedQuotient<'a> {
    /// Returns the data of a proof by a quotient; `None` for other proofs.
    pub fn from_proof(proof: &'a Proof) -> Option<ClaimedQuotient<'a>> {
        match proof {
            Proof::Quotient { order, accept, times, heaps } => {
                Some(ClaimedQuotient { order: *order, accept, times, heaps })
            }
            _ => None,
        }
    }
}

/// The maximum number of games of a certificate.
const MAX_GAMES: usize = 16;

/// Checks a quotient; returns the number of heaps examined.
pub(crate) fn verify(
    rules: &str,
    data: &ClaimedQuotient<'_>,
    library: &Library,
    work: &mut WorkCounter<'_>,
) -> Result<u64> {
    let names: Vec<&str> = data.heaps.iter().map(|images| images.rules.as_str()).collect();
    if names.is_empty() || names.len() > MAX_GAMES {
        return Err(refused(text!(
            "a quotient covers 1 to {most} games, but this one covers {games}",
            most = MAX_GAMES,
            games = names.len()
        )));
    }
    if rules != format!("misere {}", names.join(" + ")) {
        return Err(refused(text!("the rules must be `misere {games}`, as in `heaps`", games = names.join(" + "))));
    }
    let monoid = Monoid::read(data.order, data.accept, data.times, work)?;
    for images in data.heaps {
        let wrong = images.all().find(|&image| image as usize >= monoid.order());
        if let Some(image) = wrong {
            return Err(refused(text!("{image} is not an element: elements are numbers less than the order", image)));
        }
    }
    let all = data.heaps.iter().flat_map(Images::all);
    monoid.check_generated_by(all, work)?;
    monoid.check_reduced(work)?;
    let mut closure = Closure::new(&monoid, work)?;
    let mut examined_count = 0;
    for (number, images) in data.heaps.iter().enumerate() {
        if names[..number].contains(&images.rules.as_str()) {
            return Err(refused(text!("`{rules}` occurs twice in `heaps`", rules = images.rules.clone())));
        }
        examined_count += examine_heaps(images, &monoid, &mut closure, library, work)?;
    }
    closure.check_all_sums(work)?;
    Ok(examined_count)
}

/// Examines heaps of one game that represent all of its heaps; returns their number.
fn examine_heaps(
    images: &Images,
    monoid: &Monoid,
    closure: &mut Closure<'_>,
    library: &Library,
    work: &mut WorkCounter<'_>,
) -> Result<u64> {
    let rules = parse_rules(&images.rules, library)
        .map_err(|error| refused(text!("the rules cannot be parsed: {error}", error)))?;
    let heaps = heaps_of(&rules, &images.rules)?;
    let given = images.images.len() as u64;
    let (start, period, last) = match images.repeat {
        None => (given, 1, given),
        Some([preperiod, period]) => {
            let unlike = || {
                refused(text!(
                    "there are {given} images, but preperiod {preperiod} and period {period} require a different number of images",
                    given,
                    preperiod,
                    period
                ))
            };
            let fits =
                preperiod >= 1 && period >= 1 && preperiod.checked_add(period).is_some_and(|end| end - 1 == given);
            if !fits {
                return Err(unlike());
            }
            check_least(preperiod as usize - 1, period as usize, &images.images, work)?;
            (preperiod, period, heap_bound(&rules, preperiod, period)?)
        }
    };
    work.expect(last)?;
    check_others(heaps, images)?;
    let other = |heap: u64| {
        let at = images.others.binary_search_by_key(&heap, |&(heap, _)| heap).ok()?;
        Some(images.others[at].1)
    };
    // Returns the image of a heap; `None` if the certificate has none.
    let image = |heap: u64| match heap {
        0 => Some(other(0).unwrap_or(0)),
        heap if heap <= given => Some(images.images[heap as usize - 1]),
        heap if images.repeat.is_some() => Some(images.images[(start + (heap - start) % period) as usize - 1]),
        heap => other(heap),
    };
    let mut has_moves_up = false;
    let larger_heaps = images.others.iter().map(|&(heap, _)| heap).filter(|&heap| heap > last);
    for heap in (0..=last).chain(larger_heaps) {
        let mut options: Vec<u32> = vec![];
        let mut wrong = None;
        let mut result = work.steps(1);
        heaps.options(heap, &mut |after| {
            if result.is_err() || wrong.is_some() {
                return;
            }
            result = work.steps(1 + after.len() as u64);
            has_moves_up |= after.iter().any(|&component| component >= heap);
            // The theorem on periodic images requires that all moves lead to smaller heaps.
            let unknown =
                |component: &&u64| image(**component).is_none() || images.repeat.is_some() && **component >= heap;
            wrong = after.iter().find(unknown).copied();
            if wrong.is_none() {
                let components = after.iter().filter_map(|&component| image(component));
                options.push(components.fold(0, |product, component| monoid.times(product, component)));
            }
            // Many splits have few distinct images, so the list is deduplicated before it grows.
            if options.len() > 2 * monoid.order() {
                options.compact_sort();
                options.dedup();
            }
        });
        result?;
        if let Some(fault) = rules.game.fault() {
            return Err(refused(fault.message));
        }
        if let Some(component) = wrong {
            return Err(refused(match images.repeat {
                Some(_) => {
                    text!(
                        "heap {heap} has a move to heap {part}, which is not smaller; images may repeat only if every \
                        move leads to smaller heaps",
                        heap,
                        part = component
                    )
                }
                None => text!("heap {heap} has a move to heap {part}, which has no image", heap, part = component),
            }));
        }
        let name = || text!("heap {heap} of {rules}", heap, rules = images.rules.clone());
        closure.add_component(image(heap).unwrap_or(0), &mut options, &name, work)?;
    }
    if has_moves_up {
        check_play_ends(heaps, last, images, work)?;
    }
    Ok(last.saturating_add(images.others.len() as u64))
}

/// Checks the list `others` of further heaps of a game.
fn check_others(heaps: &dyn HeapRules, images: &Images) -> Result<()> {
    if !images.others.is_empty() && (heaps.splitting().is_some() || heaps.amounts().is_some()) {
        return Err(refused(text!(
            "every move of {rules} leads to a smaller heap, so `others` must be empty",
            rules = images.rules.clone()
        )));
    }
    let given = images.images.len() as u64;
    let mut before = None;
    for &(heap, _) in &images.others {
        let fits = (heap == 0 || heap > given) && before.is_none_or(|before| before < heap) && images.repeat.is_none();
        if !fits {
            return Err(refused(text!(
                "heap {heap} cannot be in `others`: this list may contain 0 and heaps above {given}, in ascending \
                    order, and must be empty if images repeat",
                heap,
                given
            )));
        }
        before = Some(heap);
    }
    Ok(())
}

/// Checks that no heap of a game can recur, by a depth-first search in its moves.
fn check_play_ends(heaps: &dyn HeapRules, last: u64, images: &Images, work: &mut WorkCounter<'_>) -> Result<()> {
    /// The memory for a visited heap, in bytes.
    const HEAP_BYTES: u64 = 64;
    /// The memory for a heap on the stack, in bytes.
    const WAITING_BYTES: u64 = 16;
    // For each visited heap, whether all heaps reachable from it were visited.
    let mut done: FxHashMap<u64, bool> = FxHashMap::default();
    for root in (0..=last).chain(images.others.iter().map(|&(heap, _)| heap)) {
        // The stack. A heap on the path from the root is on top again once all heaps reachable from it are visited.
        let mut todo = vec![root];
        while let Some(&heap) = todo.last() {
            match done.get(&heap) {
                Some(true) => {
                    todo.pop();
                    continue;
                }
                Some(false) => {
                    done.insert(heap, true);
                    todo.pop();
                    continue;
                }
                None => {}
            }
            work.reserve(HEAP_BYTES)?;
            done.insert(heap, false);
            let (before, mut back, mut result) = (todo.len(), None, work.steps(1));
            heaps.options(heap, &mut |after| {
                if result.is_err() {
                    return;
                }
                result = work.steps(1 + after.len() as u64);
                for &component in after {
                    match done.get(&component) {
                        Some(true) => {}
                        Some(false) => back = Some(component),
                        None => todo.push(component),
                    }
                }
            });
            result?;
            work.reserve((todo.len() - before) as u64 * WAITING_BYTES)?;
            if let Some(component) = back {
                return Err(refused(text!(
                    "heap {heap} leads back to heap {part}, so play might not end",
                    heap,
                    part = component
                )));
            }
        }
    }
    Ok(())
}

/// Returns the heap rules of the game; refuses games that are not impartial games of heaps.
fn heaps_of<'a>(rules: &'a Ruleset, text: &str) -> Result<&'a dyn HeapRules> {
    if rules.play != Play::Normal || rules.to_string() != text {
        return Err(refused(text!("in `heaps`, this game must be written `{rules}`", rules = rules.game.rules_text())));
    }
    rules.game.info().check_play(Play::Misere).map_err(|error| refused(error.message))?;
    check_numbering(rules)?;
    let heaps = rules.game.table_form().and_then(|view| view.one_number_rules());
    heaps
        .filter(|_| rules.game.kind() == Kind::Impartial && rules.game.is_short())
        .ok_or_else(|| refused(text!("`{rules}` is not a short impartial game on single heaps", rules)))
}

/// Returns a heap size up to which all types of heaps occur, by the theorem above.
fn heap_bound(rules: &Ruleset, preperiod: u64, period: u64) -> Result<u64> {
    let silent =
        || refused(text!("no theorem proves that the elements of the heaps of `{rules}` repeat forever", rules));
    let moves = Splitting::from_rules(rules).ok_or_else(silent)?;
    let reach = moves.reach().ok_or_else(silent)?;
    let components = match &moves {
        Splitting { three, .. } if !three.is_empty() => 3,
        Splitting { two, .. } if !two.is_empty() => 2,
        _ => 1,
    };
    let sum = preperiod.checked_add(period).and_then(|sum| sum.checked_mul(components)?.checked_add(reach));
    let sum = sum.and_then(|sum| if moves.unequal { sum.checked_add(period) } else { Some(sum) });
    sum.ok_or_else(|| {
        refused(text!("the preperiod and the period are too large: the check would need more than 2^64 heaps"))
    })
}

/// Returns the statement of a quotient, in words.
pub(crate) fn statement(certificate: &Certificate, data: &ClaimedQuotient<'_>) -> Text {
    let rules = certificate.rules.clone();
    let ends = data.heaps.iter().map(|images| match images.repeat {
        Some([preperiod, period]) => text!(
            "the elements of the heaps of {game} repeat with period {period} from heap {preperiod} on",
            game = images.rules.clone(),
            period,
            preperiod
        ),
        None => text!(
            "the heaps of {game} are covered up to {last}",
            game = images.rules.clone(),
            last = images.images.len()
        ),
    });
    let ends: Vec<Text> = ends.collect();
    let order = data.order;
    match <[Text; 1]>::try_from(ends) {
        Ok([end]) => text!("{rules}: the misère quotient has order {order}; {end}", rules, order, end),
        Err(ends) => {
            let end = Text::list(ends);
            text!("{rules}: the misère quotient has order {order}; {end}", rules, order, end)
        }
    }
}

/// Checks that a monoid determines the outcomes of all sums of these components under misère play.
///
/// Each component has an image, and for each move a list with the indices of the components after the move, all of them
/// smaller than its own index. A component without moves has no lists.
///
/// # Errors
/// `refused` with the reason if the monoid does not determine the outcomes; `limit` if the check exceeds the limits.
///
/// ```
/// // Heaps 0, 1 and 2 of Nim: a move from heap 1 leaves 0, and a move from heap 2 leaves 0 or 1.
/// let times = [vec![1, 0, 3, 2, 5, 4], vec![2, 3, 4, 5, 2, 3]];
/// let monoid = grundy_verify::MonoidPresentation { order: 6, accept: &[1, 4], times: &times };
/// let components = [(0, vec![]), (1, vec![vec![0]]), (2, vec![vec![0], vec![1]])];
/// let limits = grundy_verify::Limits::default();
/// assert!(grundy_verify::check_monoid(&monoid, &components, &limits).is_ok());
/// ```
pub fn check_monoid(
    monoid: &MonoidPresentation<'_>,
    components: &[(u32, Vec<Vec<usize>>)],
    limits: &crate::Limits,
) -> Result<()> {
    let work = &mut WorkCounter::new(limits)?;
    let monoid = Monoid::read(monoid.order, monoid.accept, monoid.times, work)?;
    if let Some(&(image, _)) = components.iter().find(|(image, _)| *image as usize >= monoid.order()) {
        return Err(refused(text!("{image} is not an element: elements are numbers less than the order", image)));
    }
    monoid.check_generated_by(components.iter().map(|(image, _)| *image), work)?;
    monoid.check_reduced(work)?;
    let mut closure = Closure::new(&monoid, work)?;
    for (number, (image, lists)) in components.iter().enumerate() {
        let name = || text!("component {number}", number);
        if lists.iter().flatten().any(|&component| component >= number) {
            return Err(refused(text!(
                "{name} has a move to a component that does not precede it in the list",
                name = name()
            )));
        }
        let product = |after: &Vec<usize>| {
            after.iter().fold(0, |product, &component| monoid.times(product, components[component].0))
        };
        let mut options: Vec<u32> = lists.iter().map(product).collect();
        closure.add_component(*image, &mut options, &name, work)?;
    }
    closure.check_all_sums(work)
}

/// A commutative monoid with its accepting elements; elements are numbered from 0, the unit.
#[derive(Clone, Copy, Debug)]
pub struct MonoidPresentation<'a> {
    /// The number of elements.
    pub order: u64,
    /// The accepting elements, in ascending order.
    pub accept: &'a [u32],
    /// For each generator, its product with each element.
    pub times: &'a [Vec<u32>],
}
