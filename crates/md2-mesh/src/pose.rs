//! What a picture shows of a mesh.

/// Two frames and the way from one to the other: `a * (1 - blend) + b * blend`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pose {
    /// Shown at blend 0. A frame past the mesh's last shows the last.
    pub frame_a: u32,
    /// Shown at blend 1; likewise.
    pub frame_b: u32,
    /// 0 to 1; what lies outside is moved to the nearer end, and what is no number to 0.
    pub blend: f32,
}

impl Pose {
    /// One frame as it is.
    #[must_use]
    pub const fn still(frame: u32) -> Self {
        Self { frame_a: frame, frame_b: frame, blend: 0.0 }
    }

    /// The same pose in terms of a mesh that has `frame_count` frames: every number in its range.
    #[must_use]
    pub fn within(self, frame_count: usize) -> PoseWithin {
        let last = frame_count.saturating_sub(1);
        let frame = |frame: u32| usize::try_from(frame).map_or(last, |frame| frame.min(last));
        PoseWithin {
            frame_a: frame(self.frame_a),
            frame_b: frame(self.frame_b),
            blend: if self.blend.is_nan() { 0.0 } else { self.blend.clamp(0.0, 1.0) },
        }
    }
}

/// A [`Pose`] whose frames are there and whose blend is in 0..=1.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PoseWithin {
    /// Shown at blend 0.
    pub frame_a: usize,
    /// Shown at blend 1.
    pub frame_b: usize,
    /// 0 to 1.
    pub blend: f32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_poses_are_moved_to_the_nearest_sound_one() {
        let check = |pose: Pose, expected: (usize, usize, f32)| {
            let found = pose.within(3);
            assert_eq!((found.frame_a, found.frame_b, found.blend), expected);
        };
        check(Pose { frame_a: 1, frame_b: 2, blend: 0.25 }, (1, 2, 0.25));
        check(Pose { frame_a: 3, frame_b: u32::MAX, blend: 7.0 }, (2, 2, 1.0));
        check(Pose { frame_a: 0, frame_b: 1, blend: -1.0 }, (0, 1, 0.0));
        check(Pose { frame_a: 0, frame_b: 1, blend: f32::NAN }, (0, 1, 0.0));
    }
}
