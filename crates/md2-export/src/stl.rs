//! Writing of STL and PLY files, for 3D printing and measuring. A file holds one frame without a skin.

use glam::Vec3;

use crate::export_model::ExportModel;
use crate::obj::{UpAxis, posed};

/// Returns a frame of a model as a binary STL file with counterclockwise triangles. `scale` is the number of file units per Quake
/// unit. A frame number past the end gives the last frame.
pub fn write_stl(subject: &ExportModel<'_>, frame: usize, up: UpAxis, scale: f32) -> Vec<u8> {
    const HEADER_BYTES: usize = 80;
    const TRIANGLE_BYTES: usize = 50;
    let mesh = subject.mesh;
    let (positions, _) = posed(subject, frame, up, scale);
    let mut file = Vec::with_capacity(HEADER_BYTES + 4 + TRIANGLE_BYTES * mesh.triangle_count());
    // The header must not begin with "solid", which marks an STL file in text form.
    file.extend_from_slice(b"md2-export");
    file.resize(HEADER_BYTES, 0);
    // A mesh has at most 2^32 / 8 triangles.
    file.extend_from_slice(&u32::try_from(mesh.triangle_count()).unwrap_or(u32::MAX).to_le_bytes());
    for [a, b, c] in mesh.indices().triangles() {
        let corners = [a, c, b].map(|vertex| positions[usize::try_from(vertex).unwrap_or(usize::MAX)]);
        for number in [normal(corners.map(Vec3::from))].iter().chain(&corners).flatten() {
            file.extend_from_slice(&number.to_le_bytes());
        }
        file.extend_from_slice(&[0; 2]);
    }
    file
}

/// Returns a frame of a model as a binary PLY file with normals and texture coordinates. `scale` is the number of file units per
/// Quake unit. A frame number past the end gives the last frame.
pub fn write_ply(subject: &ExportModel<'_>, frame: usize, up: UpAxis, scale: f32) -> Vec<u8> {
    let mesh = subject.mesh;
    let (positions, normals) = posed(subject, frame, up, scale);
    let mut file = format!(
        "ply\nformat binary_little_endian 1.0\ncomment md2-export\nelement vertex {}\n{}element face {}\n\
         property list uchar uint vertex_indices\nend_header\n",
        mesh.vertex_count(),
        ["x", "y", "z", "nx", "ny", "nz", "s", "t"].map(|name| format!("property float {name}\n")).concat(),
        mesh.triangle_count(),
    )
    .into_bytes();
    for ((position, normal), [u, v]) in positions.iter().zip(&normals).zip(mesh.uvs()) {
        // PLY readers expect the origin of texture coordinates at the bottom left.
        for number in position.iter().chain(normal).chain([u, &(1.0 - v)]) {
            file.extend_from_slice(&number.to_le_bytes());
        }
    }
    for [a, b, c] in mesh.indices().triangles() {
        file.push(3);
        [a, c, b].iter().for_each(|vertex| file.extend_from_slice(&vertex.to_le_bytes()));
    }
    file
}

/// Returns the unit normal of a triangle; zero if it has no area.
fn normal([a, b, c]: [Vec3; 3]) -> [f32; 3] {
    let cross = (b - a).cross(c - a);
    let length = cross.length();
    if length > 0.0 && length.is_finite() { (cross / length).to_array() } else { [0.0; 3] }
}
