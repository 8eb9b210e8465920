//! The animations, a file for each family.

pub mod run;
pub mod stand;
pub mod walk;
