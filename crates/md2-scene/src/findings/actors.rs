//! The actors of a mod for GZDoom.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use md2_assets::{Definitions, FolderCache, ReadAs};

/// File extensions of scripts. Files without an extension, such as `MODELDEF`, are scripts, too.
const SCRIPTS: [&str; 9] = ["txt", "shader", "skin", "cfg", "zs", "zsc", "dec", "qc", "def"];
/// The names of scripts that the engine reads, with any extension.
const LUMPS: [&str; 3] = ["modeldef", "zscript", "decorate"];
/// Classes of GZDoom that have no sprites of their own.
const BASES: [&str; 4] = ["actor", "inventory", "weapon", "custominventory"];

/// The actors of GZDoom in the scripts of a mod, in lower case.
#[derive(Default)]
pub(super) struct Actors {
    /// The class from which each class inherits.
    pub(super) parents: HashMap<String, String>,
    /// The words of the scripts, among them the sprites.
    pub(super) words: HashSet<String>,
    /// Classes that two scripts define.
    pub(super) problems: Vec<LineProblem>,
}

/// A problem in a line of a script.
pub(super) struct LineProblem {
    pub(super) script: PathBuf,
    pub(super) line: usize,
    pub(super) text: String,
}

/// Returns the words of a script in lower case. Colons are words.
fn words(text: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(text).to_lowercase().replace(':', " : ");
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && !"_:".contains(c));
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

impl Actors {
    /// Reads all scripts except the definitions.
    pub(super) fn read(folders: &FolderCache, files: &[PathBuf], definitions: &Definitions) -> Self {
        let defined: HashSet<&Path> = definitions.blocks.iter().map(|own| &*own.script).collect();
        let (mut actors, mut classes) = (Self::default(), HashMap::new());
        let is_other = |path: &&PathBuf| is_script(path) && !defined.contains(&***path);
        for path in files.iter().filter(is_other).filter(|_| !defined.is_empty()) {
            let text = folders.read(path, ReadAs::Shaders).unwrap_or_default();
            let words = words(&text);
            for row in words.windows(4).map(|row| [0, 1, 2, 3].map(|at| &*row[at])) {
                match row {
                    ["class" | "actor", name, ":", parent] => {
                        actors.parents.insert(name.to_owned(), parent.to_owned());
                    }
                    ["actor", name, ..] => {
                        actors.parents.entry(name.to_owned()).or_insert_with(|| BASES[0].to_owned());
                    }
                    _ => {}
                }
            }
            for (line, number) in String::from_utf8_lossy(&text).lines().zip(1..) {
                let code = line.split("//").next().unwrap_or_default();
                if let [kind, name, ..] = &*self::words(code.as_bytes())
                    && kind == "class"
                    && let Some(first) = classes.insert(name.clone(), format!("{}:{number}", path.display()))
                {
                    let text = format!("class {name} again, also in {first}");
                    actors.problems.push(LineProblem { script: path.clone(), line: number, text });
                }
            }
            actors.words.extend(words);
        }
        actors
    }

    /// Whether a file contains actors or definitions, but has no name that the engine reads or another script includes.
    pub(super) fn is_stray_script(&self, folders: &FolderCache, path: &Path) -> bool {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
        if md2_assets::ImageFormat::from_name(path).is_some()
            || LUMPS.contains(&&*stem)
            || self.words.contains(&stem)
        {
            return false;
        }
        let words = words(&folders.read(path, ReadAs::Shaders).unwrap_or_default());
        let is_class = |row: &[String]| row[0] == "class" && row[2] == ":";
        words.windows(4).any(is_class) || words.iter().any(|word| word == "frameindex")
    }

    /// Whether all states of the actor are in the mod.
    pub(super) fn has_all_states(&self, actor: &str) -> bool {
        let own = self.parents.get(&actor.to_lowercase());
        let mut line = std::iter::successors(own, |name| self.parents.get(*name)).take(64);
        line.any(|parent| BASES.contains(&&**parent))
    }
}

pub(super) fn is_script(path: &Path) -> bool {
    let is_actor =
        LUMPS[1..].iter().any(|stem| path.file_stem().is_some_and(|own| own.eq_ignore_ascii_case(stem)));
    is_actor || path.extension().is_none_or(|own| SCRIPTS.iter().any(|end| own.eq_ignore_ascii_case(end)))
}
