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

/// What a clock says that knows no meshes, such as `md2_anim::Pose`: `frame_a`, `frame_b` and `blend`.
///
/// ```
/// use md2_mesh::Pose;
///
/// let pose: Pose = (4, 5, 0.25).into();
/// assert_eq!(pose, Pose { frame_a: 4, frame_b: 5, blend: 0.25 });
/// ```
impl<P: Into<(u32, u32, f32)>> From<P> for Pose {
    fn from(pose: P) -> Self {
        let (frame_a, frame_b, blend) = pose.into();
        Self { frame_a, frame_b, blend }
    }
}

/// A pose that another one takes the place of little by little: the picture is `from * (1 - weight) + to * weight`, each pose
/// blended from its two frames first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fade {
    /// What is left behind.
    pub from: Pose,
    /// Share of the other pose, 0 to 1; what lies outside is moved to the nearer end, and what is no number to 0.
    pub weight: f32,
}

impl Fade {
    /// The same pose left behind and taken up counts as no fade at all, and so does one at either of its ends: the pose that
    /// is all of the picture then. `None` while both are seen.
    #[must_use]
    pub fn ends_at(self, to: Pose) -> Option<Pose> {
        if self.weight >= 1.0 || self.from == to {
            Some(to)
        } else if self.weight > 0.0 {
            None
        } else {
            Some(self.from)
        }
    }

    /// The four frames of a mesh that has `frame_count` of them, with their shares of the picture, which add up to one: the two
    /// that are left first. A frame may come twice.
    #[must_use]
    pub fn shares(self, to: Pose, frame_count: usize) -> [(usize, f32); 4] {
        let (from, to) = (self.from.within(frame_count), to.within(frame_count));
        let new = if self.weight.is_nan() { 0.0 } else { self.weight.clamp(0.0, 1.0) };
        let old = 1.0 - new;
        [
            (from.frame_a, old * (1.0 - from.blend)),
            (from.frame_b, old * from.blend),
            (to.frame_a, new * (1.0 - to.blend)),
            (to.frame_b, new * to.blend),
        ]
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

    #[test]
    fn shares_of_a_fade_add_up_and_its_ends_are_poses() {
        let from = Pose { frame_a: 7, frame_b: 1, blend: 0.25 };
        let to = Pose { frame_a: 0, frame_b: 2, blend: 0.75 };
        let shares = |weight| Fade { from, weight }.shares(to, 3);
        assert_eq!(shares(0.5), [(2, 0.375), (1, 0.125), (0, 0.125), (2, 0.375)]);
        assert_eq!(shares(-1.0), [(2, 0.75), (1, 0.25), (0, 0.0), (2, 0.0)]);
        assert_eq!(shares(f32::NAN), shares(0.0));
        assert_eq!(shares(9.0), [(2, 0.0), (1, 0.0), (0, 0.25), (2, 0.75)]);
        let end = |weight| Fade { from, weight }.ends_at(to);
        assert_eq!((end(0.0), end(f32::NAN), end(1.5)), (Some(from), Some(from), Some(to)));
        assert_eq!(end(0.5), None);
        assert_eq!(Fade { from: to, weight: 0.5 }.ends_at(to), Some(to));
    }
}
