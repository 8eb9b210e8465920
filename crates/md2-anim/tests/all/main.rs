//! All tests of md2-anim from outside, in one program: each file is a module.

mod any_input;
mod corpus;
mod crowd;
mod fuzz_smoke;
mod invariants;
mod name_styles;
mod names;
mod own_times;
mod playback;
mod player_names;
mod quake_models;
mod tags;
