//! The passes of a picture, in the order they are drawn: shadows, models, background, floor, interface.

mod alias;
mod background;
mod floor;
mod overlay;
mod shadow;

pub(crate) use alias::{AliasPass, AliasStyle, Drawn};
pub(crate) use background::BackgroundPass;
pub(crate) use floor::FloorPass;
pub(crate) use overlay::OverlayPass;
pub(crate) use shadow::ShadowPass;
