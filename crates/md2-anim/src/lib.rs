//! Animation of Quake's models: sequence detection and playback.
//!
//! A model contains a list of frames. Each frame is a pose with a name. [`detect`] finds the sequences of an MD2 from these names, and
//! [`Playback`] plays a sequence:
//!
//! ```
//! use core::time::Duration;
//! use md2_anim::{Playback, Pose, detect, find_sequence};
//!
//! let names = ["stand1", "stand2", "run1", "run2", "run3", "die1", "die2"];
//! let found = detect(names);
//! assert_eq!(found.evidence().to_string(), "frame names: 3 sequences");
//!
//! let run = find_sequence(found.sequences(), "run").expect("it has a run");
//! let mut playback = Playback::for_sequence(run);
//! playback.advance(Duration::from_millis(250));
//! assert_eq!(playback.pose(), Pose { frame_a: 4, frame_b: 2, blend: 0.5 });
//! ```
//!
//! # Timeline
//!
//! The diagram shows the three frames of this run in each loop mode, at ten frames per second. A letter is a keyframe, a line is the
//! blend from one keyframe to the next. The keyframes of a sequence are its frames in playing order.
//!
//! ```text
//! seconds     0    0.1  0.2  0.3  0.4  0.5  0.6
//!             |    |    |    |    |    |    |
//! Loop        a----b----c----a----b----c----a---   the last keyframe blends into the first: a period is 3 keyframes
//! Once        a----b----c=======================   holds the last keyframe
//! PingPong    a----b----c----b----a----b----c---   the first and last keyframe are not repeated: a period is 4 keyframes
//! reversed    a----c----b----a----c----b----a---   a loop in reverse
//! lead 1      a----b----c----b----c----b----c---   the first keyframe plays only once: a period is 2 keyframes
//! times       a--b------c----a--b------c----a--b   keyframes with individual durations
//!                          ^
//!                          0.25 s: the pose of the loop is (c, a, 0.5)
//! ```
//!
//! # Promises
//!
//! - **Exact time.** The caller passes the time; the crate reads no clock. Time is counted in integers. Advancing by `a` and then by `b`
//!   equals advancing by `a + b`, for all durations.
//! - **Any input.** Names and scripts may contain any bytes. The documentation states how NaN, negative and infinite numbers are treated.
//!   No function panics. The cost of a step does not depend on its length.
//! - **Valid poses.** The blend is in 0..=1, and both frames are in the range that is played. The ranges that [`detect`] finds are inside
//!   the model. For other ranges the caller must check this.
//!
//! Detection can be wrong if the frame names contain no useful words. [`Evidence`] states why a list of sequences was chosen, and
//! [`Detection::alternatives`] contains the other possible lists.
//!
//! # Overview
//!
//! | task | items |
//! | --- | --- |
//! | finding sequences | [`detect`], [`detect_mdl`], [`detect_md3`], [`Detection`], [`Evidence`] |
//! | selecting the sequence to show first | [`opening_sequence`] |
//! | reading sequences from files | [`Script`], [`quake3::AnimationConfig`] |
//! | tables of the games | [`quake::MODELS`], [`PLAYER_SETS`], [`quake3::ANIMATIONS`] |
//! | names and rates | [`find_sequence`], [`readable_name`], [`name_frames`], [`Rates`] |
//! | playing a sequence | [`Sequence`], [`Playback`], [`Pose`], [`Easing`], [`PlaybackEvents`] |
//! | frame groups and skin groups | [`KeyTimes`] |
//! | synchronized playbacks | [`Playback`] (section "Synchronized playbacks"), [`Pose::clamped_to`] |
//! | crowds | [`Crowd`], [`crowd_sequences`] |
//! | cross-fades | [`CrossFade`], [`PoseMix`] |
//! | attaching models to each other | [`TagPose`] |
//! | the rules of the games | [`game`] |
//!
//! # Features
//!
//! The feature `serde` implements `Serialize` and `Deserialize` for [`Sequence`], [`KeyTimes`], [`LoopMode`], [`Easing`], [`Pose`] and
//! [`TagPose`]. The features `glam` and `mint` convert a [`TagPose`] to and from the matrices of these crates. Positions are arrays,
//! which the vectors of both crates accept without a feature: `glam::Vec3::from(position)`.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod sequence;

mod player_sets;
mod ranges;
mod readable;
mod tables;
mod tag;
mod time;

pub mod game;
pub mod quake;
pub mod quake2;
pub mod quake3;

pub use md2_common::Pose;
pub use player_sets::PLAYER_SETS;
pub use ranges::detect::{Detection, detect};
pub use ranges::detect_md3::detect_md3;
pub use ranges::detect_mdl::{MdlFrame, detect_mdl};
pub use ranges::evidence::{Evidence, EvidenceKind, SequenceList};
pub use ranges::frame_naming::{FrameNames, name_frames};
pub use ranges::opening::{crowd_sequences, opening_sequence};
pub use ranges::rates::Rates;
pub use ranges::script::Script;
pub use ranges::script_error::ScriptError;
pub use readable::{find_sequence, readable_name};
pub use sequence::key_times::KeyTimes;
pub use sequence::{GAME_FPS, LoopMode, Sequence};
pub use tables::{Anchor, GameModel, PlayerSet, StandardSequence};
pub use tag::TagPose;
pub use time::crowd::Crowd;
pub use time::easing::Easing;
pub use time::fade::{CrossFade, PoseMix};
pub use time::playback::Playback;
pub use time::playback_events::PlaybackEvents;
pub use time::rate::{MAX_FPS, MAX_SPEED};
