//! The lengths of the values that findings are about.

use md2_format::Location as Md2Location;
use md3_format::{Location as Md3Location, SurfacePart};
use mdl_format::Location as MdlLocation;

/// Returns the length in bytes of the value at the offset of a finding about an MD2; 0 if findings at this location are not always about the
/// same value.
pub(super) const fn md2(location: &Md2Location) -> usize {
    match location {
        Md2Location::Header(field) => field.size(),
        Md2Location::Skin(_) => size_of::<md2_format::raw::SkinName>(),
        Md2Location::St(_) => size_of::<md2_format::raw::St>(),
        Md2Location::Triangle(_) => size_of::<md2_format::raw::Triangle>(),
        Md2Location::Corner { .. } => size_of::<u16>(),
        // All findings about vertices are about their normals.
        Md2Location::Vertex { .. } => size_of::<u8>(),
        Md2Location::GlWord(_) => size_of::<i32>(),
        _ => 0,
    }
}

/// Returns the length of the value in an MDL: see [`md2`].
pub(super) const fn mdl(location: &MdlLocation) -> usize {
    match location {
        MdlLocation::Header(field) => field.size(),
        MdlLocation::Corner { .. } => size_of::<i32>(),
        _ => 0,
    }
}

/// Returns the length of the value in an MD3: see [`md2`].
pub(super) const fn md3(location: &Md3Location) -> usize {
    match location {
        Md3Location::Header(field) => field.size(),
        Md3Location::Surface { part: SurfacePart::Header(field), .. } => field.size(),
        Md3Location::Surface { part: SurfacePart::Corner { .. }, .. } => size_of::<i32>(),
        _ => 0,
    }
}
