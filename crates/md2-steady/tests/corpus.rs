//! Real models: every restored key is the file's, byte for byte.

use std::fs;
use std::path::{Path, PathBuf};

use md2_anim::LoopMode;
use md2_load::{LoadOptions, Loaded, load};
use md2_mesh::Packing;
use md2_steady::{BetweenOptions, RestoreOptions, Sequence, fill_between, requantises, restore};

/// Every model of the corpus with 8-bit keys; none, with a message, where there is no corpus.
fn corpus() -> Vec<(PathBuf, Loaded)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let mut found = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let is =
                |name: &str| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(name));
            if path.is_dir() {
                folders.push(path);
            } else if is("md2") || is("mdl") {
                let bytes = fs::read(&path).expect("a listed file can be read");
                match load(&bytes, &LoadOptions::default()) {
                    Ok(model) => found.push((path, model)),
                    // Models of other games that bear the same ending.
                    Err(error) => eprintln!("{}: {error}", path.display()),
                }
            }
        }
    }
    if found.is_empty() {
        eprintln!("skipped: no models in {}", root.display());
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

fn options(model: &Loaded) -> RestoreOptions {
    let sequences = model.detection.sequences().iter().map(|sequence| Sequence {
        frames: sequence.first as usize..=sequence.last as usize,
        loops: sequence.mode == LoopMode::Loop,
    });
    RestoreOptions { sequences: sequences.collect(), ..RestoreOptions::default() }
}

#[test]
fn every_key_packs_to_the_bytes_of_the_file() {
    let mut moved = 0;
    for (path, model) in corpus() {
        let options = options(&model);
        let restored = restore(&model.mesh, &options).expect("the corpus has 8 bits");
        println!("{}: {:?}", path.display(), restored.report);
        assert!(requantises(&model.mesh, &restored.mesh, restored.report.rounding), "{}", path.display());
        assert_eq!(restored.mesh.packing(), Packing::Position16Normal16);
        assert_eq!(restored.mesh.indices(), model.mesh.indices());
        assert_eq!(restored.mesh.uvs(), model.mesh.uvs());
        moved += usize::from(restored.report.largest_move_steps > 0.25);

        // The keys stay what they are among in-betweens.
        let filled = fill_between(&restored.mesh, &options.sequences, &BetweenOptions::default())
            .expect("a few times the frames fit");
        for (frame, &place) in filled.keys.iter().enumerate() {
            assert_eq!(filled.mesh.frame_bytes(place), restored.mesh.frame_bytes(frame));
        }
    }
    let found = corpus().len();
    assert!(moved * 2 >= found, "{moved} of {found}");
}

#[test]
fn the_same_model_is_restored_the_same_way() {
    for (path, model) in corpus().into_iter().take(4) {
        let [one, other] = [(), ()].map(|()| restore(&model.mesh, &options(&model)).expect("8 bits"));
        assert_eq!(one.mesh.packed_bytes(), other.mesh.packed_bytes(), "{}", path.display());
        assert_eq!(one.report, other.report);
    }
}
