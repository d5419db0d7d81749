//! Prints the outcome of a position, or an error with its span and a suggestion.
//!
//! Run it with `cargo run -p grundy --example errors -- "nim(3) + wythof(3,5)"`.

/// Returns the name of the position's outcome class, or `nobody knows` if there is none.
pub fn outcome_name(spec: &str) -> Result<String, grundy::Error> {
    let answer = grundy::solve(spec)?;
    Ok(answer.outcome().map_or("nobody knows", |outcome| outcome.name()).to_string())
}

fn main() -> Result<(), grundy::Error> {
    let spec = std::env::args().nth(1).unwrap_or("nim(3,4,5)".to_string());
    println!("{}", outcome_name(&spec)?);
    Ok(())
}
