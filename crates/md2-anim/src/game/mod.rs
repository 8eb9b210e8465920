//! How the game itself moves its models: in steps of a tenth of a second, one action after another.
//!
//! The game does not loop a pain or an attack. It plays the action once and goes back to standing or running, and a few
//! actions have ways of their own: a jump waits in the air, a death holds its last frame, throwing a grenade is waving backwards.

mod action;
mod jump;
mod view_weapon;

pub use action::{Action, Clip, TICK};
pub use jump::{Jump, grenade_throw, weapon_lowering};
pub use view_weapon::{VIEW_WEAPONS, ViewWeapon, WeaponState, WeaponView};
