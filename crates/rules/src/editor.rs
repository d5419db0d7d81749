//! The editor of positions on graphs: drawing tools, and conversion between positions and drawings.

use crate::{Color, Drawing, Line, Rules, VertexName};
use std::collections::HashMap;

/// The drawing tools of a game on graphs.
///
/// ```
/// let tools = grundy_games::library().find("hackenbush").unwrap().tools().unwrap();
/// assert!(tools.ground && !tools.tokens && tools.colors.len() == 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tools {
    /// The colours of lines; the first one is the default.
    pub colors: &'static [Color],
    /// Whether points may be on the ground.
    pub ground: bool,
    /// Whether points may hold tokens.
    pub tokens: bool,
}

impl Tools {
    /// Returns the colour with this name or first letter, if the game has one.
    pub fn color(&self, word: &str) -> Option<Color> {
        let named = |color: &&Color| color.name() == word || word.len() == 1 && color.name().starts_with(word);
        self.colors.iter().find(named).copied()
    }
}

/// The drawing tools of a game, and its conversion between positions and drawings.
pub struct Editor<R: Rules> {
    /// The drawing tools.
    pub tools: Tools,
    /// Draws all components of a position as one drawing.
    pub drawing: fn(&R, &[R::Component]) -> Drawing,
    /// Writes the drawing as a position in the notation under these rules.
    ///
    /// The text may be invalid; the caller must parse it to find out.
    pub write: fn(&R, &Drawing) -> String,
}

impl Drawing {
    /// Joins several drawings into one; points of the same name become one point.
    ///
    /// ```
    /// use grundy_games::parse;
    /// let position = &parse("hackenbush(0-1,0-2)").unwrap().terms[0].position;
    /// let drawing = position.drawing().unwrap();
    /// assert_eq!((drawing.points.len(), drawing.lines.len()), (3, 2));
    /// ```
    pub fn joined(drawings: impl IntoIterator<Item = Drawing>) -> Drawing {
        let (mut points, mut lines, mut index_by_name) = (vec![], vec![], HashMap::<String, u32>::new());
        for drawing in drawings {
            let indices: Vec<u32> = drawing
                .points
                .into_iter()
                .map(|point| {
                    *index_by_name.entry(point.name.clone()).or_insert_with(|| {
                        points.push(point);
                        points.len() as u32 - 1
                    })
                })
                .collect();
            let moved =
                drawing.lines.iter().map(|line| Line { ends: line.ends.map(|end| indices[end as usize]), ..*line });
            lines.extend(moved);
        }
        Drawing { points: points.into(), lines: lines.into(), ..Drawing::default() }
    }

    /// Returns the name of a point as the notation writes it.
    pub fn point_name(&self, point: u32) -> String {
        VertexName::read(&self.points[point as usize].name).to_string()
    }

    /// Returns the lines of selected colours as an edge list of the notation, such as `1-2,2-3`.
    ///
    /// `sign` separates the two ends of a line. `suffix_for` returns the suffix for the lines of a colour, or
    /// `None` to omit these lines.
    pub fn edges(&self, sign: char, suffix_for: impl Fn(Color) -> Option<&'static str>) -> String {
        let edges = self.lines.iter().filter_map(|line| {
            let [a, b] = line.ends.map(|end| self.point_name(end));
            suffix_for(line.color).map(|ending| format!("{a}{sign}{b}{ending}"))
        });
        edges.collect::<Vec<_>>().join(",")
    }
}
