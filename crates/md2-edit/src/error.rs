//! The error of reading, editing and writing models.

use std::fmt::{self, Display};

/// The reason why a model cannot be read, edited or written, as a text for users.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditError {
    text: String,
    /// A way to avoid the error.
    remedy: Option<&'static str>,
}

impl EditError {
    pub(crate) fn invalid(text: impl Display) -> Self {
        Self { text: text.to_string(), remedy: None }
    }

    /// The model has no frame, sequence, skin or surface with a name or number. `known` lists those that it has.
    pub(crate) fn unknown(what: &str, name: impl Display, known: impl Display) -> Self {
        Self::invalid(format!("no {what} {:?}; the model has {known}", name.to_string()))
    }

    pub(crate) fn unsupported(format: &str, why: impl Display) -> Self {
        Self::invalid(format!("{format} models {why}"))
    }

    pub(crate) fn limit(
        what: &str,
        found: impl Display,
        allowed: impl Display,
        remedy: &'static str,
    ) -> Self {
        Self::invalid(format!("{what}: found {found}, allowed {allowed}")).or(remedy)
    }

    pub(crate) fn or(self, alternative: &'static str) -> Self {
        Self { remedy: Some(alternative), ..self }
    }
}

impl Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        self.remedy.map_or(Ok(()), |remedy| write!(f, "; {remedy}"))
    }
}

impl std::error::Error for EditError {}

pub(crate) fn check_same(what: &str, own: usize, other: usize) -> Result<(), EditError> {
    match own == other {
        true => Ok(()),
        false => Err(EditError::invalid(format!(
            "the models have {own} and {other} {what}; only frames of the same mesh can be inserted"
        ))),
    }
}
