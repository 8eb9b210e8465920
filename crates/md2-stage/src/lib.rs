//! The scene of `md2-scene` mirrored on the renderer, for a window and for pictures without one.
//!
//! A [`Session`] holds a workspace and its mirror, the [`Stage`]; [`Session::apply`] changes both or neither. The
//! [`SkinDecoder`] decodes skins and the [`Restorer`] restores 8-bit keyframes in tasks while the session is drawn.

#![forbid(unsafe_code)]

mod meter;
mod pacing;
mod restorer;
mod session;
mod skin_decoder;
mod stage;

pub use meter::Meter;
pub use pacing::Pacer;
pub use restorer::{Restorer, exceptions, restore_all};
pub use session::{Session, SessionError};
pub use skin_decoder::SkinDecoder;
pub use stage::{CrowdNumbers, Setting, Stage};

#[cfg(test)]
mod sketch_tests;
