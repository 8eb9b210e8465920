//! The command line options that avoid an error of the libraries.

use std::path::Path;

use md2_export::{ConvertError, ExceededLimit, LimitedCount};

use crate::failure::{Failure, program_name};
use Converter::{Enhance, Export, Import, Mod, ModImport};
use LimitedCount::{Frames, Skins, Surfaces};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Converter {
    Export,
    Import,
    Enhance,
    /// `mod`, which has no options that change a model.
    Mod,
    /// `mod` from a glTF or OBJ, which `edit` does not read.
    ModImport,
}

/// A conversion that failed, with advice.
#[derive(Debug, thiserror::Error)]
#[error("{about}: {}", message(error, *converter))]
struct ConversionFailure {
    about: String,
    error: ConvertError,
    converter: Converter,
}

pub(crate) fn failure(about: String, error: ConvertError, converter: Converter) -> Failure {
    Failure::File(ConversionFailure { about, error, converter }.into())
}

/// Replaces the advice of a failed conversion by commands that change the model `file` before `mod`.
pub(crate) fn for_mod(failure: Failure, file: &Path, is_imported: bool) -> Failure {
    let Failure::File(mut error) = failure else { return failure };
    if let Some(own) = error.downcast_mut::<ConversionFailure>() {
        own.about = file.display().to_string();
        own.converter = if is_imported { Converter::ModImport } else { Converter::Mod };
    }
    Failure::File(error)
}

pub(crate) fn message(error: &ConvertError, converter: Converter) -> String {
    let program = program_name();
    match (error, converter) {
        (ConvertError::Limit(limit), _) => format!("{error}: {}", limit_advice(limit, converter)),
        (ConvertError::Range { .. }, Import) => format!("{error}: use a smaller --scale"),
        (ConvertError::Range { .. }, ModImport) => {
            format!("{error}: `{program} import` with a smaller --scale writes an MD2")
        }
        (ConvertError::Range { scale, .. }, Mod) => {
            format!("{error}: `{program} edit --scale {scale}` makes the model smaller")
        }
        (ConvertError::Range { scale, .. }, _) => format!("{error}: use --scale {scale}"),
        _ => error.to_string(),
    }
}

fn limit_advice(limit: &ExceededLimit, converter: Converter) -> String {
    let program = program_name();
    let other_engine = format!("or select another engine with `{program} convert --engine`");
    // A tenth less than the limit: vertices at seams of the skin are stored several times, and fewer triangles do not remove them.
    let share = (90 * limit.allowed / limit.found.max(1)).max(1);
    let decimate = format!("`{program} edit --decimate {share}%`");
    match (limit.what, converter) {
        (Frames, Export) => format!("select frames with --frames or --sequence, {other_engine}"),
        (Frames, Import) => {
            format!("select clips with --clip, sample fewer frames with --fps, {other_engine}")
        }
        (Frames, Enhance) => format!("`{program} edit --split sequences` divides the model"),
        (Frames, Mod) => format!("`{program} export` with --sequence or --frames writes a .glb with fewer"),
        (Frames, ModImport) => format!("`{program} import` with --clip or --fps writes an MD2 with fewer"),
        (Skins, Enhance | Mod) => format!("`{program} edit --remove-skin` removes skins"),
        (Skins, ModImport) => format!("`{program} import --skin` writes an MD2 with one skin"),
        (Skins, _) => String::from("select one skin with --skin"),
        (Surfaces, Import) => {
            format!("select meshes with --mesh, use one image for all with --skin, {other_engine}")
        }
        (Surfaces, ModImport) => format!("`{program} import` writes an MD2, which has a single surface"),
        (_, Export) => format!("simplify the model with {decimate}, {other_engine}"),
        (_, Import) => format!("simplify the model, {other_engine}"),
        (_, Enhance | Mod) => format!("{decimate} makes the model simpler"),
        (_, ModImport) => format!("`{program} import` writes an MD3, and {decimate} makes it simpler"),
    }
}
