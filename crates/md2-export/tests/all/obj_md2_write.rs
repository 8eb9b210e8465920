//! Checks of written OBJ, STL, PLY and MD2 files after reading them back.

use std::collections::BTreeMap;

use crate::common::expect_positions;
use crate::models::{every_model, own_models};
use md2_anim::Sequence;
use md2_export::import::{ImportOptions, NoFiles, OwnedModel};
use md2_export::{
    ExportModel, FrameSelection, ObjOptions, UpAxis, import_quake, write_mtl, write_obj, write_ply, write_stl,
};
use md2_format::Md2;
use md2_load::{Format, LoadOptions, load};
use md2_mesh::Pose;
use md2_mesh::blend::blend_vertex;

fn rows(obj: &str, word: &str) -> Vec<Vec<f32>> {
    let lines = obj.lines().filter_map(|line| line.strip_prefix(word)?.strip_prefix(' '));
    lines.map(|line| line.split(' ').map(|number| number.parse().unwrap()).collect()).collect()
}

fn faces(obj: &str) -> Vec<[[usize; 3]; 3]> {
    let corner = |word: &str| {
        let numbers: Vec<usize> = word.split('/').map(|number| number.parse().unwrap()).collect();
        [numbers[0], numbers[1], numbers[2]]
    };
    let lines = obj.lines().filter_map(|line| line.strip_prefix("f "));
    lines.map(|line| line.split(' ').map(corner).collect::<Vec<_>>().try_into().unwrap()).collect()
}

#[test]
fn obj_has_the_exact_corners_of_every_model() {
    for (name, model) in every_model() {
        let subject = ExportModel::new(&*name, &model);
        let mesh = &model.mesh;
        for frame in [0, mesh.frame_count() / 2, mesh.frame_count() - 1] {
            let obj = write_obj(&subject, frame, &ObjOptions::default());
            let (positions, uvs, normals, faces) =
                (rows(&obj, "v"), rows(&obj, "vt"), rows(&obj, "vn"), faces(&obj));
            assert_eq!(
                (positions.len(), normals.len()),
                (model.facts.vertices, model.facts.vertices),
                "{name}"
            );
            assert_eq!(faces.len(), mesh.triangle_count(), "{name}");
            for (face, [a, b, c]) in faces.iter().zip(mesh.indices().triangles()) {
                for ([xyz, st, normal], vertex) in face.iter().zip([a, c, b]) {
                    let vertex = vertex as usize;
                    let expected = blend_vertex(mesh, vertex, Pose::still(u32::try_from(frame).unwrap()));
                    assert_eq!(positions[xyz - 1], expected.position, "{name}, frame {frame}");
                    assert_eq!(normals[normal - 1], expected.normal, "{name}, frame {frame}");
                    let [u, v] = mesh.uvs()[vertex];
                    assert_eq!(uvs[st - 1], [u, 1.0 - v], "{name}");
                }
            }
        }
    }
}

#[test]
fn obj_has_the_positions_of_the_md2_in_the_axes_of_the_options() {
    let (name, bytes) = own_models().swap_remove(0);
    let md2 = Md2::parse(&bytes).unwrap();
    let model = load(&bytes, &LoadOptions::default()).unwrap();
    let options = ObjOptions { up: UpAxis::Y, scale: 2.0, library: Some(String::from("a.mtl")) };
    let obj = write_obj(&ExportModel::new(name, &model), 7, &options);
    let turned = |[x, y, z]: [f32; 3]| [y, z, x].map(|c| c * 2.0).to_vec();
    assert_eq!(rows(&obj, "v"), md2.frame(7).positions().map(turned).collect::<Vec<_>>());
    assert!(obj.contains("\nmtllib a.mtl\n") && obj.contains("\nusemtl skin0\n"));
    let mtl = write_mtl(&ExportModel::new("a", &model), None, &BTreeMap::new());
    assert!(mtl.contains("\nnewmtl skin0\n"));
}

#[test]
fn stl_and_ply_have_the_length_in_their_headers() {
    for (name, model) in every_model().into_iter().take(13) {
        let subject = ExportModel::new(&*name, &model);
        let stl = write_stl(&subject, 0, UpAxis::Z, 1.0);
        let triangles = model.mesh.triangle_count();
        assert_eq!(stl[80..84], u32::try_from(triangles).unwrap().to_le_bytes(), "{name}");
        assert_eq!(stl.len(), 84 + 50 * triangles, "{name}");
        let number = |at: usize| f32::from_le_bytes(stl[at..at + 4].try_into().unwrap());
        let [a, _, _] = model.mesh.indices().triangles().next().unwrap();
        assert_eq!([96, 100, 104].map(number), model.mesh.position(0, a as usize), "{name}");

        let ply = write_ply(&subject, 0, UpAxis::Z, 1.0);
        let end = ply.windows(11).position(|window| window == b"end_header\n").unwrap() + 11;
        let header = std::str::from_utf8(&ply[..end]).unwrap();
        assert!(header.contains(&format!("element vertex {}\n", model.mesh.vertex_count())), "{name}");
        assert!(header.contains(&format!("element face {triangles}\n")), "{name}");
        assert_eq!(ply.len(), end + 32 * model.mesh.vertex_count() + 13 * triangles, "{name}");
    }
}

#[test]
fn converts_mdl_and_md3_and_reports_the_error() {
    for (name, model) in every_model() {
        if model.format == Format::Md2 || model.mesh.triangle_count() == 0 {
            continue;
        }
        let subject = ExportModel::new("converted", &model);
        let converted =
            import_quake(&subject, &FrameSelection::default(), &NoFiles, &ImportOptions::default());
        let converted =
            converted.and_then(OwnedModel::to_md2).unwrap_or_else(|error| panic!("{name}: {error}"));
        let md2 = Md2::parse(&converted.bytes).unwrap();
        assert_eq!(md2.frame_count(), model.mesh.frame_count(), "{name}");
        assert_eq!(md2.triangles().len(), model.mesh.triangle_count(), "{name}");
        assert!(converted.report.findings.is_empty(), "{name}: {:?}", converted.report.findings);
        let triangles: Vec<[u32; 3]> = model.mesh.indices().triangles().collect();
        expect_positions(&converted, |frame, triangle, corner| {
            let [a, b, c] = triangles[triangle];
            model.mesh.position(frame, [a, c, b][corner] as usize)
        });
    }
}

#[test]
fn names_frames_if_the_old_names_give_other_sequences() {
    let names = ["frame1", "frame2", "frame3", "frame4", "frame5"];
    let model = load(md2_testdata::mdl::with_frames(names).build().bytes(), &LoadOptions::default()).unwrap();
    let sequences = [Sequence::new("walk", 0, 2), Sequence::new("pain1", 2, 4)];
    let convert = |sequences: &[Sequence]| {
        let subject = ExportModel { sequences, ..ExportModel::new("named", &model) };
        let model = import_quake(&subject, &FrameSelection::default(), &NoFiles, &ImportOptions::default());
        model.unwrap().to_md2().unwrap().bytes
    };
    let file = convert(&sequences);
    let md2 = Md2::parse(&file).unwrap();
    let found: Vec<_> = md2.frames().map(|frame| frame.name().to_string()).collect();
    assert_eq!(
        found,
        ["walk1", "walk2", "walk3", "frame4", "frame5"],
        "pain1 keeps its old frame names, since it shares its first frame with walk"
    );
    let sequences = [Sequence::new("walk", 0, 2), Sequence::new("pain1", 3, 4)];
    let file = convert(&sequences);
    let md2 = Md2::parse(&file).unwrap();
    let detection = md2_anim::detect(md2.frames().map(|frame| frame.name()));
    assert_eq!(detection.sequences().iter().map(|s| &*s.name).collect::<Vec<_>>(), ["walk", "pain1"]);
}
