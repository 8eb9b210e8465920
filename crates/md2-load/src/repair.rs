//! Detection and repair of damaged files.

use md2_common::FileKind;
use md2_format::{ParseError, SalvagedModel};

use crate::error::LoadError;
use crate::header::{HeaderField, HeaderValue, header};
use crate::load::load;
use crate::loaded::LoadedModel;
use crate::md2;
use crate::options::LoadOptions;

/// Loads an MD2 that a program has damaged by converting it as if it were text, after undoing this conversion. Use this function even if
/// [`load`](crate::load()) accepts the file, because the values in such a file are wrong. Also returns the repairs.
///
/// `None` if the file shows no signs of such a conversion ([`text_damage`]), or if the conversion cannot be undone.
#[must_use]
pub fn load_restored(file: &[u8], options: &LoadOptions) -> Option<(LoadedModel, Vec<String>)> {
    is_md2(file).then(|| md2::load_restored(file, options)).flatten()
}

/// Repairs a damaged MD2 with [`md2_format::salvage()`]. `None` for a valid file of any format.
///
/// ```
/// # let mut file = md2_testdata::one_triangle().build();
/// # file.set_i32("num_skins", 661);
/// # let file = file.into_bytes();
/// // The header states 661 skin names, but the file contains one.
/// let repaired = md2_load::repair(&file)?.expect("the file is damaged");
/// assert_eq!(repaired.done, ["header, num_skins: read 661 as 1"]);
/// assert_eq!(md2_load::repair(&repaired.bytes)?, None);
/// # Ok::<(), md2_load::LoadError>(())
/// ```
///
/// # Errors
/// Returns the errors of [`load`](crate::load()) if the file cannot be repaired, or if the damaged file is not an MD2.
pub fn repair(file: &[u8]) -> Result<Option<RepairedFile>, LoadError> {
    match load(file, &LoadOptions::default()) {
        Err(LoadError::Md2(error)) => salvaged(file, error).map(Some),
        // A file that a program converted as if it were text may load, but with wrong values.
        loaded => match restored(file).filter(|_| is_md2(file)) {
            Some(repaired) => Ok(Some(repaired)),
            None => loaded.map(|_| None),
        },
    }
}

/// Describes why a file may be damaged although [`load`](crate::load()) accepts it and there is nothing to repair: the file is shorter than its header
/// states, or sections of an MD2 overlap. `None` if there is no such sign.
///
/// ```
/// # let file = md2_testdata::one_triangle().build().into_bytes();
/// assert_eq!(md2_load::doubt(&file), None);
/// let text = md2_load::doubt(&file[..file.len() - 4]).expect("bytes are missing");
/// assert_eq!(text, "the file is 4 bytes shorter than its header states");
/// ```
#[must_use]
pub fn doubt(file: &[u8]) -> Option<String> {
    let end = header(file).into_iter().find(|field| field.name == "ofs_end");
    if let Some(HeaderField { value: HeaderValue::Int(end), .. }) = end
        && let Some(missing) = usize::try_from(end).ok().and_then(|end| end.checked_sub(file.len()))
        && missing > 0
    {
        return Some(format!("the file is {missing} bytes shorter than its header states"));
    }
    // For other formats, the error of `parse` would search the whole file for damage.
    let md2 = is_md2(file).then(|| md2_format::Md2::parse(file))?;
    md2.ok()?.damage().map(|damage| damage.to_string())
}

fn is_md2(file: &[u8]) -> bool {
    FileKind::detect(file) == Some(FileKind::Md2)
}

/// Describes how a program damaged an MD2 by converting it as if it were text. `None` if there is no sign of such a conversion.
/// [`load`](crate::load()) may accept such a file, but the values are wrong, because bytes are missing or added.
///
/// ```
/// # let mut file = md2_testdata::one_triangle().build();
/// # file.set_i32("ofs_end", 10_000);
/// # let file = file.into_bytes();
/// assert_eq!(md2_load::text_damage(&file), None, "the file is only shorter than its header states");
/// ```
#[must_use]
pub fn text_damage(file: &[u8]) -> Option<String> {
    is_md2(file).then(|| md2_format::text_damage(file)).flatten().map(|damage| damage.to_string())
}

/// The result of [`repair`](crate::repair()).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RepairedFile {
    /// The repaired file, which every reader of the format accepts.
    pub bytes: Vec<u8>,
    /// The error with which [`load`](crate::load()) rejects the damaged file, or a description of the text conversion that damaged the
    /// file.
    pub damage: String,
    /// The repairs in order, each as a text for the user.
    pub done: Vec<String>,
    /// Whether `bytes` are certainly the original file: the damage was a text conversion, such as changed line ends,
    /// and was undone completely.
    pub is_restored: bool,
    /// Whether the repair kept all records without changes, so that probably no content was lost.
    pub keeps_all: bool,
}

/// Repairs a file that a program converted as if it were text, by undoing the conversion. `None` if the file was not converted, or if the
/// original bytes cannot be determined.
pub(crate) fn restored(file: &[u8]) -> Option<RepairedFile> {
    let damage = md2_format::text_damage(file)?;
    written(&md2_format::restore(file)?, damage.to_string()).ok()
}

pub(crate) fn salvaged(file: &[u8], error: ParseError) -> Result<RepairedFile, LoadError> {
    let salvaged = md2_format::salvage(file).map_err(LoadError::Md2)?;
    written(&salvaged, LoadError::Md2(error).to_string())
}

/// Writes a salvaged model as a file, and checks that the file can be loaded.
///
/// # Errors
/// Returns the errors of [`load`](md2::load), for example if the model has no frames.
fn written(salvaged: &SalvagedModel, damage: String) -> Result<RepairedFile, LoadError> {
    // A salvaged model can always be written as a file.
    let bytes = salvaged.model.to_bytes().unwrap_or_default();
    md2::load(&bytes, &LoadOptions::default())?;
    Ok(RepairedFile {
        bytes,
        damage,
        done: salvaged.repairs.iter().map(ToString::to_string).collect(),
        is_restored: salvaged.is_restored(),
        keeps_all: salvaged.keeps_all(),
    })
}
