//! Findings about a mod: its scripts, and its files as a whole.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use md2_assets::{
    Block, DefinedBlock, Definition, DefinitionProblem, Definitions, FolderCache, FrameKey, ReadAs,
    Reference, RefusedEntry, leads_out,
};
use md2_load::{CompanionRule, Finding, Format, LoadOptions, LoadedModel, load};

use super::actors::{Actors, LineProblem, is_script};
use super::stored_path::{ImagePath, path_stem};
use crate::document::Document;
use crate::open;
use crate::skin_image::SkinImage;

/// The longest path that engines of Quake's family store, without its terminating zero.
pub(super) const MAX_PATH_BYTES: usize = 63;
/// The frames of a Quake II player.
const PLAYER_FRAMES: u32 = 198;
/// The names of files and folders that engines of Quake's family find only in lower case.
const LOWER_CASE: &str =
    "lower.md3 upper.md3 head.md3 animation.cfg tris.md2 weapon.md2 models players progs";

/// A finding about a line of a script.
struct LineFinding {
    rule: CompanionRule,
    line: usize,
    found: String,
    expected: &'static str,
}

/// Returns the findings about the `MODELDEF` blocks that name a model, and the scripts with these blocks. The search for the skins of the model
/// reports missing images, unless the format contains its images.
pub(super) fn model_findings(folders: &FolderCache, path: &Path, format: Option<Format>) -> Vec<Finding> {
    let found = md2_assets::find_definitions(folders, path);
    let Some(first) = found.first() else { return Vec::new() };
    let mut check = ScriptCheck { folders, definitions: first.definitions(), loaded: HashMap::new() };
    let scripts: BTreeSet<&Path> = found.iter().map(Definition::script).collect();
    let mut findings = Vec::new();
    for script in scripts {
        let own = found.iter().filter(|definition| definition.script() == script);
        let mut lines = check.problems(script);
        let mut known = HashSet::new();
        for definition in own {
            let block = definition.block();
            // A block can name a model several times.
            if known.insert(std::ptr::from_ref(block)) {
                lines.extend(check.block(block));
            }
            let is_lost = |skin: &&Reference| {
                skin.model == definition.number
                    && !skin.name.is_empty()
                    && first.definitions().find_image(folders, skin).is_none()
            };
            if format.is_some_and(|format| format.features().missing_image_code.is_none()) {
                let lost = block.skins.iter().filter(is_lost);
                lines.extend(lost.map(|skin| missing(skin, "an image in the mod")));
            }
        }
        let name = script.file_name().unwrap_or_default().to_string_lossy();
        findings.extend(lines.into_iter().map(|LineFinding { rule, line, found, expected }| {
            Finding::of_companion(rule, format!("{name}, line {line}"), 0, found, expected)
        }));
    }
    findings
}

fn missing(file: &Reference, expected: &'static str) -> LineFinding {
    let place = if leads_out(file) { ", which leads out of the mod" } else { "" };
    let folder = if file.folder.is_empty() { String::new() } else { format!(" in \"{}\"", file.folder) };
    let found = format!("\"{}\"{folder}{place}", file.name);
    LineFinding { rule: CompanionRule::Missing, line: file.line, found, expected }
}

struct ScriptCheck<'a> {
    folders: &'a FolderCache,
    definitions: &'a Definitions,
    loaded: HashMap<PathBuf, Option<ModelContent>>,
}

/// The parts of a model to which a script refers.
struct ModelContent {
    frames: usize,
    frame_names: Vec<Vec<u8>>,
    surfaces: usize,
}

impl From<LoadedModel> for ModelContent {
    fn from(LoadedModel { mesh, frame_names, .. }: LoadedModel) -> Self {
        Self { frames: mesh.frame_count(), frame_names, surfaces: mesh.surfaces().len() }
    }
}

impl ScriptCheck<'_> {
    fn problems(&self, script: &Path) -> Vec<LineFinding> {
        let own = self.definitions.problems.iter().filter(|problem| problem.script == script);
        let finding = |DefinitionProblem { line, text, is_word, .. }: &DefinitionProblem| {
            let rule = if *is_word { CompanionRule::Word } else { CompanionRule::Script };
            LineFinding { rule, line: *line, found: text.clone(), expected: "" }
        };
        own.map(finding).collect()
    }

    /// Checks the models and frames of a block.
    fn block(&mut self, block: &Block) -> Vec<LineFinding> {
        let mut found = Vec::new();
        let mut models: HashMap<u32, Vec<(usize, PathBuf)>> = HashMap::new();
        for model in &block.models {
            let Some(path) = self.definitions.find_model(self.folders, model) else {
                found.push(missing(model, "a model in the mod"));
                continue;
            };
            let end = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
            if !model.name.to_lowercase().ends_with(&*end) {
                let (rule, text) = (CompanionRule::Extension, format!("\"{}\"", model.name));
                let (line, expected) = (model.line, "a name with its extension");
                found.push(LineFinding { rule, line, found: text, expected });
            }
            let options = LoadOptions::default();
            let read = || Some(load(&self.folders.read(&path, ReadAs::Model).ok()?, &options).ok()?.into());
            self.loaded.entry(path.clone()).or_insert_with(read);
            models.entry(model.model).or_default().push((model.offset, path));
        }
        // A later model with the same number replaces an earlier one.
        found.extend(wrong_numbers(block, |number, offset| {
            let own = models.get(&number)?;
            let earlier = own.partition_point(|(start, _)| *start < offset);
            self.loaded.get(&own[earlier.saturating_sub(1)].1)?.as_ref()
        }));
        let mut frames = HashMap::new();
        for row in &block.frames {
            let mut is_new = |letter: char| {
                let known = frames.insert((&row.sprite, letter, row.model), &row.frame);
                known.is_none_or(|known| *known == row.frame)
            };
            if let Some(letter) = row.letters.chars().filter(|letter| !is_new(*letter)).min() {
                let text = format!("{} {letter} already shows another frame", row.sprite);
                let (rule, line) = (CompanionRule::Duplicate, row.line);
                found.push(LineFinding { rule, line, found: text, expected: "one frame" });
            }
        }
        found
    }
}

/// Returns findings about the frames and surfaces that a block names, but that its models do not have. `model` finds a model by its number
/// and a byte offset in the script.
fn wrong_numbers<'a>(
    block: &Block,
    model: impl Fn(u32, usize) -> Option<&'a ModelContent>,
) -> Vec<LineFinding> {
    let mut found = Vec::new();
    let mut report = |line, text: String, expected| {
        found.push(LineFinding { rule: CompanionRule::Index, line, found: text, expected });
    };
    for row in &block.frames {
        let Some(ModelContent { frames, frame_names, .. }) = model(row.model, row.offset) else {
            if block.models.iter().all(|own| own.model != row.model) {
                report(row.line, format!("model {}", row.model), "the number of a Model line");
            }
            continue;
        };
        match &row.frame {
            FrameKey::Number(index) if usize::try_from(*index).is_ok_and(|index| index >= *frames) => {
                report(row.line, format!("frame {index} of {frames}"), "an index below the number of frames");
            }
            FrameKey::Name(name)
                if !frame_names.iter().any(|own| own.eq_ignore_ascii_case(name.as_bytes())) =>
            {
                report(row.line, format!("frame \"{name}\""), "the name of a frame");
            }
            _ => {}
        }
    }
    for skin in block.skins.iter().filter(|skin| block.models.iter().all(|own| own.model != skin.model)) {
        report(skin.line, format!("skin of model {}", skin.model), "the number of a Model line");
    }
    for (surface, skin) in &block.surface_skins {
        let Some(ModelContent { surfaces, .. }) = model(skin.model, skin.offset) else { continue };
        if usize::try_from(*surface).is_ok_and(|surface| surface >= *surfaces) {
            let text = format!("surface {surface} of {surfaces}");
            report(skin.line, text, "an index below the number of surfaces");
        }
    }
    found
}

/// Checks the files of a mod against each other. Returns findings by file.
pub fn mod_findings(folders: &FolderCache, root: &Path) -> BTreeMap<PathBuf, Vec<Finding>> {
    let files = folders.list_files_below(root);
    let definitions = folders.definitions(root);
    let real = root.canonicalize().unwrap_or_else(|_| root.to_path_buf());
    let mut check = ModCheck {
        folders,
        root,
        real,
        found: BTreeMap::new(),
        used: HashSet::new(),
        named: Vec::new(),
        frames: HashMap::new(),
    };
    let actors = Actors::read(folders, &files, &definitions);
    check.scripts(&definitions, &actors);
    for LineProblem { script, line, rule, text } in &actors.problems {
        check.report(script, *rule, &format!("line {line}"), text.clone(), "");
    }
    let is_for_doom = !definitions.blocks.is_empty();
    let mut models: Vec<&PathBuf> = Vec::new();
    for path in &files {
        let own = path.extension().unwrap_or_default().to_string_lossy();
        let is_model = Format::ALL.iter().any(|format| format.to_string().eq_ignore_ascii_case(&own));
        if is_model && let Ok(figure) = open::open_alone(folders, path) {
            let document = &figure.parts()[0].document;
            check.model(path, document, is_for_doom);
            check.player_scripts(path, document, &files);
            check.player_frames(path, document.last_frame() + 1);
            models.push(path);
        }
    }
    for path in &files {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        let is_read = definitions.blocks.iter().any(|own| *own.script == **path);
        if name == "animation.cfg" {
            check.animation_script(path);
        } else if name.starts_with("modeldef") && !is_read && path.parent() != Some(root) {
            let found = String::from("a definition that no script in the root includes");
            check.report(path, CompanionRule::Script, "file", found, "a definition in the root of the mod");
        } else if path.parent() == Some(root) && actors.is_stray_script(folders, path) {
            let found = String::from("a script that the engine does not read");
            check.report(path, CompanionRule::Unused, "file", found, "a name such as zscript or modeldef");
        }
    }
    check.names(&files, is_for_doom);
    let images = check.image_paths(&files);
    if !is_for_doom {
        check.stored_paths(&files, &images);
    }
    check.unused(&files, &models, &definitions);
    // In archives, engines ignore the case of names.
    if !md2_assets::is_archive(root) {
        check.letter_case(&files, &images, &definitions);
    }
    for RefusedEntry { name, reason } in md2_assets::refused_entries(root) {
        let path = PathBuf::from(format!("{}/{name}", root.display()));
        check.report(&path, CompanionRule::Entry, "file", reason, "");
    }
    check.found
}

pub(super) struct ModCheck<'a> {
    pub(super) folders: &'a FolderCache,
    root: &'a Path,
    /// The root without links, from which searches for images list folders.
    real: PathBuf,
    found: BTreeMap<PathBuf, Vec<Finding>>,
    /// The paths of used images and defined models from the root, in lower case and without extension.
    used: HashSet<String>,
    /// The paths of images that models name.
    pub(super) named: Vec<(PathBuf, String)>,
    /// The numbers of frames of Quake II players by their folders.
    frames: HashMap<String, u32>,
}

impl ModCheck<'_> {
    /// Returns a path from the root of the mod.
    pub(super) fn name(&self, path: &Path) -> String {
        path.strip_prefix(self.root)
            .or_else(|_| path.strip_prefix(&self.real))
            .unwrap_or(path)
            .to_string_lossy()
            .replace('\\', "/")
    }

    fn use_file(&mut self, path: &Path) {
        self.used.insert(self.name(&path.with_extension("")).to_lowercase());
    }

    pub(super) fn report(
        &mut self,
        path: &Path,
        rule: CompanionRule,
        place: &str,
        found: String,
        expected: &str,
    ) {
        self.add(path, Finding::of_companion(rule, place.to_owned(), 0, found, expected));
    }

    pub(super) fn add(&mut self, path: &Path, finding: Finding) {
        self.found.entry(path.to_owned()).or_default().push(finding);
    }

    /// Reports models of a Quake II player with too few frames.
    fn player_frames(&mut self, path: &Path, frames: u32) {
        let name = self.name(path).to_lowercase();
        let Some((folder, file)) = name.rsplit_once('/').filter(|_| name.starts_with("players/")) else {
            return;
        };
        let is_body = file == "tris.md2";
        let wanted =
            if is_body { PLAYER_FRAMES } else { self.frames.get(folder).copied().unwrap_or_default() };
        if file.ends_with(".md2") && frames < wanted {
            let found = format!("the last one is {}", frames - 1);
            let expected = format!("at least {}, since the game plays frames by their numbers", wanted - 1);
            self.report(path, CompanionRule::Index, "frames", found, &expected);
        }
        if is_body {
            self.frames.insert(folder.to_owned(), frames);
        }
    }

    fn scripts(&mut self, definitions: &Definitions, actors: &Actors) {
        let mut check = ScriptCheck { folders: self.folders, definitions, loaded: HashMap::new() };
        let mut lines: BTreeMap<&Path, Vec<LineFinding>> = BTreeMap::new();
        for problem in &definitions.problems {
            lines.entry(&problem.script).or_insert_with_key(|script| check.problems(script));
        }
        for DefinedBlock { script, block } in &definitions.blocks {
            let own = lines.entry(script).or_default();
            own.extend(check.block(block));
            let surface_skins = block.surface_skins.iter().map(|(_, skin)| skin);
            for skin in block.skins.iter().chain(surface_skins).filter(|skin| !skin.name.is_empty()) {
                match definitions.find_image(self.folders, skin) {
                    Some(path) => self.use_file(&path),
                    None => own.push(missing(skin, "an image in the mod")),
                }
            }
            if !actors.parents.is_empty() && !actors.parents.contains_key(&block.actor.to_lowercase()) {
                let (rule, found) = (CompanionRule::Class, format!("class {}", block.actor));
                let expected = "a class of the mod, or of the game";
                own.push(LineFinding { rule, line: block.line, found, expected });
            }
            let mut sprites = HashSet::new();
            for row in block.frames.iter().filter(|_| actors.has_all_states(&block.actor)) {
                if sprites.insert(&row.sprite) && !actors.words.contains(&row.sprite.to_lowercase()) {
                    let (rule, found) = (CompanionRule::Sprite, format!("sprite {}", row.sprite));
                    let expected = "a sprite in the states of the actor";
                    own.push(LineFinding { rule, line: row.line, found, expected });
                }
            }
        }
        check.loaded.keys().for_each(|path| self.use_file(path));
        for (script, mut lines) in lines {
            lines.sort_by_key(|line| line.line);
            let text = self.folders.read(script, ReadAs::Shaders).unwrap_or_default();
            let ends = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
            let starts: Vec<usize> = std::iter::once(0).chain(ends).collect();
            let findings = lines.into_iter().map(|LineFinding { rule, line, found, expected }| {
                let offset = starts.get(line - 1).copied().unwrap_or(0);
                Finding::of_companion(rule, format!("line {line}"), offset, found, expected)
            });
            self.found.entry(script.to_owned()).or_default().extend(findings);
        }
    }

    fn model(&mut self, path: &Path, document: &Document, is_for_doom: bool) {
        // The files of a player belong to the other games.
        for file in document.missing_files.iter().filter(|_| !is_for_doom) {
            // All levels of detail of a model miss the same files.
            let known = self.found.iter().filter(|(other, _)| other.parent() == path.parent());
            if known.flat_map(|(_, found)| found).any(|finding| finding.found == file.name) {
                continue;
            }
            self.report(path, CompanionRule::Missing, "player", file.name.clone(), &file.purpose);
        }
        let skins = document.skins().iter().filter(|skin| !skin.is_guess);
        let paints = skins.flat_map(|skin| skin.slots()).flat_map(|slot| slot.paints());
        let images = paints.flat_map(|paint| {
            let reflection = paint.reflection.as_ref().map(|reflection| &reflection.0);
            [Some(&paint.image), paint.glow.as_ref(), reflection]
        });
        let images: Vec<PathBuf> =
            images.flatten().filter_map(SkinImage::path).map(Path::to_path_buf).collect();
        images.iter().for_each(|image| self.use_file(image));
        let shaders = document.skin_slots.iter().map(|slot| md2_common::readable(&slot.shader));
        let names = document.named_skins.iter().cloned().chain(shaders);
        self.named.extend(names.map(|name| (path.to_owned(), name)));
    }

    /// Reports paths that differ from the names of files in case, and files whose names must be in lower case.
    fn letter_case(&mut self, files: &[PathBuf], images: &[ImagePath], definitions: &Definitions) {
        let names: Vec<String> = files.iter().map(|path| self.name(path)).collect();
        let exact: HashSet<String> = names.iter().map(|name| path_stem(name)).collect();
        let known: HashMap<String, &String> =
            names.iter().map(|name| (path_stem(name).to_lowercase(), name)).collect();
        let mut found: Vec<(PathBuf, String, String, CompanionRule)> = Vec::new();
        for ImagePath { file, place, name } in images.iter().cloned() {
            found.push((file, place, name, CompanionRule::LetterCase));
        }
        for DefinedBlock { script, block } in &definitions.blocks {
            let surface_skins = block.surface_skins.iter().map(|(_, skin)| skin);
            for file in block.models.iter().chain(&block.skins).chain(surface_skins) {
                let name = format!("{}/{}", file.folder.trim_end_matches(['/', '\\']), file.name);
                let name = name.trim_start_matches('/').to_owned();
                let place = format!("line {}", file.line);
                found.push((script.to_path_buf(), place, name, CompanionRule::ScriptLetterCase));
            }
        }
        for (path, place, name, rule) in found {
            let own = path_stem(&name);
            if let Some(file) = known.get(&own.to_lowercase()).filter(|_| !exact.contains(&own)) {
                self.report(&path, rule, &place, format!("\"{name}\""), file);
            }
        }
        for path in files.iter().filter(|_| definitions.blocks.is_empty()) {
            let end = path.extension().unwrap_or_default();
            if self.name(path).starts_with("players/") && end.eq_ignore_ascii_case("pcx") && end != "pcx" {
                let found = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                self.report(path, CompanionRule::LetterCase, "path", found, "the extension .pcx");
            }
            for name in self.name(path).split('/') {
                let mut known = LOWER_CASE.split(' ');
                if let Some(lower) = known.find(|lower| lower.eq_ignore_ascii_case(name) && *lower != name) {
                    self.report(path, CompanionRule::LetterCase, "path", name.to_owned(), lower);
                }
            }
        }
    }

    fn names(&mut self, files: &[PathBuf], is_for_doom: bool) {
        let mut known: HashMap<String, String> = HashMap::new();
        for path in files {
            let name = self.name(path);
            if name.len() > MAX_PATH_BYTES && !is_for_doom {
                let (text, expected) = (format!("{} bytes", name.len()), format!("at most {MAX_PATH_BYTES}"));
                self.report(path, CompanionRule::PathLength, "path", text, &expected);
            }
            if let Some(other) = known.insert(name.to_lowercase(), name) {
                self.report(path, CompanionRule::Duplicate, "path", format!("also {other}"), "one file");
            }
        }
    }

    /// Reports images next to models that nothing uses, and models that no block names if there are blocks.
    fn unused(&mut self, files: &[PathBuf], models: &[&PathBuf], definitions: &Definitions) {
        let words = self.script_words(files);
        let folders: HashSet<_> = models.iter().filter_map(|path| path.parent()).collect();
        let names: HashSet<_> = files.iter().map(|path| self.name(path).to_lowercase()).collect();
        let stems: HashSet<_> = names.iter().map(|name| path_stem(name)).collect();
        for path in files {
            let name = self.name(&path.with_extension("")).to_lowercase();
            let stem = name.rsplit('/').next().unwrap_or_default();
            let is_model = models.contains(&path);
            // Icons, glows and similar images have the name of a skin with an addition.
            let base = name.rsplit_once('_').map_or(&*name, |(base, _)| base);
            let is_used = [&*name, base].iter().any(|name| self.used.contains(*name))
                || stem.starts_with("icon_")
                || words.contains(stem);
            let is_image = md2_assets::ImageFormat::from_name(path).is_some();
            let is_listed = match is_model {
                true => !definitions.blocks.is_empty(),
                false => is_image && path.parent().is_some_and(|own| folders.contains(own)),
            };
            // The menus list the skins by their PCX.
            let is_pcx = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("pcx"));
            if is_image && (is_listed || is_used) {
                self.image_file(path, is_pcx);
            }
            let skin = stem.strip_suffix("_i").filter(|_| name.starts_with("players/"));
            let has_skin = if is_pcx { names.contains(&format!("{base}.pcx")) } else { stems.contains(base) };
            if let Some(skin) = skin.filter(|_| !has_skin) {
                let found = format!("no image {skin}{}", if is_pcx { ".pcx" } else { "" });
                self.report(path, CompanionRule::Missing, "file", found, "the skin of the icon");
            } else if is_listed && !is_used {
                self.report(path, CompanionRule::Unused, "file", String::from("unused"), "");
            }
        }
    }

    /// Returns the words of all scripts in lower case.
    fn script_words(&self, files: &[PathBuf]) -> HashSet<String> {
        let mut words = HashSet::new();
        for path in files.iter().filter(|path| is_script(path)) {
            let text = self.folders.read(path, ReadAs::Shaders).unwrap_or_default().to_ascii_lowercase();
            let is_end = |byte: &u8| !byte.is_ascii_alphanumeric() && !b"_-+".contains(byte);
            words.extend(text.split(is_end).map(|word| String::from_utf8_lossy(word).into_owned()));
        }
        words
    }
}
