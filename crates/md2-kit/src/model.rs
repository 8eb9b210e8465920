//! An opened model.

use std::path::PathBuf;

use md2_anim::{Playback, Sequence, find_sequence};
use md2_load::{LoadError, LoadOptions, LoadedModel};
use md2_mesh::blend::{BlendedVertex, blend_frames};
use md2_mesh::{Mesh, Pose};

/// A model with its sequences.
#[derive(Clone, Debug)]
pub struct Model {
    /// The content of the file: mesh, names of frames, sequences and names of skins.
    pub loaded: LoadedModel,
    /// The path of the file; `None` for a model from bytes.
    pub path: Option<PathBuf>,
}

impl Model {
    /// Reads a model of any enabled format from the bytes of its file.
    ///
    /// # Errors
    /// Returns the errors of [`md2_load::load`].
    pub fn from_bytes(file: &[u8]) -> Result<Self, LoadError> {
        let loaded = md2_load::load(file, &LoadOptions::default())?;
        Ok(Self { loaded, path: None })
    }

    /// The geometry: vertices of all frames, triangles, texture coordinates, surfaces and tags.
    pub fn mesh(&self) -> &Mesh {
        &self.loaded.mesh
    }

    /// The sequences, in the order of their frames.
    pub fn sequences(&self) -> &[Sequence] {
        self.loaded.detection.sequences()
    }

    /// Starts a sequence. The name may be written as in the file (`run`) or readable (`Run`), see [`find_sequence`].
    ///
    /// # Errors
    /// If the model has no such sequence. The error lists the names of all sequences.
    pub fn play(&self, sequence: &str) -> Result<Playback, UnknownSequence> {
        match find_sequence(self.sequences(), sequence) {
            Some(found) => Ok(Playback::for_sequence(found)),
            None => Err(UnknownSequence {
                name: sequence.to_owned(),
                known: self.sequences().iter().map(|sequence| sequence.name.clone()).collect(),
            }),
        }
    }

    /// Returns all vertices of a pose, interpolated on the CPU. Frame numbers past the last frame mean the last frame.
    ///
    /// The vertices are in the order of the [texture coordinates](Mesh::uvs), to which the [triangles](Mesh::indices) refer.
    pub fn blended(&self, pose: Pose) -> Vec<BlendedVertex> {
        let mut positions = vec![[0.0; 3]; self.mesh().vertex_count()];
        let mut normals = positions.clone();
        blend_frames(self.mesh(), pose, &mut positions, &mut normals);
        positions
            .into_iter()
            .zip(normals)
            .map(|(position, normal)| BlendedVertex { position, normal })
            .collect()
    }
}

/// The error of [`Model::play`]: the model has no sequence with this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the model has no sequence {name:?}, expected one of: {}", known.join(", "))]
pub struct UnknownSequence {
    /// The requested name.
    pub name: String,
    /// The names of the model's sequences.
    pub known: Vec<String>,
}
