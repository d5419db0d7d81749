//! A reference implementation of games on graphs, with which the tests compare the crate.
//!
//! The reference parses rules with string functions, tries pictures on all tuples of vertices, and uses
//! neither regions nor keys.

use grundy_value::{Value, ValueArena};
use std::collections::{BTreeSet, HashMap};

/// A graph: the state of each vertex, `#` if it is removed, and the label of each pair of vertices.
///
/// The label of a pair is a space if there is no edge, and `-` for an edge without a label.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Net {
    pub states: Vec<char>,
    pub joins: Vec<Vec<char>>,
}

#[derive(Clone)]
struct Picture {
    before: Vec<String>,
    after: Vec<String>,
    joints: Vec<[String; 2]>,
    near: Vec<(bool, String)>,
    with: Vec<(String, char)>,
}

#[derive(Clone)]
struct Choice {
    by: [bool; 2],
    repeat: bool,
    steps: Vec<Picture>,
}

pub struct Judge {
    choices: Vec<Choice>,
    memo: HashMap<Net, Value>,
}

fn side(text: &str) -> (Vec<String>, Vec<String>) {
    // Split the text into signs and hyphens, such as `.`, `{xo}` and `-`.
    let (mut signs, mut rest) = (vec![], text.replace(' ', ""));
    while !rest.is_empty() {
        let length = if rest.starts_with('{') { rest.find('}').unwrap() + 1 } else { 1 };
        let sign: String = rest.drain(..length).collect();
        signs.push(sign.trim_matches(['{', '}']).to_string());
    }
    let (mut vertices, mut joints, mut at) = (vec![signs[0].clone()], vec![], 1);
    while at < signs.len() {
        if signs.get(at + 1).map(String::as_str) == Some("-") {
            joints.push(String::new());
            at += 2;
        } else if at + 3 < signs.len() && signs[at + 2] == "-" && signs.get(at + 3).map(String::as_str) != Some("-") {
            joints.push(signs[at + 1].clone());
            at += 3;
        } else {
            joints.push(String::new());
            at += 1;
        }
        vertices.push(signs[at].clone());
        at += 1;
    }
    (vertices, joints)
}

fn picture(text: &str) -> Picture {
    let inner = |component: &str| component[component.find('[').unwrap() + 1..component.find(']').unwrap()].to_string();
    let (left, right) = text.split_once("->").unwrap();
    let (before, labels) = side(&inner(left));
    let (after, becomes) = side(&inner(right));
    let joints = labels.into_iter().zip(becomes).map(|(a, b)| [a, b]).collect();
    let words: Vec<&str> = right[right.find(']').unwrap() + 1..].split_whitespace().collect();
    let (mut near, mut with, mut at) = (vec![], vec![], 0);
    let set = |word: &str| word.trim_matches(['{', '}']).to_string();
    while at < words.len() {
        match words[at] {
            "if" if words[at + 1] == "no" => {
                near.push((false, set(words[at + 2])));
                at += 4;
            }
            "if" => {
                near.push((true, set(words[at + 1])));
                at += 3;
            }
            "with" => {
                with.push((set(words[at + 2]), words[at + 4].chars().next().unwrap()));
                at += 5;
            }
            other => panic!("{other}"),
        }
    }
    Picture { before, after, joints, near, with }
}

impl Picture {
    fn swapped(&self, x: char, o: char) -> Picture {
        let to = |c: char| {
            if c == x {
                o
            } else if c == o {
                x
            } else {
                c
            }
        };
        let text = |text: &String| text.chars().map(to).collect::<String>();
        Picture {
            before: self.before.iter().map(text).collect(),
            after: self.after.iter().map(text).collect(),
            joints: self.joints.iter().map(|[a, b]| [text(a), text(b)]).collect(),
            near: self.near.iter().map(|(wanted, set)| (*wanted, text(set))).collect(),
            with: self.with.iter().map(|(set, c)| (text(set), to(*c))).collect(),
        }
    }

    /// Returns the index of the moving piece before the move and its index after the move.
    ///
    /// The moving piece is the first piece that leaves a vertex and is on another vertex afterwards. If no
    /// piece moves, it is the first piece that stays.
    fn piece(&self) -> Option<[usize; 2]> {
        let is_piece = |sign: &String| sign.chars().any(char::is_alphabetic);
        let leaves = (0..self.before.len()).filter(|&k| is_piece(&self.before[k]) && self.after[k] != self.before[k]);
        for k in leaves {
            let to =
                (0..self.after.len()).find(|&j| self.after[j] == self.before[k] && self.before[j] != self.before[k]);
            if let Some(to) = to {
                return Some([k, to]);
            }
        }
        let stays = (0..self.before.len()).find(|&k| is_piece(&self.before[k]) && self.after[k] == self.before[k]);
        stays.map(|k| [k, k])
    }

    /// Returns each graph that the picture can produce, with the vertices on which it is placed, in order.
    fn played(&self, net: &Net) -> Vec<(Net, Vec<usize>)> {
        let n = net.states.len();
        let mut found = vec![];
        let mut tuples: Vec<Vec<usize>> = vec![vec![]];
        for _ in &self.before {
            tuples = tuples
                .iter()
                .flat_map(|tuple| (0..n).filter(|v| !tuple.contains(v)).map(|v| [tuple.clone(), vec![v]].concat()))
                .collect();
        }
        'tuples: for tuple in tuples {
            for (sign, &v) in self.before.iter().zip(&tuple) {
                let fits = if sign == "?" { net.states[v] != '#' } else { sign.contains(net.states[v]) };
                if !fits {
                    continue 'tuples;
                }
            }
            for (k, [label, _]) in self.joints.iter().enumerate() {
                let join = net.joins[tuple[k]][tuple[k + 1]];
                if join == ' ' || !label.is_empty() && !label.contains(join) {
                    continue 'tuples;
                }
            }
            let mut after = net.clone();
            let sets: Vec<usize> = (0..tuple.len()).filter(|&k| self.before[k].len() > 1).collect();
            let mut nth = 0;
            for (sign, &v) in self.after.iter().zip(&tuple) {
                after.states[v] = match sign.as_str() {
                    "?" => net.states[v],
                    set if set.len() > 1 => {
                        nth += 1;
                        net.states[tuple[sets[nth - 1]]]
                    }
                    one => one.chars().next().unwrap(),
                };
            }
            let changed: Vec<usize> = tuple.iter().copied().filter(|&v| after.states[v] != net.states[v]).collect();
            for (k, [label, to]) in self.joints.iter().enumerate() {
                if !to.is_empty() && to != label {
                    let to = if to == "#" { ' ' } else { to.chars().next().unwrap() };
                    after.joins[tuple[k]][tuple[k + 1]] = to;
                    after.joins[tuple[k + 1]][tuple[k]] = to;
                }
            }
            if after == *net {
                continue;
            }
            let neighbours: BTreeSet<usize> = changed
                .iter()
                .flat_map(|&v| (0..n).filter(move |&w| net.joins[v][w] != ' '))
                .filter(|w| !changed.contains(w) && net.states[*w] != '#')
                .collect();
            if self.near.iter().any(|(wanted, set)| neighbours.iter().any(|&w| set.contains(net.states[w])) != *wanted)
            {
                continue;
            }
            for (set, to) in &self.with {
                for &w in neighbours.iter().filter(|&&w| set.contains(net.states[w])) {
                    after.states[w] = *to;
                }
            }
            for v in 0..n {
                for w in 0..n {
                    if after.states[v] == '#' || after.states[w] == '#' {
                        after.joins[v][w] = ' ';
                    }
                }
            }
            found.push((after, tuple));
        }
        found
    }
}

impl Choice {
    fn continue_move(&self, net: &Net, focus: usize, step: usize, found: &mut BTreeSet<Net>, depth: usize) {
        if step + 1 == self.steps.len() {
            found.insert(net.clone());
        }
        let mut next = vec![];
        if self.repeat && step == 0 && depth < 12 {
            next.push(0);
        }
        if step + 1 < self.steps.len() {
            next.push(step + 1);
        }
        for next in next {
            let [from, to] = self.steps[next].piece().unwrap();
            for (after, tuple) in self.steps[next].played(net) {
                if tuple[from] == focus {
                    self.continue_move(&after, tuple[to], next, found, depth + 1);
                }
            }
        }
    }
}

impl Judge {
    pub fn new(rule: &str) -> Judge {
        let (mut choices, mut by): (Vec<Choice>, _) = (vec![], [true; 2]);
        for component in rule.split(';') {
            let mut component = component.trim();
            for (label, side) in [("left:", [true, false]), ("right:", [false, true])] {
                if let Some(rest) = component.strip_prefix(label) {
                    (by, component) = (side, rest.trim());
                }
            }
            if let Some(letters) = component.strip_prefix("swap ") {
                let letters: Vec<char> = letters.chars().filter(|c| *c != ' ').collect();
                let other: Vec<Choice> = choices
                    .iter()
                    .filter(|choice| choice.by == [by[1], by[0]])
                    .map(|choice| Choice {
                        by,
                        repeat: choice.repeat,
                        steps: choice.steps.iter().map(|step| step.swapped(letters[0], letters[1])).collect(),
                    })
                    .collect();
                choices.extend(other);
                continue;
            }
            let (repeat, component) = component.strip_prefix("repeat").map_or((false, component), |rest| (true, rest));
            choices.push(Choice { by, repeat, steps: component.split(" then ").map(picture).collect() });
        }
        Judge { choices, memo: HashMap::new() }
    }

    pub fn options(&self, net: &Net, player: usize) -> BTreeSet<Net> {
        let mut found = BTreeSet::new();
        for choice in self.choices.iter().filter(|choice| choice.by[player]) {
            for (after, tuple) in choice.steps[0].played(net) {
                match choice.steps[0].piece() {
                    Some([_, to]) if choice.repeat || choice.steps.len() > 1 => {
                        choice.continue_move(&after, tuple[to], 0, &mut found, 0);
                    }
                    _ => {
                        found.insert(after);
                    }
                }
            }
        }
        found
    }

    /// Returns the value of a graph, computed by the definition.
    pub fn value(&mut self, net: &Net, values: &mut ValueArena) -> Value {
        if let Some(&value) = self.memo.get(net) {
            return value;
        }
        let [left, right] = [0, 1].map(|player| {
            self.options(net, player).iter().map(|option| self.value(option, values)).collect::<Vec<Value>>()
        });
        let value = values.value_from_options(&left, &right).unwrap();
        self.memo.insert(net.clone(), value);
        value
    }

    /// Reports whether `player` wins when moving first, by a plain search.
    pub fn wins(&self, net: &Net, player: usize, misere: bool, won: &mut HashMap<(Net, usize), bool>) -> bool {
        let key = (net.clone(), player);
        if let Some(&won) = won.get(&key) {
            return won;
        }
        let options = self.options(net, player);
        let wins = if options.is_empty() {
            misere
        } else {
            options.iter().any(|option| !self.wins(option, 1 - player, misere, won))
        };
        won.insert(key, wins);
        wins
    }
}
