//! Commands treat a model in an archive like the same model in a folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::common::{TempFolder, code, json, md2, stderr, stdout};
use md2_testdata::archive::{ZipFile, pak, zip};
use md2_testdata::md3;

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

fn run(arguments: &[&str], model: &Path) -> Output {
    md2().args(arguments).arg(model).output().unwrap()
}

#[test]
fn info_reports_the_same_for_folder_and_archive() {
    let folder = TempFolder::new();
    let reports = places(&folder).map(|place| {
        let output = run(&["info", "--json"], &place.join(MODEL));
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

#[test]
fn export_writes_the_same_for_folder_and_archive() {
    let folder = TempFolder::new();
    let written = places(&folder).map(|place| {
        let output = run(&["export", "--skin", "moss", "--to", "glb", "-o", "-"], &place.join(MODEL));
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        output.stdout
    });
    assert!(written[0] == written[1] && written[0] == written[2], "the files differ");
}

#[test]
fn a_command_for_one_file_rejects_archives_and_folders() {
    let folder = TempFolder::new();
    let [game, pak, pk3] = places(&folder);
    let model = game.join(MODEL);
    for several in [&game, &pak, &pk3, &pk3.join("players")] {
        let out = folder.join("out.md2");
        for arguments in
            [["repair", "-o", out.to_str().unwrap()].as_slice(), &["diff", model.to_str().unwrap()]]
        {
            let output = run(arguments, several);
            assert_eq!(code(&output), 2, "{arguments:?}: {}", stderr(&output));
            assert!(stderr(&output).contains("may contain several models"), "{}", stderr(&output));
        }
        assert!(!out.exists());
    }
    let same = run(&["diff", model.to_str().unwrap()], &pak.join(MODEL));
    assert_eq!(code(&same), 0, "{}", stderr(&same));
}

/// The archives of a game can divide a player: its models are in one archive, and its skin, its script and its weapon in others.
#[test]
fn info_finds_the_files_of_a_player_in_other_archives() {
    let folder = TempFolder::new();
    md3::write_player(&folder, "loose/models/players/ann");
    let place = "models/players/ann";
    let read = |name: &str| fs::read(folder.join("loose").join(place).join(name)).unwrap();
    let models = ["lower.md3", "upper.md3", "head.md3"].map(|name| (format!("{place}/{name}"), read(name)));
    let models: Vec<_> = models.iter().map(|(name, bytes)| ZipFile::deflated(name, bytes)).collect();
    folder.file("game/pak2-players.pk3", &zip(&models));
    let gun = md3::player_weapon().build().into_bytes();
    let others = [
        ZipFile::deflated("models/weapons2/gun/gun.md3", &gun),
        ZipFile::deflated(format!("{place}/animation.cfg"), &read("animation.cfg")),
    ];
    folder.file("game/pak0.pk3", &zip(&others));
    folder.file(&format!("game/{place}/lower_red.skin"), b"l_legs,models/players/ann/red.tga\n");
    let output =
        run(&["info", "--json"], &folder.join("game/pak2-players.pk3").join(place).join("lower.md3"));
    let report = json(&output);
    assert_eq!(report["weapons"], serde_json::json!(["gun"]));
    assert_eq!(report["skins"][0]["name"], "red");
    let ranges = report["ranges"][0]["evidence"].as_str().unwrap();
    assert!(ranges.contains("animation.cfg"), "{ranges}");
}
