//! Childish Hackenbush: Hackenbush in which no cut may disconnect another edge from the ground.
//!
//! A cut is legal only if all other edges stay connected to the ground (E. R. Berlekamp, J. H. Conway, R. K. Guy,
//! *Winning Ways* (1982), ch. 8). Neither the colon principle nor the fusion principle holds here, so positions are
//! solved by search.
//!
//! Notation: as in Hackenbush, for example `childish_hackenbush(0-1:b,1-2:r)`.
//!
//! ```
//! let spec = grundy_games::parse("childish_hackenbush[ground=l,r](l-a:b, a-r:r)").unwrap();
//! assert_eq!(spec.to_string(), "childish_hackenbush[ground=l,r](l-a:b,a-r:r)");
//! ```

use crate::hackenbush::{Cut, Hackenbush, Key, Picture};
use grundy_rules::{Components, Cursor, Drawing, Editor, Game, GameInfo, Kind, MoveText, Player, Result, Rules, boxed};

/// The rules of Childish Hackenbush: the ground vertices, as in the rules of Hackenbush.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ChildishHackenbush(Hackenbush);

impl Rules for ChildishHackenbush {
    type Component = Picture;
    type Move = Cut;
    type Key = Key;

    fn moves(&self, picture: &Picture, by: Player) -> impl Iterator<Item = Cut> {
        let disconnects_nothing = move |mv: &Cut| {
            let edges_after: usize = self.0.play(picture, by, mv).iter().map(Picture::edges).sum();
            edges_after + 1 == picture.edges()
        };
        self.0.moves(picture, by).filter(disconnects_nothing)
    }

    fn play(&self, picture: &Picture, by: Player, mv: &Cut) -> Components<Picture> {
        self.0.play(picture, by, mv)
    }

    fn key(&self, picture: &Picture) -> Key {
        // The key of Hackenbush attaches a loose end of an edge to the edge's other vertex, as a loop. This is valid
        // here too, because the edge can be cut in either form without disconnecting any other edge.
        self.0.key(picture)
    }

    fn extra_bytes(&self, picture: &Picture) -> u64 {
        self.0.extra_bytes(picture)
    }
}

impl Game for ChildishHackenbush {
    const INFO: GameInfo = GameInfo {
        name: "childish_hackenbush",
        aliases: &["幼稚删边"],
        title: "Childish Hackenbush",
        rules: "Like Hackenbush, but an edge may be cut only if all other edges remain connected to the ground.",
        notation: "childish_hackenbush[ground=vertex,...](a-b, a-b:colour, ...)",
        example: "childish_hackenbush(0-1:b,1-2:r,2-0:r)",
        kind: Kind::Impartial,
        other_kind: Some(Kind::Partizan),
        short: true,
        other_examples: &["childish_hackenbush(0-1:b,1-2:r)"],
        misere: true,
    };

    const EDITOR: Option<Editor<Self>> = Some(Editor {
        tools: match &Hackenbush::EDITOR {
            Some(editor) => editor.tools,
            None => panic!("Hackenbush is drawn"),
        },
        drawing: |_, components| Drawing::joined(components.iter().map(Picture::drawing)),
        write: |_, drawing| crate::hackenbush::write_drawing(ChildishHackenbush::INFO.name, drawing),
    });

    fn parse_rules(alias: &str, input: &mut Cursor<'_>) -> Result<ChildishHackenbush> {
        Ok(ChildishHackenbush(Hackenbush::parse_rules(alias, input)?))
    }

    fn parse_components(&self, alias: &str, input: &mut Cursor<'_>) -> Result<Vec<Picture>> {
        self.0.parse_components(alias, input)
    }

    fn parse(alias: &str, input: &mut Cursor<'_>) -> Result<(ChildishHackenbush, Vec<Picture>, Player)> {
        let (rules, components, first) = Hackenbush::parse(alias, input)?;
        Ok((ChildishHackenbush(rules), components, first))
    }

    fn kind(&self) -> Kind {
        self.0.kind()
    }

    fn kind_of(&self, picture: &Picture) -> Kind {
        self.0.kind_of(picture)
    }

    fn write_rules(&self, out: &mut String) {
        out.push_str(ChildishHackenbush::INFO.name);
        self.0.write_ground(out);
    }

    fn write_component(&self, picture: &Picture, out: &mut String) {
        self.0.write_component(picture, out);
    }

    fn picture(&self, picture: &Picture) -> grundy_rules::Picture {
        // Hackenbush labels the vertices with Grundy values, which are not valid for this game.
        let mut drawing = picture.drawing();
        drawing.fused = None;
        drawing.points.iter_mut().for_each(|point| point.value = None);
        grundy_rules::Picture::Drawing(Box::new(drawing))
    }

    fn count_component_numbers(&self, picture: &Picture) -> usize {
        self.0.count_component_numbers(picture)
    }

    fn describe(&self, picture: &Picture, at: usize, mv: &Cut) -> MoveText {
        self.0.describe(picture, at, mv)
    }

    fn samples() -> Box<dyn Iterator<Item = (ChildishHackenbush, Vec<Picture>)>> {
        boxed(Hackenbush::samples().map(|(rules, components)| (ChildishHackenbush(rules), components)))
    }
}
