//! Animation of Quake's models: which frames form a sequence, and which two of them a moment in time shows.
//!
//! A model is a row of frames, each a pose with a name. [`detect`] finds the sequences of an MD2 in the names,
//! [`Playback`] plays one:
//!
//! ```
//! use core::time::Duration;
//! use md2_anim::{Playback, Pose, detect, find_sequence};
//!
//! let names = ["stand1", "stand2", "run1", "run2", "run3", "die1", "die2"];
//! let found = detect(names.iter().map(|name| name.as_bytes()));
//! assert_eq!(found.evidence().to_string(), "frame names: 3 sequences");
//!
//! let run = find_sequence(found.sequences(), "run").expect("it has a run");
//! let mut playback = Playback::for_sequence(run);
//! playback.advance(Duration::from_millis(250));
//! assert_eq!(playback.pose(), Pose { frame_a: 4, frame_b: 2, blend: 0.5 });
//! ```
//!
//! # A time line
//!
//! The three frames of that run, at the game's ten a second, each way to play them. A letter is a key, a line the blend
//! from one key to the next:
//!
//! ```text
//! seconds     0    0.1  0.2  0.3  0.4  0.5  0.6
//!             |    |    |    |    |    |    |
//! Loop        a----b----c----a----b----c----a---   the last blends into the first: a period is 3 keys
//! Once        a----b----c=======================   holds the last
//! PingPong    a----b----c----b----a----b----c---   no end is shown twice: a period is 4 keys
//! reversed    a----c----b----a----c----b----a---   a loop from its first frame, backwards
//! lead 1      a----b----c----b----c----b----c---   a loop that begins inside: a period is 2 keys
//! times       a--b------c----a--b------c----a--b   keys that last as long as each says
//!                          ^
//!                          0.25 s: the pose of the loop is (c, a, 0.5)
//! ```
//!
//! # Promises
//!
//! - **Time is exact.** It is an argument, never a clock, and is counted in integers. Advancing by `a` and then by
//!   `b` is advancing by `a + b`, for all durations; a loop is at its start again after every period, for years.
//! - **Any input is defined.** Names and scripts may hold any bytes. NaN, negative and endless numbers are documented
//!   where they may be given. Nothing panics, and nothing depends on the size of a step: a year costs what a millisecond does.
//! - **Poses are sound.** A blend is in 0..=1, and both frames are in the range that plays. Whether that range lies
//!   within a model is the caller's to know; what [`detect`] finds does.
//!
//! What it does not promise is to guess right from names that say nothing. It tells its [`Evidence`], and the other
//! readings in [`Detection::alternatives`], so that a person can choose.
//!
//! # Where to look
//!
//! | for | see |
//! | --- | --- |
//! | finding sequences | [`detect`], [`detect_mdl`], [`detect_md3`], [`Detection`], [`Evidence`] |
//! | the one to begin with | [`opening_sequence`] |
//! | reading them from files | [`Script`], [`quake3::AnimationConfig`] |
//! | what the games know | [`PLAYER`], [`quake::MODELS`], [`quake3::ANIMATIONS`] |
//! | their names and rates | [`find_sequence`], [`readable_name`], [`Rates`] |
//! | playing one | [`Sequence`], [`Playback`], [`Pose`], [`Easing`], [`PlaybackEvents`] |
//! | frames and skins with times of their own | [`KeyTimes`] |
//! | several in step | [`Playback`], "Several in step"; [`Pose::clamped_to`] |
//! | a crowd, each at a moment of its own | [`Crowd`], [`crowd_sequences`] |
//! | going over to another | [`Fader`], [`CrossFade`], [`PoseMix`] |
//! | one model on another | [`TagPose`] |
//! | the games' own ways | [`game`] |
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

/// The example of the README is compiled with those of the documents.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod key_times;
mod rates;
mod readable;
mod sequence;
mod standard;
mod view_weapons;
mod vocabulary;

mod cube;
mod detect;
mod detect_md3;
mod detect_mdl;
mod evidence;
mod names;
mod opening;
mod player_fit;
mod runs;
mod script;
mod script_error;
mod split;
mod words;

mod change;
mod crowd;
mod easing;
mod fade;
mod playback;
mod rate;
mod seek;
mod step;
mod timed;
mod track;

mod math;
mod rotation;
mod tag;

pub mod game;
pub mod quake;
pub mod quake3;

pub use crowd::Crowd;
pub use detect::{Detection, detect};
pub use detect_md3::detect_md3;
pub use detect_mdl::{MdlFrame, detect_mdl};
pub use easing::Easing;
pub use evidence::{Evidence, NameAgreement, SharedBorders};
pub use fade::{CrossFade, Fader, PoseMix};
pub use key_times::KeyTimes;
pub use md2_common::Pose;
pub use opening::{crowd_sequences, opening_sequence};
pub use playback::Playback;
pub use rate::{MAX_FPS, MAX_KEY_DURATION, MAX_SPEED};
pub use rates::Rates;
pub use readable::{find_sequence, readable_name};
pub use script::Script;
pub use script_error::{ScriptError, ScriptErrorKind};
pub use sequence::{GAME_FPS, LoopMode, Sequence};
pub use split::SequenceList;
pub use standard::{PLAYER, PLAYER_FRAMES, StandardSequence, player_sequences};
pub use step::PlaybackEvents;
pub use tag::TagPose;
