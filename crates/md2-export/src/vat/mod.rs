//! Export as a vertex animation texture: an image with the positions of all frames, which a vertex shader reads.
//!
//! Game engines draw crowds with it, because an instance needs only a time. [`write()`] returns these files for a model `NAME`:
//!
//! | file | content |
//! | --- | --- |
//! | `NAME.glb` | the mesh of the first frame, with its skins |
//! | `NAME_positions.png` | the positions, as RGB with 16 bits per channel |
//! | `NAME_positions_bytes.png` | the same positions as RGB with 8 bits per channel, for engines that read at most 8 bits, such as Godot |
//! | `NAME_normals.png` | the normals, as RGB with 8 bits per channel |
//! | `NAME.vat.json` | sizes, bounds and sequences |
//! | `NAME.gdshader`, `NAME.shader` | shaders for Godot 4 and Unity |
//!
//! # Textures
//!
//! A frame takes `rows_per_frame` rows, and frame 0 starts at the top. A vertex has the same column and
//! the same row within each frame. The second texture coordinates of the mesh (`TEXCOORD_1`) contain the center of this texel:
//! `((column + 0.5) / width, (row + 0.5) / rows_per_frame)`.
//!
//! - Positions: `min + rgb * (max - min)`, where `rgb` is from 0 to 1, and `min` and `max` are the bounds in the description. The axes and
//!   the unit are those of glTF: +X left, +Y up, +Z forward.
//! - Positions as bytes: the upper half of the image contains the high bytes, the lower half the low bytes.
//! - Normals: octahedral mapping in red and green. Blue is 0. To decode, take `x` and `y` as numbers from -1 to 1 (byte / 127.5 - 1), and
//!   `z = 1 - |x| - |y|`. If `z` is negative, replace `x` by `(1 - |y|) * sign(x)` and `y` by `(1 - |x|) * sign(y)`, where the sign of 0
//!   is 1. Then scale the vector to unit length.
//!
//! Godot 4.6.3 (OpenGL and Vulkan) draws the figure of this repository with the shader as it draws the glTF with morph targets: in 24 poses
//! of six sequences, the outlines differ by a few pixels. With OpenGL, Godot rounds the time of an instance to half precision.
//!
//! The textures are not colors: an engine must read them without conversion from sRGB, without compression, filtering and mipmaps.
//!
//! # Description
//!
//! | key in `NAME.vat.json` | value |
//! | --- | --- |
//! | `version` | 1 |
//! | `mesh`, `positions`, `positions_bytes`, `normals` | names of the other files |
//! | `width`, `height` | size of the textures in texels; the image of `positions_bytes` has twice this height |
//! | `rows_per_frame` | rows of texels for each frame |
//! | `vertices`, `frames` | number of vertices of the mesh, and number of frames in the textures |
//! | `min`, `max` | the positions for the smallest and for the largest texel value |
//! | `sequences` | the sequences as [`SequenceExtras`]; their frame numbers count the frames in the textures |

mod textures;

use md2_mesh::Bounds;
use serde::Serialize;

use crate::export_model::ExportModel;
use crate::frame_selection::FrameSelection;
use crate::gltf::extras::SequenceExtras;
use crate::gltf::{GltfError, GltfOptions, write as write_gltf};
use crate::used_vertices::UsedVertices;
use textures::{FrameTextures, Layout};

/// The shaders, in which `@NAME@` and other words between `@` stand for values of the model.
const GODOT: &str = include_str!("godot.gdshader");
const UNITY: &str = include_str!("unity.shader");

/// The largest width and height of a texture in texels that all desktop GPUs support.
pub const MAX_SIDE: usize = 16_384;
/// The largest number of vertices in a row of texels. Further vertices of a frame continue in the next row.
const MAX_WIDTH: usize = 4096;

/// The content of the `.vat.json` file, as the documentation of this module describes it.
#[derive(Serialize)]
struct VatDescription {
    version: u32,
    mesh: String,
    positions: String,
    positions_bytes: String,
    normals: String,
    width: usize,
    height: usize,
    rows_per_frame: usize,
    vertices: usize,
    frames: usize,
    min: [f32; 3],
    max: [f32; 3],
    sequences: Vec<SequenceExtras>,
}

/// The error of [`write()`].
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages show what the fields are")]
#[non_exhaustive]
pub enum VatError {
    #[error(transparent)]
    Mesh(#[from] GltfError),
    #[error(
        "{frames} frames of {vertices} vertices need a texture with {height} rows, the limit is {MAX_SIDE}: select fewer frames"
    )]
    TooHigh { frames: usize, vertices: usize, height: usize },
    #[error("a texture cannot be encoded: {reason}")]
    Texture { reason: String },
}

/// Writes a model as a vertex animation texture. `name` is the file name of the mesh without its extension. `options` determine the mesh, the
/// scale and the selected frames. Returns the files with their names, the description first.
///
/// # Errors
/// If the mesh cannot be written, or if the textures would exceed [`MAX_SIDE`].
pub fn write(
    subject: &ExportModel<'_>,
    name: &str,
    options: &GltfOptions,
) -> Result<Vec<(String, Vec<u8>)>, VatError> {
    let selected = options.selection.apply(subject);
    let frames = if selected.frames.is_empty() { vec![0] } else { selected.frames };
    let used = UsedVertices::new(subject.mesh);
    let layout = Layout::new(used.count(), frames.len());
    if 2 * layout.height > MAX_SIDE {
        let (frames, vertices, height) = (frames.len(), used.count(), 2 * layout.height);
        return Err(VatError::TooHigh { frames, vertices, height });
    }
    let glb = mesh_file(subject, frames[0], used.count(), &layout, options)?;
    let textures = FrameTextures::new(subject.mesh, &used, &frames, options.scale, &layout);
    let Bounds { min, max } = textures.bounds;
    let file = |end: &str| format!("{name}{end}");
    let description = VatDescription {
        version: 1,
        mesh: file(".glb"),
        positions: file("_positions.png"),
        positions_bytes: file("_positions_bytes.png"),
        normals: file("_normals.png"),
        width: layout.width,
        height: layout.height,
        rows_per_frame: layout.rows_per_frame,
        vertices: used.count(),
        frames: frames.len(),
        min,
        max,
        sequences: selected.sequences.iter().map(SequenceExtras::from).collect(),
    };
    // Serializing strings and numbers cannot fail.
    let json = serde_json::to_vec_pretty(&description).unwrap_or_default();
    let [positions, bytes, normals] = textures.encode(&layout)?;
    Ok(vec![
        (file(".vat.json"), json),
        (description.mesh.clone(), glb),
        (description.positions.clone(), positions),
        (description.positions_bytes.clone(), bytes),
        (description.normals.clone(), normals),
        (file(".gdshader"), filled(GODOT, name, &description)),
        (file(".shader"), filled(UNITY, name, &description)),
    ])
}

/// Returns the mesh of one frame as `.glb`, with the texels of its vertices as second texture coordinates.
fn mesh_file(
    subject: &ExportModel<'_>,
    frame: usize,
    vertices: usize,
    layout: &Layout,
    options: &GltfOptions,
) -> Result<Vec<u8>, GltfError> {
    let number = u32::try_from(frame).unwrap_or(u32::MAX);
    let selection = FrameSelection { sequences: None, frames: Some(number..=number) };
    // The frame is written as a mesh without animations.
    let still = ExportModel { sequences: &[], ..subject.clone() };
    let mut file = write_gltf(&still, &GltfOptions { selection, ..options.clone() })?;
    let texels: Vec<[f32; 2]> = (0..vertices).map(|vertex| layout.center(vertex)).collect();
    file.add_vertex_attribute("TEXCOORD_1", &texels);
    file.to_glb()
}

fn filled(shader: &str, name: &str, description: &VatDescription) -> Vec<u8> {
    let vector = |[x, y, z]: [f32; 3]| format!("{x:?}, {y:?}, {z:?}");
    let opening = description.sequences.first();
    let last = description.frames.saturating_sub(1);
    let values = [
        ("@NAME@", name.to_owned()),
        ("@WIDTH@", description.width.to_string()),
        ("@ROWS@", description.rows_per_frame.to_string()),
        ("@HEIGHT@", description.height.to_string()),
        ("@MIN@", vector(description.min)),
        ("@MAX@", vector(description.max)),
        ("@FIRST@", opening.map_or(0, |sequence| sequence.first).to_string()),
        ("@LAST@", opening.map_or_else(|| last.to_string(), |sequence| sequence.last.to_string())),
        ("@RATE@", format!("{:?}", opening.map_or(10.0, |sequence| sequence.fps))),
    ];
    let fill = |text: String, (word, value): &(&str, String)| text.replace(word, value);
    values.iter().fold(shader.to_owned(), fill).into_bytes()
}
