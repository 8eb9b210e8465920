//! Speeds of models over the ground, by sequence.
//!
//! MD2 stores no speed, because the engine moves the model. A text file next to the model may list the
//! speeds, one row per sequence; `#` starts a comment:
//!
//! ```text
//! # sequence  units per second at ten frames a second
//! walk        62.5
//! ```

use md2_anim::{GAME_FPS, Sequence};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct GroundSpeeds {
    rows: Vec<(String, f32)>,
}

impl GroundSpeeds {
    pub fn parse(text: &str) -> Result<Self, GroundSpeedError> {
        let mut rows = Vec::new();
        for (line, content) in (1..).zip(text.lines()) {
            rows.extend(row(content).map_err(|reason| GroundSpeedError { line, reason })?);
        }
        Ok(Self { rows })
    }

    pub fn speed(&self, sequence: &Sequence, model_height: f32) -> f32 {
        match self.rows.iter().find(|(name, _)| name.eq_ignore_ascii_case(&sequence.name)) {
            // A stride covers the same distance at any frame rate.
            Some(&(_, speed)) => speed * sequence.fps / GAME_FPS,
            None => guess(&sequence.name, model_height),
        }
    }
}

fn row(content: &str) -> Result<Option<(String, f32)>, String> {
    let content = content.split('#').next().unwrap_or_default();
    let mut words = content.split_whitespace();
    let Some(name) = words.next() else { return Ok(None) };
    let word = words.next().ok_or_else(|| format!("no speed after {name:?}"))?;
    let speed: f32 = word.parse().map_err(|_| format!("{word:?} is not a number"))?;
    if !speed.is_finite() {
        return Err(String::from("the speed must be finite"));
    }
    match words.next() {
        Some(extra) => Err(format!("unexpected {extra:?}")),
        None => Ok(Some((name.to_owned(), speed))),
    }
}

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct GroundSpeedError {
    pub line: usize,
    pub reason: String,
}

/// Guesses the speed from a sequence's name and a model's height, in units per second. It is negative for backward movement.
///
/// Measured on people: a brisk walk is 1.4 m/s and a run 4 m/s at a height of 1.75 m. Running backwards is slower.
fn guess(sequence: &str, model_height: f32) -> f32 {
    let name = sequence.to_lowercase();
    // The prefix is the part of the body: `LEGS_RUN`.
    let word = name.rsplit('_').next().unwrap_or(&name);
    let crouched = word.starts_with("cr") || word.ends_with("cr");
    let heights = match word.strip_prefix("back") {
        Some("") => -1.5,
        Some("cr") => -0.5,
        Some("walk") => -0.8,
        _ if word.contains("walk") && crouched => 0.5,
        _ if word.contains("walk") => 0.8,
        _ if word.starts_with("run") => 2.3,
        _ => 0.0,
    };
    heights * model_height
}

#[cfg(test)]
mod tests {
    use super::*;

    fn speed(speeds: &GroundSpeeds, name: &str) -> f32 {
        speeds.speed(&Sequence::new(name, 0, 5), 54.0)
    }

    #[test]
    fn reads_rows_comments_and_blank_lines() {
        let speeds = GroundSpeeds::parse("# made by a tool\n\nwalk 62.5 # steady\n  run\t140\n").unwrap();
        assert_eq!(speed(&speeds, "walk"), 62.5);
        assert_eq!(speed(&speeds, "RUN"), 140.0);
        assert_eq!(speed(&speeds, "stand"), 0.0);
    }

    #[test]
    fn a_stride_covers_the_same_ground_at_any_rate() {
        let speeds = GroundSpeeds::parse("walk 60").unwrap();
        let slow = Sequence { fps: 5.0, ..Sequence::new("walk", 0, 5) };
        assert_eq!(speeds.speed(&slow, 54.0), 30.0);
    }

    #[test]
    fn errors_name_the_line() {
        let check = |text: &str, expected: &str| {
            let error = GroundSpeeds::parse(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        };
        check("walk 1\nrun\n", "line 2: no speed");
        check("walk fast\n", "line 1: \"fast\"");
        check("walk 1 2\n", "line 1: unexpected \"2\"");
        check("walk inf\n", "line 1: the speed must be finite");
    }

    #[test]
    fn guesses_speeds_from_names() {
        let none = GroundSpeeds::default();
        assert_eq!(speed(&none, "stand"), 0.0);
        assert_eq!(speed(&none, "death1"), 0.0);
        let (crouched, walk, run) = (speed(&none, "crwalk"), speed(&none, "walk"), speed(&none, "run"));
        assert!(0.0 < crouched && crouched < walk && walk < run);
        for (part, whole) in [("LEGS_WALKCR", crouched), ("LEGS_WALK", walk), ("LEGS_RUN", run)] {
            assert_eq!(speed(&none, part), whole, "{part}");
        }
        assert_eq!(speed(&none, "LEGS_BACKWALK"), -walk);
        assert!(speed(&none, "LEGS_BACK") < speed(&none, "LEGS_BACKCR"), "{}", speed(&none, "LEGS_BACK"));
        assert_eq!(speed(&none, "backflip"), 0.0);
    }
}
