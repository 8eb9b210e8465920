//! How the players of Quake III are animated: legs and torso apart, each by rows of one `animation.cfg`.
//!
//! The three models of a player hang on one another by [tags](crate::TagPose). The legs (`lower.md3`) and the torso
//! (`upper.md3`) play different animations at the same time, which are two [`Playback`](crate::Playback)s advanced
//! by the same times; the head stands still.
//!
//! ```
//! use md2_anim::quake3::{Animation, AnimationConfig};
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
//! assert_eq!((run.first, run.last), (46, 53), "27 frames of the torso's are in between");
//! let above = Animation::find("LEGS_RUN").and_then(Animation::partner).expect("what the torso does meanwhile");
//! let stand = find_sequence(&upper.sequences, above).expect("row 11");
//! let (legs, torso) = (Playback::for_sequence(run), Playback::for_sequence(stand));
//! # let _ = (legs, torso);
//! # Ok::<(), md2_anim::ScriptError>(())
//! ```

mod animations;
mod config;

pub use animations::{ANIMATIONS, Animation, BodyPart, FILE_ROWS, LEAST_ROWS, START_SEQUENCES};
pub use config::{AnimationConfig, ConfigNote, ConfigRow};
