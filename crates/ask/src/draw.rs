//! Drawings of positions on graphs.
//!
//! Converts a position to a drawing and to text, and a drawing or its text back to a position.

use crate::context::RequestContext;
use crate::fields::{Fields, shorten};
use crate::input::Input;
use grundy_games::parse_with;
use grundy_graph::read_drawing;
use grundy_lang::{Text, text};
use grundy_rules::{Drawing, Line, Point, PositionSum, Tools};
use grundy_rules::{Error, ErrorKind, Result};
use std::collections::HashSet;

const EXAMPLE: &str = "hackenbush(0-1,1-2)";

/// A request to draw a position, or to read a drawing as a position.
#[derive(Clone, Debug)]
pub struct DrawRequest {
    /// A position of the game; its rules apply to the drawing as well.
    pub spec: Input<PositionSum>,
    /// A drawing as a list of edges or as DOT, which replaces the drawing of the position.
    pub text: Option<String>,
    /// The points of a drawing that is given as lists; `None` to draw the position.
    pub points: Option<Vec<DrawnPoint>>,
    /// The lines between these points.
    pub lines: Vec<DrawnLine>,
}

/// A point of a drawing made by hand.
#[derive(Clone, Debug)]
pub struct DrawnPoint {
    /// The name of the point.
    pub name: String,
    /// Whether the point is on the ground.
    pub ground: bool,
    /// The number of tokens on the point.
    pub tokens: u64,
}

/// A line of a drawing made by hand.
#[derive(Clone, Debug)]
pub struct DrawnLine {
    /// The indices from 0 of the two points that the line joins; `None` makes the request fail.
    pub ends: Option<[u64; 2]>,
    /// The colour of the line; `None` for the first colour of the game.
    pub ink: Option<String>,
}

impl DrawRequest {
    /// Returns the request to draw a position.
    pub fn new(spec: impl Into<Input<PositionSum>>) -> DrawRequest {
        DrawRequest { spec: spec.into(), text: None, points: None, lines: vec![] }
    }

    pub(crate) fn parse(fields: &mut Fields) -> Result<DrawRequest> {
        let (spec, text) = (fields.required("spec", EXAMPLE)?, fields.text("text")?);
        let (points, lines) = (fields.objects("points")?, fields.objects("lines")?);
        let point = |mut fields: Fields| {
            let point = DrawnPoint {
                name: fields.required("name", "a")?,
                ground: fields.flag("ground")?.unwrap_or(false),
                tokens: fields.number("tokens")?.unwrap_or(0),
            };
            // Replies contain `value`; it is accepted so that a reply can be sent back as a request.
            fields.number("value")?;
            fields.expect_end().map(|()| point)
        };
        let line = |mut fields: Fields| {
            let line = DrawnLine { ends: fields.number_pair("ends")?, ink: fields.text("ink")? };
            fields.expect_end().map(|()| line)
        };
        Ok(DrawRequest {
            spec: spec.into(),
            text,
            points: points.map(|list| list.into_iter().map(point).collect::<Result<_>>()).transpose()?,
            lines: lines.unwrap_or_default().into_iter().map(line).collect::<Result<_>>()?,
        })
    }

    pub(crate) fn run(&self, context: &mut RequestContext<'_>) -> Result<(PositionSum, Drawing)> {
        let position_sum = self.spec.resolve(false, context.sources)?.into_owned();
        let (tools, _) = drawing_of(&position_sum)?;
        let drawing = match (&self.text, &self.points) {
            (Some(text), _) => Some(read_drawing(text, tools)?),
            (None, None) => None,
            (None, Some(points)) => Some(drawing_from(points, &self.lines, tools)?),
        };
        let position_sum =
            match drawing.as_ref().and_then(|drawing| position_sum.terms[0].position.write_drawing(drawing)) {
                None => position_sum,
                // Drop the span, which would point into a text that the user did not write.
                Some(text) => {
                    let drawn = parse_with(&text, context.sources).map_err(|error| Error { span: None, ..error })?;
                    PositionSum { play: position_sum.play, ..drawn }
                }
            };
        // An isolated point belongs to the drawing although the position does not contain it.
        let drawing = match drawing {
            Some(drawing) => drawing,
            None => drawing_of(&position_sum)?.1,
        };
        Ok((position_sum, drawing))
    }
}

/// Returns the drawing tools of the game and the drawing of the position.
fn drawing_of(position_sum: &PositionSum) -> Result<(Tools, Drawing)> {
    let [term] = &position_sum.terms[..] else {
        return Err(unsupported(text!("a sum cannot be drawn; draw its components separately")));
    };
    if term.negative || term.copies != 1 {
        return Err(unsupported(text!("a sum cannot be drawn; draw its components separately")));
    }
    let name = term.position.ruleset().info().name;
    let tools = position_sum.library.find(name).and_then(|entry| entry.tools());
    let tools = tools.ok_or_else(|| unsupported(text!("positions of `{name}` cannot be edited as drawings", name)))?;
    let drawing = term.position.drawing();
    let drawing = drawing.ok_or_else(|| unsupported(text!("this position is too large to be edited as a drawing")))?;
    Ok((tools, drawing))
}

fn unsupported(message: Text) -> Error {
    let help = text!("only games on graphs can be drawn, for example {example}", example = EXAMPLE);
    Error::new(ErrorKind::Unsupported, message).help(help)
}

/// Builds the drawing from the points and lines of a request.
fn drawing_from(points: &[DrawnPoint], lines: &[DrawnLine], tools: Tools) -> Result<Drawing> {
    let bad = |message| Error::new(ErrorKind::BadArgument, message);
    let mut names = HashSet::new();
    let points = points.iter().map(|input| {
        let name = &input.name;
        if name.is_empty() || name.contains('"') || name.contains(char::is_control) {
            return Err(bad(text!("`{name}` cannot be the name of a point", name = shorten(name))));
        }
        if !names.insert(name) {
            return Err(bad(text!("two points have the name {name}", name = shorten(name))));
        }
        Ok(Point {
            ground: input.ground && tools.ground,
            tokens: input.tokens.min(100) * u64::from(tools.tokens),
            value: None,
            name: name.clone(),
            mark: None,
            owner: None,
        })
    });
    let points: Box<[Point]> = points.collect::<Result<_>>()?;
    let lines = lines.iter().map(|input| {
        let ends = input.ends.filter(|ends| ends.iter().all(|&end| end < points.len() as u64));
        let ends = ends.ok_or_else(|| bad(text!("a line needs two points in `ends`")))?;
        let color = match &input.ink {
            None => tools.colors[0],
            Some(word) => tools.color(word).ok_or_else(|| {
                let names = Text::list(tools.colors.iter().map(|color| Text::verbatim(color.name())));
                bad(text!("the kinds of lines in this game are {names}", names))
            })?,
        };
        Ok(Line::new(ends.map(|end| end as u32), color))
    });
    let lines = lines.collect::<Result<_>>()?;
    Ok(Drawing { points, lines, ..Drawing::default() })
}

#[cfg(test)]
mod tests {
    use crate::ask;
    use grundy_solve::{Budget, Solver};
    use serde_json::{Value, json};

    fn reply(request: &Value) -> Value {
        serde_json::from_str(&ask(&request.to_string(), &mut Solver::new(), &Budget::default())).unwrap()
    }

    /// Positions of drawable games survive a round trip through their drawings, lists and DOT.
    #[test]
    fn drawings_round_trip() {
        let mut seen = 0;
        for &entry in grundy_games::library().games() {
            let drawn = entry.tools().is_some();
            for (k, position) in entry.samples().take(if drawn { 120 } else { 2 }).enumerate() {
                let spec = position.to_string();
                let first = reply(&json!({"do": "draw", "spec": spec}));
                if !drawn {
                    assert_eq!(first["error"]["kind"], "unsupported", "{spec}: {first}");
                    continue;
                }
                if first["error"].is_object() {
                    panic!("{spec}: {first}");
                }
                let drawing = &first["drawing"];
                let again =
                    reply(&json!({"do": "draw", "spec": spec, "points": drawing["points"], "lines": drawing["lines"]}));
                assert_eq!(again["error"], Value::Null, "{k} {spec}: {again}");
                let solve = |spec: &Value| {
                    let mut answer = reply(&json!({"do": "solve", "spec": spec, "moves": "count"}));
                    ["outcome", "grundy", "left", "right", "score"].map(|name| answer[name].take())
                };
                assert_eq!(solve(&again["spec"]), solve(&first["spec"]), "{spec}: {again}");
                let dot = reply(&json!({"do": "draw", "spec": spec, "text": first["dot"]}));
                assert_eq!(dot["spec"], again["spec"], "{spec}: {first}");
                seen += 1;
            }
        }
        assert!(seen > 300);
    }

    #[test]
    fn undrawable_positions_are_errors() {
        for (request, message) in [
            (json!({"spec": "nim(3)"}), "positions of `nim` cannot be edited"),
            (json!({"spec": "hackenbush(0-1) + hackenbush(0-1)"}), "a sum cannot be drawn"),
            (json!({"spec": "3*hackenbush(0-1)"}), "a sum cannot be drawn"),
            (json!({"spec": "hackenbush(0-1)", "text": "0-1:x"}), "the kinds of lines in this game are"),
            (json!({"spec": "hackenbush(0-1)", "points": [{"name": "a\"b"}]}), "`a\"b` cannot be"),
            (json!({"spec": "hackenbush(0-1)", "points": [{"name": "a"}, {"name": "a"}]}), "two points have"),
            (
                json!({"spec": "hackenbush(0-1)", "points": [{"name": "a"}], "lines": [{"ends": [0, 1]}]}),
                "a line needs",
            ),
            (json!({"spec": "hackenbush(0-1)", "points": 7}), "`points` must be a list"),
            (json!({"spec": "hackenbush(0-1)", "points": [{"name": "a", "x": 1}]}), "this operation has no field"),
            (json!({"spec": "token[a>b](a)", "points": []}), "expected at least one edge"),
            (json!({"spec": "triangles(1-2 | )", "points": [{"name": "a"}], "lines": [{"ends": [0, 0]}]}), "a-a joins"),
        ] {
            let mut request = request;
            request["do"] = "draw".into();
            let response = reply(&request);
            let text = response["error"]["message"].as_str().unwrap_or_default();
            assert!(text.starts_with(message), "{request}: {response}");
        }
    }
}
