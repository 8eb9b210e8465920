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
    Glb,
    Obj,
    Md2,
    EnhancedMd3,
}

impl ExportKind {
    pub const ANIMATIONS: [Self; 4] = [Self::Gif, Self::WebP, Self::Apng, Self::Turntable];
    pub const MODELS: [Self; 3] = [Self::Glb, Self::Obj, Self::Md2];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Picture => "Picture with options…",
            Self::Gif => "GIF…",
            Self::WebP => "WebP…",
            Self::Apng => "APNG…",
            Self::Turntable => "GIF turntable…",
            Self::ContactSheet => "Contact sheet of all sequences…",
            Self::Glb => "glTF (.glb)…",
            Self::Obj => "OBJ, this frame only…",
            Self::Md2 => "MD2…",
            Self::EnhancedMd3 => "Enhanced MD3…",
        }
    }

    pub(crate) const fn short_name(self) -> &'static str {
        match self {
            Self::Picture => "picture",
            Self::Gif | Self::Turntable => "GIF",
            Self::WebP => "WebP",
            Self::Apng => "APNG",
            Self::Md2 => "MD2",
            Self::EnhancedMd3 => "Enhanced MD3",
            Self::ContactSheet => "contact sheet",
            Self::Glb => "glTF",
            Self::Obj => "OBJ",
        }
    }

    pub const fn extension(self) -> &'static str {
        match self {
            Self::Gif | Self::Turntable => "gif",
            Self::WebP => "webp",
            Self::Picture | Self::Apng | Self::ContactSheet => "png",
            Self::Glb => "glb",
            Self::Obj => "obj",
            Self::Md2 => "md2",
            Self::EnhancedMd3 => "md3",
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct ExportProgress {
    pub kind: ExportKind,
    pub steps: Option<Steps>,
}

impl fmt::Display for ExportProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&capitalized_lines(self.kind.short_name()))?;
        self.steps.map_or(Ok(()), |steps| write!(f, ": {steps}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_names_the_export_and_its_step() {
        let text = |kind, steps| ExportProgress { kind, steps }.to_string();
        let steps = |done, total, unit| Some(Steps { done, total, unit });
        assert_eq!(text(ExportKind::Gif, None), "GIF", "before it knows how many");
        assert_eq!(text(ExportKind::Turntable, steps(11, 48, "picture")), "GIF: picture 12 of 48");
        let written = steps(21, 21, "sequence");
        assert_eq!(
            text(ExportKind::ContactSheet, written),
            "Contact sheet: sequence 21 of 21",
            "it is written"
        );
        assert_eq!(text(ExportKind::Glb, None), "glTF", "in one step");
    }
}
