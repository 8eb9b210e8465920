//! A cross-fade between two poses.

use md2_common::{Pose, saturate};

/// A cross-fade from one pose to another: `from * (1 - weight) + to * weight`, where each pose is first blended from its frames. The
/// methods get the new pose `to` as a parameter. `md2_anim::PoseMix` has the same three parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fade {
    /// The old pose.
    pub from: Pose,
    /// Weight of the new pose, clamped to 0..=1; NaN counts as 0.
    pub weight: f32,
}

impl Fade {
    /// Returns the pose to which the cross-fade is equal at its start or end, or if both poses are the same. Returns
    /// `None` while it mixes two poses.
    pub fn single_pose(self, to: Pose) -> Option<Pose> {
        if self.weight >= 1.0 || self.from == to {
            Some(to)
        } else if self.weight > 0.0 {
            None
        } else {
            Some(self.from)
        }
    }

    /// Returns the four frames that the cross-fade to the pose `to` combines: two of the old pose, then two of the new pose. Each
    /// item has the index of a frame, below `frame_count`, and its weight. The weights sum to 1. The same frame may occur twice.
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
    fn weights_sum_to_one_and_the_ends_are_single_poses() {
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
