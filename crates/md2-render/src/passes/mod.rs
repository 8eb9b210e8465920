//! The passes of a picture, in drawing order: shadows, models, edges, background, floor, marks, ghosts, interface.

mod alias;
mod background;
mod crowd;
mod crowd_lists;
mod floor;
mod ghost;
mod kind;
mod marks;
mod overlay;
mod packing;
mod shadow;
mod surfaces;

pub(crate) use alias::{AliasStyle, ModelPass};
pub(crate) use background::BackgroundPass;
pub(crate) use crowd::{CrowdPass, CrowdScene};
pub(crate) use crowd_lists::CrowdListPass;
pub(crate) use floor::FloorPass;
pub(crate) use ghost::GhostPass;
pub(crate) use kind::SceneKind;
pub(crate) use marks::{MarksData, MarksPass};
#[cfg(test)]
pub(crate) use overlay::OVERLAY_VERTEX;
pub(crate) use overlay::OverlayPass;
pub(crate) use packing::assert_known;
#[cfg(test)]
pub(crate) use packing::vertex_bindings;
pub(crate) use shadow::ShadowPass;
pub(crate) use surfaces::AliasPart;
