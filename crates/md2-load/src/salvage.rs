//! The one way into damaged files.

use std::borrow::Cow;

use md2_common::{FileKind, Verdict};

#[cfg(feature = "inspect")]
use crate::anatomy::Anatomy;
use crate::error::LoadError;
use crate::format::Format;
use crate::header::header;
use crate::loaded::LoadedModel;
use crate::loader::Loader;
use crate::options::LoadOptions;

/// Judges a model file of any format: it is sound, doubtful or refused. Never searches for records. A sound file is loaded
/// as it is; [`salvage`] may find a readable part of the others.
///
/// ```
/// use md2_load::{Verdict, verdict};
///
/// # let file = md2_testdata::one_triangle().build().into_bytes();
/// assert_eq!(verdict(&file), Verdict::Sound);
/// let Verdict::Doubtful(reason) = verdict(&file[..file.len() - 4]) else { panic!("bytes are missing") };
/// assert_eq!(reason.to_string(), "MD2: header, ofs_end: the file is 4 bytes shorter than its header states (byte 0x40)");
/// assert!(matches!(verdict(b"hello"), Verdict::Refused(_)));
/// ```
pub fn verdict(file: &[u8]) -> Verdict<LoadError> {
    match loader(file) {
        Ok(loader) => (loader.verdict)(file),
        Err(error) => Verdict::Refused(error),
    }
}

/// The readable part of a model file. [`salvage`] returns it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SalvagedFile<'a> {
    /// The verdict about the file.
    pub verdict: Verdict<LoadError>,
    /// The file itself if it needs no repair, otherwise a repaired file that every reader of the format accepts.
    pub bytes: Cow<'a, [u8]>,
    /// The repairs in order, each as a text for the user. A sound file has none, and a doubtful file may have none.
    pub repairs: Vec<String>,
    /// Whether `bytes` are certainly the original file: it was undamaged, or the damage was a text conversion, such as changed line ends,
    /// and was undone completely.
    pub is_restored: bool,
    /// Whether the repairs changed no records, so that probably no content was lost.
    pub keeps_all: bool,
    file: &'a [u8],
}

/// Finds the readable part of a model file of any format. Searches for records only if the file is not sound.
///
/// ```
/// use md2_load::{LoadOptions, load, salvage};
///
/// # let mut file = md2_testdata::one_triangle().build();
/// # file.set_i32("num_skins", 661);
/// # let file = file.into_bytes();
/// // The header states 661 skin names, but the file contains one.
/// assert!(load(&file, &LoadOptions::default()).is_err());
/// let salvaged = salvage(&file)?;
/// assert_eq!(salvaged.repairs, ["header, num_skins: read 661 as 1 (byte 0x14)"]);
/// assert_eq!(salvaged.load(&LoadOptions::default())?.mesh.frame_count(), 2);
/// # Ok::<(), md2_load::LoadError>(())
/// ```
///
/// # Errors
/// If the file is not a model, or contains no usable records.
pub fn salvage(file: &[u8]) -> Result<SalvagedFile<'_>, LoadError> {
    let loader = loader(file)?;
    let verdict = (loader.verdict)(file);
    let repaired = match &verdict {
        Verdict::Sound => None,
        // The reason says more than the error of the salvage: it also names a text conversion.
        Verdict::Doubtful(reason) | Verdict::Refused(reason) => {
            let judge = |file: &[u8]| (loader.verdict)(file).map(drop);
            Some(md2_salvage::salvage(&loader.layout, file, &judge).ok_or_else(|| reason.clone())?)
        }
    };
    Ok(match repaired {
        Some(repaired) if !repaired.repairs.is_empty() => SalvagedFile {
            verdict,
            keeps_all: repaired.repairs.iter().all(|repair| !repair.is_loss),
            repairs: repaired.repairs.iter().map(ToString::to_string).collect(),
            bytes: repaired.bytes.into(),
            is_restored: repaired.is_restored,
            file,
        },
        _ => SalvagedFile {
            verdict,
            bytes: file.into(),
            repairs: Vec::new(),
            is_restored: true,
            keeps_all: true,
            file,
        },
    })
}

impl SalvagedFile<'_> {
    /// Loads the readable part. The header and the size in bytes are those of the damaged file.
    ///
    /// # Errors
    /// If the readable part makes no mesh, for example because it has no frames, or is too large.
    pub fn load(&self, options: &LoadOptions) -> Result<LoadedModel, LoadError> {
        let (_, loaded) = (loader(self.file)?.load)(&self.bytes, options);
        let mut loaded = loaded?;
        loaded.facts.file_bytes = self.file.len();
        loaded.header = header(self.file);
        Ok(loaded)
    }
}

/// Whether a file is loaded without repairs, so that its records have the same indices in the loaded model.
#[cfg(feature = "inspect")]
pub(crate) fn is_loaded_as_it_is(file: &[u8]) -> bool {
    match verdict(file) {
        Verdict::Sound => true,
        Verdict::Doubtful(_) => salvage(file).is_ok_and(|salvaged| salvaged.repairs.is_empty()),
        Verdict::Refused(_) => false,
    }
}

/// Returns the records of a model file: the bytes and offsets of vertices, triangles and frames. For a damaged file, returns the records
/// of the repaired file that [`salvage`] makes.
///
/// ```
/// # let file = md2_testdata::one_triangle().build().into_bytes();
/// let anatomy = md2_load::anatomy(&file)?;
/// // The third vertex of the second frame: x, y, z and the normal.
/// let vertex = anatomy.vertex(1, 2).expect("there are three vertices and two frames");
/// assert_eq!(vertex.bytes, &file[vertex.offset..][..4]);
/// assert_eq!(vertex.position, [31.875, 0.0, 39.875]);
/// # Ok::<(), md2_load::LoadError>(())
/// ```
///
/// # Errors
/// Returns the errors of [`salvage`].
#[cfg(feature = "inspect")]
pub fn anatomy(file: &[u8]) -> Result<Anatomy, LoadError> {
    let salvaged = salvage(file)?;
    let anatomy = (loader(file)?.anatomy)(&salvaged.bytes)?;
    Ok(Anatomy { is_repaired: !salvaged.repairs.is_empty(), ..anatomy })
}

pub(crate) fn loader(file: &[u8]) -> Result<&'static Loader, LoadError> {
    let Some(kind) = FileKind::detect(file) else {
        return Err(LoadError::Unknown { start: file.iter().take(4).copied().collect() });
    };
    let format = Format::detect(file).ok_or(LoadError::Foreign { kind })?;
    format.features().loader.ok_or(LoadError::NotEnabled { kind })
}
