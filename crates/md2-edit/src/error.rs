//! The error of reading, editing and writing models.

use md2_common::FileKind;

use crate::remedy::Remedy;

/// The reason why a model cannot be read, edited or written.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// The file is not an MDL, MD2 or MD3.
    #[error("{}", not_a_model(*found))]
    NotAModel {
        /// The kind of the file, if it is known.
        found: Option<FileKind>,
    },
    /// The file is a damaged MDL.
    #[error(transparent)]
    ParseMdl(#[from] mdl_format::ParseError),
    /// The MDL cannot hold the edited model.
    #[error(transparent)]
    WriteMdl(#[from] mdl_format::WriteError),
    /// The file is a damaged MD2.
    #[error(transparent)]
    ParseMd2(#[from] md2_format::ParseError),
    /// The MD2 cannot hold the edited model.
    #[error(transparent)]
    WriteMd2(#[from] md2_format::WriteError),
    /// The file is a damaged MD3.
    #[error(transparent)]
    ParseMd3(#[from] md3_format::ParseError),
    /// The MD3 cannot hold the edited model.
    #[error(transparent)]
    WriteMd3(#[from] md3_format::WriteError),
    /// The model has no frame, sequence, skin or surface with this name or number.
    #[error("no {what} {name:?}; the model has {known}")]
    Unknown {
        /// The kind of thing, such as `frame`.
        what: &'static str,
        /// The name or number that was searched for.
        name: String,
        /// The names that exist.
        known: String,
    },
    /// The format cannot store the result of the operation.
    #[error("{format} models {why}{}", with_remedy(*remedy))]
    Unsupported {
        /// The format: `MDL`, `MD2` or `MD3`.
        format: &'static str,
        /// The property of the format that prevents the operation.
        why: String,
        /// An alternative, if there is one.
        remedy: Option<Remedy>,
    },
    /// The result exceeds a limit of the format.
    #[error("{what}: found {found}, allowed {allowed}; {remedy}")]
    Limit {
        /// The limited quantity.
        what: &'static str,
        /// The value in the edited model.
        found: String,
        /// The values that the format allows.
        allowed: String,
        /// A way to stay within the limit.
        remedy: Remedy,
    },
    /// An argument is invalid, or does not fit the model.
    #[error("{text}{}", with_remedy(*remedy))]
    Invalid {
        /// The reason, as a text for the user.
        text: String,
        /// An alternative, if there is one.
        remedy: Option<Remedy>,
    },
}

impl EditError {
    pub(crate) fn invalid(text: impl Into<String>) -> Self {
        Self::Invalid { text: text.into(), remedy: None }
    }

    pub(crate) fn unsupported(format: &'static str, why: impl Into<String>) -> Self {
        Self::Unsupported { format, why: why.into(), remedy: None }
    }

    pub(crate) fn or(mut self, alternative: Remedy) -> Self {
        if let Self::Unsupported { remedy, .. } | Self::Invalid { remedy, .. } = &mut self {
            *remedy = Some(alternative);
        }
        self
    }

    /// A way to avoid the error; `None` if the message says it all.
    #[must_use]
    pub const fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::Limit { remedy, .. } => Some(*remedy),
            Self::Unsupported { remedy, .. } | Self::Invalid { remedy, .. } => *remedy,
            _ => None,
        }
    }
}

fn not_a_model(found: Option<FileKind>) -> String {
    match found {
        Some(FileKind::Hexen2) => {
            String::from("models of the Hexen II mission pack can only be read: convert the model first")
        }
        Some(kind) => format!("{kind}, expected an MDL, MD2 or MD3"),
        None => String::from("unknown file, expected an MDL, MD2 or MD3"),
    }
}

fn with_remedy(remedy: Option<Remedy>) -> String {
    remedy.map_or_else(String::new, |remedy| format!("; {remedy}"))
}

pub(crate) fn check_same(what: &str, own: usize, other: usize) -> Result<(), EditError> {
    match own == other {
        true => Ok(()),
        false => Err(EditError::invalid(format!(
            "the models have {own} and {other} {what}; only frames of the same mesh can be inserted"
        ))),
    }
}
