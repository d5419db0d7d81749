//! Enumeration of all positions that play can reach, in any game of two players.
//!
//! Positions are numbered by the order of their texts. The text of a position lists its components in order,
//! without those in which neither player can move; in partizan games the text starts with the player to move.
//!
//! The search is breadth-first. For each level, it sorts the texts of all options and drops the texts that
//! are already known. Memory holds a batch of new texts, and the first of every 64 stored texts.

use super::runs::{RunWriter, SortedRun, SortedTextReader, merge_runs};
use crate::file_ops::{FileOp, failed};
use grundy_lang::text;
use grundy_rules::indexed::{Batch, Parents, Slot, TerminalResult, Tier, Tiers};
use grundy_rules::{Budget, ComponentIndex, Error, ErrorKind, Kind, Library, Play, Player, PositionSum, Result, parse};
use std::ops::Range;
use std::path::Path;

/// The only tier, which contains all positions.
const ALL: Tier = 0;
/// The largest number of components of a position.
const MAX_COMPONENTS: u128 = 1000;
/// The least size of a batch of texts to sort, in bytes.
const MIN_BATCH_BYTES: u64 = 1 << 16;
/// The maximal number of sorted runs that are read in parallel; additional runs are merged first.
const MAX_RUNS: usize = 24;

/// The conversion between positions and their texts.
#[derive(Clone, Debug)]
pub(super) struct TextCodec {
    library: Library,
    play: Play,
    partizan: bool,
}

impl TextCodec {
    /// Creates the conversion for all positions that play from `spec` can reach.
    ///
    /// # Errors
    /// Fails with `unsupported` for games that are not decided by the last move, and for positions that are too large.
    pub fn for_position(spec: &PositionSum) -> Result<TextCodec> {
        let kind = spec.kind();
        if !matches!(kind, Kind::Impartial | Kind::Partizan)
            || !spec.is_printable()
            || spec.component_count() > MAX_COMPONENTS
        {
            let message = text!(
                "the positions of {spec} are not numbered, so they cannot be solved all at once",
                spec = if spec.is_printable() { spec.canonical_text() } else { String::new() }
            );
            let error = Error::new(ErrorKind::Unsupported, message);
            return Err(error.help(text!("for example {example}", example = "quixo[3](start)")));
        }
        Ok(TextCodec { library: spec.library.clone(), play: spec.play, partizan: kind == Kind::Partizan })
    }

    /// Reports whether a position can be one of the enumerated positions, by its play and kind.
    pub fn accepts(&self, spec: &PositionSum) -> bool {
        let kind = spec.kind();
        spec.play == self.play && (kind == Kind::Partizan && self.partizan || kind == Kind::Impartial)
    }

    /// Returns the players to move for which positions are stored.
    /// Impartial positions are stored once, with Left to move.
    pub fn players(&self) -> &'static [Player] {
        if self.partizan { &[Player::LEFT, Player::RIGHT] } else { &[Player::LEFT] }
    }

    /// Returns the text of a position with this player to move.
    pub fn text(&self, spec: &PositionSum, by: Player) -> Vec<u8> {
        let mut components: Vec<String> = vec![];
        for term in spec.terms.iter().filter(|term| term.copies > 0) {
            for component in 0..term.position.len() {
                let single = term.position.component(component);
                if [Player::LEFT, Player::RIGHT].iter().all(|&by| single.moves(0, by).next().is_none()) {
                    continue;
                }
                let mut one = String::from(if term.negative && self.partizan { "-" } else { "" });
                single.write(&mut one);
                components.extend(std::iter::repeat_n(one, term.copies as usize));
            }
        }
        components.sort_unstable();
        let player = match (self.partizan, by) {
            (false, _) => "",
            (true, Player::LEFT) => "L ",
            (true, _) => "R ",
        };
        [player, &components.join(" + ")].concat().into_bytes()
    }

    /// Returns the same position with the other player to move; `None` if the game is impartial.
    fn with_other_player(&self, text: &[u8]) -> Option<Vec<u8>> {
        let (player, rest) = text.split_first().filter(|_| self.partizan)?;
        Some([&[if *player == b'L' { b'R' } else { b'L' }], rest].concat())
    }

    /// Returns the position with this text and the player to move; `None` if the text is invalid.
    pub fn position(&self, text: &[u8]) -> Option<(PositionSum, Player)> {
        let text = std::str::from_utf8(text).ok()?;
        let (by, text) = match (self.partizan, text.split_at_checked(2)) {
            (false, _) => (Player::LEFT, text),
            (true, Some(("L ", rest))) => (Player::LEFT, rest),
            (true, Some(("R ", rest))) => (Player::RIGHT, rest),
            _ => return None,
        };
        let terms = if text.is_empty() { vec![] } else { parse(text, &self.library).ok()?.terms };
        Some((PositionSum { play: self.play, terms, library: self.library.clone() }, by))
    }

    /// Calls `visit` with the text of each option.
    fn for_each_option(&self, text: &[u8], visit: &mut dyn FnMut(Vec<u8>) -> Result<()>) -> Result<()> {
        let invalid = || {
            Error::new(
                ErrorKind::Refused,
                text!("{text} is not a position", text = String::from_utf8_lossy(text).into_owned()),
            )
        };
        let (spec, by) = self.position(text).ok_or_else(invalid)?;
        for (t, term) in spec.terms.iter().enumerate() {
            // In a negated game the players have exchanged their roles.
            let component_player = if term.negative { by.other() } else { by };
            for component in 0..term.position.len() {
                for mv in term.position.moves(component, component_player) {
                    let (option, next) = spec.after(ComponentIndex { term: t, copy: 0, component }, by, &mv);
                    visit(self.text(&option, next))?;
                }
            }
            if let Some(error) = term.position.ruleset().fault() {
                return Err(error);
            }
        }
        Ok(())
    }
}

/// All positions that play from one position can reach.
#[derive(Debug)]
pub(super) struct ReachablePositions {
    pub texts: TextCodec,
    pub run: SortedRun,
}

impl ReachablePositions {
    /// Enumerates the positions.
    /// Temporary files are created in `work`; the final list is written to `path`.
    ///
    /// # Errors
    /// Fails with `limit`, with `io`, and with the errors of the game.
    pub fn enumerate(
        spec: &PositionSum,
        rules: u64,
        work: &Path,
        path: &Path,
        budget: &Budget,
    ) -> Result<ReachablePositions> {
        let texts = TextCodec::for_position(spec)?;
        std::fs::create_dir_all(work).map_err(|error| failed(work, FileOp::Create, &error))?;
        for entry in std::fs::read_dir(work).into_iter().flatten().flatten() {
            if entry.file_name().to_string_lossy().starts_with("texts.") {
                let _ = std::fs::remove_file(entry.path());
            }
        }
        let mut enumeration =
            Enumeration { work, count: 0, max_batch_bytes: (budget.bytes / 4).max(MIN_BATCH_BYTES), budget };
        let mut level = enumeration.write_run(&mut texts.players().iter().map(|&by| texts.text(spec, by)).collect())?;
        let mut known: Vec<SortedRun> = vec![];
        let mut meter = budget.meter(text!("moves"));
        while level.len() > 0 {
            let (mut runs, mut batch, mut bytes) = (vec![], vec![], 0);
            let mut walk = level.walk();
            while let Some(text) = walk.next()? {
                texts.for_each_option(&text, &mut |child| {
                    meter.advance(1)?;
                    if child.len() > usize::from(u16::MAX) {
                        return Err(Error::new(ErrorKind::TooLarge, text!("a position is too long to be stored")));
                    }
                    // In a sum either player may be to move, so positions are stored for both.
                    let other = texts.with_other_player(&child);
                    bytes += (child.len() as u64 + 32) * (1 + other.iter().len() as u64);
                    batch.push(child);
                    batch.extend(other);
                    if bytes > enumeration.max_batch_bytes {
                        runs.push(enumeration.write_run(&mut batch)?);
                        bytes = 0;
                    }
                    Ok(())
                })?;
            }
            runs.push(enumeration.write_run(&mut batch)?);
            enumeration.add(&mut known, level)?;
            level = enumeration.merge_new(runs, &known)?;
        }
        let temp_path = path.with_extension("tmp");
        let mut all = RunWriter::new(&temp_path)?;
        merge_runs(&known, &mut |text| all.push(text))?;
        let run = all.finish(Some(rules))?;
        drop(run);
        known.into_iter().for_each(SortedRun::remove);
        std::fs::rename(&temp_path, path).map_err(|error| failed(path, FileOp::Write, &error))?;
        ReachablePositions::open(texts, rules, path)
    }

    /// Opens the list of an earlier enumeration.
    ///
    /// # Errors
    /// Returns the errors of [`SortedRun::open`].
    pub fn open(texts: TextCodec, rules: u64, path: &Path) -> Result<ReachablePositions> {
        Ok(ReachablePositions { texts, run: SortedRun::open(path, rules)? })
    }

    /// Returns the slot of a position with this player to move; `None` if the position is not in the list.
    pub fn slot(&self, spec: &PositionSum, by: Player) -> Result<Option<Slot>> {
        let found = self.run.find(&self.texts.text(spec, by))?;
        Ok(found.map(|at| Slot { tier: ALL, at, orbit: 1 }))
    }

    /// Returns the text of the position in a slot; in partizan games it includes the player to move.
    pub fn position_text(&self, slot: u64) -> Result<String> {
        let text = String::from_utf8_lossy(&self.run.text(slot)?).into_owned();
        Ok(if text.is_empty() { "0".to_string() } else { text })
    }

    fn add(&self, slot: u64, text: &[u8], inside: bool, all: bool, batch: &mut Batch) -> Result<()> {
        let (mut moves, mut has_move) = (0, false);
        self.texts.for_each_option(text, &mut |child| {
            has_move = true;
            let at = self.run.find(&child)?.ok_or_else(|| {
                let child = String::from_utf8_lossy(&child).into_owned();
                Error::new(ErrorKind::Refused, text!("{child} is not among the searched positions", child))
            })?;
            moves += u32::from(inside);
            if all || !inside {
                batch.links.push((ALL, at));
            }
            Ok(())
        })?;
        batch.slots.push(slot);
        batch.orbits.push(1);
        batch.ends.push((!has_move && self.texts.play == Play::Misere).then_some(TerminalResult::Win));
        batch.inside.push(moves);
        batch.slice_ends.push(batch.links.len() as u32);
        Ok(())
    }

    fn fill(&self, slots: Range<u64>, inside: bool, all: bool, batch: &mut Batch) -> Result<()> {
        self.run.load_first_texts()?;
        let mut walk = self.run.walk_from(slots.start)?;
        for slot in slots {
            let Some(text) = walk.next()? else { break };
            self.add(slot, &text, inside, all, batch)?;
        }
        Ok(())
    }
}

/// An enumeration in progress, with the files that it creates.
struct Enumeration<'a> {
    work: &'a Path,
    count: u64,
    max_batch_bytes: u64,
    budget: &'a Budget,
}

impl Enumeration<'_> {
    fn writer(&mut self) -> Result<RunWriter> {
        self.count += 1;
        RunWriter::new(&self.work.join(format!("texts.{}", self.count)))
    }

    /// Writes a run of the given texts, sorted and without duplicates.
    fn write_run(&mut self, texts: &mut Vec<Vec<u8>>) -> Result<SortedRun> {
        texts.sort_unstable();
        texts.dedup();
        let mut out = self.writer()?;
        texts.drain(..).try_for_each(|text| out.push(&text))?;
        out.finish(None)
    }

    /// Adds a run to the known runs, and merges runs of similar size.
    fn add(&mut self, known: &mut Vec<SortedRun>, run: SortedRun) -> Result<()> {
        known.push(run);
        while let [.., before, last] = &known[..]
            && before.len() < 2 * last.len()
        {
            let both = known.split_off(known.len() - 2);
            let one = self.merge(both)?;
            known.push(one);
        }
        let run_bytes: u64 = known.iter().map(SortedRun::memory_bytes).sum();
        let texts: u64 = known.iter().map(SortedRun::len).sum();
        self.budget.check_fits(
            u128::from(run_bytes) + u128::from(self.max_batch_bytes),
            &text!("a search of {nodes} positions", nodes = texts),
        )
    }

    fn merge(&mut self, runs: Vec<SortedRun>) -> Result<SortedRun> {
        let mut out = self.writer()?;
        merge_runs(&runs, &mut |text| out.push(text))?;
        runs.into_iter().for_each(SortedRun::remove);
        out.finish(None)
    }

    /// Merges the runs and drops the texts that are already known.
    fn merge_new(&mut self, mut runs: Vec<SortedRun>, known: &[SortedRun]) -> Result<SortedRun> {
        while runs.len() > MAX_RUNS {
            let some = runs.drain(..MAX_RUNS).collect();
            let one = self.merge(some)?;
            runs.push(one);
        }
        let mut finders: Vec<SortedTextReader<'_>> = known.iter().map(SortedTextReader::new).collect();
        let mut out = self.writer()?;
        merge_runs(&runs, &mut |text| {
            for finder in &mut finders {
                if finder.contains(text)? {
                    return Ok(());
                }
            }
            out.push(text)
        })?;
        runs.into_iter().for_each(SortedRun::remove);
        out.finish(None)
    }
}

impl Tiers for ReachablePositions {
    fn has_parents(&self) -> bool {
        false
    }

    fn is_descending(&self) -> bool {
        false
    }

    fn reachable_only(&self) -> bool {
        false
    }

    fn groups(&self) -> Vec<Vec<Tier>> {
        vec![vec![ALL]]
    }

    fn after(&self, _tier: Tier) -> Vec<Tier> {
        vec![ALL]
    }

    fn name(&self, _tier: Tier) -> String {
        "all".to_string()
    }

    fn size(&self, _tier: Tier) -> u64 {
        self.run.len()
    }

    fn expand(&self, tier: Tier, slots: Range<u64>, group: &[Tier], all: bool, batch: &mut Batch) {
        batch.clear();
        if let Err(error) = self.fill(slots, group.contains(&tier), all, batch) {
            batch.links.truncate(batch.slice_ends.last().map_or(0, |&end| end as usize));
            batch.error = Some(error);
        }
    }

    fn parents(&self, _tier: Tier, slots: &[u64], parents: &mut Parents) {
        parents.orbits.clear();
        parents.orbits.resize(slots.len(), 1);
        parents.slice_ends.clear();
        parents.slice_ends.resize(slots.len(), 0);
        parents.parents.clear();
    }

    fn find(&self, _words: &[u64]) -> Option<Slot> {
        None
    }

    fn encode(&self, _tier: Tier, _slot: u64) -> Option<(Vec<u64>, u32)> {
        None
    }
}
