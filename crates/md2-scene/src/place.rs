//! Places on models.

/// A place on a model.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// The tag of this name, which moves with the frames. If the model has no such tag, its origin.
    Tag(String),
    /// The model's origin: both were made in one space.
    Origin,
}

impl Place {
    /// The tag of this name.
    #[must_use]
    pub fn tag(name: &str) -> Self {
        Self::Tag(name.to_owned())
    }
}
