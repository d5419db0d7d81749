//! HDU 1850, Being a Good Boy in Spring Festival: how many first moves win a game of Nim. Cases `m n1 ... nm`, ended by 0.
//! Source and sample: <http://acm.hdu.edu.cn/showproblem.php?pid=1850>.

use grundy::prelude::*;

/// What the judge wants to read, given what the judge writes.
pub fn answers(input: &str) -> grundy::Result<String> {
    let (mut solver, mut out) = (Solver::new(), String::new());
    let question = Question { moves: MovesWanted::Count, working: false, ..Question::default() };
    let mut words = input.split_ascii_whitespace();
    while let Some(n) = words.next().filter(|&n| n != "0") {
        let heaps: Vec<&str> = words.by_ref().take(n.parse().expect("a count")).collect();
        let position = parse(&format!("nim({})", heaps.join(",")))?;
        let answer = solver.solve(&position, &question, &Budget::default())?;
        out += &format!("{}\n", answer.moves_total.unwrap_or(0));
    }
    Ok(out)
}

/// From standard input to standard output.
pub fn main() -> grundy::Result<()> {
    let input = std::io::read_to_string(std::io::stdin()).expect("the input is text");
    print!("{}", answers(&input)?);
    Ok(())
}
