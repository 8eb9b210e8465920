//! MD3 models for tests.

use crate::folder::TempFolder;

use super::spec::{Md3FrameSpec, Md3Spec, SurfaceSpec, TagSpec, VertexSpec, upright_axes};

/// Returns a model with one surface `"blade"` of one triangle that faces up, two frames (`"lie"`, `"rise"`), one tag
/// `"tag_tip"` and one shader. In the second frame the triangle and the tag are 8 units higher.
pub fn one_triangle() -> Md3Spec {
    let corners = [[0, 0, 0], [0, 32, 0], [32, 0, 0]];
    let tag = |z| vec![tag(b"tag_tip", [32.0, 0.0, z], upright_axes())];
    Md3Spec {
        name: b"models/test/blade.md3".to_vec(),
        flags: 0,
        frames: vec![
            frame(b"lie", [0.0; 3], [32.0, 32.0, 0.0]),
            frame(b"rise", [0.0, 0.0, 8.0], [32.0, 32.0, 8.0]),
        ],
        tags: vec![tag(0.0), tag(8.0)],
        surfaces: vec![SurfaceSpec {
            name: b"blade".to_vec(),
            flags: 0,
            shaders: vec![b"models/test/blade.tga".to_vec()],
            triangles: vec![[0, 1, 2]],
            st: vec![[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]],
            vertices: vec![facing_up(&corners), facing_up(&corners.map(|[x, y, z]| [x, y, z + 8]))],
        }],
    }
}

/// Returns a model with two surfaces, `"Floor"` (a square of two triangles) and `"wall_1"` (one triangle that faces
/// +X), three frames and no tags. In frame `i` all vertices are `4 * i` units higher than in frame 0.
pub fn two_surfaces() -> Md3Spec {
    let square = [[-16, -16, 0], [-16, 16, 0], [16, -16, 0], [16, 16, 0]];
    let wall = [[16, -16, 0], [16, -16, 32], [16, 16, 0]];
    let heights = [0, 4, 8];
    let raised = |corners: &[[i16; 3]], height: i16| {
        corners.iter().map(|&[x, y, z]| [x, y, z + height]).collect::<Vec<_>>()
    };
    let facing_forward = |corners: Vec<[i16; 3]>| {
        let vertices = facing_up(&corners).into_iter();
        vertices.map(|vertex| VertexSpec { zenith: 64, azimuth: 0, ..vertex }).collect()
    };
    let frames = heights.map(|height| {
        let z = f32::from(height);
        frame(b"frame", [-16.0, -16.0, z], [16.0, 16.0, z + 32.0])
    });
    Md3Spec {
        name: b"two".to_vec(),
        frames: frames.to_vec(),
        surfaces: vec![
            SurfaceSpec {
                name: b"Floor".to_vec(),
                shaders: vec![b"textures/floor".to_vec()],
                triangles: vec![[0, 1, 2], [2, 1, 3]],
                st: vec![[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]],
                vertices: heights.iter().map(|&height| facing_up(&raised(&square, height))).collect(),
                ..SurfaceSpec::default()
            },
            SurfaceSpec {
                name: b"wall_1".to_vec(),
                shaders: vec![b"textures/wall.jpg".to_vec()],
                triangles: vec![[0, 1, 2]],
                st: vec![[0.0, 1.0], [0.0, 0.0], [1.0, 1.0]],
                vertices: heights.iter().map(|&height| facing_forward(raised(&wall, height))).collect(),
                ..SurfaceSpec::default()
            },
        ],
        ..Md3Spec::default()
    }
}

/// Returns [`one_triangle`] with five frames. With each frame, `"tag_tip"` rotates left around Z by 90 degrees. Its
/// position is (`8 * frame`, 0, 0).
pub fn turning_tag() -> Md3Spec {
    // Cosine and sine of the frame's angle.
    let turns = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0], [1.0, 0.0]];
    let mut spec = one_triangle();
    spec.frames = vec![spec.frames[0].clone(); turns.len()];
    spec.tags = turns
        .iter()
        .zip(0_u8..)
        .map(|(&[cos, sin], frame)| {
            let axes = [[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]];
            vec![tag(b"tag_tip", [8.0 * f32::from(frame), 0.0, 0.0], axes)]
        })
        .collect();
    let pose = spec.surfaces[0].vertices[0].clone();
    spec.surfaces[0].vertices = vec![pose; turns.len()];
    spec
}

/// Returns the legs of a player: the surface `"l_legs"`, four frames, and `"tag_torso"` at a height of `8 + frame`.
pub fn player_lower() -> Md3Spec {
    part(b"lower", b"l_legs", -24, &|z| vec![tag(b"tag_torso", [0.0, 0.0, 8.0 + z], upright_axes())])
}

/// Returns the torso of a player: the surface `"u_torso"`, four frames, `"tag_head"` at a height of `24 + frame`,
/// `"tag_weapon"` in front of its right hand, and an unused `"tag_torso"`.
pub fn player_upper() -> Md3Spec {
    part(b"upper", b"u_torso", 0, &|z| {
        vec![
            tag(b"tag_head", [0.0, 0.0, 24.0 + z], upright_axes()),
            tag(b"tag_weapon", [12.0, -8.0, 16.0], upright_axes()),
            tag(b"tag_torso", [0.0; 3], upright_axes()),
        ]
    })
}

/// Returns the head of a player: the surface `"h_head"`, one frame, and an unused `"tag_head"`.
pub fn player_head() -> Md3Spec {
    let mut spec = part(b"head", b"h_head", 0, &|_| vec![tag(b"tag_head", [0.0; 3], upright_axes())]);
    spec.frames.truncate(1);
    spec.tags.truncate(1);
    spec.surfaces[0].vertices.truncate(1);
    spec
}

/// Returns a weapon: the surface `"w_gun"`, one frame, `"tag_barrel"` and `"tag_flash"` in front of it.
pub fn player_weapon() -> Md3Spec {
    let mut spec = player_head();
    spec.name = b"weapon".to_vec();
    spec.tags[0] = vec![
        tag(b"tag_barrel", [8.0, 0.0, 0.0], upright_axes()),
        tag(b"tag_flash", [16.0, 0.0, 0.0], upright_axes()),
    ];
    spec.surfaces[0].name = b"w_gun".to_vec();
    spec
}

/// Returns a flat player part. Frame `i` is at the height `base + i`, and has the tags that `tags` returns for `i`.
fn part(name: &[u8], surface: &[u8], base: i16, tags: &dyn Fn(f32) -> Vec<TagSpec>) -> Md3Spec {
    let rises = [0_i16, 1, 2, 3];
    let corners = |rise: i16| [[-8, -8], [-8, 8], [8, 0]].map(|[x, y]| [x, y, base + rise]);
    let bounds = |rise: i16| {
        let z = f32::from(base + rise);
        frame(b"frame", [-8.0, -8.0, z], [8.0, 8.0, z])
    };
    Md3Spec {
        name: name.to_vec(),
        flags: 0,
        frames: rises.map(bounds).to_vec(),
        tags: rises.iter().map(|&rise| tags(f32::from(rise))).collect(),
        surfaces: vec![SurfaceSpec {
            name: surface.to_vec(),
            flags: 0,
            shaders: vec![b"models/players/test/skin.tga".to_vec()],
            triangles: vec![[0, 1, 2]],
            st: vec![[0.0, 0.0], [1.0, 0.0], [0.5, 1.0]],
            vertices: rises.iter().map(|&rise| facing_up(&corners(rise))).collect(),
        }],
    }
}

fn facing_up(corners: &[[i16; 3]]) -> Vec<VertexSpec> {
    let vertex =
        |corner: &[i16; 3]| VertexSpec { xyz: corner.map(|units| 64 * units), zenith: 0, azimuth: 0 };
    corners.iter().map(vertex).collect()
}

/// Returns a frame with the bounds `min` and `max`, and with the radius that follows from them.
fn frame(name: &[u8], min: [f32; 3], max: [f32; 3]) -> Md3FrameSpec {
    let farthest = |a: usize| min[a].abs().max(max[a].abs());
    let squares: f32 = [0, 1, 2].map(farthest).iter().map(|a| a * a).sum();
    Md3FrameSpec { min, max, origin: [0.0; 3], radius: squares.sqrt(), name: name.to_vec() }
}

fn tag(name: &[u8], origin: [f32; 3], axes: [[f32; 3]; 3]) -> TagSpec {
    TagSpec { name: name.to_vec(), origin, axes }
}

/// Writes the three parts of a player and their `animation.cfg` into a folder, without images. `place` begins each path.
pub fn write_player(folder: &TempFolder, place: &str) {
    for (name, file) in [("lower", player_lower()), ("upper", player_upper()), ("head", player_head())] {
        folder.write(&format!("{place}{name}.md3"), file.build().bytes());
    }
    // All sequences have the same frames. In the file, the numbers of leg frames continue after the torso frames.
    let row = |row: usize| if (13..=24).contains(&row) { "4 4 4 10\n" } else { "0 4 4 10\n" };
    let rows: String = (0..25).map(row).collect();
    folder.write(&format!("{place}animation.cfg"), rows.as_bytes());
}
