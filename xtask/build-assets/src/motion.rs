//! Tools for animation. A pose consists of anatomical angles ([`anatomy`]). Smooth curves through keys ([`channels`]) or the
//! phase of a step ([`gait`]) give the angles. [`rig`] converts each pose to joint rotations.

pub mod anatomy;
pub mod channels;
pub mod clearance;
pub mod floor;
pub mod gait;
pub mod hands;
pub mod rig;
pub mod scarf;
