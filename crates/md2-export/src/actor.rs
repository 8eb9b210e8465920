//! Actors of GZDoom that show a model: their definition and their states.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::Path;

use md2_anim::Sequence;

/// Number of frames of a sprite with letters as names.
const LETTERS: usize = 26;
/// The game's steps per second, in which states are timed.
const TICS: f64 = 35.0;
/// The labels to which the engine jumps, each with the start of the names of sequences for it.
const ENGINE_LABELS: [(&str, &str); 4] =
    [("run", "See"), ("attack", "Missile"), ("pain", "Pain"), ("death", "Death")];
/// Starts of the names of sequences that end.
const ACTIONS: [&str; 10] =
    ["attack", "pain", "crattak", "crpain", "taunt", "salute", "wave", "point", "flip", "jump"];
/// Words that cannot be labels of states.
const RESERVED: [&str; 8] = ["spawn", "goto", "loop", "stop", "wait", "fail", "super", "rest"];

/// An actor that shows a model.
#[derive(Clone, Debug, PartialEq)]
pub struct GzdoomActor {
    /// Name of the actor's class: letters and digits. Its sprites begin with the first two letters.
    pub name: String,
    /// The folder of the model and its skins, from the root of the mod; empty for the root.
    pub folder: String,
    /// File name of the model.
    pub model: String,
    /// The skins, each with the name of its class and the file name of the image of each surface, which is `None` without an image. The class
    /// of the first skin is the actor, and the others inherit from it.
    pub skins: Vec<(String, Vec<Option<String>>)>,
    /// The number of frames of the model, at most [`MAX_FRAMES`](Self::MAX_FRAMES).
    pub frames: usize,
    /// The sequences, the one that plays first at the start.
    pub sequences: Vec<Sequence>,
    /// The least and the greatest coordinates of the standing model.
    pub bounds: [[f32; 3]; 2],
    /// The scale of the model; `None` for 1.
    pub scale: Option<[f32; 3]>,
    /// The offset of the scaled model in map units. `None` moves it up so that it stands on the floor.
    pub offset: Option<[f32; 3]>,
    /// The angle, pitch and roll of the model in degrees; `None` for 0.
    pub rotation: Option<[f32; 3]>,
}

impl GzdoomActor {
    /// The largest number of frames of a model: two letters count its sprites, and one letter the frames of a sprite.
    pub const MAX_FRAMES: usize = LETTERS * LETTERS * LETTERS;

    /// Returns the name of the class for the model of a file. It ends in `Model`, because the engine has classes with common names, such as
    /// `Knight`, and stops if a mod defines one of them again.
    pub fn class_name(file: &Path) -> String {
        let word = Self::script_name(file);
        if word.starts_with("Model") { word } else { word + "Model" }
    }

    /// Returns the name of the scripts for the model of a file: letters and digits. A `tris`, as Quake II calls all models, has the name of
    /// its folder.
    pub fn script_name(file: &Path) -> String {
        let stem = file.file_stem().filter(|stem| !stem.eq_ignore_ascii_case("tris"));
        let name = stem.or_else(|| file.parent()?.file_name()).unwrap_or_default().to_string_lossy();
        let word: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        if word.starts_with(|c: char| c.is_ascii_alphabetic()) { word } else { format!("Model{word}") }
    }

    fn sprite(&self, frame: usize) -> (String, char) {
        let letter = |place: usize| char::from(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[place % LETTERS]);
        let number = frame / LETTERS;
        // Sprites belong to a class, so classes whose names begin alike do not collide.
        let letters = self.name.chars().filter(char::is_ascii_alphabetic).chain("MD".chars()).take(2);
        let prefix: String = letters.map(|letter| letter.to_ascii_uppercase()).collect();
        (format!("{prefix}{}{}", letter(number / LETTERS), letter(number)), letter(frame))
    }

    /// Returns the blocks of the `MODELDEF` script, which must be at the root of the mod: one for each skin.
    pub fn modeldef(&self) -> String {
        let Self { folder, model, bounds: [[.., floor], _], scale, offset, rotation, .. } = self;
        let path = if folder.is_empty() { String::new() } else { format!("\tPath \"{folder}\"\n") };
        let mut text = String::new();
        for (class, images) in &self.skins {
            // Writing to a string never fails.
            let _ = write!(text, "Model {class}\n{{\n{path}\tModel 0 \"{model}\"\n");
            let is_same = images.iter().all(|image| *image == images[0]);
            match images.first() {
                Some(Some(image)) if is_same => drop(writeln!(text, "\tSkin 0 \"{image}\"")),
                _ => {
                    for (surface, image) in images.iter().enumerate() {
                        let Some(image) = image else { continue };
                        let _ = writeln!(text, "\tSurfaceSkin 0 {surface} \"{image}\"");
                    }
                }
            }
            if let Some([x, y, z]) = scale {
                let _ = writeln!(text, "\tScale {x} {y} {z}");
            }
            if let Some([x, y, z]) = offset.or((*floor != 0.0).then_some([0.0, 0.0, -floor])) {
                let _ = writeln!(text, "\tOffset {x} {y} {z}");
            }
            if let Some([angle, pitch, roll]) = rotation {
                let _ = writeln!(text, "\tAngleOffset {angle}\n\tPitchOffset {pitch}\n\tRollOffset {roll}");
            }
            for frame in 0..self.frames {
                let (sprite, letter) = self.sprite(frame);
                let _ = writeln!(text, "\tFrameIndex {sprite} {letter} 0 {frame}");
            }
            text.push_str("}\n");
        }
        text
    }

    /// Returns the class of the actor in ZScript. It plays the first sequence, and has a label for each other one. The engine requires that
    /// the states of an actor use every sprite of its definition, so a last label shows all frames that no sequence shows.
    pub fn zscript(&self) -> String {
        // The actor turns about its origin, which may be beside the model.
        let radius = self.bounds.iter().flat_map(|[x, y, _]| [x.abs(), y.abs()]).fold(0.0, f32::max);
        let height = self.bounds[1][2] - self.bounds[0][2];
        let [radius, height] = [radius, height].map(|side| side.ceil().max(1.0));
        let mut text = format!(
            "version \"4.0\"\nclass {} : Actor\n{{\n\tDefault\n\t{{\n\t\tRadius {radius};\n\t\tHeight {height};\n\t}}\n\tStates\n\t{{\n",
            self.name
        );
        let (mut shown, mut labels) = (HashSet::new(), HashSet::new());
        for (index, sequence) in self.sequences.iter().enumerate() {
            let word: String =
                sequence.name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
            let starts_well = word.starts_with(|c: char| c.is_ascii_alphabetic());
            let is_free = starts_well && !RESERVED.iter().any(|word_| word.eq_ignore_ascii_case(word_));
            let is_free = is_free && labels.insert(word.to_lowercase());
            let label = if is_free { word } else { format!("Sequence{index}_{word}") };
            if index == 0 {
                text.push_str("\tSpawn:\n");
            }
            let name = sequence.name.to_lowercase();
            // The names of Quake III begin with the moved part.
            let part = ["both_", "legs_", "torso_"].iter().find_map(|part| name.strip_prefix(part));
            let name = part.unwrap_or(&name);
            for (start, known) in ENGINE_LABELS {
                if name.starts_with(start) && labels.insert(known.to_lowercase()) {
                    let _ = writeln!(text, "\t{known}:");
                }
            }
            let _ = writeln!(text, "\t{label}:");
            let frames = sequence.frames().filter(|frame| *frame < self.frames);
            let frames: Vec<usize> =
                if sequence.backward { frames.rev().collect() } else { frames.collect() };
            // A dead actor shows its last frame forever.
            let is_death = ["death", "dead", "crdeath", "die"].iter().any(|word| name.starts_with(word));
            for (place, (frame, tics)) in (1..).zip(frames.iter().zip(tics(sequence.fps, frames.len()))) {
                let (sprite, letter) = self.sprite(*frame);
                let tics = if is_death && index > 0 && place == frames.len() { -1 } else { tics };
                let _ = writeln!(text, "\t\t{sprite} {letter} {tics};");
            }
            shown.extend(frames);
            let is_action = ACTIONS.iter().any(|word| name.starts_with(word));
            text.push_str(match sequence.repeats_whole() && !is_action {
                _ if index == 0 => "\t\tLoop;\n",
                _ if is_death => "\t\tStop;\n",
                true => "\t\tLoop;\n",
                false => "\t\tGoto Spawn;\n",
            });
        }
        let rest: Vec<usize> = (0..self.frames).filter(|frame| !shown.contains(frame)).collect();
        if !rest.is_empty() {
            text.push_str(if self.sequences.is_empty() { "\tSpawn:\n" } else { "\tRest:\n" });
            for frame in rest {
                let (sprite, letter) = self.sprite(frame);
                let _ = writeln!(text, "\t\t{sprite} {letter} 4;");
            }
            text.push_str("\t\tLoop;\n");
        }
        text.push_str("\t}\n}\n");
        for (class, _) in self.skins.iter().skip(1) {
            let _ = writeln!(text, "class {class} : {} {{}}", self.name);
        }
        text
    }
}

/// Returns the duration of each frame in steps of the game, so that every frame begins at the step nearest to its time: at 10 frames per
/// second, a frame lasts 3.5 steps, so that 4 and 3 alternate.
fn tics(fps: f32, count: usize) -> impl Iterator<Item = i64> {
    let step = if fps > 0.0 { TICS / f64::from(fps) } else { TICS };
    #[expect(clippy::cast_possible_truncation, reason = "the product is far below 2^52")]
    let start = move |frame: usize| (frame as f64 * step).round() as i64;
    (0..count).map(move |frame| (start(frame + 1) - start(frame)).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The transcripts of the command line contain whole scripts.
    #[test]
    fn an_actor_uses_every_sprite_once() {
        let actor = GzdoomActor {
            name: String::from("Imp"),
            folder: String::from("models/imp"),
            model: String::from("imp.md3"),
            skins: vec![(String::from("Imp"), vec![None, Some(String::from("b.png"))])],
            frames: 29,
            sequences: vec![Sequence::new("run", 1, 4), Sequence::new("stop", 26, 27)],
            bounds: [[-9.0, -9.0, -24.0], [9.0, 9.0, 32.0]],
            scale: Some([1.0, 1.0, 2.0]),
            offset: None,
            rotation: Some([90.0, 0.0, 0.0]),
        };
        let script = actor.zscript();
        assert!(script.contains("\tSequence1_stop:\n\t\tIMAB A 4;\n"), "a reserved word");
        for frame in 0..29 {
            let (sprite, letter) = actor.sprite(frame);
            assert_eq!(script.matches(&format!("\t\t{sprite} {letter} ")).count(), 1, "{frame}");
        }
        let parsed = md3_format::modeldef::ModelDef::parse(actor.modeldef().as_bytes());
        assert_eq!((parsed.problems.len(), parsed.blocks[0].frames.len()), (0, 29));
        let block = &parsed.blocks[0];
        assert_eq!([block.scale, block.rotation], [actor.scale, actor.rotation]);
        assert_eq!((block.offset, block.surface_skins[0].0), (Some([0.0, 0.0, 24.0]), 1));
    }
}
