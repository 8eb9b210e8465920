//! The search for images in other folders than those to which their names lead.

use std::collections::{HashSet, VecDeque};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::name::SkinName;
use super::stem::find_by_stem;
use super::words::Words;
use crate::skin::ImageFormat;
use crate::tree::{FolderCache, FolderEntry, ImageIndex, file_named};

/// The maximum number of file and folder names that the index of a game's images reads. The largest games have about ten thousand files.
const MAX_INDEXED: usize = 1 << 15;
/// The maximum number of images with the same name that are returned.
const MAX_GUESSES: usize = 8;
/// The beginnings of the names of folders that contain the images for models in the folder next to them. Those of Android have suffixes, such as
/// `drawable-hdpi`.
const RESOURCES: [&str; 7] = ["drawable", "image", "map", "material", "raw", "skin", "tex"];

/// The images with a name that are in other folders of the game than the model.
#[derive(Debug, Default)]
pub(crate) struct ImagesElsewhere {
    pub(crate) paths: Vec<PathBuf>,
    /// Whether the first image is the one that the model uses: it is in the folder `textures`, or the only one with a distinctive name.
    pub(crate) is_certain: bool,
}

/// Finds images with the name `name` anywhere in the game of the model in `folder`. Finds nothing unless the name is bare.
pub(crate) fn find_elsewhere(
    tree: &FolderCache,
    folder: &Path,
    name: &SkinName,
    extensions: &[&str],
) -> ImagesElsewhere {
    let root = name.is_bare.then(|| tree.game_above(folder)).flatten();
    let (Some(root), Some(stem)) = (root, name.stems().last()) else { return ImagesElsewhere::default() };
    let image = |folder: &Path| {
        let entries = tree.list_alone(folder);
        let as_named = name.has_image_extension().then(|| file_named(&entries, &name.file_name)).flatten();
        as_named.map(Path::to_path_buf).or_else(|| find_by_stem(tree, &entries, stem, extensions))
    };
    let places = tree.other_places(root);
    let textures = [root].into_iter().chain(places.iter().map(|place| &**place));
    let mut textures = textures.filter_map(|place| image(&tree.folder(place, &["textures"])?));
    if let Some(path) = textures.next() {
        return ImagesElsewhere { paths: vec![path], is_certain: true };
    }
    let index = tree.image_index(root);
    let folders = index.folders.get(stem).map(Vec::as_slice).unwrap_or_default();
    let paths: Vec<PathBuf> = folders.iter().take(MAX_GUESSES).filter_map(|folder| image(folder)).collect();
    let is_certain =
        index.is_whole && folders.len() == 1 && paths.len() == 1 && Words::from_name(stem).is_distinctive();
    ImagesElsewhere { paths, is_certain }
}

impl FolderCache {
    /// Returns the index of all images of a game. `root` is one of its folders or archives.
    fn image_index(&self, root: &Path) -> Rc<ImageIndex> {
        if let Some(index) = self.indices.borrow().get(root) {
            return Rc::clone(index);
        }
        let index = Rc::new(self.index_images(root));
        self.indices.borrow_mut().insert(root.to_path_buf(), Rc::clone(&index));
        index
    }

    fn index_images(&self, root: &Path) -> ImageIndex {
        let mut index = ImageIndex { is_whole: true, ..ImageIndex::default() };
        let (mut known, mut left) = (HashSet::new(), MAX_INDEXED);
        let others = self.other_places(root);
        let places = [root.to_path_buf()].into_iter().chain(others.iter().cloned());
        // Folders near the root come first, in case that the game is too large.
        let mut waiting: VecDeque<(PathBuf, String)> = places.map(|place| (place, String::new())).collect();
        while let Some((folder, below)) = waiting.pop_front() {
            let entries = self.list_alone(&folder);
            let Some(rest) = left.checked_sub(entries.len()) else {
                index.is_whole = false;
                break;
            };
            left = rest;
            for entry in entries.iter() {
                let is_image = !entry.is_folder && ImageFormat::from_name(&entry.path).is_some();
                if entry.is_folder && !entry.is_link {
                    waiting.push_back((entry.path.clone(), format!("{below}{}/", entry.name)));
                } else if is_image && known.insert(format!("{below}{}", entry.stem())) {
                    // An image with the same path in another place of the game is a version of the same image.
                    index.folders.entry(entry.stem().to_owned()).or_default().push(folder.clone());
                }
            }
        }
        index
    }

    /// Returns the folders next to `folder` that may contain the image `name`: the folder to which the name leads and, if it is
    /// distinctive, folders for images.
    pub(crate) fn folders_beside(&self, folder: &Path, name: &SkinName) -> Vec<PathBuf> {
        let above = || folder.parent().filter(|above| self.may_be_game(above));
        let named = name.folders.last().and_then(|last| self.folder(above()?, &[last]));
        let is_distinctive = name.stems().last().is_some_and(|stem| Words::from_name(stem).is_distinctive());
        let resources = if is_distinctive { self.resource_folders(folder) } else { Vec::new() };
        named.filter(|named| named != folder).into_iter().chain(resources).collect()
    }

    /// Returns the folders next to `folder` whose names say that they contain images, such as `textures`.
    pub(crate) fn resource_folders(&self, folder: &Path) -> Vec<PathBuf> {
        let Some(above) = folder.parent().filter(|above| self.may_be_game(above)) else { return Vec::new() };
        let is_resource = |entry: &&FolderEntry| {
            let has_name = RESOURCES.iter().any(|start| entry.name.starts_with(start));
            entry.is_folder && has_name && entry.path != folder
        };
        self.list(above).iter().filter(is_resource).map(|entry| entry.path.clone()).collect()
    }
}
