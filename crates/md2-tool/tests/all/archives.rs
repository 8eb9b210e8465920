//! A model in an archive is the same as in a folder.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{TempFolder, code, md2, stderr, stdout};
use md2_testdata::archive::{ZipFile, pak, zip};

const MODEL: &str = "players/wanderer/tris.md2";

fn places(folder: &TempFolder) -> [PathBuf; 3] {
    let from = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/wanderer"));
    let read = |name: &str| fs::read(from.join(name)).unwrap();
    let names =
        ["tris.md2", "weapon.md2", "wanderer.png", "ember.png", "moss.png", "weapon.png", "ground-speed.txt"];
    let files = names.map(|name| (format!("players/wanderer/{name}"), read(name)));
    for (name, bytes) in &files {
        folder.file(&format!("game/{name}"), bytes);
    }
    let borrowed: Vec<_> = files.iter().map(|(name, bytes)| (name.as_bytes(), &**bytes)).collect();
    folder.file("packed.pak", &pak(&borrowed));
    let packed: Vec<_> = files.iter().map(|(name, bytes)| ZipFile::deflated(name, bytes)).collect();
    folder.file("packed.pk3", &zip(&packed));
    ["game", "packed.pak", "packed.pk3"].map(|place| folder.join(place))
}

#[test]
fn info_reports_the_same_for_folder_and_archive() {
    let folder = TempFolder::new();
    let reports = places(&folder).map(|place| {
        let output = md2().args(["info", "--json"]).arg(place.join(MODEL)).output().unwrap();
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let text = stdout(&output);
        let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
        // JSON escapes the backslashes of Windows.
        text.replace(r"\\", "/").replace(&format!("/{}/players", name(&place)), "/PLACE/players")
    });
    assert!(reports[0].contains("ember.png") && reports[0].contains("/PLACE/players"), "{}", reports[0]);
    assert_eq!(reports[0], reports[1]);
    assert_eq!(reports[0], reports[2]);
}
