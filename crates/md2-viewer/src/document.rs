//! A model that was read: everything about it that needs no GPU.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use glam::Vec3;
use md2_anim::{LoopMode, Sequence};
use md2_format::Md2;
use md2_load::LoadOptions;
use md2_mesh::Mesh;

use crate::camera::Subject;
use crate::ground::{self, GroundSpeeds};
use crate::ranges::{RangeSet, range_sets};
use crate::script;
use crate::skins::{self, Skin};

/// Numbers to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Facts {
    pub(crate) file_bytes: usize,
    /// Vertices in the file.
    pub(crate) vertices: usize,
    /// Vertices on the GPU, where those on seams are doubled.
    pub(crate) gpu_vertices: usize,
    pub(crate) triangles: usize,
    pub(crate) frames: usize,
    /// Size of the skin that the header declares.
    pub(crate) skin_size: [i32; 2],
    /// Vertices of all frames whose normal is not in the format's table.
    pub(crate) bad_normals: usize,
}

/// What lies beside a model: images, a script, speeds. Read from the folder for a file, built in for our own
/// figure.
#[derive(Debug, Default)]
pub(crate) struct Companions {
    pub(crate) skins: Vec<Skin>,
    /// Names in the model for which there is no skin.
    pub(crate) missing_skins: Vec<String>,
    pub(crate) script: Option<md2_anim::Script>,
    pub(crate) ground: GroundSpeeds,
    /// What was wrong with them.
    pub(crate) notes: Vec<String>,
}

/// A model, its sequences and its skins.
#[derive(Debug)]
pub(crate) struct Document {
    name: String,
    path: Option<PathBuf>,
    mesh: Mesh,
    facts: Facts,
    frame_names: Vec<String>,
    range_sets: Vec<RangeSet>,
    default_sequence: usize,
    skins: Vec<Skin>,
    missing_skins: Vec<String>,
    ground: GroundSpeeds,
    notes: Vec<String>,
}

impl Document {
    /// Reads a model file and what lies beside it.
    ///
    /// # Errors
    /// If the file cannot be read, or is no model that can be shown. What lies beside it never fails: it
    /// becomes a note.
    pub(crate) fn open(path: &Path) -> anyhow::Result<Self> {
        let bytes = md2_assets::read_model(path)?;
        let shown = || -> anyhow::Result<Self> {
            let md2 = Md2::parse(&bytes)?;
            let companions = beside(path, &md2);
            Self::new(display_name(path), &md2, companions)
        };
        let mut document = shown().with_context(|| format!("cannot open \"{}\"", path.display()))?;
        document.path = Some(path.to_owned());
        Ok(document)
    }

    /// Puts together a model and what lies beside it.
    ///
    /// # Errors
    /// If the model cannot be shown.
    pub(crate) fn new(name: String, md2: &Md2<'_>, companions: Companions) -> anyhow::Result<Self> {
        let mesh = md2_load::md2::mesh(md2, &LoadOptions::default())?;
        let mut detection = md2_anim::detect(md2.frames().map(|frame| frame.name()));
        let Companions { skins, missing_skins, script, ground, mut notes } = companions;
        if let Some(script) = &script {
            detection.prefer_script(script);
        }
        let facts = Facts {
            file_bytes: md2.file().len(),
            vertices: md2.vertex_count(),
            gpu_vertices: mesh.vertex_count(),
            triangles: mesh.triangle_count(),
            frames: mesh.frame_count(),
            skin_size: [md2.skin_width(), md2.skin_height()],
            bad_normals: md2.out_of_range_normals(),
        };
        if facts.triangles == 0 {
            notes.push(String::from("It has no triangles, so there is nothing to see."));
        }
        let range_sets = range_sets(detection);
        // The first one, unless it stands still and another one moves.
        let moving = range_sets[0].sequences.iter().position(|sequence| sequence.frame_count() > 1);
        Ok(Self {
            name,
            path: None,
            mesh,
            facts,
            frame_names: md2.frames().map(|frame| readable(frame.name())).collect(),
            range_sets,
            default_sequence: moving.unwrap_or(0),
            skins,
            missing_skins,
            ground,
            notes,
        })
    }

    /// Starts with the sequence of this name instead of the first one, if there is such a sequence.
    pub(crate) fn starting_with(mut self, name: &str) -> Self {
        if let Some(index) = self.range_sets[0].sequences.iter().position(|s| s.name == name) {
            self.default_sequence = index;
        }
        self
    }

    /// A short name: the file's, with its folder where every model is called `tris.md2`.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The file; `None` for the figure that is built in.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Where it comes from, for the user to read.
    pub(crate) fn place(&self) -> String {
        self.path.as_ref().map_or_else(|| String::from("built in"), |path| path.display().to_string())
    }

    /// The name without its extension, for the names of pictures.
    pub(crate) fn stem(&self) -> &str {
        self.name.rsplit_once('.').map_or(self.name.as_str(), |(stem, _)| stem)
    }

    pub(crate) fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    pub(crate) fn facts(&self) -> Facts {
        self.facts
    }

    /// The name of a frame, empty if there is no such frame.
    pub(crate) fn frame_name(&self, frame: u32) -> &str {
        usize::try_from(frame).ok().and_then(|index| self.frame_names.get(index)).map_or("", String::as_str)
    }

    pub(crate) fn range_sets(&self) -> &[RangeSet] {
        &self.range_sets
    }

    /// The sequence of the first set to start with.
    pub(crate) fn default_sequence(&self) -> usize {
        self.default_sequence
    }

    pub(crate) fn skins(&self) -> &[Skin] {
        &self.skins
    }

    /// Names in the model for which there is no skin.
    pub(crate) fn missing_skins(&self) -> &[String] {
        &self.missing_skins
    }

    /// What is wrong with the model or with what lies beside it.
    pub(crate) fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The box around the sequence it starts with.
    pub(crate) fn subject(&self) -> Subject {
        let sequence = &self.range_sets[0].sequences[self.default_sequence];
        self.subject_of(sequence.first, sequence.last)
    }

    /// The box around some frames.
    pub(crate) fn subject_of(&self, first: u32, last: u32) -> Subject {
        let bounds = self.mesh.bounds_of(frames(first, last)).unwrap_or_else(|| self.mesh.bounds());
        Subject { min: Vec3::from(bounds.min), max: Vec3::from(bounds.max) }
    }

    /// Height of the ground under a sequence: under its lowest point, or, where it plays once, under what
    /// it comes to rest on. A sequence that keeps off the ground is in the air, over the ground on which the
    /// model stands, or is in its first frame.
    pub(crate) fn floor_height(&self, sequence: &Sequence) -> f32 {
        /// What is this far above the ground, as a part of the model's height, does not touch it.
        const IN_AIR: f32 = 0.1;
        let standing = md2_anim::find_sequence(&self.range_sets[0].sequences, "stand");
        let standing = standing.map_or(0, |sequence| sequence.first);
        let Subject { min, max } = self.subject_of(standing, standing);
        let first = if sequence.mode == LoopMode::Once { sequence.last } else { sequence.first };
        let lowest = self.subject_of(first, sequence.last).min.z;
        if lowest > min.z + IN_AIR * (max.z - min.z) { min.z } else { lowest }
    }

    /// Units a second that the floor passes under a sequence.
    pub(crate) fn ground_speed(&self, sequence: &Sequence) -> f32 {
        let height = self.mesh.frames()[0].bounds.size()[2];
        self.ground.of(sequence, height)
    }

    /// The skin of this name, of this number, or in this file.
    ///
    /// # Errors
    /// If there is none.
    pub(crate) fn skin_named_or_added(&mut self, name: &str) -> anyhow::Result<usize> {
        let named = self.skins.iter().position(|skin| skin.is_called(name));
        let numbered = || name.parse().ok().filter(|&index: &usize| index < self.skins.len());
        if let Some(index) = named.or_else(numbered) {
            return Ok(index);
        }
        let path = Path::new(name);
        if !path.is_file() {
            let labels: Vec<&str> = self.skins.iter().map(Skin::label).collect();
            let known = if labels.is_empty() { String::from("none") } else { labels.join(", ") };
            bail!("there is no skin {name:?}: neither a file nor one of {}'s skins ({known})", self.name);
        }
        Ok(self.add_skin(Skin::chosen(path)))
    }

    /// Adds a skin, unless it is there, and returns its place.
    pub(crate) fn add_skin(&mut self, skin: Skin) -> usize {
        self.skins.iter().position(|other| other.is_same_as(&skin)).unwrap_or_else(|| {
            self.skins.push(skin);
            self.skins.len() - 1
        })
    }
}

fn frames(first: u32, last: u32) -> RangeInclusive<usize> {
    let index = |frame| usize::try_from(frame).unwrap_or(usize::MAX);
    index(first)..=index(last)
}

/// Looks for images, a script and speeds beside a model file.
fn beside(path: &Path, md2: &Md2<'_>) -> Companions {
    let mut notes = Vec::new();
    let script = script::beside(path, md2.frame_count()).unwrap_or_else(|error| {
        notes.push(format!("{error:#}"));
        None
    });
    let ground = ground::beside(path).unwrap_or_else(|error| {
        notes.push(format!("{error:#}"));
        GroundSpeeds::default()
    });
    let (skins, missing_skins) = skins::beside(path, md2);
    Companions { skins, missing_skins, script, ground, notes }
}

/// The file's name, with its folder where every model has the same one.
fn display_name(path: &Path) -> String {
    let name = |part: Option<&std::ffi::OsStr>| part.map(|part| part.to_string_lossy().into_owned());
    let file = name(path.file_name()).unwrap_or_default();
    match name(path.parent().and_then(Path::file_name)) {
        Some(folder) if file.eq_ignore_ascii_case("tris.md2") => format!("{folder}/{file}"),
        _ => file,
    }
}

/// Bytes of a name as text: what is not UTF-8 or not printable becomes a replacement character.
pub(crate) fn readable(bytes: &[u8]) -> String {
    let printable = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
    String::from_utf8_lossy(bytes).chars().map(printable).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_say_which_model() {
        let check = |path: &str, expected: &str| assert_eq!(display_name(Path::new(path)), expected);
        check("/models/warrior.md2", "warrior.md2");
        check("players/male/tris.md2", "male/tris.md2");
        check("players/male/TRIS.MD2", "male/TRIS.MD2");
        check("tris.md2", "tris.md2");
    }

    #[test]
    fn names_with_odd_bytes_are_readable() {
        assert_eq!(readable(b"stand01"), "stand01");
        assert_eq!(readable(b"a\x07\xffb"), "a\u{fffd}\u{fffd}b");
    }

    #[test]
    fn a_model_knows_its_ground_and_its_size() {
        let file = md2_testdata::one_triangle().build();
        let md2 = Md2::parse(file.bytes()).unwrap();
        let document = Document::new(String::from("a.md2"), &md2, Companions::default()).unwrap();
        assert_eq!(document.stem(), "a");
        assert_eq!(document.facts().frames, 2);
        assert_eq!(document.frame_name(1), "stand02");
        assert_eq!(document.frame_name(9), "");
        assert!(!document.range_sets()[0].sequences.is_empty());
        assert!(document.notes().is_empty());
    }

    #[test]
    fn the_ground_is_where_a_sequence_touches_it() {
        // Carried by hands that are not there, the weapon stands in the air; dropped, it lies on the ground.
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/wanderer/weapon.md2");
        let weapon = Document::open(Path::new(path)).unwrap();
        let sequence = |name| md2_anim::find_sequence(&weapon.range_sets()[0].sequences, name).unwrap();
        let (stand, attack, death) = (sequence("stand"), sequence("attack"), sequence("death1"));
        let lowest = |first, last| weapon.subject_of(first, last).min.z;
        assert_eq!(weapon.floor_height(stand), lowest(stand.first, stand.last));
        assert!(lowest(attack.first, attack.last) > lowest(stand.first, stand.first) + 10.0);
        assert_eq!(weapon.floor_height(attack), lowest(stand.first, stand.first), "held up");
        assert_eq!(weapon.floor_height(death), lowest(death.last, death.last), "at rest");
    }

    #[test]
    fn a_missing_file_is_named() {
        let error = Document::open(Path::new("no/such.md2")).unwrap_err();
        assert!(format!("{error:#}").contains("no/such.md2"));
    }
}
