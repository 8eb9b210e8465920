//! The kinds of files that the window exports, and the progress of an export.

use std::fmt;

use md2_task::Steps;

use crate::widgets::capitalized_lines;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportKind {
    Picture,
    Gif,
    WebP,
    Apng,
    Turntable,
    ContactSheet,
    Model(ModelFormat),
    /// An MD3 that engines load in place of an MDL or MD2, with its skins.
    EnhancedMd3,
}

/// A format of models. The caller of the panels lists the formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelFormat {
    /// The text in the export menu.
    pub menu: &'static str,
    pub name: &'static str,
    pub extension: &'static str,
    /// Whether a file holds sequences, and all parts of a player.
    pub is_animated: bool,
}

impl ExportKind {
    pub const ANIMATIONS: [Self; 4] = [Self::Gif, Self::WebP, Self::Apng, Self::Turntable];

    /// The text in the export menu, the name in other texts, and the file name extension.
    const fn texts(self) -> [&'static str; 3] {
        match self {
            Self::Picture => ["Picture with options…", "picture", "png"],
            Self::Gif => ["GIF…", "GIF", "gif"],
            Self::WebP => ["WebP…", "WebP", "webp"],
            Self::Apng => ["APNG…", "APNG", "png"],
            Self::Turntable => ["GIF turntable…", "GIF", "gif"],
            Self::ContactSheet => ["Contact sheet of all sequences…", "contact sheet", "png"],
            Self::Model(ModelFormat { menu, name, extension, .. }) => [menu, name, extension],
            Self::EnhancedMd3 => ["Enhanced MD3…", "Enhanced MD3", "md3"],
        }
    }

    pub(crate) const fn menu(self) -> &'static str {
        self.texts()[0]
    }

    pub(crate) const fn name(self) -> &'static str {
        self.texts()[1]
    }

    pub const fn extension(self) -> &'static str {
        self.texts()[2]
    }

    /// Whether the kind is a format of models that holds sequences.
    pub const fn is_animated_model(self) -> bool {
        matches!(self, Self::Model(ModelFormat { is_animated: true, .. }))
    }
}

#[derive(Clone, Copy, Debug)]
pub struct ExportProgress {
    pub kind: ExportKind,
    pub steps: Option<Steps>,
}

impl fmt::Display for ExportProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&capitalized_lines(self.kind.name()))?;
        self.steps.map_or(Ok(()), |steps| write!(f, ": {steps}"))
    }
}
