//! Checks with real models that quantizing the restored motion again gives the bytes of the file.

use std::path::PathBuf;

use md2_anim::LoopMode;
use md2_load::{LoadOptions, LoadedModel, load};
use md2_mesh::Packing;
use md2_steady::{RestoreOptions, Sequence, packs_to_same_bytes, restore};

fn corpus() -> impl Iterator<Item = (PathBuf, LoadedModel)> {
    let files = ["md2", "mdl"].into_iter().flat_map(md2_testdata::corpus::files);
    // Some files are models of other games with the same extension.
    files.filter_map(|(path, bytes)| Some((path, load(&bytes, &LoadOptions::default()).ok()?)))
}

fn options(model: &LoadedModel) -> RestoreOptions {
    let sequences = model.detection.sequences().iter().map(|sequence| Sequence {
        frames: sequence.first as usize..=sequence.last as usize,
        loops: sequence.mode == LoopMode::Loop,
    });
    RestoreOptions { sequences: sequences.collect(), ..RestoreOptions::default() }
}

#[test]
fn every_key_packs_to_the_bytes_of_the_file() {
    let (mut moved, mut found) = (0, 0);
    for (path, model) in corpus() {
        let restored = restore(&model.mesh, &options(&model)).expect("the model has 8-bit coordinates");
        println!("{}: {:?}", path.display(), restored.report);
        assert!(
            packs_to_same_bytes(&model.mesh, &restored.mesh, restored.report.rounding),
            "{}",
            path.display()
        );
        assert_eq!(restored.mesh.packing(), Packing::Position16Normal16);
        assert_eq!(restored.mesh.indices(), model.mesh.indices());
        assert_eq!(restored.mesh.uvs(), model.mesh.uvs());
        moved += usize::from(restored.report.largest_move_steps > 0.25);
        found += 1;
    }
    assert!(moved * 2 >= found, "{moved} of {found}");
}
