//! The integration tests of this crate: one program, so that it is linked once.

mod filter;
mod filter_batches;
mod fold;
mod kernel_choice;
mod lanes;
mod period;
mod regularity;
mod stage;
