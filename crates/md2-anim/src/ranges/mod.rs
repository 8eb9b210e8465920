//! Frame ranges: the detection of sequences in frame names, scripts of ranges, and their rates.

mod cube;
pub(crate) mod detect;
pub(crate) mod detect_md3;
pub(crate) mod detect_mdl;
pub(crate) mod evidence;
pub(crate) mod frame_naming;
pub(crate) mod merge;
mod names;
pub(crate) mod opening;
mod player_fit;
pub(crate) mod rates;
mod runs;
pub(crate) mod script;
pub(crate) mod script_error;
pub(crate) mod tokens;
