//! From the name of a shader to a picture.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use md2_common::readable;

use super::scripts::Scripts;
use super::{Cover, SurfaceImage};
use crate::find::{SkinName, is_drawing};
use crate::overlay::others;
use crate::skin::ImageFormat;
use crate::tree::{FolderCache, game_root};

/// Image extensions in the order in which the game and its successors try them.
const EXTENSIONS: [&str; 6] = ["tga", "jpg", "jpeg", "png", "pcx", "bmp"];
/// Places besides the model's own root whose scripts are read. A game has ten packs.
const MAX_SCRIPTED: usize = 16;
/// What a picture is called that serves a whole model.
const SKIN: &str = "skin";

/// The pictures that the models in a folder can name.
pub(super) struct Pictures<'a> {
    tree: &'a FolderCache,
    folder: &'a Path,
    root: Option<PathBuf>,
    /// Where the game looks besides its root, where a name is not found there.
    others: OnceCell<Vec<PathBuf>>,
    scripts: Scripts,
    /// Those of the other places, for names of which nothing is found by these.
    other_scripts: OnceCell<Vec<Scripts>>,
    /// The picture beside the model, if there is one and no other. What the viewer drew does not count.
    only: OnceCell<Option<PathBuf>>,
}

impl<'a> Pictures<'a> {
    pub(super) fn new(tree: &'a FolderCache, folder: &'a Path) -> Self {
        let root = game_root(folder, "models");
        let scripts = root.as_deref().and_then(|root| tree.folder(root, &["scripts"]));
        Self {
            tree,
            folder,
            root,
            others: OnceCell::new(),
            scripts: Scripts::new(scripts),
            other_scripts: OnceCell::new(),
            only: OnceCell::new(),
        }
    }

    /// The picture that a skin file names.
    pub(super) fn named(&self, shader: &[u8]) -> SurfaceImage {
        let beside = || self.beside(&SkinName::parse(shader)).map(solid);
        self.resolved(shader).or_else(beside).unwrap_or_else(|| missing(shader))
    }

    /// The picture that a model names, or the one that takes its place: names inside models are often those of another
    /// machine, or of nothing.
    pub(super) fn of_model(&self, shader: &[u8]) -> SurfaceImage {
        let name = SkinName::parse(shader);
        let only = || {
            let only = self.only.get_or_init(|| {
                let entries = self.tree.list(self.folder);
                let mut pictures = entries.iter().filter(|entry| {
                    ImageFormat::from_name(&entry.path).is_some() && !is_drawing(&entry.path)
                });
                let first = pictures.next()?;
                pictures.next().is_none().then(|| first.path.clone())
            });
            only.clone()
        };
        let by_place = || self.beside(&name).or_else(|| called_skin(self.tree, self.folder)).or_else(only);
        self.resolved(shader).or_else(|| by_place().map(solid)).unwrap_or_else(|| missing(shader))
    }

    /// What a name means from the game's root: an image, or else a script's picture.
    ///
    /// How an image covers what is behind it is for the script of its name to say.
    fn resolved(&self, shader: &[u8]) -> Option<SurfaceImage> {
        let script = self.scripts.find(self.tree, shader);
        if script.is_some_and(|script| script.is_hidden) {
            return Some(SurfaceImage::Hidden);
        }
        let cover = script.map_or(Cover::Solid, |script| script.cover);
        let image = self.image(shader).or_else(|| self.image(script?.picture.as_deref()?));
        let own = image.map(|path| SurfaceImage::File { path, cover });
        own.or_else(|| {
            let script = self.other_scripts().iter().find_map(|scripts| scripts.find(self.tree, shader))?;
            if script.is_hidden {
                return Some(SurfaceImage::Hidden);
            }
            let path = self.image(script.picture.as_deref()?)?;
            Some(SurfaceImage::File { path, cover: script.cover })
        })
    }

    /// Where the game looks besides its root.
    fn others(&self) -> &[PathBuf] {
        let of = |root: &PathBuf| others(self.tree, root);
        self.others.get_or_init(|| self.root.as_ref().map(of).unwrap_or_default())
    }

    fn other_scripts(&self) -> &[Scripts] {
        let in_place =
            |place: &PathBuf| self.tree.folder(place, &["scripts"]).map(|folder| Scripts::new(Some(folder)));
        self.other_scripts
            .get_or_init(|| self.others().iter().filter_map(in_place).take(MAX_SCRIPTED).collect())
    }

    /// The image at a path from the game's root, by the extension it has or any other; else from another root of the game.
    fn image(&self, path: &[u8]) -> Option<PathBuf> {
        let name = SkinName::parse(path);
        let root = self.root.as_deref()?;
        let below = |root: &Path| self.in_folder(&self.tree.folder(root, &name.folders)?, &name);
        below(root).or_else(|| self.others().iter().find_map(|other| below(other)))
    }

    /// The image beside the model that has the name's last part.
    fn beside(&self, name: &SkinName) -> Option<PathBuf> {
        self.in_folder(self.folder, name)
    }

    fn in_folder(&self, folder: &Path, name: &SkinName) -> Option<PathBuf> {
        let as_named = name.has_image_extension().then(|| self.tree.file(folder, &name.file_name)).flatten();
        as_named.or_else(|| name.stems().find_map(|stem| by_stem(self.tree, folder, stem)))
    }
}

/// The picture of this lower-case stem in a folder. One that the viewer drew is none: nobody named it.
fn by_stem(tree: &FolderCache, folder: &Path, stem: &str) -> Option<PathBuf> {
    let mut files =
        EXTENSIONS.iter().filter_map(|extension| tree.file(folder, &format!("{stem}.{extension}")));
    files.find(|path| !is_drawing(path))
}

/// The picture called `skin` in a folder.
pub(super) fn called_skin(tree: &FolderCache, folder: &Path) -> Option<PathBuf> {
    by_stem(tree, folder, SKIN)
}

fn solid(path: PathBuf) -> SurfaceImage {
    SurfaceImage::File { path, cover: Cover::Solid }
}

fn missing(shader: &[u8]) -> SurfaceImage {
    SurfaceImage::Missing { name: readable(shader) }
}
