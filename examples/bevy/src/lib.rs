//! A Bevy plugin that plays MD2 and MDL models.
//!
//! The plugin has three parts, each in its own module:
//!
//! - `asset`: the loader reads a model and its skin with `md2-kit`. Its asset [`Md2`] contains the vertices of all frames in one storage
//!   buffer.
//! - `material`: the vertex shader reads two frames from this buffer and blends them. All models of one file share the mesh and the
//!   material, so that Bevy draws them at once; the tag of each model is the number of its pose.
//! - `play`: [`PlayMd2`] is the component that plays a sequence. A system advances all models and uploads 64 bytes for each of them.

mod asset;
mod material;
mod play;

use bevy::asset::embedded_asset;
use bevy::prelude::*;

pub use asset::Md2;
pub use material::Md2Material;
pub use play::{Md2Playback, PlayMd2};

/// Loads and plays models.
#[derive(Debug)]
pub struct Md2Plugin;

impl Plugin for Md2Plugin {
    fn build(&self, app: &mut App) {
        embedded_asset!(app, "md2.wgsl");
        app.add_plugins(MaterialPlugin::<Md2Material>::default())
            .init_asset::<Md2>()
            .init_asset_loader::<asset::Md2Loader>()
            .add_systems(Update, (play::start, play::advance).chain());
    }
}

/// Returns the rotation from Quake's axes (X forward, Y left, Z up) to those of Bevy (Y up, and -Z forward).
pub fn rotation_from_quake() -> Quat {
    use std::f32::consts::FRAC_PI_2;
    Quat::from_rotation_y(FRAC_PI_2) * Quat::from_rotation_x(-FRAC_PI_2)
}
