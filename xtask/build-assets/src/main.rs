//! Generates the project's own models, skins and floor.

mod skeleton;
mod trig;

fn main() {}
