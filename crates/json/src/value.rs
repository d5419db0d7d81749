//! Properties of a value, as JSON.

use crate::options::JsonOptions;
use crate::schema::lists::{THERMOGRAPH, VALUED};
use crate::schema::{Object, SCHEMA, push_list, push_text};
use grundy_render::printable_value;
use grundy_value::{SymbolSet, ValueArena, ValueFacts, ValueLimit};

/// Returns the properties of a value as one line of JSON, in ASCII.
///
/// Values that are too long to print are null.
///
/// # Errors
/// Fails if a limit is reached while the texts of the values are built.
pub fn value_json(
    values: &mut ValueArena,
    expr: &str,
    facts: &ValueFacts,
    options: JsonOptions,
) -> Result<String, ValueLimit> {
    let value = printable_value(values, facts.value, SymbolSet::Ascii)?;
    let reduced = match facts.reduced == facts.value {
        true => value.clone(),
        false => printable_value(values, facts.reduced, SymbolSet::Ascii)?,
    };
    let weight = facts.atomic_weight.map_or(Ok(None), |weight| printable_value(values, weight, SymbolSet::Ascii))?;
    Ok(options.write(|out| {
        let mut object = Object::open(out, &VALUED);
        object.number("schema", SCHEMA);
        object.text("expr", expr);
        object.text_or_null("value", value.as_deref());
        object.word("outcome", facts.outcome.name());
        object.text("left_stop", &facts.left_stop.to_string());
        object.text("right_stop", &facts.right_stop.to_string());
        object.text("mean", &facts.thermograph.mean().to_string());
        object.text("temperature", &facts.thermograph.temperature.to_string());
        object.text_or_null("atomic_weight", weight.as_deref());
        object.text_or_null("reduced", reduced.as_deref());
        object.number("birthday", facts.birthday);
        let mut walls = Object::open(object.key("thermograph"), &THERMOGRAPH);
        for (name, wall) in [("left", &facts.thermograph.left), ("right", &facts.thermograph.right)] {
            push_list(walls.key(name), wall, |point, out| {
                push_list(out, &[point.0, point.1], |x, out| push_text(&x.to_string(), out));
            });
        }
        walls.close();
        object.close();
    }))
}
