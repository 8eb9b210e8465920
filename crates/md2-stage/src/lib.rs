//! Draws the scene of `md2-scene` with the renderer, to a window or to pictures.
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![allow(missing_docs, reason = "a part of the two programs, not a library for others")]

mod animation;
mod meter;
mod notes;
mod pacing;
mod picture;
mod restorer;
mod session;
mod stage;

pub use animation::{Animation, AnimationOptions, PictureRate, Pictures, Timing};
pub use meter::Meter;
pub use notes::notes;
pub use pacing::Pacer;
pub use picture::PictureOptions;
pub use restorer::{Restorer, restore_all};
pub use session::{Session, SessionError};
pub use stage::{PictureSetting, Stage};

#[cfg(test)]
mod sketch_tests;
