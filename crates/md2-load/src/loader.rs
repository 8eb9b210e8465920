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
    /// The layout of the files, for salvage.
    pub(crate) layout: FileLayout,
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
