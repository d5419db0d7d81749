//! The display and drawing of a [`GamePosition`].

use super::GamePosition;
use crate::{Drawing, Game, Picture, PictureBoard, PositionDisplay};
use std::fmt;

/// The maximum length of a component that is drawn, in numbers.
const MAX_DRAWN: usize = 1000;

impl<G: Game> PositionDisplay for GamePosition<G> {
    fn write(&self, out: &mut String) {
        self.rules().write_position(&self.components, self.first, out);
    }

    fn is_bare(&self) -> bool {
        G::IS_BARE
    }

    fn count_printed_numbers(&self) -> usize {
        let rules = self.rules();
        rules.count_rules_numbers() + self.components.iter().map(|p| rules.count_component_numbers(p)).sum::<usize>()
    }

    fn picture(&self, component: usize) -> Picture {
        let component = &self.components[component];
        match self.rules().count_component_numbers(component) {
            0..=MAX_DRAWN => self.rules().picture(component),
            _ => Picture::Text(String::new()),
        }
    }

    fn picture_board(&self, component: usize) -> Option<PictureBoard> {
        self.rules().picture_board(&self.components[component])
    }

    fn drawing(&self) -> Option<Drawing> {
        let editor = G::EDITOR.filter(|_| PositionDisplay::count_printed_numbers(self) <= MAX_DRAWN)?;
        Some((editor.drawing)(self.rules(), &self.components))
    }

    fn write_drawing(&self, drawing: &Drawing) -> Option<String> {
        Some((G::EDITOR?.write)(self.rules(), drawing))
    }
}

impl<G: Game> fmt::Display for GamePosition<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write(&mut text);
        f.write_str(&text)
    }
}

impl<G: Game> fmt::Debug for GamePosition<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
