//! Animation of MD2 models: which frames form a sequence, and which two of them a moment in time shows.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod detect;
mod evidence;
mod names;
mod player_fit;
mod rates;
mod readable;
mod runs;
mod script;
mod sequence;
mod standard;
mod vocabulary;

mod fade;
pub mod game;
mod playback;
mod pose;
mod rate;
mod step;
mod track;

pub use detect::{Detection, Split, detect};
pub use evidence::Evidence;
pub use fade::{Fader, Mix};
pub use playback::Playback;
pub use pose::{Easing, Pose};
pub use rate::{MAX_FPS, MAX_KEY_DURATION, MAX_SPEED};
pub use rates::Rates;
pub use readable::readable_name;
pub use script::{Script, ScriptError, ScriptErrorKind};
pub use sequence::{GAME_FPS, LoopMode, Sequence, find_sequence};
pub use standard::{CARRIED_WEAPON_FRAMES, PLAYER, PLAYER_FRAMES, StandardSequence, player_sequences};
pub use step::Step;
