//! Models of all formats with the same content.

use md2_edit::Model;
use md2_testdata::md3::{self, Md3FrameSpec, Md3Spec, SurfaceSpec, VertexSpec};
use md2_testdata::mdl::{self, MdlFrameSpec, MdlSpec, MdlTriangleSpec, PoseSpec, StSpec};
use md2_testdata::{FrameSpec, Md2Spec, TriangleSpec};

pub(crate) fn parse(file: md2_testdata::TaggedBytes) -> Model {
    Model::parse(file.bytes()).unwrap()
}

/// Returns models whose frames have these names. Frame `i` is `i` units higher than the first, whose lowest height is 0.
pub(crate) fn with_frames(names: &[&str]) -> Vec<Model> {
    let flat = [[0, 0], [0, 255], [255, 0]];
    let pose = |(name, height): (&&str, u8)| PoseSpec::new(name, &flat.map(|[x, y]| [x, y, 8 * height, 5]));
    let poses = names.iter().zip(0..).map(pose).map(MdlFrameSpec::Single);
    let quake = MdlSpec { scale_origin: [0.0; 3], frames: poses.collect(), ..mdl::one_triangle() };
    let mut quake3 = md3::one_triangle();
    let pose = quake3.surfaces[0].vertices[0].clone();
    let raised = |height: i16| {
        let vertex =
            |vertex: &VertexSpec| VertexSpec { xyz: [vertex.xyz[0], vertex.xyz[1], 64 * height], ..*vertex };
        pose.iter().map(vertex).collect::<Vec<_>>()
    };
    quake3.surfaces[0].vertices = (0..).take(names.len()).map(raised).collect();
    quake3.tags = vec![Vec::new(); names.len()];
    quake3.frames = names
        .iter()
        .map(|name| Md3FrameSpec { name: name.as_bytes().to_vec(), ..Md3FrameSpec::default() })
        .collect();
    vec![parse(md2_testdata::with_frames(names).build()), parse(quake.build()), parse(quake3.build())]
}

/// Returns models with one triangle.
pub(crate) fn triangles() -> Vec<Model> {
    vec![
        parse(md2_testdata::one_triangle().build()),
        parse(mdl::one_triangle().build()),
        parse(md3::one_triangle().build()),
    ]
}

/// Returns a closed cube in each format, with the bytes of [`md2_testdata::block`]: its corners are 25.5 units from the z axis, and in
/// height from -24 to 27. In the MD3, positions are rounded to 64ths of a unit. All normals of the MDL and the MD3 point up.
pub(crate) fn blocks() -> Vec<Model> {
    let block = md2_testdata::block(false);
    let pose = &block.frames[0];
    let upward = pose.vertices.iter().map(|&[x, y, z, _]| [x, y, z, 5]).collect::<Vec<_>>();
    let quake = MdlSpec {
        scale: pose.scale,
        scale_origin: pose.translate,
        skin_size: [64, 64],
        skins: Vec::new(),
        st: vec![StSpec { onseam: 0, s: 1, t: 1 }; block.vertices],
        triangles: block
            .triangles
            .iter()
            .map(|t| MdlTriangleSpec { front: 1, vertices: t.xyz.map(i32::from) })
            .collect(),
        frames: vec![MdlFrameSpec::Single(PoseSpec::new("stand01", &upward))],
        ..MdlSpec::default()
    };
    let corner = |[x, y, z, _]: &[u8; 4]| {
        let near = |byte: &u8, low: i16| if *byte == 0 { low } else { low + 51 * 64 };
        VertexSpec { xyz: [near(x, -1632), near(y, -1632), near(z, -1536)], zenith: 0, azimuth: 0 }
    };
    let quake3 = Md3Spec {
        frames: vec![Md3FrameSpec { name: b"stand01".to_vec(), ..Md3FrameSpec::default() }],
        surfaces: vec![SurfaceSpec {
            name: b"block".to_vec(),
            triangles: block.triangles.iter().map(|t| t.xyz.map(i32::from)).collect(),
            st: vec![[0.5; 2]; block.vertices],
            vertices: vec![pose.vertices.iter().map(corner).collect()],
            ..SurfaceSpec::default()
        }],
        tags: vec![Vec::new()],
        ..Md3Spec::default()
    };
    vec![parse(block.build()), parse(quake.build()), parse(quake3.build())]
}

/// Returns the normals of the first pose, as directions of unit length.
pub(crate) fn normals(model: &Model) -> Vec<[f32; 3]> {
    match model {
        Model::Md2(model) => model.frames[0].vertices.iter().map(|vertex| vertex.normal()).collect(),
        Model::Mdl(model) => {
            let pose = model.poses().next().expect("a pose");
            pose.vertices.iter().map(|vertex| vertex.normal()).collect()
        }
        Model::Md3(model) => {
            let vertices = model.surfaces.iter().flat_map(|surface| surface.frame_vertices(0));
            vertices.map(|vertex| vertex.normal()).collect()
        }
        other => panic!("{}", other.format()),
    }
}

/// The side of the square of [`grid`] in cells.
pub(crate) const CELLS: usize = 6;

/// Returns models of a square of 6 x 6 cells, each of two triangles, in two frames. The skin coordinate of a vertex is its column and row,
/// times 8. In the second frame, one vertex is above the plane.
pub(crate) fn grid(bump: [usize; 2]) -> Vec<Model> {
    let side = CELLS + 1;
    let vertex = |row: usize, column: usize| row * side + column;
    let cells = (0..CELLS * CELLS).map(|cell| (cell / CELLS, cell % CELLS));
    let quads = cells.map(|(row, column)| {
        [vertex(row, column), vertex(row, column + 1), vertex(row + 1, column), vertex(row + 1, column + 1)]
    });
    let triangles: Vec<[usize; 3]> = quads.flat_map(|[a, b, c, d]| [[a, b, c], [c, b, d]]).collect();
    let places: Vec<[usize; 2]> = (0..side * side).map(|i| [i % side, i / side]).collect();
    let byte = |number: usize| u8::try_from(number).unwrap();
    let pose = |height: u8| -> Vec<[u8; 4]> {
        let z = |place: &[usize; 2]| if *place == bump { height } else { 0 };
        places.iter().map(|place| [byte(40 * place[0]), byte(40 * place[1]), z(place), 5]).collect()
    };
    let texel = |number: usize| i16::try_from(8 * number).unwrap();
    let quake2 = Md2Spec {
        skin_size: [64, 64],
        st: places.iter().map(|place| place.map(texel)).collect(),
        triangles: triangles
            .iter()
            .map(|t| t.map(|i| u16::try_from(i).unwrap()))
            .map(|t| TriangleSpec { xyz: t, st: t })
            .collect(),
        vertices: places.len(),
        frames: [0, 200]
            .map(|height| FrameSpec {
                name: b"grid".to_vec(),
                scale: [0.25; 3],
                translate: [0.0; 3],
                vertices: pose(height),
            })
            .to_vec(),
        ..Md2Spec::default()
    };
    let quake = MdlSpec {
        scale: [0.25; 3],
        scale_origin: [0.0; 3],
        skin_size: [64, 64],
        skins: Vec::new(),
        st: places
            .iter()
            .map(|p| StSpec { onseam: 0, s: texel(p[0]).into(), t: texel(p[1]).into() })
            .collect(),
        triangles: triangles
            .iter()
            .map(|t| MdlTriangleSpec { front: 1, vertices: t.map(|i| i32::try_from(i).unwrap()) })
            .collect(),
        frames: [0, 200].map(|z| MdlFrameSpec::Single(PoseSpec::new("grid", &pose(z)))).to_vec(),
        ..MdlSpec::default()
    };
    let steps = |pose: Vec<[u8; 4]>| -> Vec<VertexSpec> {
        // A quarter unit is 16 steps.
        let vertex = |[x, y, z, _]: [u8; 4]| [x, y, z].map(|c| 16 * i16::from(c));
        pose.into_iter().map(|packed| VertexSpec { xyz: vertex(packed), zenith: 0, azimuth: 0 }).collect()
    };
    let share = |number: usize| (f32::from(texel(number)) + 0.5) / 64.0;
    let quake3 = Md3Spec {
        frames: vec![Md3FrameSpec { name: b"grid".to_vec(), ..Md3FrameSpec::default() }; 2],
        surfaces: vec![SurfaceSpec {
            name: b"grid".to_vec(),
            triangles: triangles.iter().map(|t| t.map(|i| i32::try_from(i).unwrap())).collect(),
            st: places.iter().map(|place| place.map(share)).collect(),
            vertices: [0, 200].map(|height| steps(pose(height))).to_vec(),
            ..SurfaceSpec::default()
        }],
        tags: vec![Vec::new(); 2],
        ..Md3Spec::default()
    };
    vec![parse(quake2.build()), parse(quake.build()), parse(quake3.build())]
}

/// Returns the position in a frame and the skin coordinate in texels (of a skin of 64 x 64 texels) of all corners of all triangles.
pub(crate) fn corners(model: &Model, frame: usize) -> Vec<[([f32; 3], [f32; 2]); 3]> {
    let positions = model.frame_positions(frame);
    match model {
        Model::Md2(model) => {
            let corner = |xyz: u16, st: u16| {
                let st = model.st[usize::from(st)];
                (positions[usize::from(xyz)], [st.s, st.t].map(f32::from))
            };
            model.triangles.iter().map(|t| [0, 1, 2].map(|i| corner(t.xyz[i], t.st[i]))).collect()
        }
        Model::Mdl(model) => {
            let corner = |vertex: u32| {
                let st = model.st[vertex as usize];
                (positions[vertex as usize], [st.s, st.t].map(|c| f32::from(i16::try_from(c).unwrap())))
            };
            model.triangles.iter().map(|t| t.vertices().map(corner)).collect()
        }
        Model::Md3(model) => {
            let mut base = 0;
            let mut corners = Vec::new();
            for surface in &model.surfaces {
                let corner = |index: u32| {
                    let st = surface.st[index as usize];
                    (positions[base + index as usize], [st.s, st.t].map(|c| c * 64.0 - 0.5))
                };
                corners.extend(surface.triangles.iter().map(|t| t.indices.map(corner)));
                base += surface.vertex_count();
            }
            corners
        }
        other => panic!("{}", other.format()),
    }
}
