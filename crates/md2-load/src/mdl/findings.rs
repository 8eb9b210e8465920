//! Findings about an MDL.

use md2_common::report::CheckOptions;
use mdl_format::{Location, Mdl};

use crate::check::{ModelPiece, Report, new_report};
use crate::format::Format;
use crate::salvage::is_loaded_as_it_is;

/// Checks an MDL. A model of the Hexen II mission pack is reported as one that is not an MDL.
pub(crate) fn check(file: &[u8], options: &CheckOptions) -> Report {
    let mdl = Mdl::parse(file).ok().filter(|_| is_loaded_as_it_is(file));
    let piece = |location: &_| piece(mdl.as_ref()?, location);
    new_report(Some(Format::Mdl), mdl_format::check_with(file, options), length, piece)
}

const fn length(location: &Location) -> usize {
    match location {
        Location::Header(field) => field.size(),
        Location::Corner { .. } => size_of::<i32>(),
        _ => 0,
    }
}

fn piece(mdl: &Mdl<'_>, location: &Location) -> Option<ModelPiece> {
    // The loaded model numbers the poses of all frames and frame groups consecutively.
    let pose = |frame: usize, pose: Option<usize>| {
        let poses = mdl.frames().get(frame)?.poses();
        poses.into_iter().nth(pose.unwrap_or(0))
    };
    match *location {
        Location::Triangle(triangle) | Location::Corner { triangle, .. } => ModelPiece::triangle(triangle),
        Location::St(st) => {
            let uses = |vertex: &u32| usize::try_from(*vertex) == Ok(st);
            let triangle = mdl.triangles().iter().position(|triangle| triangle.vertices().iter().any(uses));
            ModelPiece::triangle(triangle?)
        }
        Location::Frame(frame) => ModelPiece::frame(pose(frame, None)?),
        Location::Member { frame, pose: member } => ModelPiece::frame(pose(frame, Some(member))?),
        Location::Pose(place) => ModelPiece::frame(pose(place.frame, place.pose)?),
        Location::Vertex { pose: place, vertex } => {
            ModelPiece::vertex(pose(place.frame, place.pose)?, vertex)
        }
        _ => None,
    }
}
