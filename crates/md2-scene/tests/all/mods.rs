//! The models of mods for GZDoom: `mods.txt` lists mods, and the skins, sequences and drawn models that the engine would show.

use std::path::Path;

use md2_scene::open;
use md2_testdata::archive::{ZipFile, zip};
use md2_testdata::{TempFolder, md3, with_frames};

const PICTURE: &[u8] = include_bytes!("../../../../assets/wanderer/moss.png");

/// A mod of the list: its files, and lines such as `MODEL: IMAGE IMAGE / IMAGE IMAGE; SEQUENCE FIRST-LAST; COUNT IMAGE`.
#[derive(Debug, Default)]
struct ListedMod {
    files: Vec<(String, Vec<u8>)>,
    expected: Vec<String>,
}

fn listed_mods() -> Vec<ListedMod> {
    let mut mods: Vec<ListedMod> = Vec::new();
    for line in include_str!("mods.txt").lines() {
        if line.starts_with("# ") {
            mods.push(ListedMod::default());
        }
        let ListedMod { files, expected } = mods.last_mut().expect("a comment begins the list");
        match line.split_at_checked(2) {
            Some(("# ", _)) => {}
            Some(("+ ", names)) => {
                files.extend(names.split(", ").map(|name| (name.to_owned(), content(name))))
            }
            Some(("> ", script)) => files.push((script.to_owned(), Vec::new())),
            Some(("= ", text)) => expected.push(text.to_owned()),
            _ => files.last_mut().expect("a script").1.extend(format!("{line}\r\n").bytes()),
        }
    }
    mods
}

/// The content of a file: an MD3 with 2 surfaces and 3 frames, an MD2 with 5 frames, or an image.
fn content(name: &str) -> Vec<u8> {
    match name.rsplit('.').next() {
        Some("md3" | "MD3") => md3::two_surfaces().build().into_bytes(),
        Some("md2") => with_frames(["a1", "a2", "b1", "b2", "b3"]).build().into_bytes(),
        _ => PICTURE.to_vec(),
    }
}

fn describe(root: &Path, model: &str) -> String {
    let figure = open(&root.join(model)).expect("the model is sound");
    let [first, others @ ..] = figure.parts() else { panic!("a model") };
    let all: Vec<String> = first.document.skins().iter().filter(|skin| !skin.is_guess).map(images).collect();
    let sets = first.document.range_sets();
    let defined = sets.iter().find(|set| set.label == "Script").map_or(&[][..], |set| &set.sequences);
    let sequences: Vec<_> =
        defined.iter().map(|one| format!("{} {}-{}", one.name, one.first, one.last)).collect();
    let others = others.iter().map(|part| format!(" {}", images(&part.document.skins()[0])));
    let others: String = others.collect();
    format!("{model}: {}; {}; {}{others}", all.join(" / "), sequences.join(", "), figure.parts().len())
}

fn images(skin: &md2_scene::Skin) -> String {
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let image =
        |slot: &md2_scene::SlotImages| slot.paints().first().and_then(|paint| paint.image.path().map(name));
    let slots = skin.slots().iter().map(|slot| image(slot).unwrap_or_else(|| String::from("?")));
    slots.collect::<Vec<_>>().join(" ")
}

#[test]
fn definitions_give_the_skins_and_frames_that_the_engine_shows() {
    for ListedMod { files, expected } in listed_mods() {
        let folder = TempFolder::new();
        files.iter().for_each(|(name, bytes)| folder.write(&format!("mod/{name}"), bytes));
        let stored = files.iter().map(|(name, bytes)| ZipFile::stored(name, bytes));
        let archive = folder.file("mod.pk3", &zip(&stored.collect::<Vec<_>>()));
        for root in [folder.path("mod"), archive] {
            let model =
                |line: &String| line.split_once(':').map_or_else(String::new, |(model, _)| model.to_owned());
            let found: Vec<String> = expected.iter().map(|line| describe(&root, &model(line))).collect();
            assert_eq!(found, expected, "{}", root.display());
        }
    }
}
