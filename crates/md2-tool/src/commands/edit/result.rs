//! Checks of edited models.

use std::path::Path;

use md2_edit::Model;
use md2_load::{CheckOptions, Finding, LoadError, LoadOptions, Severity};
use md2_scene::findings::located_sentence;
use md2_scene::text::message;

use super::files::EditedFile;
use crate::failure::{Failure, program_name};
use crate::repaired;

/// The largest number of exceeded limits to report. No format has as many limited fields in its header.
const MAX_LIMITS: usize = 16;

/// Checks an edited file: its extension, whether it can be opened, and whether an engine can load it. Logs the warnings of `check` that the
/// input does not have, such as an exceeded limit of one engine. If neither the input nor the file can be opened, logs a warning.
///
/// # Errors
/// If the extension belongs to another model format and is not that of the input, or the file cannot be opened although the input can. Unless `may_exceed` is set, also
/// if the file exceeds a limit of all engines that the input does not exceed.
pub(super) fn check(
    file: &EditedFile,
    model: &Model,
    (input_file, input): (&Path, &[u8]),
    may_exceed: bool,
) -> Result<(), Failure> {
    check_extension(file, input_file, model.format())?;
    check_opens(file, input)?;
    let options = CheckOptions { max_per_code: MAX_LIMITS };
    let mut known = md2_load::check(input, &options).findings;
    let report = md2_load::check(&file.bytes, &options);
    let engines = report.format.map(md2_load::Format::engines).unwrap_or_default();
    for finding in report.findings {
        if finding.severity < Severity::Warning || known.iter().any(|known| is_same(known, &finding)) {
            continue;
        }
        let text = format!("{}: {}", finding.code, located_sentence(&finding));
        if is_limit(&finding) && !may_exceed && engines.iter().all(|engine| finding.engines.contains(engine))
        {
            let advice = limit_advice(&finding.place);
            return Err(Failure::Usage(format!(
                "{text}: {advice}, or write the file anyway with --over-limits"
            )));
        }
        tracing::warn!("{}", message(&text));
        known.push(finding);
    }
    Ok(())
}

fn check_opens(file: &EditedFile, input: &[u8]) -> Result<(), Failure> {
    let options = LoadOptions { optimize_vertex_cache: false, ..LoadOptions::default() };
    let Err(error) = md2_load::load(&file.bytes, &options) else { return Ok(()) };
    if md2_load::load(input, &options).is_ok() {
        return Err(Failure::Usage(format!("the edited model could not be opened: {error}")));
    }
    let text = match error {
        LoadError::Md2(_) | LoadError::Mdl(_) | LoadError::Md3(_) => {
            format!("the edited model is still damaged: {error}{}", repaired::advice(&file.bytes))
        }
        _ => format!("neither the input nor the edited model can be opened: {error}"),
    };
    tracing::warn!("{}", message(&text));
    Ok(())
}

/// Whether a message about one of the findings is enough. Findings about limits are about different fields.
fn is_same(a: &Finding, b: &Finding) -> bool {
    a.code == b.code && (!is_limit(a) || a.place == b.place)
}

fn is_limit(finding: &Finding) -> bool {
    finding.code.ends_with("W101")
}

fn limit_advice(place: &str) -> &'static str {
    if place.contains("frames") {
        "keep fewer frames with --keep, divide the model with --split sequences"
    } else if place.contains("skins") {
        "remove skins with --remove-skin"
    } else {
        "simplify the model with --decimate or --weld"
    }
}

/// The extensions of models and images. A file with another one, such as `.bak`, may be any model.
const OTHER_FILES: [&str; 10] = ["mdl", "md2", "md3", "glb", "gltf", "obj", "png", "pcx", "tga", "jpg"];

/// Rejects the extension of another format. DarkPlaces loads an MD3 with the name of an MDL or MD2: such a file keeps its extension.
fn check_extension(file: &EditedFile, input: &Path, format: &str) -> Result<(), Failure> {
    let Some(path) = &file.path else { return Ok(()) };
    let extension = path.extension().unwrap_or_default();
    if input.extension().is_some_and(|own| own.eq_ignore_ascii_case(extension)) {
        return Ok(());
    }
    let other = OTHER_FILES.iter().find(|known| extension.eq_ignore_ascii_case(known));
    match other.filter(|other| !other.eq_ignore_ascii_case(format)) {
        Some(_) => Err(Failure::Usage(format!(
            "cannot write {}: edit writes the format of the input, {format}; `{} convert` writes other formats",
            path.display(),
            program_name()
        ))),
        None => Ok(()),
    }
}
