//! What the triangles look like in the first pose.

use zerocopy::IntoBytes;

use super::triangles::is_degenerate;
use super::{Code, Findings};
use crate::frame::Pose;
use crate::location::{Location, Section};
use crate::parts::Parts;
use crate::raw::Triangle;

/// The share of its box that a model has to enclose for its winding to mean anything: sheets and open meshes enclose
/// about nothing, from either side.
const LEAST_VOLUME: f64 = 0.01;

/// A vector in packed steps.
type Steps = [i64; 3];

pub(super) fn check(parts: &Parts<'_>, findings: &mut Findings) {
    let (Some(pose), Some(first)) = (parts.poses.first(), parts.triangles.first()) else { return };
    for (index, triangle) in parts.triangles.iter().enumerate() {
        let is_flat = |[a, b, c]: [Steps; 3]| cross(minus(b, a), minus(c, a)) == [0; 3];
        if !is_degenerate(triangle) && corners(pose, triangle).is_some_and(is_flat) {
            let (location, offset) = (Location::Triangle(index), parts.offset_of(triangle.as_bytes()));
            findings.add(Code::TriangleFlat, location, offset, format_args!("no area in the first pose"), "");
        }
    }
    let volume = volume(parts, pose);
    if volume < -LEAST_VOLUME {
        let (location, offset) = (Location::Section(Section::Triangles), parts.offset_of(first.as_bytes()));
        let found = format_args!("the outsides of the triangles enclose {:.0} % of the box", -100.0 * volume);
        findings.add(Code::InsideOut, location, offset, found, "");
    }
}

/// What the triangles enclose, as a share of the pose's box: negative if their outsides look inward.
#[expect(clippy::cast_precision_loss, reason = "an estimate; sums stay far below 53 bits in any real file")]
fn volume(parts: &Parts<'_>, pose: &Pose<'_>) -> f64 {
    let Some((min, max)) = pose.extent() else { return 0.0 };
    // Twice the middle of the box, so that it is a whole number. An open mesh then depends least on where it is.
    let middle: Steps = core::array::from_fn(|axis| i64::from(min[axis]) + i64::from(max[axis]));
    let from_middle = |corner: Steps| minus(corner.map(|step| 2 * step), middle);
    let eightfold_of_six: i64 = parts
        .triangles
        .iter()
        .filter_map(|triangle| corners(pose, triangle))
        .map(|corners| corners.map(from_middle))
        .fold(0, |sum: i64, [a, b, c]| sum.saturating_add(dot(a, cross(b, c))));
    let extent = min.into_iter().zip(max).map(|(min, max)| f64::from(max - min));
    let all: f64 = extent.product();
    if all == 0.0 {
        return 0.0;
    }
    let mirrored = parts.header.scale.iter().filter(|scale| **scale < 0.0).count() % 2 == 1;
    // Corners go clockwise, which makes the sum of a sound model negative.
    let clockwise = if mirrored { 1.0 } else { -1.0 };
    clockwise * eightfold_of_six as f64 / (48.0 * all)
}

fn corners(pose: &Pose<'_>, triangle: &Triangle) -> Option<[Steps; 3]> {
    let [a, b, c] = triangle.vertices().map(|vertex| pose.vertices.get(vertex as usize));
    Some([a?, b?, c?].map(|vertex| vertex.position.map(i64::from)))
}

fn minus([ax, ay, az]: Steps, [bx, by, bz]: Steps) -> Steps {
    [ax - bx, ay - by, az - bz]
}

fn cross([ax, ay, az]: Steps, [bx, by, bz]: Steps) -> Steps {
    [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]
}

fn dot([ax, ay, az]: Steps, [bx, by, bz]: Steps) -> i64 {
    ax * bx + ay * by + az * bz
}
