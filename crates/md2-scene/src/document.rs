//! Documents: models read from files, with their meshes, sequences, skins and notes, but nothing on the GPU.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use md2_anim::{Rates, Script, Sequence, SequenceList, TagPose};
use md2_assets::{FileStamp, MissingFile, PlayerPart};
use md2_common::{FileKind, readable};
use md2_load::{
    Facts, Format, HeaderField, LoadError, LoadOptions, LoadedModel, MAX_EMBEDDED_IMAGES, ModelSkin, SkinSlot,
};
use md2_mesh::{Bounds, Mesh, Packing};

use crate::edit::{Edit, SavedVersion};
use crate::embedded::with_embedded;
use crate::floor::has_no_extent;
use crate::ground_speed::GroundSpeeds;
use crate::ranges::{RangeSet, is_in, range_sets, visible_frames};
use crate::repairs::Repairs;
use crate::skin::Skin;
use crate::skin_image::SkinImage;
use crate::study::Study;

const STANDING: &str = "stand";

#[derive(Clone, Debug, Default)]
pub struct Companions {
    pub skins: Vec<Skin>,
    pub missing_skins: Vec<String>,
    pub missing_files: Vec<MissingFile>,
    pub script: Option<Script>,
    /// The sequences of a player's part in `animation.cfg`, which take precedence over the script.
    pub split: Option<SequenceList>,
    pub ground: GroundSpeeds,
    /// The place of the model relative to its actor, from a `MODELDEF` script.
    pub place: TagPose,
    pub notes: Vec<String>,
}

/// A model read from a file, with its mesh, sequences, skins and notes, but nothing on the GPU. It never changes, and actors share it.
#[derive(Clone, Debug)]
pub struct Document {
    name: String,
    pub(crate) path: Option<PathBuf>,
    pub(crate) stamp: Option<FileStamp>,
    pub(crate) player_part: Option<PlayerPart>,
    /// The files of the levels of detail, the full model first; empty if there is only one level.
    pub levels: Vec<PathBuf>,
    format: Format,
    mesh: Arc<Mesh>,
    /// The mesh with the normals that the file stores; `None` unless those normals point inwards, so that
    /// [`mesh`](Self::mesh) has recomputed ones.
    pub own_normals: Option<Arc<Mesh>>,
    pub header: Vec<HeaderField>,
    pub facts: Facts,
    frame_names: Vec<String>,
    pub raw_frame_names: Vec<Vec<u8>>,
    range_sets: Vec<RangeSet>,
    pub default_sequence: usize,
    /// The frame in which the model stands on the ground: the first frame of the sequence `stand`, else of the sequence
    /// set by [`starting_with`](Self::starting_with), else frame 0. If all vertices of this frame are at one point, the
    /// result is the first frame of the default sequence.
    pub standing: u32,
    skins: Vec<Skin>,
    pub named_skins: Vec<String>,
    /// The skin slots with the names in the file.
    pub skin_slots: Vec<SkinSlot>,
    pub missing_skins: Vec<String>,
    /// Files that the player's package lacks although its game needs them. Only the first model of a player lists them.
    pub missing_files: Vec<MissingFile>,
    pub(crate) ground: GroundSpeeds,
    pub(crate) place: TagPose,
    invisibility: Option<String>,
    notes: Vec<String>,
    pub(crate) repairs: Option<Repairs>,
    pub(crate) file: Option<Arc<Vec<u8>>>,
    /// All edits since the model was opened.
    pub(crate) edits: Vec<Edit>,
    /// The time of each of the last edits, and the content of the file before it.
    pub(crate) earlier: Vec<(Instant, Arc<Vec<u8>>)>,
    pub(crate) saved: Arc<SavedVersion>,
    study: OnceLock<Option<Box<Study>>>,
}

impl Document {
    pub fn from_bytes(
        name: impl Into<String>,
        bytes: &[u8],
        companions: Companions,
    ) -> Result<Self, LoadError> {
        let name = name.into();
        let model = md2_load::load(bytes, &load_options(Path::new(&name)))?;
        Ok(Self::new(name, model, companions).with_file(Arc::new(bytes.to_vec())))
    }

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
        let Companions { skins, missing_skins, missing_files, script, split, ground, place, mut notes } =
            companions;
        if let Some(script) = &script {
            detection.prefer_script(script);
        }
        if let Some(split) = split {
            detection.prefer(split);
        }
        if inside.omitted > 0 {
            notes.push(format!(
                "{} skins are omitted: at most {MAX_EMBEDDED_IMAGES} images are read from a model",
                inside.omitted
            ));
        }
        let named = inside.alternatives.iter().filter_map(|skin| match skin {
            ModelSkin::Named(name) => Some(readable(name)),
            _ => None,
        });
        let named_skins = named.collect();
        let skins = with_embedded(skins, inside.alternatives);
        let invisibility = invisibility_note(&mesh, &facts);
        notes.extend(invisibility.clone());
        if facts.normals_inverted && facts.normals_recomputed {
            notes.push(String::from(
                "Normals point inwards, so they were recomputed. Key I or --own-normals shows those in the file.",
            ));
        }
        let is_visible = visible_frames(&mesh);
        let range_sets = range_sets(detection, &is_visible);
        let RangeSet { sequences, opening: default_sequence, .. } = &range_sets[0];
        let (default_sequence, opening) = (*default_sequence, sequences[*default_sequence].first);
        // Without a sequence of this name, frame 0 may be a pose for painting that never plays.
        let standing =
            md2_anim::find_sequence(sequences, STANDING).map_or(opening, |sequence| sequence.first);
        let standing = if is_in(&is_visible, standing) { standing } else { opening };
        Self {
            name: name.into(),
            path: None,
            stamp: None,
            player_part: None,
            levels: Vec::new(),
            format,
            mesh: Arc::new(mesh),
            own_normals: own_normals.map(Arc::new),
            header,
            facts,
            frame_names: frame_names.iter().map(|name| readable(name)).collect(),
            raw_frame_names: frame_names,
            range_sets,
            default_sequence,
            standing,
            skins,
            named_skins,
            skin_slots: inside.slots,
            missing_skins,
            missing_files,
            ground,
            place,
            invisibility,
            notes: notes.into_iter().map(shorten).collect(),
            repairs: None,
            file: None,
            edits: Vec::new(),
            earlier: Vec::new(),
            saved: Arc::default(),
            study: OnceLock::new(),
        }
    }

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

    /// Sets the rates of all sequences from a table, except in lists of sequences that state their own rates.
    pub(crate) fn set_rates(&mut self, rates: Rates) {
        self.range_sets.iter_mut().for_each(|set| set.set_rates(rates));
    }

    /// A short name: the file name, with its folder if many models have the same file name, such as `tris.md2`.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn set_name(&mut self, name: String) {
        self.name = name;
    }

    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    pub fn stamp(&self) -> Option<FileStamp> {
        self.stamp
    }

    pub fn place(&self) -> String {
        self.path.as_ref().map_or_else(|| String::from("built in"), |path| path.display().to_string())
    }

    pub fn format(&self) -> Format {
        self.format
    }

    pub fn mesh(&self) -> &Arc<Mesh> {
        &self.mesh
    }

    /// Whether keyframes have 8 bits per coordinate, which makes the model tremble. A mesh with [restored
    /// keyframes](crate::Command::SetRestored) can replace the document's mesh.
    pub fn has_8_bit_keys(&self) -> bool {
        self.mesh.packing() == Packing::Position8Normal8
    }

    pub fn frame_name(&self, frame: u32) -> &str {
        usize::try_from(frame).ok().and_then(|index| self.frame_names.get(index)).map_or("", String::as_str)
    }

    pub fn last_frame(&self) -> u32 {
        u32::try_from(self.mesh.frame_count() - 1).unwrap_or(u32::MAX)
    }

    /// The ways to split the frames into sequences, the likeliest first. There is at least one way, with at least one sequence.
    pub fn range_sets(&self) -> &[RangeSet] {
        &self.range_sets
    }

    /// Moves the skin with this image to the start of the list.
    pub(crate) fn prefer_image(&mut self, image: &Path) {
        if let Some(index) = self.skins.iter().position(|skin| skin.path() == Some(image)) {
            self.skins[..=index].rotate_right(1);
        }
    }

    pub fn skins(&self) -> &[Skin] {
        &self.skins
    }

    pub fn invisibility(&self) -> Option<&str> {
        self.invisibility.as_deref()
    }

    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    pub fn repairs(&self) -> Option<&Repairs> {
        self.repairs.as_ref()
    }

    pub fn file(&self) -> Option<&Arc<Vec<u8>>> {
        self.file.as_ref()
    }

    pub(crate) fn with_file(self, content: Arc<Vec<u8>>) -> Self {
        let own = Some(Arc::clone(&content));
        let saved = SavedVersion { content: own, edits: Some(Vec::new()), ..SavedVersion::default() };
        Self { file: Some(content), saved: Arc::new(saved), ..self }
    }

    pub fn last_edit(&self) -> Option<&Edit> {
        self.edits.last()
    }

    /// Whether the version before the last edit is stored.
    pub fn can_undo_edit(&self) -> bool {
        !self.earlier.is_empty()
    }

    /// The time of the last edit, if this edit can be undone.
    pub fn last_edit_time(&self) -> Option<Instant> {
        self.earlier.last().map(|(time, _)| *time)
    }

    /// All edits since the model was opened.
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// Returns the number of skins inside the file whose pixels differ from those of the skin with the same number in another file.
    pub fn differing_images(&self, other: &Self) -> usize {
        let embedded = |document: &Self| {
            let images = document.skins.iter().flat_map(Skin::images).filter_map(SkinImage::embedded);
            images.cloned().collect::<Vec<_>>()
        };
        embedded(self).iter().zip(embedded(other)).filter(|(own, other)| *own != other).count()
    }

    pub fn has_unsaved_edits(&self) -> bool {
        self.file.as_ref().map(Arc::as_ptr) != self.saved.content.as_ref().map(Arc::as_ptr)
    }

    /// The edits that the file lacks. `None` if edits alone do not lead from the file to this version, because undo has removed edits that
    /// the file contains.
    pub fn unsaved_edits(&self) -> Option<&[Edit]> {
        self.edits.strip_prefix(self.saved.edits.as_deref()?)
    }

    /// The content of the model's file when it was opened or last saved.
    pub fn saved_content(&self) -> Option<&Arc<Vec<u8>>> {
        self.saved.content.as_ref()
    }

    pub(crate) fn is_version_of(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.saved, &other.saved)
    }

    pub(crate) fn has_edits_of(&self, older: &Self) -> bool {
        self.is_version_of(older) && self.edits.starts_with(&older.edits)
    }

    /// Returns this version of the model for the file into which `written`, another version, was saved.
    pub(crate) fn in_file_of(&self, written: &Self) -> Self {
        let Self { name, path, stamp, levels, saved, .. } = written.clone();
        Self { name, path, stamp, levels, saved, ..self.clone() }
    }

    /// Whether the file has not changed since it was opened or saved.
    pub fn is_unchanged_on_disk(&self) -> bool {
        self.stamp.is_some() && self.stamp == self.path().and_then(FileStamp::read)
    }

    /// Whether the file may be replaced without a question: this program wrote it, and this version has all its edits.
    pub fn may_replace_file(&self) -> bool {
        self.saved.is_own && self.is_unchanged_on_disk() && self.unsaved_edits().is_some()
    }

    pub fn edit_obstacle(&self) -> Option<&'static str> {
        if self.repairs().is_some() {
            return Some("The file is damaged. Save a repaired copy in the Check tab, and edit the copy.");
        }
        match self.file().and_then(|file| FileKind::detect(file)) {
            Some(FileKind::Hexen2) => Some("Models of Hexen II can only be read."),
            Some(_) if self.format().features().can_edit => None,
            _ => Some("Models of this format can only be read."),
        }
    }

    pub(crate) fn shares_content_with(&self, other: &Self) -> bool {
        self.file().zip(other.file()).is_some_and(|(own, other)| Arc::ptr_eq(own, other))
    }

    /// The file's structure, piece by piece; `None` without the bytes of the file. The first call takes about a
    /// millisecond per thousand triangles, and can be made on another thread.
    pub fn study(&self) -> Option<&Study> {
        let study = self.study.get_or_init(|| {
            let bytes = self.file.as_ref()?;
            Study::new(md2_load::anatomy(bytes).ok()?, &self.mesh).map(Box::new)
        });
        study.as_deref()
    }

    pub fn studied(&self) -> Option<&Study> {
        self.study.get()?.as_deref()
    }

    pub fn is_studied(&self) -> bool {
        self.study.get().is_some()
    }

    pub fn bounds(&self) -> Bounds {
        let sequence = &self.range_sets[0].sequences[self.default_sequence];
        self.bounds_of(sequence.first, sequence.last)
    }

    pub fn bounds_of(&self, first: u32, last: u32) -> Bounds {
        self.mesh.bounds_of(first as usize..=last as usize).unwrap_or_else(|| self.mesh.bounds())
    }

    pub fn ground_speed(&self, sequence: &Sequence, height: f32) -> f32 {
        self.ground.speed(sequence, height)
    }
}

pub(crate) fn load_options(path: &Path) -> LoadOptions {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    LoadOptions { stem, ..LoadOptions::default() }
}

fn shorten(note: String) -> String {
    const MAX_LENGTH: usize = 400;
    let length = note.chars().count();
    if length <= MAX_LENGTH {
        return note;
    }
    let byte_offset = |index: usize| note.char_indices().nth(index).map_or(note.len(), |(offset, _)| offset);
    let end = length - MAX_LENGTH / 2;
    format!("{} … {}", &note[..byte_offset(MAX_LENGTH / 2)], &note[byte_offset(end)..])
}

fn invisibility_note(mesh: &Mesh, facts: &Facts) -> Option<String> {
    let lack = if facts.vertices == 0 {
        "No vertices"
    } else if facts.triangles == 0 {
        "No triangles"
    } else if !mesh.has_visible_triangle() {
        "No triangle has three different corners"
    } else if has_no_extent(&mesh.bounds()) {
        "All vertices are at one point"
    } else {
        return None;
    };
    Some(format!("{lack}, so there is nothing to see"))
}
