//! How the games themselves move their models: in steps of a tenth of a second, one action after another.
//!
//! [`Rules`] tell what each of the three games does with a sequence and what comes after it; the rest is Quake II's.
//!
//! Quake II does not loop a pain or an attack. It plays the action once and goes back to standing or running, and a few
//! actions have ways of their own: a jump waits in the air, a death holds its last frame, throwing a grenade is waving backwards.

mod action;
mod jump;
mod rules;
mod view_weapon;

pub use action::{Action, Clip, TICK};
pub use jump::{Jump, grenade_throw, weapon_lowering};
pub use rules::{AIR_TIME, Course, Rules};
pub use view_weapon::{VIEW_WEAPONS, ViewWeapon, WeaponState, WeaponView};
