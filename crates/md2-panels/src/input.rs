//! The data that the panels show.

use std::path::Path;

use md2_browse::Browser;
use md2_browse::checker::FileCheck;
use md2_scene::{Comparison, Workspace};

use crate::anti_aliasing::SampleCount;
use crate::crowd::CrowdStatus;
use crate::export_kind::ExportProgress;

/// All data that the interface shows in one picture.
#[derive(Clone, Copy, Debug)]
pub struct PanelInput<'a> {
    /// The scene.
    pub workspace: &'a Workspace,
    /// The distance between the compared poses.
    pub comparison: &'a Comparison,
    /// The numbers of the renderer.
    pub renderer: RendererInfo<'a>,
    /// The findings in the models' files.
    pub checks: &'a [FileCheck],
    /// The export that runs.
    pub exporting: Option<ExportProgress>,
    /// The files that can be opened.
    pub files: &'a Browser,
    /// The folder that exports and pictures are written to.
    pub folder: &'a Path,
}

/// The renderer in numbers.
#[derive(Clone, Copy, Debug)]
pub struct RendererInfo<'a> {
    /// Name of the device that draws.
    pub device: &'a str,
    /// SampleCount per pixel, and the reason for their number.
    pub samples: SampleCount,
    /// Bytes of all frames in its memory.
    pub frame_bytes: u64,
    /// The finished part of restoring keys, 0 to 1, while it runs.
    pub restoring: Option<f32>,
    /// The numbers of the crowd, if there is one.
    pub crowd: Option<CrowdStatus>,
}
