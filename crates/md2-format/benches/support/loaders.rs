//! Other ways to load a model, written the way tutorials teach: both trust every count, offset and index.

use md2_format::NORMALS;

/// A loader in the manner of David Henry's `md2.c`: each section, and the vertices of each frame, are copied into an
/// allocation of their own.
pub(crate) fn section_by_section(file: &[u8]) -> Sections {
    let header: [i32; 17] = std::array::from_fn(|field| i32::from_le_bytes(array(file, 4 * field)));
    let at = |field: usize| usize::try_from(header[field]).unwrap();
    let [vertices, skins, st, triangles, words, frames] = [at(6), at(5), at(7), at(8), at(9), at(10)];
    Sections {
        skins: records(file, at(11), skins),
        st: records(file, at(12), st),
        triangles: records(file, at(13), triangles),
        gl_words: records(file, at(15), words),
        frames: (0..frames)
            .map(|frame| {
                let start = at(14) + frame * at(4);
                RawFrame {
                    scale: vector(file, start),
                    translate: vector(file, start + 12),
                    name: array(file, start + 24),
                    vertices: records(file, start + 40, vertices),
                }
            })
            .collect(),
    }
}

/// A loader that turns every frame into float positions and normals, ready for a vertex buffer.
pub(crate) fn expanded(file: &[u8]) -> Vec<Vec<FloatVertex>> {
    let expand = |frame: &RawFrame| {
        let vertices = frame.vertices.iter().map(|&[x, y, z, normal]| {
            let packed = [x, y, z].map(f32::from);
            FloatVertex {
                position: std::array::from_fn(|k| packed[k] * frame.scale[k] + frame.translate[k]),
                normal: NORMALS[usize::from(normal)],
            }
        });
        vertices.collect()
    };
    section_by_section(file).frames.iter().map(expand).collect()
}

#[expect(dead_code, reason = "what matters is that it was loaded")]
pub(crate) struct Sections {
    skins: Vec<[u8; 64]>,
    st: Vec<[u8; 4]>,
    triangles: Vec<[u8; 12]>,
    gl_words: Vec<[u8; 4]>,
    frames: Vec<RawFrame>,
}

#[expect(dead_code, reason = "what matters is that it was loaded")]
struct RawFrame {
    scale: [f32; 3],
    translate: [f32; 3],
    name: [u8; 16],
    vertices: Vec<[u8; 4]>,
}

#[expect(dead_code, reason = "what matters is that it was loaded")]
pub(crate) struct FloatVertex {
    position: [f32; 3],
    normal: [f32; 3],
}

fn records<const N: usize>(file: &[u8], start: usize, count: usize) -> Vec<[u8; N]> {
    file[start..].as_chunks().0[..count].to_vec()
}

fn vector(file: &[u8], start: usize) -> [f32; 3] {
    std::array::from_fn(|axis| f32::from_le_bytes(array(file, start + 4 * axis)))
}

fn array<const N: usize>(file: &[u8], start: usize) -> [u8; N] {
    *file[start..].first_chunk().unwrap()
}
