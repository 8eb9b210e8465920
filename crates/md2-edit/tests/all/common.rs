//! Models of all formats with the same content.

use md2_edit::Model;
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
    vec![parse(md2_testdata::with_frames(names).build()), parse(quake.build())]
}

/// Returns models with one triangle.
pub(crate) fn triangles() -> Vec<Model> {
    vec![parse(md2_testdata::one_triangle().build()), parse(mdl::one_triangle().build())]
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
    vec![parse(quake2.build()), parse(quake.build())]
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
        other => panic!("{}", other.format()),
    }
}
