//! Models of all formats with the same content.

use md2_edit::Model;
use md2_testdata::md3::{self, Md3FrameSpec, Md3Spec, SurfaceSpec, VertexSpec};
use md2_testdata::mdl::{self, MdlFrameSpec, MdlSpec, MdlTriangleSpec, PoseSpec, StSpec};
use md2_testdata::{FrameSpec, Md2Spec, TriangleSpec};

pub(crate) fn parse(file: md2_testdata::TaggedBytes) -> Model {
    Model::parse(file.bytes()).unwrap()
}

/// Returns a model of each format with the triangles and positions of an MD2. In the MDL and the MD3, a vertex has the first skin coordinate
/// that a triangle uses for it, and all normals point up. An MDL has the scale of the first frame.
fn in_all_formats(spec: &Md2Spec) -> Vec<Model> {
    let position = |frame: &FrameSpec, vertex: &[u8; 4]| {
        [0, 1, 2].map(|axis| f32::from(vertex[axis]) * frame.scale[axis] + frame.translate[axis])
    };
    let corners = || spec.triangles.iter().flat_map(|triangle| triangle.xyz.into_iter().zip(triangle.st));
    let texel = |vertex: usize| {
        let (_, st) = corners().find(|(xyz, _)| usize::from(*xyz) == vertex).unwrap();
        spec.st[usize::from(st)]
    };
    let texels: Vec<[i16; 2]> = (0..spec.vertices).map(texel).collect();
    let triangles = || spec.triangles.iter().map(|triangle| triangle.xyz.map(i32::from));
    let first = &spec.frames[0];
    let pose = |frame: &FrameSpec| {
        let packed = |vertex: &[u8; 4]| {
            let at = position(frame, vertex);
            let [x, y, z] =
                [0, 1, 2].map(|axis| ((at[axis] - first.translate[axis]) / first.scale[axis]).round());
            #[expect(clippy::cast_possible_truncation, reason = "small numbers")]
            [x as u8, y as u8, z as u8, 5]
        };
        let vertices: Vec<[u8; 4]> = frame.vertices.iter().map(packed).collect();
        MdlFrameSpec::Single(PoseSpec { name: frame.name.clone(), ..PoseSpec::new("", &vertices) })
    };
    let quake = MdlSpec {
        scale: first.scale,
        scale_origin: first.translate,
        skin_size: spec.skin_size,
        st: texels.iter().map(|&[s, t]| StSpec { onseam: 0, s: s.into(), t: t.into() }).collect(),
        triangles: triangles().map(|vertices| MdlTriangleSpec { front: 1, vertices }).collect(),
        frames: spec.frames.iter().map(pose).collect(),
        ..MdlSpec::default()
    };
    let vertices = |frame: &FrameSpec| {
        #[expect(clippy::cast_possible_truncation, reason = "small numbers")]
        let steps = |vertex: &[u8; 4]| position(frame, vertex).map(|c| (64.0 * c).round() as i16);
        frame.vertices.iter().map(|v| VertexSpec { xyz: steps(v), zenith: 0, azimuth: 0 }).collect()
    };
    let quake3 = Md3Spec {
        frames: spec
            .frames
            .iter()
            .map(|frame| Md3FrameSpec { name: frame.name.clone(), ..Md3FrameSpec::default() })
            .collect(),
        surfaces: vec![SurfaceSpec {
            triangles: triangles().collect(),
            st: texels.iter().map(|texel| texel.map(|c| (f32::from(c) + 0.5) / 64.0)).collect(),
            vertices: spec.frames.iter().map(vertices).collect(),
            ..SurfaceSpec::default()
        }],
        tags: vec![Vec::new(); spec.frames.len()],
        ..Md3Spec::default()
    };
    vec![parse(spec.build()), parse(quake.build()), parse(quake3.build())]
}

/// Returns models whose frames have these names. Frame `i` is `i` units higher than the first, whose lowest height is 0.
pub(crate) fn with_frames(names: &[&str]) -> Vec<Model> {
    in_all_formats(&md2_testdata::with_frames(names))
}

pub(crate) fn triangles() -> Vec<Model> {
    vec![
        parse(md2_testdata::one_triangle().build()),
        parse(mdl::one_triangle().build()),
        parse(md3::one_triangle().build()),
    ]
}

/// Returns [`md2_testdata::block`] in each format, a closed cube: its corners are 25.5 units from the z axis, and in height from -24 to 27.
pub(crate) fn blocks() -> Vec<Model> {
    in_all_formats(&md2_testdata::block(false))
}

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
    let vertex = |row: usize, column: usize| u16::try_from(row * side + column).unwrap();
    let cells = (0..CELLS * CELLS).map(|cell| (cell / CELLS, cell % CELLS));
    let quads = cells.map(|(row, column)| {
        [vertex(row, column), vertex(row, column + 1), vertex(row + 1, column), vertex(row + 1, column + 1)]
    });
    let places: Vec<[usize; 2]> = (0..side * side).map(|i| [i % side, i / side]).collect();
    let byte = |number: usize| u8::try_from(number).unwrap();
    let frame = |height: u8| {
        let z = |place: &[usize; 2]| if *place == bump { height } else { 0 };
        let vertices = places.iter().map(|place| [byte(40 * place[0]), byte(40 * place[1]), z(place), 5]);
        FrameSpec {
            name: b"grid".to_vec(),
            scale: [0.25; 3],
            translate: [0.0; 3],
            vertices: vertices.collect(),
        }
    };
    in_all_formats(&Md2Spec {
        skin_size: [64, 64],
        st: places.iter().map(|place| place.map(|c| i16::try_from(8 * c).unwrap())).collect(),
        triangles: quads
            .flat_map(|[a, b, c, d]| [[a, b, c], [c, b, d]])
            .map(|corners| TriangleSpec { xyz: corners, st: corners })
            .collect(),
        vertices: places.len(),
        frames: vec![frame(0), frame(200)],
        ..Md2Spec::default()
    })
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
