//! Models of four kinds: a player, a large animated one, a still one that is all triangles, and far beyond all.

/// A file to load and what to call it.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) file: Vec<u8>,
}

/// Surfaces alike.
struct Size {
    name: &'static str,
    surfaces: usize,
    vertices: usize,
    triangles: usize,
    frames: usize,
    tags: usize,
}

const SIZES: [Size; 4] = [
    Size { name: "player", surfaces: 2, vertices: 250, triangles: 400, frames: 155, tags: 2 },
    Size { name: "animated", surfaces: 9, vertices: 400, triangles: 600, frames: 150, tags: 5 },
    Size { name: "still", surfaces: 16, vertices: 1000, triangles: 2000, frames: 1, tags: 0 },
    Size { name: "huge", surfaces: 32, vertices: 40_000, triangles: 80_000, frames: 1, tags: 0 },
];

pub(crate) fn cases() -> Vec<Case> {
    SIZES.iter().map(|size| Case { name: size.name, file: made(size) }).collect()
}

fn made(size: &Size) -> Vec<u8> {
    let bytes = 108 + size.triangles * 12 + 68 + size.vertices * 8 + size.vertices * size.frames * 8;
    let tags = 108 + 56 * size.frames;
    let surfaces = tags + 112 * size.frames * size.tags;
    let mut file = b"IDP3\x0f\0\0\0".to_vec();
    file.resize(72, 0);
    let end = surfaces + size.surfaces * bytes;
    put(&mut file, &[0, size.frames, size.tags, size.surfaces, 0, 108, tags, surfaces, end]);
    for frame in 0..size.frames {
        let name = format!("frame{frame}");
        file.extend([0; 40]);
        file.extend(std::array::from_fn::<u8, 16, _>(|i| name.as_bytes().get(i).copied().unwrap_or(0)));
    }
    for _ in 0..size.frames * size.tags {
        file.extend([b't'; 63]);
        file.push(0);
        file.extend(
            [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1].iter().flat_map(|&n: &u8| f32::from(n).to_le_bytes()),
        );
    }
    for _ in 0..size.surfaces {
        surface(&mut file, size, bytes);
    }
    assert_eq!(file.len(), end);
    file
}

fn surface(file: &mut Vec<u8>, size: &Size, bytes: usize) {
    let start = file.len();
    file.extend(b"IDP3surface");
    file.resize(start + 68, 0);
    let shaders = 108 + 12 * size.triangles;
    let st = shaders + 68;
    let vertices = st + 8 * size.vertices;
    put(file, &[0, size.frames, 1, size.vertices, size.triangles, 108, shaders, st, vertices, bytes]);
    for triangle in 0..size.triangles {
        put(file, &[0, 1, 7].map(|corner| (triangle / 2 + corner) % size.vertices));
    }
    file.extend([0; 68]);
    for vertex in 0..size.vertices {
        let part = vertex as f32 / size.vertices as f32;
        file.extend([part, 1.0 - part].into_iter().flat_map(f32::to_le_bytes));
    }
    for vertex in 0..size.vertices * size.frames {
        file.extend((vertex as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).to_le_bytes());
    }
}

fn put(file: &mut Vec<u8>, numbers: &[usize]) {
    file.extend(numbers.iter().flat_map(|&number| i32::try_from(number).unwrap().to_le_bytes()));
}
