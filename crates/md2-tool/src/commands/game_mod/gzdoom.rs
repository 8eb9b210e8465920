//! Models of GZDoom: an MD3 with its images, a definition and an actor.

use md2_export::GzdoomActor;

use super::images::file_of;
use super::{ModFiles, ModModel};
use crate::commands::{export, import};
use crate::failure::Failure;
use crate::output::{self, Overwrite};

/// The largest number of frames: three letters count sprites and their frames.
const MAX_FRAMES: usize = 26 * 26 * 26;

/// The texts of an actor: its definition and its class.
pub(super) struct ActorScripts {
    name: String,
    modeldef: String,
    zscript: String,
    sprites: [char; 2],
}

/// Returns the name of the class for a model: letters and digits.
pub(super) fn class_name(name: &str) -> String {
    let word: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    if word.starts_with(|c: char| c.is_ascii_alphabetic()) { word } else { format!("Model{word}") }
}

pub(super) fn write(model: &ModModel<'_>) -> Result<ActorScripts, Failure> {
    let folder = format!("models/{}", model.name);
    let written = model.convert(&folder, "md3")?;
    // The sequences and skins of the original are better known than those of the copy.
    let source = if import::is_importable(model.path) { written.as_path() } else { model.path };
    let figure = model.open(source)?;
    let document = &figure.parts()[0].document;
    let frames = document.last_frame() as usize + 1;
    if frames > MAX_FRAMES {
        let text =
            format!("{} has {frames} frames, a definition has at most {MAX_FRAMES}", model.path.display());
        return Err(Failure::Usage(text));
    }
    let skin = export::skin_sets(document)?.into_iter().next();
    let mut skins = Vec::new();
    for slot in 0..document.mesh().skin_slot_count() {
        let file = skin.as_ref().map_or(Ok(None), |skin| file_of(skin, slot))?;
        let name = file.as_ref().map(|(_, extension)| format!("{}_{slot}.{extension}", model.name));
        if let (Some((bytes, _)), Some(name)) = (&file, &name) {
            output::write(&written.with_file_name(name), bytes, Overwrite { force: true })?;
        }
        skins.push(name);
    }
    let set = &document.range_sets()[0];
    let first = document.default_sequence;
    let others = (0..set.sequences.len()).filter(|index| *index != first);
    let standing = document.bounds_of(document.standing, document.standing);
    let name = class_name(&model.name);
    let mut letters =
        name.chars().filter(char::is_ascii_alphabetic).map(|letter| letter.to_ascii_uppercase());
    let sprites = [letters.next().unwrap_or('M'), letters.next().unwrap_or('D')];
    let actor = GzdoomActor {
        name: name.clone(),
        sprites,
        folder,
        model: written.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        skins,
        frames,
        sequences: std::iter::once(first).chain(others).map(|index| &set.sequences[index]).collect(),
        offset: -standing.min[2],
    };
    Ok(ActorScripts { modeldef: actor.modeldef(), zscript: actor.zscript(), name, sprites })
}

/// Returns the scripts of all actors, which must be at the root of the mod. Actors whose sprites begin with the same letters get others.
pub(super) fn scripts(actors: &[ActorScripts]) -> ModFiles {
    let mut files = ModFiles::new();
    if actors.is_empty() {
        return files;
    }
    let (mut modeldef, mut zscript) = (String::new(), String::from("version \"4.0\"\n"));
    let mut doomednums = String::from("DoomEdNums\n{\n");
    let mut used = std::collections::BTreeSet::new();
    for (number, actor) in actors.iter().enumerate() {
        let own: String = actor.sprites.iter().collect();
        let free = (b'A'..=b'Z')
            .flat_map(|a| (b'A'..=b'Z').map(move |b| String::from_utf8_lossy(&[a, b]).into_owned()));
        let prefix = std::iter::once(own.clone())
            .chain(free)
            .find(|prefix| used.insert(prefix.clone()))
            .unwrap_or_else(|| own.clone());
        let renamed = |text: &str| {
            text.replace(&format!("FrameIndex {own}"), &format!("FrameIndex {prefix}"))
                .replace(&format!("\t\t{own}"), &format!("\t\t{prefix}"))
        };
        modeldef += &renamed(&actor.modeldef);
        zscript += &renamed(&actor.zscript);
        doomednums += &format!("\t{} = {}\n", 21_001 + number, actor.name);
    }
    files.insert(String::from("MODELDEF"), modeldef.into_bytes());
    files.insert(String::from("ZSCRIPT"), zscript.into_bytes());
    files.insert(String::from("MAPINFO"), (doomednums + "}\n").into_bytes());
    files
}
