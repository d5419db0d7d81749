//! Types of the descriptions of JSON objects: fields in the order in which they are written.

/// The description of an object.
pub(crate) struct ObjectSchema {
    /// The name among the definitions of the schema.
    pub name: &'static str,
    pub description: &'static str,
    pub fields: &'static [SchemaField],
    /// Further conditions, verbatim in JSON Schema.
    pub conditions: &'static str,
}

/// A field of an object.
pub(crate) struct SchemaField {
    pub name: &'static str,
    pub ty: Type,
    pub description: &'static str,
    /// Whether every object of this shape has the field.
    pub is_required: bool,
}

/// The type of a field.
pub(crate) enum Type {
    /// The version of the schema.
    Version,
    /// An integer, at least 0.
    Count,
    /// An integer, at least 1.
    Positive,
    /// An integer, possibly negative.
    Integer,
    /// A time in seconds.
    Seconds,
    False,
    Flag,
    /// A nonempty text.
    Text,
    /// A text that is one of these words.
    Word(&'static [&'static str]),
    /// A text that matches this regular expression.
    Like(&'static str),
    Null,
    List(&'static Type),
    /// A list of at least this length.
    AtLeast(u64, &'static Type),
    /// A list of at most this length.
    AtMost(u64, &'static Type),
    /// A list of exactly this length.
    Exactly(u64, &'static Type),
    Or(&'static [Type]),
    /// An object of this shape.
    One(&'static ObjectSchema),
}

impl ObjectSchema {
    pub const fn new(name: &'static str, description: &'static str, fields: &'static [SchemaField]) -> ObjectSchema {
        ObjectSchema { name, description, fields, conditions: "" }
    }

    pub const fn conditions(self, conditions: &'static str) -> ObjectSchema {
        ObjectSchema { conditions, ..self }
    }
}

/// Describes a field that is always present.
pub(crate) const fn required(name: &'static str, ty: Type, description: &'static str) -> SchemaField {
    SchemaField { name, ty, description, is_required: true }
}

/// Describes an optional field.
pub(crate) const fn optional(name: &'static str, ty: Type, description: &'static str) -> SchemaField {
    SchemaField { name, ty, description, is_required: false }
}
