//! Frames: renaming, selecting, ordering, copying, resampling, and splitting into sequences.

use md2_anim::{LoopMode, MAX_FPS, Sequence, name_frames};
use md2_common::Pose;

use crate::error::{EditError, check_same};
use crate::model::{FrameName, Model};
use crate::selection::match_pattern;

/// The maximum number of frames that an operation creates. No engine accepts more than 2,048.
const MAX_FRAMES: usize = 1 << 16;

impl Model {
    /// Renames frames. Returns the number of frames with a new name.
    ///
    /// If `old` contains a `*`, every matching frame is renamed, and the `*` in `new` stands for the same text: `run*` to `walk*` renames `run3`
    /// to `walk3`. If `old` is the number or the name of a single frame, the new name of this frame is `new`. Otherwise, `old` selects
    /// several frames, such as a sequence, and their new names are `new` with numbers from 1.
    ///
    /// # Errors
    /// If no frame is called `old`, or if a new name with its number has more than 16 bytes.
    pub fn rename_frames(&mut self, old: &str, new: &str) -> Result<usize, EditError> {
        let frames = self.find_frames(old)?;
        let texts = self.frame_texts();
        let is_name = |&frame: &usize| texts[frame].eq_ignore_ascii_case(old) || old.parse() == Ok(frame);
        let names: Vec<FrameName> = if old.contains('*') && !old.contains(',') {
            let renamed = |&frame: &usize| {
                let text = match_pattern(old, &texts[frame]).unwrap_or_default();
                field(&new.replacen('*', text, 1))
            };
            frames.iter().map(renamed).collect::<Result<_, _>>()?
        } else if new.contains('*') {
            return Err(EditError::invalid(format!("{new:?}: the old name must contain a `*`, too")));
        } else if frames.iter().all(is_name) {
            frames.iter().map(|_| field(new)).collect::<Result<_, _>>()?
        } else {
            let named = name_frames(&[(new, 0..frames.len())]);
            let longest = named.sequences[0].len();
            if longest < new.len() {
                return Err(EditError::invalid(format!(
                    "frame name {new:?} with numbers: {} bytes, expected at most {longest}",
                    new.len()
                )));
            }
            named.frames
        };
        let mut changed = 0;
        for (&frame, name) in frames.iter().zip(names) {
            if self.edited().frame_name(frame).as_bytes() != name.as_bytes() {
                self.edited_mut().set_frame_name(frame, name);
                changed += 1;
            }
        }
        Ok(changed)
    }

    /// Removes all frames except `frames`. The remaining frames keep their order in the model.
    pub fn keep_frames(&mut self, frames: &[usize]) -> Result<(), EditError> {
        self.retain_frames(|frame| frames.contains(&frame))
    }

    /// Removes these frames.
    pub fn delete_frames(&mut self, frames: &[usize]) -> Result<(), EditError> {
        self.retain_frames(|frame| !frames.contains(&frame))
    }

    fn retain_frames(&mut self, is_kept: impl Fn(usize) -> bool) -> Result<(), EditError> {
        let kept: Vec<usize> = (0..self.frame_count()).filter(|&frame| is_kept(frame)).collect();
        if kept.is_empty() {
            return Err(EditError::invalid("the model would have no frames; keep at least one"));
        }
        if kept.len() < self.frame_count() {
            self.edited_mut().select_frames(&kept);
        }
        Ok(())
    }

    /// Moves these frames to the start, in this order. The other frames follow in their old order.
    pub fn order_frames(&mut self, frames: &[usize]) -> Result<(), EditError> {
        let mut is_listed = vec![false; self.frame_count()];
        for &frame in frames {
            if std::mem::replace(&mut is_listed[frame], true) {
                let error = EditError::invalid(format!("frame {frame} is listed twice"));
                return Err(error.or("duplicate the frame to show it several times"));
            }
        }
        let rest = (0..self.frame_count()).filter(|&frame| !is_listed[frame]);
        let order: Vec<usize> = frames.iter().copied().chain(rest).collect();
        self.edited_mut().select_frames(&order);
        Ok(())
    }

    /// Copies frames. The copies follow the last of these frames. If `name` is given, the names of the copies are `name` with numbers
    /// from 1.
    ///
    /// # Errors
    /// If the model would have more than 65,536 frames.
    pub fn duplicate_frames(&mut self, frames: &[usize], name: Option<&str>) -> Result<(), EditError> {
        let Some(last) = frames.iter().max() else { return Ok(()) };
        check_count(self.frame_count() + frames.len())?;
        let mut order: Vec<usize> = (0..self.frame_count()).collect();
        order.splice(last + 1..last + 1, frames.iter().copied());
        self.edited_mut().select_frames(&order);
        for (copy, name) in
            (last + 1..).zip(name.map(|name| numbered(name, frames.len())).unwrap_or_default())
        {
            self.edited_mut().set_frame_name(copy, name);
        }
        Ok(())
    }

    /// Reverses the order of these frames. The frame names stay in their order, so a sequence keeps its name and plays backward.
    pub fn reverse_frames(&mut self, frames: &[usize]) {
        let names = self.frame_names();
        let mut order: Vec<usize> = (0..self.frame_count()).collect();
        for (&frame, &source) in frames.iter().zip(frames.iter().rev()) {
            order[frame] = source;
        }
        self.edited_mut().select_frames(&order);
        self.restore_names(&names);
    }

    /// Changes the rate of a sequence, or of all sequences if `sequence` is `None`. A range of frames (`0..5`) is played once.
    ///
    /// The new frames are interpolated, so that the sequence has the same duration at `fps` frames per second. The old rate is ten frames
    /// per second, unless the file stores other times. The names of the new frames are the name of the sequence with numbers from 1.
    /// Frames outside sequences stay.
    ///
    /// # Errors
    /// If no sequence has this name and it selects no range of frames, the rate is not above 0, or the result has more than 65,536 frames.
    pub fn resample(&mut self, sequence: Option<&str>, fps: f32) -> Result<(), EditError> {
        let mut sequences = self.sequences();
        if let Some(name) = sequence {
            let known = || sequences.iter().map(|s| s.name.as_str()).collect::<Vec<_>>().join(", ");
            let found = md2_anim::find_sequence(&sequences, name).cloned().or_else(|| self.frame_range(name));
            let unknown = || EditError::unknown("sequence", name, known());
            sequences = vec![found.ok_or_else(unknown)?];
        }
        self.resample_sequences(sequences, fps)
    }

    /// Changes the rate of sequences that the file does not name, such as those of a script: see [`resample`](Self::resample).
    ///
    /// # Errors
    /// If the rate is not above 0, or the result has more than 65,536 frames.
    pub fn resample_sequences(&mut self, mut sequences: Vec<Sequence>, fps: f32) -> Result<(), EditError> {
        if !(fps > 0.0 && fps <= MAX_FPS) {
            return Err(EditError::invalid(format!(
                "{fps} frames per second, expected more than 0 and at most {MAX_FPS}"
            )));
        }
        sequences.sort_by_key(|sequence| sequence.first);
        let (mut poses, mut names) = (Vec::new(), Vec::new());
        let all = self.frame_names();
        let mut next = 0;
        for sequence in &sequences {
            let (first, last) = sequence.frames().into_inner();
            // Frames of several sequences are resampled once. A single frame, such as a group of an MDL, stays.
            if first < next || last >= all.len() || first == last {
                continue;
            }
            poses.extend((next..first).map(still));
            names.extend_from_slice(&all[next..first]);
            let sampled = sample(sequence, fps);
            names.extend(numbered(&sequence.name, sampled.len()));
            poses.extend(sampled);
            check_count(poses.len() + all.len())?;
            next = last + 1;
        }
        poses.extend((next..all.len()).map(still));
        names.extend_from_slice(&all[next..]);
        self.edited_mut().blend_frames(&poses)?;
        self.restore_names(&names);
        Ok(())
    }

    /// Returns consecutive frames as a sequence that is played once, with the name of its first frame without the number.
    fn frame_range(&self, frames: &str) -> Option<Sequence> {
        let frames = self.find_frames(frames).ok()?;
        let (&first, &last) = (frames.first()?, frames.last()?);
        let name = self.frame_texts().get(first)?.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
        let name = if name.is_empty() { String::from("frame") } else { name };
        let sequence = Sequence::new(name, u32::try_from(first).ok()?, u32::try_from(last).ok()?);
        let is_range = frames.iter().copied().eq(first..=last);
        is_range.then_some(Sequence { mode: LoopMode::Once, ..sequence })
    }

    /// Inserts the frames of another model before frame `at`. If `at` is [`frame_count`](Self::frame_count), appends them.
    ///
    /// # Errors
    /// If the models have different formats or different triangles, or `at` is past the end.
    pub fn insert_frames(&mut self, at: usize, other: &Self) -> Result<(), EditError> {
        let count = self.frame_count();
        if at > count {
            return Err(EditError::invalid(format!("cannot insert before frame {at} of {count}")));
        }
        check_count(count + other.frame_count())?;
        match (&mut *self, other) {
            (Self::Md2(model), Self::Md2(other)) => {
                check_same("vertices", model.vertex_count(), other.vertex_count())?;
                check_same("triangles", model.triangles.len(), other.triangles.len())?;
                model.frames.extend(other.frames.iter().cloned());
            }
            (Self::Mdl(model), Self::Mdl(other)) => {
                check_same("vertices", model.vertex_count(), other.vertex_count())?;
                check_same("triangles", model.triangles.len(), other.triangles.len())?;
                crate::mdl::append_frames(model, other)?;
            }
            (Self::Md3(model), Self::Md3(other)) => crate::md3::append_frames(model, other)?,
            (own, other) => {
                let (own, other) = (own.format(), other.format());
                return Err(EditError::invalid(format!(
                    "the frames of an {other} cannot be inserted in an {own}"
                )));
            }
        }
        let inserted = count..self.frame_count();
        let order: Vec<usize> = (0..at).chain(inserted).chain(at..count).collect();
        self.edited_mut().select_frames(&order);
        Ok(())
    }

    /// Returns a model for each sequence, with the name of the sequence and only its frames.
    pub fn split_sequences(&self) -> Vec<(String, Self)> {
        let part = |sequence: &Sequence| {
            let frames: Vec<usize> =
                sequence.frames().take_while(|&frame| frame < self.frame_count()).collect();
            let mut model = self.clone();
            model.edited_mut().select_frames(&frames);
            (sequence.name.clone(), model)
        };
        self.sequences().iter().map(part).collect()
    }

    fn restore_names(&mut self, names: &[FrameName]) {
        for (frame, name) in names.iter().enumerate() {
            if self.edited().frame_name(frame) != *name {
                self.edited_mut().set_frame_name(frame, *name);
            }
        }
    }

    /// Sets the name of a frame. The poses of a group in an MDL get this name with numbers from 1.
    pub fn set_frame_name(&mut self, frame: usize, name: FrameName) {
        self.edited_mut().set_frame_name(frame, name);
    }
}

fn field(name: &str) -> Result<FrameName, EditError> {
    FrameName::new(name).map_err(|error| EditError::invalid(format!("frame name {name:?}: {error}")))
}

fn numbered(name: &str, count: usize) -> Vec<FrameName> {
    name_frames(&[(name, 0..count)]).frames
}

fn check_count(frames: usize) -> Result<(), EditError> {
    match frames <= MAX_FRAMES {
        true => Ok(()),
        false => {
            let allowed = format!("at most {MAX_FRAMES}");
            Err(EditError::limit("frames", frames, allowed, "keep fewer frames"))
        }
    }
}

fn still(frame: usize) -> Pose {
    Pose::still(u32::try_from(frame).unwrap_or(u32::MAX))
}

/// Returns the poses of a sequence at another rate. A loop ends one interval before its first pose. Other sequences keep their first and
/// last pose.
fn sample(sequence: &Sequence, fps: f32) -> Vec<Pose> {
    let frames = f64::from(sequence.last - sequence.first) + 1.0;
    let speed = f64::from(fps) / f64::from(sequence.fps.max(f32::MIN_POSITIVE));
    let repeats = sequence.mode == LoopMode::Loop && frames > 1.0;
    let gaps = if repeats { frames } else { frames - 1.0 };
    let new_gaps = (gaps * speed).round().clamp(if gaps > 0.0 { 1.0 } else { 0.0 }, MAX_FRAMES as f64);
    #[expect(clippy::cast_possible_truncation, reason = "clamped above")]
    let count = new_gaps as u32 + u32::from(!repeats);
    let pose = |key: u32| {
        let at = if new_gaps > 0.0 { f64::from(key) * gaps / new_gaps } else { 0.0 };
        #[expect(clippy::cast_possible_truncation, reason = "a frame number, and a share")]
        let (whole, blend) = (at.floor() as u32, (at - at.floor()) as f32);
        let frame_a = (sequence.first + whole).min(sequence.last);
        let next = if frame_a < sequence.last {
            frame_a + 1
        } else if repeats {
            sequence.first
        } else {
            frame_a
        };
        Pose { frame_a, frame_b: next, blend }
    };
    (0..count).map(pose).collect()
}
