//! Models to load, of sizes that real ones have and beyond.

/// A file to load and what to call it.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) file: Vec<u8>,
}

struct Size {
    name: &'static str,
    vertices: usize,
    triangles: usize,
    frames: usize,
    /// Width and height of its only skin.
    skin: [usize; 2],
}

/// The median of the survey; as many poses as any file has, small ones, which cost most for their size; LibreQuake's
/// knight; as large as one file in a hundred; and the greatest of everything seen.
const SIZES: [Size; 5] = [
    Size { name: "median", vertices: 163, triangles: 170, frames: 36, skin: [200, 120] },
    Size { name: "poses", vertices: 190, triangles: 300, frames: 256, skin: [64, 64] },
    Size { name: "knight", vertices: 727, triangles: 511, frames: 97, skin: [256, 256] },
    Size { name: "large", vertices: 1341, triangles: 1638, frames: 250, skin: [512, 512] },
    Size { name: "huge", vertices: 30_635, triangles: 32_408, frames: 256, skin: [4096, 256] },
];

pub(crate) fn cases() -> Vec<Case> {
    SIZES.iter().map(|size| Case { name: size.name, file: made(size) }).collect()
}

/// A model of `size`, sound in all that parsing checks.
fn made(size: &Size) -> Vec<u8> {
    let int = |value: usize| i32::try_from(value).expect("counts are small").to_le_bytes();
    let scales = [0.25, 0.25, 0.25, -32.0, -32.0, -24.0, 64.0, 0.0, 0.0, 22.0_f32];
    let counts = [1, size.skin[0], size.skin[1], size.vertices, size.triangles, size.frames, 0, 0];
    let mut file = [*b"IDPO", int(6)].concat();
    file.extend(scales.into_iter().flat_map(f32::to_le_bytes));
    file.extend(counts.into_iter().flat_map(int));
    file.extend(4.0_f32.to_le_bytes());

    file.extend(int(0));
    file.extend((0..size.skin[0] * size.skin[1]).map(|i| (i * 7 % 224).to_le_bytes()[0]));
    for i in 0..size.vertices {
        file.extend([32 * (i % 2), i % (size.skin[0] / 2), i % size.skin[1]].into_iter().flat_map(int));
    }
    for i in 0..size.triangles {
        let corners = [i, i + 1, i + 17].map(|vertex| vertex % size.vertices);
        file.extend(int(i % 2));
        file.extend(corners.into_iter().flat_map(int));
    }
    for frame in 0..size.frames {
        file.extend(int(0));
        file.extend([0, 0, 0, 0, 255, 255, 255, 0]);
        file.extend(format!("{:\0<16}", format!("frame{}", frame + 1)).into_bytes());
        for i in 0..size.vertices {
            let [x, y, z, ..] = (i * 2_654_435 + frame * 977).to_le_bytes();
            file.extend([x, y, z, ((i + frame) % 162).to_le_bytes()[0]]);
        }
    }
    file
}
