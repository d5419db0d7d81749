//! Named games on boards, each given by pictures.
//!
//! Notation: `clobber(3x4)`, `clobber("xox/ox.")`.
//!
//! ```
//! let spec = grundy_games::parse("Domineering(2x3) + clobber(\"xo/ox\", \"x.o\")").unwrap();
//! assert_eq!(spec.to_string(), "domineering(2x3) + clobber(2x2,\"x.o\")");
//! ```

use crate::cells::Cells;
use crate::entries::ParsedEntry;
use crate::game::BoardGame;
use crate::graph::named as graph;
use crate::hare_and_hounds::HareAndHounds;
use crate::nogo::NoGo;
use crate::samples;
use grundy_rules::{
    Cursor, DynGame, DynPosition, DynRuleset, Game, GameInfo, GamePosition, Kind, Library, Result, RulesHandle,
    TheoremInfo,
};
use std::sync::OnceLock;

pub use crate::entries::BoardEntry;

const fn partizan_entry(name: &'static str, aliases: &'static [&'static str], title: &'static str) -> BoardEntry {
    let (kind, short, samples) = (Kind::Partizan, true, ("xo.", 2));
    let (rules, pictures, tile, notation, example, source) = ("", "", ".", "", "", "");
    BoardEntry { name, aliases, title, rules, pictures, tile, notation, example, kind, short, source, samples }
}

/// The games, in the order in which they are listed.
pub const GAMES: [BoardEntry; 32] = [
    BoardEntry {
        rules: "Left places a vertical domino on two empty cells, Right a horizontal one.",
        pictures: "left: [. / .] -> [# / #]; right: [..] -> [##]",
        notation: "domineering(ROWSxCOLUMNS, \"picture\", ...)",
        example: "domineering(4x4)",
        source: "G. Andersson; J. H. Conway, On Numbers and Games (1976)",
        samples: ("...#", 2),
        ..partizan_entry("domineering", &["crosscram", "多米诺", "骨牌对弈"], "Domineering")
    },
    BoardEntry {
        kind: Kind::Impartial,
        rules: "A move places a domino on two empty cells, vertically or horizontally.",
        pictures: "[..] -> [##]; [. / .] -> [# / #]",
        notation: "cram(ROWSxCOLUMNS, \"picture\", ...)",
        example: "cram(3x4)",
        source: "G. Andersson; M. Gardner (1974)",
        samples: ("...#", 2),
        ..partizan_entry("cram", &["plugg", "骨牌填格"], "Cram")
    },
    BoardEntry {
        rules: "A piece moves onto a neighbouring piece of the other player and captures it. Left plays x, Right plays \
            o.",
        pictures: "left: [xo] -> [.x] along rook; right: swap x o",
        tile: "xo/ox",
        notation: "clobber(ROWSxCOLUMNS, \"picture\", ...)",
        example: "clobber(3x4)",
        source: "M. Albert, J. P. Grossman, R. Nowakowski, D. Wolfe (2005)",
        ..partizan_entry("clobber", &["吃邻子"], "Clobber")
    },
    BoardEntry {
        rules: "Like Clobber, but a piece captures like a chess king.",
        pictures: "left: [xo] -> [.x] along queen; right: swap x o",
        tile: "xo/ox",
        notation: "clobber_kings(ROWSxCOLUMNS, \"picture\", ...)",
        example: "clobber_kings(2x3)",
        source: "Clobber with other neighbours",
        ..partizan_entry("clobber_kings", &["吃邻子王"], "Clobber with king moves")
    },
    BoardEntry {
        rules: "Like Clobber, but a piece captures like a chess knight.",
        pictures: "left: [xo] -> [.x] along knight; right: swap x o",
        tile: "xo/ox",
        notation: "clobber_knights(ROWSxCOLUMNS, \"picture\", ...)",
        example: "clobber_knights(3x3)",
        source: "Clobber with other neighbours",
        samples: ("xo.", 3),
        ..partizan_entry("clobber_knights", &["吃邻子马"], "Clobber with knight moves")
    },
    BoardEntry {
        rules: "Like Clobber, but a piece captures a diagonal neighbour.",
        pictures: "left: [xo] -> [.x] along bishop; right: swap x o",
        tile: "xx/oo",
        notation: "clobber_bishops(ROWSxCOLUMNS, \"picture\", ...)",
        example: "clobber_bishops(3x3)",
        source: "Clobber with other neighbours",
        ..partizan_entry("clobber_bishops", &["吃邻子象"], "Clobber with bishop moves")
    },
    BoardEntry {
        rules: "Like Clobber, but a piece captures like a chess rook, across empty cells.",
        pictures: "left: [x.*o] -> [..*x] along rook; right: swap x o",
        tile: "xo/ox",
        notation: "clobber_rooks(ROWSxCOLUMNS, \"picture\", ...)",
        example: "clobber_rooks(2x3)",
        source: "Clobber with other neighbours",
        ..partizan_entry("clobber_rooks", &["吃邻子车"], "Clobber with rook moves")
    },
    BoardEntry {
        rules: "Like Clobber, but a piece captures like a chess queen, across empty cells.",
        pictures: "left: [x.*o] -> [..*x] along queen; right: swap x o",
        tile: "xo/ox",
        notation: "clobber_queens(ROWSxCOLUMNS, \"picture\", ...)",
        example: "clobber_queens(2x3)",
        source: "Clobber with other neighbours",
        ..partizan_entry("clobber_queens", &["吃邻子后"], "Clobber with queen moves")
    },
    BoardEntry {
        rules: "A piece moves to an empty neighbouring cell and leaves a piece of the other player in its old place. \
            Left plays x, Right plays o.",
        pictures: "left: [x.] -> [ox] along rook; right: swap x o",
        notation: "anti_clobber(ROWSxCOLUMNS, \"picture\", ...)",
        example: "anti_clobber(\"xo../..ox\")",
        source: "Clobber with reversed moves",
        ..partizan_entry("anti_clobber", &["反吃邻子"], "Anti-Clobber")
    },
    BoardEntry {
        rules: "Like Clobber, but a piece captures a neighbour of either player. Left plays x, Right plays o.",
        pictures: "left: [x{ox}] -> [.x] along rook; right: swap x o",
        tile: "xo/ox",
        notation: "hot_clobber(ROWSxCOLUMNS, \"picture\", ...)",
        example: "hot_clobber(2x3)",
        source: "CGSuite",
        ..partizan_entry("hot_clobber", &["热吃邻子"], "Hot Clobber")
    },
    BoardEntry {
        rules: "A piece between two empty cells splits into two pieces, which take these cells. Left splits a piece \
            vertically, Right horizontally.",
        pictures: "left: [. / x / .] -> [x / . / x]; right: [.x.] -> [x.x]",
        notation: "fission(ROWSxCOLUMNS, \"picture\", ...)",
        example: "fission(\"..../.x../....\")",
        source: "CGSuite",
        samples: ("..x", 3),
        ..partizan_entry("fission", &["裂变"], "Fission")
    },
    BoardEntry {
        rules: "An amazon moves like a chess queen and then shoots from there in the same way; the cell that is hit \
            disappears. Left plays x, Right plays o.",
        pictures: "left: [x.*.] -> [..*x] along queen then [x.*.] -> [x.*#] along queen; right: swap x o",
        notation: "amazons(ROWSxCOLUMNS, \"picture\", ...)",
        example: "amazons(\"x.../...o\")",
        source: "W. Zamkauskas (1988)",
        samples: ("xo.###", 2),
        ..partizan_entry("amazons", &["亚马逊", "亚马逊棋"], "Amazons")
    },
    BoardEntry {
        short: false,
        rules: "Left's geese g move one cell diagonally down. Right's fox f moves one cell diagonally in any \
            direction.",
        pictures: "left: [g.] -> [.g] along (1,-1),(1,1); right: [f.] -> [.f] along bishop",
        notation: "fox_and_geese(ROWSxCOLUMNS, \"picture\", ...)",
        example: "fox_and_geese(\"#g#g/.#.#/#.#./f#.#\")",
        source: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways (1982), ch. 20",
        samples: ("gf..", 2),
        ..partizan_entry("fox_and_geese", &["狐狸与鹅"], "Fox and Geese")
    },
    BoardEntry {
        short: false,
        rules: "Like Fox and Geese, but the fox may also move two cells in one direction across an empty cell.",
        pictures: "left: [g.] -> [.g] along (1,-1),(1,1); right: [f.] -> [.f] along bishop; \
            [f..] -> [..f] along bishop",
        notation: "ceylonese_fox_and_geese(ROWSxCOLUMNS, \"picture\", ...)",
        example: "ceylonese_fox_and_geese(\"#g#g/.#.#/#.#./f#.#\")",
        source: "CGSuite; played in Sri Lanka",
        samples: ("gf..", 2),
        ..partizan_entry("ceylonese_fox_and_geese", &["锡兰狐狸与鹅"], "Ceylonese Fox and Geese")
    },
    BoardEntry {
        rules: "Left's toads t move right and Right's frogs f move left, by one cell or by a jump over one piece of the \
            other kind.",
        pictures: "left: [t.] -> [.t]; [tf.] -> [.ft]; right: mirror t f",
        notation: "toads_and_frogs(ROWSxCOLUMNS, \"picture\", ...)",
        example: "toads_and_frogs(\"tt..ff\")",
        source: "R. K. Guy; Winning Ways (1982), ch. 1; J. Erickson (1996)",
        samples: ("tf.", 1),
        ..partizan_entry("toads_and_frogs", &["蟾蜍与青蛙"], "Toads and Frogs")
    },
    BoardEntry {
        rules: "Like Toads and Frogs, but a jump may also go over two pieces of the other kind.",
        pictures: "left: [t.] -> [.t]; [tf.] -> [.ft]; [tff.] -> [.fft]; right: mirror t f",
        notation: "far_toads_and_frogs(ROWSxCOLUMNS, \"picture\", ...)",
        example: "far_toads_and_frogs(\"ttt..ff\")",
        source: "CGSuite, Toads and Frogs with jumps over up to two",
        samples: ("tf..", 1),
        ..partizan_entry("far_toads_and_frogs", &["远跳蟾蜍与青蛙"], "Toads and Frogs with far jumps")
    },
    BoardEntry {
        rules: "Left's elephants t move right by one cell, and Right's rhinos f move left by one cell. There are no \
            jumps.",
        pictures: "left: [t.] -> [.t]; right: mirror t f",
        notation: "elephants_and_rhinos(ROWSxCOLUMNS, \"picture\", ...)",
        example: "elephants_and_rhinos(\"t.t..f\")",
        source: "CGSuite",
        samples: ("tf..", 1),
        ..partizan_entry("elephants_and_rhinos", &["大象与犀牛"], "Elephants and Rhinos")
    },
    BoardEntry {
        short: false,
        rules: "Like Toads and Frogs, but pieces may also move back by one cell.",
        pictures: "left: [t.] -> [.t]; [.t] -> [t.]; [tf.] -> [.ft]; right: mirror t f",
        notation: "backsliding_toads_and_frogs(ROWSxCOLUMNS, \"picture\", ...)",
        example: "backsliding_toads_and_frogs(\"tt.ff\")",
        source: "A. N. Siegel (2009)",
        samples: ("tf.", 1),
        ..partizan_entry("backsliding_toads_and_frogs", &["后退蟾蜍与青蛙"], "Backsliding Toads and Frogs")
    },
    BoardEntry {
        rules: "Left's sliders x move right over any number of empty cells, and Right's sliders o move left in the \
            same way.",
        pictures: "left: [x.*.] -> [..*x] along right; right: mirror x o",
        notation: "sliders(ROWSxCOLUMNS, \"picture\", ...)",
        example: "sliders(\"x..x.o.o\")",
        source: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways (1982), ch. 1: its ski jumps, without jumps \
            and within the board",
        samples: ("xo..", 1),
        ..partizan_entry("sliders", &["滑子"], "Sliders")
    },
    BoardEntry {
        rules: "Left's skiers move right over any number of empty cells and may leave the board; Right's skiers move \
            left in the same way. A jumper, x or o, may also jump down over a skier of the other player below it. A \
            skier that was jumped over, y or p, never jumps again.",
        pictures: "left: [{xy}.*.] -> [..*{xy}] along right; [{xy}.*|] -> [..*|] along right; \
            [x / {op} / .] -> [. / p / x]; right: [{op}.*.] -> [..*{op}] along left; [{op}.*|] -> [..*|] along left; \
            [o / {xy} / .] -> [. / y / o]",
        notation: "ski_jumps(ROWSxCOLUMNS, \"picture\", ...)",
        example: "ski_jumps(\"x..../....o/.....\")",
        source: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways (1982), ch. 1",
        samples: ("xo...py", 3),
        ..partizan_entry("ski_jumps", &["跳台滑雪"], "Ski Jumps")
    },
    BoardEntry {
        rules: "A move topples a domino of a row to the left or to the right, together with all dominoes on that side. \
            Left may topple l, Right may topple r, and both may topple e.",
        pictures: "left: [|?*{el}] -> [|]; [{el}?*|] -> [|]; right: swap l r",
        tile: "e",
        notation: "toppling_dominoes(ROWSxCOLUMNS, \"picture\", ...)",
        example: "toppling_dominoes(\"lrrle\")",
        source: "A. Fink, R. Nowakowski, A. N. Siegel, D. Wolfe (2015)",
        samples: ("ler", 1),
        ..partizan_entry("toppling_dominoes", &["推倒骨牌"], "Toppling Dominoes")
    },
    BoardEntry {
        rules: "A move takes an empty cell that is not adjacent to any of the player's own pieces. Left plays x, Right \
            plays o.",
        pictures: "left: [.] -> [x] if no x near; right: swap x o",
        notation: "col(ROWSxCOLUMNS, \"picture\", ...)",
        example: "col(2x3)",
        source: "C. Vout; J. H. Conway, On Numbers and Games (1976)",
        samples: ("...xo", 2),
        ..partizan_entry("col", &["同色不邻"], "Col")
    },
    BoardEntry {
        rules: "A move takes an empty cell that is not adjacent to any of the other player's pieces. Left plays x, \
            Right plays o.",
        pictures: "left: [.] -> [x] if no o near; right: swap x o",
        notation: "snort(ROWSxCOLUMNS, \"picture\", ...)",
        example: "snort(2x3)",
        source: "S. Norton; J. H. Conway, On Numbers and Games (1976)",
        samples: ("...xo", 2),
        ..partizan_entry("snort", &["异色不邻"], "Snort")
    },
    BoardEntry {
        rules: "A move takes an empty cell adjacent to one of the player's own pieces and to none of the other \
            player's. Left plays x, Right plays o.",
        pictures: "left: [.] -> [x] if x near if no o near; right: swap x o",
        notation: "fjords(ROWSxCOLUMNS, \"picture\", ...)",
        example: "fjords(\"x.../...o\")",
        source: "CGSuite; a part of the board game of this name",
        samples: ("...xo", 2),
        ..partizan_entry("fjords", &["峡湾"], "Fjords")
    },
    BoardEntry {
        rules: "A piece jumps over a neighbouring piece of the other player, captures it, and may go on in the same \
            direction. Left plays x, Right plays o.",
        pictures: "left: repeat [xo.] -> [..x] along rook; right: swap x o",
        tile: "xo/ox",
        notation: "konane(ROWSxCOLUMNS, \"picture\", ...)",
        example: "konane(\"xo.o/oxox\")",
        source: "Hawaii; M. D. Ernst (1995)",
        ..partizan_entry("konane", &["科纳内"], "Konane")
    },
    BoardEntry {
        rules: "Like Konane, but a piece may change direction between its jumps.",
        pictures: "left: repeat [xo.] -> [..x] along rook turning; right: swap x o",
        tile: "xo/ox",
        notation: "turning_konane(ROWSxCOLUMNS, \"picture\", ...)",
        example: "turning_konane(\"xo.o/oxox\")",
        source: "Konane with other jumps",
        ..partizan_entry("turning_konane", &["转向科纳内"], "Konane with turns")
    },
    BoardEntry {
        kind: Kind::Impartial,
        rules: "A move takes an empty cell and closes its empty neighbours.",
        pictures: "[.] -> [#] with near . -> #",
        notation: "cell_kayles(ROWSxCOLUMNS, \"picture\", ...)",
        example: "cell_kayles(3x3)",
        source: "Node Kayles on a board: T. J. Schaefer (1978)",
        samples: ("...#", 2),
        ..partizan_entry("cell_kayles", &["格子凯尔斯"], "Node Kayles on a board")
    },
    BoardEntry {
        kind: Kind::Impartial,
        rules: "A peg jumps over a neighbouring peg, which is removed, and may go on jumping in any direction.",
        pictures: "repeat [xx.] -> [..x] along rook turning",
        tile: "x",
        notation: "multihop_peg_duotaire(ROWSxCOLUMNS, \"picture\", ...)",
        example: "multihop_peg_duotaire(\"xxx.x\")",
        source: "C. Moore, D. Eppstein (2002)",
        samples: ("xx.", 2),
        ..partizan_entry("multihop_peg_duotaire", &["连跳双人孔明棋"], "Peg duotaire with several hops")
    },
    BoardEntry {
        kind: Kind::Impartial,
        rules: "A peg jumps over a neighbouring peg, which is removed.",
        pictures: "[xx.] -> [..x] along rook",
        tile: "x",
        notation: "peg_duotaire(ROWSxCOLUMNS, \"picture\", ...)",
        example: "peg_duotaire(\"xxx.x\")",
        source: "C. Moore, D. Eppstein (2002)",
        samples: ("xx.", 2),
        ..partizan_entry("peg_duotaire", &["双人孔明棋"], "Peg duotaire")
    },
    BoardEntry {
        rules: "A piece moves one cell to the left and shoves everything to its left along with it, possibly off \
            the end of the row. Left plays x, Right plays o.",
        pictures: "left: [|?(?*)x] -> [|1x.]; [|x] -> [|.]; right: swap x o",
        tile: "xo",
        notation: "shove(ROWSxCOLUMNS, \"picture\", ...)",
        example: "shove(\"x.o\")",
        source: "M. H. Albert, R. J. Nowakowski, D. Wolfe, Lessons in Play (2007)",
        samples: ("xo.", 1),
        ..partizan_entry("shove", &["推挤"], "Shove")
    },
    BoardEntry {
        rules: "A piece moves one cell to the left and pushes the adjacent pieces along, up to the first gap or off the \
            end of the row. Left plays x, Right plays o.",
        pictures: "left: [.({ox}*)x] -> [1x.]; [|{ox}({ox}*)x] -> [|1x.]; [|x] -> [|.]; right: swap x o",
        tile: "xo",
        notation: "push(ROWSxCOLUMNS, \"picture\", ...)",
        example: "push(\"x.xo\")",
        source: "M. H. Albert, R. J. Nowakowski, D. Wolfe, Lessons in Play (2007)",
        samples: ("xo.", 1),
        ..partizan_entry("push", &["推子"], "Push")
    },
    BoardEntry {
        rules: "A piece moves one cell to the left and removes any piece there, or moves off the end of the row. Left \
            plays x, Right plays o.",
        pictures: "left: [?x] -> [x.]; [|x] -> [|.]; right: swap x o",
        tile: "xo",
        notation: "run_over(ROWSxCOLUMNS, \"picture\", ...)",
        example: "run_over(\"x.xo\")",
        source: "M. H. Albert, R. J. Nowakowski, D. Wolfe, Lessons in Play (2007)",
        samples: ("xo.", 1),
        ..partizan_entry("run_over", &["碾过"], "Run Over")
    },
];

/// Returns the game with this index in [`GAMES`]; its pictures are parsed at the first call.
fn parsed_entry(index: usize) -> &'static ParsedEntry {
    static PARSED: [OnceLock<ParsedEntry>; GAMES.len()] = [const { OnceLock::new() }; GAMES.len()];
    PARSED[index].get_or_init(|| ParsedEntry::parse(&BOARD_ENTRIES[index], &INFOS[index]))
}

static BOARD_ENTRIES: [BoardEntry; GAMES.len()] = GAMES;

static INFOS: [GameInfo; GAMES.len()] = {
    let mut all = [BoardGame::INFO; GAMES.len()];
    let mut number = 0;
    while number < GAMES.len() {
        let BoardEntry { name, aliases, title, rules, notation, example, kind, short, .. } = GAMES[number];
        let info = GameInfo::impartial(name, title, rules, notation, example);
        all[number] = GameInfo { aliases, kind, short, ..info };
        number += 1;
    }
    all
};

/// A game of the list, given by its index in [`GAMES`].
#[derive(Clone, Copy)]
struct NamedBoardGame(usize);

static NAMED_BOARD_GAMES: [NamedBoardGame; GAMES.len()] = {
    let mut all = [NamedBoardGame(0); GAMES.len()];
    let mut number = 0;
    while number < GAMES.len() {
        all[number] = NamedBoardGame(number);
        number += 1;
    }
    all
};

impl NamedBoardGame {
    fn board_game(self) -> BoardGame {
        BoardGame::named(parsed_entry(self.0))
    }
}

impl DynGame for NamedBoardGame {
    fn info(&self) -> &'static GameInfo {
        &INFOS[self.0]
    }

    fn theorems(&self) -> Vec<&'static TheoremInfo> {
        crate::theorems::theorems(GAMES[self.0].name).iter().map(|theorem| &theorem.info).collect()
    }

    fn parse(&self, alias: &str, input: &mut Cursor<'_>) -> Result<Box<dyn DynPosition>> {
        if let Some(on_graphs) = graph::for_board(GAMES[self.0].name).filter(|_| graph::is_graph_next(input)) {
            return on_graphs.parse(alias, input);
        }
        let game = self.board_game();
        let (components, first) = game.parse_position(alias, input)?;
        Ok(Box::new(GamePosition::with_first(game, components, first)))
    }

    fn parse_rules(&self, _alias: &str, _input: &mut Cursor<'_>) -> Result<Box<dyn DynRuleset>> {
        Ok(Box::new(RulesHandle::new(self.board_game())))
    }

    fn samples(&self) -> Box<dyn Iterator<Item = Box<dyn DynPosition>>> {
        if cfg!(target_family = "wasm") {
            return Box::new(std::iter::empty());
        }
        let BoardEntry { name, samples: (states, rows), .. } = GAMES[self.0];
        let (game, theorems) = (self.board_game(), crate::theorems::theorems(name));
        // Add boards to which the theorems apply: starting positions of Toads and Frogs, and boards of one
        // row or one column for the other games with theorems.
        let (lines, starts) = match name {
            "toads_and_frogs" => (0, Some(samples::toads_and_frogs())),
            _ => (if theorems.is_empty() { 0 } else { 240 }, None),
        };
        let rules = game.clone();
        let in_scope = move |cells: &Cells| theorems.iter().any(|theorem| (theorem.scope)(&rules, cells));
        let starts = starts.into_iter().flatten().filter(in_scope);
        let lines = (0..lines).map(move |n| samples::line(n, states.as_bytes()));
        let boards = (0..160).map(move |n| samples::sample(n, states.as_bytes(), rows)).chain(lines).chain(starts);
        Box::new(
            boards.map(move |cells| Box::new(GamePosition::new(game.clone(), vec![cells])) as Box<dyn DynPosition>),
        )
    }
}

/// Adds the games of the list, in order, and then NoGo and Hare and Hounds to the library.
#[must_use]
pub fn with_all(mut library: Library) -> Library {
    NAMED_BOARD_GAMES.iter().for_each(|game| library.add_dyn_game(game));
    library.with::<NoGo>().with::<HareAndHounds>()
}
