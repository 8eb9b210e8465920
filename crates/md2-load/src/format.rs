//! The formats, and the features that each of them has beyond opening and drawing.

use std::fmt;

use md2_anim::game::GameRules;
use md2_common::FileKind;
#[cfg(feature = "inspect")]
use md2_common::report::{Engine, Engines};

/// The format of a model file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Quake II, `IDP2`.
    Md2,
    /// Quake, `IDPO`.
    Mdl,
    /// Quake III Arena, `IDP3`.
    Md3,
}

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
    /// Whether [`repair`](crate::repair()) makes a file from a damaged one.
    pub can_repair: bool,
    /// Whether games load simpler models for long distances from files of the format.
    pub has_levels: bool,
    /// The code of the finding that an image which the file names does not exist.
    #[cfg(feature = "inspect")]
    pub missing_image_code: Option<&'static str>,
    #[cfg(feature = "inspect")]
    engines: fn() -> Vec<String>,
    #[cfg(feature = "inspect")]
    limits: fn() -> Vec<Limit>,
}

#[cfg(feature = "inspect")]
/// A limit that engines have for a field of the header.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limit {
    /// Name of the field, as in [`HeaderField::name`](crate::HeaderField::name).
    pub field: &'static str,
    /// The largest allowed value.
    pub most: usize,
    /// The engines, named as in [`Finding::engines`](crate::Finding::engines); empty if only the format's definition has this limit.
    pub engines: Vec<String>,
}

const MD2: FormatFeatures = FormatFeatures {
    name: "MD2",
    kinds: &[FileKind::Md2],
    rules: GameRules::Quake2,
    skins: SkinStorage::Paths,
    game_folder: "models",
    has_byte_positions: true,
    has_commands: true,
    can_edit: true,
    can_repair: true,
    has_levels: false,
    #[cfg(feature = "inspect")]
    missing_image_code: Some("MD2-W134"),
    #[cfg(feature = "inspect")]
    engines: engines::<md2_format::check::Engine>,
    #[cfg(feature = "inspect")]
    limits: || limits(md2_format::check::limits(), |field| field.name()),
};

const MDL: FormatFeatures = FormatFeatures {
    name: "MDL",
    kinds: &[FileKind::Mdl, FileKind::Hexen2],
    rules: GameRules::Quake,
    skins: SkinStorage::Images,
    game_folder: "progs",
    has_byte_positions: true,
    has_commands: false,
    can_edit: true,
    can_repair: false,
    has_levels: false,
    #[cfg(feature = "inspect")]
    missing_image_code: None,
    #[cfg(feature = "inspect")]
    engines: engines::<mdl_format::check::Engine>,
    #[cfg(feature = "inspect")]
    limits: || limits(mdl_format::check::limits(), |field| field.name()),
};

const MD3: FormatFeatures = FormatFeatures {
    name: "MD3",
    kinds: &[FileKind::Md3],
    rules: GameRules::Quake3,
    skins: SkinStorage::SurfacePaths,
    game_folder: "models",
    has_byte_positions: false,
    has_commands: false,
    can_edit: true,
    can_repair: false,
    has_levels: true,
    #[cfg(feature = "inspect")]
    missing_image_code: Some("MD3-W134"),
    #[cfg(feature = "inspect")]
    engines: engines::<md3_format::check::Engine>,
    #[cfg(feature = "inspect")]
    limits: || limits(md3_format::check::limits(), |field| field.name()),
};

impl Format {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::Md2, Self::Mdl, Self::Md3];

    /// Detects the format of a file from its first bytes; `None` if it is none of the formats.
    ///
    /// ```
    /// use md2_load::Format;
    ///
    /// assert_eq!(Format::detect(b"IDP3\x0f\0\0\0"), Some(Format::Md3));
    /// assert_eq!(Format::detect(b"PK\x03\x04"), None);
    /// ```
    #[must_use]
    pub fn detect(file: &[u8]) -> Option<Self> {
        let kind = FileKind::detect(file)?;
        Self::ALL.into_iter().find(|format| format.features().kinds.contains(&kind))
    }

    /// The features of the format.
    #[must_use]
    pub const fn features(self) -> &'static FormatFeatures {
        match self {
            Self::Md2 => &MD2,
            Self::Mdl => &MDL,
            Self::Md3 => &MD3,
        }
    }

    /// The game whose rules apply to models of this format.
    #[must_use]
    pub const fn rules(self) -> GameRules {
        self.features().rules
    }

    /// Returns the names of the engines that can occur in [`Finding::engines`](crate::Finding::engines) for this format, except the name
    /// `format`.
    #[cfg(feature = "inspect")]
    #[must_use]
    pub fn engines(self) -> Vec<String> {
        (self.features().engines)()
    }

    /// Returns the limits for the counts in the header, in the order of the fields.
    #[cfg(feature = "inspect")]
    #[must_use]
    pub fn limits(self) -> Vec<Limit> {
        (self.features().limits)()
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.features().name)
    }
}

#[cfg(feature = "inspect")]
pub(crate) fn names<E: Engine>(engines: Engines<E>) -> Vec<String> {
    engines.iter().map(|engine| engine.to_string()).collect()
}

#[cfg(feature = "inspect")]
fn engines<E: Engine>() -> Vec<String> {
    // The last variant is `format`.
    E::ALL.iter().take(E::ALL.len() - 1).map(ToString::to_string).collect()
}

#[cfg(feature = "inspect")]
fn limits<F, E: Engine>(limits: Vec<(F, Engines<E>, usize)>, name: impl Fn(F) -> &'static str) -> Vec<Limit> {
    let limits = limits.into_iter();
    limits.map(|(field, those, most)| Limit { field: name(field), most, engines: names(those) }).collect()
}
