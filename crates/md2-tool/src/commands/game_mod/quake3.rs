//! Models of Quake III: a player of three models with its skins, or a single model.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use md2_anim::quake3::AnimationConfig;
use md2_assets::ReadAs;
use md2_edit::{Model, Transform};
use md2_export::{FIGURE_HEADS, SkinSet, SlotSkin, player_icon, write_skin_file};
use md2_scene::text::list;
use md2_scene::{Document, Figure};

use super::ModModel;
use super::images::{file_of, tga};
use crate::commands::{edit, export, import};
use crate::failure::Failure;
use crate::output::{self, Overwrite};

const PARTS: [&str; 3] = ["lower", "upper", "head"];
/// The height of the floor below the origin of a player.
const FLOOR: f64 = -24.0;

pub(super) fn write(model: &ModModel<'_>) -> Result<(), Failure> {
    let is_folder = md2_assets::is_folder(model.path);
    let is_player = is_folder || model.args.player;
    let place = format!("models/{}/{}", if is_player { "players" } else { "mapobjects" }, model.name);
    output::create_folder(&model.stage.join(&place))?;
    let mut files = FigureFiles {
        model,
        is_player,
        place,
        icons: BTreeMap::new(),
        labels: BTreeSet::new(),
        images: BTreeMap::new(),
    };
    match (is_folder, is_player) {
        (true, _) => files.write_parts()?,
        (false, true) => files.write_figure()?,
        (false, false) => return files.write_object(),
    }
    files.write_icons()
}

/// The files of a player or an object, and the skins that were written.
struct FigureFiles<'a> {
    model: &'a ModModel<'a>,
    is_player: bool,
    /// The folder in the game.
    place: String,
    icons: BTreeMap<String, Vec<u8>>,
    labels: BTreeSet<String>,
    /// The names of the written images by their contents.
    images: BTreeMap<Vec<u8>, String>,
}

impl FigureFiles<'_> {
    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        output::write(&self.model.stage.join(&self.place).join(name), bytes, Overwrite { force: true })
    }

    fn write_parts(&mut self) -> Result<(), Failure> {
        let path = self.model.path;
        let figure = crate::open::figure(Some(path))?;
        let parts = figure.parts();
        if parts.len() < PARTS.len() {
            let text =
                format!("{} is not a player: expected lower.md3, upper.md3 and head.md3", self.model.label);
            return Err(Failure::Usage(text));
        }
        for (part, word) in parts.iter().zip(PARTS) {
            let document = &part.document;
            let heads = if word == "head" { 1 } else { 0 };
            let shaders = self.write_skins(word, document, export::skin_sets(document)?, heads)?;
            // The engine also loads the images that the models name.
            self.write(&format!("{word}.md3"), &with_shaders(&export::bytes_of(document)?, &shaders)?)?;
            for (level, path) in document.levels.iter().enumerate().skip(1) {
                let bytes = md2_assets::read_model(path).map_err(|error| Failure::File(error.into()))?;
                self.write(&format!("{word}_{level}.md3"), &with_shaders(&bytes, &shaders)?)?;
            }
        }
        let script = md2_assets::read_file(&path.join("animation.cfg"), ReadAs::Script);
        self.write("animation.cfg", &script.map_err(|error| Failure::File(error.into()))?.bytes)
    }

    /// Returns the model as MD3, and the model with its skins and sequences.
    fn sources(&self) -> Result<[Figure; 2], Failure> {
        let converted = ModModel::open_alone(&self.model.convert_alone("md3")?)?;
        let path = self.model.path;
        let source =
            if import::is_importable(path) { converted.clone() } else { ModModel::open_alone(path)? };
        Ok([converted, source])
    }

    /// Writes a single model with the images of its first skin.
    fn write_object(&mut self) -> Result<(), Failure> {
        let [converted, source] = self.sources()?;
        let document = &converted.parts()[0].document;
        let mut skins = export::skin_sets(&source.parts()[0].document)?;
        let others = skins.split_off(skins.len().min(1));
        if !others.is_empty() {
            let names = list(others.iter().map(|skin| skin.name.as_str()));
            tracing::warn!("{}: an object has only its first skin, not {names}", self.model.label);
        }
        let name = &self.model.name;
        let shaders = self.write_skins(name, document, skins, 0)?;
        self.write(&format!("{name}.md3"), &with_shaders(&export::bytes_of(document)?, &shaders)?)
    }

    /// Writes a single model as the legs, with an invisible torso and head and the tags that the game needs.
    fn write_figure(&mut self) -> Result<(), Failure> {
        let [converted, source] = self.sources()?;
        let [document, source] = [&converted, &source].map(|figure| &figure.parts()[0].document);
        let mut skins = export::skin_sets(source)?;
        for (number, skin) in skins.iter_mut().enumerate() {
            let stem = Path::new(&skin.name).file_stem().unwrap_or_default().to_string_lossy();
            skin.name = if number == 0 { String::from("default") } else { stem.replace(' ', "_") };
        }
        let shaders = self.write_skins(PARTS[0], document, skins, FIGURE_HEADS)?;
        let (config, others) = AnimationConfig::for_figure(&source.range_sets()[0].sequences)
            .ok_or_else(|| Failure::File(anyhow::anyhow!("{}: no frames", self.model.label)))?;
        let mut legs = Model::parse(&with_shaders(&export::bytes_of(document)?, &shaders)?)?;
        let mut standing = edit::standing_legs(&legs, &config)?;
        let distance = standing.put_on_floor(FLOOR)?;
        legs.transform(&Transform::translation([0.0, 0.0, distance]))?;
        let [least, greatest] = standing.first_bounds().unwrap_or_default();
        let height = greatest[2] - least[2];
        // A part of another player already has the tag.
        let _ = legs.add_tag("tag_torso", [0.0, 0.0, least[2] + height / 2.0]);
        self.write("lower.md3", &legs.to_bytes()?)?;
        let head = ("tag_head", [0.0, 0.0, height * 0.35]);
        let weapon = ("tag_weapon", [height * 0.2, height * -0.1, height * 0.1]);
        let frames = document.last_frame() as usize + 1;
        let image = shaders.first().map_or("none", |(_, image)| image);
        let empty = md2_export::empty_part(frames, image);
        let empty = empty.map_err(|reason| Failure::File(anyhow::anyhow!(reason)))?;
        for (word, tags) in
            [("upper", &[("tag_torso", [0.0; 3]), head, weapon][..]), ("head", &[("tag_head", [0.0; 3])])]
        {
            let mut part = Model::parse(&empty)?;
            tags.iter().try_for_each(|(name, place)| part.add_tag(name, *place))?;
            self.write(&format!("{word}.md3"), &part.to_bytes()?)?;
            let text = write_skin_file([("none", image)]).map_err(|error| Failure::File(error.into()))?;
            self.labels.iter().try_for_each(|label| self.write(&format!("{word}_{label}.skin"), &text))?;
        }
        let others = others.iter().filter(|(row, _)| !row.starts_with("TORSO"));
        let others: Vec<String> = others.map(|(row, sequence)| format!("{row} ({sequence})")).collect();
        if !others.is_empty() {
            let (path, rows) = (&self.model.label, others.join(", "));
            tracing::warn!("{path}: no own sequence for some rows, which show another one: {rows}");
        }
        self.write("animation.cfg", format!("fixedlegs\n{}", config.to_text()).as_bytes())
    }

    /// Writes the images of the skins of a part, and a `.skin` file for each skin. Returns the image of each surface of the first skin.
    /// With `heads`, also draws the icons: see [`player_icon`].
    fn write_skins(
        &mut self,
        word: &str,
        document: &Document,
        skins: Vec<SkinSet>,
        heads: u32,
    ) -> Result<Vec<(String, String)>, Failure> {
        let (mut shaders, mut labels) = (Vec::new(), BTreeSet::new());
        for skin in skins {
            let name = skin.name.to_lowercase();
            let (mut label, mut number) = (name.clone(), 1);
            while !labels.insert(label.clone()) {
                number += 1;
                label = format!("{name}_{number}");
            }
            let mut rows = Vec::new();
            for surface in document.mesh().surfaces() {
                let slot = surface.skin_slot;
                if matches!(skin.slot(slot), SlotSkin::Hidden) {
                    rows.push((surface.name.clone(), String::from("nodraw")));
                }
                let Some((bytes, extension)) = file_of(&skin, slot)? else { continue };
                let owner = if self.is_player { format!("{label}_{word}") } else { format!("{word}_") };
                let name = format!("{owner}{slot}.{extension}");
                // Surfaces and parts share images.
                let name = self.images.entry(bytes.clone()).or_insert(name).clone();
                rows.push((surface.name.clone(), format!("{}/{name}", self.place)));
                if heads > 0 {
                    let image =
                        md2_assets::decode(&bytes, &name).map_err(|error| Failure::File(error.into()))?;
                    let icon = || tga(&player_icon(document.mesh(), &image, heads));
                    self.icons.entry(label.clone()).or_insert_with(icon);
                }
                self.write(&name, &bytes)?;
            }
            if rows.is_empty() {
                let path = &self.model.label;
                tracing::warn!("{path}: no image of the skin {label} for {word}.md3");
                continue;
            }
            self.labels.insert(label.clone());
            if shaders.is_empty() {
                shaders.clone_from(&rows);
            }
            if !self.is_player {
                continue;
            }
            let text = write_skin_file(rows).map_err(|error| Failure::File(error.into()))?;
            self.write(&format!("{word}_{label}.skin"), &text)?;
        }
        Ok(shaders)
    }

    fn write_icons(&self) -> Result<(), Failure> {
        let path = self.model.path;
        if self.labels.is_empty() {
            let text = "no skin was found, and the game does not show a player without a skin: put its images into their folders";
            return Err(Failure::File(anyhow::anyhow!("{}: {text}", self.model.label)));
        }
        for label in &self.labels {
            // A skin without an image of the head has the icon of another one.
            if let Some(icon) = self.icons.get(label).or_else(|| self.icons.values().next()) {
                let name = format!("icon_{label}.tga");
                let own = md2_assets::read_file(&path.join(&name), ReadAs::Image);
                self.write(&name, own.as_ref().map_or(icon, |own| &own.bytes))?;
            }
        }
        Ok(())
    }
}

/// Replaces the shaders of surfaces, which are given by their names.
fn with_shaders(file: &[u8], shaders: &[(String, String)]) -> Result<Vec<u8>, Failure> {
    let mut model = Model::parse(file)?;
    for (surface, path) in shaders {
        // A simpler level of detail may lack a surface.
        let _ = model.set_skin_path(surface, path);
    }
    Ok(model.to_bytes()?)
}
