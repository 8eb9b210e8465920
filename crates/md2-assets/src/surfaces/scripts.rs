//! Reading of the shader scripts of a game, which contain the image names of shaders.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use md3_format::shader_script::{Blend, ShaderDefinition, ShaderScript, Stage};
use md3_format::without_image_extension;

use super::{Cover, ReflectionBlend, StageColors};
use crate::read::ReadAs;
use crate::tree::FolderCache;

/// The largest total size in bytes of all scripts that are read. A complete game has two or three megabytes.
const MAX_ALL_BYTES: usize = 16 << 20;

/// The shader scripts of a folder. The first search for a shader reads all of them.
pub(super) struct Scripts {
    folder: Option<PathBuf>,
    by_name: OnceCell<HashMap<Vec<u8>, ShaderProperties>>,
}

#[derive(Clone)]
pub(super) struct ShaderProperties {
    pub(super) image: Option<Vec<u8>>,
    pub(super) cover: Cover,
    pub(super) glow: Option<Vec<u8>>,
    pub(super) reflection: Option<(Vec<u8>, ReflectionBlend)>,
    pub(super) colors: StageColors,
    pub(super) is_hidden: bool,
}

impl Scripts {
    pub(super) fn new(folder: Option<PathBuf>) -> Self {
        Self { folder, by_name: OnceCell::new() }
    }

    /// Finds the shader with this name. If there are several, returns the first one in the order of the scripts' file names. Ignores case
    /// and an image extension, and treats backslashes as slashes.
    pub(super) fn find(&self, tree: &FolderCache, name: &[u8]) -> Option<&ShaderProperties> {
        let folder = self.folder.as_deref()?;
        self.by_name.get_or_init(|| read_all(tree, folder)).get(&key(name))
    }
}

fn read_all(tree: &FolderCache, folder: &Path) -> HashMap<Vec<u8>, ShaderProperties> {
    let mut left = MAX_ALL_BYTES;
    let mut by_name = HashMap::new();
    for entry in tree.list(folder).iter().filter(|entry| entry.has_extension("shader")) {
        let Ok(text) = tree.read(&entry.path, ReadAs::Shaders) else { continue };
        let Some(rest) = left.checked_sub(text.len()) else { break };
        left = rest;
        for shader in ShaderScript::new(&text).shaders() {
            by_name.entry(key(shader.name())).or_insert_with(|| properties(&shader));
        }
    }
    by_name
}

fn properties(shader: &ShaderDefinition<'_>) -> ShaderProperties {
    let (main, glow, reflection) = (shader.image_stage(), glow(shader), reflection(shader));
    let color = |stage: Option<Stage<'_>>| stage.map_or([u8::MAX; 3], |stage| stage.color);
    ShaderProperties {
        image: shader.image().map(<[u8]>::to_vec),
        cover: cover(shader),
        glow: glow.and_then(|stage| Some(stage.image()?.to_vec())),
        reflection: reflection.and_then(|(stage, blend)| Some((stage.image()?.to_vec(), blend))),
        colors: StageColors {
            main: color(main),
            glow: color(glow),
            reflection: color(reflection.map(|(stage, _)| stage)),
            is_unlit: main.is_some_and(|stage| stage.is_unlit && !stage.environment),
        },
        is_hidden: shader.nodraw(),
    }
}

fn key(name: &[u8]) -> Vec<u8> {
    let plain = |byte: &u8| if *byte == b'\\' { b'/' } else { byte.to_ascii_lowercase() };
    without_image_extension(name).iter().map(plain).collect()
}

fn cover(shader: &ShaderDefinition<'_>) -> Cover {
    match shader.blend() {
        Blend::Add => Cover::Added,
        _ if shader.alpha_test().is_some() => Cover::Cutout,
        Blend::Alpha => Cover::ByAlpha,
        _ => Cover::Solid,
    }
}

/// Returns the shader stage that draws the glow: the first stage after the main image that adds the colors of another image.
fn glow<'a>(shader: &ShaderDefinition<'a>) -> Option<Stage<'a>> {
    let main = shader.image_stage()?;
    let mut after = shader.stages().skip_while(|stage| stage.line != main.line).skip(1);
    after.find(|stage| {
        let is_other = stage.image().is_some_and(|image| main.image() != Some(image));
        is_other && stage.blend == Blend::Add && !stage.environment
    })
}

/// Returns the shader stage that draws the reflection, and the blending of the reflection with the main image. `None` if there is no
/// reflection, or if an opaque main image covers it.
fn reflection<'a>(shader: &ShaderDefinition<'a>) -> Option<(Stage<'a>, ReflectionBlend)> {
    let main = shader.image_stage()?;
    if main.environment {
        let blend = match main.blend {
            Blend::Add => ReflectionBlend::Add,
            _ => ReflectionBlend::Replace,
        };
        return Some((main, blend));
    }
    let found = shader.stages().find(|stage| stage.environment && stage.image().is_some())?;
    let is_under = found.line < main.line;
    // If a later stage draws the main image again, with its alpha, the reflection remains visible only where this image is transparent.
    let is_covered = || {
        let mut after = shader.stages().filter(|stage| stage.line > found.line);
        after.any(|stage| stage.blend == Blend::Alpha && stage.image() == main.image())
    };
    let blend = match (is_under, if is_under { main.blend } else { found.blend }) {
        (true, Blend::Replace) => return None,
        (true, Blend::Alpha) => ReflectionBlend::OverWhereClear,
        (true, Blend::InvertedAlpha) => ReflectionBlend::OverWhereOpaque,
        (false, Blend::Add) if is_covered() => ReflectionBlend::AddWhereClear,
        (false, Blend::Replace) => ReflectionBlend::Replace,
        (false, Blend::Alpha | Blend::InvertedAlpha) => ReflectionBlend::Over,
        (_, Blend::Filter) => ReflectionBlend::Filter,
        _ => ReflectionBlend::Add,
    };
    Some((found, blend))
}
