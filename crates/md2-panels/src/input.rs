//! The data that the panels show.

use std::path::Path;

use md2_browse::Browser;
use md2_browse::checker::FileCheck;
use md2_scene::{Comparison, Workspace};

use crate::anti_aliasing::SampleCount;
use crate::crowd::CrowdStatus;
use crate::export_kind::{ExportKind, ExportProgress, ModelFormat};

#[derive(Clone, Copy, Debug)]
pub struct PanelInput<'a> {
    pub workspace: &'a Workspace,
    pub comparison: &'a Comparison,
    pub renderer: RendererInfo<'a>,
    pub checks: &'a [FileCheck],
    pub formats: &'a [ModelFormat],
    /// Returns the name of the file that an export writes by default.
    pub export_name: fn(ExportKind, &Workspace) -> String,
    pub exporting: Option<ExportProgress>,
    pub files: &'a Browser,
    pub folder: &'a Path,
}

#[derive(Clone, Copy, Debug)]
pub struct RendererInfo<'a> {
    pub device: &'a str,
    pub samples: SampleCount,
    /// The size in bytes of the vertex frames of all models, as stored in the memory of the device.
    pub frame_bytes: u64,
    /// The progress, from 0 to 1, of the task that restores smooth motion from 8-bit vertices; `None` if the task does not run.
    pub restoring: Option<f32>,
    pub crowd: Option<CrowdStatus>,
}
