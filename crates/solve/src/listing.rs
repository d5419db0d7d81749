//! The list of winning moves in an answer, in listing order, with the positions after them.

use crate::answer::{Move, MoveResult, NextMover};
use grundy_rules::{AnyMove, ComponentIndex, Kind, Play, Player, PositionSum, SumTerm};

/// The winning moves found in one component.
pub(crate) struct FoundMoves {
    /// The index of the component in its term.
    pub component: usize,
    /// The number of winning moves.
    pub count: u128,
    /// The first winning moves, in listing order.
    pub moves: Vec<FoundMove>,
}

/// A move found in one component, with its result.
pub(crate) struct FoundMove {
    pub mv: AnyMove,
    /// The player who makes the move.
    pub by: Player,
    pub result: MoveResult,
    /// The remoteness of the position after the move, if the results of all positions are known.
    pub remoteness: Option<u64>,
    pub next: Option<NextMover>,
}

impl FoundMove {
    /// Creates a move of the player `by` with this result.
    pub fn new(mv: AnyMove, by: Player, result: MoveResult) -> FoundMove {
        FoundMove { mv, by, result, remoteness: None, next: None }
    }

    /// Creates a winning move of the player to move in an impartial game.
    pub fn win(mv: AnyMove) -> FoundMove {
        FoundMove::new(mv, Player::LEFT, MoveResult::Win)
    }
}

impl FoundMoves {
    /// Creates the winning moves in one component of an impartial game.
    pub fn wins(component: usize, count: u128, moves: impl IntoIterator<Item = AnyMove>) -> FoundMoves {
        FoundMoves { component, count, moves: moves.into_iter().map(FoundMove::win).collect() }
    }
}

/// Collects winning moves in listing order: term by term, copy by copy, component by component.
pub(crate) struct Listing<'a> {
    position_sum: &'a PositionSum,
    limit: usize,
    /// The moves listed so far.
    pub moves: Vec<Move>,
    /// The number of winning moves, listed or not.
    pub total: u128,
    /// Whether the game is partizan, so that each listed move names its player.
    partizan: bool,
    /// The texts of the terms, if the position is short enough to be printed.
    texts: Option<TermTexts>,
}

/// The texts of the terms, from which the positions after moves are written.
struct TermTexts {
    partizan: bool,
    prefix: &'static str,
    terms: Vec<String>,
}

impl<'a> Listing<'a> {
    pub fn new(position_sum: &'a PositionSum, most: usize) -> Listing<'a> {
        let printed = most > 0 && position_sum.is_printable();
        let texts = printed.then(|| TermTexts {
            partizan: position_sum.kind() == Kind::Partizan,
            prefix: if position_sum.play == Play::Misere { "misere " } else { "" },
            terms: position_sum.terms.iter().map(|t| term_text(t, t.copies)).collect(),
        });
        Listing {
            position_sum,
            limit: most,
            moves: vec![],
            total: 0,
            partizan: position_sum.kind() == Kind::Partizan,
            texts,
        }
    }

    /// Returns how many more moves may be listed.
    pub fn remaining(&self) -> usize {
        self.limit - self.moves.len()
    }

    /// Adds the winning moves of one copy of term `t`, component by component.
    pub fn add(&mut self, t: usize, found: &[FoundMoves]) {
        let count = found.iter().map(|f| f.count).sum();
        self.add_counted(t, found, count);
    }

    /// Adds winning moves whose total number, listed or not, is `count`.
    pub fn add_counted(&mut self, t: usize, found: &[FoundMoves], count: u128) {
        let term = &self.position_sum.terms[t];
        // The count saturates at 2^128; at most 2^64 copies of about 2^60 moves fit below it.
        self.total = self.total.saturating_add(count.saturating_mul(term.copies.into()));
        // Return early if nothing is to be listed: the loop below visits every copy, up to 2^64 of them.
        if found.iter().all(|f| f.moves.is_empty()) || self.remaining() == 0 {
            return;
        }
        let before: u128 = self.position_sum.terms[..t].iter().map(|t| u128::from(t.copies)).sum();
        for copy in 0..term.copies {
            for FoundMoves { component, moves, .. } in found {
                for listed in moves {
                    if self.remaining() == 0 {
                        return;
                    }
                    let described = term.position.describe(*component, &listed.mv);
                    let to = self.texts.as_ref().map(|texts| texts.after(term, t, copy, *component, listed));
                    self.moves.push(Move {
                        text: described.text,
                        place: ComponentIndex { term: t, copy, component: *component },
                        mv: listed.mv.clone(),
                        term_number: before + u128::from(copy) + 1,
                        fields: described.fields,
                        to,
                        by: self.partizan.then_some(listed.by),
                        result: listed.result,
                        remoteness: listed.remoteness,
                        next: listed.next,
                    });
                }
            }
        }
    }
}

impl TermTexts {
    /// Returns the text of the position after a move in one copy of term `t`.
    fn after(&self, term: &SumTerm, t: usize, copy: u64, component: usize, listed: &FoundMove) -> String {
        let mut out = String::with_capacity(32);
        out.push_str(self.prefix);
        for (k, text) in self.terms.iter().enumerate() {
            if k > 0 {
                out.push_str(" + ");
            }
            if k != t {
                out.push_str(text);
                continue;
            }
            if copy > 0 {
                term.write_copies(copy, &mut out);
                out.push_str(" + ");
            }
            // In a negative term the players' roles are swapped.
            let by = if term.negative && self.partizan { listed.by.other() } else { listed.by };
            for (k, (position, copies)) in
                term.position.after_counted(component, by, &listed.mv).into_iter().enumerate()
            {
                if k > 0 {
                    out.push_str(" + ");
                }
                SumTerm { negative: term.negative, copies, position }.write_copies(copies, &mut out);
            }
            if copy + 1 < term.copies {
                out.push_str(" + ");
                term.write_copies(term.copies - 1 - copy, &mut out);
            }
        }
        out
    }
}

fn term_text(term: &SumTerm, copies: u64) -> String {
    let mut out = String::new();
    term.write_copies(copies, &mut out);
    out
}
