//! Frames selected by numbers, names, patterns and sequences.

use std::ops::RangeInclusive;

use md2_anim::find_sequence;

use crate::error::EditError;
use crate::model::Model;

const MAX_LISTED: usize = 24;

impl Model {
    /// Returns the numbers of the frames that a text selects: parts separated by commas, in the order of the parts.
    ///
    /// A part is one of the following. Letter case does not matter.
    ///
    /// - A frame number from 0: `17`.
    /// - The name of a sequence or of a frame: `run`, `run3`.
    /// - A range of numbers or frame names, which includes both ends: `40..45`, `stand1..stand40`, `190..`.
    /// - A pattern of frame names, in which one `*` stands for any text: `death*`.
    pub fn find_frames(&self, text: &str) -> Result<Vec<usize>, EditError> {
        let names = self.frame_texts();
        if names.is_empty() {
            return Err(EditError::unknown("frame", text, self.known(&[])));
        }
        let mut frames = Vec::new();
        for part in text.split(',').map(str::trim) {
            frames.extend(self.find_part(part, &names)?);
        }
        Ok(frames)
    }

    /// Returns the frame names as texts. Bytes that are not printable ASCII are escaped.
    pub(crate) fn frame_texts(&self) -> Vec<String> {
        self.frame_names().iter().map(ToString::to_string).collect()
    }

    fn find_part(&self, part: &str, names: &[String]) -> Result<Vec<usize>, EditError> {
        if let Some((first, last)) = part.split_once("..") {
            let end = |text: &str, default: usize| match text {
                "" => Ok(default),
                text => self.find_frame(text, names),
            };
            let (first, last) = (end(first, 0)?, end(last, names.len().saturating_sub(1))?);
            return match first <= last && last < names.len() {
                true => Ok((first..=last).collect()),
                false => Err(EditError::invalid(format!(
                    "{part}: frame {first} is after frame {last}; swap the ends"
                ))),
            };
        }
        if part.parse::<usize>().is_ok() {
            return self.find_frame(part, names).map(|frame| vec![frame]);
        }
        let matching = |test: &dyn Fn(&str) -> bool| -> Vec<usize> {
            (0..).zip(names).filter(|(_, name)| test(name)).map(|(frame, _)| frame).collect()
        };
        let sequences = self.sequences();
        let exact = sequences.iter().find(|sequence| sequence.name.eq_ignore_ascii_case(part));
        let found = match exact {
            Some(sequence) => self.frames_within(sequence.frames()),
            None if part.contains('*') => matching(&|name| match_pattern(part, name).is_some()),
            None => matching(&|name| name.eq_ignore_ascii_case(part)),
        };
        if !found.is_empty() {
            return Ok(found);
        }
        let similar = find_sequence(&sequences, part).map(|sequence| self.frames_within(sequence.frames()));
        similar.filter(|_| !part.is_empty()).ok_or_else(|| {
            let known: Vec<&str> = sequences.iter().map(|sequence| sequence.name.as_str()).collect();
            EditError::unknown("frame or sequence", part, self.known(&known))
        })
    }

    fn find_frame(&self, text: &str, names: &[String]) -> Result<usize, EditError> {
        let found = match text.parse::<usize>() {
            Ok(number) => Some(number).filter(|&number| number < names.len()),
            Err(_) => names.iter().position(|name| name.eq_ignore_ascii_case(text)),
        };
        found.ok_or_else(|| EditError::unknown("frame", text, self.known(&[])))
    }

    fn known(&self, sequences: &[&str]) -> String {
        let frames = match self.frame_count() {
            0 => String::from("no frames"),
            1 => String::from("frame 0"),
            count => format!("frames 0 to {}", count - 1),
        };
        match sequences {
            [] => frames,
            names if names.len() > MAX_LISTED => format!("{frames}, and {} sequences", names.len()),
            names => format!("{frames}, and the sequences {}", names.join(", ")),
        }
    }

    fn frames_within(&self, range: RangeInclusive<usize>) -> Vec<usize> {
        range.take_while(|&frame| frame < self.frame_count()).collect()
    }
}

/// Matches a name with a pattern, ignoring case. Returns the text that `*` stands for; `None` if the name does not match.
pub(crate) fn match_pattern<'a>(pattern: &str, name: &'a str) -> Option<&'a str> {
    let (start, end) = pattern.split_once('*')?;
    let head = name.get(..start.len())?;
    let split = name.len().checked_sub(end.len()).filter(|&split| split >= start.len())?;
    let tail = name.get(split..)?;
    (head.eq_ignore_ascii_case(start) && tail.eq_ignore_ascii_case(end)).then(|| &name[start.len()..split])
}
