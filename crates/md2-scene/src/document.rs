//! A model that was read: everything about it that needs no GPU.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use md2_anim::{Script, Sequence, SequenceList};
use md2_assets::{FileStamp, MissingFile};
use md2_common::readable;
use md2_load::{
    Facts, Format, HeaderField, LoadError, LoadOptions, LoadedModel, MAX_EMBEDDED_PICTURES, ModelSkin,
};
use md2_mesh::{Bounds, Mesh, Packing};

use crate::embedded::embedded_skins;
use crate::floor::has_no_extent;
use crate::ground_speed::GroundSpeeds;
use crate::player_part::PlayerPart;
use crate::ranges::{RangeSet, range_sets};
use crate::repairs::Repairs;
use crate::skin::Skin;
use crate::study::Study;

/// What the sequence is called in which a model stands on the ground.
const STANDING: &str = "stand";

/// What lies beside a model: images, a script, speeds. Read from the folder for a file, built in for a model
/// that is.
#[derive(Clone, Debug, Default)]
pub struct Companions {
    /// The skins, the likeliest first. Those inside the model follow them.
    pub skins: Vec<Skin>,
    /// Names in the model for which there is no skin.
    pub missing_skins: Vec<String>,
    /// What the player's package lacks, if the model is a player's.
    pub missing_files: Vec<MissingFile>,
    /// What tells its sequences, besides the frame names.
    pub script: Option<Script>,
    /// Sequences that a file tells of the model as a part of a figure. They come before the script's.
    pub split: Option<SequenceList>,
    /// How fast the floor passes under them.
    pub ground: GroundSpeeds,
    /// What was wrong with them.
    pub notes: Vec<String>,
}

/// A model that was read: everything about it that needs no GPU. It never changes; actors share it.
#[derive(Debug)]
pub struct Document {
    name: String,
    path: Option<PathBuf>,
    /// Which version of it was read.
    stamp: Option<FileStamp>,
    player_part: Option<PlayerPart>,
    format: Format,
    mesh: Arc<Mesh>,
    own_normals: Option<Arc<Mesh>>,
    header: Vec<HeaderField>,
    facts: Facts,
    frame_names: Vec<String>,
    raw_frame_names: Vec<Vec<u8>>,
    range_sets: Vec<RangeSet>,
    default_sequence: usize,
    /// The frame in which it stands on the ground.
    standing: u32,
    skins: Vec<Skin>,
    named_skins: Vec<String>,
    missing_skins: Vec<String>,
    missing_files: Vec<MissingFile>,
    ground: GroundSpeeds,
    notes: Vec<String>,
    repairs: Option<Repairs>,
    /// The bytes of its file.
    file: Option<Arc<Vec<u8>>>,
    /// What they say, once somebody has asked; `None` in it where nothing can be told.
    study: OnceLock<Option<Box<Study>>>,
}

impl Document {
    /// Reads a model in memory, and joins it with what lies beside it.
    ///
    /// # Errors
    /// If it is no model that can be shown.
    pub fn from_bytes(
        name: impl Into<String>,
        bytes: &[u8],
        companions: Companions,
    ) -> Result<Self, LoadError> {
        let name = name.into();
        let stem = Path::new(&name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let model = md2_load::load(bytes, &LoadOptions { stem, ..LoadOptions::default() })?;
        Ok(Self::new(name, model, companions).with_file_bytes(Arc::new(bytes.to_vec())))
    }

    /// Joins a model that was loaded with what lies beside it.
    #[must_use]
    pub fn new(name: impl Into<String>, model: LoadedModel, companions: Companions) -> Self {
        let LoadedModel {
            format,
            mesh,
            own_normals,
            header,
            facts,
            frame_names,
            mut detection,
            skins: inside,
            ..
        } = model;
        let Companions { mut skins, missing_skins, missing_files, script, split, ground, mut notes } =
            companions;
        if let Some(script) = &script {
            detection.prefer_script(script);
        }
        if let Some(split) = split {
            detection.prefer(split);
        }
        if inside.left_out > 0 {
            notes.push(format!(
                "{} of its skins are left out: at most {MAX_EMBEDDED_PICTURES} pictures are taken from a model",
                inside.left_out
            ));
        }
        let named = inside.alternatives.iter().filter_map(|skin| match skin {
            ModelSkin::Named(name) => Some(readable(name)),
            _ => None,
        });
        let named_skins = named.collect();
        skins.extend(embedded_skins(inside.alternatives));
        notes.extend(invisibility_note(&mesh, &facts));
        if facts.normals_inverted && facts.normals_recomputed {
            notes.push(String::from(
                "Its normals point into it. Unless they are asked for, others are computed from its triangles.",
            ));
        }
        let range_sets = range_sets(detection);
        let alive = md2_anim::opening_sequence(&range_sets[0].sequences);
        let standing = md2_anim::find_sequence(&range_sets[0].sequences, STANDING);
        let standing = standing.map_or(0, |sequence| sequence.first);
        Self {
            name: name.into(),
            path: None,
            stamp: None,
            player_part: None,
            format,
            mesh: Arc::new(mesh),
            own_normals: own_normals.map(Arc::new),
            header,
            facts,
            frame_names: frame_names.iter().map(|name| readable(name)).collect(),
            raw_frame_names: frame_names,
            range_sets,
            default_sequence: alive.unwrap_or(0),
            standing,
            skins,
            named_skins,
            missing_skins,
            missing_files,
            ground,
            notes: notes.into_iter().map(shorten).collect(),
            repairs: None,
            file: None,
            study: OnceLock::new(),
        }
    }

    /// Keeps the bytes that it was read from, so that it can be [studied](Self::study).
    #[must_use]
    pub fn with_file_bytes(self, bytes: Arc<Vec<u8>>) -> Self {
        Self { file: Some(bytes), ..self }
    }

    /// Says what was done to open its file.
    pub(crate) fn with_repairs(self, repairs: Option<Repairs>) -> Self {
        Self { repairs, ..self }
    }

    /// Says in which version of which file it lies, and what it is of a player.
    pub(crate) fn with_path(self, path: &Path, stamp: FileStamp, part: Option<PlayerPart>) -> Self {
        Self { path: Some(path.to_owned()), stamp: Some(stamp), player_part: part, ..self }
    }

    /// What it is of a player, if it was opened as a part of one.
    pub(crate) fn player_part(&self) -> Option<&PlayerPart> {
        self.player_part.as_ref()
    }

    /// Starts with the sequence of this name instead of the first one, if there is such a sequence.
    #[must_use]
    pub fn starting_with(mut self, name: &str) -> Self {
        let sequences = &self.range_sets[0].sequences;
        if let Some(index) = sequences.iter().position(|sequence| sequence.name == name) {
            self.default_sequence = index;
            if md2_anim::find_sequence(sequences, STANDING).is_none() {
                self.standing = sequences[index].first;
            }
        }
        self
    }

    /// A short name: the file's, with its folder where every model is called `tris.md2`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The file; `None` for a model in memory.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Which version of its file was read; `None` for a model in memory.
    #[must_use]
    pub fn stamp(&self) -> Option<FileStamp> {
        self.stamp
    }

    /// Where it comes from, for the user to read.
    #[must_use]
    pub fn place(&self) -> String {
        self.path.as_ref().map_or_else(|| String::from("built in"), |path| path.display().to_string())
    }

    /// The format of the file.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// Its geometry.
    #[must_use]
    pub fn mesh(&self) -> &Arc<Mesh> {
        &self.mesh
    }

    /// The same with the file's own normals, where those point inwards and others take their place.
    #[must_use]
    pub fn own_normals(&self) -> Option<&Arc<Mesh>> {
        self.own_normals.as_ref()
    }

    /// Whether its keys have 8 bits a coordinate, so that it trembles. A restored mesh can take the place of its own.
    #[must_use]
    pub fn has_8_bit_keys(&self) -> bool {
        self.mesh.packing() == Packing::Position8Normal8
    }

    /// The fields of its file's header, as they stand in it.
    #[must_use]
    pub fn header(&self) -> &[HeaderField] {
        &self.header
    }

    /// What the file says of itself in numbers.
    #[must_use]
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// The name of a frame, empty if there is no such frame.
    #[must_use]
    pub fn frame_name(&self, frame: u32) -> &str {
        usize::try_from(frame).ok().and_then(|index| self.frame_names.get(index)).map_or("", String::as_str)
    }

    /// The names of all frames as the file has them, byte for byte.
    #[must_use]
    pub fn raw_frame_names(&self) -> &[Vec<u8>] {
        &self.raw_frame_names
    }

    /// Index of its last frame.
    #[must_use]
    pub fn last_frame(&self) -> u32 {
        u32::try_from(self.mesh.frame_count() - 1).unwrap_or(u32::MAX)
    }

    /// The ways to split its frames into sequences, the likeliest first; at least one, each with at least one
    /// sequence.
    #[must_use]
    pub fn range_sets(&self) -> &[RangeSet] {
        &self.range_sets
    }

    /// The sequence of the first set to start with.
    #[must_use]
    pub fn default_sequence(&self) -> usize {
        self.default_sequence
    }

    /// What it can wear, the likeliest first.
    #[must_use]
    pub fn skins(&self) -> &[Skin] {
        &self.skins
    }

    /// The paths of skins that the file itself names, in its order, whether or not they were found.
    #[must_use]
    pub fn named_skins(&self) -> &[String] {
        &self.named_skins
    }

    /// Names in the model for which there is no skin.
    #[must_use]
    pub fn missing_skins(&self) -> &[String] {
        &self.missing_skins
    }

    /// What the package of the player that it is the first model of lacks of what its game asks for.
    #[must_use]
    pub fn missing_files(&self) -> &[MissingFile] {
        &self.missing_files
    }

    /// What is wrong with the model or with what lies beside it.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// What was done to open its file, if that is damaged. The file itself stays as it is.
    #[must_use]
    pub fn repairs(&self) -> Option<&Repairs> {
        self.repairs.as_ref()
    }

    /// The bytes of its file, as they were read; `None` where nobody kept them.
    #[must_use]
    pub fn file(&self) -> Option<&Arc<Vec<u8>>> {
        self.file.as_ref()
    }

    /// What its file says piece by piece. The first time that takes a while, a millisecond for some thousand triangles; it may
    /// be asked on another thread. `None` if its bytes were not kept.
    #[must_use]
    pub fn study(&self) -> Option<&Study> {
        let study = self.study.get_or_init(|| {
            let bytes = self.file.as_ref()?;
            let anatomy = md2_load::anatomy(bytes).ok()?;
            // A file that could be opened as it is, and was not, was changed as if it were text.
            let restored = (self.repairs.is_some() && !anatomy.is_repaired())
                .then(|| md2_load::anatomy_restored(bytes))
                .flatten();
            Study::new(restored.unwrap_or(anatomy), &self.mesh).map(Box::new)
        });
        study.as_deref()
    }

    /// The same if it is there already, without waiting.
    #[must_use]
    pub fn studied(&self) -> Option<&Study> {
        self.study.get()?.as_deref()
    }

    /// Whether it was studied, with or without success.
    #[must_use]
    pub fn is_studied(&self) -> bool {
        self.study.get().is_some()
    }

    /// The box around the sequence it starts with.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        let sequence = &self.range_sets[0].sequences[self.default_sequence];
        self.bounds_of(sequence.first, sequence.last)
    }

    /// The box around some frames, the last included.
    #[must_use]
    pub fn bounds_of(&self, first: u32, last: u32) -> Bounds {
        self.mesh.bounds_of(frames(first, last)).unwrap_or_else(|| self.mesh.bounds())
    }

    /// The frame in which it stands on the ground: the first of the sequence called `stand`, or else of the one that
    /// it was told to start with, or else of all.
    #[must_use]
    pub fn standing_frame(&self) -> u32 {
        self.standing
    }

    /// Units a second that the floor passes under a sequence, forward, of a figure so high.
    #[must_use]
    pub fn ground_speed(&self, sequence: &Sequence, height: f32) -> f32 {
        self.ground.speed(sequence, height)
    }
}

/// A note as long as a person reads; what files say can be of any length.
fn shorten(note: String) -> String {
    const MOST: usize = 400;
    if note.chars().count() <= MOST {
        return note;
    }
    let cut = |at: usize| note.char_indices().nth(at).map_or(note.len(), |(byte, _)| byte);
    let end = note.chars().count() - MOST / 2;
    format!("{} … {}", &note[..cut(MOST / 2)], &note[cut(end)..])
}

/// Why there is nothing to see of a model, if there is not.
fn invisibility_note(mesh: &Mesh, facts: &Facts) -> Option<String> {
    let lack = if facts.vertices == 0 {
        "It has no vertices"
    } else if facts.triangles == 0 {
        "It has no triangles"
    } else if mesh.triangle_count() == 0 {
        "None of its triangles has three corners"
    } else if has_no_extent(&mesh.bounds()) {
        "All its corners lie at one point"
    } else {
        return None;
    };
    Some(format!("{lack}, so there is nothing to see."))
}

fn frames(first: u32, last: u32) -> RangeInclusive<usize> {
    let index = |frame| usize::try_from(frame).unwrap_or(usize::MAX);
    index(first)..=index(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_knows_its_ground_and_its_size() {
        let file = md2_testdata::one_triangle().build();
        let document = Document::from_bytes("a.md2", file.bytes(), Companions::default()).unwrap();
        assert_eq!((document.format(), document.facts().triangles), (Format::Md2, 1));
        assert_eq!(document.frame_name(1), "stand02");
        assert_eq!(document.frame_name(9), "");
        assert!(!document.range_sets()[0].sequences.is_empty());
        assert!(document.notes().is_empty());
    }

    #[test]
    fn a_model_is_studied_when_somebody_asks() {
        let file = md2_testdata::seamed_quad().build();
        let document = Document::from_bytes("a.md2", file.bytes(), Companions::default()).unwrap();
        assert!(!document.is_studied() && document.studied().is_none());
        let study = document.study().expect("its bytes are there");
        assert!(document.is_studied());
        let mut drawn: Vec<u32> = (0..).map_while(|triangle| study.triangle_in_file(triangle)).collect();
        drawn.sort_unstable();
        assert!(drawn.into_iter().eq((0..).take(document.facts().triangles)), "each is drawn once");
        let loaded = md2_load::load(file.bytes(), &LoadOptions::default()).unwrap();
        let without_bytes = Document::new("a.md2", loaded, Companions::default());
        assert!(without_bytes.study().is_none() && without_bytes.is_studied());
    }
}
