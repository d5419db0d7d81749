//! Generates the JSON Schema from the descriptions of all objects.

use super::SCHEMA;
use super::numbers::IntegerFormat;
use super::shape::{ObjectSchema, SchemaField, Type};
use super::{answer, board, findings, lists};
use serde_json::{Value, json};

/// The shapes of a line of output or a reply; `true` means that the line is an array of such objects.
static TOP_LEVEL_SHAPES: [(&ObjectSchema, bool); 30] = [
    (&answer::ANSWER, false),
    (&answer::FAILURE, false),
    (&answer::PARSED, false),
    (&answer::RULES, false),
    (&board::BOARD, false),
    (&board::DRAWN, false),
    (&lists::INFO, true),
    (&lists::COMPLETIONS, false),
    (&lists::CHECKED, false),
    (&lists::EXAMPLE, false),
    (&lists::TABLE, false),
    (&lists::FORMS, false),
    (&lists::FORMS_FOUND, false),
    (&lists::FILE, false),
    (&lists::POSITIONS, false),
    (&lists::PAIRED, false),
    (&lists::LOSERS, false),
    (&lists::VERTICES, false),
    (&lists::TREES, false),
    (&findings::FINDING, false),
    (&findings::VERIFIED, false),
    (&lists::SEQUENCE, false),
    (&lists::STATISTICS, false),
    (&lists::SURVEYED, false),
    (&lists::VALUED, false),
    (&lists::MISERE_VALUED, false),
    (&lists::FOLDER, false),
    (&lists::ESTIMATED, false),
    (&lists::QUOTIENT, false),
    (&lists::SURVEYED_QUOTIENT, false),
];

const TITLE: &str = "JSON output of grundy, schema 2";
const DESCRIPTION: &str = "One line of output in JSON, one line of `grundy batch`, or one reply to a request. \
    Readers must ignore unknown fields: later versions may add fields. Integers are exact: some of them need 128 \
    bits, and readers must not convert them to floating point. On request, every integer except the version of \
    the schema is written as text.";

/// Returns the JSON Schema of all output, the content of `docs/schema.json`.
pub fn schema_json() -> String {
    let mut out = String::new();
    pretty(&build_schema(None), 0, &mut out);
    out.push('\n');
    out
}

/// Returns the schema for tests: integers in this form only, and no undescribed fields.
pub fn strict_schema_json(numbers: IntegerFormat) -> String {
    build_schema(Some(numbers)).to_string()
}

fn build_schema(strict: Option<IntegerFormat>) -> Value {
    let mut shapes: Vec<&ObjectSchema> = vec![];
    let alternatives: Vec<Value> = TOP_LEVEL_SHAPES
        .iter()
        .map(|&(shape, several)| {
            let one = reference(shape, &mut shapes);
            if several { json!({"type": "array", "items": one, "minItems": 1}) } else { one }
        })
        .collect();
    let mut definitions = serde_json::Map::new();
    for (name, number, text) in [
        ("count", json!({"type": "integer", "minimum": 0}), "^[0-9]+$"),
        ("positive", json!({"type": "integer", "minimum": 1}), "^[1-9][0-9]*$"),
        ("integer", json!({"type": "integer"}), "^-?[0-9]+$"),
    ] {
        let text = json!({"type": "string", "pattern": text});
        let schema = match strict {
            None => json!({"anyOf": [number, text]}),
            Some(IntegerFormat::Number) => number,
            Some(IntegerFormat::Text) => text,
        };
        definitions.insert(name.to_string(), schema);
    }
    // Describing a shape finds the shapes that it refers to; they are appended to `shapes`.
    let mut at = 0;
    while at < shapes.len() {
        let shape = shapes[at];
        definitions.insert(shape.name.to_string(), shape_schema(shape, strict.is_some(), &mut shapes));
        at += 1;
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": TITLE,
        "description": DESCRIPTION,
        "anyOf": alternatives,
        "$defs": definitions,
    })
}

fn reference(shape: &'static ObjectSchema, shapes: &mut Vec<&'static ObjectSchema>) -> Value {
    if !shapes.iter().any(|known| known.name == shape.name) {
        shapes.push(shape);
    }
    json!({"$ref": format!("#/$defs/{}", shape.name)})
}

fn shape_schema(shape: &ObjectSchema, strict: bool, shapes: &mut Vec<&'static ObjectSchema>) -> Value {
    let mut properties = serde_json::Map::new();
    for SchemaField { name, ty, description, .. } in shape.fields {
        let mut schema = type_schema(ty, shapes);
        if !description.is_empty() {
            schema["description"] = (*description).into();
        }
        properties.insert(name.to_string(), schema);
    }
    let required: Vec<&str> = shape.fields.iter().filter(|field| field.is_required).map(|field| field.name).collect();
    let mut object =
        json!({"description": shape.description, "type": "object", "properties": properties, "required": required});
    if !shape.conditions.is_empty() {
        // Each text is a constant of this crate, and a test parses all of these constants.
        object["allOf"] = serde_json::from_str(shape.conditions).unwrap_or_default();
    }
    // A shape without fields describes an object whose keys a game chooses.
    if strict && !shape.fields.is_empty() {
        object["additionalProperties"] = false.into();
    }
    object
}

fn type_schema(ty: &Type, shapes: &mut Vec<&'static ObjectSchema>) -> Value {
    let number = |name: &str| json!({"$ref": format!("#/$defs/{name}")});
    match ty {
        Type::Version => json!({"const": SCHEMA}),
        Type::Count => number("count"),
        Type::Positive => number("positive"),
        Type::Integer => number("integer"),
        Type::Seconds => json!({"type": "number", "minimum": 0}),
        Type::False => json!({"const": false}),
        Type::Flag => json!({"type": "boolean"}),
        Type::Text => json!({"type": "string", "minLength": 1}),
        Type::Word([one]) => json!({"const": one}),
        Type::Word(words) => json!({"enum": words}),
        Type::Like(pattern) => json!({"type": "string", "pattern": pattern}),
        Type::Null => json!({"type": "null"}),
        Type::List(of) => json!({"type": "array", "items": type_schema(of, shapes)}),
        Type::AtLeast(least, of) => json!({"type": "array", "items": type_schema(of, shapes), "minItems": least}),
        Type::AtMost(most, of) => json!({"type": "array", "items": type_schema(of, shapes), "maxItems": most}),
        Type::Exactly(count, of) => {
            json!({"type": "array", "items": type_schema(of, shapes), "minItems": count, "maxItems": count})
        }
        Type::Or(alternatives) => {
            let schemas: Vec<Value> = alternatives.iter().map(|one| type_schema(one, shapes)).collect();
            json!({"anyOf": schemas})
        }
        Type::One(shape) => reference(shape, shapes),
    }
}

/// The maximum length in bytes of a line that contains a whole value.
const MAX_LINE_LEN: usize = 120;

/// Appends a value, on several lines if it is too long for one.
fn pretty(value: &Value, depth: usize, out: &mut String) {
    let line = value.to_string();
    if line.len() + 2 * depth <= MAX_LINE_LEN {
        out.push_str(&line);
        return;
    }
    let indent = "  ".repeat(depth + 1);
    match value {
        Value::Array(items) => {
            for (k, item) in items.iter().enumerate() {
                out.push_str(if k == 0 { "[\n" } else { ",\n" });
                out.push_str(&indent);
                pretty(item, depth + 1, out);
            }
            out.push_str(&format!("\n{}]", "  ".repeat(depth)));
        }
        Value::Object(map) => {
            for (k, (name, item)) in map.iter().enumerate() {
                out.push_str(if k == 0 { "{\n" } else { ",\n" });
                out.push_str(&format!("{indent}\"{name}\": "));
                pretty(item, depth + 1, out);
            }
            out.push_str(&format!("\n{}}}", "  ".repeat(depth)));
        }
        _ => out.push_str(&line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_json() {
        let mut shapes = vec![];
        for (shape, _) in TOP_LEVEL_SHAPES {
            reference(shape, &mut shapes);
        }
        let mut at = 0;
        while at < shapes.len() {
            let shape = shapes[at];
            shape_schema(shape, false, &mut shapes);
            let is_json = serde_json::from_str::<Vec<Value>>(shape.conditions).is_ok();
            assert!(shape.conditions.is_empty() || is_json, "{}", shape.name);
            at += 1;
        }
    }
}
