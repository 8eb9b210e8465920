//! The description of motion: anatomical angles ([`anatomy`]), given by keys with smooth curves through them ([`channels`]) or by
//! the phase of a step ([`gait`]). [`rig`] turns each pose into joint rotations.

pub mod anatomy;
pub mod channels;
pub mod flesh;
pub mod floor;
pub mod gait;
pub mod hands;
pub mod rig;
pub mod scarf;
