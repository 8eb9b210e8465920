//! `animation.cfg`: the rows of a player, and the sequences they make of its legs and its torso.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::animations::{ANIMATIONS, Animation, BodyPart, FILE_ROWS, LEAST_ROWS};
use crate::evidence::Evidence;
use crate::script_error::{ScriptError, ScriptErrorKind};
use crate::sequence::Sequence;
use crate::split::SequenceList;
use crate::words::{Word, Words};

/// Places in the file of rows with a part in how the others are read.
const TORSO_GESTURE: usize = 6;
const LEGS_WALKCR: usize = 13;
const LEGS_TURN: usize = 24;

/// The `animation.cfg` of a player: which frames of `lower.md3` and `upper.md3` are what.
///
/// What a row means is told by its place alone: see [`ANIMATIONS`]. This is not the `.cfg` that lies beside a
/// single model and names its rows in comments, which is a [`Script`](crate::Script), though many files can be read
/// as either. The place of a file tells them apart: this one is called `animation.cfg` and lies in the folder of
/// `lower.md3`, `upper.md3` and `head.md3`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct AnimationConfig {
    /// The rows in order, at most [`FILE_ROWS`]. The game refuses a player with fewer than [`LEAST_ROWS`]; here it has
    /// what is there.
    pub rows: Vec<ConfigRow>,
    /// What a user might like to know about the file.
    pub notes: Vec<ConfigNote>,
}

/// A row as the file has it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ConfigRow {
    /// First frame. Files count the legs' as if they continued the torso's.
    pub first: i32,
    /// Number of frames; negative ones are played from the last to the first, and 0 counts as 1.
    pub count: i32,
    /// How many frames at the end repeat once all were shown; 0 or less holds the last.
    pub looping: i32,
    /// Frames a second; 0 counts as 1.
    pub fps: f32,
}

/// Something about a file that does not keep it from being used.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ConfigNote {
    /// So few rows that the game would refuse the player.
    TooFewRows {
        /// Whole rows there are.
        rows: usize,
    },
    /// The file ends within a row, which is left out.
    CutRow {
        /// Line of the row's first number, counted from 1.
        line: usize,
    },
    /// A word before the rows that is no setting, or no value of one.
    Unknown {
        /// Its line, counted from 1.
        line: usize,
        /// The word.
        word: String,
    },
}

impl fmt::Display for ConfigNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFewRows { rows } => {
                write!(f, "{rows} of the {LEAST_ROWS} rows that the game asks for, ")?;
                f.write_str("and would refuse the player without")
            }
            Self::CutRow { line } => write!(f, "line {line}: the file ends within this row"),
            Self::Unknown { line, word } => write!(f, "line {line}: \"{word}\" is not known here"),
        }
    }
}

impl AnimationConfig {
    /// Reads a file. Bytes that are no UTF-8 are fine in comments.
    ///
    /// ```
    /// use md2_anim::quake3::AnimationConfig;
    ///
    /// let config = AnimationConfig::parse(b"sex f\n0 30 0 25 // BOTH_DEATH1\n29 1 0 25 // BOTH_DEAD1\n")?;
    /// assert_eq!((config.rows.len(), config.rows[0].count), (2, 30));
    /// assert_eq!(config.notes[0].to_string(), "2 of the 25 rows that the game asks for, and would refuse the player without");
    /// # Ok::<(), md2_anim::ScriptError>(())
    /// ```
    ///
    /// # Errors
    /// A file without a row; a word among the first [`LEAST_ROWS`] rows that is no number. Behind these such a word
    /// ends the rows.
    pub fn parse(text: &[u8]) -> Result<Self, ScriptError> {
        let text = String::from_utf8_lossy(text);
        let mut words = Words::new(text.trim_start_matches('\u{feff}'));
        let mut config = Self::default();
        let mut next = config.skip_settings(&mut words);
        while let Some(word) = next.filter(|_| config.rows.len() < FILE_ROWS) {
            match read_row(word, &mut words) {
                Ok(Some(row)) => config.rows.push(row),
                Ok(None) => config.notes.push(ConfigNote::CutRow { line: word.line }),
                Err(error) if config.rows.len() < LEAST_ROWS => return Err(error),
                Err(_) => break,
            }
            next = words.next();
        }
        if config.rows.is_empty() {
            let (line, column) = words.place();
            return Err(ScriptError { line, column, kind: ScriptErrorKind::NoRows });
        }
        if config.rows.len() < LEAST_ROWS {
            config.notes.push(ConfigNote::TooFewRows { rows: config.rows.len() });
        }
        Ok(config)
    }

    /// Skips the settings, which say nothing about sequences, and returns the first word behind them: one that begins with a digit.
    fn skip_settings<'a>(&mut self, words: &mut Words<'a>) -> Option<Word<'a>> {
        const FOOTSTEPS: [&str; 6] = ["default", "normal", "boot", "flesh", "mech", "energy"];
        while let Some(word) = words.next() {
            if word.text.starts_with(|c: char| c.is_ascii_digit()) {
                return Some(word);
            }
            let unknown =
                |word: Word<'_>| ConfigNote::Unknown { line: word.line, word: word.text.to_owned() };
            match word.text.to_ascii_lowercase().as_str() {
                "sex" => drop(words.next()?),
                "footsteps" => {
                    let word = words.next()?;
                    if !FOOTSTEPS.iter().any(|known| word.text.eq_ignore_ascii_case(known)) {
                        self.notes.push(unknown(word));
                    }
                }
                "headoffset" => {
                    for _ in 0..3 {
                        let word = words.next()?;
                        if !word.text.parse().is_ok_and(f32::is_finite) {
                            self.notes.push(unknown(word));
                        }
                    }
                }
                "fixedlegs" | "fixedtorso" => {}
                _ => self.notes.push(unknown(word)),
            }
        }
        None
    }

    /// The row of an animation. Where a file has none of Team Arena's, the gesture serves for them.
    #[must_use]
    pub fn row(&self, animation: &Animation) -> Option<&ConfigRow> {
        let is_team_arena = (LEAST_ROWS..FILE_ROWS).contains(&animation.row);
        let instead = || self.rows.get(TORSO_GESTURE).filter(|_| is_team_arena);
        self.rows.get(animation.row).or_else(instead)
    }

    /// The sequences of the legs, for a `lower.md3` of `frame_count` frames: the rows of the legs and of both, and
    /// walking backwards.
    ///
    /// Ranges that reach past the end of the model are cut there, and those that lie outside it left out; the evidence
    /// tells how many. Sequences are called as [`ANIMATIONS`] has them: one that is in both lists is for
    /// [both](BodyPart::Both) at the same moment.
    #[must_use]
    pub fn lower(&self, frame_count: u32) -> SequenceList {
        self.split(BodyPart::has_lower, frame_count)
    }

    /// The sequences of the torso, for an `upper.md3` of `frame_count` frames: the rows of the torso and of both. Otherwise as
    /// [`lower`](Self::lower).
    #[must_use]
    pub fn upper(&self, frame_count: u32) -> SequenceList {
        self.split(BodyPart::has_upper, frame_count)
    }

    fn split(&self, has: impl Fn(BodyPart) -> bool, frame_count: u32) -> SequenceList {
        let (mut sequences, mut rows, mut cut) = (Vec::new(), 0, 0);
        for animation in ANIMATIONS.iter().filter(|animation| has(animation.part)) {
            let Some(row) = self.rows.get(animation.row) else { continue };
            let (sequence, is_whole) = row.sequence(animation, self.skip(animation.row), frame_count);
            sequences.extend(sequence);
            rows += 1;
            cut += usize::from(!is_whole);
        }
        SequenceList { sequences, evidence: Evidence::PlayerConfig { rows, cut } }
    }

    /// How many frames too far on a row is numbered: files number the legs' frames as if they continued the torso's.
    fn skip(&self, row: usize) -> i64 {
        match (self.rows.get(TORSO_GESTURE), self.rows.get(LEGS_WALKCR)) {
            (Some(gesture), Some(walk)) if (LEGS_WALKCR..=LEGS_TURN).contains(&row) => {
                i64::from(walk.first) - i64::from(gesture.first)
            }
            _ => 0,
        }
    }
}

impl ConfigRow {
    /// The row as a sequence of a model of `frame_count` frames, `skip` frames further back than it says, and whether
    /// all of it lies in the model.
    fn sequence(&self, animation: &Animation, skip: i64, frame_count: u32) -> (Option<Sequence>, bool) {
        let count = self.count.unsigned_abs().max(1);
        let first = i64::from(self.first) - skip;
        let last = first + i64::from(count - 1);
        let is_whole = first >= 0 && last < i64::from(frame_count);
        let (Ok(first), Ok(last)) = (u32::try_from(first), u32::try_from(last)) else { return (None, false) };
        let looping = u32::try_from(self.looping).unwrap_or(0);
        let fps = if self.fps == 0.0 { 1.0 } else { self.fps };
        let backward = (self.count < 0) != animation.turned;
        let sequence = Sequence { fps, backward, ..Sequence::new(animation.name, first, last) };
        (sequence.repeating_last(looping, count).clipped_to(frame_count), is_whole)
    }
}

/// Reads the row that begins with `first`; `None` if the file ends within it.
fn read_row(first: Word<'_>, words: &mut Words<'_>) -> Result<Option<ConfigRow>, ScriptError> {
    let first = first.number("the first frame")?;
    let Some(count) = words.next() else { return Ok(None) };
    let count = count.number("a number of frames")?;
    let Some(looping) = words.next() else { return Ok(None) };
    let looping = looping.number("the number of looping frames")?;
    let Some(fps) = words.next() else { return Ok(None) };
    let fps = fps.rate()?;
    Ok(Some(ConfigRow { first, count, looping, fps }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LoopMode;
    use alloc::string::ToString;
    use alloc::vec;

    /// 25 rows that follow one another in steps of ten, the legs' numbered 30 too far on.
    fn rows() -> Vec<String> {
        let first = |row: usize| if row < LEGS_WALKCR { row * 10 } else { 90 + (row - LEGS_WALKCR) * 10 };
        (0..LEAST_ROWS)
            .map(|row| alloc::format!("{} 10 10 15 // {}", first(row), ANIMATIONS[row].name))
            .collect()
    }

    fn parse(text: &str) -> AnimationConfig {
        AnimationConfig::parse(text.as_bytes()).expect(text)
    }

    fn find<'a>(split: &'a SequenceList, name: &str) -> &'a Sequence {
        split.sequences.iter().find(|s| s.name == name).expect(name)
    }

    #[test]
    fn rows_belong_to_legs_and_torso_by_their_place() {
        let config = parse(&rows().join("\n"));
        assert_eq!(config.notes, []);
        let (lower, upper) = (config.lower(200), config.upper(200));
        assert_eq!((lower.sequences.len(), upper.sequences.len()), (20, 13));
        assert_eq!(lower.evidence, Evidence::PlayerConfig { rows: 20, cut: 0 });
        assert_eq!(find(&lower, "BOTH_DEATH1"), find(&upper, "BOTH_DEATH1"));
        assert_eq!(find(&upper, "TORSO_GESTURE").first, 60);
        assert_eq!(find(&lower, "LEGS_WALKCR").first, 60, "where the gesture begins");
        assert_eq!(find(&lower, "LEGS_TURN").first, 170);
    }

    #[test]
    fn walking_backwards_is_walking_the_other_way() {
        let mut rows = rows();
        rows[LEGS_WALKCR] = "90 -10 10 15".to_string();
        let lower = parse(&rows.join("\n")).lower(200);
        let back = find(&lower, "LEGS_BACKWALK");
        assert_eq!((back.first, back.last, back.backward, back.frame_at(0)), (70, 79, true, 79));
        assert!(find(&lower, "LEGS_WALKCR").backward);
        assert!(!find(&lower, "LEGS_BACKCR").backward, "twice turned");
    }

    #[test]
    fn looping_frames_are_the_last_ones() {
        let mut rows = rows();
        for (looping, mode, lead) in [
            ("0", LoopMode::Once, 0),
            ("10", LoopMode::Loop, 0),
            ("2", LoopMode::Loop, 8),
            ("99", LoopMode::Loop, 0),
            ("-4", LoopMode::Once, 0),
        ] {
            rows[TORSO_GESTURE] = alloc::format!("60 10 {looping} 0");
            let upper = parse(&rows.join("\n")).upper(200);
            let gesture = find(&upper, "TORSO_GESTURE");
            assert_eq!((gesture.mode, gesture.lead, gesture.fps), (mode, lead, 1.0), "{looping}");
        }
    }

    #[test]
    fn rows_outside_the_model_are_cut_or_left_out() {
        let mut rows = rows();
        rows[1] = "-3 10 0 15".to_string();
        let config = parse(&rows.join("\n"));
        let upper = config.upper(115);
        assert_eq!(upper.evidence, Evidence::PlayerConfig { rows: 13, cut: 3 });
        assert_eq!(upper.sequences.len(), 11);
        assert_eq!(find(&upper, "TORSO_STAND").last, 114);
        assert_eq!(config.upper(0).sequences, []);
    }

    #[test]
    fn settings_before_the_rows_are_skipped() {
        let text = "// config\nsex\tf /* girl */ headoffset 1 -2.5 x FixedLegs footsteps moon wings\nfixedtorso\n0 1 0 5";
        let config = parse(text);
        let unknown = |line, word: &str| ConfigNote::Unknown { line, word: word.into() };
        let notes =
            [unknown(2, "x"), unknown(2, "moon"), unknown(2, "wings"), ConfigNote::TooFewRows { rows: 1 }];
        assert_eq!(config.notes, notes);
    }

    #[test]
    fn what_follows_the_rows_is_not_read() {
        let rows = rows().join("\n");
        for (tail, count) in
            [("", 25), ("\n5 6 0 9", 26), ("\nthe end", 25), ("\n1 2 three", 25), ("\n1 2", 25)]
        {
            assert_eq!(parse(&(rows.clone() + tail)).rows.len(), count, "{tail}");
        }
        assert_eq!(parse(&(rows.clone() + &"\n1 2 0 9".repeat(9))).rows.len(), FILE_ROWS);
        let config = parse(&(rows + "\n200 6 0 9"));
        let [get_flag, patrol] = [&ANIMATIONS[25], &ANIMATIONS[27]];
        assert_eq!(config.row(get_flag).map(|row| row.first), Some(200));
        assert_eq!(find(&config.upper(300), "TORSO_GETFLAG").first, 200, "rows of Team Arena are not moved");
        assert_eq!(config.row(patrol).map(|row| row.first), Some(60), "the gesture serves for it");
        assert_eq!(config.row(&ANIMATIONS[FILE_ROWS]).map(|row| row.first), Some(90));
    }

    #[test]
    fn errors_tell_line_and_column() {
        let error = |text: &str| AnimationConfig::parse(text.as_bytes()).expect_err(text).to_string();
        assert_eq!(error("sex m\n"), "line 2, column 1: no row that tells a range of frames");
        assert_eq!(error("0 5 5 9\n 7 x 5 9"), "line 2, column 4: expected a number of frames, found \"x\"");
        assert_eq!(error("0 5 5 -9"), "line 1, column 7: expected frames a second, 0 or more, found \"-9\"");
        assert_eq!(error("1 2 3"), "line 1, column 6: no row that tells a range of frames");
        let cut = parse("0 5 5 9\n7 5");
        assert_eq!(cut.notes, vec![ConfigNote::CutRow { line: 2 }, ConfigNote::TooFewRows { rows: 1 }]);
    }
}
