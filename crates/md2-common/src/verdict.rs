//! The verdict of a format about a file.

/// The verdict of a format about a file, from its records and its layout alone.
///
/// Each format crate has a function `verdict` that returns it. The function reads the records at the offsets in the
/// file, and searches for nothing: if bytes are missing or have moved, only a salvage finds out which ones.
///
/// ```
/// use md2_common::Verdict;
///
/// let verdict = Verdict::Doubtful("the file is 4 bytes shorter than its header states");
/// assert_eq!(verdict.reason(), Some(&"the file is 4 bytes shorter than its header states"));
/// assert_eq!(Verdict::<&str>::Sound.reason(), None);
/// ```
#[must_use]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<E> {
    /// All records can be read, and the layout shows no damage. The file is opened as it is.
    Sound,
    /// All records can be read, but the layout shows that bytes are missing or have moved. The reason is the first sign
    /// of damage. A salvage may find records at other offsets.
    Doubtful(E),
    /// The file cannot be read. The reason is the first fault. Only a salvage may open the file.
    Refused(E),
}

impl<E> Verdict<E> {
    /// The reason why the file is not sound; `None` for a sound file.
    pub const fn reason(&self) -> Option<&E> {
        match self {
            Self::Sound => None,
            Self::Doubtful(reason) | Self::Refused(reason) => Some(reason),
        }
    }

    /// Converts the reason.
    pub fn map<F>(self, convert: impl FnOnce(E) -> F) -> Verdict<F> {
        match self {
            Self::Sound => Verdict::Sound,
            Self::Doubtful(reason) => Verdict::Doubtful(convert(reason)),
            Self::Refused(reason) => Verdict::Refused(convert(reason)),
        }
    }
}
