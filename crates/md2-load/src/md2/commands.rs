//! Meshes of the triangles that the OpenGL commands of an MD2 draw.

use std::collections::HashMap;

use md2_common::triangle::is_degenerate;
use md2_format::Md2;
use md2_format::glcmds::{GlPrimitive, GlVertex};
use md2_mesh::weld::Corner;
use md2_mesh::{FrameTransform, Mesh, StripRun, Strips};

use crate::error::LoadError;
use crate::normals::Doubt;
use crate::options::LoadOptions;
use crate::pack::check_triangle_count;
use crate::seamed::SeamedModel;

/// The texture coordinates of a [`CommandMesh`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CommandUvs {
    /// Those of the commands.
    File,
    /// One point on a line across the skin for each command, so that each strip and each fan has one color.
    OnePerCommand,
}

/// A mesh of the triangles that the OpenGL commands of an MD2 draw, in their order.
#[derive(Clone, Debug)]
pub struct CommandMesh {
    /// The mesh. The triangle list of the file has no part in it.
    pub mesh: Mesh,
    /// The commands as strips and fans over the vertices of the mesh. Commands without triangles are missing.
    pub commands: Strips,
    /// The number of strips.
    pub strips: usize,
    /// The number of fans.
    pub fans: usize,
    /// The number of vertices in all commands.
    pub vertices: usize,
    /// The number of triangles in all commands, including those without area.
    pub triangles: usize,
}

/// Builds a mesh from the OpenGL commands of an MD2 file. Strips and fans become single triangles with the winding of the commands.
///
/// Commands after an invalid one are not drawn. A file without valid commands gives a mesh without triangles. In
/// [`SourceVertex::st`](md2_mesh::SourceVertex::st), the mesh has the number of a vertex in the commands.
///
/// # Errors
/// Returns [`LoadError::Md2`] if the file is not a valid MD2, and otherwise the errors of [`mesh`](super::mesh()).
pub fn command_mesh(file: &[u8], uvs: CommandUvs) -> Result<CommandMesh, LoadError> {
    let md2 = super::parse(file)?;
    let (mut corners, mut st) = (Vec::new(), Vec::new());
    let (mut strips, mut fans, mut vertices, mut triangles) = (0, 0, 0, 0);
    let mut first: u32 = 0;
    for (number, command) in md2.gl_commands().iter().enumerate() {
        match command.primitive {
            GlPrimitive::Strip => strips += 1,
            GlPrimitive::Fan => fans += 1,
        }
        for triangle in command.corners() {
            triangles += 1;
            let records = triangle.map(|corner| command.vertices.record(corner));
            if is_degenerate(records.map(|record| record.xyz)) {
                continue;
            }
            for (record, corner) in records.into_iter().zip(triangle) {
                corners.push(uvs.corner(number, &record));
                st.push(first.saturating_add(u32::try_from(corner).unwrap_or(u32::MAX)));
            }
        }
        vertices += command.vertices.len();
        first = u32::try_from(vertices).unwrap_or(u32::MAX);
    }
    check_triangle_count(corners.len() / 3)?;
    let transform = |scale, translate| FrameTransform { scale, translate };
    let options = LoadOptions { optimize_vertex_cache: false, ..LoadOptions::default() }.for_file(file);
    let meshes = SeamedModel {
        corners,
        st,
        vertex_count: md2.vertex_count(),
        transforms: md2.frames().map(|frame| transform(frame.scale(), frame.translate())).collect(),
        frames: md2.frames().map(|frame| frame.vertices().as_bytes()),
        has_bad_normals: md2.out_of_range_normals() > 0,
        doubt: Doubt::OneForAll,
    }
    .mesh(&options)?;
    let commands = strips_over(&meshes.mesh, &md2, uvs);
    Ok(CommandMesh { mesh: meshes.mesh, commands, strips, fans, vertices, triangles })
}

impl CommandUvs {
    /// Returns the corner of a triangle that a vertex of the command with this number makes.
    fn corner(self, number: usize, record: &GlVertex) -> Corner {
        let uv = match self {
            Self::File => [record.s, record.t],
            Self::OnePerCommand => [spread(number), 0.5],
        };
        Corner { xyz: record.xyz, uv }
    }
}

/// Returns the commands of a file as strips and fans over the vertices of the mesh that was made from them.
fn strips_over(mesh: &Mesh, md2: &Md2<'_>, uvs: CommandUvs) -> Strips {
    let key = |xyz: u32, uv: [f32; 2]| (xyz, uv.map(f32::to_bits));
    let numbered = (0_u32..).zip(mesh.source_vertices().iter().zip(mesh.uvs()));
    let vertices: HashMap<_, u32> =
        numbered.map(|(vertex, (source, uv))| (key(source.xyz, *uv), vertex)).collect();
    let mut strips = Strips::default();
    for (number, command) in md2.gl_commands().iter().enumerate() {
        let start = strips.indices.len();
        strips.indices.extend(command.vertices.iter().map(|record| {
            let Corner { xyz, uv } = uvs.corner(number, &record);
            // A vertex without texture coordinates of its own is in triangles without area only.
            vertices.get(&key(xyz, uv)).copied().unwrap_or(xyz)
        }));
        let indices = start..strips.indices.len();
        if indices.len() < 3 {
            strips.indices.truncate(start);
            continue;
        }
        strips.runs.push(StripRun { is_fan: command.primitive == GlPrimitive::Fan, indices });
    }
    strips
}

/// Returns a number from 0 to 1 that differs much from those of the numbers before and after `number`.
fn spread(number: usize) -> f32 {
    const GOLDEN_RATIO: f32 = 0.618_034;
    const STEPS: usize = 1 << 12;
    ((number % STEPS) as f32 * GOLDEN_RATIO).fract()
}
