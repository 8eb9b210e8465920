//! Ways out of an error.

use std::fmt;

/// A way to avoid an [`EditError`](crate::EditError). Programs can show the command or the button for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Remedy {
    /// Duplicate a frame to show it several times.
    DuplicateFrames,
    /// Keep fewer frames.
    KeepFewerFrames,
    /// Turn all triangles around.
    FlipTriangles,
    /// Scale the model down, or move it to its origin.
    ScaleOrCenter,
    /// Remove triangles, or combine vertices.
    Simplify,
    /// Allow more triangles.
    AllowMoreTriangles,
    /// Use smaller skins.
    ShrinkSkins,
    /// Use shorter names of folders and files.
    ShortenPath,
    /// Choose another multiple of the skin size.
    ChangeMultiple,
    /// Set the shader of a surface.
    SetShader,
    /// Edit the image files, or set the path of a skin.
    SetSkinPath,
    /// Add or replace a skin by an image.
    SetSkinImage,
}

impl fmt::Display for Remedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::DuplicateFrames => "duplicate the frame to show it several times",
            Self::KeepFewerFrames => "keep fewer frames",
            Self::FlipTriangles => "turn the triangles around if they face inwards",
            Self::ScaleOrCenter => "scale the model down, or move it to its origin",
            Self::Simplify => "remove triangles or combine vertices first",
            Self::AllowMoreTriangles => "choose a higher number",
            Self::ShrinkSkins => "use smaller skins",
            Self::ShortenPath => "use shorter names of folders and files",
            Self::ChangeMultiple => "choose another multiple of the skin size",
            Self::SetShader => "set the shader of a surface",
            Self::SetSkinPath => "edit the image files, or set the path of a skin",
            Self::SetSkinImage => "add or replace a skin by an image",
        })
    }
}
