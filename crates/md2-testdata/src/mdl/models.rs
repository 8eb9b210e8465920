//! MDL models for tests.

use super::spec::{MdlFrameSpec, MdlSpec, MdlTriangleSpec, PoseSpec, SkinSpec, StSpec};

const FLAT: [[u8; 4]; 3] = [[0, 0, 0, 5], [0, 255, 0, 5], [255, 0, 0, 5]];

/// Returns a model with one triangle that faces up, three vertices, two frames (`"stand1"`, `"stand2"`), and one skin
/// of 8 x 8 texels with the palette indices 0 to 63.
pub fn one_triangle() -> MdlSpec {
    let st = |s, t| StSpec { onseam: 0, s, t };
    MdlSpec {
        scale: [0.125; 3],
        scale_origin: [-16.0, -16.0, -24.0],
        bounding_radius: 34.0,
        eye_position: [0.0, 0.0, 22.0],
        skin_size: [8, 8],
        skins: vec![SkinSpec::Single((0..64).collect())],
        st: vec![st(0, 0), st(7, 0), st(0, 7)],
        triangles: vec![MdlTriangleSpec { front: 1, vertices: [0, 1, 2] }],
        frames: vec![
            MdlFrameSpec::Single(PoseSpec::new("stand1", &FLAT)),
            MdlFrameSpec::Single(PoseSpec::new(
                "stand2",
                &[[0, 0, 0, 5], [0, 255, 0, 0], [255, 0, 255, 161]],
            )),
        ],
        size: 508.0,
        ..MdlSpec::default()
    }
}

/// Returns [`one_triangle`] with a single frame for each name. Frame `i` is `i` quantization steps higher than the
/// first, modulo 256.
pub fn with_frames<N: AsRef<[u8]>>(names: impl IntoIterator<Item = N>) -> MdlSpec {
    let heights = (0..=u8::MAX).cycle();
    let frames =
        names.into_iter().zip(heights).map(|(name, height)| MdlFrameSpec::Single(raised(name, height)));
    MdlSpec { frames: frames.collect(), ..one_triangle() }
}

/// Returns [`one_triangle`] with three frames: `"stand1"`, then a group of `"flame1"`, `"flame2"`, `"flame3"` that end at 0.1,
/// 0.3 and 0.6 seconds, then `"stand2"`. Each of the five poses is one quantization step higher than the previous pose.
pub fn frame_group() -> MdlSpec {
    let group = vec![(0.1, raised("flame1", 1)), (0.3, raised("flame2", 2)), (0.6, raised("flame3", 3))];
    let single = |name, height| MdlFrameSpec::Single(raised(name, height));
    MdlSpec {
        frames: vec![single("stand1", 0), MdlFrameSpec::group(group), single("stand2", 4)],
        ..one_triangle()
    }
}

/// Returns a square with a skin of 16 x 8 texels. One triangle is on the front, the other on the back, and their two
/// common vertices are on the seam.
pub fn seamed_quad() -> MdlSpec {
    let st = |onseam, s, t| StSpec { onseam, s, t };
    MdlSpec {
        skin_size: [16, 8],
        skins: vec![SkinSpec::Single(vec![7; 128])],
        st: vec![st(0, 3, 3), st(32, 0, 0), st(32, 7, 7), st(0, 12, 3)],
        triangles: vec![
            MdlTriangleSpec { front: 1, vertices: [0, 1, 2] },
            MdlTriangleSpec { front: 0, vertices: [2, 1, 3] },
        ],
        frames: vec![MdlFrameSpec::Single(PoseSpec::new(
            "quad",
            &[[0, 0, 0, 5], [0, 255, 0, 5], [255, 0, 0, 5], [255, 255, 0, 5]],
        ))],
        ..one_triangle()
    }
}

/// Returns [`one_triangle`] with a second skin: a group of three images that end at 0.2, 0.5 and 1.0 seconds and are
/// filled with the palette indices 1, 2 and 3.
pub fn skin_group() -> MdlSpec {
    let mut spec = one_triangle();
    spec.skins.push(SkinSpec::Group(vec![(0.2, vec![1; 64]), (0.5, vec![2; 64]), (1.0, vec![3; 64])]));
    spec
}

/// Returns [`one_triangle`] with a skin whose first four palette indices are 223, 224, 254 and 255. All other indices are 0.
pub fn fullbright() -> MdlSpec {
    let mut pixels = vec![0; 64];
    pixels[..4].copy_from_slice(&[223, 224, 254, 255]);
    MdlSpec { skins: vec![SkinSpec::Single(pixels)], ..one_triangle() }
}

/// Returns [`one_triangle`] with two skins of 0 x 8 texels: a single image and a group of two images.
pub fn empty_skin() -> MdlSpec {
    MdlSpec {
        skin_size: [0, 8],
        skins: vec![
            SkinSpec::Single(Vec::new()),
            SkinSpec::Group(vec![(0.1, Vec::new()), (0.2, Vec::new())]),
        ],
        ..one_triangle()
    }
}

fn raised(name: impl AsRef<[u8]>, height: u8) -> PoseSpec {
    PoseSpec::new(name, &FLAT.map(|[x, y, z, normal]| [x, y, z + height, normal]))
}
