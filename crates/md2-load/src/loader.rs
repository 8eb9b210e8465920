//! The functions with which a format is opened and drawn.

#[cfg(feature = "inspect")]
use crate::anatomy::Anatomy;
use crate::error::LoadError;
use crate::header::HeaderField;
use crate::loaded::LoadedModel;
use crate::options::LoadOptions;
use md2_common::Verdict;
use md2_common::layout::FileLayout;

/// The functions of a format. Each format has one constant of this type.
#[derive(Debug)]
pub(crate) struct Loader {
    /// Judges a file without searching for its records.
    pub(crate) verdict: fn(&[u8]) -> Verdict<LoadError>,
    /// Collects the readable records of a file that is not sound; `None` if it has no usable records.
    pub(crate) salvage: fn(&[u8]) -> Option<RepairedFile>,
    /// Loads a file as it is, and judges it. This takes less time than both after each other.
    pub(crate) load: fn(&[u8], &LoadOptions) -> JudgedModel,
    /// Reads the fields of the header. Omits fields past the end of the file.
    pub(crate) header: fn(&[u8]) -> Vec<HeaderField>,
    /// Finds the records of a file that is not refused.
    #[cfg(feature = "inspect")]
    pub(crate) anatomy: fn(&[u8]) -> Result<Anatomy, LoadError>,
}

/// The verdict about a file, and the model in the file.
pub(crate) type JudgedModel = (Verdict<LoadError>, Result<LoadedModel, LoadError>);

pub(crate) fn refused(reason: LoadError) -> JudgedModel {
    (Verdict::Refused(reason.clone()), Err(reason))
}

/// A repaired file. Without repairs, it is equal to the given file.
#[derive(Debug)]
pub(crate) struct RepairedFile {
    pub(crate) bytes: Vec<u8>,
    pub(crate) repairs: Vec<String>,
    pub(crate) is_restored: bool,
    pub(crate) keeps_all: bool,
}

impl RepairedFile {
    /// Searches a damaged file for its records. `judge` is the verdict of the format.
    pub(crate) fn salvage(
        layout: &FileLayout,
        file: &[u8],
        judge: impl Fn(&[u8]) -> Verdict<()>,
    ) -> Option<Self> {
        let salvaged = md2_salvage::salvage(layout, file, &judge)?;
        Some(Self {
            keeps_all: salvaged.repairs.iter().all(|repair| !repair.is_loss),
            repairs: salvaged.repairs.iter().map(ToString::to_string).collect(),
            bytes: salvaged.bytes,
            is_restored: salvaged.is_restored,
        })
    }
}
