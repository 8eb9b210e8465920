//! Lists of sequences into which the frames of a model can be split.

use glam::Vec3;
use md2_anim::{Detection, EvidenceKind, LoopMode, Rates, Sequence, SequenceList, opening_sequence};
use md2_mesh::Mesh;

#[derive(Clone, Debug, PartialEq)]
pub struct RangeSet {
    pub label: String,
    pub evidence: String,
    pub sequences: Vec<Sequence>,
    pub has_rates: bool,
    /// The index of the sequence to show first: a sequence in which the model stands or moves and does not die, and whose first
    /// frame is visible, if there is such a sequence.
    pub opening: usize,
    pub source: SequenceSource,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SequenceSource {
    #[default]
    FrameNames,
    Game,
    OtherFile,
    Groups,
}

impl RangeSet {
    fn new(mut split: SequenceList, is_visible: &[bool]) -> Self {
        for sequence in split.sequences.iter_mut().filter(|sequence| sequence.bounces()) {
            sequence.mode = LoopMode::PingPong;
        }
        Self {
            label: label(split.evidence.kind).to_owned(),
            source: source(split.evidence.kind),
            evidence: split.evidence.to_string(),
            has_rates: split.evidence.has_rates(),
            opening: find_opening(&split.sequences, is_visible),
            sequences: split.sequences,
        }
    }

    pub(crate) fn set_rates(&mut self, rates: Rates) {
        let untimed = self.sequences.iter_mut().filter(|sequence| sequence.times.is_none());
        for sequence in untimed.filter(|_| !self.has_rates) {
            sequence.fps = rates.fps(&sequence.name);
        }
    }
}

fn find_opening(sequences: &[Sequence], is_visible: &[bool]) -> usize {
    let begins_visibly = |&index: &usize| is_in(is_visible, sequences[index].first);
    let mut indices: Vec<usize> = (0..sequences.len()).filter(begins_visibly).collect();
    if indices.is_empty() {
        indices.extend(0..sequences.len());
    }
    let candidates: Vec<Sequence> = indices.iter().map(|&index| sequences[index].clone()).collect();
    opening_sequence(&candidates).map_or(0, |best| indices[best])
}

/// Returns for each frame whether its triangles have a visible area. Effects often begin with triangles that are points or lines.
pub(crate) fn visible_frames(mesh: &Mesh) -> Vec<bool> {
    /// The width of the smallest visible square, in largest radii of a frame: a pixel of a thumbnail.
    const LEAST: f32 = 5e-3;
    let largest = mesh.frames().iter().map(|frame| frame.bounds.radius()).fold(0.0, f32::max);
    let is_visible = |frame: usize| {
        let mut area = 0.0;
        mesh.indices().triangles().any(|corners| {
            let [a, b, c] = corners.map(|vertex| Vec3::from(mesh.position(frame, vertex as usize)));
            area += (b - a).cross(c - a).length() / 2.0;
            area > (LEAST * largest).powi(2)
        })
    };
    (0..mesh.frame_count()).map(is_visible).collect()
}

pub(crate) fn is_in(visible: &[bool], frame: u32) -> bool {
    usize::try_from(frame).is_ok_and(|frame| visible.get(frame) == Some(&true))
}

/// All lists of sequences, the likeliest first, each with a unique label. A model with frames has at least one list.
pub(crate) fn range_sets(detection: Detection, is_visible: &[bool]) -> Vec<RangeSet> {
    let mut sets: Vec<RangeSet> = std::iter::once(detection.best)
        .chain(detection.alternatives)
        .filter(|split| !split.sequences.is_empty())
        .map(|split| RangeSet::new(split, is_visible))
        .collect();
    for index in 1..sets.len() {
        let same = |set: &&RangeSet| set.label == sets[index].label;
        let earlier = sets[..index].iter().filter(same).count();
        if earlier > 0 {
            sets[index].label = format!("{} ({})", sets[index].label, earlier + 1);
        }
    }
    sets
}

fn source(kind: EvidenceKind) -> SequenceSource {
    match kind {
        EvidenceKind::Names | EvidenceKind::OneName => SequenceSource::FrameNames,
        EvidenceKind::Script | EvidenceKind::PlayerConfig => SequenceSource::OtherFile,
        EvidenceKind::Groups => SequenceSource::Groups,
        _ => SequenceSource::Game,
    }
}

fn label(kind: EvidenceKind) -> &'static str {
    match kind {
        EvidenceKind::PlayerSet => "Standard player set",
        EvidenceKind::PlayerTable => "Standard set, names ignored",
        EvidenceKind::Names | EvidenceKind::OneName => "Frame names",
        EvidenceKind::Script => "Script",
        EvidenceKind::ViewWeapon => "View weapon",
        EvidenceKind::PlayerConfig => "animation.cfg",
        EvidenceKind::GameTable => "Game table",
        EvidenceKind::Groups => "Frame groups",
        EvidenceKind::Body => "Sequences of the player",
        _ => "Single sequence",
    }
}

#[cfg(test)]
mod tests {
    use md2_anim::{Script, detect};

    use super::*;

    #[test]
    fn a_script_comes_first_and_labels_are_distinct() {
        let names = ["stand1", "stand2", "run1", "run2"];
        let mut detection = detect(names.iter().map(|name| name.as_bytes()));
        detection.prefer_script(&Script::parse(b"all 0 2 20").unwrap());
        let sets = range_sets(detection, &[true; 4]);
        assert_eq!((sets[0].label.as_str(), sets[0].has_rates), ("Script", true));
        assert_eq!((sets[1].label.as_str(), sets[1].has_rates), ("Frame names", false));
        assert_eq!(sets[1].evidence, "frame names: 2 sequences");
        for (index, set) in sets.iter().enumerate() {
            assert!(sets[..index].iter().all(|other| other.label != set.label), "{}", set.label);
        }
    }
}
