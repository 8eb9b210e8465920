//! The body that carries a weapon, where the weapon is opened by itself.

use std::path::Path;

use md2_anim::Detection;
use md2_assets::Folders;
use md2_load::{LoadOptions, Loaded};

use super::script;

/// Gives a weapon the sequences of the body beside it where its own names tell none. It shows the frame of the same
/// number as the body, so that they are its own.
pub(super) fn lend_sequences(folders: &Folders, path: &Path, weapon: &mut Loaded) {
    if weapon.detection.marks_nothing()
        && let Some(body) = sequences_of_carrier(folders, path)
    {
        weapon.detection.follow_body(&body);
    }
}

/// The sequences of the body that carries a weapon. One that cannot be read has nothing to lend; whoever opens it is told.
fn sequences_of_carrier(folders: &Folders, weapon: &Path) -> Option<Detection> {
    let path = md2_assets::find_carrier(folders, weapon)?;
    let bytes = md2_assets::read_model(&path).ok()?;
    let Loaded { mut detection, mesh, .. } = md2_load::load(&bytes, &LoadOptions::default()).ok()?;
    let frame_count = u32::try_from(mesh.frame_count()).unwrap_or(u32::MAX);
    if let Ok(Some(script)) = script::beside(folders, &path, frame_count) {
        detection.prefer_script(&script);
    }
    Some(detection)
}
