//! Compares computed values with the published values in `corpus/values/facts.tsv`.

use grundy::unstable::solve::value_evaluator::ValueEvaluator;
use grundy::unstable::value::{SymbolSet, Value, ValueArena, Wall};
use grundy::{Budget, parse};

fn wall_text(wall: &Wall) -> String {
    wall.iter().map(|(t, x)| format!("{t}:{x}")).collect::<Vec<_>>().join(" ")
}

/// Parses a set of values `{a,b}` and sorts it.
fn set(values: &mut ValueArena, text: &str) -> Vec<Value> {
    let inside = text.strip_prefix('{').and_then(|t| t.strip_suffix('}')).expect("a set stands in braces");
    // Reading the set as options would drop dominated values, so split at the outer commas.
    let (mut all, mut depth, mut from) = (vec![], 0, 0);
    for (i, c) in inside.char_indices() {
        match c {
            '{' | '(' => depth += 1,
            '}' | ')' => depth -= 1,
            ',' if depth == 0 => {
                all.push(&inside[from..i]);
                from = i + 1;
            }
            _ => {}
        }
    }
    if !inside.is_empty() {
        all.push(&inside[from..]);
    }
    let mut all: Vec<Value> = all.into_iter().map(|t| values.parse(t).unwrap_or_else(|e| panic!("{t}: {e}"))).collect();
    all.sort();
    all
}

#[test]
fn facts_match_published_ones() {
    let mut evaluator = ValueEvaluator::new(&Budget::default());
    let mut rows = include_str!("../../../../corpus/values/facts.tsv").lines().filter(|line| !line.starts_with('#'));
    let names: Vec<&str> = rows.next().expect("the names of the columns").split('\t').collect();
    let (mut row_count, mut compared) = (0, 0);
    let mut wrong = vec![];
    for row in rows {
        let cells: Vec<&str> = row.split('\t').collect();
        assert_eq!(cells.len(), names.len(), "{row}");
        let value = evaluator.parse(cells[0], &mut |text| parse(text)).unwrap_or_else(|e| panic!("{row}: {e}"));
        let facts = evaluator.arena.facts(value).unwrap();
        let values = &mut evaluator.arena;
        for (&name, &cell) in names.iter().zip(&cells).skip(1).filter(|(_, cell)| **cell != "-") {
            let text = |values: &mut ValueArena, value| values.text(value, SymbolSet::Ascii).unwrap();
            // Values are compared as printed; other columns may write the same value in several ways, so they are
            // parsed.
            let read = |values: &mut ValueArena| values.parse(cell).unwrap_or_else(|e| panic!("{cell}: {e}"));
            let (found, expected) = match name {
                "value" => (text(values, value), cell.to_owned()),
                "mean" => (facts.thermograph.mean().to_string(), cell.to_owned()),
                "temperature" => (facts.thermograph.temperature.to_string(), cell.to_owned()),
                "left_stop" => (facts.left_stop.to_string(), cell.to_owned()),
                "right_stop" => (facts.right_stop.to_string(), cell.to_owned()),
                "outcome" => (facts.outcome.to_string(), cell.to_owned()),
                "birthday" => (facts.birthday.to_string(), cell.to_owned()),
                "left_wall" => (wall_text(&facts.thermograph.left), cell.to_owned()),
                "right_wall" => (wall_text(&facts.thermograph.right), cell.to_owned()),
                "followers" => (values.follower_count(value).unwrap().to_string(), cell.to_owned()),
                "incentives" => {
                    let mut found = values.incentives(value).unwrap();
                    found.sort();
                    (format!("{found:?}"), format!("{:?}", set(values, cell)))
                }
                "atomic_weight" => match (facts.atomic_weight, cell) {
                    (None, _) => ("none".to_owned(), cell.to_owned()),
                    (Some(weight), "none") => (text(values, weight), cell.to_owned()),
                    (Some(weight), _) => {
                        let expected = read(values);
                        (text(values, weight), text(values, expected))
                    }
                },
                "freeze" | "companion" | "reduced" => {
                    let found = match name {
                        "freeze" => values.freeze(value),
                        "companion" => values.companion(value),
                        _ => Ok(facts.reduced),
                    };
                    let expected = read(values);
                    (text(values, found.unwrap()), text(values, expected))
                }
                "source" => continue,
                _ => panic!("no such column: {name}"),
            };
            compared += 1;
            if found != expected {
                wrong.push(format!("{}: {name}: found {found}, expected {expected}", cells[0]));
            }
        }
        row_count += 1;
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(row_count >= 200 && compared >= 500, "{row_count} rows, {compared} facts");
}
