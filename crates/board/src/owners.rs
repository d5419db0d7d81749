//! Finds the player who owns each kind of piece of a game, from the pictures of its moves.

use crate::pattern::{CellSymbol, MovePattern, PictureSide, PictureStep, RowItem, States};
use grundy_rules::Player;

/// The pieces that the moves of one player move, place or remove.
#[derive(Clone, Copy, Debug, Default)]
struct PlayerUse {
    /// Pieces that leave a cell and appear in another one.
    moved: States,
    /// Pieces that appear in a cell.
    placed: States,
    /// Pieces that leave a cell.
    removed: States,
}

/// Returns the pieces that belong to one player, with this player, in the order of their letters.
///
/// A piece belongs to the only player whose moves move it. If no moves move it, it belongs to the only player whose
/// moves place it, and if no moves place it either, to the only player whose moves remove it.
pub(crate) fn piece_owners(move_patterns: &[MovePattern]) -> Box<[(char, Player)]> {
    let [mut left, mut right] = [PlayerUse::default(); 2];
    for move_pattern in move_patterns {
        for step in &move_pattern.steps {
            let (removed, placed) = changes(step);
            let moved = States(removed.0 & placed.0);
            for (usage, _) in [&mut left, &mut right].into_iter().zip(move_pattern.players).filter(|(_, has)| *has) {
                *usage = PlayerUse {
                    moved: usage.moved | moved,
                    placed: usage.placed | placed,
                    removed: usage.removed | removed,
                };
            }
        }
    }
    only_users([(left.moved, right.moved), (left.placed, right.placed), (left.removed, right.removed)])
}

/// Returns the labels of edges that only one player's pictures name, with this player.
pub(crate) fn label_owners(move_patterns: &[MovePattern]) -> Box<[(char, Player)]> {
    let named = |player: usize| {
        let own = move_patterns.iter().filter(|move_pattern| move_pattern.players[player]);
        let edge_patterns = own.flat_map(|move_pattern| &move_pattern.steps).flat_map(|step| &step.edge_patterns);
        let labels = edge_patterns.map(|edge_pattern| edge_pattern.before).filter(|labels| *labels != States::ANY);
        labels.fold(States::NONE, |all, labels| all | labels)
    };
    only_users([(named(0), named(1))])
}

/// Returns the letters that only one player uses, with this player.
///
/// `ways` lists the states that Left and Right use in each way, the most decisive way first. The first way in which a
/// letter occurs decides.
fn only_users<const WAYS: usize>(ways: [(States, States); WAYS]) -> Box<[(char, Player)]> {
    let all = ways.iter().fold(States::NONE, |all, (left, right)| all | *left | *right).letters();
    let owner = |letter: u8| {
        let (left, right) = ways.iter().find(|(left, right)| left.contains(letter) || right.contains(letter))?;
        match (left.contains(letter), right.contains(letter)) {
            (true, false) => Some(Player::LEFT),
            (false, true) => Some(Player::RIGHT),
            _ => None,
        }
    };
    all.iter().filter_map(|letter| Some((char::from(letter), owner(letter)?))).collect()
}

/// Returns the states that leave cells in a step, and those that appear in cells.
fn changes(step: &PictureStep) -> (States, States) {
    let (before, after) = (step.before.concat(), step.after.concat());
    let is_aligned = before.len() == after.len() && !after.iter().any(|item| matches!(item, RowItem::Group(_)));
    let (mut removed, mut placed) = (States::NONE, States::NONE);
    if is_aligned {
        for (before, after) in before.iter().zip(&after).filter(|(before, after)| before != after) {
            // A cell that has the same piece before and after a move does not lose it.
            removed = removed | States(pieces(before).0 & !pieces(after).0);
            placed = placed | pieces(after);
        }
    } else {
        // The cells of the two sides do not correspond one by one.
        let all = |side: &PictureSide| side.iter().flatten().fold(States::NONE, |all, item| all | pieces(item));
        (removed, placed) = (all(&step.before), all(&step.after));
    }
    for effect in &step.neighbour_effects {
        removed = removed | effect.from.letters();
        placed = placed | States::one(effect.to).letters();
    }
    (removed, placed)
}

/// Returns the pieces that an item of a picture names.
fn pieces(item: &RowItem) -> States {
    match item {
        RowItem::Cell(CellSymbol::Any) | RowItem::Run(CellSymbol::Any, _) => States::NONE,
        RowItem::Cell(symbol) | RowItem::Run(symbol, _) => symbol.states().letters(),
        RowItem::Edge | RowItem::GroupStart | RowItem::GroupEnd | RowItem::Group(_) => States::NONE,
    }
}
