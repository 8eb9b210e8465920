//! The actors of a mod for GZDoom.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use md2_assets::{Definitions, FolderCache, ReadAs};

/// File extensions of scripts. Files without an extension, such as `MODELDEF`, are scripts, too.
const SCRIPTS: [&str; 9] = ["txt", "shader", "skin", "cfg", "zs", "zsc", "dec", "qc", "def"];
/// Classes of GZDoom that have no sprites of their own.
const BASES: [&str; 4] = ["actor", "inventory", "weapon", "custominventory"];

/// The actors of GZDoom in the scripts of a mod, in lower case.
#[derive(Default)]
pub(super) struct Actors {
    /// The class from which each class inherits.
    pub(super) parents: HashMap<String, String>,
    /// The words of the scripts, among them the sprites.
    pub(super) words: HashSet<String>,
}

impl Actors {
    /// Reads all scripts except the definitions.
    pub(super) fn read(folders: &FolderCache, files: &[PathBuf], definitions: &Definitions) -> Self {
        let defined: HashSet<&Path> = definitions.blocks.iter().map(|own| &*own.script).collect();
        let mut actors = Self::default();
        let is_other = |path: &&PathBuf| is_script(path) && !defined.contains(&***path);
        for path in files.iter().filter(is_other).filter(|_| !defined.is_empty()) {
            let text = folders.read(path, ReadAs::Shaders).unwrap_or_default();
            let text = String::from_utf8_lossy(&text).to_lowercase().replace(':', " : ");
            let words = text.split(|c: char| !c.is_ascii_alphanumeric() && !"_:".contains(c));
            let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
            for row in words.windows(4) {
                match row {
                    ["class" | "actor", name, ":", parent] => {
                        actors.parents.insert((*name).to_owned(), (*parent).to_owned());
                    }
                    ["actor", name, ..] => {
                        actors.parents.entry((*name).to_owned()).or_insert_with(|| BASES[0].to_owned());
                    }
                    _ => {}
                }
            }
            actors.words.extend(words.into_iter().map(str::to_owned));
        }
        actors
    }

    /// Whether all states of the actor are in the mod.
    pub(super) fn has_all_states(&self, actor: &str) -> bool {
        let own = self.parents.get(&actor.to_lowercase());
        let mut line = std::iter::successors(own, |name| self.parents.get(*name)).take(64);
        line.any(|parent| BASES.contains(&&**parent))
    }
}

pub(super) fn is_script(path: &Path) -> bool {
    let is_actor = ["zscript", "decorate"]
        .iter()
        .any(|stem| path.file_stem().is_some_and(|own| own.eq_ignore_ascii_case(stem)));
    is_actor || path.extension().is_none_or(|own| SCRIPTS.iter().any(|end| own.eq_ignore_ascii_case(end)))
}
