//! The report: disagreements by subject, with the shortest example of each.

use std::collections::BTreeMap;

/// A disagreement between the program and the brute force.
pub struct Disagreement {
    /// The subject; disagreements of one subject probably have one cause.
    pub subject: String,
    /// What the program says and what is correct.
    pub message: String,
    /// A command line that shows the disagreement.
    pub command: String,
}

/// All disagreements of a run.
pub struct Report {
    /// The command that found the disagreements; the index of the piece of work is appended to it.
    rerun_command: String,
    /// For each subject, the number of disagreements, the shortest one, and its piece of work.
    subjects: BTreeMap<String, (usize, Disagreement, usize)>,
}

impl Report {
    /// Creates the report of a run of this command.
    pub fn new(again: String) -> Report {
        Report { rerun_command: again, subjects: BTreeMap::new() }
    }

    /// Adds a disagreement found in this piece of work; prints the first one about each subject at once.
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

    /// Returns a disagreement with the command that shows it and the command that finds it again.
    fn shown(&self, found: &Disagreement, piece: usize) -> String {
        format!("  {}\n  {}\n  {} --piece {piece}\n", found.command, found.message, self.rerun_command)
    }

    pub fn is_empty(&self) -> bool {
        self.subjects.is_empty()
    }

    /// Returns the number of disagreements.
    pub fn count(&self) -> usize {
        self.subjects.values().map(|(count, ..)| count).sum()
    }

    /// Returns all subjects, each with its shortest example.
    pub fn text(&self) -> String {
        let subject = |(subject, (count, shortest, piece)): (&String, &(usize, Disagreement, usize))| {
            format!("{subject} ({count} times)\n{}", self.shown(shortest, *piece))
        };
        self.subjects.iter().map(subject).collect::<Vec<_>>().join("\n")
    }
}
