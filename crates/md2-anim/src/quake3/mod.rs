//! The animations of Quake III players.
//!
//! A player consists of three models that [tags](crate::TagPose) attach to each other. The legs (`lower.md3`) and the torso
//! (`upper.md3`) play different animations at the same time: two [`Playback`](crate::Playback)s that advance by the same times. The
//! head does not move.
//!
//! ```
//! use md2_anim::quake3::AnimationConfig;
//! use md2_anim::{Playback, find_sequence};
//!
//! let text = b"0 9 0 10  9 1 0 10  10 9 0 10  19 1 0 10  20 9 0 10  29 1 0 10  // deaths
//!     30 5 0 10  35 5 0 10  40 5 0 10  45 5 0 10  50 5 0 10  55 1 0 10  56 1 0 10  // torso
//!     57 8 8 20  65 8 8 20  73 8 8 20  81 8 8 20  89 8 8 20  97 8 0 20  // legs
//!     105 8 0 20  113 8 0 20  121 8 0 20  129 8 8 10  137 8 8 10  145 8 7 10";
//! let config = AnimationConfig::parse(text)?;
//! let (lower, upper) = (config.lower(130), config.upper(57));
//!
//! let run = find_sequence(&lower.sequences, "LEGS_RUN").expect("row 15");
//! assert_eq!((run.first, run.last), (46, 53), "27 frames of the torso are subtracted");
//! let stand = find_sequence(&upper.sequences, "TORSO_STAND").expect("row 11");
//! let (legs, torso) = (Playback::for_sequence(run), Playback::for_sequence(stand));
//! # let _ = (legs, torso);
//! # Ok::<(), md2_anim::ScriptError>(())
//! ```

mod animations;
mod config;
mod settings;

pub use animations::{ANIMATIONS, Animation, BodyPart, MAX_ROWS, START_SEQUENCES};
pub use config::{AnimationConfig, ConfigRow};
