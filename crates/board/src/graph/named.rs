//! Named games on graphs, each given by pictures.
//!
//! Notation: `node_kayles(a-b, b-c)`; `col(a-b)` means `graph_col(a-b)`.
//!
//! ```
//! let spec = grundy_games::parse("Arc_Kayles(1-2-3-1) + col(a-b,b=x)").unwrap();
//! assert_eq!(spec.to_string(), "arc_kayles(1-2,2-3,3-1) + graph_col(a-b,b=x)");
//! ```

use super::component::GraphComponent;
use super::rule::GraphRule;
use super::{graph_game, graph_rules, paths, samples};
use grundy_rules::{
    Budget, Color, Cursor, Drawing, DynGame, Editor, Game, GameInfo, Impartial, Kind, Library, Theorem, Tools, dyn_game,
};
use std::sync::OnceLock;

/// An entry of [`GAMES`]: the data from which the info and the rules of a game are made.
#[derive(Clone, Copy, Debug)]
pub struct GraphEntry {
    /// The name in the notation.
    pub name: &'static str,
    /// Alternative names.
    pub aliases: &'static [&'static str],
    /// The usual name in the literature.
    pub title: &'static str,
    /// The rules in one or two sentences.
    pub rules: &'static str,
    /// The rules as pictures, in the syntax of `graph{ ... }`.
    pub pictures: &'static str,
    /// The form of a position in the notation.
    pub notation: &'static str,
    /// An example of a position.
    pub example: &'static str,
    /// `Impartial` if both players have the same moves, otherwise `Partizan`.
    pub kind: Kind,
    /// The inventor of the game, or a reference.
    pub source: &'static str,
    /// The states of vertices and the labels of edges of sample graphs, one character each.
    samples: (&'static str, &'static str),
}

/// The games, in the order in which they are listed.
pub const GAMES: [GraphEntry; 6] = [
    GraphEntry {
        name: "node_kayles",
        aliases: &["顶点凯尔斯"],
        title: "Node Kayles",
        rules: "A move removes a vertex and all of its neighbours.",
        pictures: "[.] -> [#] with near . -> #",
        notation: "node_kayles(a-b, ...)",
        example: "node_kayles(a-b,b-c,c-d)",
        kind: Kind::Impartial,
        source: "T. J. Schaefer (1978)",
        samples: (".", "-"),
    },
    GraphEntry {
        name: "arc_kayles",
        aliases: &["边凯尔斯"],
        title: "Arc Kayles",
        rules: "A move removes an edge, both of its ends and all other edges at these ends.",
        pictures: "[.-.] -> [#-#]",
        notation: "arc_kayles(a-b, ...)",
        example: "arc_kayles(a-b,b-c,c-d)",
        kind: Kind::Impartial,
        source: "T. J. Schaefer (1978)",
        samples: (".", "-"),
    },
    GraphEntry {
        name: "partizan_arc_kayles",
        aliases: &["双色边凯尔斯"],
        title: "Partizan Arc Kayles",
        rules: "Like Arc Kayles, but Left may take edges labelled l, Right may take edges labelled r, and both may \
            take edges labelled e.",
        pictures: "left: [.-{el}-.] -> [#-#]; right: swap l r",
        notation: "partizan_arc_kayles(a-b:label, ...)",
        example: "partizan_arc_kayles(a-b:l,b-c:l,c-d:r)",
        kind: Kind::Partizan,
        source: "CGSuite; Arc Kayles: T. J. Schaefer (1978)",
        samples: (".", "elr"),
    },
    GraphEntry {
        name: "graph_col",
        aliases: &["图上同色不邻"],
        title: "Col on a graph",
        rules: "A move takes an empty vertex that is not adjacent to any of the player's own pieces. Left plays x, \
            Right plays o.",
        pictures: "left: [.] -> [x] if no x near; right: swap x o",
        notation: "graph_col(a-b, c=piece, ...)",
        example: "graph_col(a-b,b-c,c-d)",
        kind: Kind::Partizan,
        source: "C. Vout; J. H. Conway, On Numbers and Games (1976)",
        samples: ("...xo", "-"),
    },
    GraphEntry {
        name: "graph_snort",
        aliases: &["图上异色不邻"],
        title: "Snort on a graph",
        rules: "A move takes an empty vertex that is not adjacent to any of the other player's pieces. Left plays x, \
            Right plays o.",
        pictures: "left: [.] -> [x] if no o near; right: swap x o",
        notation: "graph_snort(a-b, c=piece, ...)",
        example: "graph_snort(a-b,b-c,c-d)",
        kind: Kind::Partizan,
        source: "S. Norton; J. H. Conway, On Numbers and Games (1976)",
        samples: ("...xo", "-"),
    },
    GraphEntry {
        name: "graph_fjords",
        aliases: &["图上峡湾"],
        title: "Fjords on a graph",
        rules: "A move takes an empty vertex adjacent to one of the player's own pieces and to none of the other \
            player's. Left plays x, Right plays o.",
        pictures: "left: [.] -> [x] if x near if no o near; right: swap x o",
        notation: "graph_fjords(a-b, c=piece, ...)",
        example: "graph_fjords(a-b,b-c,c-d,a=x,d=o)",
        kind: Kind::Partizan,
        source: "CGSuite; a part of the board game of this name",
        samples: ("...xo", "-"),
    },
];

/// The index of `graph_col` in [`GAMES`].
#[doc(hidden)]
pub const COL: usize = 3;

/// A named game on graphs; `GAME` is its index in [`GAMES`], so each game has its own [`GameInfo`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NamedGraph<const GAME: usize>;

/// The rules of the games, by index; each is parsed at its first use.
static RULES: [OnceLock<GraphRule>; GAMES.len()] = [const { OnceLock::new() }; GAMES.len()];

/// Returns the game on graphs that corresponds to the board game with this name, if there is one.
pub(crate) fn for_board(name: &str) -> Option<&'static dyn DynGame> {
    match name {
        "col" => Some(dyn_game::<NamedGraph<COL>>()),
        "snort" => Some(dyn_game::<NamedGraph<4>>()),
        "fjords" => Some(dyn_game::<NamedGraph<5>>()),
        _ => None,
    }
}

/// Reports whether the next brackets contain a graph instead of a board, without consuming anything.
pub(crate) fn is_graph_next(input: &mut Cursor<'_>) -> bool {
    input.peek();
    let Some(rest) = input.rest().strip_prefix('(').map(str::trim_start) else { return false };
    match rest.chars().next() {
        Some('"') => {
            let after_name = rest[1..].split_once('"').map_or("", |(_, after_name)| after_name.trim_start());
            after_name.starts_with(['-', '='])
        }
        Some(c) if c.is_ascii_digit() => {
            let after_number = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '_').trim_start();
            !after_number.starts_with(['x', 'X', '*', '^'])
        }
        Some(c) => c == '@' || c == '_' || c.is_alphabetic(),
        None => false,
    }
}

impl<const GAME: usize> NamedGraph<GAME> {
    fn rule(&self) -> &GraphRule {
        RULES[GAME].get_or_init(|| {
            // All threads share the rule, so the budget of the current thread must not limit it.
            let _unlimited = Budget::default().enter();
            // This cannot fail: a test parses every entry.
            GraphRule::new(GAMES[GAME].pictures).expect("the rule of a named game is valid")
        })
    }
}

graph_rules!(impl<const GAME: usize> for NamedGraph<GAME>);

/// Only the games whose info has the kind `Impartial` are impartial; see [`Game::kind`].
impl<const GAME: usize> Impartial for NamedGraph<GAME> {}

impl<const GAME: usize> Game for NamedGraph<GAME> {
    const INFO: GameInfo = GameInfo {
        name: GAMES[GAME].name,
        aliases: GAMES[GAME].aliases,
        title: GAMES[GAME].title,
        rules: GAMES[GAME].rules,
        notation: GAMES[GAME].notation,
        example: GAMES[GAME].example,
        kind: GAMES[GAME].kind,
        other_kind: None,
        short: true,
        other_examples: &[],
        misere: true,
    };

    const WITHOUT_PARAMETERS: Option<fn() -> Self> = Some(|| NamedGraph);

    const EDITOR: Option<Editor<Self>> = if GAMES[GAME].samples.0.len() == 1 {
        Some(Editor {
            tools: Tools {
                colors: if has_edge_labels(GAME) { &LABELS } else { &[Color::Solid] },
                ground: false,
                tokens: false,
            },
            drawing: |_, components| drawing_of(GAME, components),
            write: |_, drawing| drawing_to_notation(&GAMES[GAME], drawing),
        })
    } else {
        // Drawings made by users cannot show pieces.
        None
    };

    graph_game!(GAMES[GAME].example);

    const THEOREMS: &'static [Theorem<Self>] = if GAME == COL { &[paths::col_on_paths()] } else { &[] };

    fn samples() -> Box<dyn Iterator<Item = (Self, Vec<GraphComponent>)>> {
        let (states, labels) = GAMES[GAME].samples;
        let graphs = (0..160).map(move |n| samples::sample(n, states.as_bytes(), labels.as_bytes()));
        // The theorem on Col applies only to paths, so these are added.
        let paths = (0..if GAME == COL { 240 } else { 0 }).map(move |n| samples::path(n, states.as_bytes()));
        Box::new(graphs.chain(paths).map(|graph| (NamedGraph, vec![graph])))
    }
}

/// The colours of edges with the labels e, l and r in drawings: the same as in Hackenbush.
const LABELS: [Color; 3] = [Color::Green, Color::Blue, Color::Red];

const fn has_edge_labels(game: usize) -> bool {
    GAMES[game].samples.1.len() > 1
}

fn drawing_of(game: usize, components: &[GraphComponent]) -> Drawing {
    let mut drawing = Drawing::joined(components.iter().map(GraphComponent::drawing));
    if has_edge_labels(game) {
        for line in &mut drawing.lines {
            line.color = match line.mark.take() {
                Some('l') => Color::Blue,
                Some('r') => Color::Red,
                _ => Color::Green,
            };
        }
    }
    drawing
}

/// Writes a drawing in the notation of the game.
fn drawing_to_notation(game: &GraphEntry, drawing: &Drawing) -> String {
    let mut items = drawing.edges('-', |ink| match ink {
        Color::Blue => Some(":l"),
        Color::Red => Some(":r"),
        Color::Green => Some(":e"),
        _ => Some(""),
    });
    let mut is_named = vec![false; drawing.points.len()];
    drawing.lines.iter().flat_map(|line| line.ends).for_each(|end| is_named[end as usize] = true);
    for point in (0..drawing.points.len()).filter(|&point| !is_named[point]) {
        items += if items.is_empty() { "" } else { "," };
        items += &drawing.point_name(point as u32);
    }
    format!("{}({items})", game.name)
}

/// Adds all games of the list to the library, in its order.
#[must_use]
pub fn with_all(library: Library) -> Library {
    library
        .with::<NamedGraph<0>>()
        .with::<NamedGraph<1>>()
        .with::<NamedGraph<2>>()
        .with::<NamedGraph<3>>()
        .with::<NamedGraph<4>>()
        .with::<NamedGraph<5>>()
}
