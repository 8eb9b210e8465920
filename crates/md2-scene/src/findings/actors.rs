//! The actors of a mod for GZDoom.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use md2_assets::{DefinedBlock, Definitions, FolderCache, ReadAs, SpriteFrame};
use md2_load::CompanionRule;

/// File extensions of scripts. Files without an extension, such as `MODELDEF`, are scripts, too.
const SCRIPTS: [&str; 9] = ["txt", "shader", "skin", "cfg", "zs", "zsc", "dec", "qc", "def"];
/// The names of scripts that the engine reads, with any extension. It compares eight letters.
const LUMPS: [&str; 4] = ["modeldef", "zscript", "decorate", "mapinfo"];
/// Classes of GZDoom that have no sprites of their own.
const BASES: [&str; 4] = ["actor", "inventory", "weapon", "custominventory"];

/// Labels of states that every actor has.
const LABELS: [&str; 4] = ["spawn", "null", "genericfreezedeath", "genericcrush"];

/// The actors of GZDoom in the scripts of a mod, in lower case.
#[derive(Default)]
pub(super) struct Actors {
    /// The class from which each class inherits.
    pub(super) parents: HashMap<String, String>,
    /// The words of the scripts, among them the sprites.
    pub(super) words: HashSet<String>,
    /// The labels of the states of each class.
    labels: HashMap<String, HashSet<String>>,
    pub(super) problems: Vec<LineProblem>,
}

/// A problem in a line of a script.
pub(super) struct LineProblem {
    pub(super) script: PathBuf,
    pub(super) line: usize,
    pub(super) rule: CompanionRule,
    pub(super) text: String,
}

/// Returns the words and marks of a script in lower case, each with its line, without comments.
fn words(text: &[u8]) -> Vec<(usize, String)> {
    let text = String::from_utf8_lossy(text).to_lowercase();
    let of_line = |(line, number): (&str, usize)| {
        let code = line.split("//").next().unwrap_or_default();
        let code = [":", ";", "{", "}"]
            .iter()
            .fold(code.to_owned(), |code, mark| code.replace(mark, &format!(" {mark} ")));
        let words = code.split(|c: char| !c.is_ascii_alphanumeric() && !"_:;{}.-[]\\".contains(c));
        words.filter(|word| !word.is_empty()).map(|word| (number, word.to_owned())).collect::<Vec<_>>()
    };
    text.lines().zip(1..).flat_map(of_line).collect()
}

/// Whether one character inside of a name differs, is missing or is added.
fn is_misspelt(name: &str, other: &str) -> bool {
    let [a, b] = [name, other].map(str::as_bytes);
    let start = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let end = a[start..].iter().rev().zip(b[start..].iter().rev()).take_while(|(a, b)| a == b).count();
    let has_digit = [a, b].iter().any(|name| name.get(start).is_some_and(u8::is_ascii_digit));
    start > 0 && end > 0 && a.len().max(b.len()) == start + end + 1 && !has_digit
}

impl Actors {
    /// Reads all scripts except the definitions, and checks the classes in them.
    pub(super) fn read(folders: &FolderCache, files: &[PathBuf], definitions: &Definitions) -> Self {
        let defined: HashSet<&Path> = definitions.blocks.iter().map(|own| &*own.script).collect();
        let mut shown: HashMap<(String, String), String> = HashMap::new();
        for DefinedBlock { block, .. } in &definitions.blocks {
            for SpriteFrame { sprite, letters, .. } in &block.frames {
                let key = (block.actor.to_lowercase(), sprite.to_lowercase());
                shown.entry(key).or_default().push_str(&letters.to_lowercase());
            }
        }
        // The file name of a sprite begins with its name and the letter of the frame.
        let start = |path: &PathBuf| path.file_stem()?.to_str()?.to_lowercase().get(..5).map(str::to_owned);
        let images: HashSet<String> = files.iter().filter_map(start).collect();
        let (mut actors, mut starts) = (Self::default(), HashMap::new());
        let (mut jumps, mut uses) = (Vec::new(), Vec::new());
        let is_other = |path: &&PathBuf| is_script(path) && !defined.contains(&***path);
        for path in files.iter().filter(is_other).filter(|_| !defined.is_empty()) {
            let words = words(&folders.read(path, ReadAs::Shaders).unwrap_or_default());
            let is_zscript = path.file_stem().is_some_and(|own| own.eq_ignore_ascii_case("zscript"));
            let is_map = path.file_stem().is_some_and(|own| own.eq_ignore_ascii_case("mapinfo"));
            let mut class = String::new();
            for (at, (line, word)) in words.iter().enumerate() {
                let next = |count: usize| words.get(at + count).map_or("", |(_, word)| &**word);
                let problem = |rule, text| LineProblem { script: path.clone(), line: *line, rule, text };
                let is_start = ["{", ":", "replaces"].contains(&next(2)) || next(2).parse::<u32>().is_ok();
                if is_start && (word == "class" || word == "actor") {
                    class = next(1).to_owned();
                    if at > 0 && words[at - 1].1 == "extend" {
                        continue;
                    }
                    let first = starts.insert(class.clone(), problem(CompanionRule::Script, String::new()));
                    if let Some(LineProblem { script, line, .. }) = first.filter(|_| word == "class") {
                        let text = format!("class {class} again, also in {}:{line}", script.display());
                        actors.problems.push(problem(CompanionRule::Script, text));
                    }
                    let parent = if next(2) == ":" { next(3) } else { BASES[0] };
                    let text = format!("class {parent}");
                    uses.push((class.clone(), parent.to_owned(), problem(CompanionRule::Class, text)));
                    actors.parents.insert(class.clone(), parent.to_owned());
                } else if is_map && word.parse::<u32>().is_ok() {
                    let text = format!("class {}", next(1));
                    uses.push((String::new(), next(1).to_owned(), problem(CompanionRule::Class, text)));
                } else if word == "goto" && next(2) != ":" {
                    let text = format!("no label {}", next(1));
                    jumps.push((class.clone(), next(1).to_owned(), problem(CompanionRule::Script, text)));
                } else if next(1) == ":" && next(2) != ":" {
                    actors.labels.entry(class.clone()).or_default().insert(word.clone());
                } else if let Some(letters) = shown.get(&(class.clone(), word.clone()))
                    && next(2).parse::<i32>().is_ok()
                {
                    let is_hidden =
                        |at: &char| !letters.contains(*at) && !images.contains(&format!("{word}{at}"));
                    if let Some(letter) = next(1).chars().find(is_hidden) {
                        let frame = format!("{word} {letter}").to_uppercase();
                        let text = format!("frame {frame}, which no FrameIndex shows");
                        actors.problems.push(problem(CompanionRule::Index, text));
                    }
                    if is_zscript
                        && (["loop", "stop", "goto", "wait", "}"].contains(&next(3)) || next(3) == word)
                    {
                        let text = String::from("no semicolon after the state");
                        actors.problems.push(problem(CompanionRule::Script, text));
                    }
                }
            }
            // A script names its files with their extensions.
            actors.words.extend(words.iter().flat_map(|(_, word)| word.split('.')).map(str::to_owned));
        }
        actors.check_classes(uses, jumps);
        actors
    }

    /// Reports jumps to labels that no class of the line has, and names that are nearly that of another class.
    fn check_classes(
        &mut self,
        uses: Vec<(String, String, LineProblem)>,
        jumps: Vec<(String, String, LineProblem)>,
    ) {
        for (class, label, problem) in jumps {
            let line: Vec<&String> = self.line(&class).collect();
            let start = label.split('.').next().unwrap_or_default();
            let has = |class: &&String| {
                self.labels.get(*class).is_some_and(|own| own.contains(&label) || own.contains(start))
            };
            // The game's classes have other labels.
            let is_whole = line.last().is_some_and(|last| **last == BASES[0]);
            if is_whole && !LABELS.contains(&start) && !line.iter().any(has) {
                self.problems.push(problem);
            }
        }
        for (class, name, problem) in uses {
            let others = self.parents.keys().filter(|other| **other != class && is_misspelt(other, &name));
            if let Some(other) = others.min().filter(|_| !self.parents.contains_key(&name)) {
                let text = format!("{}, perhaps {other}", problem.text);
                self.problems.push(LineProblem { text, ..problem });
            }
        }
        self.problems.sort_by(|a, b| (&a.script, a.line).cmp(&(&b.script, b.line)));
    }

    /// Whether a file contains actors or definitions, but has no name that the engine reads or another script includes.
    pub(super) fn is_stray_script(&self, folders: &FolderCache, path: &Path) -> bool {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
        if md2_assets::ImageFormat::from_name(path).is_some()
            || LUMPS.contains(&stem.get(..8).unwrap_or(&stem))
            || self.words.contains(&stem)
        {
            return false;
        }
        let words = words(&folders.read(path, ReadAs::Shaders).unwrap_or_default());
        let is_class = |row: &[(usize, String)]| row[0].1 == "class" && row[2].1 == ":";
        words.windows(4).any(is_class) || words.iter().any(|(_, word)| word == "frameindex")
    }

    /// Whether all states of the actor are in the mod.
    pub(super) fn has_all_states(&self, actor: &str) -> bool {
        self.line(&actor.to_lowercase()).skip(1).any(|parent| BASES.contains(&&**parent))
    }

    /// Returns a class and those from which it inherits.
    fn line<'a>(&'a self, class: &'a String) -> impl Iterator<Item = &'a String> {
        std::iter::successors(Some(class), |name| self.parents.get(*name)).take(64)
    }
}

pub(super) fn is_script(path: &Path) -> bool {
    let is_actor =
        LUMPS[1..].iter().any(|stem| path.file_stem().is_some_and(|own| own.eq_ignore_ascii_case(stem)));
    is_actor || path.extension().is_none_or(|own| SCRIPTS.iter().any(|end| own.eq_ignore_ascii_case(end)))
}
