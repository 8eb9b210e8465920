//! Generates the project's own models, skins and floor.

#![allow(unreachable_pub, reason = "`pub` marks what a module offers to the others; nothing outside sees any of it")]

mod clips;
mod ik;
mod motion;
mod skeleton;
mod trig;

fn main() {}
