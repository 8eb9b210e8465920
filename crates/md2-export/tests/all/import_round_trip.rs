//! Export of an MD2 to glTF or OBJ, and import of the result.

use std::collections::BTreeMap;

use crate::models::own_models;
use md2_anim::{Sequence, detect};
use md2_export::gltf::{GltfOptions, write};
use md2_export::import::{ImportOptions, ImportedModel, NoFiles, ObjFile, import_gltf, import_obj};
use md2_export::{ExportModel, ObjOptions, UpAxis, write_obj};
use md2_format::Md2;
use md2_load::{LoadOptions, load};

fn there_and_back(file: &[u8], options: &ImportOptions) -> ImportedModel {
    let model = load(file, &LoadOptions::default()).unwrap();
    let glb = write(&ExportModel::new("model", &model), &GltfOptions::default()).unwrap().to_glb().unwrap();
    import_gltf(&glb, &NoFiles, options).unwrap_or_else(|error| panic!("{error}"))
}

fn sequences(md2: &Md2<'_>) -> Vec<(String, u32, u32)> {
    let row = |s: &Sequence| (s.name.clone(), s.first, s.last);
    detect(md2.frames().map(|frame| frame.name())).sequences().iter().map(row).collect()
}

fn used(md2: &Md2<'_>) -> BTreeMap<u16, u16> {
    let all: BTreeMap<u16, u16> =
        md2.triangles().iter().flat_map(|triangle| triangle.xyz).map(|vertex| (vertex, 0)).collect();
    all.into_keys().zip(0..).collect()
}

/// Returns the triangles in sorted order. A corner is a vertex number and a texel. Each triangle starts with its
/// smallest corner.
fn shape(md2: &Md2<'_>) -> Vec<[(u16, i16, i16); 3]> {
    let number = used(md2);
    let mut shape: Vec<_> = md2
        .triangles()
        .iter()
        .map(|triangle| {
            let st = triangle.st.map(|st| md2.st().record(st.into()));
            let corner = |i: usize| (number[&triangle.xyz[i]], st[i].s, st[i].t);
            let [a, b, c] = [0, 1, 2].map(corner);
            [[a, b, c], [b, c, a], [c, a, b]].into_iter().min().unwrap_or([a, b, c])
        })
        .collect();
    shape.sort_unstable();
    shape
}

/// Returns the largest difference of a coordinate between two files, in quantization steps of the old file.
fn farthest(old: &Md2<'_>, new: &Md2<'_>) -> f32 {
    let number = used(old);
    let mut farthest = 0.0_f32;
    for (was, is) in old.frames().zip(new.frames()) {
        for (&from, &to) in &number {
            let (a, b) = (was.position(from.into()), is.position(to.into()));
            for axis in 0..3 {
                let off = (a[axis] - b[axis]).abs();
                // An axis without extent has no steps.
                let step = was.scale()[axis].abs().max(1e-4);
                farthest = farthest.max(off / step);
            }
        }
    }
    farthest
}

#[test]
fn restores_an_exported_model_exactly() {
    let corpus = md2_testdata::corpus::files("md2");
    let corpus = corpus.into_iter().map(|(path, bytes)| (path.display().to_string(), bytes));
    for (name, file) in own_models().into_iter().chain(corpus) {
        let imported = there_and_back(&file, &ImportOptions::default());
        let (old, new) = (Md2::parse(&file).unwrap(), Md2::parse(&imported.md2).unwrap());
        assert_eq!(new.vertex_count(), used(&old).len(), "{name}: vertices");
        let differs = shape(&new).into_iter().zip(shape(&old)).find(|(new, old)| new != old);
        assert_eq!(differs, None, "{name}: triangles or skin coordinates");
        assert_eq!(new.triangles().len(), old.triangles().len(), "{name}");
        assert_eq!(sequences(&new), sequences(&old), "{name}");
        let names = |md2: &Md2<'_>| md2.frames().map(|frame| frame.name().to_vec()).collect::<Vec<_>>();
        assert_eq!(names(&new), names(&old), "{name}");
        assert_eq!([new.skin_width(), new.skin_height()], [old.skin_width(), old.skin_height()], "{name}");
        let skins =
            |md2: &Md2<'_>| md2.skins().iter().map(|skin| skin.as_bytes().to_vec()).collect::<Vec<_>>();
        assert_eq!(skins(&new), skins(&old), "{name}");
        let off = farthest(&old, &new);
        println!(
            "{name}: {} vertices, {} frames, off by {off:.3} steps",
            new.vertex_count(),
            new.frame_count()
        );
        assert!(off <= 1.0, "{name}: {off} steps");
    }
}

/// Some editors save a glTF without extras. The import then samples the frames from the animations.
#[test]
fn a_model_without_extras_keeps_its_shape_and_sequences() {
    let options = ImportOptions { resample: true, ..ImportOptions::default() };
    let (name, file) = own_models().swap_remove(0);
    let imported = there_and_back(&file, &options);
    let (old, new) = (Md2::parse(&file).unwrap(), Md2::parse(&imported.md2).unwrap());
    // The 540 vertices with seams are merged again.
    assert_eq!(new.vertex_count(), old.vertex_count(), "{name}");
    assert_eq!(new.triangles().len(), old.triangles().len());
    let lengths = |md2: &Md2<'_>| {
        sequences(md2).into_iter().map(|(name, first, last)| (name, last - first)).collect::<Vec<_>>()
    };
    assert_eq!(lengths(&new), lengths(&old));
    assert!(imported.report.error.largest < 0.5, "{:?}", imported.report.error);
}

#[test]
fn obj_files_give_the_model_back() {
    let (_, file) = own_models().swap_remove(0);
    let in_order = LoadOptions { optimize_vertex_cache: false, ..LoadOptions::default() };
    let model = load(&file, &in_order).unwrap();
    let old = Md2::parse(&file).unwrap();
    let subject = ExportModel::new("model", &model);
    let detection = detect(old.frames().map(|frame| frame.name()));
    for up in [UpAxis::Z, UpAxis::Y] {
        let options = ObjOptions { up, ..ObjOptions::default() };
        // The run and the last death.
        let wanted = ["run", "death3"];
        let chosen: Vec<&Sequence> =
            detection.sequences().iter().filter(|s| wanted.contains(&s.name.as_str())).collect();
        let frames = || chosen.iter().flat_map(|s| (s.first..=s.last).map(move |frame| (s, frame)));
        let texts: Vec<(String, String)> = frames()
            .map(|(s, frame)| {
                let number = frame - s.first + 1;
                (format!("{}_{number}.obj", s.name), write_obj(&subject, frame as usize, &options))
            })
            .collect();
        let files: Vec<_> =
            texts.iter().map(|(name, text)| ObjFile { name, content: text.as_bytes() }).collect();
        let size = [old.skin_width(), old.skin_height()].map(|side| u16::try_from(side).unwrap());
        let imported = import_obj(
            &files,
            &NoFiles,
            &ImportOptions { up, skin_size: Some(size), ..ImportOptions::default() },
        );
        let imported = imported.unwrap();
        let new = Md2::parse(&imported.md2).unwrap();
        assert_eq!(new.vertex_count(), old.vertex_count());
        assert_eq!(new.triangles().len(), old.triangles().len());
        let names: Vec<_> = imported.report.sequences.iter().map(|s| s.name.as_str()).collect();
        assert_eq!(names, wanted);
        for (was, is) in old.triangles().iter().zip(new.triangles().iter()) {
            for corner in 0..3 {
                for ((_, frame), found) in frames().zip(new.frames()) {
                    let a = old.frame(frame as usize).position(was.xyz[corner].into());
                    let (b, scale) = (found.position(is.xyz[corner].into()), found.scale());
                    assert!((0..3).all(|i| (a[i] - b[i]).abs() <= scale[i].abs()), "{a:?} {b:?}");
                }
                let [a, b] = [(&old, was), (&new, is)].map(|(md2, triangle)| {
                    let st = md2.st().record(triangle.st[corner].into());
                    [f32::from(st.s), f32::from(st.t)]
                });
                assert!((0..2).all(|i| (a[i] - b[i]).abs() <= 0.5), "{a:?} {b:?}");
            }
        }
        assert!(new.winding(0).enclosed < 0.0, "clockwise");
    }
}
