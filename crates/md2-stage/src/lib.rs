//! Draws the scene of `md2-scene` with the renderer, to a window or to pictures.
//!
//! A [`Session`] contains a workspace and its [`Stage`], the uploaded models and skins. [`Session::apply`] changes both
//! or neither. In background tasks, the session [decodes skins](Session::decode_skins), and the [`Restorer`] restores
//! the motion that 8-bit keyframes lost. An [`Animation`] draws sequences picture by picture.

#![forbid(unsafe_code)]
#![allow(missing_docs, reason = "a part of the two programs, not a library for others")]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

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
