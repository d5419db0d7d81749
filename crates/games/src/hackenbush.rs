//! Hackenbush: a move cuts an edge of a graph on the ground.
//!
//! Edges that are no longer connected to the ground vanish.
//!
//! Left cuts blue and green edges, Right cuts red and green ones; a picture with only green edges is an impartial
//! game. On a tree, the *colon principle* gives the value of a vertex as the xor of the values of its children, each
//! plus 1. On any green graph, the *fusion principle* allows the vertices of a cycle to be fused: a picture has the
//! value of the tree that results when every 2-edge-connected component is fused to one vertex, with a loop of value
//! 1 for each edge inside. Loops and double edges are cycles, and all ground vertices count as one vertex. (E. R.
//! Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways* (1982), ch. 7; J. H. Conway, *On Numbers and Games* (1976), ch.
//! 13.) Pictures with colours and misère play are solved by search.
//!
//! Notation: `hackenbush(0-1,1-2:r)`, where vertex `0` is the ground; `hackenbush[ground=r,s](r-a,s-a)` names other
//! ground vertices. Vertices are numbers, words or `"anything in quotes"`. The colours are `:r`, `:b` and `:g`; an
//! edge without a colour is green. Loops `3-3` and repeated edges are allowed. Edges that are not connected to the
//! ground vanish before the game starts. A file can hold the list, `hackenbush(@graph.txt)`: edges `0-1` or `0 1`,
//! separated by commas or line ends, and comments after `#`.
//!
//! ```
//! use grundy_games::parse;
//! use grundy_rules::Play;
//! // A stalk of 1 under a triangle, which fuses to three loops: 1 + (1 xor 1 xor 1).
//! let spec = parse("hackenbush(0-1,1-2,2-3,3-1)").unwrap();
//! assert_eq!(spec.terms[0].position.sum_by_theorem(Play::Normal).unwrap().sum.value().to_string(), "*2");
//! ```

mod bits;
mod colour;
mod cuts;
mod drawing;
mod fusion;
mod key;
mod names;
pub(crate) mod nested;
mod notation;
mod numbers;
mod picture;
mod samples;

pub use colour::Colour;
pub(crate) use drawing::write_drawing;
pub use key::Key;
pub use names::HackenbushName;
pub use picture::Picture;

use grundy_lang::{Text, text};
use grundy_rules::{
    Budget, Claim, Color, Components, Cursor, Drawing, Editor, Field, Game, GameInfo, Kind, MoveList, MoveText,
    Outcome, Plan, Play, Player, Result, Rules, StatedMoves, Theorem, Tools, boxed,
};
use grundy_value::{Dyadic, Value, ValueArena, ValueLimit};

/// The rules of Hackenbush: the ground vertices, and whether some edge is not green.
///
/// The edges belong to the components, so that pictures on the same ground share their rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hackenbush {
    grounds: Vec<HackenbushName>,
    coloured: bool,
}

impl Default for Hackenbush {
    /// Returns the rules of green pictures on vertex 0.
    fn default() -> Hackenbush {
        Hackenbush { grounds: vec![HackenbushName::Number(0)], coloured: false }
    }
}

impl Hackenbush {
    /// Returns the rules for a picture whose ground is vertex 0.
    /// ```
    /// use grundy_games::hackenbush::{Colour, Hackenbush, Picture};
    /// use grundy_rules::{Game, Kind};
    /// let picture = Picture::new([(0, 1, Colour::Green), (1, 2, Colour::Red)]);
    /// assert_eq!(Hackenbush::for_picture(&picture).kind(), Kind::Partizan);
    /// ```
    pub fn for_picture(picture: &Picture) -> Hackenbush {
        Hackenbush { coloured: picture.is_coloured(), ..Hackenbush::default() }
    }

    /// Writes the ground vertices, unless the ground is vertex 0 alone.
    pub(crate) fn write_ground(&self, out: &mut String) {
        if self.grounds != [HackenbushName::Number(0)] {
            for (k, name) in self.grounds.iter().enumerate() {
                out.push_str(if k == 0 { "[ground=" } else { "," });
                name.write(out);
            }
            out.push(']');
        }
    }
}

/// A move: the index of the edge that is cut, counted from 0 in the initial list of edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cut(pub u32);

impl Rules for Hackenbush {
    type Component = Picture;
    type Move = Cut;
    type Key = Key;

    fn moves(&self, picture: &Picture, by: Player) -> impl Iterator<Item = Cut> {
        let not = if by == Player::LEFT { Colour::Red } else { Colour::Blue };
        let mut from = 0;
        std::iter::from_fn(move || {
            let edge = picture.next_edge(from, not)?;
            from = edge + 1;
            Some(Cut(edge as u32))
        })
    }

    fn play(&self, picture: &Picture, _by: Player, mv: &Cut) -> Components<Picture> {
        picture.without(mv.0 as usize)
    }

    fn key(&self, picture: &Picture) -> Key {
        picture.key()
    }

    fn extra_bytes(&self, picture: &Picture) -> u64 {
        picture.bytes()
    }
}

const CLAIM: Claim<Hackenbush> = Claim::NimHeap { play: Play::Normal, value, count, moves };

impl Game for Hackenbush {
    const INFO: GameInfo = GameInfo {
        name: "hackenbush",
        aliases: &["删边", "删边游戏", "删边博弈", "克朗原理", "费森原理", "冒号原理", "融合原理", "砍树"],
        title: "Hackenbush",
        rules: "A move cuts an edge, and everything that is no longer connected to the ground vanishes. Left cuts blue \
            and green edges, Right red and green ones.",
        notation: "hackenbush[ground=vertex,...](a-b, a-b:colour, ...)",
        example: "hackenbush(0-1,1-2,2-0)",
        kind: Kind::Impartial,
        other_kind: Some(Kind::Partizan),
        short: true,
        other_examples: &["hackenbush(0-1:b,1-2:r)"],
        misere: true,
    };

    const EDITOR: Option<Editor<Self>> = Some(Editor {
        tools: Tools { colors: &[Color::Green, Color::Blue, Color::Red], ground: true, tokens: false },
        drawing: |_, components| Drawing::joined(components.iter().map(Picture::drawing)),
        write: |_, drawing| drawing::write_drawing(Hackenbush::INFO.name, drawing),
    });

    fn parse_rules(_alias: &str, input: &mut Cursor<'_>) -> Result<Hackenbush> {
        Ok(Hackenbush { grounds: notation::grounds(input)?, coloured: false })
    }

    fn parse_components(&self, _alias: &str, input: &mut Cursor<'_>) -> Result<Vec<Picture>> {
        Ok(vec![notation::picture(&self.grounds, input)?])
    }

    fn parse(alias: &str, input: &mut Cursor<'_>) -> Result<(Hackenbush, Vec<Picture>, Player)> {
        let mut rules = Hackenbush::parse_rules(alias, input)?;
        let components = rules.parse_components(alias, input)?;
        rules.coloured = components.iter().any(Picture::is_coloured);
        Ok((rules, components, Player::LEFT))
    }

    fn kind(&self) -> Kind {
        if self.coloured { Kind::Partizan } else { Kind::Impartial }
    }

    fn kind_of(&self, picture: &Picture) -> Kind {
        if picture.is_coloured() { Kind::Partizan } else { Kind::Impartial }
    }

    fn write_rules(&self, out: &mut String) {
        out.push_str(Hackenbush::INFO.name);
        self.write_ground(out);
    }

    fn write_component(&self, picture: &Picture, out: &mut String) {
        picture.write(out);
    }

    fn picture(&self, picture: &Picture) -> grundy_rules::Picture {
        grundy_rules::Picture::Drawing(Box::new(picture.drawing()))
    }

    fn count_component_numbers(&self, picture: &Picture) -> usize {
        2 * picture.printed_count()
    }

    fn describe(&self, picture: &Picture, _at: usize, mv: &Cut) -> MoveText {
        let edge = mv.0 as usize;
        let place = picture.printed_index(edge);
        let ends = picture.ends(edge);
        MoveText::new(
            text!("cut edge {place} ({ends})", place, ends = ends.join("-")),
            vec![("edge", Field::Number(place as u64)), ("ends", Field::Texts(picture.plain_ends(edge).into()))],
        )
    }

    fn tree(&self, parents: &[u32]) -> Option<Picture> {
        let edges = parents.iter().zip(1..).map(|(&parent, child)| (parent.into(), child, Colour::Green));
        (*self == Hackenbush::default()).then(|| Picture::new(edges))
    }

    /// Returns the value of a tree of blue and red edges, which is a number; `None` for other pictures.
    ///
    /// A blue edge with a tree of value x on it has the value (x + n) / 2^(n-1), where n ≥ 1 is the least number with
    /// x + n > 1. A red edge with a tree of value x on it has the negative of the value of a blue edge with −x on it
    /// (*Winning Ways*, ch. 7).
    fn known_number(&self, picture: &Picture) -> Option<Result<Dyadic, ValueLimit>> {
        picture
            .has_no_green()
            .then(|| picture.with_fusion(|fusion| fusion.is_tree().then(|| numbers::number_of_tree(picture, fusion))))?
    }

    fn direct_value(
        &self,
        picture: &Picture,
        values: &mut ValueArena,
        _: &Budget,
    ) -> Option<Result<Value, ValueLimit>> {
        picture.with_fusion(|fusion| fusion.is_tree().then(|| numbers::value_of_tree(picture, fusion, values)))
    }

    const THEOREMS: &'static [Theorem<Self>] = &[
        Theorem::new(
            "stalk",
            "Berlekamp, Conway, Guy 1982, ch. 7",
            "A stalk is a single path of edges up from the ground. Its lowest edge decides who wins. If only one \
                player may cut this edge, that player wins whoever starts, by any cut. If both may cut it, the player \
                who starts wins by cutting it.",
            Claim::Outcome {
                play: Play::Normal,
                outcome: |_, picture: &Picture| match picture.stalk() {
                    Some(Colour::Blue) => Outcome::L,
                    Some(Colour::Red) => Outcome::R,
                    _ => Outcome::N,
                },
                winning: StatedMoves::All {
                    count: |game, picture, by| winning_cuts(game, picture, by).count() as u128,
                    moves: winning_cuts,
                },
            },
        )
        .within("a single stalk (not a sum) that is not all green, normal play", |_, picture| {
            picture.is_coloured() && picture.stalk().is_some()
        })
        .strategy("A cut can remove moves of both players, but the lowest edge decides as long as it remains."),
        Theorem::new(
            "colon-principle",
            "Berlekamp, Conway, Guy 1982; Conway 1976",
            "The Grundy value of a green tree is the xor of the values of the branches at its root. A branch that \
                consists of an edge with a tree of value v on top has value v + 1.",
            CLAIM,
        )
        .within("all edges green and no cycle, normal play", |_, picture| {
            !picture.is_coloured() && picture.with_fusion(|fusion| fusion.is_tree())
        })
        .strategy("Each tree is equivalent to a Nim heap, and the reply makes the xor at the ground 0 again.")
        .working(working)
        .steps(|_, picture| drawing::steps(picture))
        .plan(plan),
        Theorem::new(
            "fusion-principle",
            "Berlekamp, Conway, Guy 1982; Conway 1976",
            "A green picture keeps its Grundy value when every 2-edge-connected component is fused into one vertex. \
                Every edge of the component becomes a loop at that vertex, and each loop has value 1. What remains is \
                a tree with loops.",
            CLAIM,
        )
        .within("all edges green, normal play", |_, picture| !picture.is_coloured())
        .strategy(
            "The fused picture is equivalent to a sum of Nim heaps, and the reply makes the xor at the ground 0 again.",
        )
        .working(working)
        .steps(|_, picture| drawing::steps(picture))
        .plan(plan),
    ];

    fn samples() -> Box<dyn Iterator<Item = (Hackenbush, Vec<Picture>)>> {
        boxed((0u64..).map(samples::sample))
    }
}

/// Returns the winning cuts of a stalk.
///
/// If the lowest edge is green, cutting it wins; otherwise every cut wins for the player who may cut it.
fn winning_cuts<'a>(game: &'a Hackenbush, picture: &'a Picture, by: Player) -> MoveList<'a, Cut> {
    let Some(lowest) = picture.lowest_edge() else { return boxed(std::iter::empty()) };
    let owner = match picture.colour(lowest) {
        Colour::Blue => Player::LEFT,
        Colour::Red => Player::RIGHT,
        Colour::Green => return boxed(game.moves(picture, by).filter(move |cut| cut.0 as usize == lowest)),
    };
    if by == owner { boxed(game.moves(picture, by)) } else { boxed(std::iter::empty()) }
}

fn value(_: &Hackenbush, picture: &Picture) -> u128 {
    picture.with_fusion(|fusion| fusion.value()).into()
}

fn plan(game: &Hackenbush, picture: &Picture, _: &Cut) -> Plan {
    let goal = text!("the move changes the xor at the ground from {value} to 0", value = value(game, picture));
    Plan { goal, ..Plan::default() }
}

fn count(_: &Hackenbush, picture: &Picture, to: u128) -> u128 {
    // The value of a picture is at most its number of edges.
    u32::try_from(to).map_or(0, |to| picture.cuts(to).count() as u128)
}

fn moves<'a>(_: &'a Hackenbush, picture: &'a Picture, to: u128) -> MoveList<'a, Cut> {
    let Ok(to) = u32::try_from(to) else { return boxed(std::iter::empty()) };
    let cuts = picture.cuts(to);
    let mut from = 0;
    boxed(std::iter::from_fn(move || {
        let edge = cuts.next(from)?;
        from = edge + 1;
        Some(Cut(edge as u32))
    }))
}

/// The maximum number of values that an explanation writes out.
const MAX_SHOWN_VALUES: usize = 12;

fn working(_: &Hackenbush, picture: &Picture) -> Text {
    let mut out = vec![];
    match picture.vanished_count() {
        0 => {}
        1 => out.push(text!("1 edge is not connected to the ground and vanishes; ")),
        gone => out.push(text!("{gone} edges are not connected to the ground and vanish; ", gone)),
    }
    picture.with_fusion(|fusion| {
        match fusion.loops() {
            0 => {}
            1 => out.push(text!("there is 1 loop; ")),
            loops => out.push(text!("{loops} edges become loops; ", loops)),
        }
        let (mut shown, mut more) = (vec![], 0);
        for value in fusion.at_ground() {
            if shown.len() < MAX_SHOWN_VALUES { shown.push(Text::verbatim(value.to_string())) } else { more += 1 }
        }
        if more > 0 {
            shown.push(text!("{more} more", more));
        }
        if fusion.loops_at_ground() % 2 == 1 {
            shown.push(text!("1 from the loops"));
        }
        let value = fusion.value().to_string();
        match shown.into_iter().reduce(|sum, one| Text::concat([sum, Text::verbatim(" xor "), one])) {
            Some(sum) => out.push(text!("the xor at the ground is {sum} = {value}", sum, value)),
            None if fusion.loops_at_ground() > 0 => {
                out.push(text!("the loops at the ground cancel in pairs: {value}", value))
            }
            None => out.push(text!("no edge is connected to the ground: {value}", value)),
        }
    });
    Text::concat(out)
}
