//! Animation of Quake's models: sequence detection and playback.
#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

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
pub use ranges::merge::{SequenceMerge, find_merge};
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
