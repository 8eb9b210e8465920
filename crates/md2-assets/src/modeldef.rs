//! The `MODELDEF` scripts of a mod for GZDoom, which name the skins and frames of its models.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use md3_format::modeldef::{Block, ModelDef, Problem, ProblemKind, Reference, SpriteFrame};

use crate::definitions::{DefinedBlock, DefinitionProblem, Definitions};
use crate::find::{QUAKE3_ORDER, SkinName, find_by_stem};
use crate::models::{MODEL_EXTENSIONS, has_extension};
use crate::read::ReadAs;
use crate::skin::ImageFormat;
use crate::tree::{FolderCache, file_named, lower_case, named};

/// The start of the names of scripts in the root folder of a mod, in lower case. The engine ignores the rest of the name.
const NAME: &str = "modeldef";
/// The folders of images that the engine finds by their names alone.
const TEXTURES: [&str; 6] = ["textures", "graphics", "patches", "flats", "sprites", "hires"];
/// The maximum number of folders above a model that are searched for scripts.
const MAX_ROOTS: usize = 16;
/// The largest total size in bytes of the scripts of a mod.
const MAX_ALL_BYTES: usize = 16 << 20;
/// The maximum number of scripts of a mod, with the included scripts.
const MAX_SCRIPTS: usize = 1024;
/// The maximum number of blocks that are variants of the same model, and of models that one block draws together.
const MAX_VARIANTS: usize = 64;

/// The definition of a model by a block of a `MODELDEF` script.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The definitions of the mod.
    pub(crate) definitions: Rc<Definitions>,
    index: usize,
    /// The index of the model's line in the block.
    place: usize,
    /// The number of the model in the block.
    pub number: u32,
}

/// A model that the engine draws together with another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnModel {
    /// The number of the model in its block.
    pub number: u32,
    /// Path of the model.
    pub path: PathBuf,
    /// The image that the block names for the model, or for one of its surfaces.
    pub image: Option<PathBuf>,
}

/// A moment at which the engine has read a part of a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment<'a> {
    /// The byte offset in the script up to which the engine has read.
    pub(crate) offset: usize,
    /// The frames that show the models and skins of this moment.
    pub(crate) row: Option<&'a SpriteFrame>,
}

impl Definition {
    /// All definitions of the mod.
    pub fn definitions(&self) -> &Definitions {
        &self.definitions
    }

    /// The block that defines the model.
    pub fn block(&self) -> &Block {
        &self.definitions.blocks[self.index].block
    }

    /// The script that contains the block.
    pub fn script(&self) -> &Path {
        &self.definitions.blocks[self.index].script
    }

    /// The part of the script, as byte offsets, in which the model has its number.
    fn scope(&self) -> Range<usize> {
        let (own, later) =
            self.block().models[self.place..].split_first().expect("`place` is an index of `models`");
        let next = later.iter().find(|model| model.model == self.number);
        own.offset..next.map_or(usize::MAX, |next| next.offset)
    }

    /// The frames of sprites that show the block while the model has its number.
    fn rows(&self) -> impl Iterator<Item = &SpriteFrame> {
        let scope = self.scope();
        self.block().frames.iter().filter(move |row| scope.contains(&row.offset))
    }

    /// The frames that this model shows.
    pub fn frames(&self) -> impl Iterator<Item = &SpriteFrame> {
        self.rows().filter(|row| row.model == self.number)
    }

    /// Returns the moments at which the model has different skins. The first one is after the lines before the first frames.
    pub(crate) fn moments(&self) -> Vec<Moment<'_>> {
        let Block { skins, surface_skins, .. } = self.block();
        let skins = skins.iter().chain(surface_skins.iter().map(|(_, skin)| skin));
        let mut changes: Vec<usize> =
            skins.filter(|skin| skin.model == self.number).map(|skin| skin.offset).collect();
        changes.sort_unstable();
        let mut moments: Vec<_> =
            self.rows().map(|row| Moment { offset: row.offset, row: Some(row) }).collect();
        moments.dedup_by_key(|moment| changes.partition_point(|change| *change < moment.offset));
        moments.truncate(MAX_VARIANTS);
        if moments.is_empty() {
            moments.push(Moment { offset: self.scope().end, row: None });
        }
        moments
    }

    /// Finds the other models of the block, which are drawn together with this model. Empty unless this is the first model of the block.
    pub fn other_models(&self, tree: &FolderCache) -> Vec<DrawnModel> {
        let Block { models, skins, surface_skins, .. } = self.block();
        let moment = self.rows().next().map_or(self.scope().end, |row| row.offset);
        let known = models.iter().filter(|model| model.offset < moment);
        let mut drawn: BTreeMap<u32, &Reference> = known.map(|model| (model.model, model)).collect();
        if drawn.pop_first().map(|(number, _)| number) != Some(self.number) {
            return Vec::new();
        }
        let model = |(number, model)| {
            let is_own = |skin: &&Reference| skin.model == number && skin.offset < moment;
            let whole = skins.iter().rfind(is_own);
            let image = whole.or_else(|| surface_skins.iter().map(|(_, skin)| skin).rfind(is_own));
            let path = self.definitions.find_model(tree, model)?;
            Some(DrawnModel {
                number,
                path,
                image: image.and_then(|image| self.definitions.find_image(tree, image)),
            })
        };
        drawn.into_iter().take(MAX_VARIANTS).filter_map(model).collect()
    }
}

impl Definitions {
    /// Reads the scripts in the root folder or archive of a mod, and the scripts that they include.
    pub fn read(tree: &FolderCache, root: &Path) -> Self {
        let mut found = Self { root: root.to_owned(), ..Self::default() };
        let entries = tree.list_alone(root);
        let scripts = entries.iter().filter(|entry| !entry.is_folder && entry.name.starts_with(NAME));
        let mut left: Vec<PathBuf> = scripts.map(|entry| entry.path.clone()).rev().collect();
        let mut known: HashSet<PathBuf> = left.iter().cloned().collect();
        let mut bytes_left = MAX_ALL_BYTES;
        while let Some(path) = left.pop() {
            let mut report = |line, text: String| {
                found.problems.push(DefinitionProblem { script: path.clone(), line, text, is_word: false });
            };
            let text = match tree.read(&path, ReadAs::Shaders) {
                Ok(text) => text,
                Err(error) => {
                    report(1, error.reason());
                    continue;
                }
            };
            let Some(rest) = bytes_left.checked_sub(text.len()) else {
                report(1, format!("all scripts together are longer than {MAX_ALL_BYTES} bytes"));
                break;
            };
            bytes_left = rest;
            if text.starts_with(b"\xff\xfe") || text.starts_with(b"\xfe\xff") {
                report(1, String::from("UTF-16 text, expected UTF-8"));
                continue;
            }
            if let Some(at) = text.iter().position(|byte| *byte == 0) {
                let line = text.iter().take(at).filter(|byte| **byte == b'\n').count() + 1;
                report(line, String::from("byte 0, expected text"));
            }
            let script = ModelDef::parse(&text);
            if script.omitted_problems > 0 {
                report(1, format!("{} more problems", script.omitted_problems));
            }
            for include in script.includes {
                let name = SkinName::parse(include.name.as_bytes());
                let folders =
                    if leads_out(&include) { Vec::new() } else { folders(tree, root, &name.folders) };
                let file = |folder: &PathBuf| {
                    file_named(&tree.list_alone(folder), &name.file_name).map(Path::to_owned)
                };
                let file = folders.iter().find_map(file);
                match file {
                    None => report(include.line, format!("included script \"{}\" not found", include.name)),
                    Some(_) if known.len() >= MAX_SCRIPTS => {
                        report(include.line, format!("more than {MAX_SCRIPTS} scripts"));
                    }
                    Some(file) if known.insert(file.clone()) => left.push(file),
                    Some(_) => report(include.line, format!("\"{}\" is included twice", include.name)),
                }
            }
            found.problems.extend(script.problems.iter().map(|Problem { line, kind }| {
                let (text, is_word) = (kind.to_string(), matches!(kind, ProblemKind::Word(_)));
                DefinitionProblem { script: path.clone(), line: *line, text, is_word }
            }));
            let script_path: Rc<Path> = Rc::from(path.as_path());
            let blocks = script.blocks.into_iter();
            found.blocks.extend(blocks.map(|block| DefinedBlock { script: Rc::clone(&script_path), block }));
        }
        found.index();
        found.textures = textures(tree, root, &found.blocks);
        found
    }

    fn index(&mut self) {
        for (index, DefinedBlock { block, .. }) in self.blocks.iter().enumerate() {
            for (place, model) in block.models.iter().enumerate() {
                let key = without_model_extension(&path_below_root(model)).to_owned();
                self.by_model.entry(key).or_default().push((index, place));
            }
        }
    }

    /// Finds the model file that a block names.
    pub fn find_model(&self, tree: &FolderCache, model: &Reference) -> Option<PathBuf> {
        let name = self.name(model)?;
        folders(tree, &self.root, &name.folders).iter().find_map(|folder| {
            let entries = tree.list_alone(folder);
            let file = |name: &str| file_named(&entries, name).map(Path::to_owned);
            let with_extension = |extension| file(&format!("{}.{extension}", name.file_name));
            file(&name.file_name).or_else(|| MODEL_EXTENSIONS.into_iter().find_map(with_extension))
        })
    }

    /// Finds the image that a block names: in its folder, or else by its path from the root, or as a texture with this name.
    pub fn find_image(&self, tree: &FolderCache, image: &Reference) -> Option<PathBuf> {
        let in_root = || self.image_at(tree, &SkinName::parse(image.name.as_bytes()));
        let in_textures = || self.textures.get(&image.name.to_lowercase()).cloned();
        self.name(image).and_then(|name| self.image_at(tree, &name)).or_else(in_root).or_else(in_textures)
    }

    pub(crate) fn image_at(&self, tree: &FolderCache, name: &SkinName) -> Option<PathBuf> {
        folders(tree, &self.root, &name.folders).iter().find_map(|folder| {
            let entries = tree.list_alone(folder);
            let as_named =
                name.has_image_extension().then(|| file_named(&entries, &name.file_name)).flatten();
            let by_stem = |stem| find_by_stem(tree, &entries, stem, &QUAKE3_ORDER);
            as_named.map(Path::to_owned).or_else(|| name.stems().find_map(by_stem))
        })
    }

    fn name(&self, file: &Reference) -> Option<SkinName> {
        (!leads_out(file)).then(|| SkinName::parse(path_below_root(file).as_bytes()))
    }
}

/// Returns the images that the engine finds by their names alone. Empty unless a block names an image without a folder and an extension.
fn textures(tree: &FolderCache, root: &Path, blocks: &[DefinedBlock]) -> HashMap<String, PathBuf> {
    let skins = |own: &DefinedBlock| own.block.skins.iter().any(|skin| !skin.name.contains(['/', '\\', '.']));
    if !blocks.iter().any(skins) {
        return HashMap::new();
    }
    let folders = TEXTURES.iter().flat_map(|name| folders(tree, root, &[String::from(*name)]));
    let files = folders.flat_map(|folder| tree.list_files_below(&folder));
    let images = files.filter(|path| ImageFormat::from_name(path).is_some());
    images.filter_map(|path| Some((path.file_stem().map(lower_case)?, path))).collect()
}

/// Finds the folders at a path below `root`. There are several if their names differ only in case; to the engine they are one folder.
fn folders(tree: &FolderCache, root: &Path, parts: &[String]) -> Vec<PathBuf> {
    let mut found = vec![root.to_owned()];
    for part in parts {
        let lists: Vec<_> = found.iter().map(|folder| tree.list_alone(folder)).collect();
        let entries = lists.iter().flat_map(|entries| named(entries, part)).filter(|entry| entry.is_folder);
        found = entries.map(|entry| entry.path.clone()).take(MAX_VARIANTS).collect();
    }
    found
}

/// Whether the path of a file leads out of the mod.
pub fn leads_out(file: &Reference) -> bool {
    let path = format!("{}/{}", file.folder, file.name).replace('\\', "/");
    let mut depth = 0_i32;
    let mut climbs = |part: &str| {
        depth += match part {
            "" | "." => 0,
            ".." => -1,
            _ => 1,
        };
        depth < 0
    };
    path.split('/').any(&mut climbs) || file.name.contains(':') || file.folder.contains(':')
}

/// Returns the path of a file from the root of the mod, in lower case.
fn path_below_root(file: &Reference) -> String {
    let path = format!("{}/{}", file.folder, file.name);
    let SkinName { folders, file_name, .. } =
        SkinName::parse(path.trim_start_matches(['/', '\\']).as_bytes());
    folders.into_iter().chain([file_name]).collect::<Vec<_>>().join("/")
}

fn without_model_extension(path: &str) -> &str {
    path.rsplit_once('.').filter(|_| has_extension(path, &MODEL_EXTENSIONS)).map_or(path, |(stem, _)| stem)
}

impl FolderCache {
    /// Returns the `MODELDEF` scripts of the mod with this root folder, which are read once.
    pub fn definitions(&self, root: &Path) -> Rc<Definitions> {
        if let Some(known) = self.definitions.borrow().get(root) {
            return Rc::clone(known);
        }
        let read = Rc::new(Definitions::read(self, root));
        self.definitions.borrow_mut().insert(root.to_path_buf(), Rc::clone(&read));
        read
    }
}

/// Returns the definitions of a model by the `MODELDEF` scripts of its mod, blocks with frames first. The scripts are in the nearest folder
/// above the model, or in the root of its archive, that contains any.
pub fn find_definitions(tree: &FolderCache, model_path: &Path) -> Vec<Definition> {
    let folder = tree.folder_of(model_path);
    let Some(file_name) = model_path.file_name().map(lower_case) else { return Vec::new() };
    // An archive, which is a file, is the root of its folders.
    let mut is_inside = true;
    let roots = folder
        .ancestors()
        .take(MAX_ROOTS)
        .take_while(|root| root.parent().is_some() && (*root == folder || tree.may_be_game(root)))
        .take_while(|root| std::mem::replace(&mut is_inside, tree.is_folder(root)));
    for root in roots {
        let definitions = tree.definitions(root);
        let Ok(below) = folder.strip_prefix(root) else { continue };
        let path: Vec<String> = below.iter().map(lower_case).chain([file_name.clone()]).collect();
        let path = path.join("/");
        let found = definitions.by_model.get(without_model_extension(&path)).into_iter().flatten();
        let found = found.filter_map(|&(index, place)| {
            let model = &definitions.blocks[index].block.models[place];
            let is_same = !has_extension(&model.name.to_lowercase(), &MODEL_EXTENSIONS)
                || path_below_root(model) == path;
            let definitions = Rc::clone(&definitions);
            is_same.then_some(Definition { definitions, index, place, number: model.model })
        });
        let mut found: Vec<Definition> = found.take(MAX_VARIANTS).collect();
        found.sort_by_key(|definition| definition.rows().next().is_none());
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}
