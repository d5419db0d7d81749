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
#[derive(Default)]
pub struct Report {
    subjects: BTreeMap<String, (usize, Disagreement)>,
}

impl Report {
    /// Adds one; the first of its subject is shown at once.
    pub fn add(&mut self, found: Disagreement) {
        match self.subjects.get_mut(&found.subject) {
            Some((count, shortest)) => {
                *count += 1;
                if found.command.len() < shortest.command.len() {
                    *shortest = found;
                }
            }
            None => {
                eprintln!("\ndiffer: {}\n{}", found.subject, found.text());
                self.subjects.insert(found.subject.clone(), (1, found));
            }
        }
    }

    pub fn is_empty(&self) -> bool {
        self.subjects.is_empty()
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.subjects.values().map(|(count, _)| count).sum()
    }

    /// All subjects, each with its shortest reproduction.
    pub fn text(&self) -> String {
        let subject = |(subject, (count, shortest)): (&String, &(usize, Disagreement))| {
            format!("{subject} ({count} times)\n{}", shortest.text())
        };
        self.subjects.iter().map(subject).collect::<Vec<_>>().join("\n")
    }
}

impl Disagreement {
    fn text(&self) -> String {
        format!("  {}\n  {}\n", self.command, self.message)
    }
}
