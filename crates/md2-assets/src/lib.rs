//! Search and decoding of the files that belong to a Quake model: skins, palettes, player models, archives and images.
//!
//! - [`read_file`] reads regular files up to a size limit. Its errors contain the path of the file and the reason.
//! - [`find_skins`] finds the images that belong to a model. The image names in a model are often wrong: they contain a folder of another
//!   computer or a wrong file extension.
//! - [`image_size`] reads the size of an image from the start of its file. [`ShapeMismatch`] compares this size with the skin size of a
//!   model.
//! - [`find_palette`] and [`find_replacements`] find the palette of an MDL and the images that replace its skins. [`find_surface_skins`]
//!   finds the `.skin` files, shader scripts, Cube scripts (`md3.cfg`) and images of an MD3.
//! - [`find_player`], [`find_player_part`], [`find_weapons`], [`find_carried_weapons`] and [`find_carrier`] find models that belong
//!   together, such as a player model and its weapons.
//! - All searches treat the folders and archives of a game as one folder. They use a [`FolderCache`], whose files come from a [`FileSource`]:
//!   the file system ([`Disk`]), files in memory ([`MemoryFiles`]), or the files of an engine.
//! - [`find_models`] searches folders and archives for models. All functions accept paths into archives, such as
//!   `pak0.pak/players/male/tris.md2`. [`Archive`] lists the entries of an archive, including invalid entries, which cannot be read.
//! - [`list_folder`] lists the models, images, archives and subfolders of a folder or archive.
//! - [`hash_surroundings`] computes a hash that changes if files next to a model change.
//! - [`load_image`] and [`decode()`] decode PCX, PNG, TGA, BMP and JPEG files. [`load_lmp`] reads the pictures of Quake.
//!
//! ```no_run
//! use std::path::Path;
//! use md2_assets::FolderCache;
//!
//! let path = Path::new("models/monsters/tank/tris.md2");
//! let bytes = md2_assets::read_model(path)?;
//! # let names: Vec<&[u8]> = vec![b"models/monsters/tank/skin.pcx"]; let _ = bytes;
//! let search = md2_assets::find_skins(&FolderCache::default(), path, &names);
//! if let Some(skin) = search.best() {
//!     let image = md2_assets::load_image(&skin.path)?;
//!     println!("{}: {} x {}, {}", skin.path.display(), image.width(), image.height(), skin.reason);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Promises
//!
//! The crate never writes files. A name inside a model cannot make the search leave the folders around the model: the search resolves `..`
//! without the file system, and uses only the file name of an absolute path. No file causes a panic. An image has at most [`MAX_PIXELS`]
//! pixels.

#![forbid(unsafe_code)]

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod archive;
mod archive_path;
mod browse;
mod decode;
mod disk;
mod find;
mod fonts;
mod header;
mod lmp;
mod memory;
mod missing;
mod model_names;
mod models;
mod natural;
mod overlay;
mod package;
mod palette;
mod pcx;
mod pixels;
mod player;
mod png;
mod read;
mod replacement;
mod size;
mod skin;
mod source;
mod stamp;
mod surfaces;
mod surroundings;
mod tree;

pub use archive::{
    Archive, ArchiveEntry, ArchiveError, EntryError, MAX_DIRECTORY_BYTES, MAX_ENTRIES, MAX_NAME_BYTES,
    MAX_RATIO, RefusedEntry,
};
pub use browse::{FolderItem, FolderListing, ItemKind, browsing_folder, list_folder};
pub use decode::{decode, has_gray_palette, load_image, load_stamped_image};
pub use disk::Disk;
pub use find::{MatchReason, SkinCandidate, SkinSearch, VIEWER_SOFTWARE, find_skins};
pub use fonts::find_fonts;
pub use header::image_size;
pub use lmp::load_lmp;
pub use md2_common::RgbaImage;
pub use memory::MemoryFiles;
pub use missing::find_missing_images;
pub use models::{
    MAX_FOLDER_DEPTH, MAX_SEARCHED_NAMES, ModelFiles, SkippedEntries, find_models, is_container, list_files,
};
pub use natural::compare_paths;
pub use package::{MissingFile, find_missing_player_files, is_in_player_folder, is_team_skin};
pub use palette::{find_game_palette, find_palette};
pub use player::{
    BodyPart, PlayerFiles, PlayerPart, WeaponFiles, find_carried_weapons, find_carrier, find_levels,
    find_player, find_player_part, find_weapon_parts, find_weapons,
};
pub use read::{
    FileContent, ReadAs, ReadError, in_words, is_archive, is_folder, read_file, read_model, read_stream,
};
pub use replacement::{ReplacementImage, find_glow, find_replacements};
pub use size::ShapeMismatch;
pub use skin::{ImageError, ImageFormat, LoadImageError, MAX_PIXELS, MAX_SIDE};
pub use source::{FileSource, SourceEntry};
pub use stamp::{FileStamp, FolderId};
pub use surfaces::{
    Cover, ReflectionBlend, ShaderLayers, SkinSource, StageColors, SurfaceImage, SurfaceNames, SurfaceSkin,
    find_cube_script, find_surface_skins,
};
pub use surroundings::{hash_surroundings, surrounding_folders};
pub use tree::FolderCache;
