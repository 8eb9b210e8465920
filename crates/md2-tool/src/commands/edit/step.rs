//! The changes that operations make.

use std::path::PathBuf;

use md2_edit::{Axis, Effects, SyncType};

/// The division of a model into several files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Split {
    Sequences,
    Surfaces,
}

/// A change of a model.
#[derive(Clone, Debug)]
pub(super) enum Step {
    Rename {
        old: String,
        new: String,
    },
    Keep(String),
    Delete(String),
    Order(String),
    Duplicate {
        frames: String,
        name: Option<String>,
    },
    Reverse(String),
    Resample {
        sequence: Option<String>,
        fps: f32,
    },
    /// Inserts the frames of a file before the frame `at`, or after the last frame if `at` is `None`.
    Insert {
        at: Option<String>,
        file: PathBuf,
    },
    Translate([f64; 3]),
    Scale([f64; 3]),
    Rotate(Axis, f64),
    Mirror(Axis),
    Center(Vec<Axis>),
    Floor(f64),
    Weld(f32),
    Clean,
    Merge(PathBuf),
    Decimate(TriangleLimit),
    Normals,
    Commands,
    FixWinding,
    Flip,
    FixBounds,
    SkinPath {
        skin: String,
        path: String,
    },
    /// Adds an image to an MDL, or a path to an MD2.
    AddSkin(String),
    ReplaceSkin {
        skin: SkinPlace,
        file: PathBuf,
    },
    ExtractSkin {
        skin: SkinPlace,
        file: PathBuf,
    },
    GroupSkins {
        skins: Vec<usize>,
        seconds: f32,
    },
    UvTemplate {
        multiple: u32,
        file: PathBuf,
    },
    RemoveSkin(usize),
    Effects(Effects),
    Sync(SyncType),
    Eye([f32; 3]),
}

/// An image of a skin in an MDL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SkinPlace {
    pub(super) skin: usize,
    /// The number of the image in a group; 0 for a single image.
    pub(super) image: usize,
}

/// The number of triangles that remain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum TriangleLimit {
    Count(usize),
    /// A share of the triangles, in percent.
    Percent(f32),
}
