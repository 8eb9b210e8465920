//! The levels of detail of an MD3: simpler models that Quake III shows at long distances.

use std::path::Path;

use md2_edit::Model;
use md2_load::Format;
use md2_scene::text::message;

use super::EditArgs;
use super::files::EditedFile;
use crate::failure::Failure;
use crate::output;

/// Returns the files of the requested levels of detail. Logs each level that has more triangles than intended.
pub(super) fn files(
    args: &EditArgs,
    model: &Model,
    format: Option<Format>,
) -> Result<Vec<EditedFile>, Failure> {
    let Some(levels) = args.lods else { return Ok(Vec::new()) };
    if !format.is_some_and(|format| format.features().has_levels) {
        let text = format!("--lods: games load no levels of detail for {}, only for MD3", model.format());
        return Err(Failure::Usage(text));
    }
    if args.output.as_deref().is_some_and(output::is_standard_output) {
        return Err(Failure::Usage(String::from(
            "--lods writes several files: choose a file name instead of -",
        )));
    }
    let (mut files, mut before) = (Vec::new(), model.clone());
    for level in 1..=levels {
        let target = model.triangle_count() >> level;
        let mut simpler = before.clone();
        if simpler.decimate_towards(target) == 0 {
            let triangles = before.triangle_count();
            tracing::warn!("level {level} is omitted: no more of the {triangles} triangles can be removed");
            break;
        }
        let path = args.output.as_deref().map(|output| level_path(output, level));
        if simpler.triangle_count() > target {
            let text =
                format!("level {level} has {} triangles instead of {target}", simpler.triangle_count());
            tracing::warn!("{}", message(&text));
        }
        files.push(EditedFile { path, bytes: simpler.to_bytes()? });
        before = simpler;
    }
    Ok(files)
}

fn level_path(output: &Path, level: u8) -> std::path::PathBuf {
    let stem = output.file_stem().unwrap_or_default().to_string_lossy();
    output.with_file_name(format!("{stem}_{level}.md3"))
}
