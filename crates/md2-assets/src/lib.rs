//! Where the models of the three Quakes and their skins come from.
//!
//! - [`read_file`] opens regular files and nothing else, reads each through a limit, and says in one sentence why it cannot.
//! - [`find_skins`] looks for the pictures that belong to a model. The names inside models were written for
//!   another machine, in another folder, often with another file format; this is the crate that copes.
//! - [`image_size`] looks at the start of a file. [`ShapeMismatch`] tells where a picture has another shape than the model says its skin has.
//! - [`find_palette`] and [`find_replacements`] look for what the skins inside an MDL are colored with, and replaced by;
//!   [`find_surface_skins`] for the `.skin` files, scripts and pictures that dress an MD3.
//! - [`find_player`], [`find_weapons`], [`find_carried_weapons`] and [`find_carrier`] tell which models belong together.
//! - [`find_models`] walks through folders and archives. A path may lead through an archive (`pak0.pak/players/male/tris.md2`): all
//!   functions take it as they take a file's or a folder's. [`Archive`] lists what is in one, and what of it is refused.
//! - [`list_folder`] lists what of one folder or archive can be opened, as people look through it.
//! - [`hash_surroundings`] tells whether what a model is opened with is still what it was.
//! - [`load_image`] and [`decode()`] turn PCX, PNG, TGA, BMP and JPEG files into [`RgbaImage`]s.
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
//! # What it promises
//!
//! Files are only read, never written. A name inside a model cannot make the search leave the folders that
//! hold the model: `..` and absolute paths in it are resolved on paper, never by the file system. No file makes
//! the crate panic, and a picture takes at most
//! [`MAX_PIXELS`] pixels of memory whatever its header says.

#![forbid(unsafe_code)]

/// The examples of the README are compiled with those of the documents.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod archive;
mod browse;
mod decode;
mod find;
mod fonts;
mod header;
mod inside;
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
mod stamp;
mod surfaces;
mod surroundings;
mod tree;

pub use archive::{
    Archive, ArchiveEntry, ArchiveError, EntryError, MAX_DIRECTORY_BYTES, MAX_ENTRIES, MAX_NAME_BYTES,
    MAX_RATIO, Refusal, RefusedEntry,
};
pub use browse::{FolderItem, FolderListing, ItemKind, browsing_folder, list_folder};
pub use decode::{decode, load_image, load_stamped_image};
pub use find::{MatchReason, SkinCandidate, SkinSearch, VIEWER_SOFTWARE, find_skins};
pub use fonts::find_fonts;
pub use header::image_size;
pub use md2_common::RgbaImage;
pub use models::{ModelFiles, find_models, is_container, list_files};
pub use natural::compare_paths;
pub use package::{MissingFile, find_missing_player_files, is_in_player_folder, is_team_skin};
pub use palette::find_palette;
pub use player::{
    PlayerFiles, WeaponFiles, find_carried_weapons, find_carrier, find_player, find_weapon_parts,
    find_weapons,
};
pub use read::{FileContent, ReadAs, ReadError, is_archive, is_folder, read_file, read_model, read_stream};
pub use replacement::{ReplacementImage, find_replacements};
pub use size::ShapeMismatch;
pub use skin::{ImageError, ImageFormat, LoadImageError, MAX_PIXELS, MAX_SIDE};
pub use stamp::FileStamp;
pub use surfaces::{Cover, SkinSource, SurfaceImage, SurfaceNames, SurfaceSkin, find_surface_skins};
pub use surroundings::{hash_surroundings, surrounding_folders};
pub use tree::FolderCache;
