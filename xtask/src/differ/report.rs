//! What was found: disagreements, sorted by their subject, the shortest of each.

use std::collections::BTreeMap;

/// Something that program and brute force do not agree about.
pub struct Disagreement {
    /// What it is about: those of one subject are likely to have one cause.
    pub subject: String,
    /// What is said and what is so.
    pub message: String,
    /// A command line that shows it.
    pub command: String,
}

/// All disagreements.
pub struct Report {
    /// The command that found them, to which the piece of the work is added.
    again: String,
    /// How many there are, the shortest one, and the piece of the work that it was found in.
    subjects: BTreeMap<String, (usize, Disagreement, usize)>,
}

impl Report {
    /// Of a run of this command.
    pub fn new(again: String) -> Report {
        Report { again, subjects: BTreeMap::new() }
    }

    /// Adds one that was found in this piece of the work; the first of its subject is shown at once.
    pub fn add(&mut self, found: Disagreement, piece: usize) {
        match self.subjects.get_mut(&found.subject) {
            Some((count, shortest, place)) => {
                *count += 1;
                if found.command.len() < shortest.command.len() {
                    (*shortest, *place) = (found, piece);
                }
            }
            None => {
                eprintln!("\ndiffer: {}\n{}", found.subject, self.shown(&found, piece));
                self.subjects.insert(found.subject.clone(), (1, found, piece));
            }
        }
    }

    /// A disagreement with the command line that shows it, and the one that finds it again.
    fn shown(&self, found: &Disagreement, piece: usize) -> String {
        format!("  {}\n  {}\n  {} --piece {piece}\n", found.command, found.message, self.again)
    }

    pub fn is_empty(&self) -> bool {
        self.subjects.is_empty()
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.subjects.values().map(|(count, ..)| count).sum()
    }

    /// All subjects, each with its shortest reproduction.
    pub fn text(&self) -> String {
        let subject = |(subject, (count, shortest, piece)): (&String, &(usize, Disagreement, usize))| {
            format!("{subject} ({count} times)\n{}", self.shown(shortest, *piece))
        };
        self.subjects.iter().map(subject).collect::<Vec<_>>().join("\n")
    }
}
