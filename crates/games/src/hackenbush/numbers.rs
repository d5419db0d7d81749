//! The values of Hackenbush trees as partizan games.

use super::colour::Colour;
use super::fusion::Fusion;
use super::picture::Picture;
use grundy_value::{Dyadic, Value, ValueArena, ValueLimit};

/// Computes the value of a tree of blue and red edges, a number, from its leaves to the ground.
///
/// The vertices are numbered such that parents precede their children.
pub(super) fn number_of_tree(picture: &Picture, fusion: &Fusion) -> Result<Dyadic, ValueLimit> {
    let mut above = vec![Dyadic::ZERO; fusion.parent.len()];
    for v in (1..above.len()).rev() {
        let parent = fusion.parent[v] as usize;
        let blue = picture.colour(fusion.edge[v] as usize) == Colour::Blue;
        let x = if blue { on_blue(above[v])? } else { on_blue(above[v].negative())?.negative() };
        above[parent] = above[parent].plus(x)?;
    }
    Ok(above[0])
}

/// Returns the value of a blue edge that carries a tree of value x.
fn on_blue(x: Dyadic) -> Result<Dyadic, ValueLimit> {
    // n is the least integer n ≥ 1 with n > 1 - x.
    let difference = Dyadic::ONE.minus(x)?;
    let floor = difference.numerator() >> difference.exponent();
    let n = (floor + 1).max(1);
    let sum = x.plus(Dyadic::integer(n))?;
    let halvings = u32::try_from(n - 1).map_err(|_| ValueLimit::Number)?;
    Dyadic::new(sum.numerator().into(), sum.exponent().checked_add(halvings).ok_or(ValueLimit::Number)?)
}

/// Computes the value of any tree, from its leaves to the ground.
///
/// An edge that carries a tree is the ordinal sum of the edge and the tree. It depends only on the value of the tree
/// (the colon principle, *Winning Ways*, ch. 7).
pub(super) fn value_of_tree(picture: &Picture, fusion: &Fusion, values: &mut ValueArena) -> Result<Value, ValueLimit> {
    let edges = [values.integer(1)?, values.integer(-1)?, values.nimber(1)?];
    let mut above = vec![Value::ZERO; fusion.parent.len()];
    for v in (1..above.len()).rev() {
        let parent = fusion.parent[v] as usize;
        let edge = match picture.colour(fusion.edge[v] as usize) {
            Colour::Blue => edges[0],
            Colour::Red => edges[1],
            Colour::Green => edges[2],
        };
        let x = values.ordinal_sum(edge, above[v])?;
        above[parent] = values.add(above[parent], x)?;
    }
    Ok(above[0])
}
