//! The animations of Quake III players.
//!
//! A player consists of three models that [tags](crate::TagPose) attach to each other. The legs (`lower.md3`) and the torso
//! (`upper.md3`) play different animations at the same time: two [`Playback`](crate::Playback)s that advance by the same times. The
//! head does not move.

mod animations;
mod config;
mod figure;
mod settings;

pub use animations::{ANIMATIONS, Animation, BodyPart, MAX_ROWS, START_SEQUENCES};
pub use config::{AnimationConfig, ConfigRow};
