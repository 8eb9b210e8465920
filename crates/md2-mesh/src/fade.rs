//! A pose that fades into another.

use md2_common::{Pose, saturate};

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
    pub fn single_pose(self, to: Pose) -> Option<Pose> {
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
        let (from, to) = (self.from.clamped_to(frame_count), to.clamped_to(frame_count));
        let ([from_a, from_b], [to_a, to_b]) = (from.frames(), to.frames());
        let new = saturate(self.weight);
        let old = 1.0 - new;
        [
            (from_a, old * (1.0 - from.blend)),
            (from_b, old * from.blend),
            (to_a, new * (1.0 - to.blend)),
            (to_b, new * to.blend),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_a_fade_add_up_and_its_ends_are_poses() {
        let from = Pose { frame_a: 7, frame_b: 1, blend: 0.25 };
        let to = Pose { frame_a: 0, frame_b: 2, blend: 0.75 };
        let shares = |weight| Fade { from, weight }.shares(to, 3);
        assert_eq!(shares(0.5), [(2, 0.375), (1, 0.125), (0, 0.125), (2, 0.375)]);
        assert_eq!(shares(-1.0), [(2, 0.75), (1, 0.25), (0, 0.0), (2, 0.0)]);
        assert_eq!(shares(f32::NAN), shares(0.0));
        assert_eq!(shares(9.0), [(2, 0.0), (1, 0.0), (0, 0.25), (2, 0.75)]);
        let end = |weight| Fade { from, weight }.single_pose(to);
        assert_eq!((end(0.0), end(f32::NAN), end(1.5)), (Some(from), Some(from), Some(to)));
        assert_eq!(end(0.5), None);
        assert_eq!(Fade { from: to, weight: 0.5 }.single_pose(to), Some(to));
    }
}
