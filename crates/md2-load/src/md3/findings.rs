//! Findings about an MD3.

use md2_common::report::CheckOptions;
use md3_format::{Location, Md3, SurfacePart};

use crate::check::{ModelPiece, Report, new_report};
use crate::format::Format;
use crate::salvage::is_loaded_as_it_is;

pub(crate) fn check(file: &[u8], options: &CheckOptions) -> Report {
    let md3 = Md3::parse(file).ok().filter(|_| is_loaded_as_it_is(file));
    let piece = |location: &_| piece(md3.as_ref()?, location);
    new_report(Some(Format::Md3), md3_format::check_with(file, options), length, piece)
}

const fn length(location: &Location) -> usize {
    match location {
        Location::Header(field) => field.size(),
        Location::Surface { part: SurfacePart::Header(field), .. } => field.size(),
        Location::Surface { part: SurfacePart::Corner { .. }, .. } => size_of::<i32>(),
        _ => 0,
    }
}

fn piece(md3: &Md3<'_>, location: &Location) -> Option<ModelPiece> {
    match *location {
        Location::Frame { frame, .. } | Location::Tag { frame, .. } => ModelPiece::frame(frame),
        Location::Surface { surface, part, .. } => {
            let triangles = md3.surfaces().get(surface)?.triangles();
            let triangle = match part {
                SurfacePart::Triangle(triangle) | SurfacePart::Corner { triangle, .. } => triangle,
                SurfacePart::St(st) => triangles
                    .iter()
                    .position(|triangle| triangle.indices.iter().any(|&i| usize::try_from(i) == Ok(st)))?,
                _ => return None,
            };
            // The loaded model numbers the triangles of all surfaces consecutively.
            let first: usize =
                md3.surfaces().iter().take(surface).map(|surface| surface.triangles().len()).sum();
            ModelPiece::triangle(first + triangle)
        }
        _ => None,
    }
}
