//! The files that a picture is made from, so that it is not written over them.

use std::path::Path;

use md2_scene::{Paint, Skin, SkinImage, SlotImages, Weapon, Workspace};

use crate::failure::Failure;
use crate::output::{self, Overwrite};

/// Refuses to write a picture over what it is made from, by whatever name or link, or over what exists without leave to.
///
/// # Errors
/// As [`output::check`].
pub fn check_output(output: &Path, overwrite: Overwrite, workspace: &Workspace) -> Result<(), Failure> {
    // What cannot be decoded, as the stump of a picture, is nobody's skin.
    let is_skin =
        |path: &&Path| output::would_overwrite(output, path) && md2_assets::load_image(path).is_ok();
    output::check(output, overwrite, models(workspace).chain(skins(workspace).filter(is_skin)))
}

/// The files of models that are in the scene, or may be.
fn models(workspace: &Workspace) -> impl Iterator<Item = &Path> {
    let models = workspace.actors().iter().filter_map(|actor| actor.document().path());
    models.chain(workspace.figure().weapons().iter().filter_map(Weapon::path))
}

/// The files of the pictures of skins.
pub(crate) fn pictures<'a>(skins: impl Iterator<Item = &'a Skin>) -> impl Iterator<Item = &'a Path> {
    let paints = skins.flat_map(Skin::slots).flat_map(SlotImages::paints);
    let pictures = paints.flat_map(|Paint { image, glow, .. }| [Some(image), glow.as_ref()]);
    pictures.flatten().filter_map(SkinImage::path)
}

/// The files of the skins that are shown or belong to the models; not of pictures that are only beside them.
fn skins(workspace: &Workspace) -> impl Iterator<Item = &Path> {
    pictures(workspace.actors().iter().flat_map(|actor| {
        let is_worn = |skin: &Skin| actor.current_skin().is_some_and(|worn| std::ptr::eq(worn, skin));
        actor.skins().filter(move |skin| !skin.is_guess() || is_worn(skin))
    }))
}
