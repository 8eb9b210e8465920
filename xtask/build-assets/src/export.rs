//! Converts meshes and their poses to MD2 files.

use glam::DVec3;
use md2_format::model::ModelFrame;
use md2_format::raw::{FrameName, SkinName, St, Triangle};
use md2_format::{Model, Quantization, stripify};

use crate::body::SkinnedMesh;

pub type Error = Box<dyn std::error::Error>;

#[derive(Clone, Debug)]
pub struct FloatFrame {
    pub name: String,
    pub positions: Vec<DVec3>,
    pub normals: Vec<DVec3>,
}

impl FloatFrame {
    pub fn new(name: &str, mesh: &SkinnedMesh, positions: Vec<DVec3>) -> Self {
        Self { name: name.to_owned(), normals: mesh.normals(&positions), positions }
    }
}

/// Returns the MD2 file of a mesh with the given frames.
///
/// The frames of a sequence share their scale and translation, so that a vertex at rest has the same bytes in each frame. With separate
/// values for each frame, the vertex would tremble.
pub fn model_file(mesh: &SkinnedMesh, skins: &[String], frames: &[FloatFrame]) -> Result<Vec<u8>, Error> {
    let size = mesh.sheet().size();
    let mut model = Model {
        skin_width: size,
        skin_height: size,
        skins: skins.iter().map(SkinName::new).collect::<Result<_, _>>()?,
        st: mesh.st.iter().map(|&[s, t]| St::new(s, t)).collect(),
        triangles: mesh.triangles.iter().map(|triangle| Triangle::new(triangle.xyz, triangle.st)).collect(),
        ..Model::default()
    };
    for sequence in frames.chunk_by(|a, b| stem(&a.name) == stem(&b.name)) {
        let positions: Vec<Vec<[f32; 3]>> = sequence.iter().map(|frame| floats(&frame.positions)).collect();
        let packing = Quantization::covering(positions.iter().flatten())?;
        for (frame, positions) in sequence.iter().zip(&positions) {
            let name = FrameName::new(&frame.name)?;
            model.frames.push(ModelFrame::from_positions_with(
                name,
                packing,
                positions,
                &floats(&frame.normals),
            )?);
        }
    }
    model.gl_commands = stripify(&model.triangles, &model.st).to_words([size, size]);
    Ok(model.to_bytes()?)
}

pub fn stem(name: &str) -> &str {
    // In `pain101`, the first digit belongs to the name of the sequence.
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = name.len() - letters.len();
    &name[..if digits == 3 { letters.len() + 1 } else { letters.len() }]
}

#[expect(clippy::cast_possible_truncation, reason = "rounding to single precision is intended")]
fn floats(values: &[DVec3]) -> Vec<[f32; 3]> {
    values.iter().map(|value| value.to_array().map(|c| c as f32)).collect()
}
