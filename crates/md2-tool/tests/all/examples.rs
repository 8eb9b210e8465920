//! Tests that the help of every command has examples, and that every example works.

#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Output};
use std::{env, fs};

use crate::common::{TempFolder, code, md2, stderr, stdout};
use md2_testdata::archive::{ZipFile, pak, zip};
use md2_testdata::{md3, mdl};

const OBJ: &str =
    "v 0 0 0\nv 16 0 0\nv 0 16 0\nv 8 8 9\nvt 0 0\nvt 1 0\nvt 1 1\nf 1/1 2/2 3/3\nf 1/1 2/2 4/3\n";

fn asset(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/wanderer").join(name)).unwrap()
}

/// Writes the files that the examples of a command name.
fn files(folder: &TempFolder, examples: &[String]) {
    let model = asset("tris.md2");
    let mut damaged = model.clone();
    damaged.truncate(model.len() / 2);
    let knight = mdl::frame_group().build().bytes().to_vec();
    for path in [
        "tris.md2",
        "old.md2",
        "players/male/tris.md2",
        "models/tris.md2",
        "baseq2/models/monsters/tank/tris.md2",
        "models/monsters/soldier/tris.md2",
    ] {
        folder.file(path, &model);
    }
    for path in ["new.md2", "weapon.md2", "ball.md2"] {
        folder.file(path, &asset("weapon.md2"));
    }
    for path in ["knight.mdl", "progs/knight.mdl", "progs/player.mdl"] {
        folder.file(path, &knight);
    }
    folder.file("id1/pak0.pak", &pak(&[(b"progs/ogre.mdl", &knight)]));
    folder.file("broken.md2", &damaged);
    // The images whose names the model contains.
    for skin in ["wanderer", "ember", "moss"] {
        for place in ["models", "models/monsters/soldier"] {
            folder.file(&format!("{place}/{skin}.pcx"), &asset("wanderer.pcx"));
        }
    }
    fs::create_dir(folder.join("players/hero")).unwrap();
    folder.file("paint.png", &asset("weapon.png"));
    folder.file("pics/colormap.pcx", &asset("wanderer.pcx"));
    for name in ["run_1", "run_2", "stand_1"] {
        folder.file(&format!("{name}.obj"), OBJ.as_bytes());
    }
    md3::write_player(folder, "players/sarge/");
    folder.file("players/sarge/skin.png", &asset("weapon.png"));
    folder.file("upper.md3", md3::player_upper().build().bytes());
    folder.file("models.pk3", &zip(&[ZipFile::stored("models/tris.md2", &model)]));
    let is_named = |name: &&str| examples.iter().any(|example| example.contains(name));
    for name in ["fox.glb", "hero.glb", "hero.gltf"].into_iter().filter(is_named) {
        let made =
            md2().args(["export", "tris.md2", "--frames", "40..45", "-o", name]).current_dir(folder).output();
        let made = made.unwrap();
        assert_eq!(code(&made), 0, "{name}: {}", stderr(&made));
    }
}

fn help(arguments: &[&str]) -> String {
    let output = md2().args(arguments).arg("--help").output().unwrap();
    assert_eq!(code(&output), 0, "{arguments:?}: {}", stderr(&output));
    String::from_utf8(output.stdout).unwrap()
}

fn commands() -> Vec<String> {
    let text = help(&[]);
    let listed =
        text.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // The later lines of a long description are indented further.
    let names = listed.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    names.filter(|name| !matches!(*name, "" | "help")).map(str::to_owned).collect()
}

fn examples(command: &str) -> Vec<String> {
    let text = help(&[command]);
    let lines =
        text.lines().skip_while(|line| !line.starts_with("Example")).take_while(|line| !line.is_empty());
    lines.filter_map(|line| line.strip_prefix("  ")).map(str::to_owned).collect()
}

fn run(example: &str, folder: &Path) -> Output {
    let line = example.split("   #").next().unwrap_or(example);
    // Large pictures would take minutes.
    let line = line.replacen(" catalog ", " catalog --size 16 ", 1);
    let program = Path::new(env!("CARGO_BIN_EXE_md2"));
    let folders = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&folders);
    let path = env::join_paths(program.parent().map(Path::to_path_buf).into_iter().chain(folders)).unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-c", &line]).current_dir(folder).env("PATH", path).env_remove("DISPLAY").output().unwrap()
}

#[test]
fn every_command_has_examples_and_each_works() {
    let commands = commands();
    assert!(commands.len() >= 9, "{commands:?}");
    let mut count = 0;
    for command in &commands {
        let folder = TempFolder::new();
        let examples = examples(command);
        files(&folder, &examples);
        assert!(!examples.is_empty(), "{command} has no example");
        for example in examples {
            // Lines that only run another program on the result are skipped.
            if example.starts_with("jq ") {
                continue;
            }
            assert!(example.starts_with(&format!("md2 {command} ")), "{command}: {example}");
            if command == "catalog" {
                let _ = fs::remove_dir_all(folder.join("catalog"));
            }
            // The output may have the name of an input of other examples.
            let made = example.split(" -o ").nth(1).and_then(|rest| rest.split(' ').next());
            let made = made.map(|name| folder.join(name));
            // An earlier example may have written the same model and its skin.
            let written = made.into_iter().flat_map(|model| [model.with_extension("png"), model]);
            for path in written.filter(|path| path.is_file()) {
                fs::remove_file(path).unwrap();
            }
            let output = run(&example, &folder);
            // `diff` exits with 1, since the compared models differ.
            let expected = i32::from(command == "diff");
            let messages = format!("{}{}", stdout(&output), stderr(&output));
            assert_eq!(code(&output), expected, "{example}: {messages}");
            count += 1;
        }
    }
    assert!(count >= 20, "only {count}");
}
