//! Edits of randomly changed models and of real models. Each edit gives a valid file or an error.

use md2_edit::{Axis, EditError, Model, Transform};
use md2_testdata::fuzz::{Mutants, Seed};
use md2_testdata::{md3, mdl};

fn seeds() -> Vec<Seed> {
    let names = ["run1", "run2", "stand1", "stand2", "stand3"];
    vec![
        ("md2", md2_testdata::with_frames(names).build().into_bytes()),
        ("seamed.md2", md2_testdata::seamed_quad().build().into_bytes()),
        ("block.md2", md2_testdata::block(true).build().into_bytes()),
        ("group.mdl", mdl::frame_group().build().into_bytes()),
        ("seamed.mdl", mdl::seamed_quad().build().into_bytes()),
        ("tags.md3", md3::turning_tag().build().into_bytes()),
        ("surfaces.md3", md3::two_surfaces().build().into_bytes()),
    ]
}

type Edit = fn(&mut Model) -> Result<(), EditError>;

const EDITS: &[Edit] = &[
    |_| Ok(()),
    |model| model.rename_frames("0..", "walk").map(drop),
    |model| model.resample(None, 13.0),
    |model| model.insert_frames(1, &model.clone()),
    |model| model.keep_frames(&[0]),
    |model| model.transform(&Transform::rotation(Axis::X, 20.0)).map(drop),
    |model| model.transform(&Transform::mirroring(Axis::Z)).map(drop),
    |model| model.put_on_floor(-24.0).map(drop),
    |model| model.weld(0.0).map(drop),
    |model| model.weld(4.0).map(drop),
    |model| {
        model.remove_unused();
        Ok(())
    },
    |model| model.merge(&model.clone()).map(drop),
    |model| model.decimate(model.triangle_count() / 2).map(drop),
    |model| model.recompute_normals(),
    |model| model.fix_winding().map(drop),
    |model| model.fix_bounds().map(drop),
    |model| model.rebuild_commands().map(drop),
];

fn is_edited(file: &[u8]) -> bool {
    let Ok(original) = Model::parse(file) else { return false };
    // Only models of files that can be written back are small enough for this test.
    for (number, edit) in EDITS.iter().enumerate() {
        let mut model = original.clone();
        if edit(&mut model).is_err() {
            continue;
        }
        let bytes = model.to_bytes().unwrap_or_else(|error| panic!("edit {number}: {error}"));
        let read = Model::parse(&bytes).unwrap_or_else(|error| panic!("edit {number}: {error}"));
        assert_eq!(read.frame_names(), model.frame_names(), "edit {number}");
        if number == 0 {
            assert!(bytes == file, "an unedited model is the same file");
        }
    }
    true
}

#[test]
fn changed_models_are_edited_or_rejected() {
    Mutants::ANYWHERE.uphold_reader(is_edited, &seeds());
}

/// The size of the largest real models in the test: larger ones take long without optimization.
const MAX_BYTES: usize = 110_000;

#[test]
fn real_models_are_edited() {
    for extension in ["mdl", "md2", "md3"] {
        let files = md2_testdata::corpus::files(extension).into_iter();
        for (path, bytes) in files.filter(|(_, bytes)| bytes.len() < MAX_BYTES) {
            assert!(is_edited(&bytes), "{}", path.display());
        }
    }
}
