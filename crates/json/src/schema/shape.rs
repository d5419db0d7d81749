//! How the JSON is described: objects with their fields in the order in which they are written.

/// An object.
pub(crate) struct Shape {
    /// Its name among the definitions.
    pub name: &'static str,
    pub about: &'static str,
    pub fields: &'static [Field],
    /// What else holds of it, conditions of JSON Schema as they stand.
    pub also: &'static str,
}

/// A field of an object.
pub(crate) struct Field {
    pub name: &'static str,
    pub is: Type,
    pub about: &'static str,
    /// Whether it is there in every such object.
    pub always: bool,
}

/// What a field holds.
pub(crate) enum Type {
    /// The number of the schema.
    Version,
    /// A number: 0, 1, 2, ...
    Count,
    /// A number: 1, 2, 3, ...
    Positive,
    /// A number, below 0 as well.
    Integer,
    /// A time in seconds.
    Seconds,
    False,
    Flag,
    /// Words, at least one letter of them.
    Text,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A text of this form.
    Like(&'static str),
    Null,
    List(&'static Type),
    /// A list of at least so many.
    Some(u64, &'static Type),
    /// A list of at most so many.
    Few(u64, &'static Type),
    /// A list of just so many.
    Exactly(u64, &'static Type),
    Or(&'static [Type]),
    /// An object of this shape.
    One(&'static Shape),
}

impl Shape {
    pub const fn of(name: &'static str, about: &'static str, fields: &'static [Field]) -> Shape {
        Shape { name, about, fields, also: "" }
    }

    pub const fn also(self, also: &'static str) -> Shape {
        Shape { also, ..self }
    }
}

/// A field that is always there.
pub(crate) const fn has(name: &'static str, is: Type, about: &'static str) -> Field {
    Field { name, is, about, always: true }
}

/// A field that is there now and then.
pub(crate) const fn may(name: &'static str, is: Type, about: &'static str) -> Field {
    Field { name, is, about, always: false }
}
