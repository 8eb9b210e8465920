//! Playback: from a time to a pose. Contains loops, rates, easing, cross-fades and crowds.

mod change;
pub(crate) mod crowd;
pub(crate) mod easing;
pub(crate) mod fade;
pub(crate) mod playback;
pub(crate) mod playback_events;
pub(crate) mod rate;
mod seek;
mod timed;
mod track;
