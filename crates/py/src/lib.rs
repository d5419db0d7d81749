//! The extension module behind `import grundy`: positions, answers and every request of `grundy_ask`.
//!
//! The Python code is in `python/grundy`. This crate contains only the code that needs the engines or must be fast:
//! positions (`position`) and their answers (`solved`), arrays (`arrays`, `arrow`, `cdata`), and rules written in
//! Python (`python_rules`). `queries` returns all other replies as JSON, which the Python code converts to classes.
//! `work` runs the engines without Python's lock, so that Ctrl-C can interrupt them.

mod arrays;
mod arrow;
mod cdata;
mod errors;
mod fields;
mod position;
mod python_rules;
mod queries;
mod solved;
mod work;

use pyo3::prelude::*;

#[pymodule]
fn _grundy(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<position::Position>()?;
    module.add_class::<position::Legal>()?;
    module.add_class::<solved::Solved>()?;
    module.add_class::<queries::Report>()?;
    module.add_class::<python_rules::PythonRules>()?;
    for function in [
        wrap_pyfunction!(work::set_limits, module)?,
        wrap_pyfunction!(work::clear, module)?,
        wrap_pyfunction!(errors::set_language, module)?,
        wrap_pyfunction!(errors::get_language, module)?,
        wrap_pyfunction!(solved::solve, module)?,
        wrap_pyfunction!(solved::outcome, module)?,
        wrap_pyfunction!(queries::ask, module)?,
        wrap_pyfunction!(queries::board, module)?,
        wrap_pyfunction!(queries::find, module)?,
        wrap_pyfunction!(queries::prove, module)?,
        wrap_pyfunction!(queries::verify, module)?,
        wrap_pyfunction!(queries::value, module)?,
        wrap_pyfunction!(queries::misere_value, module)?,
        wrap_pyfunction!(queries::quotient, module)?,
        wrap_pyfunction!(queries::survey, module)?,
        wrap_pyfunction!(queries::read_rules, module)?,
        wrap_pyfunction!(queries::table_svg, module)?,
        wrap_pyfunction!(queries::database_info, module)?,
        wrap_pyfunction!(queries::database_make, module)?,
        wrap_pyfunction!(arrow::arrow, module)?,
        wrap_pyfunction!(arrays::table, module)?,
        wrap_pyfunction!(arrays::sequence, module)?,
    ] {
        module.add_function(function)?;
    }
    Ok(())
}
