//! Search and decoding of the files that belong to a Quake model: skins, palettes, player models, archives and images.
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod archive;
mod archive_path;
mod browse;
mod dds;
mod decode;
mod defined_skins;
mod definitions;
mod disk;
mod find;
mod fonts;
mod header;
mod lmp;
mod memory;
mod missing;
mod model_names;
mod modeldef;
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
    MAX_RATIO, RefusedEntry, crc32,
};
pub use browse::{FolderItem, FolderListing, ItemKind, browsing_folder, list_folder};
pub use decode::{decode, has_gray_palette, load_image, load_stamped_image};
pub use defined_skins::{prefer_defined_skins, with_defined_skins};
pub use definitions::{DefinedBlock, DefinitionProblem, Definitions};
pub use disk::Disk;
pub use find::{MatchReason, SkinCandidate, SkinSearch, VIEWER_SOFTWARE, find_skins};
pub use fonts::find_fonts;
pub use header::image_size;
pub use lmp::load_lmp;
pub use md2_common::RgbaImage;
pub use md3_format::modeldef::{Block, FrameKey, Reference, SpriteFrame};
pub use md3_format::skin_file::SkinFile;
pub use md3_format::surface_key;
pub use memory::MemoryFiles;
pub use missing::{find_missing_images, find_unread_image};
pub use modeldef::{Definition, DrawnModel, find_definitions, leads_out};
pub use models::{
    MAX_FOLDER_DEPTH, MAX_SEARCHED_NAMES, MODEL_EXTENSIONS, ModelFiles, SkippedEntries, find_models,
    is_container, list_files,
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
    refused_entries,
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
