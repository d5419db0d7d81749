//! Plays of positions, move by move.
//!
//! The crate provides legal moves, a parser for moves as people write them, a perfect opponent, and the detection of
//! the end of play. It does no input or output.
//!
//! Start with [`Session`], which is one play with its history. A [`PlayPosition`] is one position of a play, a
//! [`Machine`] chooses moves, and a [`PlayLine`] demonstrates an answer.
//!
//! ```
//! use grundy_play::{Machine, Session};
//! use grundy_games::parse;
//! use grundy_rules::Player;
//! use grundy_solve::{Budget, Solver};
//!
//! let mut session = Session::new(parse("nim(3,4,5)").unwrap(), Player::LEFT);
//! let mv = session.position().find("2 1").unwrap(); // short for "take 2 from heap 1"
//! session.play(&mv);
//! assert_eq!(session.position().text().to_string(), "nim(1,4,5)");
//!
//! let reply = Machine::perfect().choose(session.position(), &mut Solver::new(), &Budget::default()).unwrap();
//! session.play(&reply.mv);
//! assert!(session.end().is_none());
//! ```

mod display;
mod input;
mod line;
mod machine;
mod p_position_cells;
mod play_position;
mod random;
mod session;

pub use display::PlayComponent;
pub use grundy_rules::ComponentIndex;
pub use input::{half_width, short_move_text};
pub use line::{LineKind, PlayLine, Ply, demonstrate};
pub use machine::{ChosenMove, ExpectedResult, Machine, expected_result, expected_results};
pub use play_position::{LegalMove, PlayPosition};
pub use random::Random;
pub use session::{End, Session};
