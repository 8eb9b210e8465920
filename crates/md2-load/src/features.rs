//! The features of each format. A new format is added here, with a module of its own next to `md2`, `mdl` and `md3`.

use md2_anim::game::GameRules;
use md2_common::FileKind;
#[cfg(feature = "inspect")]
use md2_common::report::CheckOptions;

#[cfg(feature = "inspect")]
use crate::check::{Limit, Report, engines, limits};
use crate::format::Format;
use crate::loader::Loader;
#[cfg(feature = "md2")]
use crate::md2;
#[cfg(feature = "md3")]
use crate::md3;
#[cfg(feature = "mdl")]
use crate::mdl;

/// The place of the skins of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkinStorage {
    /// The file contains images in the colors of a palette.
    Images,
    /// The file lists paths of images. The user chooses one of them for the whole model.
    Paths,
    /// The file contains the path of an image or shader for each surface.
    SurfacePaths,
}

/// The features of a format.
///
/// There are two levels of support. A format of the first level is *opened and drawn*: its loader, a module of this crate, fills a
/// [`LoadedModel`](crate::LoadedModel), and the first four fields describe it. Formats of the second level are also *checked, edited and
/// written*. The other fields are about this level: commands and menus ask them for what a format supports.
///
/// ```
/// let features = md2_load::Format::Md3.features();
/// assert_eq!((features.name, features.can_edit, features.has_commands), ("MD3", true, false));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FormatFeatures {
    /// The short name, such as `MD2`.
    pub name: &'static str,
    /// The kinds of files that the loader reads.
    pub kinds: &'static [FileKind],
    /// The functions of the first level; `None` if the feature of this crate for the format is disabled.
    pub(crate) loader: Option<&'static Loader>,
    /// The game whose rules apply to the models.
    pub rules: GameRules,
    /// The place of the skins.
    pub skins: SkinStorage,
    /// The folder of the game's data that contains most models.
    pub game_folder: &'static str,
    /// Whether positions are rounded to 8 bits per axis, so that restored motion differs from the motion in the file.
    pub has_byte_positions: bool,
    /// Whether the file contains the triangles a second time, as OpenGL commands.
    pub has_commands: bool,
    /// Whether `md2_edit::Model` reads and writes the format.
    pub can_edit: bool,
    /// The code of the finding that an image which the file names does not exist.
    #[cfg(feature = "inspect")]
    pub missing_image_code: Option<&'static str>,
    #[cfg(feature = "inspect")]
    pub(crate) check: fn(&[u8], &CheckOptions) -> Report,
    #[cfg(feature = "inspect")]
    engines: fn() -> Vec<String>,
    #[cfg(feature = "inspect")]
    limits: fn() -> Vec<Limit>,
}

const MD2: FormatFeatures = FormatFeatures {
    name: "MD2",
    kinds: &[FileKind::Md2],
    #[cfg(feature = "md2")]
    loader: Some(&md2::LOADER),
    #[cfg(not(feature = "md2"))]
    loader: None,
    rules: GameRules::Quake2,
    skins: SkinStorage::Paths,
    game_folder: "models",
    has_byte_positions: true,
    has_commands: true,
    can_edit: true,
    #[cfg(feature = "inspect")]
    missing_image_code: Some("MD2-W134"),
    #[cfg(feature = "inspect")]
    check: md2::check,
    #[cfg(feature = "inspect")]
    engines: engines::<md2_format::check::Engine>,
    #[cfg(feature = "inspect")]
    limits: || limits(md2_format::check::limits(), |field| field.name()),
};

const MDL: FormatFeatures = FormatFeatures {
    name: "MDL",
    kinds: &[FileKind::Mdl, FileKind::Hexen2],
    #[cfg(feature = "mdl")]
    loader: Some(&mdl::LOADER),
    #[cfg(not(feature = "mdl"))]
    loader: None,
    rules: GameRules::Quake,
    skins: SkinStorage::Images,
    game_folder: "progs",
    has_byte_positions: true,
    has_commands: false,
    can_edit: true,
    #[cfg(feature = "inspect")]
    missing_image_code: None,
    #[cfg(feature = "inspect")]
    check: mdl::check,
    #[cfg(feature = "inspect")]
    engines: engines::<mdl_format::check::Engine>,
    #[cfg(feature = "inspect")]
    limits: || limits(mdl_format::check::limits(), |field| field.name()),
};

const MD3: FormatFeatures = FormatFeatures {
    name: "MD3",
    kinds: &[FileKind::Md3],
    #[cfg(feature = "md3")]
    loader: Some(&md3::LOADER),
    #[cfg(not(feature = "md3"))]
    loader: None,
    rules: GameRules::Quake3,
    skins: SkinStorage::SurfacePaths,
    game_folder: "models",
    has_byte_positions: false,
    has_commands: false,
    can_edit: true,
    #[cfg(feature = "inspect")]
    missing_image_code: Some("MD3-W134"),
    #[cfg(feature = "inspect")]
    check: md3::check,
    #[cfg(feature = "inspect")]
    engines: engines::<md3_format::check::Engine>,
    #[cfg(feature = "inspect")]
    limits: || limits(md3_format::check::limits(), |field| field.name()),
};

impl Format {
    /// The features of the format.
    pub const fn features(self) -> &'static FormatFeatures {
        match self {
            Self::Md2 => &MD2,
            Self::Mdl => &MDL,
            Self::Md3 => &MD3,
        }
    }

    /// The game whose rules apply to models of this format.
    pub const fn rules(self) -> GameRules {
        self.features().rules
    }

    /// Returns the names of the engines that can occur in [`Finding::engines`](crate::Finding::engines) for this format, except the name
    /// `format`.
    #[cfg(feature = "inspect")]
    pub fn engines(self) -> Vec<String> {
        (self.features().engines)()
    }

    /// Returns the limits for the counts in the header, in the order of the fields.
    #[cfg(feature = "inspect")]
    pub fn limits(self) -> Vec<Limit> {
        (self.features().limits)()
    }
}
