//! Animation curves: the values of an animated property over time.

use md2_gltf::schema::{AccessorKind, AnimationSampler, Interpolation};

use crate::import::error::ImportError;

use super::nodes::rotation;
use super::reader::Reader;

/// The tolerance for keyframe times, in seconds. A time slightly before a keyframe gives the value of the keyframe, because `f32`
/// cannot represent tenths of a second exactly.
const ROUNDING: f64 = 1e-5;

#[derive(Debug)]
pub(super) struct Curve {
    /// The times of the keyframes in seconds, increasing. There is at least one keyframe.
    times: Vec<f32>,
    /// The values of the property, `width` numbers for each keyframe. A cubic spline has three times as many: the incoming tangent, the
    /// value, and the outgoing tangent.
    values: Vec<f32>,
    width: usize,
    interpolation: Interpolation,
    is_rotation: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Path {
    Translation,
    Rotation,
    Scale,
    Weights(usize),
}

impl Curve {
    pub(super) fn read(
        reader: &Reader<'_>,
        sampler: &AnimationSampler,
        path: Path,
        place: &str,
    ) -> Result<Self, ImportError> {
        let times = reader.floats(sampler.input, AccessorKind::Scalar, &format!("{place}.input"))?;
        if times.is_empty() {
            return Err(ImportError::invalid(format!("{place}.input"), "no keyframes", "at least one"));
        }
        let is_wrong = |pair: &[f32]| pair[1] <= pair[0];
        if let Some(at) = times.windows(2).position(is_wrong) {
            let (found, expected) = (format!("{} s", times[at + 1]), format!("more than {} s", times[at]));
            return Err(ImportError::invalid(format!("{place}.input, keyframe {}", at + 1), found, expected));
        }
        if times[0] < 0.0 {
            let found = format!("{} s", times[0]);
            return Err(ImportError::invalid(format!("{place}.input, keyframe 0"), found, "0 s or more"));
        }
        let (kind, width) = match path {
            Path::Translation | Path::Scale => (AccessorKind::Vec3, 3),
            Path::Rotation => (AccessorKind::Vec4, 4),
            Path::Weights(count) => (AccessorKind::Scalar, count),
        };
        let values = reader.floats(sampler.output, kind, &format!("{place}.output"))?;
        let interpolation = sampler.interpolation.unwrap_or_default();
        let each = width * if interpolation == Interpolation::CubicSpline { 3 } else { 1 };
        let expected = times.len() * each;
        if values.len() != expected {
            let expected = format!("{expected} numbers for {} keyframes", times.len());
            return Err(ImportError::invalid(
                format!("{place}.output"),
                format!("{} numbers", values.len()),
                expected,
            ));
        }
        Ok(Self { times, values, width, interpolation, is_rotation: path == Path::Rotation })
    }

    pub(super) fn span(&self) -> (f64, f64) {
        (self.times[0].into(), self.times[self.times.len() - 1].into())
    }

    pub(super) fn key_count(&self) -> usize {
        self.times.len()
    }

    pub(super) fn times(&self) -> impl Iterator<Item = f64> + '_ {
        self.times.iter().map(|&time| time.into())
    }

    pub(super) fn is_always(&self, value: &[f64]) -> bool {
        let is_same = |(found, value): (f32, &f64)| (f64::from(found) - value).abs() < 1e-5;
        (0..self.times.len()).all(|key| self.key(key).zip(value).all(is_same))
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Returns the value of the curve at `time`, in seconds. The value is constant before the first and after the last keyframe.
    pub(super) fn value_at(&self, time: f64) -> Vec<f64> {
        let next = self.times.partition_point(|&key| f64::from(key) <= time + ROUNDING);
        if next == 0 || next == self.times.len() {
            return self.key(next.saturating_sub(1)).map(f64::from).collect();
        }
        let (a, b) = (next - 1, next);
        let (start, end) = (f64::from(self.times[a]), f64::from(self.times[b]));
        let (length, t) = (end - start, ((time - start) / (end - start)).max(0.0));
        match self.interpolation {
            Interpolation::Step => self.key(a).map(f64::from).collect(),
            Interpolation::Linear if self.is_rotation => self.slerp(a, b, t),
            Interpolation::Linear => self
                .key(a)
                .zip(self.key(b))
                .map(|(a, b)| f64::from(a) * (1.0 - t) + f64::from(b) * t)
                .collect(),
            Interpolation::CubicSpline => self.spline(a, b, t, length),
        }
    }

    fn key(&self, key: usize) -> impl Iterator<Item = f32> + '_ {
        match self.interpolation {
            Interpolation::CubicSpline => self.part(key, 1),
            _ => self.values[key * self.width..][..self.width].iter().copied(),
        }
    }

    /// Returns the incoming tangent (`part` 0), the value (1), or the outgoing tangent (2) of a keyframe of a cubic spline.
    fn part(&self, key: usize, part: usize) -> std::iter::Copied<std::slice::Iter<'_, f32>> {
        self.values[(3 * key + part) * self.width..][..self.width].iter().copied()
    }

    fn slerp(&self, a: usize, b: usize, t: f64) -> Vec<f64> {
        let quaternion = |key| {
            let mut numbers = self.key(key);
            rotation(std::array::from_fn(|_| numbers.next().unwrap_or(0.0).into()))
        };
        quaternion(a).slerp(quaternion(b), t).to_array().to_vec()
    }

    /// Interpolates between keyframes `a` and `b` of a cubic Hermite spline, which are `length` seconds apart. `t` is from 0 to 1.
    /// Tangents are in units per second.
    fn spline(&self, a: usize, b: usize, t: f64, length: f64) -> Vec<f64> {
        let (t2, t3) = (t * t, t * t * t);
        let (from, leave) = (2.0 * t3 - 3.0 * t2 + 1.0, length * (t3 - 2.0 * t2 + t));
        let (to, arrive) = (-2.0 * t3 + 3.0 * t2, length * (t3 - t2));
        let values = self.part(a, 1).zip(self.part(a, 2)).zip(self.part(b, 1).zip(self.part(b, 0)));
        let point = |((a, leaving), (b, arriving)): ((f32, f32), (f32, f32))| {
            f64::from(a) * from
                + f64::from(leaving) * leave
                + f64::from(b) * to
                + f64::from(arriving) * arrive
        };
        values.map(point).collect()
    }
}
