//! The command line options that avoid an error of the libraries.

use md2_export::{ConvertError, ExceededLimit, LimitedCount};

use crate::failure::program_name;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Converter {
    Export,
    Import,
    Enhance,
}

pub(crate) fn message(error: &ConvertError, converter: Converter) -> String {
    match error {
        ConvertError::Limit(limit) => format!("{error}: {}", limit_advice(limit, converter)),
        ConvertError::Range { .. } if converter == Converter::Import => {
            format!("{error}: use a smaller --scale")
        }
        ConvertError::Range { scale, .. } => format!("{error}: use --scale {scale}"),
        _ => error.to_string(),
    }
}

fn limit_advice(limit: &ExceededLimit, converter: Converter) -> String {
    let program = program_name();
    let other_engine = format!("or select another engine with `{program} convert --engine`");
    match (limit.what, converter) {
        (LimitedCount::Frames, Converter::Export) => {
            format!("select frames with --frames or --sequence, {other_engine}")
        }
        (LimitedCount::Frames, Converter::Import) => {
            format!("select clips with --clip, sample fewer frames with --fps, {other_engine}")
        }
        (LimitedCount::Frames, Converter::Enhance) => {
            format!("`{program} edit --split sequences` divides the model")
        }
        (LimitedCount::Skins, Converter::Enhance) => format!("`{program} edit --remove-skin` removes skins"),
        (LimitedCount::Skins, _) => String::from("select one skin with --skin"),
        (LimitedCount::Surfaces, Converter::Import) => {
            format!("select meshes with --mesh, use one image for all with --skin, {other_engine}")
        }
        (_, Converter::Export) => {
            format!("simplify the model with `{program} edit --decimate`, {other_engine}")
        }
        (_, Converter::Import) => format!("simplify the model, {other_engine}"),
        (_, Converter::Enhance) => {
            format!("`{program} edit --decimate` makes the model simpler")
        }
    }
}
