//! Sums of short impartial games: a theorem, a table or a search for each component, and the theorems on sums.

use crate::answer::{Answer, Component, Holds, Reason, SPRAGUE_GRUNDY, TAME_SUMS, in_period};
use crate::budget::Budget;
use crate::dense::Tell;
use crate::digraph::GrundyValues;
use crate::kinds::asked;
use crate::listing::{Found, Listing};
use crate::memory::map_growth;
use crate::multiset::look_if_large;
use crate::oracle::Proved;
use crate::search::{Goal, Search, comes_again, endless};
use crate::simplify::simplify;
use crate::solver::{MovesWanted, Question};
use crate::tables::{HeapTable, Tables, Worth};
use crate::tabulate::Of;
use crate::values::Values;
use grundy_lang::{Text, text};
use grundy_rules::{
    AnyMove, AnyPart, AnyRules, Coordinates, Digraph, DynPosition, Error, ErrorKind, Genus, HeapRules, NimSum, Nimber,
    Outcome, Play, Result, Rules, Ruleset, Seat, Spec, TableView, TheoremCard, Told,
};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

/// Components whose numbers are at most this have the values of their options shown.
const MOST_EXPLAINED: u64 = 1000;
/// How many components the working shows.
const MOST_SHOWN: usize = 32;
/// A position that a theorem decides alone gets its value as well if its table has no more cells than this.
const CHEAP_CELLS: u128 = 1 << 20;

const COUNTS: Text = text!("how many moves of each heap win");

/// Who wins the sum, its value, the winning moves and why.
pub(crate) fn solve(spec: &Spec, question: &Question, budget: &Budget<'_>, tables: &mut Tables) -> Result<Answer> {
    let mut work = Work::new(spec, question, budget, tables);
    let verdict = work.verdict()?;
    let components = if question.working { work.components(&verdict) } else { vec![] };
    let mut answer = Answer {
        outcome: Some(verdict.outcome),
        grundy: verdict.grundy,
        genus: verdict.genus,
        simplified: simplify(&components, spec.parts(), spec.play),
        components,
        ..Answer::of(spec)
    };
    if question.moves != MovesWanted::None {
        work.winning_moves(verdict, &mut answer)?;
    }
    answer.reasons = work.reasons;
    answer.nodes = work.nodes;
    Ok(answer)
}

/// What is known of a position, and how its winning moves are found.
struct Verdict {
    outcome: Outcome,
    grundy: Option<Nimber>,
    /// Under misère play, where it decides.
    genus: Option<Genus>,
    by: By,
}

enum By {
    /// One theorem decides the only component.
    Outcome(Place),
    /// What is proved of the game tells who wins the only component.
    Proof(Place, Arc<dyn Proved>),
    /// The values of all components, by term.
    Values { terms: Vec<TermWorth>, whole: NimSum },
    /// The misère Grundy value of the only component with moves.
    Alone(Place),
    /// Search over whole positions, which found the winning moves of each term as well, if they are wanted.
    Search(Vec<(usize, Vec<Found>)>),
}

/// A component: the number of its term and its number there.
type Place = (usize, usize);

pub(super) enum TermWorth {
    /// The term has no copies: nothing is asked of it.
    Absent,
    /// One theorem gives all values.
    Closed(&'static TheoremCard),
    /// Theorem or table, component by component.
    Each(Vec<Known>),
}

/// The worth of one component and where it comes from.
#[derive(Clone)]
pub(super) struct Known {
    pub worth: Worth,
    /// The theorem that tells it; a proof, a table or a search otherwise.
    pub theorem: Option<&'static TheoremCard>,
    /// The closed form that tells it.
    proof: Option<Arc<dyn Proved>>,
    /// Whether it was searched although the game has a table.
    searched: bool,
}

impl Known {
    fn of(worth: Worth) -> Known {
        Known { worth, theorem: None, proof: None, searched: false }
    }
}

/// Components with larger numbers, and with more cells below them, are asked of whoever proves closed forms before a table of
/// theirs is begun.
const FAR: u64 = 1 << 16;
const FAR_CELLS: u128 = 1 << 24;
/// Where a table is too large, a search of so many positions may do.
const SHORT: u64 = 1 << 20;
const SHORT_BYTES: u64 = 1 << 28;
/// With so many options the winning moves are found by looking at each, where a proof does not tell them.
const MOST_OPTIONS: u64 = 1 << 20;

pub(super) struct Work<'a> {
    spec: &'a Spec,
    question: &'a Question,
    budget: &'a Budget<'a>,
    tables: &'a mut Tables,
    /// The values of the graphs met so far, told apart by where they stand in memory: the spec holds them there.
    graphs: Vec<(usize, GrundyValues)>,
    /// The position asked about last, told apart likewise, with the name of its table, and the number of that if it is one of heaps:
    /// to print the rules of a long sum for each of its heaps would take longer than everything else.
    named: Option<(usize, Rc<str>, Option<usize>)>,
    pub reasons: Vec<Reason>,
    pub nodes: u64,
    /// Whether there may be more winning moves than were found.
    uncounted: bool,
}

impl<'a> Work<'a> {
    pub fn new(spec: &'a Spec, question: &'a Question, budget: &'a Budget<'a>, tables: &'a mut Tables) -> Work<'a> {
        Work {
            spec,
            question,
            budget,
            tables,
            graphs: vec![],
            named: None,
            reasons: Vec::with_capacity(1),
            nodes: 0,
            uncounted: false,
        }
    }

    pub fn because(&mut self, reason: Reason) {
        if !self.reasons.contains(&reason) {
            self.reasons.push(reason);
        }
    }

    fn verdict(&mut self) -> Result<Verdict> {
        if !self.question.theorems {
            let goal = if self.spec.play == Play::Normal { Goal::Value } else { Goal::Outcome };
            return self.search(goal);
        }
        if let Some(verdict) = self.outcome_theorem()? {
            return Ok(verdict);
        }
        if let Some(verdict) = self.proved_outcome(false)? {
            return Ok(verdict);
        }
        match self.by_values() {
            // What no table reaches may have a closed form all the same.
            Err(error) if error.kind == ErrorKind::Limit => {
                self.budget.check()?;
                self.proved_outcome(true)?.ok_or(error)
            }
            verdict => verdict,
        }
    }

    /// Decides a component that stands alone by what is proved of its game: if it is far beyond tables, or in any case.
    fn proved_outcome(&mut self, in_any_case: bool) -> Result<Option<Verdict>> {
        let spec = self.spec;
        let [term] = spec.terms.as_slice() else { return Ok(None) };
        let position = &*term.position;
        if term.copies != 1 || position.len() != 1 || !(in_any_case || is_far(position, 0)) {
            return Ok(None);
        }
        let Some((proof, entry)) = self.proved(position, 0, Of::Outcome)? else { return Ok(None) };
        let outcome = if entry == 0 { Outcome::P } else { Outcome::N };
        let mut grundy = None;
        if spec.play == Play::Normal {
            if outcome == Outcome::P {
                grundy = Some(Nimber::ZERO);
            } else if let Some((values, value)) = self.proved(position, 0, Of::Grundy)? {
                self.because(Reason::Proof { statement: values.statement(), method: values.method() });
                grundy = Some(value.into());
            }
        }
        self.because(Reason::Proof { statement: proof.statement(), method: proof.method() });
        Ok(Some(Verdict { outcome, grundy, genus: None, by: By::Proof((0, 0), proof) }))
    }

    /// What is proved of a game without theorems, and what it says of a component.
    fn proved(&mut self, position: &dyn DynPosition, part: usize, of: Of) -> Result<Option<(Arc<dyn Proved>, u64)>> {
        let tabled = match position.table() {
            // The periods of finite sets and of codes are proved by the engines themselves.
            Some(TableView::Heaps(heaps)) => {
                heaps.amounts().is_none_or(|amounts| amounts.max().is_none()) && heaps.code().is_none()
            }
            Some(TableView::Rays(_) | TableView::Dense(_)) => true,
            _ => false,
        };
        if !tabled || !self.question.theorems {
            return Ok(None);
        }
        let rules = Ruleset { play: self.spec.play, game: position.ruleset(), library: self.spec.library.clone() };
        let proof = self.tables.proved(rules, of, self.budget)?;
        Ok(proof.and_then(|proof| {
            let entry = proof.entry(position.coordinates(part))?;
            Some((proof, entry))
        }))
    }

    /// Adds up what the components are worth.
    fn by_values(&mut self) -> Result<Verdict> {
        let play = self.spec.play;
        let mut whole = NimSum::default();
        let mut tame = true;
        let mut terms = Vec::with_capacity(self.spec.terms.len());
        // The one theorem that speaks of all components and of their sum, if there is one.
        let mut covering = None;
        let mut covered = true;
        for term in &self.spec.terms {
            if term.copies == 0 {
                terms.push(TermWorth::Absent);
                continue;
            }
            if let Some(closed) = term.position.closed_form(play) {
                covered &= closed.theorem.covers_sums && covering.is_none_or(|known| known == closed.theorem);
                covering = Some(closed.theorem);
                self.because(Reason::Theorem(closed.theorem));
                whole.add_sum(closed.sum, term.copies);
                terms.push(TermWorth::Closed(closed.theorem));
                continue;
            }
            covered = false;
            let bytes = term.position.len() as u128 * size_of::<Known>() as u128;
            self.budget.fits(bytes, &text!("what all heaps are worth"))?;
            let mut each = Vec::with_capacity(term.position.len());
            for part in 0..term.position.len() {
                let known = self.worth(&*term.position, part)?;
                // A component of unknown worth is not tame: then the sum of the others is not used.
                whole.add(known.worth.genus.unwrap_or(Genus::END), term.copies);
                tame &= known.worth.tame;
                each.push(known);
            }
            terms.push(TermWorth::Each(each));
        }
        let by = By::Values { terms, whole };
        if !tame {
            let alone = match self.only_movable() {
                Some(place) => self.worth(&*self.spec.terms[place.0].position, place.1)?.worth.genus.zip(Some(place)),
                None => None,
            };
            return match alone {
                Some((genus, place)) => {
                    let outcome = genus.misere_outcome();
                    Ok(Verdict { outcome, grundy: None, genus: Some(genus), by: By::Alone(place) })
                }
                None => self.search(Goal::Outcome),
            };
        }
        if self.spec.parts() > 1 && !covered {
            let theorem = if play == Play::Normal { &SPRAGUE_GRUNDY } else { &TAME_SUMS };
            self.because(Reason::Theorem(theorem));
        }
        let grundy = (play == Play::Normal).then(|| whole.value());
        let genus = (play == Play::Misere).then(|| whole.genus());
        Ok(Verdict { outcome: whole.outcome(play), grundy, genus, by })
    }

    /// Decides a component that stands alone by its theorem.
    fn outcome_theorem(&mut self) -> Result<Option<Verdict>> {
        let [term] = self.spec.terms.as_slice() else { return Ok(None) };
        if term.copies != 1 || term.position.len() != 1 {
            return Ok(None);
        }
        let Some((outcome, theorem)) = term.position.outcome(0, self.spec.play) else { return Ok(None) };
        self.because(Reason::Theorem(theorem));
        let mut grundy = None;
        if self.spec.play == Play::Normal {
            if outcome == Outcome::P {
                grundy = Some(Nimber::ZERO);
            } else if let Some(TableView::Rays(steps)) = term.position.table() {
                let [a, b, _] = term.position.coordinates(0);
                let pair = [a, b];
                let cells = (u128::from(pair[0]) + 1).saturating_mul(u128::from(pair[1]) + 1);
                if cells <= CHEAP_CELLS {
                    // A value is a bonus here: a tight memory limit does without it, a cancelled run does not go on.
                    let table = self.tables.pair(&term.position.rules_text(), steps);
                    grundy = table.worth(pair, Play::Normal, self.budget).ok().and_then(|w| w.genus).map(|g| g.normal);
                    self.budget.check()?;
                    if grundy.is_some() {
                        self.because(Reason::Table { holds: Holds::Values, to: pair[0].max(pair[1]) });
                    }
                }
            }
        }
        Ok(Some(Verdict { outcome, grundy, genus: None, by: By::Outcome((0, 0)) }))
    }

    /// What a component is worth: by theorem, by table or by search.
    pub fn worth(&mut self, position: &dyn DynPosition, part: usize) -> Result<Known> {
        let play = self.spec.play;
        if let Some((genus, theorem)) = position.worth(part, play) {
            self.because(Reason::Theorem(theorem));
            return Ok(Known { theorem: Some(theorem), ..Known::of(Worth::of(genus)) });
        }
        if play == Play::Normal
            && is_far(position, part)
            && let Some(known) = self.proved_worth(position, part)?
        {
            return Ok(known);
        }
        let coordinates = position.coordinates(part);
        // Values of misère play are no help in sums of rules that are not known to be tame.
        let table = position.table().filter(|table| play == Play::Normal || !matches!(table, TableView::Dense(_)));
        let worth = match table {
            Some(table) => {
                let worth = match self.look_up(position, table, coordinates) {
                    Err(error) if error.kind == ErrorKind::Limit && play == Play::Normal => {
                        self.budget.check()?;
                        if let Some(known) = self.proved_worth(position, part)? {
                            return Ok(known);
                        }
                        if matches!(table, TableView::Heaps(heaps) if heaps.amounts().is_some()) {
                            return Err(error);
                        }
                        // Play may pass by most of what a table would hold, other than where amounts are taken.
                        let worth = self.searched_worth(position, part)?.ok_or(error)?;
                        return Ok(Known { searched: true, ..Known::of(worth) });
                    }
                    worth => worth?,
                };
                self.because_of_table(position, table, coordinates);
                worth
            }
            None if play == Play::Normal => {
                let mut rules = AnyRules::default();
                let parts = position.erase(&mut rules, false);
                let mut values = Values::new(&rules, &[], self.budget);
                let value = values.of(&parts[part])?;
                self.nodes += values.evaluated();
                self.searched();
                Worth::of(Genus::of_nim_heap(value.0))
            }
            None if !position.has_moves(part) => Worth::of(Genus::END),
            // Without a table nothing is known of the followers' genera: the whole is searched.
            None => Worth::UNKNOWN,
        };
        Ok(Known::of(worth))
    }

    /// What a component is worth under normal play by a short search of what it leads to.
    fn searched_worth(&mut self, position: &dyn DynPosition, part: usize) -> Result<Option<Worth>> {
        let small =
            Budget { nodes: self.budget.nodes.min(SHORT), bytes: self.budget.bytes.min(SHORT_BYTES), ..*self.budget };
        let mut rules = AnyRules::default();
        let parts = position.erase(&mut rules, false);
        let mut values = Values::new(&rules, &[], &small);
        match values.of(&parts[part]) {
            Ok(value) => {
                self.nodes += values.evaluated();
                self.searched();
                Ok(Some(Worth::of(Genus::of_nim_heap(value.0))))
            }
            Err(error) if error.kind == ErrorKind::Limit => self.budget.check().map(|()| None),
            Err(error) => Err(error),
        }
    }

    /// What a component is worth under normal play by what is proved of its game.
    fn proved_worth(&mut self, position: &dyn DynPosition, part: usize) -> Result<Option<Known>> {
        let Some((proof, value)) = self.proved(position, part, Of::Grundy)? else { return Ok(None) };
        self.because(Reason::Proof { statement: proof.statement(), method: proof.method() });
        let worth = Worth::of(Genus::of_nim_heap(value.into()));
        Ok(Some(Known { proof: Some(proof), ..Known::of(worth) }))
    }

    /// The moves of a component to options with this entry of what is proved; a count only where all of them were found.
    fn proved_moves(
        &mut self,
        t: usize,
        part: usize,
        proof: &dyn Proved,
        entry: u64,
        room: usize,
    ) -> Result<(Option<u128>, Vec<AnyMove>)> {
        let spec = self.spec;
        let position = &*spec.terms[t].position;
        let mut meter = self.budget.meter(text!("moves"));
        let mut seen = 0;
        // Whoever has few options is asked for them; to look at one is cheap.
        let by_one = position.filter_moves(part, room, &mut |left| {
            meter.tick(1)?;
            seen += 1;
            if seen > MOST_OPTIONS {
                return Err(Error::new(ErrorKind::TooLarge, Text::empty()));
            }
            let sum = left.iter().try_fold(0, |sum, &at| Some(sum ^ proof.entry(at)?));
            Ok(sum == Some(entry))
        });
        match by_one {
            Ok((count, moves)) => return Ok((Some(count), moves)),
            Err(error) if error.kind == ErrorKind::TooLarge => {}
            Err(error) => return Err(error),
        }
        let Some(options) = proof.options(position.coordinates(part), entry, self.budget)? else {
            return Ok((None, vec![]));
        };
        let moves: Option<Vec<AnyMove>> = options.iter().take(room).map(|left| position.move_to(part, left)).collect();
        Ok(moves.map_or((None, vec![]), |moves| (Some(options.len() as u128), moves)))
    }

    /// The name of a position's table.
    fn name(&mut self, position: &dyn DynPosition) -> Rc<str> {
        let place = std::ptr::from_ref(position).cast::<()>().addr();
        match &self.named {
            Some((at, name, _)) if *at == place => Rc::clone(name),
            _ => {
                let name: Rc<str> = table_name(position).into();
                self.named = Some((place, Rc::clone(&name), None));
                name
            }
        }
    }

    /// The table of a position of heaps.
    fn heap_table(&mut self, position: &dyn DynPosition, heaps: &dyn HeapRules) -> &mut HeapTable {
        let name = self.name(position);
        let number = match &mut self.named {
            Some((_, _, Some(number))) => *number,
            _ => {
                let number = self.tables.heap_number(&name, heaps);
                self.named = self.named.take().map(|(at, name, _)| (at, name, Some(number)));
                number
            }
        };
        self.tables.numbered_heap(number)
    }

    fn look_up(&mut self, position: &dyn DynPosition, table: TableView<'_>, at: Coordinates) -> Result<Worth> {
        let (play, budget) = (self.spec.play, self.budget);
        if let TableView::Heaps(heaps) = table {
            return self.heap_table(position, heaps).worth(heaps, at[0], play, budget);
        }
        let rules = &*self.name(position);
        match table {
            TableView::Rays(steps) => self.tables.pair(rules, steps).worth([at[0], at[1]], play, self.budget),
            TableView::Digraph(graph) => self.vertex(graph, at[0]),
            TableView::Dense(dense) if play == Play::Normal => {
                let table = self.tables.dense(rules, dense.dims(), Tell::Values, play);
                let before = table.evaluated();
                let value = table.value(dense, at, self.budget);
                self.nodes += table.evaluated() - before;
                // Who plays on for ever is not for values.
                let again = |error: &Error| error.kind == ErrorKind::Unsupported && *error != endless();
                let value = value.map_err(|error| if again(&error) { comes_again() } else { error });
                Ok(Worth::normal(value?))
            }
            TableView::Dense(_) => Ok(Worth::UNKNOWN),
            // No impartial game has such a table; that of heaps was asked above.
            TableView::Partizan { .. } | TableView::Rivals(_) | TableView::Row { .. } | TableView::Heaps(_) => {
                Ok(Worth::UNKNOWN)
            }
        }
    }

    /// What a vertex of a graph without cycles is worth.
    fn vertex(&mut self, graph: &Digraph, vertex: u64) -> Result<Worth> {
        let place = std::ptr::from_ref(graph).addr();
        let known = self.graphs.iter().position(|&(at, _)| at == place);
        let known = match known {
            Some(known) => known,
            None => {
                let values = match self.spec.play {
                    Play::Normal => GrundyValues::of(graph.arcs(), self.budget)?,
                    Play::Misere => GrundyValues::with_misere(graph.arcs(), self.budget)?,
                };
                self.nodes += graph.vertices() as u64;
                self.searched();
                self.graphs.push((place, values.expect("a graph with cycles is not short")));
                self.graphs.len() - 1
            }
        };
        let (values, vertex) = (&self.graphs[known].1, vertex as u32);
        Ok(match values.genus(vertex) {
            Some((genus, tame)) => Worth { genus: Some(genus), tame },
            None => Worth::of(Genus::of_nim_heap(values.get(vertex).0)),
        })
    }

    fn because_of_table(&mut self, position: &dyn DynPosition, table: TableView<'_>, at: Coordinates) {
        match table {
            TableView::Heaps(heaps) => {
                let play = self.spec.play;
                let (computed, period) = self.heap_table(position, heaps).extent(play);
                match period {
                    Some((period, theorem)) if at[0] >= computed => {
                        self.because(Reason::Period { holds: self.holds(), period, theorem });
                    }
                    _ => self.widest_table(at[0]),
                }
            }
            TableView::Rays(_) => self.widest_table(at[0].max(at[1])),
            // Its cells were computed because they were asked for: a search with memory.
            TableView::Dense(_) => self.searched(),
            TableView::Partizan { .. } | TableView::Digraph(_) | TableView::Rivals(_) | TableView::Row { .. } => {}
        }
    }

    /// Records that positions were looked at; one entry counts all of them.
    fn searched(&mut self) {
        self.reasons.retain(|reason| !matches!(reason, Reason::Search { .. }));
        self.reasons.push(Reason::Search { nodes: self.nodes });
    }

    /// Records the use of a table; one entry with the largest heap stands for all.
    fn widest_table(&mut self, heap: u64) {
        for reason in &mut self.reasons {
            if let Reason::Table { to, .. } = reason {
                *to = heap.max(*to);
                return;
            }
        }
        let holds = self.holds();
        self.reasons.push(Reason::Table { holds, to: heap });
    }

    /// What tables hold under the convention of the question.
    fn holds(&self) -> Holds {
        match self.spec.play {
            Play::Normal => Holds::Values,
            Play::Misere => Holds::Genera,
        }
    }

    /// The only component that has moves, if there is just one.
    fn only_movable(&self) -> Option<Place> {
        let mut only = None;
        for (t, term) in self.spec.terms.iter().enumerate() {
            for part in (0..term.position.len()).filter(|_| term.copies > 0) {
                if term.position.has_moves(part) {
                    if only.is_some() || term.copies > 1 {
                        return None;
                    }
                    only = Some((t, part));
                }
            }
        }
        only
    }

    /// All components of the sum for a search, with their copies.
    fn erased(&self) -> (AnyRules, Vec<Vec<AnyPart>>) {
        let mut rules = AnyRules::default();
        let parts = self.spec.terms.iter().map(|t| t.position.erase(&mut rules, false)).collect();
        (rules, parts)
    }

    /// Who wins, and by which moves, by one search: each position is evaluated once.
    fn search(&mut self, goal: Goal) -> Result<Verdict> {
        self.reasons.clear();
        let (rules, parts) = self.erased();
        let mut search = Search::new(&rules, self.spec.play, goal, self.budget);
        let root = search.position(with_copies(self.spec, &parts))?;
        let value = search.evaluate(root.clone())?;
        let mut winning = vec![];
        if self.question.moves != MovesWanted::None {
            let mut room = self.question.moves.listed();
            for (t, term) in self.spec.terms.iter().enumerate().filter(|(_, term)| term.copies > 0) {
                let mut found = vec![];
                for (part, erased) in parts[t].iter().enumerate() {
                    let (mut count, mut moves) = (0, vec![]);
                    for mv in term.position.moves(part, Seat::LEFT) {
                        look_if_large(&rules, erased, self.budget)?;
                        let left = rules.play(erased, Seat::LEFT, &mv);
                        let option = search.replace(&root, erased, &left)?;
                        if search.evaluate(option)? == 0 {
                            count += 1;
                            if moves.len() < room {
                                moves.push(mv);
                            }
                        }
                    }
                    if count > 0 {
                        room -= moves.len();
                        found.push(Found::wins(part, count, moves));
                    }
                }
                winning.push((t, found));
            }
        }
        self.nodes += search.evaluated();
        self.because(Reason::Search { nodes: self.nodes });
        let grundy = (goal == Goal::Value && self.spec.play == Play::Normal).then(|| Nimber::from(value));
        let outcome = Nimber::from(value).outcome();
        Ok(Verdict { outcome, grundy, genus: None, by: By::Search(winning) })
    }

    fn winning_moves(&mut self, verdict: Verdict, answer: &mut Answer) -> Result<()> {
        let mut list = Listing::new(self.spec, self.question.moves.listed());
        if verdict.outcome == Outcome::N {
            match verdict.by {
                By::Outcome((t, part)) => {
                    let position = &*self.spec.terms[t].position;
                    let told = position.winning_moves(part, self.spec.play).expect("a theorem gave the outcome");
                    if let Told::All(count, moves) = told {
                        list.add(t, &[Found::wins(part, count, moves.take(list.room()))]);
                    } else {
                        let asked = asked::ask(position, self.spec.play, told, list.room(), self.budget)?;
                        self.uncounted |= asked.count.is_none();
                        let count = asked.count.unwrap_or(asked.moves.len() as u128);
                        list.add(t, &[Found::wins(part, count, asked.moves)]);
                        asked.reasons.into_iter().for_each(|reason| self.because(reason));
                        if asked.nodes > 0 {
                            self.nodes += asked.nodes;
                            self.searched();
                        }
                    }
                }
                By::Alone((t, part)) => {
                    let position = &*self.spec.terms[t].position;
                    let (count, moves) = match position.completing(part, self.spec.play, NimSum::default()) {
                        Some((count, moves)) => (count, moves.take(list.room()).collect()),
                        None => {
                            let winning = |options: &[Worth]| matches!(options, [Worth { genus: Some(genus), .. }] if genus.misere == Nimber::ZERO);
                            self.table_moves(t, part, list.room(), winning)?
                        }
                    };
                    list.add(t, &[Found::wins(part, count, moves)]);
                }
                By::Values { terms, whole } => {
                    for (t, worth) in terms.iter().enumerate() {
                        self.moves_by_value(t, worth, whole, &mut list)?;
                    }
                }
                By::Proof((t, part), proof) => {
                    let (count, moves) = self.proved_moves(t, part, &*proof, 0, list.room())?;
                    list.add(t, &[Found::wins(part, count.unwrap_or(moves.len() as u128), moves)]);
                    self.uncounted |= count.is_none();
                }
                By::Search(winning) => winning.iter().for_each(|(t, found)| list.add(*t, found)),
            }
        }
        answer.moves_total = Some(list.total).filter(|_| !self.uncounted);
        answer.incomplete = self.uncounted;
        answer.moves = list.moves;
        Ok(())
    }

    /// The winning moves in one term, from the values of its components and of the whole sum.
    pub fn moves_by_value(&mut self, t: usize, worth: &TermWorth, whole: NimSum, list: &mut Listing<'_>) -> Result<()> {
        let term = &self.spec.terms[t];
        if term.copies == 0 {
            return Ok(());
        }
        let play = self.spec.play;
        let position = &*term.position;
        let by_theorem = |part: usize, genus: Genus, room: usize| {
            let completing = position.completing(part, play, whole.without(genus));
            let (count, moves) = completing.expect("a theorem told what the component is worth");
            (count, moves.take(room).collect::<Vec<_>>())
        };
        match worth {
            TermWorth::Absent => {}
            TermWorth::Closed(_) => {
                let count = position.count_winning(play, whole);
                let mut found = vec![];
                let mut missing = (list.room() as u128).min(count) as usize;
                for part in 0..position.len() {
                    if missing == 0 {
                        break;
                    }
                    let (genus, _) = position.worth(part, play).expect("a theorem told what the component is worth");
                    let (count, moves) = by_theorem(part, genus, missing);
                    missing -= moves.len();
                    if count > 0 {
                        found.push(Found::wins(part, count, moves));
                    }
                }
                list.add_counted(t, &found, count);
            }
            TermWorth::Each(known) => {
                let mut found = vec![];
                let (mut room, mut total) = (list.room(), 0u128);
                // Equal components have equally many winning moves, which are the same once no more can be listed.
                let tabled = position.table().is_some() && known.len() > 1;
                let mut counts: FxHashMap<Coordinates, u128> = FxHashMap::default();
                for (part, known) in known.iter().enumerate() {
                    let at = position.coordinates(part);
                    if room == 0
                        && let Some(count) = counts.get(&at)
                    {
                        total = total.saturating_add(*count);
                        continue;
                    }
                    let genus = known.worth.genus.expect("sums of values are made of known values");
                    let rest = whole.without(genus);
                    let (count, moves) = if known.theorem.is_some() {
                        by_theorem(part, genus, room)
                    } else if let Some(proof) = &known.proof {
                        let wanted = whole.without(genus).completing_heap(play);
                        let found = match u64::try_from(wanted) {
                            Ok(wanted) => self.proved_moves(t, part, &**proof, wanted, room)?,
                            Err(_) => (Some(0), vec![]),
                        };
                        self.uncounted |= found.0.is_none();
                        (found.0.unwrap_or(found.1.len() as u128), found.1)
                    } else {
                        let winning = move |options: &[Worth]| {
                            let mut sum = rest;
                            options.iter().for_each(|option| sum.add(option.genus.unwrap_or(Genus::END), 1));
                            sum.outcome(play) == Outcome::P
                        };
                        if known.searched {
                            self.valued_moves(t, part, room, winning)?
                        } else if let Some(count) = self.counted_moves(position, at[0], rest, room)? {
                            (count, vec![])
                        } else if let Some(found) = self.periodic_moves(t, part, rest, room)? {
                            found
                        } else {
                            self.table_moves(t, part, room, winning)?
                        }
                    };
                    total = total.saturating_add(count);
                    room -= moves.len();
                    if tabled && self.budget.fits(map_growth(&counts).into(), &COUNTS).is_ok() {
                        counts.insert(at, count);
                    }
                    if !moves.is_empty() {
                        found.push(Found::wins(part, count, moves));
                    }
                }
                list.add_counted(t, &found, total);
            }
        }
        Ok(())
    }

    /// How many moves of a heap from which amounts are taken win together with `rest`, where none of them is to be listed.
    fn counted_moves(
        &mut self,
        position: &dyn DynPosition,
        heap: u64,
        rest: NimSum,
        room: usize,
    ) -> Result<Option<u128>> {
        let (Some(TableView::Heaps(heaps)), Play::Normal, 0) = (position.table(), self.spec.play, room) else {
            return Ok(None);
        };
        let budget = self.budget;
        self.heap_table(position, heaps).moves_to(heap, rest.value().0, budget)
    }

    /// The winning moves of a heap of an octal game that lies beyond the table in its period, counted by residue classes.
    fn periodic_moves(
        &mut self,
        t: usize,
        part: usize,
        rest: NimSum,
        room: usize,
    ) -> Result<Option<(u128, Vec<AnyMove>)>> {
        let spec = self.spec;
        let position = &*spec.terms[t].position;
        let Some(TableView::Heaps(heaps)) = position.table() else { return Ok(None) };
        let (Some(code), Play::Normal) = (heaps.code().filter(|c| c.is_octal()), spec.play) else { return Ok(None) };
        let [heap, ..] = position.coordinates(part);
        let HeapTable::Splits(table) = self.heap_table(position, heaps) else { return Ok(None) };
        if heap < table.extent().0 {
            return Ok(None);
        }
        let (count, moves) = table.periodic_moves(code, heap, rest.completing_heap(Play::Normal), room)?;
        let moves: Option<Vec<AnyMove>> = moves.into_iter().map(|mv| position.heap_move(mv)).collect();
        Ok(moves.map(|moves| (count, moves)))
    }

    /// The moves of a component for which `winning` holds of the worth of the components they leave.
    pub fn table_moves(
        &mut self,
        t: usize,
        part: usize,
        room: usize,
        winning: impl Fn(&[Worth]) -> bool,
    ) -> Result<(u128, Vec<AnyMove>)> {
        let spec = self.spec;
        let position = &*spec.terms[t].position;
        let mut meter = self.budget.meter(text!("moves"));
        let Some(table) = position.table() else { return self.valued_moves(t, part, room, winning) };
        let mut options = vec![];
        position.filter_moves(part, room, &mut |left| {
            meter.tick(1)?;
            options.clear();
            for &at in left {
                options.push(self.look_up(position, table, at)?);
            }
            Ok(winning(&options))
        })
    }

    /// The same for games without a table, whose values are computed by their options.
    fn valued_moves(
        &mut self,
        t: usize,
        part: usize,
        room: usize,
        winning: impl Fn(&[Worth]) -> bool,
    ) -> Result<(u128, Vec<AnyMove>)> {
        let spec = self.spec;
        let mut rules = AnyRules::default();
        let parts = spec.terms[t].position.erase(&mut rules, false);
        let mut values = Values::new(&rules, &[], self.budget);
        let (mut count, mut moves) = (0, vec![]);
        for mv in rules.moves(&parts[part], Seat::LEFT) {
            let mut options = vec![];
            for p in rules.play(&parts[part], Seat::LEFT, &mv) {
                options.push(Worth::of(Genus::of_nim_heap(values.of(&p)?.0)));
            }
            if winning(&options) {
                count += 1;
                if moves.len() < room {
                    moves.push(mv);
                }
            }
        }
        // All of these positions were evaluated, and counted, for the value of the component itself.
        Ok((count, moves))
    }

    /// How a table tells what a component is worth; of one alone the value is said with the outcome.
    fn table_working(&mut self, position: &dyn DynPosition, part: usize, value: u128) -> Option<Text> {
        let worth = (self.spec.parts() > 1).then(|| text!("worth {value}", value));
        let Some(TableView::Heaps(heaps)) = position.table() else { return worth };
        let [heap, ..] = position.coordinates(part);
        let play = self.spec.play;
        let (computed, period) = self.heap_table(position, heaps).extent(play);
        match period {
            Some((period, _)) if heap >= computed => {
                Some(text!("{like}, worth {value}", like = in_period(heap, period), value))
            }
            _ => worth,
        }
    }

    /// What the options of a component are worth, where a table tells: how its value comes about.
    fn options_working(&mut self, t: usize, part: usize, value: u128) -> Option<Text> {
        let position = &*self.spec.terms[t].position;
        let is_small = !matches!(position.table()?, TableView::Digraph(_))
            && position.coordinates(part).iter().all(|&number| number <= MOST_EXPLAINED);
        if !is_small || self.spec.play != Play::Normal {
            return None;
        }
        let found = RefCell::new(BTreeSet::new());
        let note = |options: &[Worth]| {
            let genera = options.iter().filter_map(|option| option.genus);
            found.borrow_mut().insert(genera.fold(0, |xor, genus| xor ^ genus.normal.0));
            false
        };
        self.table_moves(t, part, 0, note).ok()?;
        let found = found.into_inner();
        if found.is_empty() {
            return None;
        }
        Some(text!("its options are worth {values}; the least number missing is {value}", values = runs(&found), value))
    }

    /// The first components with what they are worth.
    fn components(&mut self, verdict: &Verdict) -> Vec<Component> {
        let (spec, play) = (self.spec, self.spec.play);
        let mut list = vec![];
        if has_long_rules(spec) {
            return list;
        }
        for (t, term) in spec.terms.iter().enumerate().filter(|(_, term)| term.copies > 0) {
            for part in 0..term.position.len() {
                if list.len() == MOST_SHOWN {
                    return list;
                }
                let position = &*term.position;
                let (genus, theorem) = match &verdict.by {
                    By::Values { terms, .. } => match &terms[t] {
                        TermWorth::Absent => (None, None),
                        TermWorth::Closed(card) => (position.worth(part, play).map(|w| w.0), Some(*card)),
                        TermWorth::Each(known) => (known[part].worth.genus, known[part].theorem),
                    },
                    By::Outcome(_) => (None, position.outcome(part, play).map(|o| o.1)),
                    By::Alone(_) | By::Proof(..) | By::Search(_) => (None, None),
                };
                let heap = genus.filter(|&g| g == Genus::of_nim_heap(g.normal.0)).map(|g| g.normal.0);
                let working = match (theorem, heap) {
                    (Some(card), _) => position.working(part, card.name),
                    (None, Some(heap)) => {
                        self.options_working(t, part, heap).or_else(|| self.table_working(position, part, heap))
                    }
                    (None, None) => None,
                };
                let text = match position.numbers_of(part) {
                    0..=1000 => position.write_one(part),
                    _ => format!("{}(...)", position.card().name),
                };
                list.push(Component { text, copies: term.copies, heap, working, by: theorem.map(|card| card.name) });
            }
        }
        list
    }
}

/// Numbers, with three and more that follow one another as one range: `0..3, 5, 6`.
fn runs(numbers: &BTreeSet<u128>) -> String {
    let mut runs: Vec<(u128, u128)> = vec![];
    for &number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let words = runs.into_iter().map(|(first, last)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first}..{last}"),
    });
    words.collect::<Vec<_>>().join(", ")
}

/// Whether tables that reach a component would be large.
fn is_far(position: &dyn DynPosition, part: usize) -> bool {
    let numbers = position.coordinates(part);
    let cells = numbers.iter().fold(1u128, |cells, &n| cells.saturating_mul(u128::from(n) + 1));
    match position.table() {
        // Theorems and periods speak of most of these: who proves is asked where they do not.
        Some(TableView::Heaps(heaps)) if heaps.amounts().is_some() => false,
        Some(TableView::Heaps(_)) => numbers[0] > FAR,
        Some(TableView::Dense(rules)) if rules.dims() == 1 => numbers[0] > FAR,
        Some(TableView::Rays(_) | TableView::Dense(_)) => cells > FAR_CELLS,
        _ => false,
    }
}

/// The name of a game's table, which costs no text for graphs: these have none.
fn table_name(position: &dyn DynPosition) -> String {
    match position.table() {
        Some(TableView::Digraph(_)) => String::new(),
        _ => position.rules_text(),
    }
}

/// Whether the parameters alone are too long to be printed beside each component.
pub(super) fn has_long_rules(spec: &Spec) -> bool {
    let long = |position: &dyn DynPosition| position.numbers() > 1000 + position.len();
    spec.terms.iter().any(|t| matches!(t.position.table(), Some(TableView::Digraph(_))) && long(&*t.position))
}

pub(super) fn with_copies<'a>(spec: &'a Spec, parts: &'a [Vec<AnyPart>]) -> impl Iterator<Item = (&'a AnyPart, u64)> {
    spec.terms.iter().zip(parts).flat_map(|(term, parts)| parts.iter().map(|p| (p, term.copies)))
}
