//! The table that maps the animations of a file to the sequences of a Quake II player.

use md2_anim::quake2::PLAYER;

use super::pattern::{last_part, matches};

/// A table with patterns for the names of animations, for each of the twenty sequences of a Quake II player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClipTable {
    rows: Vec<(String, Vec<String>)>,
}

impl ClipTable {
    /// The text of the default table, with the names of common packs.
    pub const TEXT: &'static str = include_str!("player_clips.txt");

    /// Returns the table with other patterns for the sequences in `text`. Each line has the form `SEQUENCE = PATTERN, PATTERN`.
    /// Earlier patterns have priority. `*` stands for any characters, `?` for one. The text after `#` is a comment.
    ///
    /// # Errors
    /// If a line has another form, or names another sequence. The message contains the number of the line.
    pub fn with_text(mut self, text: &str) -> Result<Self, String> {
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let Some((name, patterns)) = line.split_once('=') else {
                return Err(format!("line {number}: expected SEQUENCE = PATTERN, PATTERN"));
            };
            let name = name.trim().to_ascii_lowercase();
            if !PLAYER.iter().any(|row| row.name == name) {
                let known: Vec<&str> = PLAYER.iter().map(|row| row.name).collect();
                return Err(format!("line {number}: found {name:?}, expected {}", known.join(", ")));
            }
            let patterns = patterns.split(',').map(|pattern| pattern.trim().to_owned());
            let patterns: Vec<String> = patterns.filter(|pattern| !pattern.is_empty()).collect();
            self.rows.retain(|(known, _)| *known != name);
            self.rows.push((name, patterns));
        }
        Ok(self)
    }

    /// Returns the index of the animation in `names` that becomes a sequence of the player; `None` if no pattern matches.
    pub fn find(&self, sequence: &str, names: &[&str]) -> Option<usize> {
        let (_, patterns) = self.rows.iter().find(|(name, _)| name == sequence)?;
        patterns.iter().find_map(|pattern| names.iter().position(|name| matches(pattern, last_part(name))))
    }
}

impl Default for ClipTable {
    /// Returns the table of [`TEXT`](Self::TEXT).
    fn default() -> Self {
        // A test reads the text, so it is never rejected.
        Self { rows: Vec::new() }.with_text(Self::TEXT).unwrap_or(Self { rows: Vec::new() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_table_has_every_sequence_of_a_player() {
        let table = ClipTable { rows: Vec::new() }.with_text(ClipTable::TEXT).unwrap();
        let names: Vec<&str> = table.rows.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, PLAYER.map(|row| row.name));
        for row in PLAYER {
            assert_eq!(table.find(row.name, &["other", row.name]), Some(1), "{}", row.name);
        }
    }

    #[test]
    fn the_default_table_knows_the_names_of_packs() {
        let kaykit = "1H_Melee_Attack_Chop,Block_Hit,Death_A,Death_A_Pose,Death_B,Dodge_Forward,Hit_A,Hit_B,Idle,Jump_Full_Short,\
                      Jump_Idle,Running_A,Running_Strafe_Left,Sit_Floor_Idle,Walking_A";
        let quaternius = "Arm|Death,Arm|Gun_Shoot,Arm|HitRecieve,Arm|HitRecieve_2,Arm|Idle,Arm|Idle_Gun,Arm|Roll,Arm|Run,\
                          Arm|Run_Back,Arm|Wave";
        let mixamo =
            "Rifle Idle,Rifle Run,Firing Rifle,Hit Reaction,Crouched Walking,Standing Death Backward 01";
        for (names, expected) in [
            (
                kaykit,
                "stand=Idle,run=Running_A,attack=1H_Melee_Attack_Chop,pain1=Hit_A,pain2=Hit_B,pain3=Block_Hit",
            ),
            (kaykit, "jump=Jump_Full_Short,death1=Death_A,death2=Death_B,death3=Death_A"),
            (quaternius, "stand=Idle,run=Run,attack=Gun_Shoot,pain2=HitRecieve_2,flip=Roll,wave=Wave"),
            (mixamo, "stand=Rifle Idle,run=Rifle Run,attack=Firing Rifle,pain1=Hit Reaction"),
            (mixamo, "crwalk=Crouched Walking,death1=Standing Death Backward 01"),
            // A player without a run walks.
            ("Attack,Damaged,Die,Idle,Walk", "run=Walk,pain1=Damaged,death1=Die"),
            ("Walk,Jog_Fwd", "run=Jog_Fwd"),
            // A death on foot is no death of a crouching player.
            ("Death_A", "crdeath="),
        ] {
            let names: Vec<&str> = names.split(',').collect();
            for (sequence, clip) in expected.split(',').filter_map(|pair| pair.split_once('=')) {
                let found = ClipTable::default().find(sequence, &names);
                assert_eq!(found.map_or("", |index| last_part(names[index])), clip, "{sequence}");
            }
        }
    }
}
