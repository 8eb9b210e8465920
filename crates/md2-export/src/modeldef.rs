//! Definitions of models for GZDoom.

use std::fmt::Write as _;

use crate::export_model::ExportModel;

/// Number of frames of a sprite: GZDoom names them by letters.
const LETTERS: usize = 26;
/// The maximum number of frames of a definition: the last two of the four characters of a sprite's name are letters that count sprites.
pub const MAX_MODELDEF_FRAMES: usize = LETTERS * LETTERS * LETTERS;
/// The game's steps per second, in which states are timed.
const TICS: f32 = 35.0;

/// Writes a `MODELDEF` lump for GZDoom, which shows a model in place of a sprite. `model` and `skins` are file names. `skins` contains a
/// name for each skin slot of the model.
///
/// GZDoom selects a frame of a model by a sprite name of four characters and a letter, so the definition assigns a sprite and a letter to each
/// frame. Comments contain the states of each sequence, to be copied to the actor. A frame is shown for a whole number of tics (1/35 s), so
/// rates are rounded.
///
/// ```
/// use md2_export::{ExportModel, write_modeldef};
/// use md2_load::{LoadOptions, load};
///
/// # let file = md2_testdata::one_triangle().build().into_bytes();
/// let model = load(&file, &LoadOptions::default())?;
/// let text = write_modeldef(&ExportModel::new("knight", &model), "knight.md2", &["knight.png"]).expect("two frames");
/// assert!(text.contains("\tModel 0 \"knight.md2\"\n\tSkin 0 \"knight.png\"\n"));
/// assert!(text.contains("\tFrameIndex KNAA A 0 0\n\tFrameIndex KNAA B 0 1\n"));
/// assert!(text.contains("// stand (frames 0 to 1, 10 per second):\n//   KNAA AB 4;\n"));
/// # Ok::<(), md2_load::LoadError>(())
/// ```
///
/// Returns `None` if the model has more than [`MAX_MODELDEF_FRAMES`] frames.
pub fn write_modeldef(subject: &ExportModel<'_>, model: &str, skins: &[&str]) -> Option<String> {
    let frames = subject.mesh.frame_count();
    if frames > MAX_MODELDEF_FRAMES {
        return None;
    }
    let name: String = subject.name.chars().filter(char::is_ascii_alphanumeric).collect();
    let name = if name.is_empty() { String::from("model") } else { name };
    let mut letters =
        name.chars().filter(char::is_ascii_alphabetic).map(|letter| letter.to_ascii_uppercase());
    let prefix: String = [letters.next().unwrap_or('M'), letters.next().unwrap_or('D')].into_iter().collect();
    let letter = |place: usize| char::from(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[place % LETTERS]);
    let sprite = |frame: usize| {
        let number = frame / LETTERS;
        format!("{prefix}{}{}", letter(number / LETTERS), letter(number))
    };
    let mut text = String::from(
        "// A definition of a model for GZDoom. Replace the names of the actor and of the folder.\n\n",
    );
    // Writing to a string never fails.
    for sequence in subject.sequences {
        let Some(sequence) = sequence.clone().clipped_to(u32::try_from(frames).unwrap_or(u32::MAX)) else {
            continue;
        };
        let tics = if sequence.fps > 0.0 { (TICS / sequence.fps).round().max(1.0) } else { -1.0 };
        let (first, last) = (sequence.first.min(sequence.last), sequence.first.max(sequence.last));
        let _ =
            writeln!(text, "// {} (frames {first} to {last}, {} per second):", sequence.name, sequence.fps);
        let mut of_sprite: Vec<(String, String)> = Vec::new();
        for frame in sequence.frames() {
            let sprite = sprite(frame);
            match of_sprite.last_mut() {
                Some((known, run)) if *known == sprite => run.push(letter(frame)),
                _ => of_sprite.push((sprite, letter(frame).to_string())),
            }
        }
        for (sprite, run) in of_sprite {
            let _ = writeln!(text, "//   {sprite} {run} {tics};");
        }
    }
    let _ = writeln!(text, "\nModel {name}\n{{\n\tPath \"models/{name}\"\n\tModel 0 \"{model}\"");
    for (slot, skin) in skins.iter().enumerate() {
        let _ = match skins.len() {
            1 => writeln!(text, "\tSkin 0 \"{skin}\""),
            _ => writeln!(text, "\tSurfaceSkin 0 {slot} \"{skin}\""),
        };
    }
    for frame in 0..frames {
        let _ = writeln!(text, "\tFrameIndex {} {} 0 {frame}", sprite(frame), letter(frame));
    }
    text.push_str("}\n");
    Some(text)
}
