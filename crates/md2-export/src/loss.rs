//! Losses: data of a source that the output of an export or import does not contain.

use std::fmt;

use serde::Serialize;

/// Data of a source that the output of a conversion does not contain. Its `Display` is the message.
///
/// Every export and import lists its losses in this form. The command line prints each as a line, and as an object in JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Loss {
    /// The kind of the lost data.
    pub kind: LossKind,
    /// The number of lost elements, at least 1.
    pub count: usize,
    /// A message that names the lost data, and the option that avoids the loss if there is one.
    pub text: String,
}

impl Loss {
    /// Creates a loss.
    pub fn new(kind: LossKind, count: usize, text: impl Into<String>) -> Self {
        Self { kind, count, text: text.into() }
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The kind of the data that a [`Loss`] is about. Scripts rely on the names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names say what the variants are")]
pub enum LossKind {
    /// Triangles that have no area.
    Triangles,
    /// Points, lines, and meshes without positions.
    Primitives,
    VertexColors,
    /// Triangle corners outside the image, where the image must repeat.
    RepeatedTextures,
    /// Images of materials: unreadable images, and images other than the color.
    Images,
    /// Skins other than the first.
    Skins,
    /// Images of an animated skin other than the first.
    SkinImages,
    Animations,
    /// Animated properties that the output cannot animate.
    Channels,
    /// Keyframes that are not frames of the output.
    Frames,
    /// Effects in the header, such as a rocket's trail.
    Effects,
    /// Times of frames, rates of sequences, and random start times.
    Timing,
    EyePosition,
    SkinPaths,
    /// Tags: points to which other models can be attached.
    Tags,
}
