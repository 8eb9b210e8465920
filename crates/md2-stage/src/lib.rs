//! The scene of `md2-scene` mirrored on the renderer, for a window and for pictures without one.
//!
//! A [`Session`] keeps a workspace and its mirror, the [`Stage`], alike: [`Session::apply`] changes both or neither. The
//! [`Dresser`] decodes skins and the [`Restorer`] restores 8-bit keyframes in tasks while the session is drawn.

#![forbid(unsafe_code)]

mod dresser;
mod meter;
mod pacing;
mod session;
mod stage;
mod steady;

pub use dresser::Dresser;
pub use meter::Meter;
pub use pacing::Pacer;
pub use session::{Session, SessionError};
pub use stage::{CrowdNumbers, Setting, Stage};
pub use steady::{Restorer, exceptions, restore_all};

#[cfg(test)]
mod sketch_tests;
