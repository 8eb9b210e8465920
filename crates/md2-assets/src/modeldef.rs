//! The `MODELDEF` scripts of a mod for GZDoom, which name the skins and frames of its models.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use md3_format::modeldef::{Block, ModelDef, Reference};

use crate::definitions::{DefinedBlock, DefinitionProblem, Definitions};
use crate::find::{QUAKE3_ORDER, SkinName, find_by_stem};
use crate::models::{MODELS, has_extension};
use crate::read::ReadAs;
use crate::tree::{FolderCache, file_named, lower_case, named};

/// The name of the scripts in the root folder of a mod, in lower case. An extension can follow.
const NAME: &str = "modeldef";
/// The largest total size in bytes of the scripts of a mod.
const MAX_ALL_BYTES: usize = 16 << 20;
/// The maximum number of scripts of a mod, with the included scripts.
const MAX_SCRIPTS: usize = 1024;
/// The maximum number of blocks that are variants of the same model.
const MAX_VARIANTS: usize = 64;

/// The definition of a model by a block of a `MODELDEF` script.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The definitions of the mod.
    pub(crate) definitions: Rc<Definitions>,
    index: usize,
    /// The number of the model in the block.
    pub number: u32,
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

    /// Finds the other models of the block, which are drawn together with this model. Empty unless this is the first model of the block.
    pub fn other_models(&self, tree: &FolderCache) -> Vec<(u32, PathBuf)> {
        let models = &self.block().models;
        if models.iter().any(|model| model.model < self.number) {
            return Vec::new();
        }
        let others = models.iter().filter(|model| model.model != self.number);
        others.filter_map(|model| Some((model.model, self.definitions.find_model(tree, model)?))).collect()
    }

    /// Whether the block shows this model in a frame of a sprite. The engine ignores blocks without frames.
    fn has_frames(&self) -> bool {
        self.block().frames.iter().any(|frame| frame.model == self.number)
    }
}

impl Definitions {
    /// Reads the scripts in the root folder or archive of a mod, and the scripts that they include.
    pub fn read(tree: &FolderCache, root: &Path) -> Self {
        let mut found = Self { root: root.to_owned(), ..Self::default() };
        let entries = tree.list_alone(root);
        let is_script =
            |name: &str| name.strip_prefix(NAME).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        let scripts = entries.iter().filter(|entry| !entry.is_folder && is_script(&entry.name));
        let mut left: Vec<PathBuf> = scripts.map(|entry| entry.path.clone()).rev().collect();
        let mut known: HashSet<PathBuf> = left.iter().cloned().collect();
        let mut bytes_left = MAX_ALL_BYTES;
        while let Some(path) = left.pop() {
            let mut report = |line, text: String| {
                found.problems.push(DefinitionProblem { script: path.clone(), line, text });
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
            let script = ModelDef::parse(&text);
            script.problems.iter().for_each(|problem| report(problem.line, problem.kind.to_string()));
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
            let script_path: Rc<Path> = Rc::from(path.as_path());
            let blocks = script.blocks.into_iter();
            found.blocks.extend(blocks.map(|block| DefinedBlock { script: Rc::clone(&script_path), block }));
        }
        found.index();
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
            file(&name.file_name).or_else(|| MODELS.into_iter().find_map(with_extension))
        })
    }

    /// Finds the image that a block names, in its folder or else by its path from the root.
    pub fn find_image(&self, tree: &FolderCache, image: &Reference) -> Option<PathBuf> {
        let in_root = || self.image_at(tree, &SkinName::parse(image.name.as_bytes()));
        self.name(image).and_then(|name| self.image_at(tree, &name)).or_else(in_root)
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
    path.rsplit_once('.').filter(|_| has_extension(path, &MODELS)).map_or(path, |(stem, _)| stem)
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
    let roots = tree
        .with_folders_above(&folder)
        .take_while(|root| std::mem::replace(&mut is_inside, tree.is_folder(root)));
    for root in roots {
        let definitions = tree.definitions(root);
        let Ok(below) = folder.strip_prefix(root) else { continue };
        let path: Vec<String> = below.iter().map(lower_case).chain([file_name.clone()]).collect();
        let path = path.join("/");
        let found = definitions.by_model.get(without_model_extension(&path)).into_iter().flatten();
        let found = found.filter_map(|&(index, place)| {
            let model = &definitions.blocks[index].block.models[place];
            let is_same =
                !has_extension(&model.name.to_lowercase(), &MODELS) || path_below_root(model) == path;
            let definitions = Rc::clone(&definitions);
            is_same.then_some(Definition { definitions, index, number: model.model })
        });
        let mut found: Vec<Definition> = found.take(MAX_VARIANTS).collect();
        found.sort_by_key(|definition| !definition.has_frames());
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}
