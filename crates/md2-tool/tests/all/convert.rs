//! Tests conversions between all formats. The [transcripts](crate::transcripts) test messages and losses.

use std::fs;

use md2_testdata::md3;
use md3_format::Md3;
use md3_format::raw::Tag;

use crate::common::{TempFolder, code, json, md2, stderr};

#[track_caller]
fn converted(folder: &TempFolder, arguments: &[&str]) -> String {
    let output = md2().arg("convert").args(arguments).current_dir(folder).output().unwrap();
    assert_eq!(code(&output), 0, "{arguments:?}: {}", stderr(&output));
    stderr(&output)
}

/// Returns the tags of all frames of an MD3: names, origins and axes.
fn tags(file: &[u8]) -> Vec<(String, Vec<f32>)> {
    let md3 = Md3::parse(file).unwrap();
    let numbers = |tag: Tag| tag.origin.into_iter().chain(tag.axes.as_flattened().iter().copied()).collect();
    let frames = (0..md3.frame_count()).flat_map(|frame| md3.tags(frame).iter());
    frames.map(|tag| (tag.name.to_string(), numbers(tag))).collect()
}

#[test]
fn a_part_of_a_player_keeps_its_sequences_and_tags_through_gltf() {
    let folder = TempFolder::new();
    md3::write_player(&folder, "a/");
    // All ranges are in the four frames. The frame numbers of the legs continue after those of the torso.
    let row = |row: usize| {
        let first = if row < 13 { row % 3 } else { 4 + (row - 13) % 3 };
        format!("{first} {} {} {}\n", 1 + row % 2, row % 2, 10 + row)
    };
    folder.write("a/animation.cfg", (0..25).map(row).collect::<String>().as_bytes());
    for part in ["lower", "upper"] {
        let [source, gltf] = [format!("a/{part}.md3"), format!("{part}.glb")];
        let output = format!("{part}/{part}.md3");
        fs::create_dir(folder.path(part)).unwrap();
        converted(&folder, &[&source, "-o", &gltf]);
        let lost = converted(&folder, &[&gltf, "-o", &output, "--animation-cfg"]);
        assert!(!lost.contains("lost "), "{lost}");
        let sequences = |file: &str| {
            let output = md2().args(["info", "--json", file]).current_dir(&*folder).output().unwrap();
            json(&output)["ranges"].clone()
        };
        assert!(sequences(&source).to_string().contains("fps"), "{}", sequences(&source));
        assert_eq!(sequences(&output), sequences(&source));
        let [before, after] = [&source, &output].map(|file| tags(&fs::read(folder.path(file)).unwrap()));
        assert_eq!(before.len(), after.len());
        for ((name, numbers), (new_name, new)) in before.iter().zip(&after) {
            assert_eq!(name, new_name);
            assert!(numbers.iter().zip(new).all(|(a, b)| (a - b).abs() < 1e-4), "{numbers:?}, {new:?}");
        }
        // An MD2 holds neither.
        let lost = converted(&folder, &[&gltf, "-o", &format!("{part}.md2")]);
        assert!(
            lost.contains("only MD3 models have tags: \"tag_") && lost.contains("sequences: \"BOTH"),
            "{lost}"
        );
    }
}

#[test]
fn animated_tags_of_other_programs_are_sampled() {
    let folder = TempFolder::new();
    folder.write("a.md3", md3::turning_tag().build().bytes());
    converted(&folder, &["a.md3", "-o", "a.glb"]);
    let output = md2().args(["import", "a.glb", "-o", "b.md3", "--resample"]).current_dir(&*folder).output();
    assert_eq!(code(&output.unwrap()), 0);
    // Ten frames a second are the rate of the sequence. The fifth frame equals the first, so that the animation repeats.
    let found = tags(&fs::read(folder.path("b.md3")).unwrap());
    let origins: Vec<f32> = found.iter().map(|(_, numbers)| numbers[0]).collect();
    assert_eq!(origins, [0.0, 8.0, 16.0, 24.0, 32.0]);
    let forward: Vec<_> = found.iter().map(|(_, numbers)| [numbers[3].round(), numbers[4].round()]).collect();
    assert_eq!(forward, [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0], [1.0, 0.0]]);
}
