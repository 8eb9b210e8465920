//! Construction of `MeshParts` from arbitrary bytes. Most of the results are valid.

use std::ops::Range;

use md2_mesh::weld::Corner;
use md2_mesh::{FrameTransform, MeshParts, Packing, SourceVertex, Surface, Tag, TagFrame};
use md2_testdata::fuzz::Input;

/// Builds the arrays of a mesh. About one in fifty of the counts and indices is invalid.
pub(crate) fn parts(input: &mut Input<'_>) -> MeshParts {
    let packing = [Packing::Position8Normal8, Packing::Position16Normal16][input.below(2)];
    let [vertices, frames, triangles, surfaces, tags] = [24, 6, 24, 4, 3].map(|limit| input.below(limit));
    let frames = frames + usize::from(!input.rarely());
    let indices: Vec<_> = (0..triangles).flat_map(|_| [(); 3].map(|()| index(input, vertices))).collect();
    let mut end = 0;
    let surfaces = (0..surfaces)
        .map(|number| {
            let start = end;
            end = if number + 1 == surfaces {
                indices.len()
            } else {
                (end + 3 * input.below(9)).min(indices.len())
            };
            surface(input, start..end, vertices)
        })
        .collect();
    let mut packed = Vec::new();
    for _ in 0..vertices * frames {
        if packing == Packing::Position8Normal8 {
            packed.extend([input.byte(), input.byte(), input.byte(), normal(input)]);
        } else {
            packed.extend(input.bytes::<8>());
        }
    }
    if input.rarely() {
        packed.pop();
    }
    MeshParts {
        packing,
        frames: input
            .about(frames, |input| FrameTransform { scale: input.vector(), translate: input.vector() }),
        packed,
        uvs: input.about(vertices, |input| [input.float(), input.float()]),
        indices,
        surfaces,
        tags: (0..tags).map(|number| tag(input, number, frames)).collect(),
        source_vertices: input.about(vertices, |input| SourceVertex {
            xyz: index(input, vertices),
            st: (!input.rarely()).then(|| u32::from(input.byte())),
        }),
    }
}

pub(crate) fn corners(input: &mut Input<'_>) -> (usize, Vec<Corner>) {
    let vertices = 1 + input.below(20);
    let count = input.below(60);
    let number = |vertex| u32::try_from(vertex).expect("a small number");
    let corner = |_| Corner { xyz: number(input.below(vertices)), uv: [input.float(), input.float()] };
    (vertices, (0..count).map(corner).collect())
}

/// Returns the index of one of `vertices` vertices or, in rare cases, an index out of range.
fn index(input: &mut Input<'_>, vertices: usize) -> u32 {
    if input.rarely() {
        return u32::from_le_bytes(input.bytes());
    }
    u32::try_from(input.below(vertices.max(1))).expect("a small number")
}

fn normal(input: &mut Input<'_>) -> u8 {
    let normal = input.byte();
    if input.rarely() { normal } else { normal % 162 }
}

fn surface(input: &mut Input<'_>, indices: Range<usize>, vertices: usize) -> Surface {
    let indices = if input.rarely() { input.below(99)..input.below(99) } else { indices };
    let vertices = if input.rarely() { input.below(30)..input.below(30) } else { 0..vertices };
    Surface { name: String::new(), indices, vertices, skin_slot: input.below(5) }
}

fn tag(input: &mut Input<'_>, number: usize, frames: usize) -> Tag {
    let frame = |input: &mut Input<'_>| TagFrame {
        origin: input.vector(),
        axes: [input.vector(), input.vector(), input.vector()],
    };
    Tag { name: format!("tag_{number}"), frames: input.about(frames, frame) }
}
