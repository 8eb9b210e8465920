//! Tests that every model of the corpus, a collection of real game models, can be loaded and drawn.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use md2_testdata::corpus;
use md2_tests::{Picture, drawing_folder, run_viewer};
use serde_json::Value;

/// The end of the file names of models without triangles, which have only tags for attaching other models.
const ONLY_TAGS: &str = "_hand.md3";
/// Notes that `render` prints about models, each with the end of the model's file name.
const NOTES: [(&str, &str); 2] =
    [(ONLY_TAGS, "so there is nothing to see"), ("rocketmissile.mdl", "Normals point inwards")];

/// Draws a model or player, and checks that the central part of the picture has more than `colors` colors.
fn draw(path: &Path, out: &Path, arguments: &[&str], colors: usize) {
    let fixed = ["render", "--force", "--size", "320x240", "-o"].map(OsStr::new);
    let all = fixed.into_iter().chain([out.as_os_str(), path.as_os_str()]);
    let output = run_viewer(all.chain(arguments.iter().map(OsStr::new))).expect("the viewer starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    let name = path.display();
    assert!(output.status.success(), "{name} {arguments:?}: {}: {errors}", output.status);
    // Missing skins are allowed, since the corpus does not contain all skins. An expected note must appear.
    let ends_with = |end: &str| path.to_string_lossy().ends_with(end);
    let expected = NOTES.iter().find(|(end, _)| ends_with(end)).map(|&(_, note)| note);
    let is_expected = |line: &&str| expected.is_some_and(|note| line.contains(note));
    assert_eq!(errors.lines().any(|line| is_expected(&line)), expected.is_some(), "{name}: {errors}");
    let others: Vec<&str> =
        errors.lines().filter(|line| !line.contains("no skin image for ") && !is_expected(line)).collect();
    assert!(others.is_empty(), "{name} {arguments:?}: {errors}");
    let picture = Picture::read(out).expect("a picture is written");
    assert_eq!((picture.width, picture.height), (320, 240));
    let count = picture.middle().color_count();
    assert!(count > colors, "{name} {arguments:?}: only {count} colors");
}

fn info(path: &Path) -> Value {
    let output =
        run_viewer(["info".as_ref(), "--json".as_ref(), path.as_os_str()]).expect("the viewer starts");
    assert!(output.status.success(), "{}: {}", path.display(), String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("info --json writes JSON")
}

fn skins(path: &Path) -> usize {
    info(path)["skins"].as_array().expect("a list of skins").len()
}

#[test]
fn every_md2_is_drawn_with_its_skin() {
    let Some(folder) = drawing_folder() else { return };
    for model in corpus::paths("md2") {
        draw(&model, &folder.join("picture.png"), &[], 200);
        assert!(skins(&model) > 0, "{}: no skin found", model.display());
    }
}

#[test]
fn every_mdl_is_drawn_in_all_its_skins() {
    let Some(folder) = drawing_folder() else { return };
    for model in corpus::paths("mdl") {
        for skin in 0..skins(&model) {
            draw(&model, &folder.join("picture.png"), &["--skin", &skin.to_string(), "--no-floor"], 100);
        }
    }
}

#[test]
fn every_md3_is_drawn() {
    let Some(folder) = drawing_folder() else { return };
    for model in corpus::paths("md3") {
        let is_seen = !model.to_string_lossy().ends_with(ONLY_TAGS);
        draw(&model, &folder.join("picture.png"), &[], if is_seen { 150 } else { 1 });
    }
}

#[test]
fn players_are_drawn_in_sequences_of_legs_and_torso() {
    let Some(folder) = drawing_folder() else { return };
    let lower = corpus::paths("md3").into_iter().filter(|path| path.ends_with("lower.md3"));
    let players: Vec<PathBuf> = lower.filter_map(|path| path.parent().map(Path::to_owned)).collect();
    for (number, player) in players.iter().enumerate() {
        let names = |file: &str| -> Vec<String> {
            let part = info(&player.join(file));
            let list = part["ranges"][0]["sequences"].as_array().expect("a list of sequences");
            list.iter().filter_map(|sequence| sequence["name"].as_str().map(str::to_owned)).collect()
        };
        let first_skin = &info(&player.join("lower.md3"))["skins"][0]["name"];
        assert_eq!(first_skin, "default", "{}", player.display());
        let (legs, torso) = (names("lower.md3"), names("upper.md3"));
        assert_eq!((legs.len(), torso.len()), (20, 13), "{}", player.display());
        // Combines sequences of legs and torso. All players have the same, so every third one is drawn, each for one of them.
        for (index, name) in legs.iter().enumerate().skip(number).step_by(3 * players.len()) {
            let both = format!("{name},{}", torso[index % torso.len()]);
            draw(player, &folder.join("picture.png"), &["--sequence", &both, "--time", "0.13"], 200);
        }
    }
}
