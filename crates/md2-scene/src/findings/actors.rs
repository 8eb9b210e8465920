//! The actors of a mod for GZDoom.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use md2_assets::{DefinedBlock, Definitions, FolderCache, ReadAs};
use md2_load::CompanionRule;

/// File extensions of scripts. Files without an extension, such as `MODELDEF`, are scripts, too.
const SCRIPTS: [&str; 9] = ["txt", "shader", "skin", "cfg", "zs", "zsc", "dec", "qc", "def"];
/// The names of scripts that the engine reads, with any extension. It compares eight letters.
const LUMPS: [&str; 4] = ["modeldef", "zscript", "decorate", "mapinfo"];
/// Classes of GZDoom that have no sprites of their own.
const BASES: [&str; 4] = ["actor", "inventory", "weapon", "custominventory"];
/// The labels in the states of GZDoom's class `Actor`, which every actor has.
const LABELS: [&str; 5] = ["spawn", "null", "genericfreezedeath", "genericcrush", "diefromspawn"];

/// The actors of GZDoom in the scripts of a mod, in lower case.
#[derive(Default)]
pub(super) struct Actors {
    /// The class from which each class inherits.
    pub(super) parents: HashMap<String, String>,
    /// The words of the scripts, among them the sprites.
    pub(super) words: HashSet<String>,
    /// The labels of the states of each class.
    labels: HashMap<String, HashSet<String>>,
    /// Classes that contain a mixin, which may define more labels.
    mixing: HashSet<String>,
    pub(super) problems: Vec<LineProblem>,
}

/// A problem in a line of a script.
pub(super) struct LineProblem {
    pub(super) script: PathBuf,
    pub(super) line: usize,
    pub(super) rule: CompanionRule,
    pub(super) text: String,
}

/// A label or a class that a script names, and the problem if it does not exist.
struct NameUse {
    /// The class that contains the name; empty outside of classes.
    class: String,
    name: String,
    problem: LineProblem,
}

/// The letters of sprites that show something.
struct ShownFrames {
    /// The letters with a `FrameIndex`, by the class and the sprite.
    letters: HashMap<(String, String), String>,
    /// Sprites with the letter of a frame, to which an image belongs.
    images: HashSet<String>,
}

impl ShownFrames {
    fn new(files: &[PathBuf], definitions: &Definitions) -> Self {
        let mut letters: HashMap<(String, String), String> = HashMap::new();
        for DefinedBlock { block, .. } in &definitions.blocks {
            for row in &block.frames {
                let key = (block.actor.to_lowercase(), row.sprite.to_lowercase());
                letters.entry(key).or_default().push_str(&row.letters.to_lowercase());
            }
        }
        // `TROOA2C8.png` is frame A seen from angle 2, and mirrored frame C seen from angle 8.
        let frames = |path: &PathBuf| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
            let frame = |at: usize| Some(format!("{}{}", name.get(..4)?, name.get(at..=at)?));
            [frame(4), frame(6)].into_iter().flatten()
        };
        Self { letters, images: files.iter().flat_map(frames).collect() }
    }

    /// Returns the first of the letters in a state that shows nothing. `None` if no `FrameIndex` of the class has the sprite.
    fn hidden_letter(&self, class: &str, sprite: &str, letters: &str) -> Option<char> {
        let shown = self.letters.get(&(class.to_owned(), sprite.to_owned()))?;
        let is_image = |letter: char| self.images.contains(&format!("{sprite}{letter}"));
        letters.chars().find(|letter| !shown.contains(*letter) && !is_image(*letter))
    }
}

/// Returns a script with the same lines, without comments.
fn without_comments(text: &str) -> String {
    let (mut code, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(['/', '"']) {
        let (before, found) = rest.split_at(at);
        let comment = match found.get(..2) {
            Some("//") => Some(found.find('\n').unwrap_or(found.len())),
            Some("/*") => Some(found[2..].find("*/").map_or(found.len(), |end| end + 4)),
            _ => None,
        };
        let end = found[1..].find(['"', '\n']).filter(|_| found.starts_with('"')).map_or(1, |end| end + 2);
        let (skipped, after) = found.split_at(comment.unwrap_or(end));
        code.push_str(before);
        code.extend(skipped.chars().filter(|c| comment.is_none() || *c == '\n'));
        rest = after;
    }
    code + rest
}

/// Returns the words and marks of a script in lower case, each with its line, without comments.
fn words(text: &[u8]) -> Vec<(usize, String)> {
    let text = without_comments(&String::from_utf8_lossy(text).to_lowercase());
    let of_line = |(line, number): (&str, usize)| {
        let code = [":", ";", "{", "}", ")"]
            .iter()
            .fold(line.to_owned(), |code, mark| code.replace(mark, &format!(" {mark} ")));
        let words = code.split(|c: char| !c.is_ascii_alphanumeric() && !"_:;{}).-[]\\".contains(c));
        words.filter(|word| !word.is_empty()).map(|word| (number, word.to_owned())).collect::<Vec<_>>()
    };
    text.lines().zip(1..).flat_map(of_line).collect()
}

/// Whether one character inside of a name differs, is missing or is added. Digits tell names apart, such as `imp1a` and `imp2a`.
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
        let shown = ShownFrames::new(files, definitions);
        let (mut actors, mut starts) = (Self::default(), HashMap::new());
        let (mut jumps, mut classes) = (Vec::new(), Vec::new());
        let is_other = |path: &&PathBuf| is_script(path) && !defined.contains(&***path);
        for path in files.iter().filter(is_other).filter(|_| !defined.is_empty()) {
            let words = words(&folders.read(path, ReadAs::Shaders).unwrap_or_default());
            let name = lump_name(path);
            let is_zscript =
                name == "zscript" || path.extension().is_some_and(|end| end == "zs" || end == "zsc");
            let is_map = name.ends_with("mapinfo");
            let mut class = String::new();
            for (at, (line, word)) in words.iter().enumerate() {
                let next = |count: usize| words.get(at + count).map_or("", |(_, word)| &**word);
                let problem = |rule, text| LineProblem { script: path.clone(), line: *line, rule, text };
                let class_use = |class: &str, name: &str| {
                    let problem = problem(CompanionRule::Class, format!("class {name}"));
                    NameUse { class: class.to_owned(), name: name.to_owned(), problem }
                };
                let is_start = ["{", ":", "replaces"].contains(&next(2)) || next(2).parse::<u32>().is_ok();
                if is_start && (word == "class" || word == "actor") {
                    class = next(1).to_owned();
                    if at > 0 && ["extend", "mixin"].contains(&&*words[at - 1].1) {
                        continue;
                    }
                    let first = starts.insert(class.clone(), (path, *line));
                    if let Some((script, line)) = first.filter(|_| word == "class") {
                        let text = format!("class {class} again, also in {}:{line}", script.display());
                        actors.problems.push(problem(CompanionRule::Script, text));
                    }
                    let parent = if next(2) == ":" { next(3) } else { BASES[0] };
                    classes.push(class_use(&class, parent));
                    actors.parents.insert(class.clone(), parent.to_owned());
                } else if word == "mixin" && next(2) == ";" {
                    actors.mixing.insert(class.clone());
                } else if is_map && word.parse::<u32>().is_ok() {
                    classes.push(class_use("", next(1)));
                } else if word == "goto" && next(2) != ":" {
                    let problem = problem(CompanionRule::Script, format!("no label {}", next(1)));
                    jumps.push(NameUse { class: class.clone(), name: next(1).to_owned(), problem });
                } else if next(1) == ":" && next(2) != ":" {
                    actors.labels.entry(class.clone()).or_default().insert(word.clone());
                } else if next(2).parse::<i32>().is_ok() {
                    if let Some(letter) = shown.hidden_letter(&class, word, next(1)) {
                        let frame = format!("{word} {letter}").to_uppercase();
                        let text = format!("frame {frame}, which no FrameIndex shows");
                        actors.problems.push(problem(CompanionRule::Index, text));
                    }
                    let is_end = ["loop", "stop", "goto", "wait", "}"].contains(&next(3)) || next(3) == word;
                    if is_zscript && is_end && shown.letters.contains_key(&(class.clone(), word.clone())) {
                        let text = String::from("no semicolon after the state");
                        actors.problems.push(problem(CompanionRule::Script, text));
                    }
                }
            }
            // A script names its files with their folders and extensions.
            let parts = words.iter().flat_map(|(_, word)| word.split(['.', '\\', '[', ']']));
            actors.words.extend(parts.map(str::to_owned));
        }
        actors.check_names(jumps, classes);
        actors
    }

    /// Reports jumps to labels that neither the class nor its ancestors have, and names that are nearly that of another class.
    fn check_names(&mut self, jumps: Vec<NameUse>, classes: Vec<NameUse>) {
        for NameUse { class, name: label, problem } in jumps {
            let start = label.split('.').next().unwrap_or_default();
            let has = |class: &String| {
                let labels = self.labels.get(class);
                labels.is_some_and(|own| own.contains(&label) || own.contains(start))
                    || self.mixing.contains(class)
            };
            // The game's classes have other labels.
            let is_whole = self.ancestry(&class).last().is_some_and(|last| *last == BASES[0]);
            if is_whole && !LABELS.contains(&start) && !self.ancestry(&class).any(has) {
                self.problems.push(problem);
            }
        }
        for NameUse { class, name, problem } in classes {
            if self.parents.contains_key(&name) {
                continue;
            }
            let others = self.parents.keys().filter(|other| **other != class && is_misspelt(other, &name));
            if let Some(other) = others.min() {
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
            || md2_assets::is_archive(path)
            || LUMPS.contains(&&*lump_name(path))
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
        self.ancestry(&actor.to_lowercase()).skip(1).any(|parent| BASES.contains(&&**parent))
    }

    /// Returns a class and those from which it inherits, the nearest first. Classes of a faulty mod can inherit in a circle.
    fn ancestry<'a>(&'a self, class: &'a String) -> impl Iterator<Item = &'a String> {
        std::iter::successors(Some(class), |name| self.parents.get(*name)).take(64)
    }
}

/// Returns the letters of a file name that the engine compares, in lower case.
fn lump_name(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
    stem.get(..8).unwrap_or(&stem).to_owned()
}

pub(super) fn is_script(path: &Path) -> bool {
    LUMPS[1..].contains(&&*lump_name(path))
        || path.extension().is_none_or(|own| SCRIPTS.iter().any(|end| own.eq_ignore_ascii_case(end)))
}
