//! The enhanced MD3 of a model that is open in the window, as `md2 enhance` writes it.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use md2_export::EnhancedModel;
use md2_scene::{Document, Figure, open_bytes};
use md2_task::Progress;

use crate::commands::enhance::{self, EnhanceSource};
use crate::commands::mdl_args;
use crate::failure::Failure;
use crate::output::{self, Overwrite};

/// Returns the name that engines expect of the enhanced MD3: the name of the model's file with another extension.
pub fn file_name(document: &Document) -> PathBuf {
    let path = document.path().unwrap_or(Path::new(document.name()));
    Path::new(path.file_name().unwrap_or_default()).with_extension("md3")
}

/// Enhances an open model, with its edits. Returns the MD3 as a figure without skins, for a comparison.
pub fn preview(document: &Document, progress: &Progress) -> Result<Figure, Failure> {
    let enhanced = enhance_document(document, progress)?;
    let (name, bytes) =
        enhanced.files.first().context("the enhanced model has no files").map_err(Failure::File)?;
    open_bytes(name, bytes).map_err(|error| Failure::File(error.into()))
}

/// Enhances an open model, with its edits, and writes the MD3 and its skin files to a folder. Returns their paths.
pub fn write(document: &Document, folder: &Path, progress: &Progress) -> Result<Vec<PathBuf>, Failure> {
    let enhanced = enhance_document(document, progress)?;
    let overwrite = Overwrite::default();
    let mut staged = output::Files::new(overwrite);
    for (name, bytes) in &enhanced.files {
        let path = folder.join(name);
        output::check(&path, overwrite, document.path())?;
        staged.add(&path, bytes)?;
    }
    progress.check()?;
    staged.commit()?;
    Ok(enhanced.files.iter().map(|(name, _)| folder.join(name)).collect())
}

fn enhance_document(document: &Document, progress: &Progress) -> Result<EnhancedModel, Failure> {
    let bytes =
        document.file().context("the content of the model is not in memory").map_err(Failure::File)?;
    let name = file_name(document).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let palette = mdl_args::palette(None, document.path())?;
    let path = document.path();
    let source = EnhanceSource { bytes, name, path, palette, darkplaces: false, lmp: false, scale: 1.0 };
    enhance::enhance_source(source, progress)
}
