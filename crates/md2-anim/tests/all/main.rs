//! The integration tests of md2-anim as one program, with a module for each subject.

mod crowd;
mod fuzz_smoke;
mod invariants;
mod key_times;
mod name_styles;
mod names;
mod playback;
mod player_names;
mod quake_models;
mod simulation;
mod tags;
