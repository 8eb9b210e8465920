//! The choices a caller has.

use crate::rounding::Rounding;
use crate::sequence::Sequence;

/// How a mesh is restored.
#[derive(Clone, Debug, PartialEq)]
pub struct RestoreOptions {
    /// How far each coordinate goes from the file's towards the restored one: 0 to 1, by default 1. What lies outside
    /// is moved to the nearer end, and what is no number to 0.
    pub strength: f32,
    /// Where the normals come from.
    pub normals: Normals,
    /// Which frames follow each other. Those of slow sequences are smoothed in time as well; frames that no sequence
    /// names are restored by what the vertices have in common alone.
    pub sequences: Vec<Sequence>,
    /// How the exporter rounded; `None` lets [`Rounding::of`] tell.
    pub rounding: Option<Rounding>,
}

impl Default for RestoreOptions {
    fn default() -> Self {
        Self { strength: 1.0, normals: Normals::default(), sequences: Vec::new(), rounding: None }
    }
}

/// Where the normals of a restored mesh come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Normals {
    /// The file's, taken out of their fourteen-degree steps as positions are taken out of theirs: each moves with the
    /// surface around its vertex, and stays nearest to the direction that the file names.
    #[default]
    Restored,
    /// From the restored triangles, weighted by area; vertices with the same source share one. For files whose own normals
    /// are not to be trusted.
    Recomputed,
    /// The file's own, whatever they are.
    FromFile,
}
