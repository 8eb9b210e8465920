//! `animation.cfg`, the list of animations of a Quake III player.

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::ops::Range;

use super::animations::{ANIMATIONS, Animation, BodyPart, MAX_ROWS, MIN_ROWS};
use super::settings::skip_settings;
use crate::ranges::evidence::{Evidence, EvidenceKind, SequenceList, counted, cut_note};
use crate::ranges::script::{ROW_TITLES, format_row};
use crate::ranges::script_error::ScriptError;
use crate::ranges::tokens::{Token, Tokens};
use crate::sequence::{LoopMode, Sequence};

/// Index of the first row for the torso alone. In files, the frame numbers in the leg rows `LEGS_WALKCR..=LEGS_TURN`
/// are too high by the difference between the first frames of `LEGS_WALKCR` and `TORSO_GESTURE`.
pub(super) const TORSO_GESTURE: usize = 6;
pub(super) const LEGS_WALKCR: usize = 13;
const LEGS_TURN: usize = 24;

/// The `animation.cfg` of a player, which lists the frame ranges of `lower.md3` and `upper.md3`.
///
/// The index of a row determines its meaning: see [`ANIMATIONS`]. A `.cfg` of a single model, in which comments name the rows, is a
/// [`Script`](crate::Script) instead. Many files can be read in both ways. A player's file is always named `animation.cfg`, in the same
/// folder as `lower.md3`, `upper.md3` and `head.md3`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct AnimationConfig {
    /// The rows in order, at most [`MAX_ROWS`]. The game rejects a player with fewer than 25 rows; this reader does not.
    pub rows: Vec<ConfigRow>,
    /// Problems in the file that do not prevent its use, as texts for users.
    pub notes: Vec<String>,
}

/// A row of an `animation.cfg`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ConfigRow {
    /// First frame. In files, the frame numbers of the legs continue after the frame numbers of the torso.
    pub first: i32,
    /// Number of frames. If it is negative, the frames are played backward; 0 counts as 1.
    pub count: i32,
    /// Number of frames at the end that repeat. If it is 0 or less, the animation holds its last frame.
    pub looping: i32,
    /// Frames per second; 0 counts as 1.
    pub fps: f32,
}

impl AnimationConfig {
    /// Reads an `animation.cfg`. The settings before the rows have no effect on sequences.
    /// Comments may contain bytes that are not UTF-8.
    ///
    /// # Errors
    /// Fails if there is no row, or if a word in the first 25 rows is not a number. After these rows, the first word that is
    /// not a number ends the list.
    pub fn parse(text: &[u8]) -> Result<Self, ScriptError> {
        let text = String::from_utf8_lossy(text);
        let text = text.trim_start_matches('\u{feff}');
        let mut words = Tokens::new(text);
        let mut config = Self::default();
        let mut next = skip_settings(&mut words, &mut config.notes);
        let mut short_row = None;
        while let Some(word) = next.filter(|_| config.rows.len() < MAX_ROWS) {
            match read_row(word, &mut words) {
                Ok(Some(row)) => {
                    if words.place().0 != word.line {
                        short_row.get_or_insert(word.line);
                    }
                    config.rows.push(row);
                }
                Ok(None) => {
                    config.notes.push(format!("line {}: row cut off by the end of the file", word.line));
                }
                Err(error) if config.rows.len() < MIN_ROWS => return Err(error),
                Err(_) => break,
            }
            next = words.next();
        }
        // All rows after a short one are wrong.
        config.notes.extend(short_row.map(|line| format!("line {line}: row with fewer than four numbers")));
        if config.rows.is_empty() {
            return Err(ScriptError::no_rows(words.place()));
        }
        if config.rows.len() < MIN_ROWS {
            let rows = config.rows.len();
            config.notes.push(format!("{rows} rows, the game needs at least {MIN_ROWS}"));
        }
        Ok(config)
    }

    /// Creates the file for the sequences of one part of a player, `lower.md3` or `upper.md3`. The rows of the other part have a single
    /// frame. `None` if the sequences are not exactly those of such a part.
    pub fn from_sequences(sequences: &[Sequence]) -> Option<Self> {
        let mut found = [None; MAX_ROWS];
        for sequence in sequences {
            let animation = Animation::find(&sequence.name)?;
            // The rows for walking forward contain walking backward.
            if !animation.is_reversed
                && found[animation.row].replace(ConfigRow::from_sequence(sequence)?).is_some()
            {
                return None;
            }
        }
        let is_complete = |mut rows: Range<usize>| rows.all(|row| found[row].is_some());
        let is_empty = |mut rows: Range<usize>| rows.all(|row| found[row].is_none());
        let is_lower = is_complete(LEGS_WALKCR..MIN_ROWS) && is_empty(TORSO_GESTURE..LEGS_WALKCR);
        let is_upper = is_complete(TORSO_GESTURE..LEGS_WALKCR) && is_empty(LEGS_WALKCR..MIN_ROWS);
        if !is_complete(0..TORSO_GESTURE) || !(is_lower || is_upper) {
            return None;
        }
        // With the same first frame, the frame numbers of the legs do not follow those of the torso.
        let first = found[TORSO_GESTURE].or(found[LEGS_WALKCR])?.first;
        let other = ConfigRow { first, count: 1, looping: 0, fps: 1.0 };
        let count = found.iter().rposition(Option::is_some)?.max(LEGS_TURN) + 1;
        Some(Self {
            rows: found.iter().take(count).map(|row| row.unwrap_or(other)).collect(),
            ..Self::default()
        })
    }

    /// Changes the number of frames and the rate of an animation, and moves the other rows of the same models, so that the rows fit models
    /// in which the frames of the animation were interpolated.
    ///
    /// `None` if there is no row with this name, or if no rows fit: the frames of the legs begin at a fixed distance from those of the torso,
    /// and the frames of deaths have the same numbers in both.
    pub fn resize(&mut self, name: &str, count: u32, fps: f32) -> Option<()> {
        let animation = Animation::find(name)?;
        let row = *self.rows.get(animation.row)?;
        let (first, old, new) = (i64::from(row.first), i64::from(row.frame_count()), i64::from(count));
        let moved = |frame: i64| match frame - first {
            ..=0 => frame,
            within if within < old => first + within * (new - 1) / (old - 1),
            _ => frame + new - old,
        };
        let mut rows = self.rows.clone();
        for (other, known) in rows.iter_mut().zip(&ANIMATIONS) {
            let (start, frames) = (i64::from(other.first), i64::from(other.frame_count()));
            let last = start + frames - 1;
            let (new_first, new_frames) = (moved(start), moved(last) - moved(start) + 1);
            if animation.part != BodyPart::Both && known.part != animation.part {
                // These frames did not move.
                if known.part == BodyPart::Both && (new_first, new_frames) != (start, frames) {
                    return None;
                }
                continue;
            }
            let is_inside = start >= first && last < first + old;
            let is_offset = [TORSO_GESTURE, LEGS_WALKCR].contains(&known.row);
            if is_offset && animation.part != BodyPart::Both && new_first != start {
                return None;
            }
            other.first = i32::try_from(new_first).ok()?;
            other.count = i32::try_from(new_frames).ok()? * if other.count < 0 { -1 } else { 1 };
            if is_inside {
                let looping = i64::from(other.looping) * new_frames / frames;
                other.looping = i32::try_from(looping).ok()?;
                other.fps = if row.fps > 0.0 { other.fps * fps / row.fps } else { fps };
            }
        }
        self.rows = rows;
        Some(())
    }

    /// Returns the text of the file, with the name of each animation as a comment.
    ///
    /// [`parse`](Self::parse) reads the same rows, if there are 1 to [`MAX_ROWS`] rows, the first of them does not begin at a
    /// negative frame, and all rates are finite and not negative.
    pub fn to_text(&self) -> String {
        let mut text = String::from(ROW_TITLES);
        for (row, animation) in self.rows.iter().zip(&ANIMATIONS) {
            let ConfigRow { first, count, looping, fps } = row;
            text.push_str(&format_row([first, count, looping], *fps, animation.name));
        }
        text
    }

    /// Returns `file`, from which the rows were read, with all changed numbers replaced. All other bytes are unchanged.
    pub fn replace_rows(&self, file: &[u8]) -> Vec<u8> {
        let (mark, rest) = file.split_at(if file.starts_with("\u{feff}".as_bytes()) { 3 } else { 0 });
        // Comments may have any encoding. As Latin-1, all bytes become characters and come back.
        let text: String = rest.iter().copied().map(char::from).collect();
        let mut words = Tokens::new(&text);
        let mut next = skip_settings(&mut words, &mut Vec::new());
        let (mut result, mut end) = (String::new(), 0);
        for ConfigRow { first, count, looping, fps } in &self.rows {
            let numbers = [first.to_string(), count.to_string(), looping.to_string(), fps.to_string()];
            for number in numbers {
                let Some(word) = next else { break };
                if word.text.parse::<f64>() != number.parse() {
                    let start = word.text.as_ptr().addr() - text.as_ptr().addr();
                    result.extend([&text[end..start], &number]);
                    end = start + word.text.len();
                }
                next = words.next();
            }
        }
        result.push_str(&text[end..]);
        mark.iter().copied().chain(result.chars().filter_map(|c| u8::try_from(c).ok())).collect()
    }

    /// Returns the sequences of a `lower.md3` with `frame_count` frames: the rows for the legs and for both parts, and walking backward.
    ///
    /// Ranges that end after the last frame are cut. Ranges that begin after it are omitted. The evidence states the number of cut and
    /// omitted ranges. The sequences have the names in [`ANIMATIONS`]. Animations for [both](BodyPart::Both) parts must be played on both
    /// models at the same time.
    pub fn lower(&self, frame_count: u32) -> SequenceList {
        self.sequences(BodyPart::Legs, frame_count)
    }

    /// Returns the sequences of an `upper.md3` with `frame_count` frames: the rows for the torso and for both parts. Ranges are cut as in
    /// [`lower`](Self::lower).
    pub fn upper(&self, frame_count: u32) -> SequenceList {
        self.sequences(BodyPart::Torso, frame_count)
    }

    fn sequences(&self, part: BodyPart, frame_count: u32) -> SequenceList {
        let (mut sequences, mut rows, mut cut) = (Vec::new(), 0, 0);
        for animation in ANIMATIONS.iter().filter(|row| row.part == part || row.part == BodyPart::Both) {
            let Some(row) = self.rows.get(animation.row) else { continue };
            let (sequence, is_whole) = row.sequence(animation, self.frame_offset(animation.row), frame_count);
            sequences.extend(sequence);
            rows += 1;
            cut += usize::from(!is_whole);
        }
        let text = format!("animation.cfg: {}{}", counted(rows, "animation"), cut_note(cut));
        SequenceList { sequences, evidence: Evidence::new(EvidenceKind::PlayerConfig, text) }
    }

    /// Returns the number to subtract from the first frame of a row. It is not 0 for the legs, whose frame numbers
    /// continue after those of the torso.
    fn frame_offset(&self, row: usize) -> i64 {
        match (self.rows.get(TORSO_GESTURE), self.rows.get(LEGS_WALKCR)) {
            (Some(gesture), Some(walk)) if (LEGS_WALKCR..=LEGS_TURN).contains(&row) => {
                i64::from(walk.first) - i64::from(gesture.first)
            }
            _ => 0,
        }
    }
}

impl ConfigRow {
    fn from_sequence(sequence: &Sequence) -> Option<Self> {
        let count = i32::try_from(sequence.frame_count()).ok()?;
        let looping = match sequence.mode {
            LoopMode::Once => 0,
            LoopMode::Loop => count - i32::try_from(sequence.lead).ok()?,
            LoopMode::PingPong => return None,
        };
        let is_even = sequence.times.is_none() && sequence.fps.is_finite() && sequence.fps >= 0.0;
        is_even.then_some(Self {
            first: i32::try_from(sequence.first).ok()?,
            count: if sequence.backward { -count } else { count },
            looping,
            fps: sequence.fps,
        })
    }

    fn frame_count(&self) -> u32 {
        self.count.unsigned_abs().max(1)
    }

    /// Converts the row to a sequence of a model with `frame_count` frames. Subtracts `offset` from the frame numbers. Also returns whether
    /// the model contains the whole row.
    fn sequence(&self, animation: &Animation, offset: i64, frame_count: u32) -> (Option<Sequence>, bool) {
        let count = self.frame_count();
        let first = i64::from(self.first) - offset;
        let last = first + i64::from(count - 1);
        let is_whole = first >= 0 && last < i64::from(frame_count);
        let (Ok(first), Ok(last)) = (u32::try_from(first), u32::try_from(last)) else { return (None, false) };
        let looping = u32::try_from(self.looping).unwrap_or(0);
        let fps = if self.fps == 0.0 { 1.0 } else { self.fps };
        let backward = (self.count < 0) != animation.is_reversed;
        let sequence = Sequence { fps, backward, ..Sequence::new(animation.name, first, last) };
        (sequence.repeating_last(looping, count).clipped_to(frame_count), is_whole)
    }
}

fn read_row(first: Token<'_>, words: &mut Tokens<'_>) -> Result<Option<ConfigRow>, ScriptError> {
    let first = first.number("the first frame")?;
    let Some(count) = words.next() else { return Ok(None) };
    let count = count.number("a frame count")?;
    let Some(looping) = words.next() else { return Ok(None) };
    let looping = looping.number("the number of looping frames")?;
    let Some(fps) = words.next() else { return Ok(None) };
    let fps = fps.rate()?;
    Ok(Some(ConfigRow { first, count, looping, fps }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    fn rows() -> Vec<String> {
        let first = |row: usize| if row < LEGS_WALKCR { row * 10 } else { 90 + (row - LEGS_WALKCR) * 10 };
        (0..MIN_ROWS)
            .map(|row| alloc::format!("{} 10 10 15 // {}", first(row), ANIMATIONS[row].name))
            .collect()
    }

    fn parse(text: &str) -> AnimationConfig {
        AnimationConfig::parse(text.as_bytes()).expect(text)
    }

    fn find<'a>(list: &'a SequenceList, name: &str) -> &'a Sequence {
        list.sequences.iter().find(|s| s.name == name).expect(name)
    }

    #[test]
    fn assigns_rows_to_legs_and_torso_by_their_index() {
        let config = parse(&rows().join("\n"));
        assert_eq!(config.notes, [""; 0]);
        let (lower, upper) = (config.lower(200), config.upper(200));
        assert_eq!((lower.sequences.len(), upper.sequences.len()), (20, 13));
        assert_eq!(lower.evidence.to_string(), "animation.cfg: 20 animations");
        assert_eq!(find(&lower, "BOTH_DEATH1"), find(&upper, "BOTH_DEATH1"));
        assert_eq!(find(&upper, "TORSO_GESTURE").first, 60);
        assert_eq!(find(&lower, "LEGS_WALKCR").first, 60, "the frame at which the gesture begins");
        assert_eq!(find(&lower, "LEGS_TURN").first, 170);
    }

    #[test]
    fn plays_walking_backward_in_reverse() {
        let mut rows = rows();
        rows[LEGS_WALKCR] = "90 -10 10 15".to_string();
        let lower = parse(&rows.join("\n")).lower(200);
        let back = find(&lower, "LEGS_BACKWALK");
        assert_eq!((back.first, back.last, back.backward, back.frame_at(0)), (70, 79, true, 79));
        assert!(find(&lower, "LEGS_WALKCR").backward);
        assert!(!find(&lower, "LEGS_BACKCR").backward, "reversed twice");
    }

    #[test]
    fn repeats_the_last_frames() {
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
    fn cuts_or_omits_rows_outside_the_model() {
        let mut rows = rows();
        rows[1] = "-3 10 0 15".to_string();
        let config = parse(&rows.join("\n"));
        let upper = config.upper(115);
        assert_eq!(upper.evidence.to_string(), "animation.cfg: 13 animations, 3 past the last frame");
        assert_eq!(upper.sequences.len(), 11);
        assert_eq!(find(&upper, "TORSO_STAND").last, 114);
        assert_eq!(config.upper(0).sequences, []);
    }

    #[test]
    fn skips_settings_before_the_rows() {
        let head =
            "// config\nsex\tf /* girl */ headoffset 1 -2.5 x FixedLegs footsteps moon wings\nfixedtorso\n";
        let notes = ["x", "moon", "wings"].map(|word| format!("line 2: unknown setting or value \"{word}\""));
        assert_eq!(parse(&(head.to_string() + &rows().join("\n"))).notes, notes);
        assert_eq!(parse("footsteps MECH 0 1 0 5").notes, ["1 rows, the game needs at least 25"]);
    }

    #[test]
    fn written_files_have_the_same_rows() {
        let mut rows = rows();
        rows[3] = "-7 -10 -1 0.1".to_string();
        rows.extend(["1 2 3 16777217".to_string(), "4 5 6 7".to_string()]);
        let text = parse(&rows.join("\n")).to_text();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            (lines[0], lines[4], lines.len()),
            ("// first count loop fps", "-7 -10 -1 0.1 // BOTH_DEAD2", 28)
        );
        assert_eq!(lines[26], "1 2 3 16777216 // TORSO_GETFLAG");
    }

    #[test]
    fn written_legs_are_the_legs() {
        let legs =
            ANIMATIONS.iter().filter(|row| row.row < 25 && row.part != BodyPart::Torso && !row.is_reversed);
        let legs: Vec<_> =
            (0..).zip(legs).map(|(i, row)| Sequence::new(row.name, 10 * i, 10 * i + 9)).collect();
        let config = AnimationConfig::from_sequences(&legs).expect("all legs");
        assert_eq!(parse(&config.to_text()).lower(1000).sequences[..legs.len()], legs);
        assert_eq!(AnimationConfig::from_sequences(&legs[1..]), None, "a row is missing");
    }

    #[test]
    fn resized_rows_move_the_rows_after_them() {
        let mut rows = rows();
        rows[1] = "9 1 0 15".to_string();
        rows[2] = "10 10 10 0".to_string();
        let text = rows.join("\n").replace("15 // TORSO_DROP", "15.0 //\tMUST stay");
        // A byte order mark, and a comment in Latin-1.
        let file = [b"\xef\xbb\xbfsex f // fr\xe4ulein\n", text.as_bytes()].concat();
        let mut config = AnimationConfig::parse(&file).expect("rows");
        assert_eq!(config.replace_rows(&file), file);
        // Frames 0 to 9 become 0 to 18, and the dead frame is the last of them.
        config.resize("both_death1", 19, 30.0).expect("the row exists");
        config.resize("LEGS_RUN", 5, 7.5).expect("legs");
        let bytes = config.replace_rows(&file);
        let rest =
            bytes.strip_prefix(b"\xef\xbb\xbfsex f // fr\xe4ulein\n").expect("the first line is unchanged");
        let text = String::from_utf8_lossy(rest);
        assert!(text.starts_with("0 19 19 30 // BOTH_DEATH1\n18 1 0 30\n19 10 10 0\n"), "{text}");
        assert!(text.contains(" 15.0 //\tMUST stay\n"), "{text}");
        let config = parse(&text);
        let (lower, upper) = (config.lower(300), config.upper(300));
        let at = |list, name| (find(list, name).first, find(list, name).last, find(list, name).fps);
        assert_eq!(
            (at(&lower, "LEGS_WALKCR"), at(&upper, "TORSO_GESTURE")),
            ((69, 78, 15.0), (69, 78, 15.0))
        );
        assert_eq!((at(&lower, "LEGS_RUN"), at(&lower, "LEGS_BACK")), ((89, 93, 7.5), (94, 103, 15.0)));
        assert_eq!(at(&upper, "TORSO_STAND2").0, 129, "the torso has its frames");
        assert_eq!(parse("0 10 0 5 9 9 9 9").resize("LEGS_RUN", 5, 5.0), None);
    }

    #[test]
    fn ignores_text_after_the_rows() {
        let rows = rows().join("\n");
        for (tail, count) in
            [("", 25), ("\n5 6 0 9", 26), ("\nthe end", 25), ("\n1 2 three", 25), ("\n1 2", 25)]
        {
            assert_eq!(parse(&(rows.clone() + tail)).rows.len(), count, "{tail}");
        }
        assert_eq!(parse(&(rows.clone() + &"\n1 2 0 9".repeat(9))).rows.len(), MAX_ROWS);
        let config = parse(&(rows + "\n200 6 0 9"));
        assert_eq!(find(&config.upper(300), "TORSO_GETFLAG").first, 200, "rows of Team Arena are not moved");
    }

    #[test]
    fn reports_line_and_column_of_errors() {
        let error = |text: &str| AnimationConfig::parse(text.as_bytes()).expect_err(text).to_string();
        assert_eq!(error("sex m\n"), "line 2, column 1: no frame ranges found");
        assert_eq!(error("0 5 5 9\n 7 x 5 9"), "line 2, column 4: expected a frame count, found \"x\"");
        assert_eq!(
            error("0 5 5 -9"),
            "line 1, column 7: expected frames per second, 0 or more, found \"-9\""
        );
        assert_eq!(error("1 2 3"), "line 1, column 6: no frame ranges found");
        assert_eq!(parse("0 5 5\n7 5 5 9\n1 2 3 4\n9").notes[0], "line 1: row with fewer than four numbers");
        let cut = parse("0 5 5 9\n7 5");
        assert_eq!(
            cut.notes,
            ["line 2: row cut off by the end of the file", "1 rows, the game needs at least 25"]
        );
    }
}
