//! The animations, a file for each family.

pub mod air;
pub mod combat;
pub mod crouch;
pub mod death;
pub mod gestures;
pub mod run;
pub mod stand;
pub mod walk;
