//! Tests of the pictures of all games: boards are drawn, and pieces have owners.

use grundy_games::{library, parse};
use grundy_play::PlayPosition;
use grundy_rules::{Grid, Kind, Picture, Player, Users};

/// The pieces and edge labels of partizan games that belong to both players, with the name of the game.
const SHARED: [(&str, char); 3] = [("fission", 'x'), ("toppling_dominoes", 'e'), ("partizan_arc_kayles", 'e')];

/// Returns the owners of a piece if Left is to move and if Right is to move.
fn owners(grid: &Grid, letter: char) -> [Option<Player>; 2] {
    [Player::LEFT, Player::RIGHT].map(|mover| grid.owner(letter, mover))
}

/// Checks the owners of everything that a picture shows; returns the number of owned pieces and lines.
fn check(name: &str, kind: Kind, picture: &Picture) -> usize {
    let mut owned = 0;
    let mut check_owner = |letter: char, owner: Option<Player>| {
        let expected = kind == Kind::Partizan && !SHARED.contains(&(name, letter));
        assert_eq!(owner.is_some(), expected, "{name}: {letter}");
        owned += usize::from(owner.is_some());
    };
    match picture {
        Picture::Grid(grid) => {
            for letter in grid.states.iter().copied().filter(|state| state.is_alphabetic()) {
                match (kind, owners(grid, letter)) {
                    // These games show the pieces of the player to move as x. So the owner of a letter changes with
                    // every move, and the owner of a piece stays the same.
                    (Kind::NonstandardImpartial, owners) => {
                        assert!(matches!(owners, [Some(a), Some(b)] if a != b), "{name}")
                    }
                    (_, owners) => {
                        assert_eq!(owners[0], owners[1], "{name}: {letter}");
                        check_owner(letter, owners[0]);
                    }
                }
            }
        }
        Picture::Drawing(drawing) => {
            drawing.points.iter().for_each(|point| point.mark.iter().for_each(|&mark| check_owner(mark, point.owner)));
            drawing.lines.iter().for_each(|line| line.mark.iter().for_each(|&mark| check_owner(mark, line.owner)));
        }
        _ => {}
    }
    owned
}

#[test]
fn pieces_of_all_games_have_owners() {
    let mut owned = vec![];
    // Skip the games whose rules users write.
    for entry in library().games().iter().filter(|entry| !["board", "graph"].contains(&entry.info().name)) {
        let name = entry.info().name;
        let mut count = 0;
        for position in entry.samples().take(60) {
            let kind = position.ruleset().kind();
            count += (0..position.len()).map(|at| check(name, kind, &position.picture(at))).sum::<usize>();
        }
        if count > 0 {
            owned.push(name);
        }
    }
    for name in ["clobber", "fox_and_geese", "toads_and_frogs", "amazons", "hare_and_hounds", "nogo", "graph_fjords"] {
        assert!(owned.contains(&name), "{name} is not among {owned:?}");
    }
}

#[test]
fn letters_belong_to_the_players_that_the_rules_name() {
    for (text, letters, owner) in [
        ("fox_and_geese(\"g#/.f\")", "g", Player::LEFT),
        ("fox_and_geese(\"g#/.f\")", "f", Player::RIGHT),
        ("ski_jumps(\"x.o\")", "xy", Player::LEFT),
        ("ski_jumps(\"x.o\")", "op", Player::RIGHT),
        ("toppling_dominoes(\"lre\")", "l", Player::LEFT),
        ("hare_and_hounds(start)", "d", Player::LEFT),
        ("anti_clobber(\"xo.\")", "x", Player::LEFT),
        ("run_over(\"x.xo\")", "o", Player::RIGHT),
        // In the negative of a position, the players exchange their pieces.
        ("-clobber(\"xo\")", "x", Player::RIGHT),
    ] {
        let play_position = PlayPosition::start(parse(text).unwrap());
        let components = play_position.components(1);
        let Picture::Grid(grid) = &components[0].picture else { panic!("{text}") };
        for letter in letters.chars() {
            assert_eq!(owners(grid, letter), [Some(owner); 2], "{text}: {letter}");
        }
    }
}

/// No example is shown only as text.
#[test]
fn all_games_have_pictures() {
    for entry in library().games() {
        let info = entry.info();
        let play_position = PlayPosition::start(parse(info.example).unwrap());
        for component in play_position.components(usize::MAX) {
            assert!(!matches!(component.picture, Picture::Text(_)), "{}", info.example);
        }
    }
}

#[test]
fn only_the_heaps_at_the_ends_can_be_used() {
    let users = |text: &str, moves: &str| {
        let mut play_position = PlayPosition::start(parse(text).unwrap());
        for name in moves.split(';').filter(|name| !name.is_empty()) {
            let mv = play_position.find(name).unwrap();
            play_position = play_position.after(&mv);
        }
        match play_position.components(1).remove(0).picture {
            Picture::Heaps { users, .. } => users.to_vec(),
            other => panic!("{other:?}"),
        }
    };
    let row = "endnim(3,1,2)";
    assert_eq!(users(row, ""), [Users::Left, Users::Nobody, Users::Right]);
    assert_eq!(users(row, "take 3 from heap 1"), [Users::Left, Users::Right]);
    // The words of earlier versions are still accepted.
    assert_eq!(users(row, "take 3 from the end;take 2 from the end"), [Users::Both]);
    assert_eq!(users("-endnim(3,1,2)", ""), [Users::Right, Users::Nobody, Users::Left]);
}

/// The names of moves on cakes identify the moves, and so do the words of earlier versions.
#[test]
fn moves_on_cakes_are_named() {
    for (text, typed, name) in [
        ("cutcake(4,7)", "cut c|d", "cut c|d"),
        ("cutcake(4,7)", "move from (4,7) to (4,3) and (4,4)", "cut c|d"),
        ("maundy_cake(4,6)", "divide columns by 3", "divide columns by 3"),
        ("maundy_cake(4,6)", "columns 2", "divide columns by 2"),
        ("eatcake(3,4)", "eat column a", "eat column a"),
        ("eatcake(3,4)", "move from (3,4) to (3,1) and (3,2)", "eat column b"),
        ("turn_and_eatcake(3,4)", "eat row 2", "eat row 2"),
        ("eatcake(3,4,2,5)", "eat column b in cake 2", "eat column b in cake 2"),
        ("eatcake(3,4,2,5)", "1: eat column b", "eat column b"),
    ] {
        let play_position = PlayPosition::start(parse(text).unwrap());
        assert_eq!(play_position.find(typed).unwrap().text, *name, "{text}");
    }
}
