//! The table of the renderer's shaders: `variants.txt` in the folder of the GLSL.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use glslang::ShaderStage;

pub(crate) const TABLE: &str = "variants.txt";

/// A row of the table: a GLSL file that is compiled with a set of macros.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Variant {
    /// The name of the SPIR-V file without `.spv`: `NAME.STAGE`.
    pub(crate) name: String,
    pub(crate) source: PathBuf,
    pub(crate) stage: ShaderStage,
    /// The macros to define, with empty values.
    pub(crate) defines: Vec<String>,
}

/// Reads the table of a folder.
///
/// # Errors
/// If a row has no source or a source of another stage, a name appears twice, or a shader of the folder has no row.
pub(crate) fn read(folder: &Path) -> Result<Vec<Variant>, String> {
    let path = folder.join(TABLE);
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut variants: Vec<Variant> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let row = line.split('#').next().unwrap_or(line);
        if row.trim().is_empty() {
            continue;
        }
        let variant = parse(folder, row)
            .filter(|variant| variants.iter().all(|other| other.name != variant.name))
            .ok_or_else(|| {
                format!("{}:{number}: expected a new NAME.STAGE, FILE.STAGE.glsl and macros", path.display())
            })?;
        variants.push(variant);
    }
    match shaders(folder)?.into_iter().find(|file| variants.iter().all(|variant| variant.source != *file)) {
        Some(file) => Err(format!("{}: no row of {TABLE} compiles this file", file.display())),
        None => Ok(variants),
    }
}

fn parse(folder: &Path, row: &str) -> Option<Variant> {
    let mut words = row.split_whitespace().map(str::to_owned);
    let (name, file) = (words.next()?, words.next()?);
    let stage = stage_of(&name).filter(|&stage| file_stage(&file) == Some(stage))?;
    Some(Variant { name, source: folder.join(file), stage, defines: words.collect() })
}

fn shaders(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.file_name().and_then(OsStr::to_str).and_then(file_stage).is_some())
        .collect();
    files.sort();
    Ok(files)
}

/// Returns the stage in the file name `NAME.STAGE.glsl`; `None` for `NAME.glsl`, which other shaders include.
fn file_stage(file: &str) -> Option<ShaderStage> {
    stage_of(file.strip_suffix(".glsl")?)
}

fn stage_of(name: &str) -> Option<ShaderStage> {
    match name.rsplit_once('.')?.1 {
        "vert" => Some(ShaderStage::Vertex),
        "frag" => Some(ShaderStage::Fragment),
        "comp" => Some(ShaderStage::Compute),
        _ => None,
    }
}
