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
    /// The workspace with the models and the settings of the scene.
    pub workspace: &'a Workspace,
    /// The distances between the compared poses.
    pub comparison: &'a Comparison,
    /// The state of the renderer.
    pub renderer: RendererInfo<'a>,
    /// The checks of the open files, with their findings.
    pub checks: &'a [FileCheck],
    /// The progress of the current export.
    pub exporting: Option<ExportProgress>,
    /// The browser of files and folders, from which the user opens files.
    pub files: &'a Browser,
    /// The folder for exports and pictures.
    pub folder: &'a Path,
}

/// The state of the renderer.
#[derive(Clone, Copy, Debug)]
pub struct RendererInfo<'a> {
    /// The name of the device.
    pub device: &'a str,
    /// Samples per pixel.
    pub samples: SampleCount,
    /// The size in bytes of the vertex frames of all models, as stored in the memory of the device.
    pub frame_bytes: u64,
    /// The progress, from 0 to 1, of the task that restores smooth motion from 8-bit vertices; `None` if the task does not run.
    pub restoring: Option<f32>,
    /// The statistics of the crowd, if the window shows a crowd.
    pub crowd: Option<CrowdStatus>,
}
