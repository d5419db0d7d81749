//! Small integer expressions over the parameters of a position, and comparisons of expressions.

use std::fmt::Write;

/// An operation on one natural number; some operations need a positive number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unary {
    /// The number of binary digits that are 1.
    Popcount,
    /// The number of trailing binary digits that are 1.
    Ones,
    /// The number of trailing binary digits that are 0; positive numbers only.
    Zeros,
    /// The largest power of 2 that divides the number; positive numbers only.
    Lowest,
    /// The largest power of 2 that does not exceed the number; positive numbers only.
    Highest,
}

/// An operation on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binary {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient, rounded down, of a natural number by a positive number.
    Div,
    /// Remainder of a natural number by a positive number.
    Mod,
    /// Bitwise exclusive or; natural numbers.
    Xor,
    /// Bitwise and; natural numbers.
    And,
    /// Bitwise or; natural numbers.
    Or,
    /// The smaller number.
    Min,
    /// The larger number.
    Max,
}

impl Unary {
    /// All operations, simplest first.
    pub const ALL: [Unary; 5] = [Unary::Popcount, Unary::Ones, Unary::Zeros, Unary::Lowest, Unary::Highest];

    /// Returns the name in formulas and code.
    pub fn name(self) -> &'static str {
        match self {
            Unary::Popcount => "popcount",
            Unary::Ones => "trailing_ones",
            Unary::Zeros => "trailing_zeros",
            Unary::Lowest => "lowest_power",
            Unary::Highest => "highest_power",
        }
    }

    /// Returns the result; `None` where the operation is undefined.
    pub fn apply(self, x: i128) -> Option<i128> {
        let n = u128::try_from(x).ok()?;
        let positive = (n > 0).then_some(n);
        Some(match self {
            Unary::Popcount => n.count_ones().into(),
            Unary::Ones => n.trailing_ones().into(),
            Unary::Zeros => positive?.trailing_zeros().into(),
            Unary::Lowest => 1 << positive?.trailing_zeros(),
            Unary::Highest => 1 << positive?.ilog2(),
        })
    }
}

impl Binary {
    /// All operations, simplest first.
    pub const ALL: [Binary; 10] = [
        Binary::Add,
        Binary::Sub,
        Binary::Xor,
        Binary::Min,
        Binary::Max,
        Binary::Mod,
        Binary::Div,
        Binary::Mul,
        Binary::And,
        Binary::Or,
    ];

    /// Reports whether the operation is commutative.
    pub fn commutes(self) -> bool {
        !matches!(self, Binary::Sub | Binary::Div | Binary::Mod)
    }

    /// Returns the result; `None` where the operation is undefined or overflows.
    #[inline]
    pub fn apply(self, x: i128, y: i128) -> Option<i128> {
        let natural = x >= 0 && y >= 0;
        match self {
            Binary::Add => x.checked_add(y),
            Binary::Sub => x.checked_sub(y),
            Binary::Mul => x.checked_mul(y),
            Binary::Div => (x >= 0 && y > 0).then(|| x / y),
            Binary::Mod => (x >= 0 && y > 0).then(|| x % y),
            Binary::Xor => natural.then_some(x ^ y),
            Binary::And => natural.then_some(x & y),
            Binary::Or => natural.then_some(x | y),
            Binary::Min => Some(x.min(y)),
            Binary::Max => Some(x.max(y)),
        }
    }
}

/// An expression over the parameters of a position.
///
/// ```
/// use grundy_proof::{Binary, Expr};
/// let sum = Expr::binary(Binary::Xor, Expr::Parameter(0), Expr::Parameter(1));
/// assert_eq!(sum.eval(&[5, 3]), Some(6));
/// assert_eq!(sum.text(&["a", "b"]), "a xor b");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A parameter of the position, numbered from 0.
    Parameter(usize),
    /// A number.
    Number(i64),
    /// An operation on one expression.
    Unary(Unary, Box<Expr>),
    /// An operation on two expressions.
    Binary(Binary, Box<Expr>, Box<Expr>),
}

/// The notation of operations in a language.
pub(crate) struct Dialect {
    /// The infix operator of an operation, if it has one.
    pub infix: fn(Binary) -> Option<&'static str>,
    /// Whether every operand with an infix operator is in parentheses, so that precedence is irrelevant.
    pub always_brackets: bool,
    /// The names of the functions for minimum and maximum.
    pub min_max: [&'static str; 2],
}

/// The notation of formulas.
pub(crate) const FORMULA: Dialect = Dialect { infix: formula_infix, always_brackets: false, min_max: ["min", "max"] };

fn formula_infix(op: Binary) -> Option<&'static str> {
    Some(match op {
        Binary::Add => "+",
        Binary::Sub => "-",
        Binary::Mul => "*",
        Binary::Mod => "mod",
        Binary::Xor => "xor",
        Binary::And => "&",
        Binary::Or => "|",
        Binary::Div | Binary::Min | Binary::Max => return None,
    })
}

impl Expr {
    /// Creates an operation on one expression.
    pub fn unary(op: Unary, x: Expr) -> Expr {
        Expr::Unary(op, Box::new(x))
    }

    /// Creates an operation on two expressions.
    pub fn binary(op: Binary, x: Expr, y: Expr) -> Expr {
        Expr::Binary(op, Box::new(x), Box::new(y))
    }

    /// Returns the value at a point; `None` where it is not defined or exceeds 127 bits.
    pub fn eval(&self, point: &[u64]) -> Option<i128> {
        // Expressions have only a few operations, so recursion is safe.
        match self {
            Expr::Parameter(k) => point.get(*k).map(|&x| x.into()),
            Expr::Number(n) => Some((*n).into()),
            Expr::Unary(op, x) => op.apply(x.eval(point)?),
            Expr::Binary(op, x, y) => op.apply(x.eval(point)?, y.eval(point)?),
        }
    }

    /// Returns the number of parameters, numbers and operations; a unary operation counts twice.
    pub fn size(&self) -> usize {
        match self {
            Expr::Parameter(_) | Expr::Number(_) => 1,
            Expr::Unary(_, x) => 2 + x.size(),
            Expr::Binary(_, x, y) => 1 + x.size() + y.size(),
        }
    }

    /// Reports whether the expression has a unary operation, which depends on binary digits.
    pub(crate) fn reads_digits(&self) -> bool {
        match self {
            Expr::Parameter(_) | Expr::Number(_) => false,
            Expr::Unary(..) => true,
            Expr::Binary(_, x, y) => x.reads_digits() || y.reads_digits(),
        }
    }

    /// Returns the expression as a formula, with the given names of the parameters.
    pub fn text(&self, names: &[&str]) -> String {
        let mut out = String::new();
        self.write(names, &FORMULA, &mut out);
        out
    }

    pub(crate) fn write(&self, names: &[&str], dialect: &Dialect, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = match self {
            Expr::Parameter(k) => write!(out, "{}", names[*k]),
            Expr::Number(n) => write!(out, "{n}"),
            Expr::Unary(op, x) => {
                out.push_str(op.name());
                out.push('(');
                x.write(names, dialect, out);
                write!(out, ")")
            }
            Expr::Binary(op, x, y) => match (dialect.infix)(*op) {
                Some(sign) => {
                    x.write_operand(names, dialect, *op, true, out);
                    let _ = write!(out, " {sign} ");
                    y.write_operand(names, dialect, *op, false, out);
                    Ok(())
                }
                None => {
                    let (name, between) = match op {
                        Binary::Div => ("floor", " / "),
                        Binary::Min => (dialect.min_max[0], ", "),
                        _ => (dialect.min_max[1], ", "),
                    };
                    out.push_str(name);
                    out.push('(');
                    if *op == Binary::Div {
                        x.write_operand(names, dialect, *op, true, out);
                        out.push_str(between);
                        y.write_operand(names, dialect, *op, false, out);
                    } else {
                        x.write(names, dialect, out);
                        out.push_str(between);
                        y.write(names, dialect, out);
                    }
                    write!(out, ")")
                }
            },
        };
    }

    /// Writes an operand of `parent`, in parentheses if these are necessary or help the reader.
    fn write_operand(&self, names: &[&str], dialect: &Dialect, parent: Binary, is_left: bool, out: &mut String) {
        let needs_no_brackets = match self {
            Expr::Binary(op, ..) if (dialect.infix)(*op).is_some() => {
                let same = is_left && *op == parent && !dialect.always_brackets;
                let sum = matches!(parent, Binary::Add | Binary::Sub)
                    && matches!(op, Binary::Add | Binary::Sub | Binary::Mul);
                same || (is_left && sum && !dialect.always_brackets)
            }
            _ => true,
        };
        if !needs_no_brackets {
            out.push('(');
        }
        self.write(names, dialect, out);
        if !needs_no_brackets {
            out.push(')');
        }
    }
}

/// A relation between two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// The sides are equal.
    Equal,
    /// The sides differ.
    Differ,
    /// The left side is less than the right side.
    Less,
    /// The left side is at most the right side.
    AtMost,
}

impl Relation {
    /// All relations, simplest first.
    pub const ALL: [Relation; 4] = [Relation::Equal, Relation::Less, Relation::AtMost, Relation::Differ];

    /// Reports whether the relation holds between two numbers.
    #[inline]
    pub fn holds(self, x: i128, y: i128) -> bool {
        match self {
            Relation::Equal => x == y,
            Relation::Differ => x != y,
            Relation::Less => x < y,
            Relation::AtMost => x <= y,
        }
    }

    /// Reports whether the relation is symmetric.
    pub fn commutes(self) -> bool {
        matches!(self, Relation::Equal | Relation::Differ)
    }

    /// Returns the operator in formulas.
    pub fn sign(self) -> &'static str {
        match self {
            Relation::Equal => "==",
            Relation::Differ => "!=",
            Relation::Less => "<",
            Relation::AtMost => "<=",
        }
    }
}

/// A comparison of two expressions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Condition {
    /// The left side.
    pub left: Expr,
    /// The relation between the sides.
    pub relation: Relation,
    /// The right side.
    pub right: Expr,
}

impl Condition {
    /// Reports whether the condition holds at a point; `None` where a side is undefined.
    pub fn holds(&self, point: &[u64]) -> Option<bool> {
        Some(self.relation.holds(self.left.eval(point)?, self.right.eval(point)?))
    }

    /// Returns the number of parameters, numbers and operations, counted as in [`Expr::size`].
    pub fn size(&self) -> usize {
        self.left.size() + self.right.size() + 1
    }

    /// Reports whether a side has a unary operation; see [`Expr::reads_digits`].
    pub(crate) fn reads_digits(&self) -> bool {
        self.left.reads_digits() || self.right.reads_digits()
    }

    /// Returns the condition as a formula.
    pub fn text(&self, names: &[&str]) -> String {
        format!("{} {} {}", self.left.text(names), self.relation.sign(), self.right.text(names))
    }
}
