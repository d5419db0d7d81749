//! Decides whether natural numbers satisfy a formula of linear comparisons with nested quantifiers.
//!
//! *Theorem* (Büchi 1960). Each formula has an automaton that reads the binary digits of its free variables in
//! parallel, most significant first, and accepts exactly the numbers that satisfy the formula. The formula is
//! satisfiable iff an accepting state is reachable.
//!
//! *Comparisons.* Consider c + sum a(v)*v <= 0. The state is s, the sum of a(v)*v for the digits so far. One more digit
//! of each variable changes s into 2s plus the sum of a(v) over the digits that are 1. Let A be the sum of the positive
//! a(v), and B the sum of the negative a(v).
//! - If s + B >= 0, then 2s + B >= s: the sum never decreases again. If in addition s + c > 0, the comparison remains
//!   false.
//! - If s + A <= 0, the sum never increases again. If in addition s + c <= 0, the comparison remains true.
//! - Otherwise -A < s < -B, or |s| is at most |c|. So there are finitely many states.
//!
//! *Connectives.* A state is a tuple of states of the subformulas.
//!
//! *Quantifiers.* A state is the set of states that the inner automaton can reach with any digits of the bound
//! variables. The bound variables may have more digits than the others. So the initial set is closed under reading
//! zeros of the free variables and any digits of the bound variables.
//!
//! States are created when they are first reached. A state whose result no further digit changes is replaced by true or
//! false. So most states are never created.

use crate::certificate::refused;
use crate::literal::Relation;
use crate::work::WorkCounter;
use grundy_lang::text;
use grundy_rulelang::formula::{Bitwise, Formula, Linear, Variable};
use grundy_rules::CompactSort;
use grundy_rules::Result;
use rustc_hash::FxHashMap;

/// The state that never accepts.
const FALSE: u32 = 0;
/// The state that always accepts.
const TRUE: u32 = 1;
/// The state [`FALSE`] as an entry of the key of a state.
const NEVER: i64 = FALSE as i64;
/// The state [`TRUE`] as an entry of the key of a state.
const ALWAYS: i64 = TRUE as i64;

/// The maximum depth of nested formulas.
const MAX_DEPTH: usize = 100;
/// The maximum number of variables of a node.
const MAX_TRACKS: usize = 24;
/// Returns the variable that represents the large number with this index.
///
/// The variables of formulas have far smaller numbers.
fn number_variable(place: usize) -> Variable {
    Variable::MAX - place as Variable
}

/// The maximum number of large numbers whose variables are free in the whole formula.
///
/// If there are more, each comparison checks the digits of its own number.
const MAX_NUMBERS: usize = 6;
/// The maximum absolute value of constants in comparisons; larger constants become variables.
const MAX_CONSTANT: i64 = 255;
/// The approximate memory for a state without its key, in bytes.
const STATE_BYTES: u64 = 96;

/// The kind of a node: a comparison, a connective, a quantifier or a relation.
enum NodeKind {
    /// Accepts if `constant` plus the sum of factors times variables is at most 0 (`zero`: equal to 0).
    Sum {
        zero: bool,
        constant: i64,
        factors: Vec<i64>,
        positive_sum: i64,
        negative_sum: i64,
    },
    All(Vec<usize>),
    Any(Vec<usize>),
    Not(usize),
    Exists(usize),
    /// Accepts if the third number is the result of the bitwise operation on the first two numbers.
    ///
    /// The numbers are track indices.
    Bits(Bitwise, [usize; 3]),
    /// Accepts if the numbers, given as track indices, are in the relation with this index.
    Member(usize, Vec<usize>),
}

/// An automaton for a formula, whose states and transitions are computed on demand.
struct FormulaNode {
    kind: NodeKind,
    /// The variables that the node reads, in increasing order.
    tracks: Vec<Variable>,
    /// For each subformula, the track of each of its variables.
    ///
    /// The tracks of bound variables come after those of the node's own variables.
    inner_tracks: Vec<Vec<usize>>,
    /// The number of variables that this node binds.
    bound_count: usize,
    /// The index of each state in `keys` and in `accepts`, by its key.
    state_indices: FxHashMap<Box<[i64]>, u32>,
    keys: Vec<Box<[i64]>>,
    accepts: Vec<bool>,
    /// The transitions computed so far: (state, letter) to state.
    next: FxHashMap<(u32, u32), u32>,
    initial: u32,
}

/// The automata of one decision; equal formulas share an automaton.
pub(crate) struct Decision<'r> {
    relations: &'r [Relation],
    /// The large numbers that variables replace.
    numbers: Vec<i64>,
    /// Whether the variables for large numbers are free in the whole formula.
    ///
    /// Otherwise each comparison binds its own variable for a large number.
    as_free_variables: bool,
    /// Relations that recognise the digits of the numbers in `numbers`.
    ///
    /// Their indices follow those of `relations`.
    digits: Vec<Relation>,
    nodes: Vec<FormulaNode>,
    node_indices: FxHashMap<Formula, usize>,
}

/// Returns numbers for the free variables that satisfy the formula, if there are any.
///
/// # Errors
/// `limit`; `refused` for formulas with atoms other than comparisons and bitwise operations on variables.
pub fn solution(formula: &Formula, work: &mut WorkCounter<'_>) -> Result<Option<Vec<(Variable, u128)>>> {
    solution_with(formula, &[], work)
}

/// Like [`solution`], for formulas that also contain relations, which read binary digits.
///
/// # Errors
/// The same as [`solution`].
pub fn solution_with(
    formula: &Formula,
    relations: &[Relation],
    work: &mut WorkCounter<'_>,
) -> Result<Option<Vec<(Variable, u128)>>> {
    let held = work.reserved_bytes();
    let mut decision = Decision::new(relations, true);
    let mut root = decision.node(formula, 0, work)?;
    if decision.numbers.len() > MAX_NUMBERS {
        decision = Decision::new(relations, false);
        root = decision.node(formula, 0, work)?;
    } else if !decision.numbers.is_empty() {
        let all = Formula::All(std::iter::once(formula.clone()).chain(decision.number_conditions()).collect());
        root = decision.node(&all, 0, work)?;
    }
    let found = decision.search(root, work);
    work.release_to(held);
    let is_formula_variable = |&(v, _): &(Variable, u128)| v <= number_variable(MAX_NUMBERS);
    Ok(found?.map(|numbers| numbers.into_iter().filter(is_formula_variable).collect()))
}

/// Returns the formula as a minimal relation of its free variables, which are in increasing order.
///
/// Returns `None` if there are more than `max_states` states before equivalent states are merged.
///
/// # Errors
/// The same as [`solution`].
pub(crate) fn relation_of(
    formula: &Formula,
    relations: &[Relation],
    max_states: usize,
    work: &mut WorkCounter<'_>,
) -> Result<Option<(Vec<Variable>, Relation)>> {
    let held = work.reserved_bytes();
    let mut decision = Decision::new(relations, false);
    let root = decision.node(formula, 0, work)?;
    let found = decision.relation_of(root, max_states, work)?;
    work.release_to(held);
    Ok(found.map(|relation| (decision.nodes[root].tracks.clone(), relation)))
}

impl<'r> Decision<'r> {
    fn new(relations: &'r [Relation], as_free_variables: bool) -> Decision<'r> {
        Decision {
            relations,
            numbers: vec![],
            as_free_variables,
            digits: vec![],
            nodes: vec![],
            node_indices: FxHashMap::default(),
        }
    }

    /// Lists all reachable states of a node as a relation, and merges states that no word distinguishes.
    ///
    /// Returns `None` if there are too many states.
    fn relation_of(&mut self, root: usize, max_states: usize, work: &mut WorkCounter<'_>) -> Result<Option<Relation>> {
        let tracks = self.nodes[root].tracks.len();
        let letters = 1usize << tracks;
        let mut list = vec![self.nodes[root].initial];
        let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
        numbers.insert(list[0], 0);
        let mut next: Vec<u32> = vec![];
        let mut at = 0;
        while let Some(&state) = list.get(at) {
            at += 1;
            for letter in 0..letters as u32 {
                let to = self.step(root, state, letter, work)?;
                let number = *numbers.entry(to).or_insert(list.len() as u32);
                if number as usize == list.len() {
                    list.push(to);
                }
                next.push(number);
            }
            if list.len() > max_states {
                return Ok(None);
            }
        }
        let accepts: Vec<bool> = list.iter().map(|&state| self.nodes[root].accepts[state as usize]).collect();
        // Refine the classes of states by the classes of their next states, until nothing changes (Moore 1956).
        let mut class: Vec<u32> = accepts.iter().map(|&accept| u32::from(accept)).collect();
        let mut count = 0;
        loop {
            work.steps((list.len() * letters) as u64)?;
            let mut class_of_key: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
            let new: Vec<u32> = (0..list.len())
                .map(|state| {
                    let to = &next[state * letters..(state + 1) * letters];
                    let key: Vec<u32> =
                        std::iter::once(class[state]).chain(to.iter().map(|&to| class[to as usize])).collect();
                    let fresh = class_of_key.len() as u32;
                    *class_of_key.entry(key).or_insert(fresh)
                })
                .collect();
            class = new;
            if class_of_key.len() == count {
                break;
            }
            count = class_of_key.len();
        }
        let (mut merged, mut accept) = (vec![0u32; count * letters], vec![false; count]);
        for (state, &class_of) in class.iter().enumerate() {
            accept[class_of as usize] = accepts[state];
            for letter in 0..letters {
                merged[class_of as usize * letters + letter] = class[next[state * letters + letter] as usize];
            }
        }
        let can = vec![true; count];
        Ok(Some(
            Relation { tracks, next: merged, letters, accept, can_accept: can.clone(), can_reject: can }
                .with_reachability(),
        ))
    }

    fn relation(&self, number: usize) -> Option<&Relation> {
        self.relations.get(number).or_else(|| self.digits.get(number - self.relations.len()))
    }

    /// Replaces the large constant of a comparison by a variable with fixed digits.
    ///
    /// A sum has about as many states as its constant. A variable with fixed digits has about as many states as digits.
    fn replace_constant(&mut self, sum: &Linear, zero: bool) -> Formula {
        let size = sum.constant.abs();
        let existing = self.numbers.iter().position(|number| (size - number).abs() <= MAX_CONSTANT);
        let place = existing.unwrap_or_else(|| {
            self.numbers.push(size);
            if !self.as_free_variables {
                self.digits.push(Relation::numbers(&[size as u64]));
            }
            self.numbers.len() - 1
        });
        let (number, own) = (self.numbers[place], Linear::variable(number_variable(place)));
        let sign = sum.constant.signum();
        let sum = sum.plus(-sign, &Linear::number(number)).plus(sign, &own);
        let compared = if zero { Formula::Zero(sum) } else { Formula::AtMostZero(sum) };
        if self.as_free_variables {
            return compared;
        }
        let member = Formula::Member(self.relations.len() + place, vec![own]);
        Formula::Exists(vec![number_variable(place)], Box::new(Formula::All(vec![member, compared])))
    }

    /// Returns conditions that fix the values of the variables for large numbers.
    ///
    /// Each number is read in parallel with the largest number, whose first digit determines where the digits
    /// of the other number begin.
    fn number_conditions(&mut self) -> Vec<Formula> {
        let largest = self.numbers.iter().enumerate().max_by_key(|(_, number)| **number);
        let Some((largest, _)) = largest else { return vec![] };
        let mut given = vec![];
        for place in 0..self.numbers.len() {
            let places = if place == largest { vec![largest] } else { vec![largest, place] };
            let numbers: Vec<u64> = places.iter().map(|&place| self.numbers[place].unsigned_abs()).collect();
            self.digits.push(Relation::numbers(&numbers));
            let own = places.into_iter().map(|place| Linear::variable(number_variable(place))).collect();
            given.push(Formula::Member(self.relations.len() + place, own));
        }
        given
    }

    /// Returns the node of a formula, creating the node if necessary.
    fn node(&mut self, formula: &Formula, depth: usize, work: &mut WorkCounter<'_>) -> Result<usize> {
        if let Some(&node) = self.node_indices.get(formula) {
            return Ok(node);
        }
        if depth > MAX_DEPTH {
            return Err(refused(text!("a formula is nested more deeply than this program supports")));
        }
        work.steps(1)?;
        let mut bound: &[Variable] = &[];
        let (kind, parts, mut tracks) = match formula {
            Formula::AtMostZero(sum) | Formula::Zero(sum) => {
                if !sum.is_small() {
                    return Err(refused(text!("a number exceeds 2^31")));
                }
                if sum.constant.abs() > MAX_CONSTANT {
                    let with_variable = self.replace_constant(sum, matches!(formula, Formula::Zero(_)));
                    let node = self.node(&with_variable, depth + 1, work)?;
                    self.node_indices.insert(formula.clone(), node);
                    return Ok(node);
                }
                let factors: Vec<i64> = sum.terms.iter().map(|t| t.1).collect();
                let positive_sum = factors.iter().filter(|&&a| a > 0).sum();
                let negative_sum = factors.iter().filter(|&&a| a < 0).sum();
                let zero = matches!(formula, Formula::Zero(_));
                let kind = NodeKind::Sum { zero, constant: sum.constant, factors, positive_sum, negative_sum };
                (kind, vec![], sum.terms.iter().map(|t| t.0).collect())
            }
            Formula::Bits(how, list) => {
                let (tracks, places) = self.variables(list)?;
                (NodeKind::Bits(*how, [places[0], places[1], places[2]]), vec![], tracks)
            }
            Formula::Member(relation, list) => {
                let (tracks, places) = self.variables(list)?;
                if self.relation(*relation).is_none_or(|one| one.tracks != list.len()) {
                    return Err(refused(text!("a formula uses a relation that does not exist")));
                }
                (NodeKind::Member(*relation, places), vec![], tracks)
            }
            Formula::All(list) | Formula::Any(list) => {
                let parts = list.iter().map(|one| self.node(one, depth + 1, work)).collect::<Result<Vec<usize>>>()?;
                let kind = if matches!(formula, Formula::All(_)) {
                    NodeKind::All(parts.clone())
                } else {
                    NodeKind::Any(parts.clone())
                };
                (kind, parts, vec![])
            }
            Formula::Not(inner) => {
                let part = self.node(inner, depth + 1, work)?;
                (NodeKind::Not(part), vec![part], vec![])
            }
            Formula::Exists(variables, inner) => {
                let part = self.node(inner, depth + 1, work)?;
                bound = variables;
                (NodeKind::Exists(part), vec![part], vec![])
            }
            _ => return Err(refused(text!("a formula contains atoms that are not comparisons"))),
        };
        let inner = parts.iter().flat_map(|&part| self.nodes[part].tracks.iter().copied());
        tracks.extend(inner.filter(|v| !bound.contains(v)));
        tracks.compact_sort();
        tracks.dedup();
        let mut inner_tracks = vec![];
        let mut bound_count = 0;
        for &part in &parts {
            let inner_track = |v: &Variable| {
                tracks.binary_search(v).unwrap_or_else(|_| {
                    bound_count += 1;
                    tracks.len() + bound_count - 1
                })
            };
            inner_tracks.push(self.nodes[part].tracks.iter().map(inner_track).collect());
        }
        if tracks.len() + bound_count > MAX_TRACKS {
            return Err(refused(text!("a formula uses too many numbers at once")));
        }
        let keys: Vec<Box<[i64]>> = vec![Box::default(), Box::default()];
        let (state_indices, next) = (FxHashMap::default(), FxHashMap::default());
        let node = FormulaNode {
            kind,
            tracks,
            inner_tracks,
            bound_count,
            state_indices,
            keys,
            accepts: vec![false, true],
            next,
            initial: FALSE,
        };
        self.nodes.push(node);
        let id = self.nodes.len() - 1;
        self.nodes[id].initial = self.start(id, work)?;
        self.node_indices.insert(formula.clone(), id);
        Ok(id)
    }

    /// Returns the distinct variables of a list, in increasing order.
    ///
    /// Also returns, for each list entry, its index among these variables.
    fn variables(&self, list: &[Linear]) -> Result<(Vec<Variable>, Vec<usize>)> {
        let all: Option<Vec<Variable>> = list.iter().map(Linear::as_variable).collect();
        let all =
            all.ok_or_else(|| refused(text!("the arguments of relations and bitwise operations must be variables")))?;
        let mut tracks = all.clone();
        tracks.compact_sort();
        tracks.dedup();
        let places = all.iter().filter_map(|v| tracks.binary_search(v).ok()).collect();
        Ok((tracks, places))
    }

    /// Returns the initial state of a node.
    fn start(&mut self, id: usize, work: &mut WorkCounter<'_>) -> Result<u32> {
        let key = match &self.nodes[id].kind {
            NodeKind::Sum { .. } | NodeKind::Bits(..) | NodeKind::Member(..) => vec![0],
            NodeKind::All(parts) | NodeKind::Any(parts) => {
                parts.iter().map(|&part| self.nodes[part].initial.into()).collect()
            }
            NodeKind::Not(part) => vec![self.nodes[*part].initial.into()],
            NodeKind::Exists(part) => {
                let part = *part;
                let mut set = vec![self.nodes[part].initial];
                let mut at = 0;
                while at < set.len() {
                    for choice in 0..1u32 << self.nodes[id].bound_count {
                        let letter = self.inner(id, 0, 0, choice);
                        let to = self.step(part, set[at], letter, work)?;
                        if !set.contains(&to) {
                            set.push(to);
                        }
                    }
                    at += 1;
                }
                set.into_iter().map(i64::from).collect()
            }
        };
        self.state(id, key, work)
    }

    /// Returns the letter that the subformula with index `part` reads.
    ///
    /// The node reads `letter`, and `choice` contains the digits of the bound variables.
    fn inner(&self, id: usize, part: usize, letter: u32, choice: u32) -> u32 {
        let node = &self.nodes[id];
        let all = letter | choice << node.tracks.len();
        node.inner_tracks[part].iter().enumerate().fold(0, |inner, (k, &track)| inner | (all >> track & 1) << k)
    }

    /// Returns the number of the state with this key, creating the state if necessary.
    fn state(&mut self, id: usize, mut key: Vec<i64>, work: &mut WorkCounter<'_>) -> Result<u32> {
        match &self.nodes[id].kind {
            NodeKind::Sum { zero, constant, positive_sum, negative_sum, .. } => {
                let sum = key[0];
                let stays_positive = sum + negative_sum >= 0 && sum + constant > 0;
                let stays_negative = sum + positive_sum <= 0 && sum + constant < 0;
                if stays_positive || *zero && stays_negative {
                    return Ok(FALSE);
                }
                let stays = *positive_sum == 0 && *negative_sum == 0;
                if (!*zero || stays) && sum + positive_sum <= 0 && sum + constant <= 0 {
                    return Ok(TRUE);
                }
            }
            NodeKind::All(_) => {
                if key.contains(&NEVER) {
                    return Ok(FALSE);
                }
                if key.iter().all(|&s| s == ALWAYS) {
                    return Ok(TRUE);
                }
            }
            NodeKind::Any(_) => {
                if key.contains(&ALWAYS) {
                    return Ok(TRUE);
                }
                if key.iter().all(|&s| s == NEVER) {
                    return Ok(FALSE);
                }
            }
            NodeKind::Not(_) => match key[0] {
                0 => return Ok(TRUE),
                1 => return Ok(FALSE),
                _ => {}
            },
            NodeKind::Exists(_) => {
                if key.contains(&ALWAYS) {
                    return Ok(TRUE);
                }
                key.retain(|&s| s != NEVER);
                key.compact_sort();
                key.dedup();
                if key.is_empty() {
                    return Ok(FALSE);
                }
            }
            NodeKind::Bits(..) => {
                if key[0] != 0 {
                    return Ok(FALSE);
                }
            }
            NodeKind::Member(relation, _) => {
                let Some(relation) = self.relation(*relation) else { return Ok(FALSE) };
                if !relation.can_accept[key[0] as usize] {
                    return Ok(FALSE);
                }
                if !relation.can_reject[key[0] as usize] {
                    return Ok(TRUE);
                }
            }
        }
        if let Some(&state) = self.nodes[id].state_indices.get(&key[..]) {
            return Ok(state);
        }
        let accepts = |part: usize, state: i64| self.nodes[part].accepts[state as usize];
        let holds = match &self.nodes[id].kind {
            NodeKind::Sum { zero, constant, .. } => key[0] + constant == 0 || !zero && key[0] + constant < 0,
            NodeKind::All(parts) => parts.iter().zip(&key).all(|(&part, &s)| accepts(part, s)),
            NodeKind::Any(parts) => parts.iter().zip(&key).any(|(&part, &s)| accepts(part, s)),
            NodeKind::Not(part) => !accepts(*part, key[0]),
            NodeKind::Exists(part) => key.iter().any(|&s| accepts(*part, s)),
            NodeKind::Bits(..) => true,
            NodeKind::Member(relation, _) => self.relation(*relation).is_some_and(|one| one.accept[key[0] as usize]),
        };
        work.reserve(STATE_BYTES + 16 * key.len() as u64)?;
        let node = &mut self.nodes[id];
        let key = key.into_boxed_slice();
        node.keys.push(key.clone());
        node.accepts.push(holds);
        let state = (node.keys.len() - 1) as u32;
        node.state_indices.insert(key, state);
        Ok(state)
    }

    /// Returns the next state after a letter. Recursion is as deep as the formula.
    fn step(&mut self, id: usize, state: u32, letter: u32, work: &mut WorkCounter<'_>) -> Result<u32> {
        if state <= TRUE {
            return Ok(state);
        }
        if let Some(&to) = self.nodes[id].next.get(&(state, letter)) {
            return Ok(to);
        }
        work.steps(1)?;
        work.reserve(24)?;
        let key = self.nodes[id].keys[state as usize].clone();
        let new = match &self.nodes[id].kind {
            NodeKind::Sum { factors, .. } => {
                let ones = factors.iter().enumerate().filter(|&(k, _)| letter >> k & 1 == 1);
                vec![2 * key[0] + ones.map(|(_, a)| a).sum::<i64>()]
            }
            NodeKind::Bits(how, tracks) => {
                let [x, y, z] = tracks.map(|track| u128::from(letter >> track & 1));
                vec![i64::from(how.apply(x, y) != z)]
            }
            NodeKind::Member(relation, tracks) => {
                let read = tracks.iter().enumerate().fold(0, |read, (k, &track)| read | (letter >> track & 1) << k);
                let Some(relation) = self.relation(*relation) else { return Ok(FALSE) };
                vec![relation.next[key[0] as usize * relation.letters + read as usize].into()]
            }
            NodeKind::All(parts) | NodeKind::Any(parts) => {
                let stop = if matches!(self.nodes[id].kind, NodeKind::All(_)) { FALSE } else { TRUE };
                let parts = parts.clone();
                let mut new = Vec::with_capacity(parts.len());
                for (k, part) in parts.into_iter().enumerate() {
                    let to = match key[k] as u32 {
                        decided @ (FALSE | TRUE) => decided,
                        from => self.step(part, from, self.inner(id, k, letter, 0), work)?,
                    };
                    new.push(to.into());
                    if to == stop {
                        break;
                    }
                }
                if new.last() == Some(&stop.into()) { vec![stop.into()] } else { new }
            }
            NodeKind::Not(part) => {
                let part = *part;
                vec![self.step(part, key[0] as u32, self.inner(id, 0, letter, 0), work)?.into()]
            }
            NodeKind::Exists(part) => {
                let part = *part;
                let mut new = vec![];
                let mut choices = Choices::new(&self.nodes[id], letter);
                'all: for &from in &key {
                    choices.restart();
                    while let Some(inner) = choices.next() {
                        let to = self.step(part, from as u32, inner, work)?;
                        if to == TRUE {
                            new = vec![ALWAYS];
                            break 'all;
                        }
                        if to != FALSE && new.last() != Some(&to.into()) {
                            new.push(to.into());
                        }
                    }
                }
                new
            }
        };
        let to = self.state(id, new, work)?;
        self.nodes[id].next.insert((state, letter), to);
        Ok(to)
    }

    /// Returns the numbers of a shortest accepted word; `None` if no word is accepted.
    fn search(&mut self, root: usize, work: &mut WorkCounter<'_>) -> Result<Option<Vec<(Variable, u128)>>> {
        let initial = self.nodes[root].initial;
        // For each state found, its predecessor and the letter that leads from there to the state.
        let mut from: FxHashMap<u32, (u32, u32)> = FxHashMap::default();
        from.insert(initial, (FALSE, 0));
        let mut queue = vec![initial];
        let mut at = 0;
        let mut found = vec![];
        while let Some(&state) = queue.get(at) {
            at += 1;
            if self.nodes[root].accepts[state as usize] {
                return Ok(Some(self.numbers(root, state, &from)));
            }
            if state == FALSE {
                continue;
            }
            found.clear();
            self.successors(root, state, &mut found, work)?;
            for &(letter, to) in &found {
                if to != FALSE && !from.contains_key(&to) {
                    work.reserve(24)?;
                    from.insert(to, (state, letter));
                    queue.push(to);
                }
            }
        }
        work.states += queue.len() as u64;
        Ok(None)
    }

    /// Collects all pairs (letter, next state) that can still lead to acceptance.
    ///
    /// For a conjunction, the digits are chosen conjunct by conjunct, so that most choices fail at the first conjuncts.
    fn successors(
        &mut self,
        root: usize,
        state: u32,
        found: &mut Vec<(u32, u32)>,
        work: &mut WorkCounter<'_>,
    ) -> Result<()> {
        let tracks = self.nodes[root].tracks.len();
        let NodeKind::All(parts) = &self.nodes[root].kind else {
            for letter in 0..1u32 << tracks {
                let to = self.step(root, state, letter, work)?;
                found.push((letter, to));
            }
            return Ok(());
        };
        if state <= TRUE {
            found.push((0, state));
            return Ok(());
        }
        let parts = parts.clone();
        let key = self.nodes[root].keys[state as usize].clone();
        // Conjuncts with few variables come first.
        let mut order: Vec<usize> = (0..parts.len()).filter(|&k| key[k] != ALWAYS).collect();
        order.compact_sort_by_key(|&k| self.nodes[root].inner_tracks[k].len());
        let mut chosen = vec![(0u32, key.to_vec())];
        let mut assigned = 0u32;
        for k in order {
            let mask = self.nodes[root].inner_tracks[k].iter().fold(0u32, |mask, &track| mask | 1 << track);
            let fresh = mask & !assigned;
            assigned |= mask;
            let mut longer = vec![];
            for (letter, key) in &chosen {
                // Enumerate all choices of the digits that first occur in this conjunct.
                let mut digits = 0u32;
                loop {
                    let letter = letter | digits;
                    let to = self.step(parts[k], key[k] as u32, self.inner(root, k, letter, 0), work)?;
                    if to != FALSE {
                        let mut key = key.clone();
                        key[k] = to.into();
                        longer.push((letter, key));
                    }
                    digits = digits.wrapping_sub(fresh) & fresh;
                    if digits == 0 {
                        break;
                    }
                }
            }
            chosen = longer;
        }
        for (letter, key) in chosen {
            let to = self.state(root, key, work)?;
            found.push((letter, to));
        }
        Ok(())
    }

    /// Computes the numbers from the letters on the path to a state.
    fn numbers(&self, root: usize, mut state: u32, from: &FxHashMap<u32, (u32, u32)>) -> Vec<(Variable, u128)> {
        let mut word = vec![];
        while let Some(&(before, letter)) = from.get(&state).filter(|(before, _)| *before != FALSE) {
            word.push(letter);
            state = before;
        }
        let number = |k: usize| {
            word.iter().rev().fold(0u128, |n, letter| n.saturating_mul(2).saturating_add((letter >> k & 1).into()))
        };
        self.nodes[root].tracks.iter().enumerate().map(|(k, &v)| (v, number(k))).collect()
    }
}

/// An iterator over the letters of a quantified formula for one letter of the quantifier's node.
///
/// The free variables have the digits of that letter, and the bound variables any digits.
struct Choices {
    /// The digits of the free variables.
    free_digits: u32,
    /// The mask of the tracks of the bound variables.
    bound_mask: u32,
    /// The last digits of the bound variables that were returned; `None` at the start.
    digits: Option<u32>,
}

impl Choices {
    fn new(node: &FormulaNode, letter: u32) -> Choices {
        let (mut free_digits, mut bound_mask) = (0, 0);
        for (k, &track) in node.inner_tracks[0].iter().enumerate() {
            if track < node.tracks.len() {
                free_digits |= (letter >> track & 1) << k;
            } else {
                bound_mask |= 1 << k;
            }
        }
        Choices { free_digits, bound_mask, digits: None }
    }

    fn restart(&mut self) {
        self.digits = None;
    }

    fn next(&mut self) -> Option<u32> {
        let digits = match self.digits {
            None => 0,
            Some(digits) => {
                Some(digits.wrapping_sub(self.bound_mask) & self.bound_mask).filter(|&digits| digits != 0)?
            }
        };
        self.digits = Some(digits);
        Some(self.free_digits | digits)
    }
}
