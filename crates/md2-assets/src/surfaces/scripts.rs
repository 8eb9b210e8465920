//! The shader scripts of a game, as far as they tell which picture a surface shows.

use std::path::Path;

use md3_format::shader_script::{Blend, Shader, ShaderScript};

use super::{Cover, MAX_TEXT_BYTES};
use crate::tree::Tree;

/// How much of all scripts together is read. Those of a whole game have two or three megabytes.
const MAX_ALL_BYTES: usize = 64 << 20;

/// The texts of all scripts of a game, in the order of their names.
pub(super) struct Scripts {
    texts: Vec<Vec<u8>>,
}

/// What a script says of a surface.
pub(super) struct Script {
    /// The name of its picture, with or without extension.
    pub(super) picture: Option<Vec<u8>>,
    pub(super) cover: Cover,
    /// Whether the surface is not drawn.
    pub(super) is_hidden: bool,
}

impl Scripts {
    /// Reads the scripts in a folder. One that cannot be read says nothing.
    pub(super) fn new(tree: &Tree, folder: Option<&Path>) -> Self {
        let Some(folder) = folder else { return Self { texts: Vec::new() } };
        let mut left = MAX_ALL_BYTES;
        let mut texts = Vec::new();
        for entry in tree.list(folder).iter().filter(|entry| entry.has_extension("shader")) {
            let Ok(text) = crate::read::read(&entry.path, MAX_TEXT_BYTES) else { continue };
            let Some(rest) = left.checked_sub(text.len()) else { break };
            left = rest;
            texts.push(text);
        }
        Self { texts }
    }

    /// The first shader of this name.
    pub(super) fn find(&self, name: &[u8]) -> Option<Script> {
        let shader = self.texts.iter().find_map(|text| ShaderScript::new(text).find(name))?;
        Some(Script {
            picture: shader.picture().map(<[u8]>::to_vec),
            cover: cover(&shader),
            is_hidden: shader.nodraw(),
        })
    }
}

fn cover(shader: &Shader<'_>) -> Cover {
    match shader.blend() {
        Blend::Add => Cover::Added,
        _ if shader.alpha_test().is_some() => Cover::Cutout,
        _ => Cover::Solid,
    }
}
