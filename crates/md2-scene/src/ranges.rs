//! Lists of sequences, with the reason for each.

use md2_anim::{Detection, Evidence, LoopMode, Sequence, SequenceList};

/// One way to split the frames into sequences.
#[derive(Clone, Debug, PartialEq)]
pub struct RangeSet {
    /// The name in the user's list.
    pub label: String,
    /// The reason for this list, for the user.
    pub evidence: String,
    /// The sequences, at least one.
    pub sequences: Vec<Sequence>,
    /// Whether the list contains frame rates, so that no rate table is needed.
    pub has_rates: bool,
}

impl RangeSet {
    fn new(mut split: SequenceList) -> Self {
        for sequence in split.sequences.iter_mut().filter(|sequence| sequence.bounces()) {
            sequence.mode = LoopMode::PingPong;
        }
        Self {
            label: label(&split.evidence).to_owned(),
            evidence: split.evidence.to_string(),
            has_rates: split.evidence.has_rates(),
            sequences: split.sequences,
        }
    }
}

/// All lists of sequences, the likeliest first, each with a unique label. A model with frames has at least one list.
pub(crate) fn range_sets(detection: Detection) -> Vec<RangeSet> {
    let mut sets: Vec<RangeSet> = std::iter::once(detection.best)
        .chain(detection.alternatives)
        .filter(|split| !split.sequences.is_empty())
        .map(RangeSet::new)
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

fn label(evidence: &Evidence) -> &'static str {
    match evidence {
        Evidence::StandardNames { .. } | Evidence::StandardCount { .. } => "Standard player set",
        Evidence::StandardTable => "Standard table, by order",
        Evidence::Names { .. } | Evidence::ActionCodes { .. } | Evidence::OneName { .. } => "Frame names",
        Evidence::Script { .. } => "Script",
        Evidence::ViewWeapon { .. } | Evidence::RestThenShot => "View weapon",
        Evidence::PlayerConfig { .. } => "animation.cfg",
        Evidence::GameTable { .. } => "Game table",
        Evidence::Groups { .. } => "Frame groups",
        Evidence::Body { .. } => "Sequences of the body",
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
        let sets = range_sets(detection);
        assert_eq!((sets[0].label.as_str(), sets[0].has_rates), ("Script", true));
        assert_eq!((sets[1].label.as_str(), sets[1].has_rates), ("Frame names", false));
        assert_eq!(sets[1].evidence, "frame names: 2 sequences");
        for (index, set) in sets.iter().enumerate() {
            assert!(sets[..index].iter().all(|other| other.label != set.label), "{}", set.label);
        }
    }
}
