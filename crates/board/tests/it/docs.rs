//! Tests that all examples in `docs/boards.md` can be solved, and that the page lists all named games.

use grundy_board::{graph, named::GAMES};
use grundy_games::parse;
use grundy_solve::{Budget, MovesWanted, Question, Solver};

#[test]
fn examples_are_solved() {
    for page in ["boards.md", "boards.zh-CN.md"] {
        let path = format!("{}/../../docs/{page}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap();
        let mut examples = 0;
        for line in text.lines() {
            let spec = match line.split_once('\'') {
                Some((command, rest)) if command.starts_with("grundy ") => rest.split('\'').next().unwrap(),
                _ if line.trim_start_matches("misere ").starts_with("board{") || line.starts_with("graph{") => line,
                _ => continue,
            };
            let spec = parse(spec).unwrap_or_else(|error| panic!("{page}: {line}: {error:?}"));
            let question = Question { moves: MovesWanted::None, ..Question::default() };
            let answer = Solver::new().solve(&spec, &question, &Budget::default()).unwrap();
            assert!(answer.result.outcome.is_some(), "{line}");
            examples += 1;
        }
        assert_eq!(examples, 21, "{page}");
        let named: Vec<String> =
            GAMES.iter().map(|line| format!("| `{}` | `{}` |", line.name, line.pictures.replace('|', "\\|"))).collect();
        let table: Vec<&str> =
            text.lines().skip_while(|line| *line != "|---|---|").filter(|line| line.contains(" -> [")).collect();
        let table: Vec<&str> =
            table.into_iter().filter(|line| line.starts_with("| `") && line.ends_with("` |")).collect();
        let on_graphs = graph::named::GAMES.iter().map(|line| format!("| `{}` | `{}` |", line.name, line.pictures));
        for line in named.iter().cloned().chain(on_graphs) {
            assert!(table.contains(&line.as_str()), "{page} lacks {line}");
        }
    }
}
