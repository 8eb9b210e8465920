//! The `animation.cfg` of a player that is a single model.

use alloc::string::String;
use alloc::vec::Vec;

use super::animations::{ANIMATIONS, MIN_ROWS};
use super::config::{AnimationConfig, ConfigRow, LEGS_WALKCR, TORSO_GESTURE};
use crate::sequence::Sequence;
use crate::sequence::vocabulary::Action::{self, Attack, Death, Jump, Run, Stand, Walk};
use crate::sequence::vocabulary::{NameMeaning, classify};

/// The actions that a row can show, each with the number of its sequence among those of this action; the most suitable action first.
type Actions = &'static [(Action, usize)];

/// Returns the actions of a row that the game needs.
const fn actions(row: usize) -> Actions {
    match row {
        0 | 1 => &[(Death, 0)],
        2 | 3 => &[(Death, 1), (Death, 0)],
        4 | 5 => &[(Death, 2), (Death, 0)],
        7 => &[(Attack, 0)],
        8 => &[(Attack, 1), (Attack, 0)],
        // The engine subtracts the difference of the first two rows from the frame numbers of the legs, so both rows are the same. The
        // torso is invisible.
        TORSO_GESTURE | LEGS_WALKCR | 14 | 17 => &[(Walk, 0), (Run, 0)],
        15 | LEGS_BACK => &[(Run, 0), (Walk, 0)],
        18..=21 => &[(Jump, 0)],
        _ => &[(Stand, 0)],
    }
}

/// The row for running back, in which the frames are played backward.
const LEGS_BACK: usize = 16;
const LEGS_IDLECR: usize = 23;

impl AnimationConfig {
    /// Creates the file for a player whose legs are the whole figure. Each row has the sequence whose name means the action of the row, or
    /// else one with a similar action. A sequence with the name of the row comes first. Also returns these rows: the name of each, and of its sequence. `None` without sequences.
    pub fn for_figure(sequences: &[Sequence]) -> Option<(Self, Vec<(&'static str, String)>)> {
        let find = |action: Action, crouched: bool, number: usize| {
            let meaning = Some(NameMeaning { action, crouched });
            sequences.iter().filter(|own| classify(&own.name) == meaning).nth(number)
        };
        let standing = find(Stand, false, 0).or(sequences.first())?;
        let (mut config, mut others) = (Self::default(), Vec::new());
        for (row, animation) in ANIMATIONS.iter().enumerate().take(MIN_ROWS) {
            let crouches = [TORSO_GESTURE, LEGS_WALKCR, LEGS_IDLECR].contains(&row);
            let actions = actions(row);
            let wanted = |(action, number): &(Action, usize)| {
                let crouched = crouches.then(|| find(*action, true, *number)).flatten();
                crouched.or_else(|| find(*action, false, *number))
            };
            // A sequence with the name of the row is the row, with all its frames.
            let own = sequences.iter().find(|own| own.name.eq_ignore_ascii_case(animation.name));
            let sequence = own.or_else(|| actions.iter().find_map(wanted)).unwrap_or(standing);
            let meaning = classify(&sequence.name);
            if own.is_none()
                && meaning.is_none_or(|own| own.action != actions[0].0 || own.crouched != crouches)
            {
                others.push((animation.name, sequence.name.clone()));
            }
            let frames = sequence.frames();
            // The dead, and those who land, show the last frame.
            let is_end = own.is_none() && matches!(row, 1 | 3 | 5 | 19 | 21);
            let first = if is_end { *frames.end() } else { *frames.start() };
            let count = i32::try_from(frames.end() - first + 1).ok()?;
            let repeats = matches!(row, 11..=17 | 22..=24);
            let is_backward = own.map_or(row == LEGS_BACK, |own| own.backward);
            config.rows.push(ConfigRow {
                first: i32::try_from(first).ok()?,
                count: if is_backward { -count } else { count },
                looping: if repeats { count } else { 0 },
                fps: sequence.fps,
            });
        }
        Some((config, others))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn legs_show_the_actions_of_their_rows() {
        let sequences: Vec<Sequence> = ["stand", "run", "attack", "jump", "crwalk", "death1", "death2"]
            .iter()
            .zip(0..)
            .map(|(name, number)| Sequence::new(*name, 10 * number, 10 * number + 9))
            .collect();
        let (config, others) = AnimationConfig::for_figure(&sequences).expect("sequences");
        let lower = config.lower(70).sequences;
        for (name, first, last) in [
            ("BOTH_DEATH2", 60, 69),
            ("BOTH_DEAD3", 59, 59),
            ("LEGS_WALKCR", 40, 49),
            ("LEGS_RUN", 10, 19),
            ("LEGS_LAND", 39, 39),
            ("LEGS_IDLE", 0, 9),
        ] {
            let found = lower.iter().find(|own| own.name == name).map(|own| (own.first, own.last));
            assert_eq!(found, Some((first, last)), "{name}");
        }
        assert!(lower.iter().any(|own| own.name == "LEGS_BACK" && own.backward));
        let others: Vec<&str> = others.iter().map(|(row, _)| *row).collect();
        assert_eq!(others, ["LEGS_WALK", "LEGS_SWIM", "LEGS_IDLECR"]);
        let sequences = [Sequence::new("stand", 0, 39), Sequence::new("run", 40, 45)];
        let (config, _) = AnimationConfig::for_figure(&sequences).expect("sequences");
        assert!(config.rows.iter().all(|row| row.first + row.count.abs() <= 46), "{:?}", config.rows);
        assert_eq!(AnimationConfig::for_figure(&[]), None);

        let named = ["BOTH_DEAD1", "BOTH_DEATH2", "LEGS_RUN", "LEGS_BACK", "LEGS_LAND"];
        let named: Vec<Sequence> =
            named.iter().zip(0..).map(|(name, at)| Sequence::new(*name, 10 * at, 10 * at + 9)).collect();
        let (config, _) = AnimationConfig::for_figure(&named).expect("sequences");
        let rows = [1, 2, 15, LEGS_BACK, 19].map(|row| (config.rows[row].first, config.rows[row].count));
        assert_eq!(rows, [(0, 10), (10, 10), (20, 10), (30, 10), (40, 10)]);
    }
}
