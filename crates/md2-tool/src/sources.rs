//! The input files of a picture, which the picture must not overwrite.

use std::path::Path;

use md2_scene::{Paint, Skin, SkinImage, SlotImages, Weapon, Workspace};

use crate::failure::Failure;
use crate::output::{self, Overwrite};

/// Checks that a picture does not overwrite an input file, and that it overwrites another existing file only with `--force`.
pub fn check_output(output: &Path, overwrite: Overwrite, workspace: &Workspace) -> Result<(), Failure> {
    // A file that cannot be decoded, such as an incomplete image, is not a skin in use.
    let is_skin =
        |path: &&Path| output::would_overwrite(output, path) && md2_assets::load_image(path).is_ok();
    output::check(output, overwrite, models(workspace).chain(skins(workspace).filter(is_skin)))
}

fn models(workspace: &Workspace) -> impl Iterator<Item = &Path> {
    let models = workspace.actors().iter().filter_map(|actor| actor.document().path());
    models.chain(workspace.figure().weapons().iter().filter_map(Weapon::path))
}

pub(crate) fn image_paths<'a>(skins: impl Iterator<Item = &'a Skin>) -> impl Iterator<Item = &'a Path> {
    let paints = skins.flat_map(Skin::slots).flat_map(SlotImages::paints);
    let images = paints.flat_map(|Paint { image, glow, .. }| [Some(image), glow.as_ref()]);
    images.flatten().filter_map(SkinImage::path)
}

/// Returns the files of the skins that are currently shown, and of the skins whose names a model contains. A picture may overwrite other
/// images in the folder.
fn skins(workspace: &Workspace) -> impl Iterator<Item = &Path> {
    image_paths(workspace.actors().iter().flat_map(|actor| {
        let is_current =
            |skin: &Skin| actor.current_skin().is_some_and(|current| std::ptr::eq(current, skin));
        actor.skins().filter(move |skin| !skin.is_guess || is_current(skin))
    }))
}
