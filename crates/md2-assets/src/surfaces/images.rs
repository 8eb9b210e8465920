//! The search for the images to which the shader names in a model refer.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use md2_common::readable;

use super::scripts::{Scripts, ShaderProperties};
use super::{Cover, ShaderLayers, SurfaceImage};
use crate::find::{QUAKE_ORDER, QUAKE3_ORDER, SkinName, find_by_stem, find_elsewhere};
use crate::read::{ReadAs, ReadError};
use crate::replacement::{FOLDERS, PROGS};
use crate::tree::{FolderCache, FolderEntry, file_named};

/// The maximum number of other archives and folders of the game whose shader scripts are read. Games have about ten archives.
const MAX_SCRIPTED: usize = 16;
/// The name, without extension, of an image that is the skin of all surfaces of a model.
pub(super) const SKIN: &str = "skin";

pub(super) struct ImageFinder<'a> {
    tree: &'a FolderCache,
    folder: &'a Path,
    root: Option<PathBuf>,
    /// Image extensions in the order in which the engines of the game try them.
    extensions: &'static [&'static str],
    scripts: Scripts,
    other_scripts: OnceCell<Vec<Scripts>>,
}

impl<'a> ImageFinder<'a> {
    pub(super) fn new(tree: &'a FolderCache, folder: &'a Path) -> Self {
        let root = tree.game_root(folder, "models").or_else(|| tree.game_root(folder, PROGS));
        let scripts = root.as_deref().and_then(|root| tree.folder(root, &["scripts"]));
        Self {
            tree,
            folder,
            root,
            extensions: if tree.game_root(folder, PROGS).is_some() { &QUAKE_ORDER } else { &QUAKE3_ORDER },
            scripts: Scripts::new(scripts),
            other_scripts: OnceCell::new(),
        }
    }

    /// Finds the image for a shader name from a model or a `.skin` file. First treats the name as a path from the root of the game, then
    /// looks for its file name next to the model, in folders for images next to the model's folder, and in the whole game.
    pub(super) fn find(&self, shader: &[u8]) -> SurfaceImage {
        let name = SkinName::parse(shader);
        let in_folder = |folder: &Path| self.in_entries(&self.tree.list(folder), &name);
        let beside =
            || self.tree.folders_beside(self.folder, &name).iter().find_map(|folder| in_folder(folder));
        let elsewhere = || {
            let found = find_elsewhere(self.tree, self.folder, &name, self.extensions);
            found.paths.into_iter().next().filter(|_| found.is_certain)
        };
        let loose = || in_folder(self.folder).or_else(beside).or_else(elsewhere).map(unscripted);
        self.resolve(shader).or_else(loose).unwrap_or_else(|| missing(shader))
    }

    /// Finds the images in the whole game that may be the missing image of a shader name.
    pub(super) fn guess(&self, shader: &[u8]) -> Vec<PathBuf> {
        find_elsewhere(self.tree, self.folder, &SkinName::parse(shader), self.extensions).paths
    }

    /// Finds the image at a path relative to `folder`, the folder of a script. The path may lead to other folders of the game. An image filter in angle
    /// brackets at the start of the path is ignored, as in `<noff>../hands.png`.
    pub(super) fn find_from_folder(&self, folder: &Path, path: &[u8]) -> SurfaceImage {
        let text = String::from_utf8_lossy(path);
        let text = text.strip_prefix('<').and_then(|text| Some(text.split_once('>')?.1)).unwrap_or(&text);
        let image = || {
            let top = self.root.as_deref().or_else(|| self.tree.with_folders_above(folder).last())?;
            let below = folder.strip_prefix(top).ok()?.join(text.replace('\\', "/"));
            let name = SkinName::parse(below.to_str()?.as_bytes());
            self.find_below(top, &name)
        };
        image().map(unscripted).unwrap_or_else(|| missing(path))
    }

    /// Finds the image that has the name of a surface, next to the model or in the folders in which Quake engines look for images.
    pub(super) fn find_called(&self, surface: &[u8]) -> Option<PathBuf> {
        let name = SkinName::parse(surface);
        let places = self.other_places();
        let below = |path: &&[&str]| {
            let mut places = self.root.iter().chain(places.iter());
            places.find_map(|place| {
                self.in_entries(&self.tree.list_alone(&self.tree.folder(place, path)?), &name)
            })
        };
        self.in_entries(&self.tree.list(self.folder), &name).or_else(|| FOLDERS.iter().find_map(below))
    }

    /// Finds the image for a shader name, which is a path from the root of the game. The name can refer to a shader in
    /// a script, to an image file, or to both. The shader then determines the [`Cover`]. A script or an image next to the model comes before
    /// the scripts in other archives of the game, and these before the images in them.
    fn resolve(&self, shader: &[u8]) -> Option<SurfaceImage> {
        let name = SkinName::parse(shader);
        let script = self.scripts.find(self.tree, shader);
        let other = || self.other_scripts().iter().find_map(|scripts| scripts.find(self.tree, shader));
        let image = |path| {
            let cover = script.map_or(Cover::ByAlpha, |script| script.cover);
            SurfaceImage::File { path, cover, layers: ShaderLayers::default() }
        };
        let scripted = |script: &ShaderProperties| {
            if script.is_hidden { Some(SurfaceImage::Hidden) } else { self.find_stages(script) }
        };
        let in_root = || self.find_below(self.root.as_deref()?, &name).map(image);
        let in_others =
            || self.other_places().iter().find_map(|place| self.find_below(place, &name)).map(image);
        script.and_then(scripted).or_else(in_root).or_else(|| other().and_then(scripted)).or_else(in_others)
    }

    fn find_stages(&self, script: &ShaderProperties) -> Option<SurfaceImage> {
        let path = self.find_image(script.image.as_deref()?)?;
        let image = |name: &Vec<u8>| self.find_image(name);
        let reflection = script.reflection.as_ref().and_then(|(name, blend)| Some((image(name)?, *blend)));
        let glow = script.glow.as_ref().and_then(image);
        let layers = ShaderLayers { glow, reflection, colors: script.colors };
        Some(SurfaceImage::File { path, cover: script.cover, layers })
    }

    pub(super) fn read(&self, path: &Path, kind: ReadAs) -> Result<Vec<u8>, ReadError> {
        self.tree.read(path, kind)
    }

    fn other_places(&self) -> Rc<[PathBuf]> {
        self.root.as_ref().map(|root| self.tree.other_places(root)).unwrap_or_default()
    }

    fn other_scripts(&self) -> &[Scripts] {
        let in_place =
            |place: &PathBuf| self.tree.folder(place, &["scripts"]).map(|folder| Scripts::new(Some(folder)));
        self.other_scripts
            .get_or_init(|| self.other_places().iter().filter_map(in_place).take(MAX_SCRIPTED).collect())
    }

    fn find_image(&self, path: &[u8]) -> Option<PathBuf> {
        let name = SkinName::parse(path);
        let places = self.other_places();
        self.root.iter().chain(places.iter()).find_map(|place| self.find_below(place, &name))
    }

    fn find_below(&self, place: &Path, name: &SkinName) -> Option<PathBuf> {
        self.in_entries(&self.tree.list_alone(&self.tree.folder(place, &name.folders)?), name)
    }

    fn in_entries(&self, entries: &[FolderEntry], name: &SkinName) -> Option<PathBuf> {
        let as_named = name.has_image_extension().then(|| file_named(entries, &name.file_name)).flatten();
        let by_stem = |stem| find_by_stem(self.tree, entries, stem, self.extensions);
        as_named.map(Path::to_path_buf).or_else(|| name.stems().find_map(by_stem))
    }
}

pub(super) fn unscripted(path: PathBuf) -> SurfaceImage {
    SurfaceImage::File { path, cover: Cover::ByAlpha, layers: ShaderLayers::default() }
}

fn missing(shader: &[u8]) -> SurfaceImage {
    SurfaceImage::Missing { name: readable(shader) }
}
