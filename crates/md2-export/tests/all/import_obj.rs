//! Import of OBJ sequences.

use std::fmt::Write as _;

use crate::common::{expect_positions, expect_sound};
use crate::invariants::import_obj;
use md2_export::UpAxis;
use md2_export::import::{FramePacking, ImportOptions, ImportedModel, NoFiles, ObjFile};
use md2_format::Md2;

const CORNERS: [[f32; 3]; 8] = [
    [0.0, 0.0, 0.0],
    [16.0, 0.0, 0.0],
    [16.0, 12.0, 0.0],
    [0.0, 12.0, 0.0],
    [0.0, 0.0, 30.0],
    [16.0, 0.0, 30.0],
    [16.0, 12.0, 30.0],
    [0.0, 12.0, 30.0],
];
/// The corner indices of each side of the test model, a box; counterclockwise seen from outside.
const SIDES: [[usize; 4]; 6] =
    [[3, 2, 1, 0], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]];

fn moved(corner: usize, by: f32) -> [f32; 3] {
    let [x, y, z] = CORNERS[corner];
    if z > 0.0 { [x + by, y + 0.37 * by, z + 0.11 * by] } else { [x, y, z] }
}

fn obj(by: f32) -> String {
    let mut text = String::from("# a box\no box\n");
    for corner in 0..8 {
        let [x, y, z] = moved(corner, by);
        writeln!(text, "v {x} {y} {z}").unwrap();
    }
    text.push_str("vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\ns off\n");
    for side in SIDES {
        let corners: Vec<String> = side.iter().zip(1..).map(|(v, vt)| format!("{}/{vt}", v + 1)).collect();
        writeln!(text, "f {}", corners.join(" ")).unwrap();
    }
    text
}

/// For each frame, the distance by which the upper side of the box is moved: six frames of "run", and three of "death1".
const MOVES: [f32; 9] = [0.0, 1.7, 3.1, 4.9, 6.2, 5.5, 0.0, -9.3, -20.9];

fn import(options: &ImportOptions) -> ImportedModel {
    let texts: Vec<String> = MOVES.iter().map(|&by| obj(by)).collect();
    let names = ["run_1", "run_2", "run_3", "run_4", "run_5", "run_6", "death1_1", "death1_2", "death1_3"];
    let names = names.map(|name| format!("{name}.obj"));
    let files = names.iter().zip(&texts).map(|(name, text)| ObjFile { name, content: text.as_bytes() });
    import_obj(&files.collect::<Vec<_>>(), &NoFiles, options).unwrap()
}

const SEQUENCES: [(&str, usize); 2] = [("run", 6), ("death1", 3)];

fn corner(triangle: usize, corner: usize) -> usize {
    SIDES[triangle / 2][[[0, 1, 2], [0, 2, 3]][triangle % 2][corner]]
}

#[test]
fn a_sequence_of_files_becomes_a_model() {
    for packing in [FramePacking::Frame, FramePacking::Sequence, FramePacking::Model] {
        let imported = import(&ImportOptions { packing: Some(packing), ..ImportOptions::default() });
        expect_sound(&imported, &SEQUENCES);
        assert_eq!((imported.report.vertices, imported.report.triangles), (8, 12));
        expect_positions(&imported, |frame, triangle, nth| moved(corner(triangle, nth), MOVES[frame]));
    }
}

#[test]
fn resting_parts_of_a_sequence_have_constant_bytes() {
    let trembles = |packing| {
        let imported = import(&ImportOptions { packing: Some(packing), ..ImportOptions::default() });
        let md2 = Md2::parse(&imported.bytes).unwrap();
        let run: Vec<_> = md2.frames().take(6).collect();
        let still = (0..md2.vertex_count()).filter(|&vertex| run[0].position(vertex)[2] == 0.0);
        let still: Vec<usize> = still.collect();
        assert_eq!(still.len(), 4);
        run.iter().any(|frame| still.iter().any(|&vertex| frame.position(vertex) != run[0].position(vertex)))
    };
    assert!(!trembles(FramePacking::Sequence) && !trembles(FramePacking::Model));
    // The corners of this box are exact, as they are the ends of its range; others lose up to half a step.
    let one =
        |packing| import(&ImportOptions { packing: Some(packing), ..ImportOptions::default() }).report.error;
    assert!(one(FramePacking::Frame).largest <= one(FramePacking::Model).largest);
}

#[test]
fn opengl_commands_have_the_exact_texture_coordinates() {
    let imported = import(&ImportOptions { skin_size: Some([64, 32]), ..ImportOptions::default() });
    let md2 = Md2::parse(&imported.bytes).unwrap();
    let commands = md2.gl_commands();
    assert!(commands.compare_triangles(md2.triangles().iter()).is_exact());
    let mut uvs: Vec<[f32; 2]> =
        commands.iter().flat_map(|c| c.vertices.iter()).map(|vertex| [vertex.s, vertex.t]).collect();
    uvs.sort_by(|a, b| a.partial_cmp(b).unwrap());
    uvs.dedup();
    assert_eq!(uvs, [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]);
    let st: Vec<_> = md2.st().iter().map(|st| (st.s, st.t)).collect();
    assert!(st.iter().all(|st| [(0, 0), (63, 0), (0, 31), (63, 31)].contains(st)) && st.len() == 4, "{st:?}");
}

#[test]
fn applies_feet_scale_and_axes() {
    let plain = import(&ImportOptions { scale: Some(2.0), feet: Some(-24.0), ..ImportOptions::default() });
    assert_eq!((plain.report.least[2], plain.report.greatest[1]), (-24.0, 2.0 * (12.0 + 0.37 * 6.2)));
    assert!(plain.report.notes.is_empty());
    let large = import(&ImportOptions { scale: Some(100.0), ..ImportOptions::default() });
    assert_eq!(
        large.report.notes,
        ["the first frame is 3000.00 units large (a player is 56); set a scale to resize the model"]
    );
    let turned = import(&ImportOptions { up: UpAxis::Y, ..ImportOptions::default() });
    // In the file, Y is up, Z forward and X left.
    assert_eq!(turned.report.greatest[0], 30.0 + 0.11 * 6.2);
    assert_eq!(turned.report.greatest[1], 16.0 + 6.2);
    assert!(Md2::parse(&turned.bytes).unwrap().winding(0).enclosed < -5700.0, "still clockwise");
}
