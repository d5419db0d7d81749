//! Asks who wins a position and lets `main` return what goes wrong: it is shown with its place in the text and with help.
//! Run it with `cargo run -p grundy --example errors -- "nim(3) + wythof(3,5)"`.

/// Who wins, in a word.
pub fn ask(spec: &str) -> Result<String, grundy::Error> {
    let answer = grundy::solve(spec)?;
    Ok(answer.outcome().map_or("nobody knows", |outcome| outcome.name()).to_string())
}

fn main() -> Result<(), grundy::Error> {
    let spec = std::env::args().nth(1).unwrap_or("nim(3,4,5)".to_string());
    println!("{}", ask(&spec)?);
    Ok(())
}
