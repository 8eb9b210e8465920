//! Names in the file's fixed-size fields.

pub use md2_common::{Name, NameError};

/// The name of a frame.
pub type FrameName = Name<16>;

/// The path of a skin image, as the model's maker wrote it.
pub type SkinName = Name<64>;
